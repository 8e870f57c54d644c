package word

import (
	"errors"
	"math"
)

// trie has words by their code points. A node is a number from 1; 0 is none, and the root.
//
// Most of the time of a cut is waiting for memory: a dictionary has some megabytes, and what a processor
// has close by is one or two. But nearly all that is asked for is a tenth of the dictionary. So words are inserted
// in the order of their frequency: what is kept by node is close together for the usual words, and the steps between
// their nodes are in a table of their own. Most of what is asked for leads nowhere, which maybe tells by itself.
type trie struct {
	initial [1 << 16]uint32 // the nodes of the first code points, of those of the Basic Multilingual Plane
	maybe   [1 << 16]uint64 // two bits by hash, whether a step may be in often, and in seldom
	often   steps           // the first ones, mostOften at most
	seldom  steps
	beyond  map[passage]uint32 // the steps over code points beyond the plane
	weights []float64          // of the word that ends at a node; none where none ends
}

// passage is a step from a node over a code point.
type passage struct {
	node uint32
	over rune
}

// steps is a table of steps, open to the next one, half of it full at most. An entry is the step and, in
// its low bits, the node that it leads to; 0 is free.
type steps struct {
	entries []uint64
	shift   uint // of a hash, to its place
	used    int
}

const (
	runeBits = 16
	nodeBits = 24 // the node before, the code point and the node behind are the 64 bits of an entry
	nodeMask = 1<<nodeBits - 1

	oftenBits = 16 // 512 KB
	mostOften = 1 << (oftenBits - 1)

	inOften  = 1
	inSeldom = 2
)

// none is the weight of a string that is no word: logarithms of probabilities are below.
var none = math.Inf(-1)

var errTooLarge = errors.New("more words than a cutter can number")

// newTrie makes an empty trie with room for a number of words.
func newTrie(words int) *trie {
	bits := uint(oftenBits)
	for 1<<bits < 2*words { // four words have some five nodes
		bits++
	}
	t := &trie{often: newSteps(oftenBits), seldom: newSteps(bits), beyond: map[passage]uint32{}}
	t.weights = append(make([]float64, 0, words+words/2), none)
	return t
}

func newSteps(bits uint) steps { return steps{entries: written[uint64](1 << bits), shift: 64 - bits} }

// written allocates n zeros and touches every page: the system handles the first read of an untouched page twice,
// and the second time stops the other processors.
func written[T any](n int) []T {
	s := make([]T, n)
	clear(s)
	return s
}

// insert returns the node of a word, a new one where it has none; 0 for the empty word.
func (t *trie) insert(word string) (node uint32, err error) {
	for _, r := range word {
		next := t.step(node, r)
		if next == 0 {
			next = uint32(len(t.weights)) // bounded below
			if next > nodeMask {
				return 0, errTooLarge
			}
			t.weights = append(t.weights, none)
			t.lead(node, r, next)
		}
		node = next
	}
	return node, nil
}

// weigh sets the weight of a word, by its node.
func (t *trie) weigh(node uint32, weight float64) {
	if node != 0 { // of the empty word
		t.weights[node] = weight
	}
}

// lead puts a step.
func (t *trie) lead(node uint32, over rune, to uint32) {
	switch {
	case over >= 1<<runeBits:
		t.beyond[passage{node, over}] = to
		return
	case node == 0:
		t.initial[over] = to
		return
	}
	key := stepOf(node, over)
	h := hashed(key)
	in, bit := &t.often, uint64(inOften)
	if t.often.used == mostOften {
		in, bit = &t.seldom, inSeldom
	}
	in.put(h, key, to)
	t.maybe[h>>48] |= bit << cell(h)
}

// first returns the node of the first code point of a word.
func (t *trie) first(r rune) uint32 {
	if r < 1<<runeBits {
		return t.initial[r]
	}
	return t.beyond[passage{0, r}]
}

// step returns the node that a code point leads to.
func (t *trie) step(node uint32, over rune) uint32 {
	switch {
	case node == 0:
		return t.first(over)
	case over >= 1<<runeBits:
		return t.beyond[passage{node, over}]
	}
	key := stepOf(node, over)
	h := hashed(key)
	return t.find(h, key, t.tables(h))
}

// tables returns in which tables something of a hash may be: inOften, inSeldom, both or neither.
func (t *trie) tables(h uint64) uint64 { return t.maybe[h>>48] >> cell(h) & (inOften | inSeldom) }

// find returns the node that is found in tables.
func (t *trie) find(h, key, tables uint64) uint32 {
	if tables&inOften != 0 {
		if e := t.often.entries[t.often.at(h, key)]; e != 0 {
			return uint32(e & nodeMask)
		}
	}
	if tables&inSeldom != 0 {
		return uint32(t.seldom.entries[t.seldom.at(h, key)] & nodeMask)
	}
	return 0
}

// has reports whether code points are a word.
func (t *trie) has(runes []rune) bool {
	node := uint32(0)
	for _, r := range runes {
		if node = t.step(node, r); node == 0 {
			return false
		}
	}
	return t.weights[node] != none
}

func stepOf(node uint32, over rune) uint64 { return uint64(node)<<runeBits | uint64(over) }

func hashed(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

// cell returns the bit position of a hash in its word of the filter maybe.
func cell(h uint64) uint64 { return h >> 43 & 31 * 2 }

// at returns the place of a step, or where it would be put.
func (s *steps) at(h, key uint64) int {
	i := int(h >> s.shift)
	for s.entries[i] != 0 && s.entries[i]>>nodeBits != key {
		i = (i + 1) & (len(s.entries) - 1)
	}
	return i
}

func (s *steps) put(h, key uint64, to uint32) {
	if s.used++; 2*s.used > len(s.entries) {
		full := *s
		*s = newSteps(64 - s.shift + 1)
		s.used = full.used
		for _, e := range full.entries {
			if e != 0 {
				key := e >> nodeBits
				s.entries[s.at(hashed(key), key)] = e
			}
		}
	}
	s.entries[s.at(h, key)] = key<<nodeBits | uint64(to)
}
