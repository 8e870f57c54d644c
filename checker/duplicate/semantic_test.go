package duplicate

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"zhiwen/checker/text/word"
)

// Texts with the same weightiest words have one value, in whatever order and with whatever
// synonyms; names weigh more than other words as rare.
func TestSemantic(t *testing.T) {
	w := openWords(t)
	one := printOf(t, w, semantic{}, "本文研究冻土退化的机制，提高土壤碳储量的预测。")
	if other := printOf(t, w, semantic{}, "土壤碳储量的预报：提升；本文探讨冻土退化之机理。"); !slices.Equal(one, other) {
		t.Errorf("reworded: %x, not %x", other, one)
	}
	if other := printOf(t, w, semantic{}, "本文研究森林火灾的机制，提高生物量的预测。"); slices.Equal(one, other) {
		t.Errorf("on another subject: %x too", other)
	}
	name := spoken{hash: 1, entry: word.Entry{Rarity: 5, Name: true}}
	plain := spoken{hash: 2, entry: word.Entry{Rarity: 9}}
	stop := spoken{hash: 3, entry: word.Entry{Rarity: 90, Stop: true}}
	if got := keywords([]spoken{plain, name, stop}); !slices.Equal(got, []uint64{1, 2}) {
		t.Errorf("keywords %v: the name comes first, and the stop word not at all", got)
	}
}

// No word has two meanings in the table of synonyms.
func TestSynonyms(t *testing.T) {
	own := ownSynonyms()
	for from, list := range own.entries {
		if len(list) != 1 {
			t.Errorf("%x has %d meanings", from, len(list))
		}
		for _, x := range list {
			if own.entries[x.by.hash] != nil || from == x.by.hash {
				t.Errorf("a word stands for one that stands for another: %x", from)
			}
		}
	}
	if len(own.entries) < 50 {
		t.Errorf("%d synonyms", len(own.entries))
	}
}

// An agency's table joins names, also those that are cut into several words; a line that is none is named.
func TestReadSynonyms(t *testing.T) {
	w := openWords(t)
	table, err := w.ReadSynonyms("# names\n\n北京华联 = 华联商厦 = 北京华联综合超市\n")
	if err != nil {
		t.Fatal(err)
	}
	method, ok := WithSynonyms(semantic{}, table)
	if !ok {
		t.Fatal("the method takes no synonyms")
	}
	one, other := "北京华联的供应链在冻土地区的物流成本。", "华联商厦的供应链在冻土地区的物流成本。"
	if a, b := printOf(t, w, method, one), printOf(t, w, method, other); !slices.Equal(a, b) {
		t.Errorf("with the table %x and %x", a, b)
	}
	if a, b := printOf(t, w, semantic{}, one), printOf(t, w, semantic{}, other); slices.Equal(a, b) {
		t.Error("without the table they are alike too: the test shows nothing")
	}
	if _, ok := WithSynonyms(nshash{}, table); ok {
		t.Error("nshash takes synonyms")
	}
	for bad, line := range map[string]int{"甲 = 乙\n北京华联": 2, "甲 =\n": 1, "# 名称\n\n= 二": 3} {
		var wrong *SynonymError
		if _, err := w.ReadSynonyms(bad); !errors.As(err, &wrong) || wrong.Line != line || err.Error() == "" {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// bloom is a filter of ten bits a value and seven probes: of values that are not in it one
// in a hundred passes (B. Bloom, Communications of the ACM 13(7), 1970).
type bloom []uint64

func newBloom(values []uint64) bloom {
	b := make(bloom, len(values)*10/64+1)
	for _, v := range values {
		for i := range uint64(7) {
			at := b.at(v, i)
			b[at/64] |= 1 << (at % 64)
		}
	}
	return b
}

func (b bloom) at(v, i uint64) uint64 { return (v + i*(v>>32|1)) % uint64(len(b)*64) }

func (b bloom) has(v uint64) bool {
	for i := range uint64(7) {
		if at := b.at(v, i); b[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// Whether a Bloom filter before the look-up of semantic values in memory saves time: nine
// of ten values that are asked for are not there.
func BenchmarkSemanticLookup(b *testing.B) {
	random := rand.New(rand.NewPCG(19, 20))
	values := make([]uint64, 1_000_000)
	held := make(map[uint64]int32, len(values))
	for i := range values {
		values[i] = random.Uint64()
		held[values[i]] = int32(i)
	}
	asked := make([]uint64, 1<<16)
	for i := range asked {
		asked[i] = random.Uint64()
		if i%10 == 0 {
			asked[i] = values[random.IntN(len(values))]
		}
	}
	filter := newBloom(values)
	for _, v := range values[:1000] {
		if !filter.has(v) {
			b.Fatal("a value is lost")
		}
	}
	for _, filtered := range []bool{false, true} {
		name := "map"
		if filtered {
			name = "bloom"
		}
		b.Run(name, func(b *testing.B) {
			found := 0
			for i := 0; b.Loop(); i++ {
				v := asked[i%len(asked)]
				if filtered && !filter.has(v) {
					continue
				}
				if _, ok := held[v]; ok {
					found++
				}
			}
			if b.N > 100 && found == 0 {
				b.Fatal("nothing found")
			}
		})
	}
}
