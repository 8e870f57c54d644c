package report

import (
	"slices"
)

// Uncounted holds matches that do not count, for the template "uncounted".
type Uncounted struct {
	Sources []UncountedSource
	Matches []CauseCount // of the sources that do count
	Total   int          // matches of all these
}

// UncountedSource is a source with nothing that counts.
type UncountedSource struct {
	Source  Source
	Matches int
	Causes  []Cause
}

// CauseCount is how many matches do not count for a cause.
type CauseCount struct {
	Cause   Cause
	Matches int
}

func (a *Assessment) uncounted(only int64) Uncounted {
	var v Uncounted
	counts := map[Cause]int{}
	for i := range a.All {
		s := &a.All[i]
		matches := a.taking(s.Matches)
		if s.Full == 0 {
			if len(matches) == 0 {
				continue // nothing was found, or in text that takes no part
			}
			u := UncountedSource{Source: a.card(s, only), Matches: len(matches)}
			for _, m := range matches {
				if why := a.causes[m.ID]; !slices.Contains(u.Causes, why) {
					u.Causes = append(u.Causes, why)
				}
			}
			v.Sources = append(v.Sources, u)
			v.Total += u.Matches
			continue
		}
		for _, m := range matches {
			if m.Counted == 0 {
				counts[a.causes[m.ID]]++
				v.Total++
			}
		}
	}
	slices.SortFunc(v.Sources, func(a, b UncountedSource) int { return a.Source.Rank - b.Source.Rank })
	for _, why := range Causes() {
		if counts[why] > 0 {
			v.Matches = append(v.Matches, CauseCount{Cause: why, Matches: counts[why]})
		}
	}
	return v
}
