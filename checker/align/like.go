package align

import (
	"cmp"
	"math"
	"slices"

	"zhiwen/checker/text"
)

// Two sentences are alike if both the cosine of their words, with rare ones counting more, and the
// Dice coefficient of their words reach a threshold (Sanchez-Perez, Gelbukh, Sidorov, PAN 2014, the
// origin of strongly). Beside such a sentence a lower threshold suffices. Words are longer words or
// pairs of characters.
const (
	strongly   = 0.33
	weakly     = strongly * 2 / 3
	mostCommon = 32 // words in more sentences of the source mean nothing; also bounds the work
)

// link is a pair of similar sentences in the query and the source.
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

// feature returns the longer word or the two characters that begin at a symbol, by which sentences
// are compared, and their number of symbols; 0 for other symbols.
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

// features returns the distinct features of a sentence, reusing the memory of out.
func features(t *text.Text, s text.Sentence, out []uint64) []uint64 {
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
	work   *int      // as in Scratch
	square []float64 // by sentence: sum of its features' squared rarities
	count  []int     // by sentence: number of its significant features
	all    int       // number of sentences without later copies

	// Distinct features are numbered. keys and numbers are a hash table from features to numbers; a
	// key of 0, which is no feature, is a free slot.
	keys    []uint64
	numbers []int32
	shift   uint
	from    []int32 // by number: its sentences are places[from[number]:from[number+1]], in order
	places  []int32
	tell    []float64 // by number: its rarity

	list, begins []int32 // numbers of the features of all sentences; where those of each sentence begin

	first    map[int]map[uint64]int32 // by sentence, on demand: first position of each of its features
	sections []int                    // first sentences of sections
}

// newSentenceIndex indexes a text in time linear in its length. The last index made with scratch is
// cached. Later work is added to that of scratch, whose memory the index uses until the next one is
// made.
func newSentenceIndex(t *text.Text, scratch *Scratch) *sentenceIndex {
	n, x := len(t.Sentences), &scratch.sentences
	if x.text == t {
		return x
	}
	x.text, x.work, x.first, x.sections = t, &scratch.work, map[int]map[uint64]int32{}, x.sections[:0]
	x.hold(len(t.Sound))
	x.list, x.begins, x.from = x.list[:0], x.begins[:0], x.from[:0]
	var some []uint64
	again := scratch.repeatsOf(t)
	for i, s := range t.Sentences {
		if s.Section {
			x.sections = append(x.sections, i)
		}
		x.begins = append(x.begins, int32(len(x.list)))
		if again.mostly(s.First, s.Last) {
			n--
			continue // the sentence that it repeats represents it
		}
		some = features(t, s, some[:0])
		for _, f := range some {
			at := x.slot(f)
			if x.keys[at] == 0 {
				x.keys[at], x.numbers[at] = f, int32(len(x.from))
				x.from = append(x.from, 0)
			}
			x.from[x.numbers[at]]++
			x.list = append(x.list, x.numbers[at])
		}
	}
	x.begins, x.all = append(x.begins, int32(len(x.list))), n
	// from holds counts of sentences until here.
	x.tell = x.tell[:0]
	var rarities [mostCommon + 2]float64 // by number of sentences
	for having := range rarities {
		rarities[having] = rarity(having, n)
	}
	sum := int32(0)
	for i, count := range x.from {
		x.tell = append(x.tell, rarities[min(int(count), mostCommon+1)])
		x.from[i] = sum
		sum += count
	}
	x.from = append(x.from, sum)
	x.places = slices.Grow(x.places[:0], int(sum))[:sum]
	fill := slices.Clone(x.from)
	x.square, x.count = append(x.square[:0], make([]float64, len(t.Sentences))...), append(x.count[:0], make([]int, len(t.Sentences))...)
	for i := range t.Sentences {
		for _, f := range x.list[x.begins[i]:x.begins[i+1]] {
			x.places[fill[f]] = int32(i)
			fill[f]++
			if w := x.tell[f]; w > 0 {
				x.square[i] += w * w
				x.count[i]++
			}
		}
	}
	return x
}

// hold makes room for the given number of distinct features and removes all others.
func (x *sentenceIndex) hold(features int) {
	size, bits := 16, uint(4)
	for size < 2*features {
		size, bits = 2*size, bits+1
	}
	x.shift = 64 - bits
	if cap(x.keys) < size {
		x.keys, x.numbers = make([]uint64, size), make([]int32, size)
		return
	}
	x.keys, x.numbers = x.keys[:size], x.numbers[:size]
	clear(x.keys)
}

// slot returns the slot of a feature, or the free one for it.
func (x *sentenceIndex) slot(f uint64) int {
	at := int(f * 0x9e3779b97f4a7c15 >> x.shift)
	for x.keys[at] != 0 && x.keys[at] != f {
		if at++; at == len(x.keys) {
			at = 0
		}
	}
	return at
}

// of returns the sentences of a feature, and its rarity.
func (x *sentenceIndex) of(f uint64) ([]int32, float64) {
	at := x.slot(f)
	if x.keys[at] == 0 {
		return nil, rarity(0, x.all)
	}
	number := x.numbers[at]
	return x.places[x.from[number]:x.from[number+1]], x.tell[number]
}

// rarity returns how much a feature of that many of all sentences means: the logarithm of the
// inverse of its share.
func rarity(having, all int) float64 {
	if having > mostCommon {
		return 0
	}
	return math.Log(float64(all+1) / float64(max(having, 1)))
}

// alike returns links from a sentence of the query to similar sentences of the indexed text, in any
// order, or none if there are too many.
func (x *sentenceIndex) alike(query *text.Text, sentence int) []link {
	square, count := 0.0, 0
	type common struct {
		square float64
		count  int
	}
	with := map[int]common{}
	for _, f := range features(query, query.Sentences[sentence], nil) {
		places, w := x.of(f)
		if w == 0 {
			continue
		}
		square += w * w
		count++
		*x.work += len(places)
		for _, i := range places {
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

// shared returns the features that two linked sentences share, each once.
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

// firstPlaces returns the first position of each feature in a sentence. The result is cached, since
// a sentence may be long and linked often.
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
