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

// copies holds the number of copies of the passage of each symbol of the query. It is nil if no passage has more than one copy
// on either side.
type copies struct {
	node   []int32 // by symbol of the query: where its copies are counted; 0 for symbols in no passage
	counts []copyCount
}

// copyCount is how many copies of a passage the query and the source have.
type copyCount struct{ query, source int32 }

func (c *copies) of(symbol int) copyCount { return c.counts[c.node[symbol]] }

// copies counts the copies that the pieces and their other places in the source show. The result uses memory of the scratch, until
// the next call.
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
	node := zeros(&c.scratch.nodes, n+len(c.source.Sound)) // of the symbols of both texts
	same, counts := forest{0}, append(c.scratch.counts[:0], copyCount{1, 1})
	nodeOf := func(at int) int {
		if node[at] == 0 {
			node[at] = int32(len(same))
			same = append(same, node[at])
			one := copyCount{source: 1}
			if at < n {
				one = copyCount{query: 1}
			}
			counts = append(counts, one)
		}
		return int(node[at])
	}
	for _, p := range strong {
		for _, r := range p.Runs {
			c.scratch.work += r.Length
			if c.querySums.weight(Span{r.Query, r.Query + r.Length}) < seedWeight {
				continue // a word occurs in many places
			}
			for k := range r.Length {
				same.join(nodeOf(r.Query+k), nodeOf(n+r.Source+k))
			}
		}
	}
	for i := range counts {
		if root := same.root(i); root != i {
			counts[root].query += counts[i].query
			counts[root].source += counts[i].source
		}
	}
	for i := range counts {
		counts[i] = counts[same.root(i)]
	}
	c.scratch.counts = counts
	return &copies{node[:n], counts}
}
