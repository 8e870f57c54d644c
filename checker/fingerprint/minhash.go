// Package fingerprint makes 100-bit b-bit minwise-hash fingerprints of runs of
// symbols and splits them into five 20-bit groups.
//
// A fingerprint holds 100/b minima over the shingles of a run, the lowest b bits
// of each (Li and König, b-Bit Minwise Hashing, WWW 2010). Where b is 20 each
// group is one minimum, and one hash function does for all five: it also says
// which group a shingle belongs to (Li, Owen and Zhang, One Permutation Hashing,
// NIPS 2012), so that no shingle is two of the five. In go symbols (package
// text), out come Groups; the package knows nothing of documents or libraries.
package fingerprint

import (
	"math/bits"
	"slices"
)

// Bits is the size of a fingerprint.
const Bits = GroupCount * GroupBits

// Scheme says how shingles and hashes are made. Two fingerprints can be
// compared only when their schemes are equal.
type Scheme struct {
	B       int  // bits kept of each minimum: 1, 2, 4, 5, 10 or 20
	Shingle int  // a shingle is the fewest consecutive symbols that weigh this much together
	Short   bool // with B = 1 alone: ShortBits minima in six groups, in place of Bits in five

	// Seed chooses the hash functions. Libraries use 0; what is measured with
	// several choices does not depend on one.
	Seed uint64
}

// Shingles appends to into the hash of the shingle that starts at each
// symbol; the last symbols, with too little behind them, start none. All have
// one shingle at least if there is any symbol: a shorter run is one shingle.
func (s Scheme) Shingles(into []uint64, symbols []uint32, weights []uint8) []uint64 {
	return s.continued(into, len(into), symbols, weights)
}

// Slide makes the shingles of a run those of another that overlaps it: one that
// begins by symbols later, by being above 0, and reaches further. symbols and
// weights are of the other.
func (s Scheme) Slide(shingles []uint64, by int, symbols []uint32, weights []uint8) []uint64 {
	return s.continued(append(shingles[:0], shingles[min(by, len(shingles)):]...), 0, symbols, weights)
}

// continued appends to into, whose shingles from begin on are a run's first, the
// others of the run.
func (s Scheme) continued(into []uint64, begin int, symbols []uint32, weights []uint8) []uint64 {
	weight, last := 0, len(into)-begin
	for first := last; first < len(symbols); first++ {
		for last < len(symbols) && weight < s.Shingle {
			weight += int(weights[last])
			last++
		}
		if weight < s.Shingle && first > 0 {
			break
		}
		into = append(into, s.hash(symbols[first:last]))
		weight -= int(weights[first])
	}
	return into
}

// ShingleAt returns the length in symbols of the shingle that starts at first.
func (s Scheme) ShingleAt(weights []uint8, first int) int {
	weight := 0
	for last := first; last < len(weights); last++ {
		if weight += int(weights[last]); weight >= s.Shingle {
			return last + 1 - first
		}
	}
	return len(weights) - first
}

