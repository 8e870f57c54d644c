package report

import (
	"cmp"
	"slices"
	"unicode"

	"zhiwen/checker/evidence"
	"zhiwen/extract"
	"zhiwen/web/report/highlight"
)

// side is one side of a match.
type side struct {
	match  *evidence.Match
	source bool // the source's side, or else the document's
}

func (s side) passage() evidence.Passage {
	if s.source {
		return s.match.Source
	}
	return s.match.This
}

// place returns where a run stands on this side.
func (s side) place(r evidence.Run) extract.Span {
	if s.source {
		return extract.Span{Start: r.SourceOffset, End: r.SourceOffset + r.SourceLength}
	}
	return extract.Span{Start: r.Offset, End: r.Offset + r.Length}
}

// cover returns what of this side corresponds to something of the other, in order;
// what only white space parts is one.
func (s side) cover() []extract.Span {
	ranges := s.match.Ranges()
	if s.source {
		ranges = s.match.SourceRanges()
	}
	p := s.passage()
	if len(ranges) == 1 {
		return []extract.Span{{Start: ranges[0].Start, End: ranges[0].End}}
	}
	slices.SortFunc(ranges, func(a, b evidence.Range) int { return cmp.Compare(a.Start, b.Start) })
	quote := []rune(p.Text)
	blank := func(start, end int) bool {
		for at := start; at < end; at++ {
			if in := at - p.Offset; in < 0 || in >= len(quote) || !unicode.IsSpace(quote[in]) {
				return false
			}
		}
		return true
	}
	var out []extract.Span
	for _, r := range ranges {
		if n := len(out) - 1; n >= 0 && blank(out[n].End, r.Start) {
			out[n].End = max(out[n].End, r.End)
			continue
		}
		out = append(out, extract.Span{Start: r.Start, End: r.End})
	}
	return out
}

// alone returns what within the match stands on this side alone.
func (s side) alone() []extract.Span {
	mine := evidence.OnlyThis
	if s.source {
		mine = evidence.OnlySource
	}
	var out []extract.Span
	for _, r := range s.match.Runs {
		if place := s.place(r); r.Op == mine && place.Start < place.End {
			out = append(out, place)
		}
	}
	return out
}

// edits returns the ranges of this side that differ: of a changed run, the characters that the other side lacks.
func (s side) edits() []highlight.Edit {
	var out []highlight.Edit
	for _, r := range s.match.Runs {
		place := s.place(r)
		if place.Start == place.End {
			continue
		}
		switch r.Op {
		case evidence.Changed:
			other := side{s.match, !s.source}
			for _, p := range unlike(textAt(s.passage(), place), textAt(other.passage(), other.place(r))) {
				out = append(out, highlight.Edit{Span: extract.Span{Start: place.Start + p.Start, End: place.Start + p.End},
					Mark: highlight.Mark(r.Way)})
			}
		case evidence.Moved:
			out = append(out, highlight.Edit{Span: place, Mark: highlight.Moved})
		case evidence.OnlyThis, evidence.OnlySource:
			out = append(out, highlight.Edit{Span: place, Mark: highlight.Only})
		}
	}
	return out
}

// edits returns in what the two sides of the matches differ, as pieces of this document and
// of the source.
func edits(matches []evidence.Match) (this, source []highlight.Edit) {
	for i := range matches {
		m := &matches[i]
		this, source = append(this, side{match: m}.edits()...), append(source, side{match: m, source: true}.edits()...)
	}
	return this, source
}

// textAt returns the text of a place of a passage; nil where the passage does not hold it.
func textAt(p evidence.Passage, place extract.Span) []rune {
	text := []rune(p.Text)
	if place.Start < p.Offset || place.End > p.Offset+len(text) {
		return nil
	}
	return text[place.Start-p.Offset : place.End-p.Offset]
}

// mostUnlike is the largest product of the lengths of two sides of a run that are compared character by character: of
// longer ones only what both begin and end with is left out.
const mostUnlike = 250_000

// unlike returns the characters of a that are not in a longest common subsequence of a and b, as ranges of a.
func unlike(a, b []rune) (out []extract.Span) {
	start, end := 0, 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	for end < min(len(a), len(b))-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	x, y := a[start:len(a)-end], b[start:len(b)-end]
	if len(x)*len(y) > mostUnlike || len(x) == 0 || len(y) == 0 {
		if len(x) > 0 {
			out = append(out, extract.Span{Start: start, End: start + len(x)})
		}
		return out
	}
	common := make([][]int, len(x)+1) // length of the longest common subsequence of what follows
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(x); {
		switch {
		case j < len(y) && x[i] == y[j]:
			i, j = i+1, j+1
		case j < len(y) && common[i][j+1] > common[i+1][j]:
			j++
		default:
			if n := len(out) - 1; n >= 0 && out[n].End == start+i {
				out[n].End++
			} else {
				out = append(out, extract.Span{Start: start + i, End: start + i + 1})
			}
			i++
		}
	}
	return out
}

// spans returns what of this side is highlighted, for a source as likeness says; with
// alone also what is drawn within the match though nothing of the other side corresponds to it.
func (s side) spans(likeness highlight.Span, alone bool) []highlight.Span {
	likeness.Match = s.match
	var out []highlight.Span
	for _, c := range s.cover() {
		likeness.Span = c
		out = append(out, likeness)
	}
	if alone {
		likeness.Alone = true
		for _, c := range s.alone() {
			likeness.Span = c
			out = append(out, likeness)
		}
		slices.SortStableFunc(out, func(a, b highlight.Span) int { return cmp.Compare(a.Start, b.Start) })
	}
	if len(out) > 0 {
		out[0].First, out[len(out)-1].Last = true, true
	}
	return out
}

// meet reports whether two lists of ranges, in order and disjoint, have a place in common.
func meet(a, b []extract.Span) bool {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if a[i].Start < b[j].End && b[j].Start < a[i].End {
			return true
		}
		if a[i].End <= b[j].End {
			i++
		} else {
			j++
		}
	}
	return false
}

// charactersOf returns how many characters of the document a match is about: those that count or,
// where it does not count, all that correspond.
func (a *Assessment) charactersOf(m *evidence.Match) int {
	if m.Counted > 0 {
		return m.Counted
	}
	return a.spoken(side{match: m}.cover())
}

// CharactersOf returns how many characters a document has, white space left out.
func CharactersOf(d *extract.Document) int {
	n := 0
	for _, r := range d.Text {
		if evidence.Seen(r) {
			n++
		}
	}
	return n
}
