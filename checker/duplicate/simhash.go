package duplicate

import "math/bits"

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
func (simhash) Limit() Limit { return Limit{Least: 0, Default: 3, Most: 16, Whole: true} }

func (simhash) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil {
		return nil, err
	}
	// The weights are summed by the value of each four bits of a hash, and those of a bit made of them
	// at the end: a quarter of the sums. Those of numbers with 24 bits have no error with 53.
	var sums [64 / 4][1 << 4]float64
	all := 0.0
	for _, w := range words {
		if w.entry.Stop {
			continue
		}
		weight := float64(w.entry.Rarity)
		all += weight
		for i := range sums {
			sums[i][w.hash>>(4*i)&0xf] += weight
		}
	}
	h := uint64(0)
	for b := range 64 {
		set := 0.0 // of the words whose bit is 1
		for value, sum := range &sums[b/4] {
			if value>>(b%4)&1 == 1 {
				set += sum
			}
		}
		if set > all-set {
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
	eachNear(values, int(threshold), func(i, j int) {
		pairs = append(pairs, Pair{places[i], places[j], 1 - float64(bits.OnesCount64(values[i]^values[j]))/64})
	})
	return inOrder(pairs)
}
