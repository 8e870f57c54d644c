package align

import (
	"cmp"
	"math"
	"slices"

	"zhiwen/checker/text"
)

// What follows does what the package does by the definitions alone, comparing
// everything with everything.

// seedAt returns how many symbols the seed of a weight has that begins at a
// symbol, 0 where the text ends before.
func seedAt(t *text.Text, first, weight int) int {
	sum := 0
	for n, w := range t.Weight[first:] {
		if sum += int(w); sum >= weight {
			return n + 1
		}
	}
	return 0
}

// sameSeed returns the length of a seed that begins at i of a and at j of b, 0
// if there is none.
func sameSeed(a, b *text.Text, i, j, weight int) int {
	n := seedAt(a, i, weight)
	if n == 0 || n != seedAt(b, j, weight) || !slices.Equal(a.Sound[i:i+n], b.Sound[j:j+n]) {
		return 0
	}
	return n
}

// times returns how often the seed at each symbol of a stands in b.
func times(a, b *text.Text, weight int) []int {
	out := make([]int, len(a.Sound))
	for i := range a.Sound {
		for j := range b.Sound {
			if sameSeed(a, b, i, j, weight) > 0 {
				out[i]++
			}
		}
	}
	return out
}

// runsSlowly walks along every diagonal: a run is a stretch of symbols that
// all lie in seeds that do not stand too often in the query.
func runsSlowly(query, source *text.Text) []Agreement {
	var out []Agreement
	indexed := indexedSlowly(query, seedWeight, mostPlaces)
	n, m := len(query.Sound), len(source.Sound)
	for d := -m + 1; d < n; d++ {
		in := make([]bool, n)
		for i := max(0, d); i < min(n, m+d); i++ {
			if k := sameSeed(query, source, i, i-d, seedWeight); k > 0 && indexed[i] {
				for x := i; x < i+k; x++ {
					in[x] = true
				}
			}
		}
		for i := 0; i < n; i++ {
			if in[i] && (i == 0 || !in[i-1]) {
				out = append(out, Agreement{i, i - d, 0})
			}
			if in[i] {
				out[len(out)-1].Length++
			}
		}
	}
	return out
}

// indexedSlowly reports for each symbol of a text whether the seed that starts there is looked up: it occurs places times at
// most. Of one that occurs more often and in later copies too, the first places outside these are.
func indexedSlowly(t *text.Text, weight, places int) []bool {
	repeats := FindRepeats(t)
	out := make([]bool, len(t.Sound))
	for i := range t.Sound {
		all, own, before := 0, 0, 0
		for j := range t.Sound {
			n := sameSeed(t, t, i, j, weight)
			if n == 0 {
				continue
			}
			all++
			if !repeats.holds(j, uint8(n)) {
				own++
				if j < i {
					before++
				}
			}
		}
		switch n := seedAt(t, i, weight); {
		case n == 0:
		case repeats.holds(i, uint8(n)):
			out[i] = all <= places
		default:
			out[i] = own <= places || own < all && before < places
		}
	}
	return out
}

// weakSlowly finds the weak seeds that stand seldom in both texts and are
// linked, neighbour by neighbour, to enough others.
func weakSlowly(query, source *text.Text) []Agreement {
	inQuery, inSource := times(query, query, weakWeight), times(query, source, weakWeight)
	var points []Agreement
	for i := range query.Sound {
		for j := range source.Sound {
			if n := sameSeed(query, source, i, j, weakWeight); n > 0 && isWord(query.Sound[i]) && inQuery[i] <= weakPlaces && inSource[i] <= weakPlaces {
				points = append(points, Agreement{i, j, n})
			}
		}
	}
	seen := make([]bool, len(points))
	var out []Agreement
	for i := range points {
		if seen[i] {
			continue
		}
		seen[i] = true
		group := []int{i}
		for k := 0; k < len(group); k++ {
			a := points[group[k]]
			for j, b := range points {
				if !seen[j] && distance(a.Query, b.Query) <= nearBy && distance(a.Source, b.Source) <= nearBy {
					seen[j] = true
					group = append(group, j)
				}
			}
		}
		q, s := map[int]bool{}, map[int]bool{}
		for _, k := range group {
			for x := range points[k].Length {
				q[points[k].Query+x], s[points[k].Source+x] = true, true
			}
		}
		if min(weightOf(query, q), weightOf(source, s)) >= leastWeak {
			for _, k := range group {
				out = append(out, points[k])
			}
		}
	}
	return out
}

