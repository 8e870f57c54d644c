package duplicate

import (
	"math"
	"math/bits"
)

// simhash is 64 bits of which each says on which side of a random plane a text lies, in the
// space of its words: the sum of +1 or -1 by the bit of each word's hash, weighted by how
// often it stands in the text times its rarity in gojieba's dictionary. Stop words have no
// weight. Two texts are alike where at most threshold bits differ.
//
// M. Charikar: Similarity estimation techniques from rounding algorithms. STOC 2002.
// G. Manku, A. Jain, A. Das Sarma: Detecting near-duplicates for web crawling. WWW 2007,
// whose 64 bits and 3 these are.
type simhash struct{}

func (simhash) Name() string { return "simhash" }

// Limit takes the bits that may differ. Two unrelated texts differ in 32, with a standard
// deviation of 4: from 16 on, half of that, chance among a million texts joins them.
func (simhash) Limit() Limit { return Limit{Least: 0, Usual: 3, Most: 16, Whole: true} }

func (simhash) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil {
		return nil, err
	}
	var sums [64]float32
	for _, w := range weighted(words) {
		// Where the bit is 0 the sign of the weight is turned: a branch would be mispredicted
		// half of the time.
		weight, off := math.Float32bits(w.weight), ^w.hash
		for b := range sums {
			sums[b] += math.Float32frombits(weight ^ uint32(off>>b)<<31)
		}
	}
	h := uint64(0)
	for b, s := range sums {
		if s > 0 {
			h |= 1 << b
		}
	}
	if h == 0 {
		return nil, nil // no words
	}
	return Print{h}, nil
}

func (simhash) Pairs(prints []Print, threshold float64) []Pair {
	var values []uint64
	var places []int
	for i, p := range prints {
		if len(p) == 1 {
			values, places = append(values, p[0]), append(places, i)
		}
	}
	var pairs []Pair
	NewTables(values, int(threshold), 1).each(func(i, j int) {
		pairs = append(pairs, Pair{places[i], places[j], 1 - float64(bits.OnesCount64(values[i]^values[j]))/64})
	})
	return inOrder(pairs)
}

// weight is a word of a text with tf·idf.
type weight struct {
	hash   uint64
	weight float32
	name   bool
}

// weighted gives the words of a text that are no stop words, each once, in the order in
// which they first stand.
func weighted(words []spoken) []weight {
	size := 16
	for size < 2*len(words) {
		size *= 2
	}
	place := make([]int32, size) // in out, from 1: open to the next one, by the hash, which is as good as any
	out := make([]weight, 0, len(words)/2)
	for _, w := range words {
		if w.entry.Stop {
			continue
		}
		at := int(w.hash) & (size - 1) // its low bits
		for place[at] != 0 && out[place[at]-1].hash != w.hash {
			at = (at + 1) & (size - 1)
		}
		if place[at] == 0 {
			out = append(out, weight{hash: w.hash, name: w.entry.Name})
			place[at] = int32(len(out)) // a text has no 2³¹ words
		}
		out[place[at]-1].weight += w.entry.Rarity
	}
	return out
}
