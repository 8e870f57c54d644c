package hint

import (
	"math"
	"slices"
)

// Pair is a word of the window and the one of a source that it corresponds to.
type Pair struct {
	This, From int // words of the window and of the region
	Same       bool
	Gloss      string // what joins them; "" where they are the same or share characters
	Weight     float64
}

// Alignment is how a window and a region of a source correspond.
type Alignment struct {
	Pairs    []Pair
	Features Features
	From, To int // words of the region, half-open, that correspond
}

// The features of an alignment. Shares are shares of the weights of words.
const (
	bias         = iota
	sameShare    // of the window's words those that the source has too
	glossShare   // those of which it has one of the same meaning, and no better
	closeShare   // of two words of the window beside one another those whose pairs stand near one another too
	orderShare   // pairs in the order of the window
	backShare    // of the source's words from the first to the last that corresponds, those that do
	sentenceMost // mean over sentences of the largest share of one that stands in one sentence of the source
	amount       // logarithm of the weight of pairs
	length       // logarithm of the number of the window's words: the longer one is, the more of it others have by chance
	zScore       // of retrieval
	elsewhere    // logarithm of how far above others the document ranks by other windows
	subject      // how much elsewhere is above what is usual between texts of different subjects
	ordered      // of the window's symbols what stands in the source in the same order (order.go)
	orderedLead  // how much more of it than in the next document, its square root: the first few symbols say most
	FeatureCount
)

// FeatureNames are the names of features, in their order.
var FeatureNames = [FeatureCount]string{"bias", "same", "gloss", "close", "order", "back", "sentence", "amount", "length", "z",
	"elsewhere", "subject", "ordered", "orderedLead"}

// Features of one alignment, in the order above.
type Features [FeatureCount]float64

// The kinds of correspondence, the best last.
const (
	joinNone = iota
	joinAlike
	joinGloss
	joinSame
)

// alikeCharacters is the share of characters that two words have in common at the least: 优化 and 优良.
const alikeCharacters = 0.5

// link is a word of a region that a word may correspond to.
type link struct {
	at    int32
	gloss string
}

// dice returns twice the characters that two words share over the characters they have.
func dice(a, b string) float64 {
	n, all := 0, 0
	for _, r := range a {
		all++
		for _, s := range b {
			if r == s {
				n++
				break
			}
		}
	}
	for range b {
		all++
	}
	return 2 * float64(n) / float64(all)
}

// near is how many words apart two words of a source are that stand beside one another in the window.
const near = 4

// align finds which words of a window correspond to which of a region. theirs returns the weight of a word of the region.
func (x *aligner) align(region []Word, theirs func(Word) float64) Alignment {
	var a Alignment
	window, weight := x.window, x.weight
	if len(window) == 0 || len(region) == 0 {
		return a
	}
	x.read(region)
	// Which of several places a word is paired with: the one with most pairs of its sentence near by. First by
	// sentences: how much of each sentence of the window each sentence of the region has.
	base, sentences := region[0].Sentence, int(region[len(region)-1].Sentence-region[0].Sentence)+1
	x.sums = grown(x.sums, (int(window[len(window)-1].Sentence-window[0].Sentence)+1)*sentences)
	clear(x.sums)
	sums := func(i int) []float64 { // of the sentence of a word of the window
		n := int(window[i].Sentence-window[0].Sentence) * sentences
		return x.sums[n : n+sentences]
	}
	x.seen = grown(x.seen, sentences)
	clear(x.seen)
	for i := range window {
		_, links := x.linked(i)
		sum := sums(i)
		for _, l := range links {
			if n := region[l.at].Sentence - base; x.seen[n] != int32(i+1) {
				x.seen[n] = int32(i + 1)
				sum[n] += weight[i]
			}
		}
	}
	var same, alike, gloss float64
	x.used = grown(x.used, len(region))
	clear(x.used)
	last := int32(-1)
	for i := range window {
		kind, links := x.linked(i)
		if kind == joinNone {
			continue
		}
		at, value, g := int32(-1), 0.0, ""
		sum := sums(i)
		for _, l := range links {
			v := sum[region[l.at].Sentence-base]
			if last >= 0 && abs(int(l.at-last)) <= near {
				v *= 1.5
			}
			if x.used[l.at] {
				v /= 2
			}
			if v > value {
				at, value, g = l.at, v, l.gloss
			}
		}
		if at < 0 {
			continue // no word of its sentence tells anything
		}
		if first := window[x.words[i].first]; kind == joinGloss && x.cross && first.Language == English {
			g = translates(region[at].inParts(), first.stem)
		}
		x.used[at] = true
		last = at
		a.Pairs = append(a.Pairs, Pair{i, int(at), kind == joinSame, g, weight[i]})
		if x.words[i].first == i {
			switch kind {
			case joinSame:
				same += weight[i]
			case joinGloss:
				gloss += weight[i]
			case joinAlike:
				alike += weight[i]
			}
		}
	}
	f := &a.Features
	f[bias] = 1
	total := x.total
	if total == 0 || len(a.Pairs) == 0 {
		return a
	}
	f[sameShare], f[glossShare] = same/total, gloss/total
	var beside, closely float64
	for n := 1; n < len(a.Pairs); n++ {
		p, q := a.Pairs[n-1], a.Pairs[n]
		if q.This-p.This > 2 {
			continue
		}
		w := math.Min(p.Weight, q.Weight)
		beside += w
		if d := abs(q.From - p.From); d > 0 && d <= near {
			closely += w
		}
	}
	f[closeShare] = closely / total
	f[orderShare] = float64(rising(a.Pairs)) / float64(len(a.Pairs))
	a.From, a.To = core(a.Pairs, len(region))
	var have, all float64
	for k := a.From; k < a.To; k++ {
		w := theirs(region[k])
		all += w
		if x.used[k] {
			have += w
		}
	}
	if all > 0 {
		f[backShare] = have / all
	}
	// Sentences of the window, by what one sentence of the region has of them.
	var most, weights float64
	for i := 0; i < len(window); {
		s, sum := window[i].Sentence, sums(i)
		w := 0.0
		for ; i < len(window) && window[i].Sentence == s; i++ {
			w += weight[i]
		}
		most += slices.Max(sum)
		weights += w
	}
	f[sentenceMost] = most / weights
	f[amount] = math.Log(1 + same + 0.5*(alike+gloss))
	f[length] = math.Log(float64(len(window)))
	return a
}

// rising returns the length of the longest run of pairs, not side by side, in ascending order of the region.
func rising(pairs []Pair) int {
	var ends []int
	for _, p := range pairs {
		i, _ := slices.BinarySearch(ends, p.From)
		if i == len(ends) {
			ends = append(ends, p.From)
		} else {
			ends[i] = p.From
		}
	}
	return len(ends)
}

// core returns the range of the region that holds pairs closely: its ends are moved in while what is left outside holds few.
func core(pairs []Pair, n int) (from, to int) {
	weight := make([]float64, n)
	total := 0.0
	for _, p := range pairs {
		weight[p.From] += p.Weight
		total += p.Weight
	}
	// The range with the largest excess over the mean, which Kadane's method finds.
	mean := total / float64(n) * 0.6
	var sum, top float64
	start := 0
	for k, w := range weight {
		if sum <= 0 {
			sum, start = 0, k
		}
		if sum += w - mean; sum > top {
			top, from, to = sum, start, k+1
		}
	}
	return from, to
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