func distance(a, b int) int { return max(a-b, b-a) }

func weightOf(t *text.Text, symbols map[int]bool) int {
	n := 0
	for i := range symbols {
		n += int(t.Weight[i])
	}
	return n
}

// extendSlowly looks from both ends of every run for the nearest agreement of
// free symbols, and on from that.
func extendSlowly(query, source *text.Text, runs []Agreement) []Agreement {
	q, s := map[int]bool{}, map[int]bool{}
	within := [2]Span{{math.MaxInt, 0}, {math.MaxInt, 0}}
	out := slices.Clone(runs)
	take := func(r Agreement) {
		for x := range r.Length {
			q[r.Query+x], s[r.Source+x] = true, true
		}
	}
	for _, r := range runs {
		take(r)
		within[0] = within[0].union(Span{r.Query - gap, r.Query + r.Length + gap})
		within[1] = within[1].union(Span{r.Source - gap, r.Source + r.Length + gap})
	}
	within[0] = Span{max(0, within[0].Start), min(len(query.Sound), within[0].End)}
	within[1] = Span{max(0, within[1].Start), min(len(source.Sound), within[1].End)}
	agrees := func(i, j int) bool {
		return i >= within[0].Start && i < within[0].End && j >= within[1].Start && j < within[1].End &&
			!q[i] && !s[j] && query.Sound[i] == source.Sound[j]
	}
	// next returns what agrees when i symbols of the query and j of the source are skipped.
	next := func(r Agreement, direction, i, j int) (Agreement, bool) {
		x, y := r.Query+r.Length+i, r.Source+r.Length+j
		if direction < 0 {
			x, y = r.Query-1-i, r.Source-1-j
		}
		n, weight := 0, 0
		for agrees(x+direction*n, y+direction*n) {
			weight += int(query.Weight[x+direction*n])
			n++
		}
		if weight < stepWeight+(i+j)/stepCost || n == 0 {
			return Agreement{}, false
		}
		if direction < 0 {
			x, y = x-n+1, y-n+1
		}
		return Agreement{x, y, n}, true
	}
	var skips [][2]int // nearest first
	for i := range reach {
		for j := range reach {
			skips = append(skips, [2]int{i, j})
		}
	}
	slices.SortFunc(skips, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(a[0]+a[1], b[0]+b[1]), cmp.Compare(a[0], b[0]))
	})
	for _, r := range runs {
		for _, direction := range []int{1, -1} {
			at := r
			for again := true; again; {
				again = false
				for _, skip := range skips {
					if found, ok := next(at, direction, skip[0], skip[1]); ok {
						take(found)
						out, at, again = append(out, found), found, true
						break
					}
				}
			}
		}
	}
	return out
}

// densitySlowly is what a range of a side is worth: covered symbols add,
// stretches without cover take off, each least at the most.
func densitySlowly(weights []uint8, covered []bool, r Span) float64 {
	sum, lost := 0.0, 0.0
	for i := r.Start; i < r.End; i++ {
		if covered[i] {
			sum, lost = sum+float64(weights[i]), 0
			continue
		}
		take := min(uncovered*float64(weights[i]), least-lost)
		sum, lost = sum-take, lost+take
	}
	return sum
}

// oneToOneSlowly takes runs, the heaviest first, of which at least half is
// free on both sides.
func oneToOneSlowly(runs []run) []run {
	taken := [2]map[int32]bool{{}, {}}
	left := slices.Clone(runs)
	var out []run
	for len(left) > 0 {
		best := 0
		for i, r := range left {
			if b := left[best]; cmp.Or(cmp.Compare(b.weight, r.weight), cmp.Compare(r.q, b.q), cmp.Compare(r.s, b.s)) < 0 {
				best = i
			}
		}
		r := left[best]
		left = slices.Delete(left, best, best+1)
		free := [2]int32{}
		for x := range r.length {
			for side, at := range []int32{r.q, r.s} {
				if !taken[side][at+x] {
					free[side]++
				}
			}
		}
		if 2*min(free[0], free[1]) < r.length {
			continue
		}
		for x := range r.length {
			taken[0][r.q+x], taken[1][r.s+x] = true, true
		}
		out = append(out, r)
	}
	return out
}
