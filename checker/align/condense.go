package align

import "math"

// A summary takes a little from everywhere: what stands together in the query
// is far apart in the source, in the same order. Pieces that follow each other
// in the query within apart symbols are one passage if they were treated alike,
// that is, if the parts of them that agree differ by less than unlike (a copied
// passage beside an edited one stays two). Pieces too slight to be a match,
// but of slight at least, count where they join one.
const (
	apart  = 30
	unlike = 0.35
	slight = 12
)

// condense joins the pieces of summaries, and leaves out the slight ones that
// joined none. matches are in the order of the query.
func (c *clusters) condense(matches []Match) []Match {
	var joined []Match
	for _, m := range matches {
		if n := len(joined); n > 0 && c.continues(joined[n-1], m) {
			joined[n-1] = c.join(joined[n-1], m)
		} else {
			joined = append(joined, m)
		}
	}
	out := joined[:0]
	for _, m := range joined {
		if m.strong {
			out = append(out, m)
		}
	}
	return out
}

// continues reports whether b goes on where a ends, further on in the source.
func (c *clusters) continues(a, b Match) bool {
	return b.QuerySymbols.Start-a.QuerySymbols.End <= apart &&
		b.QuerySymbols.Start >= a.QuerySymbols.Start && b.SourceSymbols.Start >= a.SourceSymbols.Start &&
		math.Abs(c.agreeing(a)-c.agreeing(b)) < unlike
}

// agreeing is the part of the query's passage that is in runs.
func (c *clusters) agreeing(m Match) float64 {
	all := 0
	for _, w := range c.query.Weight[m.QuerySymbols.Start:m.QuerySymbols.End] {
		all += int(w)
	}
	return float64(m.Weight) / float64(all)
}

func (c *clusters) join(a, b Match) Match {
	a.QuerySymbols.End = max(a.QuerySymbols.End, b.QuerySymbols.End)
	a.SourceSymbols.End = max(a.SourceSymbols.End, b.SourceSymbols.End)
	a.Query, a.Source = bounds(c.query, a.QuerySymbols), bounds(c.source, a.SourceSymbols)
	a.Runs = append(a.Runs, b.Runs...)
	a.Weight += b.Weight
	a.strong = a.strong || b.strong
	return a
}
