package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// A match ends where copying ends: pieces are split wherever one side continues for more than a
// short edit without a counterpart on the other.
const (
	shortEdit  = 12 // symbols: about a clause
	leastMoved = 8  // least weight of a stretch in another order to count as moved; less is chance
)

// matches splits pieces into matches.
func (c *clusters) matches(pieces []piece) []Match {
	order := slices.Clone(pieces)
	slices.SortStableFunc(order, func(a, b piece) int { return cmp.Compare(b.Weight, a.Weight) })
	c.untake()
	c.news = c.newNews(pieces)
	var out []Match
	for _, p := range order {
		passage := Passage{p.Query, p.Source}
		for _, part := range c.partsOf(p) {
			for _, rest := range c.untaken(part) {
				if len(rest) < len(part) && c.news.tells(rest) < supported {
					continue
				}
				for _, m := range c.named(rest, p.summary) {
					m.Passage = passage
					for i := m.QuerySymbols.Start; i < m.QuerySymbols.End; i++ {
						c.scratch.taken[i] = true
					}
					out = append(out, m)
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Match) int {
		return cmp.Or(cmp.Compare(a.Query.Start, b.Query.Start), cmp.Compare(a.Source.Start, b.Source.Start))
	})
	c.joinPassages(out)
	return out
}

// untake clears c.scratch.taken, so that no symbol of the query is in a match.
func (c *clusters) untake() {
	if n := len(c.query.Sound); cap(c.scratch.taken) < n {
		c.scratch.taken = make([]bool, n)
	}
	c.scratch.taken = c.scratch.taken[:len(c.query.Sound)]
	clear(c.scratch.taken)
}

// joinPassages merges passages that are separated only by text that was kept out. matches are in
// order of the query.
func (c *clusters) joinPassages(matches []Match) {
	first := 0 // first match of the passage
	for i := 1; i < len(matches); i++ {
		a, b := matches[i-1], matches[i]
		if a.Passage == b.Passage {
			continue
		}
		dq, ds := b.QuerySymbols.Start-a.QuerySymbols.End, b.SourceSymbols.Start-a.SourceSymbols.End
		if dq < 0 || dq > apart || ds < 0 || ds > apart || !c.cutBetween(a, b) {
			first = i
			continue
		}
		whole := Passage{a.Passage.Query.union(b.Passage.Query), a.Passage.Source.union(b.Passage.Source)}
		old := b.Passage
		for k := first; k < len(matches); k++ {
			if k < i || matches[k].Passage == old {
				matches[k].Passage = whole
			} else {
				break
			}
		}
	}
}

func (c *clusters) cutBetween(a, b Match) bool {
	_, q := c.query.Stretch(a.QuerySymbols.Start)
	_, s := c.source.Stretch(a.SourceSymbols.Start)
	return b.QuerySymbols.Start >= q || b.SourceSymbols.Start >= s
}

// untaken returns the runs, in order of the query, that are in no match yet, split where another
// match lies between.
func (c *clusters) untaken(runs []run) [][]run {
	taken := func(from, until int32) bool { return slices.Contains(c.scratch.taken[from:until], true) }
	var out [][]run
	open := false
	for i, r := range runs {
		switch {
		case taken(r.q, r.q+r.length):
			open = false
		case open && !taken(runs[i-1].q, r.q):
			last := len(out) - 1
			out[last] = append(out[last], r)
		default:
			out, open = append(out, []run{r}), true
		}
	}
	return out
}

// partsOf splits the runs of a piece into the parts that become separate matches, each in order of
// the query.
func (c *clusters) partsOf(p piece) [][]run {
	runs := c.disjoint(p)
	if len(runs) == 0 {
		return nil
	}
	ordered := orderly(runs)
	all := c.news.tells(ordered) + c.news.loose(runs, ordered)
	if p.summary { // it takes from far apart
		// Sentences that were copied unchanged are matches of their own. It is a summary if the
		// rest has more information than these.
		copied, told := c.tellingParts(ordered, false)
		switch {
		case all < enoughSkewed*c.news.least:
			return nil
		case 2*told >= all:
			return copied
		}
		return [][]run{runs}
	}
	parts, _ := c.tellingParts(ordered, all >= c.news.need(ordered))
	return parts
}

// tellingParts returns the tight parts of runs with enough information, or with little if the piece
// has enough as a whole (together), and their total information. The parts with most information
// come first.
func (c *clusters) tellingParts(runs []run, together bool) (parts [][]run, all float64) {
	for _, part := range c.tightParts(runs, 0) {
		if told := c.news.tells(part); told >= c.news.need(part) || together && told >= supported*c.news.least {
			parts, all = append(parts, part), all+told
		}
	}
	slices.SortStableFunc(parts, func(a, b []run) int { return cmp.Compare(c.news.tells(b), c.news.tells(a)) })
	return parts, all
}

// extent returns the range of symbols from the first to the last run on each side.
func extent(runs []run) (q, s Span) {
	q, s = Span{int(runs[0].q), 0}, Span{int(runs[0].s), 0}
	for _, r := range runs {
		q.Start, q.End = min(q.Start, int(r.q)), max(q.End, int(r.q+r.length))
		s.Start, s.End = min(s.Start, int(r.s)), max(s.End, int(r.s+r.length))
	}
	return q, s
}

// disjoint returns the runs of a piece in order of the query, reduced so that each symbol of either
// side is in at most one. The longest runs choose first.
func (c *clusters) disjoint(p piece) []run {
	runs := make([]run, len(p.Runs))
	for i, r := range p.Runs {
		runs[i] = run{q: int32(r.Query), s: int32(r.Source), length: int32(r.Length)}
	}
	c.weighed(runs)
	slices.SortFunc(runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s))
	})
	q, s := newCover(runs, func(r run) int32 { return r.q }), newCover(runs, func(r run) int32 { return r.s })
	out := runs[:0]
	for _, r := range runs {
		best, now := run{}, run{}
		for i := range r.length {
			c.scratch.work++
			if c.scratch.taken[r.q+i] || q.taken[r.q+i-q.from] || s.taken[r.s+i-s.from] {
				now.length = 0
				continue
			}
			if now.length == 0 {
				now = run{q: r.q + i, s: r.s + i}
			}
			if now.length++; now.length > best.length {
				best = now
			}
		}
		if best.length > 0 {
			q.take(best.q, best.length)
			s.take(best.s, best.length)
			out = append(out, best)
		}
	}
	slices.SortFunc(out, func(a, b run) int { return cmp.Compare(a.q, b.q) })
	return c.weighed(out)
}

