package duplicate

import (
	"math"
	"slices"

	"zhiwen/checker/text"
)

// Resemblance returns the Jaccard coefficient of two fingerprints that are sets: which part of the
// values of both together both have. 0 where both are empty.
func Resemblance(a, b Print) float64 {
	n := text.Shared(a, b)
	if n == 0 {
		return 0
	}
	return float64(n) / float64(len(a)+len(b)-n)
}

// containing returns all pairs of sets of which the one with fewer values has at least a
// threshold above 0 of them in common with the other.
func containing(sets []Print, threshold float64) []Pair {
	return sharing(sets, func(i, j, n int) (float64, bool) {
		l := float64(n) / float64(min(len(sets[i]), len(sets[j])))
		return l, l >= threshold
	})
}

// sharing returns the pairs of fingerprints with n values in common, n above 0, that alike
// takes; it is told their places.
func sharing(prints []Print, alike func(i, j, n int) (likeness float64, ok bool)) []Pair {
	holders := map[uint64][]int32{}
	count := make([]int32, len(prints))
	var met []int32
	var pairs []Pair
	for i, p := range prints {
		met = met[:0]
		for _, v := range p {
			for _, j := range holders[v] {
				if count[j]++; count[j] == 1 {
					met = append(met, j)
				}
			}
			holders[v] = append(holders[v], int32(i))
		}
		for _, j := range met {
			if l, ok := alike(int(j), i, int(count[j])); ok {
				pairs = append(pairs, Pair{int(j), i, l})
			}
			count[j] = 0
		}
	}
	return inOrder(pairs)
}

// Resembling returns all pairs of fingerprints that are sets whose resemblance is at least a threshold above
// 0. It misses none and compares few: where sets are ordered by how many have a value, the
// rarest first, two that resemble each other by t share one of the first
// |A| - ⌈t·|A|⌉ + 1 values of each (Bayardo, Ma, Srikant: Scaling up all pairs similarity
// search, WWW 2007; Xiao, Wang, Lin, Yu: Efficient similarity joins for near duplicate
// detection, WWW 2008).
func Resembling(sets []Print, threshold float64) []Pair {
	holders := map[uint64]int{}
	for _, s := range sets {
		for _, v := range s {
			holders[v]++
		}
	}
	prefixes := map[uint64][]int32{}
	var pairs []Pair
	met := make([]int, len(sets)) // by which set it was compared last, from 1
	var byRarity []uint64
	for i, s := range sets {
		byRarity = byRarity[:0]
		for _, v := range s {
			if holders[v] > 1 {
				byRarity = append(byRarity, v)
			}
		}
		slices.SortFunc(byRarity, func(x, y uint64) int {
			if d := holders[x] - holders[y]; d != 0 {
				return d
			}
			if x < y {
				return -1
			}
			return 1
		})
		// Values that one set alone has come first in the order, and are shared with none.
		prefix := len(s) - leastShared(threshold, len(s)) + 1 - (len(s) - len(byRarity))
		for _, v := range byRarity[:max(0, min(prefix, len(byRarity)))] {
			for _, j := range prefixes[v] {
				other := sets[j]
				if met[j] == i+1 || float64(min(len(s), len(other))) < threshold*float64(max(len(s), len(other))) {
					continue
				}
				met[j] = i + 1
				if l := Resemblance(other, s); l >= threshold {
					pairs = append(pairs, Pair{int(j), i, l})
				}
			}
			prefixes[v] = append(prefixes[v], int32(i))
		}
	}
	return inOrder(pairs)
}

// leastShared returns how many of n values a set must share to resemble another by t. What
// multiplies to a hair above a whole number is taken for it, so that no pair is missed.
func leastShared(t float64, n int) int {
	const hair = 1e-9
	return max(1, int(math.Ceil(t*float64(n)-hair)))
}
