// Package citation reports whether a passage is shown to be another's: whether it
// stands in quotation marks, and whether a citation by it names its source.
//
// In go two documents, where their lists of references and quotations stand
// (package exclude finds them), who the source is, and a range; out come an
// evidence.Citation, and the references that both documents list. The package
// knows no library and looks nothing up: what is cited is what the document's own
// list says. Offsets are half-open and count code points.
package citation

import (
	"sort"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// Text is a document with its references and citations. It is not changed after
// it was made and may be read concurrently.
type Text struct {
	entries    []entry
	quotations []extract.Span
	paragraphs []extract.Paragraph
	marks      []mark // in order
	runes      []rune
}

// New prepares a document. ranges are those that exclude found in it, or more.
func New(d *extract.Document, ranges []exclude.Range) *Text {
	t := &Text{runes: []rune(d.Text), paragraphs: d.Paragraphs}
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

// noted returns the citation that a footnote is which follows on its paragraph, as
// word processors keep them. Where in the paragraph it stood is not known: it speaks
// for its end.
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

// mostCovered is how many code points before it a citation at the end of a
// sentence speaks for, within its paragraph: a paragraph of some sentences is
// usually cited once, a chapter is not.
const mostCovered = 400

// enough is the share of a passage, in hundredths, that must be quoted or cited
// for the passage to be so.
const enough = 50

// Of reports whether the passage [start, end) of the document t, which stands in
// source as well, is quoted and cited. who is the source's identity. entry is the
// cited entry of t's list of references where the passage is cited: it names the
// source, or stands in the source's list too. White space does not count.
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

// citing returns what the citations of the source speak for that reach into a range,
// and the entry of the first of them.
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

// solid counts the code points that are no white space.
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

// stands reports whether an entry stands in the list of references of a text.
func stands(e entry, t *Text) bool {
	for i := range t.entries {
		if e.same(&t.entries[i]) {
			return true
		}
	}
	return false
}