// orderly drops the runs that are in no order with the others: those that are neither in the
// heaviest sequence in the order of both sides, nor in a sufficiently heavy block that was moved as
// a whole. runs are disjoint and in order of the query.
func orderly(runs []run) []run {
	in := chain(runs)
	out := runs[:0:0]
	var block []run
	weight := int32(0)
	flush := func() {
		if weight >= leastMoved {
			out = append(out, block...)
		}
		block, weight = block[:0], 0
	}
	for i, r := range runs {
		if in[i] {
			out = append(out, r)
			continue
		}
		if n := len(block); n > 0 {
			b := block[n-1]
			if dq, ds := r.q-b.q-b.length, r.s-b.s-b.length; dq > shortEdit || ds < 0 || ds > shortEdit {
				flush()
			}
		}
		block, weight = append(block, r), weight+r.weight
	}
	flush()
	slices.SortFunc(out, func(a, b run) int { return cmp.Compare(a.q, b.q) })
	return out
}

// chain marks the runs of the heaviest sequence in the order of both sides. runs are disjoint and
// in order of the query.
func chain(runs []run) []bool {
	in := make([]bool, len(runs))
	order := make([]int, len(runs)) // by source
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(runs[a].s, runs[b].s) })
	rank := make([]int, len(runs))
	for k, i := range order {
		rank[i] = k
	}
	// best[k] is the heaviest sequence that ends with a run whose rank is in a range ending at k (a
	// Fenwick tree of maxima).
	best := make([]int, len(runs)+1) // run+1
	sum, before := make([]int32, len(runs)), make([]int, len(runs))
	last := -1
	for i, r := range runs {
		before[i] = -1
		for k := rank[i]; k > 0; k -= k & -k {
			if j := best[k] - 1; j >= 0 && (before[i] < 0 || sum[j] > sum[before[i]]) {
				before[i] = j
			}
		}
		sum[i] = 2*r.weight - 1 // of equal weights the sequence with fewer runs wins
		if j := before[i]; j >= 0 {
			sum[i] += sum[j]
		}
		for k := rank[i] + 1; k < len(best); k += k & -k {
			if j := best[k] - 1; j < 0 || sum[i] > sum[j] {
				best[k] = i + 1
			}
		}
		if last < 0 || sum[i] > sum[last] {
			last = i
		}
	}
	for ; last >= 0; last = before[last] {
		in[last] = true
	}
	return in
}

