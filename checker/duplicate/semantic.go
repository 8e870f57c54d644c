package duplicate

import (
	"cmp"
	"slices"
	"strconv"

	"zhiwen/internal/each"
)

// semantic is one value for what a text is about: its weightiest words by tf·idf, ten as a rule, names
// by double, synonyms as one, sorted and hashed together. Two texts are alike where the
// values are equal.
//
// A. Chowdhury, O. Frieder, D. Grossman, M. McCabe: Collection statistics for fast
// duplicate document detection. ACM TOIS 20(2), 2002 (I-Match), with the fewest and rarest
// words in place of a band of rarities.
type semantic struct {
	keywords int       // how many are hashed; 0: semanticWords
	synonyms *Synonyms // beside those of the program
}

const (
	// semanticWords is how many words are hashed as a rule. Each more tells texts on one subject
	// apart, and breaks with an edit that changes its place among the weightiest.
	semanticWords = 10
	// semanticName is by what the weight of a name is multiplied: names of people, places
	// and institutions stay where a text is reworded.
	semanticName = 2
)

func (semantic) Name() string { return "semantic" }

func (semantic) parameters() []Parameter {
	return []Parameter{{Name: "keywords", Default: strconv.Itoa(semanticWords), Least: 1, Most: 100}}
}

func (m semantic) with(_ string, number int) settable {
	m.keywords = number
	return m
}

// Limit has no threshold: values are equal or not.
func (semantic) Limit() Limit { return Limit{Least: 1, Default: 1, Most: 1} }

func (m semantic) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil {
		return nil, err
	}
	keys := keywords(ownSynonyms().fold(m.synonyms.fold(words)))
	if len(keys) == 0 {
		return nil, nil
	}
	keys = keys[:min(cmp.Or(m.keywords, semanticWords), len(keys))]
	slices.Sort(keys)
	h := uint64(len(keys))
	for _, k := range keys {
		h = mixed(h ^ k)
	}
	return Print{h}, nil
}

// keywords returns the words of a text, the weightiest first.
func keywords(words []spoken) []uint64 {
	all := weighted(words)
	for i := range all {
		if all[i].name {
			all[i].weight *= semanticName
		}
	}
	slices.SortFunc(all, func(a, b weight) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.hash, b.hash))
	})
	return each.Of(all, func(w weight) uint64 { return w.hash })
}

func (semantic) Pairs(prints []Print, _ float64) []Pair {
	return sharing(prints, func(_, _, _ int) (float64, bool) { return 1, true })
}

// weight is a word of a text with tf·idf.
type weight struct {
	hash   uint64
	weight float32
	name   bool
}

// weighted returns the words of a text that are no stop words, each once, in the order in
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
