// Package citation reports whether a passage is marked as somebody else's: whether it stands in
// quotation marks, and whether a citation next to it names its source.
//
// Its input is two documents, the ranges of their lists of references and quotations (from package
// exclude), the identity of the source, and a range of the document. Its output is an
// evidence.Citation and the references that both documents list. The package knows no library and
// looks nothing up: the document's own list says what a citation means. Offsets are half-open and
// count code points.
package citation

import (
	"sort"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// Text is a document with its references and citations. It is immutable and safe for concurrent use.
type Text struct {
	entries    []entry
	quotations []extract.Span
	marks      []mark // in order
	runes      []rune
}

// New prepares a document. ranges must include those that package exclude found in it.
func New(d *extract.Document, ranges []exclude.Range) *Text {
	t := &Text{runes: []rune(d.Text)}
	var lists []extract.Span
	for _, r := range ranges {
		switch r.Reason {
		case evidence.ReasonBibliography:
			lists = append(lists, extract.Span{Start: r.Start, End: r.End})
		case evidence.ReasonQuotation:
			t.quotations = append(t.quotations, extract.Span{Start: r.Start, End: r.End})
		}
	}
	t.entries = entries(t.runes, d.Paragraphs, lists)
	for i, p := range d.Paragraphs {
		if within(lists, p.Start) {
			t.marks = append(t.marks, t.noted(d.Paragraphs, i)...)
			continue
		}
		var next extract.Paragraph
		if i+1 < len(d.Paragraphs) && !within(lists, d.Paragraphs[i+1].Start) {
			next = d.Paragraphs[i+1]
		}
		t.marks = append(t.marks, t.marksOf(p, next)...)
	}
	return t
}

// noted returns the citation that a footnote behind its paragraph makes, as word processors store
// footnotes. Its position in the paragraph is not known, so it counts as standing at the end.
func (t *Text) noted(paragraphs []extract.Paragraph, i int) []mark {
	body := i - 1
	for body >= 0 && paragraphs[body].Kind == extract.Footnote {
		body--
	}
	if paragraphs[i].Kind != extract.Footnote || body < 0 {
		return nil
	}
	p := paragraphs[body]
	m := mark{Span: extract.Span{Start: p.End, End: p.End}, covers: extract.Span{Start: max(p.Start, p.End-mostCovered), End: p.End}}
	for e := range t.entries {
		if t.entries[e].Start >= paragraphs[i].Start && t.entries[e].End <= paragraphs[i].End {
			m.entries = append(m.entries, e)
		}
	}
	if len(m.entries) == 0 {
		return nil
	}
	return []mark{m}
}

func within(spans []extract.Span, at int) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].End > at })
	return i < len(spans) && spans[i].Start <= at
}

// mostCovered is the most code points of its paragraph that a citation at the end of a sentence
// covers: a paragraph of a few sentences is usually cited once, a chapter is not.
const mostCovered = 400

// enough is the share of a passage, in hundredths, that must be quoted (or cited) to call the
// passage quoted (or cited).
const enough = 50

// Of reports whether the passage [start, end) of the document t, which occurs in source too, is
// quoted and cited. who is the identity of the source. If the passage is cited, entry is the cited
// entry of t's list of references: it names the source, or the source lists it too. White space does
// not count.
func (t *Text) Of(start, end int, source *Text, who evidence.Identity) (c evidence.Citation, entry string) {
	start, end = max(0, start), min(end, len(t.runes))
	if start >= end {
		return evidence.NotCited, ""
	}
	total := t.solid(start, end)
	quoted := t.share(start, end, total, t.quotations)
	citing, entry := t.citing(start, end, source, who)
	switch isCited := len(citing) > 0 && t.share(start, end, total, citing); {
	case quoted && isCited:
		return evidence.QuotedAndCited, entry
	case isCited:
		return evidence.Cited, entry
	case quoted:
		return evidence.Quoted, ""
	}
	return evidence.NotCited, ""
}

// citing returns the ranges that citations of the source cover, as far as they reach into a range,
// and the entry of the first of these citations.
func (t *Text) citing(start, end int, source *Text, who evidence.Identity) (covered []extract.Span, entry string) {
	for i := range t.marks {
		m := &t.marks[i]
		if m.covers.Start >= end || m.covers.End <= start {
			continue
		}
		for _, e := range m.entries {
			if !t.entries[e].names(who) && !stands(t.entries[e], source) {
				continue
			}
			if len(covered) == 0 {
				entry = t.entries[e].text
			}
			covered = append(covered, m.covers)
			break
		}
	}
	return covered, entry
}

// share reports whether enough of a range lies in the spans.
func (t *Text) share(start, end, total int, spans []extract.Span) bool {
	n := 0
	for _, s := range exclude.Merge(append([]extract.Span(nil), spans...)) {
		if a, b := max(start, s.Start), min(end, s.End); a < b {
			n += t.solid(a, b)
		}
	}
	return total > 0 && n*100 >= enough*total
}

// solid counts the code points that are not white space.
func (t *Text) solid(start, end int) (n int) {
	for _, r := range t.runes[start:end] {
		if !unicode.IsSpace(r) {
			n++
		}
	}
	return n
}

// Shared compares the lists of references of two documents.
func Shared(this, source *Text) *evidence.References {
	out := &evidence.References{This: len(this.entries), Source: len(source.entries)}
	for _, e := range this.entries {
		if stands(e, source) {
			out.Shared = append(out.Shared, evidence.Reference{Offset: e.Start, Length: e.End - e.Start, Text: e.text})
		}
	}
	return out
}

// stands reports whether a text lists an entry among its references.
func stands(e entry, t *Text) bool {
	for i := range t.entries {
		if e.same(&t.entries[i]) {
			return true
		}
	}
	return false
}
