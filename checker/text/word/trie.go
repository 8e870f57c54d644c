package word

import "math"

// trie has words by their code points. A node is a number from 1; 0 is none, and the root. Most of the
// time of a cut is waiting for memory, so what is asked of a node stands in one place.
type trie struct {
	initial [1 << 16]branch // by the first code point, of those of the Basic Multilingual Plane
	slots   []slot          // the others by node and code point, open to both: half of them at most are full
	used    int
	maybe   [1 << 16]uint64 // bits by hash that slots have: most of what is asked for is not there, and this fits the cache
	nodes   int             // how many numbers there are, with 0
	weights []float64       // by number; the first is none
	path    []passage       // of what was inserted last
}

// branch leads to a node.
type branch struct {
	to     int32  // 0 where there is none
	weight uint32 // number of the weight of the word that ends there; 0 where none ends
}

type slot struct {
	node int32
	next rune
	branch
}

// passage is a code point on the way to a word, and the node behind it.
type passage struct {
	rune rune
	to   int32
}

// none is the weight of what is no word: logarithms of probabilities are below.
var none = math.Inf(-1)

// reserve makes room for so many words.
func (t *trie) reserve(words int) {
	size := 1 << 10
	for size < 3*words {
		size *= 2
	}
	t.slots, t.nodes, t.weights = make([]slot, size), 1, []float64{none}
}

// weigh gives a weight a number.
func (t *trie) weigh(weight float64) uint32 {
	t.weights = append(t.weights, weight)
	return uint32(len(t.weights) - 1) // a dictionary has some thousand
}

// insert adds a word with the number of its weight, or gives it another weight. Dictionaries are sorted: of
// what a word begins with like the one before it, the nodes are known.
func (t *trie) insert(word string, weight uint32) {
	node, before, end, n := int32(0), int32(0), rune(0), 0
	for _, r := range word {
		if n == len(t.path) || t.path[n].rune != r {
			t.path = append(t.path[:n], passage{r, t.make(node, r).to})
		}
		node, before, end = t.path[n].to, node, r
		n++
	}
	if t.path = t.path[:n]; n > 0 {
		t.make(before, end).weight = weight
	}
}

// first gives what leads to the node of the first code point of a word.
func (t *trie) first(r rune) branch {
	if r < 1<<16 {
		return t.initial[r]
	}
	return t.child(0, r)
}

// child gives what leads from a node on.
func (t *trie) child(node int32, r rune) branch {
	h := hashed(node, r)
	if !t.mayHave(h) {
		return branch{}
	}
	return t.slots[t.at(h, node, r)].branch
}

// mayHave reports whether something of a hash may be there.
func (t *trie) mayHave(h uint64) bool { return t.maybe[h>>48]&(1<<(h>>42&63)) != 0 }

// has reports whether code points are a word.
func (t *trie) has(runes []rune) bool {
	last := t.first(runes[0])
	for _, r := range runes[1:] {
		if last.to == 0 {
			return false
		}
		last = t.child(last.to, r)
	}
	return t.weights[last.weight] != none
}

func hashed(node int32, r rune) uint64 {
	return (uint64(node)<<32 | uint64(r)) * 0x9e3779b97f4a7c15 // neither is negative
}

// at gives the place of what leads from a node on, whose hash is given, or where it would be put.
func (t *trie) at(h uint64, node int32, r rune) int {
	mask := len(t.slots) - 1
	i := int(h>>32) & mask // 32 bits are no overflow
	for t.slots[i].to != 0 && (t.slots[i].node != node || t.slots[i].next != r) {
		i = (i + 1) & mask
	}
	return i
}

// make gives what leads from a node on, to a new node where nothing did, until the next call.
func (t *trie) make(node int32, r rune) *branch {
	if node == 0 && r < 1<<16 {
		b := &t.initial[r]
		if b.to == 0 {
			b.to = t.add()
		}
		return b
	}
	if 2*t.used >= len(t.slots) {
		full := t.slots
		t.slots = make([]slot, 2*len(full))
		for _, s := range full {
			if s.to != 0 {
				t.slots[t.at(hashed(s.node, s.next), s.node, s.next)] = s
			}
		}
	}
	h := hashed(node, r)
	s := &t.slots[t.at(h, node, r)]
	if s.to == 0 {
		t.used++
		t.maybe[h>>48] |= 1 << (h >> 42 & 63)
		*s = slot{node, r, branch{to: t.add()}}
	}
	return &s.branch
}

func (t *trie) add() int32 {
	t.nodes++
	return int32(t.nodes - 1) // a dictionary has some hundred thousand words
}
