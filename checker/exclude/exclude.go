// Package exclude finds what of a document takes no part in a comparison, and
// why: what a form prints, covers, contents, declarations, instructions, thanks,
// lists of references, an institution's standard text.
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
	"strings"
	"unicode/utf8"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Range is text that takes no part: a half-open range of code points of
// Document.Text.
type Range struct {
	Start, End int
	Reason     evidence.Reason
	Holders    Holders // of what was learned of other applications; zero of what was given or is told by the document
}

// Document is a document with what it tells by itself of the text that takes no
// part. It is not changed after it was made and may be read concurrently.
type Document struct {
	d      *extract.Document
	who    evidence.Identity
	roles  *Table
	alone  []Range
	titles []line // that are headings, or titles of a role
}

// New looks through a document, whose it is; roles is nil for Default. It takes
// 5 ms for a document of 40,000 characters.
func New(d *extract.Document, who evidence.Identity, roles *Table) *Document {
	if roles == nil {
		roles = Default()
	}
	f := newFinder(d, who, roles)
	f.alone()
	out := &Document{d: d, who: who, roles: roles, alone: f.ranges()}
	for _, l := range f.lines {
		if l.title != nil || l.Kind == extract.Heading {
			out.titles = append(out.titles, l)
		}
	}
	return out
}

// Alone returns the ranges that the document tells by itself: all reasons but form,
// standard and learned, and of form what is known by its words. Checkers of evidence
// find them again without the library. They are in order of Start, then End, then
// Reason; those of one reason are disjoint and do not touch. Ranges of different
// reasons may overlap. They must not be changed.
func (d *Document) Alone() []Range { return d.alone }

// Known is what is known beside a document. The zero value is good.
type Known struct {
	Forms    *Forms   // blank forms
	Standard *Forms   // standard text of the institution that was handed in
	Learned  *Learned // what other applications have in common
}

// Empty reports whether nothing is known.
func (k Known) Empty() bool { return k.Forms.Empty() && k.Standard.Empty() && k.Learned.Empty() }

// Find returns all ranges, in the order of Alone's. t is the whole document folded,
// nothing left out.
func (d *Document) Find(t *text.Text, known Known) []Range {
	if known.Empty() {
		return d.alone
	}
	found := found{}
	for _, r := range d.alone {
		found.add(r.Reason, span{Start: r.Start, End: r.End})
	}
	found.add(evidence.ReasonForm, known.Forms.find(t)...)
	found.add(evidence.ReasonStandard, known.Standard.find(t)...)
	return found.ranges(d.learned(t, known.Learned, found)...)
}

// Of returns the union of the ranges of some reasons, in order and disjoint, as
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
	d     *extract.Document
	runes []rune
	who   evidence.Identity
	roles *Table
	lines []line
	found
}

// found is text that takes no part, by its reason.
type found map[evidence.Reason][]span

// line is a paragraph with what is asked of it again and again.
type line struct {
	extract.Paragraph
	text  string
	bare  string // plain
	title *role  // what it is a title of
	taken evidence.Reason
}

func newFinder(d *extract.Document, who evidence.Identity, roles *Table) *finder {
	f := &finder{d: d, runes: []rune(d.Text), who: who, roles: roles, found: found{}}
	f.lines = make([]line, len(d.Paragraphs))
	for i, p := range d.Paragraphs {
		s := string(f.runes[p.Start:p.End])
		f.lines[i] = line{Paragraph: p, text: s, bare: text.Letters(s)}
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
func (f found) add(reason evidence.Reason, spans ...span) {
	f[reason] = append(f[reason], spans...)
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

// ranges returns what was found and what more there is, in order.
func (f found) ranges(more ...Range) []Range {
	for reason, spans := range f {
		for _, s := range Merge(spans) {
			more = append(more, Range{Start: s.Start, End: s.End, Reason: reason})
		}
	}
	slices.SortFunc(more, func(a, b Range) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Reason, b.Reason))
	})
	return more
}

// headings takes the titles that forms print, and of what they explain in brackets the
// instructions.
func (f *finder) headings() {
	for i := range f.lines {
		l := &f.lines[i]
		if l.title == nil || l.taken != "" || l.Kind == extract.Cell {
			continue
		}
		end := l.End
		if open := strings.IndexAny(l.text, "（("); open > 0 {
			end = l.Start + utf8.RuneCountInString(l.text[:open])
			if r := f.roles.dense(text.Letters(l.text[open:]), f.who); r != nil {
				for _, s := range formulas(f.runes[end:l.End], r) {
					f.add(r.Reason, span{Start: end + s.Start, End: end + s.End})
				}
			}
		}
		l.taken = evidence.ReasonHeading
		f.add(evidence.ReasonHeading, span{Start: l.Start, End: end})
	}
}
