package align

import (
	"cmp"
	"math"
	"slices"
)

// The source may say something twice. Each passage of the query keeps its best counterpart: the one
// whose runs identify the place most certainly.

// placing returns how certainly a run identifies its origin. The probability that a run also occurs
// elsewhere by chance falls with each symbol, so a long run is worth more than as many symbols in
// short ones, and a single symbol nothing.
func placing(r run) float64 { return float64(r.length) * math.Log2(float64(r.length)) }

// counterparts returns the pieces of c.out in the order of the query, without those whose query
// side lies mostly in pieces that identify their place more certainly; strong ones of these are put
// in c.others. A piece that is a further copy of the source of a kept piece stays if enough of it
// lies outside the kept ones.
func (c *clusters) counterparts() []piece {
	slices.SortFunc(c.out, func(a, b piece) int {
		return cmp.Or(cmp.Compare(b.placing, a.placing), cmp.Compare(a.QuerySymbols.Start, b.QuerySymbols.Start),
			cmp.Compare(a.SourceSymbols.Start, b.SourceSymbols.Start))
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
			if run >= seedWeight { // less is not copying
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

// copies holds, for each symbol of the query, the number of copies of its passage in the query and
// in the source. It is nil if no passage has more than one copy on either side.
type copies struct{ query, source []int32 }

// copies counts the copies that the pieces and their other places in the source show.
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
				continue // a word occurs in many places
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
