package report

import "zhiwen/checker/evidence"

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
}

// Listed lists the sources that a report names, with something found that takes part
// or the applicant's own, in the order of their numbers.
func (a *Assessment) Listed() []TableSource {
	var out []TableSource
	for i := range a.All {
		v := TableSource{Source: &a.All[i]}
		for _, m := range a.taking(v.Source.Matches) {
			if m.Counted > 0 {
				v.Counted++
			} else {
				v.Left++
			}
		}
		if v.Counted+v.Left > 0 || v.Source.Relation == evidence.SameApplicant {
			out = append(out, v)
		}
	}
	return out
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
