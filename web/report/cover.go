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

// place is where a run stands on this side.
func (s side) place(r evidence.Run) extract.Span {
	if s.source {
		return extract.Span{Start: r.SourceOffset, End: r.SourceOffset + r.SourceLength}
	}
	return extract.Span{Start: r.Offset, End: r.Offset + r.Length}
}

// cover gives what of this side corresponds to something of the other, in order;
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

// alone gives what within the match stands on this side alone.
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

// edits gives the runs of this side that are not equal.
func (s side) edits() []highlight.Edit {
	var out []highlight.Edit
	for _, r := range s.match.Runs {
		place := s.place(r)
		if place.Start == place.End {
			continue
		}
		switch r.Op {
		case evidence.Changed:
			out = append(out, highlight.Edit{Span: place, Mark: highlight.Mark(r.Way)})
		case evidence.Moved:
			out = append(out, highlight.Edit{Span: place, Mark: highlight.Moved})
		case evidence.OnlyThis, evidence.OnlySource:
			out = append(out, highlight.Edit{Span: place, Mark: highlight.Only})
		}
	}
	return out
}

// spans gives what of this side is highlighted, for a source as likeness says; with
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

// meet says that two lists of ranges, in order and disjoint, have a place in common.
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

// charactersOf is how many characters of the document a match is about: those that
// count or, where it does not count, all that correspond.
func (a *Assessment) charactersOf(m *evidence.Match) int {
	if m.Counted > 0 {
		return m.Counted
	}
	return a.spoken(side{match: m}.cover())
}

// CharactersOf is how many characters a document has, white space left out.
func CharactersOf(d *extract.Document) int {
	n := 0
	for _, r := range d.Text {
		if evidence.Seen(r) {
			n++
		}
	}
	return n
}