// tightParts splits runs at the gaps, and trims each part to where it is dense. What is trimmed off
// may form parts of its own. times is how often they were split before.
func (c *clusters) tightParts(runs []run, times int) [][]run {
	var out [][]run
	for _, part := range c.gapParts(runs, 0) {
		part = orderly(part)
		if len(part) == 0 {
			continue
		}
		first, last := c.densest(part)
		kept := part[first:last]
		if trimmed := c.withinSentences(slices.Clone(kept)); len(trimmed) > 0 {
			kept = trimmed
			slices.SortFunc(kept, func(a, b run) int { return cmp.Compare(a.q, b.q) })
		}
		out = append(out, kept)
		if times == patience {
			continue
		}
		if first > 0 {
			out = append(out, c.tightParts(part[:first:first], times+1)...)
		}
		if last < len(part) {
			out = append(out, c.tightParts(part[last:], times+1)...)
		}
	}
	return out
}

// gapParts splits runs where either side has a gap of more than a short edit, until there are none.
// Each part is in order of the query.
func (c *clusters) gapParts(runs []run, times int) [][]run {
	c.scratch.work += len(runs)
	bySource := slices.Clone(runs)
	slices.SortFunc(bySource, func(a, b run) int { return cmp.Compare(a.s, b.s) })
	parts := [][]run{}
	for _, part := range cutAtGaps(bySource, func(r run) int32 { return r.s }) {
		slices.SortFunc(part, func(a, b run) int { return cmp.Compare(a.q, b.q) })
		parts = append(parts, cutAtGaps(part, func(r run) int32 { return r.q })...)
	}
	if len(parts) == 1 || times == patience {
		return parts
	}
	var out [][]run
	for _, part := range parts {
		out = append(out, c.gapParts(part, times+1)...)
	}
	return out
}

// cutAtGaps splits runs, in order of a side, at that side's gaps.
func cutAtGaps(runs []run, at func(run) int32) [][]run {
	var out [][]run
	first := 0
	for i := 1; i <= len(runs); i++ {
		if i == len(runs) || at(runs[i])-at(runs[i-1])-runs[i-1].length > shortEdit {
			out = append(out, runs[first:i:i])
			first = i
		}
	}
	return out
}

// densest returns the range of runs with the highest sum: agreement adds, the text between two runs
// subtracts half as much on both sides, and each run subtracts one.
func (c *clusters) densest(runs []run) (first, last int) {
	best, sum, start := int32(-1), int32(0), 0
	for i, r := range runs {
		if i > 0 {
			b := runs[i-1]
			sum -= r.q - b.q - b.length
			if ds := r.s - b.s - b.length; ds > 0 && ds <= shortEdit {
				sum -= ds
			}
		}
		if sum <= 0 {
			sum, start = 0, i
		}
		if sum += 2*r.weight - 2; sum > best {
			best, first, last = sum, start, i+1
		}
	}
	return first, last
}

// sentenceAt returns the sentence that contains a symbol.
func sentenceAt(t *text.Text, symbol int32) text.Sentence {
	return t.Sentences[t.SentenceOf(int(symbol))]
}
