package align

import (
	"cmp"
	"math"
	"slices"
)

// Successive pieces in both texts form one passage if they are within apart symbols in the query,
// and in the source no further apart than their total length, so that most of the passage's source
// corresponds. They must also be treated alike: the shares of them that agree differ by less than
// unlike, so a copied passage beside an edited one remains two. Pieces too weak for a match, but
// with at least slight weight, count if they join another one or show where a summary is.
const (
	apart  = 30
	unlike = 0.35
	slight = 12
)

// condense joins pieces to passages and summaries, and drops weak ones that joined none. pieces are
// in the order of the query.
func (c *clusters) condense(pieces []piece) []piece {
	// What a summary takes from the source is further apart.
	out, summaries := c.summaries(c.joined(slices.Clone(pieces), c.reached))
	pieces = c.joined(pieces, c.near)
	for _, p := range pieces {
		if p.strong && !summaries.hold(p.QuerySymbols) {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.Query.Start, b.Query.Start), cmp.Compare(a.Source.Start, b.Source.Start))
	})
	return out
}

// joined joins successive pieces.
func (c *clusters) joined(pieces []piece, reaches func(a, b piece) bool) []piece {
	if n := len(c.source.Sound); cap(c.scratch.there) < n {
		c.scratch.there = make([]bool, n)
	}
	// symbols of the source in the last piece; all others are false
	there := c.scratch.there[:len(c.source.Sound)]
	mark := func(p piece, in bool) {
		for _, r := range p.Runs {
			for k := range r.Length {
				there[r.Source+k] = in
			}
		}
	}
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 && c.continues(out[n-1], p, there) && reaches(out[n-1], p) {
			out[n-1] = c.join(out[n-1], p)
		} else {
			if n > 0 {
				mark(out[n-1], false)
			}
			out = append(out, p)
		}
		mark(p, true)
	}
	for _, m := range out { // pieces may overlap
		mark(m, false)
		slices.SortFunc(m.Runs, func(a, b Agreement) int {
			return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Source, b.Source))
		})
	}
	return out
}

// continues reports whether b continues a further on in the source, and is not another copy of a.
// there marks the symbols of the source that are in a.
func (c *clusters) continues(a, b piece, there []bool) bool {
	return c.sameStretch(a, b) && b.QuerySymbols.Start-a.QuerySymbols.End <= apart &&
		b.QuerySymbols.Start >= a.QuerySymbols.Start && b.SourceSymbols.Start >= a.SourceSymbols.Start &&
		math.Abs(c.agreeing(a)-c.agreeing(b)) < unlike && !mostlyThere(b, there)
}

// near reports whether the gap between two pieces in the source is no longer than both together, so
// that most of their source corresponds.
func (c *clusters) near(a, b piece) bool {
	return b.SourceSymbols.Start-a.SourceSymbols.End <= max(apart, a.SourceSymbols.size()+b.SourceSymbols.size())
}

// reached reports whether a summary with one piece of the source could include the other: there are
// few enough sentences between them.
func (c *clusters) reached(a, b piece) bool {
	return c.source.SentenceOf(b.SourceSymbols.Start)-c.source.SentenceOf(a.SourceSymbols.End-1) <= scattered
}

// mostlyThere reports whether more than half of a piece's symbols of the source are marked.
func mostlyThere(p piece, there []bool) bool {
	all, marked := 0, 0
	for _, r := range p.Runs {
		for _, is := range there[r.Source : r.Source+r.Length] {
			if all++; is {
				marked++
			}
		}
	}
	return 2*marked > all
}

// agreeing returns the share of the query's passage that is in runs.
func (c *clusters) agreeing(m piece) float64 {
	return float64(m.Weight) / float64(c.querySums.weight(m.QuerySymbols))
}

func (c *clusters) join(a, b piece) piece {
	a.QuerySymbols.End = max(a.QuerySymbols.End, b.QuerySymbols.End)
	a.SourceSymbols.End = max(a.SourceSymbols.End, b.SourceSymbols.End)
	a.Query, a.Source = Bounds(c.query, a.QuerySymbols), Bounds(c.source, a.SourceSymbols)
	a.Runs = append(a.Runs, b.Runs...)
	a.Weight += b.Weight
	a.strong, a.told = a.strong || b.strong, max(a.told, b.told)
	return a
}
