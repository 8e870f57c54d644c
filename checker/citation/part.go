package citation

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/extract"
)

// Part is a part of a passage that is wholly quoted or wholly not, and the same for cited.
type Part struct {
	extract.Span
	Quoted, Cited bool
}

// Uniform reports whether no quotation, and no range covered by a citation of anything, begins or
// ends within [start, end): such a passage is one part.
func (t *Text) Uniform(start, end int) bool {
	inside := func(s extract.Span) bool {
		return s.Start > start && s.Start < end || s.End > start && s.End < end
	}
	return !slices.ContainsFunc(t.quotations, inside) &&
		!slices.ContainsFunc(t.marks, func(m mark) bool { return inside(m.covers) })
}

// Parts divides the passage [start, end) where a quotation, or the range that a citation of the
// source covers, begins or ends. The parts are adjacent, fill the passage, and two neighbours
// differ. source and who are as in Of.
func (t *Text) Parts(start, end int, source *Text, who evidence.Identity) []Part {
	start, end = max(0, start), min(end, len(t.runes))
	citing, _ := t.citing(start, end, source, who)
	citing = exclude.Merge(citing)
	quotations := exclude.Merge(slices.Clone(t.quotations))
	cuts := []int{start, end}
	for _, spans := range [][]extract.Span{quotations, citing} {
		for _, s := range spans {
			for _, at := range []int{s.Start, s.End} {
				if at > start && at < end {
					cuts = append(cuts, at)
				}
			}
		}
	}
	slices.SortFunc(cuts, cmp.Compare[int])
	var out []Part
	for i := 1; i < len(cuts); i++ {
		p := Part{extract.Span{Start: cuts[i-1], End: cuts[i]}, within(quotations, cuts[i-1]), within(citing, cuts[i-1])}
		if p.Start < p.End {
			out = Joined(append(out, p))
		}
	}
	return out
}

// Joined merges the last two parts if both are quoted and cited alike.
func Joined(parts []Part) []Part {
	n := len(parts)
	if n < 2 || parts[n-1].Quoted != parts[n-2].Quoted || parts[n-1].Cited != parts[n-2].Cited {
		return parts
	}
	parts[n-2].End = parts[n-1].End
	return parts[:n-1]
}