// hash mixes a few symbols into 64 bits. Where b is 20 they are what minima are
// taken of; else each hash function is applied to them (permute).
func (s Scheme) hash(symbols []uint32) uint64 {
	h := uint64(0x243f6a8885a308d3)
	for _, s := range symbols {
		h = (h ^ uint64(s)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	h ^= s.Seed
	if s.B == GroupBits {
		h = permute(h, 0)
	}
	return h
}

// seeds makes hash function i different from the others. They are splitmix64
// of i, written out by init.
var seeds = func() (out [Bits]uint64) {
	for i := range out {
		z := uint64(i+1) * 0x9e3779b97f4a7c15
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		out[i] = z ^ z>>31
	}
	return out
}()

// permute is hash function i applied to a shingle.
func permute(shingle uint64, i int) uint64 {
	hi, lo := bits.Mul64(shingle^seeds[i], 0xd6e8feb86659fd93)
	return (hi ^ lo) * 0x9fb21c651e98df25
}

// Groups returns the fingerprint of a run of n shingles.
//
// Where b is 20, group g is the minimum of its shingles in a window. The windows
// slide over the run: that of group a is [0, after), that of group e [before, n),
// those between begin and end between, evenly. So where the runs of a text
// overlap, each by [0, before) with the one before and by [after, n) with the one
// after, the windows of each group tile the text, and those of the five lie
// staggered. Before 0 and after n make all minima those of the whole run.
//
// With a smaller b they are so always: the lowest b bits of the minima one behind
// the other, the first hash function in the lowest bits of group a.
func (s Scheme) Groups(shingles []uint64, before, after int) Groups {
	if len(shingles) == 0 {
		return Groups{}
	}
	if s.B == GroupBits {
		return windowMinima(shingles, before, after)
	}
	var g Groups
	perGroup := GroupBits / s.B
	mask := uint32(1)<<s.B - 1
	for i := range s.Bits() / s.B {
		least := ^uint64(0)
		for _, x := range shingles {
			least = min(least, permute(x, i))
		}
		g[i/perGroup] |= (uint32(least) & mask) << (i % perGroup * s.B)
	}
	return g
}

// windowMinima returns the five minima of a run with b = 20. Windows begin and end
// in the order of their groups, and all have begun before one ends.
func windowMinima(shingles []uint64, before, after int) (out Groups) {
	var minima [GroupCount]uint64 // 0 while the window is not open: nothing is less
	done := 0
	until := func(end int) {
		for _, x := range shingles[done:end] {
			if g := groupOf(x); x < minima[g] {
				minima[g] = x
			}
		}
		done = end
	}
	for g := range GroupCount {
		from, _ := window(len(shingles), before, after, g)
		until(from)
		minima[g] = ^uint64(0)
	}
	for g := range GroupCount {
		_, to := window(len(shingles), before, after, g)
		until(to)
		if minima[g] == ^uint64(0) {
			minima[g] = slices.Min(shingles) // none belongs to the group: a value that no key of the group asks for
		}
		out[g] = uint32(minima[g]) & (1<<GroupBits - 1)
		minima[g] = 0
	}
	return out
}

// window returns the half-open range of a run's n shingles over which group g
// takes its minimum.
func window(n, before, after, g int) (from, to int) {
	before, after = min(before, n), min(after, n)
	return before * g / (GroupCount - 1), after + (n-after)*g/(GroupCount-1)
}

// groupOf returns which group a shingle belongs to, of its hash with b = 20: by
// bits that are neither among the highest, which make a minimum, nor among those
// that are kept.
func groupOf(h uint64) int { return int(uint64(uint32(h>>GroupBits)) * GroupCount >> 32) }

// Key is a shingle that may be the minimum of a unit's group, in schemes with b = 20 only.
type Key struct {
	Shingle int    // its index
	Group   int    // of which it may be the value
	Value   uint32 // that value
}

// Keys appends to into the keys of a run of shingles: those that are the
// minimum of a window of as many shingles as the run has with a probability that
// is not small. A minimum of n hashes lies below the fraction f of their range
// with probability 1-(1-f)^n, and n is a fifth of the shingles, those of a group;
// keys are the shingles below f = depth/n, so that all but e^-depth of the minima
// are among depth keys a group. (Bottom-k and threshold sampling rest on the
// same: Broder 1997; Cohen and Kaplan 2007.) first is the index of the first
// shingle.
func (s Scheme) Keys(into []Key, shingles []uint64, first int, depth float64) []Key {
	limit := ^uint64(0)
	if f := depth * GroupCount / float64(len(shingles)); f < 1 {
		limit = uint64(f * (1 << 64))
	}
	for i, x := range shingles {
		if x <= limit {
			into = append(into, Key{Shingle: first + i, Group: groupOf(x), Value: uint32(x) & (1<<GroupBits - 1)})
		}
	}
	return into
}

// Distance returns the Hamming distance of two fingerprints, 0 to 100.
func (g Groups) Distance(h Groups) int {
	n := 0
	for i := range g {
		n += bits.OnesCount32(g[i] ^ h[i])
	}
	return n
}

// Agree counts the groups that are equal in both, 0 to 5.
func (g Groups) Agree(h Groups) int {
	n := 0
	for i := range g {
		if g[i] == h[i] {
			n++
		}
	}
	return n
}
