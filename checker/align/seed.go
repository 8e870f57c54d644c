package align

import (
	"slices"

	"zhiwen/checker/text"
)

// seedWeight is the total weight of a seed, a run of consecutive symbols that occurs in both texts:
// five characters, or two to five words. Four characters agree by chance too often when sounds are
// compared.
const seedWeight = 5

// mostPlaces: a seed that occurs more often than this in the query does not identify its source.
// Leaving it out also bounds the work: a source of n symbols meets at most mostPlaces·n seeds.
const mostPlaces = 8

// run is a stretch of symbols that are equal on both sides.
type run struct {
	q, s   int32 // first symbol in query and source
	length int32
	weight int32
}

// seedIndex finds the places of seeds in one text.
type seedIndex struct {
	sound  []uint32 // of the text
	cuts   []int    // of the text
	weight int
	length []uint8 // symbols of the seed that starts here; 0 for none
	hash   []uint32
	head   []int32 // by hash, place+1
	next   []int32 // by place, place+1
	filter []uint64
	mask   uint32
}

const filterBits = 1 << 16

// seedsOf is the cached seeds of a text.
type seedsOf struct {
	text   *text.Text
	weight int
	length []uint8
	hash   []uint32
}

// seedsOf returns the seeds of a text, cached for successive queries.
func (s *Scratch) seedsOf(t *text.Text, weight int) (length []uint8, hash []uint32) {
	for i := range s.seeds {
		if x := &s.seeds[i]; x.text == t && x.weight == weight {
			return x.length, x.hash
		}
	}
	x := &s.seeds[s.next]
	s.next = (s.next + 1) % len(s.seeds)
	x.text, x.weight = t, weight
	x.length, x.hash = seeds(t, weight, x.length, x.hash)
	return x.length, x.hash
}

// seeds returns the length and hash of the seed that starts at each symbol; none crosses a cut. It
// reuses the memory of length and hash if that is large enough.
func seeds(t *text.Text, weight int, length []uint8, hash []uint32) ([]uint8, []uint32) {
	n := len(t.Sound)
	if cap(length) < n || cap(hash) < n {
		length, hash = make([]uint8, n), make([]uint32, n)
	}
	length, hash = length[:n], hash[:n]
	clear(length)
	clear(hash)
	last, sum := 0, 0
	cuts, stop := t.Cuts, n
	if len(cuts) > 0 {
		stop = cuts[0]
	}
	for first := 0; first < n; first++ {
		for first >= stop {
			last, sum = first, 0
			if cuts = cuts[1:]; len(cuts) > 0 {
				stop = cuts[0]
			} else {
				stop = n
			}
		}
		for last < stop && sum < weight {
			sum += int(t.Weight[last])
			last++
		}
		if sum < weight {
			sum -= int(t.Weight[first])
			continue
		}
		h := uint64(last - first)
		for _, x := range t.Sound[first:last] {
			h = (h ^ uint64(x)) * 0x9e3779b97f4a7c15
			h ^= h >> 29
		}
		length[first], hash[first] = uint8(last-first), uint32(h>>16)
		sum -= int(t.Weight[first])
	}
	return length, hash
}

// newSeedIndex indexes the seeds of a weight that occur in t at most places times; with keep, only
// those whose first symbol it accepts. For seeds that occur more often and in later copies too, the
// first places outside the copies are indexed, as many as allowed, and the symbols of the copies
// are marked in left.
func newSeedIndex(t *text.Text, weight, places int, keep func(symbol uint32) bool, repeats Repeats, left []bool) *seedIndex {
	n := len(t.Sound)
	size := 16
	for size < 2*n {
		size *= 2
	}
	x := &seedIndex{
		head: make([]int32, size), next: make([]int32, n),
		filter: make([]uint64, filterBits/64), mask: uint32(size - 1),
		sound: t.Sound, cuts: t.Cuts, weight: weight,
	}
	x.length, x.hash = seeds(t, weight, nil, nil)
	type times struct{ all, own, indexed int } // own: outside later copies
	count := make(map[uint32]times, n)
	for i, h := range x.hash {
		if keep != nil && !keep(t.Sound[i]) {
			x.length[i] = 0
		}
		if x.length[i] > 0 {
			c := count[h]
			if c.all++; !repeats.holds(i, x.length[i]) {
				c.own++
			}
			count[h] = c
		}
	}
	for i, h := range x.hash { // the first places of a repeated passage
		if c := count[h]; x.length[i] > 0 && c.own > places && c.own < c.all && !repeats.holds(i, x.length[i]) {
			if c.indexed++; c.indexed > places {
				x.length[i] = 0
			}
			count[h] = c
		}
	}
	// Backwards, so that chains run forwards through the text.
	for i := n - 1; i >= 0; i-- {
		h := x.hash[i]
		if x.length[i] == 0 || count[h].own > places && count[h].own == count[h].all {
			continue
		}
		if count[h].all > places && repeats.holds(i, x.length[i]) {
			for k := range int(x.length[i]) {
				left[i+k] = true
			}
			continue
		}
		slot := h & x.mask
		x.next[i] = x.head[slot]
		x.head[slot] = int32(i + 1)
		x.filter[h%filterBits/64] |= 1 << (h % 64)
	}
	return x
}

// each calls do for every pair of places of a seed, in order of those in t.
func (x *seedIndex) each(t *text.Text, scratch *Scratch, do func(q, s, length int32)) {
	length, hash := scratch.seedsOf(t, x.weight)
	for s, h := range hash {
		if length[s] == 0 || x.filter[h%filterBits/64]&(1<<(h%64)) == 0 {
			continue
		}
		for p := x.head[h&x.mask]; p != 0; p = x.next[p-1] {
			if n := int(length[s]); x.hash[p-1] == h && int(x.length[p-1]) == n && slices.Equal(x.sound[p-1:int(p-1)+n], t.Sound[s:s+n]) {
				do(p-1, int32(s), int32(n))
			}
		}
	}
}

// runs appends all maximal runs of seeds that the indexed text shares with t, in order of their
// beginnings in t. It uses the diagonals of scratch and resets them to zero.
func (x *seedIndex) runs(t *text.Text, into []run, scratch *Scratch) []run {
	n, diagonals := len(t.Sound), scratch.diagonals
	x.each(t, scratch, func(q, s, length int32) {
		d := &diagonals[int(q)-int(s)+n]
		if *d != 0 {
			if r := &into[*d-1]; r.s+r.length > s || r.s+r.length == s && !isCut(x.cuts, q) && !isCut(t.Cuts, s) {
				r.length = s + length - r.s
				return
			}
		}
		into = append(into, run{q: q, s: s, length: length})
		*d = int32(len(into))
	})
	for i := range into {
		r := &into[i]
		diagonals[int(r.q)-int(r.s)+n] = 0
		for _, w := range t.Weight[r.s : r.s+r.length] {
			r.weight += int32(w)
		}
	}
	return into
}

// isCut reports whether kept-out text precedes a symbol.
func isCut(cuts []int, symbol int32) bool {
	_, cut := slices.BinarySearch(cuts, int(symbol))
	return cut
}
