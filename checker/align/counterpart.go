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

// counterparts returns the pieces of c.out but those of which most of the query's side lies in
// pieces that show their place more surely: these are the others. A further copy of what such
// a piece takes from the source stays if enough of it lies beside. All are in the order of the query.
func (c *clusters) counterparts() []piece {
	slices.SortFunc(c.out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(b.placing, a.placing), cmp.Compare(a.QuerySymbols.Start, b.QuerySymbols.Start), cmp.Compare(a.SourceSymbols.Start, b.SourceSymbols.Start))
	})
	c.untake()
	taken := c.scratch.taken
	beside := func(p piece) (weight int) {
		for _, r := range p.Runs {
			run := 0
			for i := r.Query; i < r.Query+r.Length; i++ {
				if !taken[i] {
					run += int(c.query.Weight[i])
				}
			}
			if run >= seedWeight { // less is no copying
				weight += run
			}
		}
		return weight
	}
	var out []piece
	kept, sources := passages{}, passages{}
	c.others = nil
	for _, m := range c.out {
		if !kept.hold(m.QuerySymbols) || m.strong && sources.hold(m.SourceSymbols) && beside(m) >= least {
			kept.add(m.QuerySymbols)
			sources.add(m.SourceSymbols)
			for i := m.QuerySymbols.Start; i < m.QuerySymbols.End; i++ {
				taken[i] = true
			}
			out = append(out, m)
		} else if m.strong {
			c.others = append(c.others, m)
		}
	}
	slices.SortFunc(out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.Query.Start, b.Query.Start), cmp.Compare(a.Source.Start, b.Source.Start))
	})
	return out
}

// copies says of a symbol of the query, in how many copies of its passage it is found in the
// query and in the source; nil if no passage has more than one copy on either side.
type copies struct{ query, source []int32 }

// copies counts the copies that pieces show, and the other places of the source that they have.
func (c *clusters) copies(pieces []piece) *copies {
	strong := slices.Clone(c.others)
	var sources passages
	several := len(strong) > 0
	for _, p := range pieces {
		if p.strong {
			if sources == nil {
				sources = passages{}
			}
			several = several || sources.meet(p.SourceSymbols)
			sources.add(p.SourceSymbols)
			strong = append(strong, p)
		}
	}
	if !several {
		return nil
	}
	n := len(c.query.Sound)
	same := newForest(n + len(c.source.Sound))
	for _, p := range strong {
		for _, r := range p.Runs {
			c.scratch.work += r.Length
			if c.querySums.weight(Span{r.Query, r.Query + r.Length}) < seedWeight {
				continue // a word is in many places
			}
			for k := range r.Length {
				same.join(r.Query+k, n+r.Source+k)
			}
		}
	}
	out := &copies{make([]int32, n), make([]int32, n)}
	query, source := make([]int32, len(same)), make([]int32, len(same)) // by root
	for i := range same {
		if root := same.root(i); i < n {
			query[root]++
		} else {
			source[root]++
		}
	}
	for i := range n {
		root := same.root(i)
		out.query[i], out.source[i] = query[root], max(source[root], 1)
	}
	return out
}
