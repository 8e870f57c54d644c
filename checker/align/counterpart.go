package align

import (
	"cmp"
	"math"
	"slices"
)

// The source may say a thing twice: each passage of the query keeps its best
// counterpart, the one whose runs show the place most surely.

// placing is how surely a run shows the place it comes from. That a run stands
// somewhere else by chance too falls with each symbol more, so that a long one
// says more than as many symbols in short ones, and a symbol by itself nothing.
func placing(r run) float64 { return float64(r.length) * math.Log2(float64(r.length)) }

// counterparts leaves out the pieces of which most of the query's side lies in
// those that show their place more surely. The others are in the order of the query.
func counterparts(pieces []piece) []piece {
	slices.SortFunc(pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(b.placing, a.placing), cmp.Compare(a.QuerySymbols.Start, b.QuerySymbols.Start), cmp.Compare(a.SourceSymbols.Start, b.SourceSymbols.Start))
	})
	out, kept := pieces[:0], passages{}
	for _, m := range pieces {
		if !kept.hold(m.QuerySymbols) {
			kept.add(m.QuerySymbols)
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.Query.Start, b.Query.Start), cmp.Compare(a.Source.Start, b.Source.Start))
	})
	return out
}
