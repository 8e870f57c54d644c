package align

import (
	"cmp"
	"math"
	"slices"

	"zhiwen/checker/text"
)

// Two sentences are alike if the cosine of their words, rare ones counting
// more, and the Dice coefficient of their words both reach a threshold (Sanchez-
// Perez, Gelbukh, Sidorov, PAN 2014, whose figure strongly is). Beside such a
// sentence less will do. Words are longer words or pairs of characters.
const (
	strongly   = 0.33
	weakly     = strongly * 2 / 3
	mostCommon = 32 // words in more sentences of the source tell nothing; also bounds the work
)

// link says that a sentence of the query is like one of the source.
type link struct {
	query, source int
	strong        bool
}

func byQuery(a, b link) int {
	return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.source, b.source))
}

func bySource(a, b link) int {
	return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.query, b.query))
}

// feature gives what sentences are compared by: the longer word or the two
// characters that begin at a symbol, and how many symbols that is; 0 for
// other symbols.
func feature(t *text.Text, s text.Sentence, i int) (uint64, int) {
	switch {
	case isWord(t.Sound[i]):
		if t.Weight[i] >= weakWeight {
			return uint64(t.Sound[i]), 1
		}
	case i+1 < s.Last && !isWord(t.Sound[i+1]):
		return uint64(t.Sound[i]+1)<<32 | uint64(t.Sound[i+1]), 2
	}
	return 0, 0
}

// features gives the different features of a sentence.
func features(t *text.Text, s text.Sentence) []uint64 {
	var out []uint64
	for i := s.First; i < s.Last; i++ {
		if f, n := feature(t, s, i); n > 0 {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sentenceIndex finds the sentences of a text by their features.
type sentenceIndex struct {
	text   *text.Text
	work   *int               // as in Scratch
	places map[uint64][]int32 // the sentences of a feature, in order
	square []float64          // by sentence: its features' rarities, squared and summed
	count  []int              // by sentence: its features that tell something

	first    map[int]map[uint64]int32 // by sentence, once asked for: where each of its features stands first
	sections []int                    // the sentences that sections begin with
}

// newSentenceIndex indexes a text, in time linear in its length. What is looked
// at later is added to work.
func newSentenceIndex(t *text.Text, work *int) *sentenceIndex {
	n := len(t.Sentences)
	x := &sentenceIndex{
		text: t, work: work, places: make(map[uint64][]int32, len(t.Sound)), square: make([]float64, n), count: make([]int, n),
		first: map[int]map[uint64]int32{},
	}
	of := make([][]uint64, n)
	for i, s := range t.Sentences {
		if s.Section {
			x.sections = append(x.sections, i)
		}
		of[i] = features(t, s)
		for _, f := range of[i] {
			x.places[f] = append(x.places[f], int32(i))
		}
	}
	for i, list := range of {
		for _, f := range list {
			if w := x.rarity(f); w > 0 {
				x.square[i] += w * w
				x.count[i]++
			}
		}
	}
	return x
}

// rarity is how much a feature tells: the logarithm of one over the share of
// the sentences that have it.
func (x *sentenceIndex) rarity(f uint64) float64 {
	n := len(x.places[f])
	if n > mostCommon {
		return 0
	}
	return math.Log(float64(len(x.count)+1) / float64(max(n, 1)))
}

// alike links a sentence of the query to those of the indexed text that are
// like it, in any order; to none if too many are.
func (x *sentenceIndex) alike(query *text.Text, sentence int) []link {
	square, count := 0.0, 0
	type common struct {
		square float64
		count  int
	}
	with := map[int]common{}
	for _, f := range features(query, query.Sentences[sentence]) {
		w := x.rarity(f)
		if w == 0 {
			continue
		}
		square += w * w
		count++
		*x.work += len(x.places[f])
		for _, i := range x.places[f] {
			c := with[int(i)]
			with[int(i)] = common{c.square + w*w, c.count + 1}
		}
	}
	var out []link
	for i, c := range with {
		likeness := min(c.square/math.Sqrt(square*x.square[i]), 2*float64(c.count)/float64(count+x.count[i]))
		if c.count > 1 && likeness >= weakly {
			out = append(out, link{sentence, i, likeness >= strongly})
		}
	}
	if len(out) > mostPlaces {
		return nil
	}
	return out
}

// shared gives the features that two linked sentences share, each once.
func (x *sentenceIndex) shared(query *text.Text, l link) []run {
	q, places := query.Sentences[l.query], x.firstPlaces(l.source)
	taken := map[uint64]bool{}
	*x.work += q.Last - q.First
	var out []run
	for i := q.First; i < q.Last; i++ {
		f, n := feature(query, q, i)
		if n == 0 || taken[f] {
			continue
		}
		if j, ok := places[f]; ok {
			out = append(out, run{q: int32(i), s: j, length: int32(n)})
			taken[f] = true
		}
	}
	return out
}

// firstPlaces gives where each feature of a sentence stands first. A sentence
// may be long and linked often, so that it is looked at once only.
func (x *sentenceIndex) firstPlaces(sentence int) map[uint64]int32 {
	places, ok := x.first[sentence]
	if ok {
		return places
	}
	s := x.text.Sentences[sentence]
	places = make(map[uint64]int32)
	*x.work += s.Last - s.First
	for j := s.Last - 1; j >= s.First; j-- {
		if f, n := feature(x.text, s, j); n > 0 {
			places[f] = int32(j)
		}
	}
	x.first[sentence] = places
	return places
}
