package word

import "math"

// trie has words by their code points. A node is a number from 1; 0 is none, and the root.
type trie struct {
	initial [1 << 16]int32 // nodes of the first code point, of those of the Basic Multilingual Plane
	slots   []slot         // of the others by node and code point, open to both: half of them at most are full
	used    int
	maybe   [1 << 16]uint64 // bits by hash that slots have: most of what is asked for is not there, and this fits the cache
	nodes   []node          // by number
	path    []passage       // of what was inserted last
}

// passage is a code point on the way to a word, and the node behind it.
type passage struct {
	rune rune
	to   int32
}

// node is where a word ends, or only begins one. What is asked of a word stands side by side, for most of
// the time of a cut is waiting for memory.
type node struct {
	weight float64 // none where no word ends
	known  known   // what the lexicon says of the word, once it was asked
}

type slot struct {
	node int32
	next rune
	to   int32 // 0 where the slot is free
}

// none is the weight of what is no word: logarithms of probabilities are below.
var none = math.Inf(-1)

// reserve makes room for so many words.
func (t *trie) reserve(words int) {
	size := 1 << 10
	for size < 3*words {
		size *= 2
	}
	t.slots = make([]slot, size)
	t.nodes = append(make([]node, 0, size/2), node{weight: none})
}

// insert adds a word, or gives it another weight. Dictionaries are sorted: of what a word begins with
// like the one before it, the nodes are known.
func (t *trie) insert(word string, weight float64) {
	last, n := int32(0), 0
	for _, r := range word {
		if n == len(t.path) || t.path[n].rune != r {
			t.path = append(t.path[:n], passage{r, t.make(last, r)})
		}
		last = t.path[n].to
		n++
	}
	if t.path = t.path[:n]; last != 0 {
		t.nodes[last].weight = weight
	}
}

// first gives the node of the first code point of a word.
func (t *trie) first(r rune) int32 {
	if r < 1<<16 {
		return t.initial[r]
	}
	return t.child(0, r)
}

// child gives the node behind one.
func (t *trie) child(node int32, r rune) int32 {
	h := hashed(node, r)
	if !t.mayHave(h) {
		return 0
	}
	return t.slots[t.at(h, node, r)].to
}

// mayHave reports whether something of a hash may be there.
func (t *trie) mayHave(h uint64) bool { return t.maybe[h>>48]&(1<<(h>>42&63)) != 0 }

// has reports whether code points are a word.
func (t *trie) has(runes []rune) bool {
	last := t.first(runes[0])
	for _, r := range runes[1:] {
		if last == 0 {
			return false
		}
		last = t.child(last, r)
	}
	return last != 0 && t.nodes[last].weight != none
}

func hashed(node int32, r rune) uint64 {
	return (uint64(node)<<32 | uint64(r)) * 0x9e3779b97f4a7c15 // neither is negative
}

// at gives the place of a node's child, whose hash is given, or where it would be put.
func (t *trie) at(h uint64, node int32, r rune) int {
	mask := len(t.slots) - 1
	i := int(h>>32) & mask // 32 bits are no overflow
	for t.slots[i].to != 0 && (t.slots[i].node != node || t.slots[i].next != r) {
		i = (i + 1) & mask
	}
	return i
}

// make gives the node behind one, a new one where there is none.
func (t *trie) make(node int32, r rune) int32 {
	if node == 0 && r < 1<<16 {
		if t.initial[r] == 0 {
			t.initial[r] = t.add()
		}
		return t.initial[r]
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
		*s = slot{node, r, t.add()}
	}
	return s.to
}

func (t *trie) add() int32 {
	t.nodes = append(t.nodes, node{weight: none})
	return int32(len(t.nodes) - 1) // a dictionary has some hundred thousand words
}
