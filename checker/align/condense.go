package align

import (
	"cmp"
	"math"
	"slices"
)

// Pieces that follow each other in both texts, within apart symbols of the
// query and in the source no further than they are long together, so that most of the
// passage's source is what corresponds, are one passage if they were treated alike,
// that is, if the parts of them that agree differ by less than unlike (a copied
// passage beside an edited one stays two). Pieces too slight to be a match,
// but of slight at least, count where they join one or show where a summary is.
const (
	apart  = 30
	unlike = 0.35
	slight = 12
)

// condense joins pieces to passages and summaries, and leaves out the slight
// ones that joined none. pieces are in the order of the query.
func (c *clusters) condense(pieces []piece) []piece {
	pieces = c.joined(pieces)
	out, summaries := c.summaries(pieces)
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

// joined joins the pieces that follow each other.
func (c *clusters) joined(pieces []piece) []piece {
	if n := len(c.source.Sound); cap(c.scratch.there) < n {
		c.scratch.there = make([]bool, n)
	}
	there := c.scratch.there[:len(c.source.Sound)] // symbols of the source in the last one; the others are false
	mark := func(p piece, in bool) {
		for _, r := range p.Runs {
			for k := range r.Length {
				there[r.Source+k] = in
			}
		}
	}
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 && c.continues(out[n-1], p, there) {
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

// continues reports whether b goes on where a ends, further on in the source, and is not
// another copy of what a has: there are the symbols of the source that are in a.
func (c *clusters) continues(a, b piece, there []bool) bool {
	return c.sameStretch(a, b) && b.QuerySymbols.Start-a.QuerySymbols.End <= apart &&
		b.QuerySymbols.Start >= a.QuerySymbols.Start && b.SourceSymbols.Start >= a.SourceSymbols.Start &&
		b.SourceSymbols.Start-a.SourceSymbols.End <= max(apart, a.SourceSymbols.size()+b.SourceSymbols.size()) &&
		math.Abs(c.agreeing(a)-c.agreeing(b)) < unlike && !mostlyThere(b, there)
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

// agreeing is the part of the query's passage that is in runs.
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
