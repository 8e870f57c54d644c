// Package exclude finds what of a document takes no part in a comparison, and
// why: what a form prints, covers, contents, declarations, instructions, thanks,
// lists of references, an institution's standard text, what everybody writes.
//
// In go an extract.Document, whose it is, and what is Known beside it: blank
// forms, the table of roles, documents of the library. Out come ranges of code
// points, each with its one reason. The same is found in equal documents, and
// nothing is looked up here: the package knows no library and no database.
//
// A range of a reason is no judgement of the text: it is the form's, the
// institution's or another's to begin with, so that to share it says nothing.
// Where that is in doubt the text is left in; a reader can set a match aside, but
// sees no match in what was kept out.
package exclude

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Range is text that takes no part: a half-open range of code points of
// Document.Text.
type Range struct {
	Start, End int
	Reason     evidence.Reason
	Learned    bool // of ReasonForm: other applications have it, not a blank form that was given
}

// Known is what is known beside the document. The zero value is good.
type Known struct {
	Roles    *Table   // nil is Default
	Forms    *Forms   // blank forms
	Standard *Forms   // standard text of the institution that was handed in
	Learned  *Learned // what other applications have in common
}

// Find gives all ranges, in order of Start, then End, then Reason; those of one
// reason are disjoint and do not touch. Ranges of different reasons may overlap.
//
// t is the whole document folded, nothing left out. Find takes a few milliseconds
// for a document of 40,000 characters.
func Find(d *extract.Document, t *text.Text, who evidence.Identity, known Known) []Range {
	f := newFinder(d, who, known.Roles)
	f.alone()
	if known.Forms != nil {
		f.add(evidence.ReasonForm, known.Forms.find(t)...)
	}
	if known.Standard != nil {
		f.add(evidence.ReasonStandard, known.Standard.find(t)...)
	}
	if known.Learned != nil {
		f.learned(t, known.Learned)
	}
	return f.ranges()
}

// Alone gives the ranges that the document tells by itself: all reasons but form,
// standard and common. Checkers of evidence find them again without the library.
func Alone(d *extract.Document, who evidence.Identity, roles *Table) []Range {
	f := newFinder(d, who, roles)
	f.alone()
	return f.ranges()
}

// Of gives the union of the ranges of some reasons, in order and disjoint, as
// text.New takes it.
func Of(ranges []Range, reasons []evidence.Reason) []text.Range {
	var spans []span
	for _, r := range ranges {
		if slices.Contains(reasons, r.Reason) {
			spans = append(spans, span{Start: r.Start, End: r.End})
		}
	}
	var out []text.Range
	for _, s := range Merge(spans) {
		out = append(out, text.Range{Start: s.Start, End: s.End})
	}
	return out
}

// span is a half-open range of code points.
type span = extract.Span

// Merge puts spans in order and joins those that touch.
func Merge(spans []extract.Span) []extract.Span {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	var out []span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
		} else if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}

// finder looks through one document.
type finder struct {
	d      *extract.Document
	runes  []rune
	who    evidence.Identity
	roles  *Table
	lines  []line
	found  map[evidence.Reason][]span
	taught []span // of ReasonForm, learned
}

// line is a paragraph with what is asked of it again and again.
type line struct {
	extract.Paragraph
	text  string
	bare  string // plain
	title *role  // what it is a title of
	taken evidence.Reason
}

func newFinder(d *extract.Document, who evidence.Identity, roles *Table) *finder {
	if roles == nil {
		roles = Default()
	}
	f := &finder{d: d, runes: []rune(d.Text), who: who, roles: roles, found: map[evidence.Reason][]span{}}
	f.lines = make([]line, len(d.Paragraphs))
	for i, p := range d.Paragraphs {
		s := string(f.runes[p.Start:p.End])
		f.lines[i] = line{Paragraph: p, text: s, bare: plain(s)}
		if p.End-p.Start <= longestTitle && roles.titles.any(f.lines[i].bare) {
			f.lines[i].title = roles.title(s, who, false)
		}
	}
	return f
}

// alone finds what needs the document only. A paragraph that one step has taken is
// no title and no entry for the next.
func (f *finder) alone() {
	f.identity()
	f.contents()
	f.bibliographies()
	f.zones()
	f.headings()
	f.garbled()
	f.quotations()
}

// garbled takes out what the file says where its fonts mean other characters. Of a
// page that was recognised instead the flag is a sign only: its text is what is drawn.
func (f *finder) garbled() {
	for _, x := range f.d.Flags {
		if x.Kind != extract.Garbled || slices.ContainsFunc(f.d.Pages, func(p extract.Page) bool { return p.Recognised && p.Start <= x.Start && x.Start < p.End }) {
			continue
		}
		start, end := max(0, x.Start), min(x.End, len(f.runes))
		if start < end {
			f.add(evidence.ReasonGarbled, span{Start: start, End: end})
		}
	}
}

// add takes ranges out.
func (f *finder) add(reason evidence.Reason, spans ...span) {
	f.found[reason] = append(f.found[reason], spans...)
}

// take takes whole paragraphs out.
func (f *finder) take(reason evidence.Reason, first, last int) {
	for i := first; i < last; i++ {
		if f.lines[i].taken == "" {
			f.lines[i].taken = reason
		}
	}
	if first < last {
		f.add(reason, span{Start: f.lines[first].Start, End: f.lines[last-1].End})
	}
}

func (f *finder) ranges() []Range {
	var out []Range
	for reason, spans := range f.found {
		for _, s := range Merge(spans) {
			out = append(out, Range{Start: s.Start, End: s.End, Reason: reason})
		}
	}
	out = append(out, f.taughtRanges()...)
	slices.SortFunc(out, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Reason, b.Reason))
	})
	return out
}

// taughtRanges are those of learned forms, without what a given form has.
func (f *finder) taughtRanges() []Range {
	var out []Range
	given := Merge(f.found[evidence.ReasonForm])
	for _, s := range Merge(f.taught) {
		for _, g := range given {
			if g.End <= s.Start || g.Start >= s.End {
				continue
			}
			if s.Start < g.Start {
				out = append(out, Range{s.Start, g.Start, evidence.ReasonForm, true})
			}
			s.Start = max(s.Start, g.End)
		}
		if s.Start < s.End {
			out = append(out, Range{s.Start, s.End, evidence.ReasonForm, true})
		}
	}
	return out
}

// headings takes the titles that forms print.
func (f *finder) headings() {
	for i, l := range f.lines {
		if l.title != nil && l.taken == "" && l.Kind != extract.Cell {
			f.take(evidence.ReasonHeading, i, i+1)
		}
	}
}

// leastQuotation is the number of characters from which quoted words are a
// quotation and not a term.
const leastQuotation = 12

// quotes are the pairs of quotation marks.
var quotes = map[rune]rune{'“': '”', '「': '」', '『': '』', '«': '»', '„': '“', '"': '"'}

// quotations finds quoted text within paragraphs, with its marks.
func (f *finder) quotations() {
	for _, p := range f.d.Paragraphs {
		for i := p.Start; i < p.End; i++ {
			closing, ok := quotes[f.runes[i]]
			if !ok {
				continue
			}
			n := slices.Index(f.runes[i+1:p.End], closing)
			if n < 0 {
				continue
			}
			if n >= leastQuotation {
				f.add(evidence.ReasonQuotation, span{Start: i, End: i + n + 2})
			}
			i += n + 1
		}
	}
}
