// Package exclude finds the text of a document that takes no part in a comparison, and why: printed
// text of forms, covers, contents, declarations, instructions, acknowledgements, lists of
// references, standard text of an institution.
//
// Its input is an extract.Document, its identity, and what else is Known: blank forms, the table of
// roles, documents of the library. Its output is ranges of code points, each with one reason. Equal
// documents yield equal ranges, and nothing is looked up here: the package knows no library and no
// database.
//
// A range with a reason does not judge the text: the text belongs to the form, the institution or
// somebody else in the first place, so sharing it means nothing. Doubtful text is kept in; a reader
// can dismiss a match, but sees no match in excluded text.
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

// Range is excluded text: a half-open range of code points of Document.Text.
type Range struct {
	Start, End int
	Reason     evidence.Reason
	Holders    Holders // set if it was learned from other applications
}

// Document is a document with the excluded text that it reveals by itself. It is not changed after
// it is made and may be read concurrently.
type Document struct {
	d     *extract.Document
	found Revealed
}

// Revealed is what New finds, without the document. It is not changed after it is made and may be
// read concurrently. That of an application on a form takes some 7 KB.
type Revealed struct {
	alone        []Range
	sections     []extract.Section // as Outlined returns them
	sectionRoles []string
}

// New examines a document with the given identity; roles may be nil for Default. It takes 5 ms for
// a document of 40,000 characters.
func New(d *extract.Document, who evidence.Identity, roles *Table) *Document {
	if roles == nil {
		roles = Default()
	}
	f := newFinder(d, who, roles)
	f.alone()
	found := Revealed{alone: f.ranges()}
	found.sections, found.sectionRoles = f.outline()
	return Recall(d, found)
}

// Recall returns what New returns, given the Revealed of an earlier one of the same document,
// identity and roles.
func Recall(d *extract.Document, found Revealed) *Document { return &Document{d: d, found: found} }

// Revealed returns the result, for Recall.
func (d *Document) Revealed() Revealed { return d.found }

// Alone returns the ranges that follow from the document itself: all reasons except form, standard
// and learned, and form where its words reveal it. Checkers of evidence can find them again without
// the library. They are in order of Start, then End, then Reason. Ranges with one reason are
// disjoint and do not touch; ranges with different reasons may overlap. They must not be changed.
func (d *Document) Alone() []Range { return d.found.alone }

// Known holds knowledge from outside a document. The zero value means nothing.
type Known struct {
	Forms    *Forms   // blank forms
	Standard *Forms   // standard text of the institution that was uploaded
	Learned  *Learned // what other applications have in common
}

// Empty reports whether nothing is known.
func (k Known) Empty() bool { return k.Forms.Empty() && k.Standard.Empty() && k.Learned.Empty() }

// Find returns all ranges in the order of Alone. t is the whole document folded, with nothing left
// out.
func (d *Document) Find(t *text.Text, known Known) []Range {
	if known.Empty() {
		return d.found.alone
	}
	found := found{}
	for _, r := range d.found.alone {
		found.add(r.Reason, span{Start: r.Start, End: r.End})
	}
	found.add(evidence.ReasonForm, known.Forms.find(t)...)
	found.add(evidence.ReasonStandard, known.Standard.find(t)...)
	return found.ranges(d.learned(t, known.Learned, found)...)
}

// Of returns the union of the ranges with some reasons, in order and disjoint, as text.New expects
// it.
func Of(ranges []Range, reasons []evidence.Reason) []extract.Span {
	var spans []span
	for _, r := range ranges {
		if slices.Contains(reasons, r.Reason) {
			spans = append(spans, span{Start: r.Start, End: r.End})
		}
	}
	return Merge(spans)
}

// span is a half-open range of code points.
type span = extract.Span

// Merge sorts spans and joins those that touch.
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

// finder examines one document.
type finder struct {
	d     *extract.Document
	runes []rune
	who   evidence.Identity
	roles *Table
	lines []line
	found
}

// found is excluded text by its reason.
type found map[evidence.Reason][]span

// line is a paragraph with cached properties.
type line struct {
	extract.Paragraph
	text  string
	bare  string // letters only
	title *role  // the role whose title it is
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

// alone finds what depends only on the document. A paragraph excluded by one step is no title and
// no entry for the next steps.
func (f *finder) alone() {
	f.identity()
	f.contents()
	f.bibliographies()
	f.zones()
	f.headings()
	f.garbled()
	f.quotations()
}

// garbled excludes text where the file's fonts mean other characters. If the page was recognised
// instead, the flag is only information: the text is what is drawn.
func (f *finder) garbled() {
	for _, x := range f.d.Flags {
		holds := func(p extract.Page) bool { return p.Recognised && p.Start <= x.Start && x.Start < p.End }
		if x.Kind != extract.Garbled || slices.ContainsFunc(f.d.Pages, holds) {
			continue
		}
		start, end := max(0, x.Start), min(x.End, len(f.runes))
		if start < end {
			f.add(evidence.ReasonGarbled, span{Start: start, End: end})
		}
	}
}

// add excludes ranges.
func (f found) add(reason evidence.Reason, spans ...span) {
	f[reason] = append(f[reason], spans...)
}

// take excludes whole paragraphs.
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

// ranges returns the found ranges and those in more, in order.
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

// headings excludes the titles that forms print, and the instructions in brackets after them.
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
