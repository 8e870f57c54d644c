package word

import (
	"math/rand/v2"
	"testing"

	"zhiwen/internal/testrun"
)

// Words have the nodes that they were given, in more tables than there were at first; what is no
// beginning of a word has none.
func TestTrie(t *testing.T) {
	testrun.NeedWhole(t)
	random := rand.New(rand.NewPCG(5, 6))
	characters := []rune("的一是在不了有和人这abc0.-é𠮷龘あ")
	for range 200 {
		characters = append(characters, rune(0x4e00+random.IntN(0x5200)))
	}
	words := newTrie(1)
	nodes := map[string]uint32{}
	for range 100_000 {
		word := ""
		for range 1 + random.IntN(4) {
			word += string(characters[random.IntN(len(characters))])
		}
		node, err := words.insert(word)
		if err != nil {
			t.Fatal(err)
		}
		words.weigh(node, -1)
		if before, ok := nodes[word]; ok && before != node {
			t.Fatalf("%q has the nodes %d and %d", word, before, node)
		}
		nodes[word] = node
	}
	if words.seldom.used < 1<<oftenBits {
		t.Fatalf("only %d steps", words.seldom.used)
	}
	begun, word := map[string]bool{}, map[uint32]string{}
	for w, node := range nodes {
		if other, ok := word[node]; ok {
			t.Fatalf("%q and %q have one node", w, other)
		}
		word[node] = w
		runes := []rune(w)
		for i := range runes {
			begun[string(runes[:i+1])] = true
		}
	}
	for s := range begun {
		if _, ok := nodes[s]; words.has([]rune(s)) != ok {
			t.Fatalf("%q is a word: %v", s, !ok)
		}
		for _, r := range characters[:40] {
			node := uint32(0)
			for _, c := range s + string(r) {
				node = words.step(node, c)
			}
			if begun[s+string(r)] != (node != 0) || nodes[s+string(r)] != 0 && nodes[s+string(r)] != node {
				t.Fatalf("%q leads to %d, want %d", s+string(r), node, nodes[s+string(r)])
			}
		}
	}
	if node, err := words.insert(""); node != 0 || err != nil {
		t.Errorf("the empty word: %d, %v", node, err)
	}
}
