// Package fingerprint makes 100-bit b-bit minwise-hash fingerprints of runs of
// symbols and splits them into five 20-bit groups.
//
// A fingerprint holds 100/b minima of as many hash functions over the
// shingles of a run, the lowest b bits of each (Li and König, b-Bit Minwise
// Hashing, WWW 2010). In go symbols (package text), out come Groups; the
// package knows nothing of documents or libraries.
package fingerprint

import "math/bits"

// Bits is the size of a fingerprint.
const Bits = GroupCount * GroupBits

// Scheme says how shingles and hashes are made. Two fingerprints can be
// compared only when their schemes are equal.
type Scheme struct {
	B       int // bits kept of each minimum: 1, 2, 4, 5, 10 or 20
	Shingle int // a shingle is the fewest consecutive symbols that weigh this much together
}

// Hashes is the number of hash functions of the scheme.
func (s Scheme) Hashes() int { return Bits / s.B }

// Shingles appends to into the hash of the shingle that starts at each
// symbol; the last symbols, with too little behind them, start none. All have
// one shingle at least if there is any symbol: a shorter run is one shingle.
func (s Scheme) Shingles(into []uint64, symbols []uint32, weights []uint8) []uint64 {
	weight, last := 0, 0
	for first := range symbols {
		for last < len(symbols) && weight < s.Shingle {
			weight += int(weights[last])
			last++
		}
		if weight < s.Shingle && first > 0 {
			break
		}
		into = append(into, hash(symbols[first:last]))
		weight -= int(weights[first])
	}
	return into
}

// ShingleAt gives the length in symbols of the shingle that starts at first.
func (s Scheme) ShingleAt(weights []uint8, first int) int {
	weight := 0
	for last := first; last < len(weights); last++ {
		if weight += int(weights[last]); weight >= s.Shingle {
			return last + 1 - first
		}
	}
	return len(weights) - first
}

// hash mixes a few symbols into 64 bits.
func hash(symbols []uint32) uint64 {
	h := uint64(0x243f6a8885a308d3)
	for _, s := range symbols {
		h = (h ^ uint64(s)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
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

// Sketch keeps the running minima of a growing run of shingles.
type Sketch struct {
	minima []uint64
	b      int
}

// Sketch makes an empty sketch.
func (s Scheme) Sketch() *Sketch {
	k := &Sketch{minima: make([]uint64, s.Hashes()), b: s.B}
	k.Reset()
	return k
}

// Reset empties the sketch.
func (k *Sketch) Reset() {
	for i := range k.minima {
		k.minima[i] = ^uint64(0)
	}
}

// Add adds shingles.
func (k *Sketch) Add(shingles []uint64) {
	if len(k.minima) == GroupCount { // b = 20: the common case, kept in registers
		m := (*[GroupCount]uint64)(k.minima)
		m0, m1, m2, m3, m4 := m[0], m[1], m[2], m[3], m[4]
		for _, s := range shingles {
			m0 = min(m0, permute(s, 0))
			m1 = min(m1, permute(s, 1))
			m2 = min(m2, permute(s, 2))
			m3 = min(m3, permute(s, 3))
			m4 = min(m4, permute(s, 4))
		}
		m[0], m[1], m[2], m[3], m[4] = m0, m1, m2, m3, m4
		return
	}
	for _, s := range shingles {
		for i := range k.minima {
			k.minima[i] = min(k.minima[i], permute(s, i))
		}
	}
}

// Groups gives the fingerprint of what was added since the last Reset: the
// lowest b bits of the minima one behind the other, first hash function in
// the lowest bits of group a.
func (k *Sketch) Groups() (g Groups) {
	perGroup := GroupBits / k.b
	mask := uint32(1)<<k.b - 1
	for i, m := range k.minima {
		g[i/perGroup] |= (uint32(m) & mask) << (i % perGroup * k.b)
	}
	return g
}

// Key is a shingle that may be the minimum of a unit for the hash function of
// one group; of schemes with b = 20 alone.
type Key struct {
	Shingle int    // its index
	Group   int    // of which group it may be the value
	Value   uint32 // that value
}

// Keys appends to into the keys of a run of shingles: those that are the
// minimum of a unit of as many shingles as the run has with a probability that
// is not small. A minimum of n hashes lies below the fraction f of their range
// with probability 1-(1-f)^n; keys are the shingles below f = depth/n, so that
// all but e^-depth of the minima are among depth keys a group. (Bottom-k and
// threshold sampling rest on the same: Broder 1997; Cohen and Kaplan 2007.)
// first is the index of the first shingle.
func (s Scheme) Keys(into []Key, shingles []uint64, first int, depth float64) []Key {
	limit := ^uint64(0)
	if f := depth / float64(len(shingles)); f < 1 {
		limit = uint64(f * (1 << 64))
	}
	for i, x := range shingles {
		for g := range GroupCount {
			if h := permute(x, g); h <= limit {
				into = append(into, Key{Shingle: first + i, Group: g, Value: uint32(h) & (1<<GroupBits - 1)})
			}
		}
	}
	return into
}

// Distance is the Hamming distance of two fingerprints, 0 to 100.
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
