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
	var out []piece
	for _, p := range pieces {
		if n := len(out); n > 0 && c.continues(out[n-1], p) {
			out[n-1] = c.join(out[n-1], p)
		} else {
			out = append(out, p)
		}
	}
	for _, m := range out { // pieces may overlap
		slices.SortFunc(m.Runs, func(a, b Agreement) int {
			return cmp.Or(cmp.Compare(a.Query, b.Query), cmp.Compare(a.Source, b.Source))
		})
	}
	return out
}

// continues reports whether b goes on where a ends, further on in the source and not
// with another copy of what a has.
func (c *clusters) continues(a, b piece) bool {
	return c.sameStretch(a, b) && !mostlyWithin(b.SourceSymbols, a.SourceSymbols) && b.QuerySymbols.Start-a.QuerySymbols.End <= apart &&
		b.QuerySymbols.Start >= a.QuerySymbols.Start && b.SourceSymbols.Start >= a.SourceSymbols.Start &&
		b.SourceSymbols.Start-a.SourceSymbols.End <= max(apart, a.SourceSymbols.size()+b.SourceSymbols.size()) &&
		math.Abs(c.agreeing(a)-c.agreeing(b)) < unlike
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
