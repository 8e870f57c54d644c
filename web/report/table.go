package report

import (
	"cmp"
	"maps"
	"slices"

	"zhiwen/checker/evidence"
)

// TableMatch is a match in the table of all.
type TableMatch struct {
	evidence.Match
	Rank       int    // of its source
	Name       string // of its source
	Ordinal    int    // among all matches of its source, from 1
	Characters int    // of the document that it is about
	Why        Cause  // why it does not count, or ""
	Decided    *evidence.Decision
}

// TableSource is a source in the table of all.
type TableSource struct {
	Source        *evidence.Source
	Counted, Left int // matches that count, and those that were found and do not
	Hints         int // that point to it and that nobody has dismissed, at the chosen level
}

// Listed lists the sources that a report names, with something found that takes part
// or the applicant's own, in the order of their numbers.
func (a *Assessment) Listed() []TableSource {
	var out []TableSource
	hints := map[int64]int{}
	shown := a.hints()
	for _, h := range slices.Concat(shown.List, shown.Confirmed) {
		hints[h.Source]++
	}
	for i := range a.All {
		v := TableSource{Source: &a.All[i], Hints: hints[a.All[i].ID]}
		delete(hints, v.Source.ID)
		for _, m := range a.taking(v.Source.Matches) {
			if m.Counted > 0 {
				v.Counted++
			} else {
				v.Left++
			}
		}
		if v.Counted+v.Left+v.Hints > 0 || v.Source.Relation == evidence.SameApplicant {
			out = append(out, v)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(hints)) { // that share no text
		out = append(out, TableSource{Source: a.hinted[id], Hints: hints[id]})
	}
	return out
}

// Hints lists the hints of the chosen level and those that somebody has decided about, by place.
func (a *Assessment) Hints() []TableHint {
	shown := a.hints()
	var out []TableHint
	for _, h := range slices.Concat(shown.List, shown.Confirmed, shown.Dismissed) {
		of := a.hint(h.ID)
		out = append(out, TableHint{Hint: h, This: of.This, From: of.From})
	}
	slices.SortStableFunc(out, func(x, y TableHint) int { return cmp.Compare(x.Number, y.Number) })
	return out
}

// TableHint is a hint in the table of all, with both passages.
type TableHint struct {
	Hint
	This, From evidence.Passage
}

// Matches lists all matches, source by source in order of place; not those of text that
// takes no part.
func (a *Assessment) Matches() []TableMatch {
	var out []TableMatch
	for i := range a.All {
		s := &a.All[i]
		ordinals := a.ordinals(s.ID)
		matches := a.taking(s.Matches)
		for j := range matches {
			m := &matches[j]
			out = append(out, TableMatch{
				Match: *m, Rank: a.ranks[s.ID], Name: NameOf(s.Identity), Ordinal: ordinals[m.ID],
				Characters: a.charactersOf(m), Why: a.causes[m.ID], Decided: a.Decided.Match(m.ID),
			})
		}
	}
	return out
}
