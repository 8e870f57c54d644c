package align

import (
	"cmp"
	"slices"

	"zhiwen/checker/text"
)

// In a rewritten passage few seeds survive, but words do. A longer word in both texts means little
// by itself, but several near each other on both sides, in whatever order, mean much: the
// probability that a word shared by two unrelated texts has another one within nearBy on both sides
// is one in twenty. Characters are left out: rewritten Chinese keeps runs of them, and pairs of
// them are too common.
const (
	weakWeight = 2  // of a longer word
	weakPlaces = 3  // a weak seed that occurs more often in either text means nothing
	nearBy     = 20 // most symbols between neighbours, on both sides
	leastWeak  = 12 // least weight of a cluster of weak seeds, on both sides
)

// isWord reports whether a symbol is a word, not a character.
func isWord(symbol uint32) bool { return symbol&text.WordBit != 0 }

// weakRuns returns the runs of weak seeds that have enough others near them.
func (x *seedIndex) weakRuns(t *text.Text, query int, s *Scratch) []run {
	if cap(s.times) < query {
		s.times = make([]uint8, query)
	}
	times := s.times[:query]
	clear(times)
	points := s.points[:0]
	again := s.repeatsOf(t).Again
	x.each(t, s, func(q, s, length int32) {
		if times[q] <= weakPlaces && (again == nil || !again[s]) {
			times[q]++
			points = append(points, run{q: q, s: s, length: length, weight: weakWeight})
		}
	})
	points = slices.DeleteFunc(points, func(r run) bool { return times[r.q] > weakPlaces })
	slices.SortFunc(points, func(a, b run) int { return cmp.Or(cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s)) })
	s.points = points

	// Neighbours are joined into clusters.
	cluster := newForest(len(points))
	for i, p := range points {
		for j := i - 1; j >= 0 && p.q-points[j].q <= nearBy; j-- {
			s.work++
			if d := p.s - points[j].s; -nearBy <= d && d <= nearBy {
				cluster.join(i, j)
			}
		}
	}
	// A cluster weighs what it covers on the side where that is less.
	order := make([]int, len(points))
	for i := range order {
		order[i] = i
	}
	byQuery := clusterWeights(points, order, cluster, func(r run) int32 { return r.q }, t.Weight)
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(points[a].s, points[b].s), cmp.Compare(a, b)) })
	bySource := clusterWeights(points, order, cluster, func(r run) int32 { return r.s }, t.Weight)
	out := points[:0]
	for i, p := range points {
		if c := cluster.root(i); min(byQuery[c], bySource[c]) >= leastWeak {
			out = append(out, p)
		}
	}
	return out
}

// clusterWeights returns the weight that each cluster of points covers on a side, by its root.
// order sorts the points on that side; weights are those of the source, whose symbols are the same.
func clusterWeights(points []run, order []int, cluster forest, at func(run) int32, weights []uint8) []int32 {
	weight, until := make([]int32, len(points)), make([]int32, len(points))
	for _, i := range order {
		p, c := points[i], cluster.root(i)
		for k := max(at(p), until[c]); k < at(p)+p.length; k++ {
			weight[c] += int32(weights[p.s+k-at(p)])
		}
		until[c] = max(until[c], at(p)+p.length)
	}
	return weight
}

// forest is a union-find structure over numbers from 0.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

func (f forest) root(i int) int {
	for int(f[i]) != i {
		f[i] = f[f[i]]
		i = int(f[i])
	}
	return i
}

func (f forest) join(i, j int) { f[f.root(i)] = int32(f.root(j)) }
