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

// The features of an alignment. Shares are of the weights of words.
const (
	bias         = iota
	sameShare    // of the window's words those that the source has too
	alikeShare   // those of which it has one that shares a character, and no better
	glossShare   // those of which it has one of the same meaning, and no better
	closeShare   // of two words of the window beside one another those whose pairs stand near one another too
	orderShare   // pairs in the order of the window
	backShare    // of the source's words from the first to the last that corresponds, those that do
	sentenceMost // mean over sentences of the largest share of one that stands in one sentence of the source
	amount       // logarithm of the weight of pairs
	zScore       // of retrieval
	lead         // how much more words correspond than with the next document
	others       // logarithm of the number of documents
	elsewhere    // logarithm of how far above others the document ranks by other windows
	subject      // how much elsewhere is above what is usual between texts of different subjects
	ordered      // of the window's symbols what stands in the source in the same order (order.go)
	orderedLead  // how much more of it than in the next document
	FeatureCount
)

// FeatureNames are the names of features, in their order.
var FeatureNames = [FeatureCount]string{"bias", "same", "alike", "gloss", "close", "order", "back", "sentence", "amount", "z", "lead", "others", "elsewhere", "subject", "ordered", "orderedLead"}

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

// region is a place of a source made ready: where its terms, meanings and characters stand.
type region struct {
	words    []Word
	terms    map[uint32][]int32
	meanings map[string][]int32 // by the stems of a meaning
	runes    map[rune][]int32
}

// wanted is what of a region may correspond to a window: of most words of a region none asks.
type wanted struct {
	terms    map[uint32]bool
	meanings map[string]bool
	runes    map[rune]bool
}

// newWanted finds what region.links will ask for.
func newWanted(d *Dictionary, window []Word, cross bool) wanted {
	x := wanted{map[uint32]bool{}, map[string]bool{}, map[rune]bool{}}
	for i := range window {
		w := &window[i]
		x.terms[w.Term] = true
		switch {
		case w.Number:
		case cross && w.Language == English:
			x.meanings[w.Text] = true
		case cross:
			for _, part := range d.parts(w.Text) {
				for _, m := range d.Meanings(part) {
					for _, stem := range m.Stems {
						x.meanings[stem] = true
					}
				}
			}
		case w.Language == Chinese:
			for _, m := range d.Meanings(w.Text) {
				x.meanings[m.key] = true
			}
			for _, r := range w.Text {
				x.runes[r] = true
			}
		}
	}
	return x
}

// newRegion makes a region ready for a window of a language.
func newRegion(d *Dictionary, words []Word, of Language, x wanted) *region {
	r := &region{words, map[uint32][]int32{}, map[string][]int32{}, map[rune][]int32{}}
	means := func(key string, at int32) {
		if x.meanings[key] {
			r.meanings[key] = append(r.meanings[key], at)
		}
	}
	for i := range words {
		w, at := &words[i], int32(i)
		if x.terms[w.Term] {
			r.terms[w.Term] = append(r.terms[w.Term], at)
		}
		if w.Number {
			continue
		}
		switch {
		case w.Language == Chinese && of == Chinese:
			for _, m := range d.Meanings(w.Text) {
				means(m.key, at)
			}
			for _, c := range w.Text {
				if x.runes[c] {
					r.runes[c] = append(r.runes[c], at)
				}
			}
		case w.Language == Chinese:
			for _, part := range d.parts(w.Text) {
				for _, m := range d.Meanings(part) {
					for _, stem := range m.Stems {
						means(stem, at)
					}
				}
			}
		case of == Chinese: // English, to be met by meanings of Chinese words
			means(w.Text, at)
		}
	}
	return r
}

// link is a word of a region that a word may correspond to.
type link struct {
	at    int
	gloss string
}

// links returns the places of the words that correspond to one best, and how.
func (r *region) links(d *Dictionary, w *Word, cross bool) (kind int, out []link) {
	if !cross {
		if at := r.terms[w.Term]; len(at) > 0 {
			for _, k := range at {
				out = append(out, link{int(k), ""})
			}
			return joinSame, out
		}
	}
	if w.Number || !cross && w.Language != Chinese {
		return joinNone, nil
	}
	add := func(at []int32, gloss string) {
		for _, k := range at {
			if !slices.ContainsFunc(out, func(l link) bool { return l.at == int(k) }) {
				out = append(out, link{int(k), gloss})
			}
		}
	}
	switch {
	case cross && w.Language == English:
		for _, k := range r.meanings[w.Text] {
			add([]int32{k}, d.translates(r.words[k].Text, w.Text))
		}
	case cross:
		for _, part := range d.parts(w.Text) {
			for _, m := range d.Meanings(part) {
				for _, stem := range m.Stems {
					add(r.meanings[stem], m.Gloss)
				}
			}
		}
	default:
		for _, m := range d.Meanings(w.Text) {
			add(r.meanings[m.key], m.Gloss)
		}
	}
	if len(out) > 0 || cross {
		if len(out) == 0 {
			return joinNone, nil
		}
		return joinGloss, out
	}
	for _, x := range w.Text {
		for _, k := range r.runes[x] {
			if dice(w.Text, r.words[k].Text) >= alikeCharacters {
				add([]int32{k}, "")
			}
		}
	}
	if len(out) > 0 {
		return joinAlike, out
	}
	return joinNone, nil
}

// translates returns the meaning by which an English stem translates a Chinese word, or "".
func (d *Dictionary) translates(zh, stem string) string {
	if d == nil {
		return ""
	}
	for _, part := range d.parts(zh) {
		for _, m := range d.Meanings(part) {
			if slices.Contains(m.Stems, stem) {
				return m.Gloss
			}
		}
	}
	return ""
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

// align finds which words of a window correspond to which of a region. weight gives the weights of the window's words,
// theirs those of the region's.
func (r *region) align(d *Dictionary, window []Word, weight, theirs []float64, cross bool) Alignment {
	var a Alignment
	region := r.words
	if len(window) == 0 || len(region) == 0 {
		return a
	}
	links := make([][]link, len(window))
	top := make([]int, len(window))
	known := map[uint32]int{} // the first word with a term
	for i := range window {
		if k, ok := known[window[i].Term]; ok {
			links[i], top[i] = links[k], top[k]
			continue
		}
		known[window[i].Term] = i
		top[i], links[i] = r.links(d, &window[i], cross)
	}
	// Which of several places a word is paired with: the one with most pairs of its sentence near by. First by
	// sentences: how much of each sentence of the window each sentence of the region has.
	sum := map[[2]int32]float64{}
	for i := range window {
		seen := map[int32]bool{}
		for _, l := range links[i] {
			if !seen[region[l.at].Sentence] {
				seen[region[l.at].Sentence] = true
				sum[[2]int32{window[i].Sentence, region[l.at].Sentence}] += weight[i]
			}
		}
	}
	var total, same, alike, gloss float64
	seen := map[uint32]bool{}
	used := make([]bool, len(region))
	last := -1
	for i := range window {
		first := !seen[window[i].Term]
		seen[window[i].Term] = true
		if first {
			total += weight[i]
		}
		if top[i] == joinNone {
			continue
		}
		at, value, g := -1, 0.0, ""
		for _, l := range links[i] {
			v := sum[[2]int32{window[i].Sentence, region[l.at].Sentence}]
			if last >= 0 && abs(l.at-last) <= near {
				v *= 1.5
			}
			if used[l.at] {
				v /= 2
			}
			if v > value {
				at, value, g = l.at, v, l.gloss
			}
		}
		used[at] = true
		last = at
		a.Pairs = append(a.Pairs, Pair{i, at, top[i] == joinSame, g, weight[i]})
		if first {
			switch top[i] {
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
	if total == 0 || len(a.Pairs) == 0 {
		return a
	}
	f[sameShare], f[alikeShare], f[glossShare] = same/total, alike/total, gloss/total
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
		all += theirs[k]
		if used[k] {
			have += theirs[k]
		}
	}
	if all > 0 {
		f[backShare] = have / all
	}
	// Sentences of the window, by what one sentence of the region has of them.
	var most, weights float64
	for i := 0; i < len(window); {
		s := window[i].Sentence
		w := 0.0
		for ; i < len(window) && window[i].Sentence == s; i++ {
			w += weight[i]
		}
		top := 0.0
		for k, v := range sum {
			if k[0] == s {
				top = max(top, v)
			}
		}
		most += top
		weights += w
	}
	f[sentenceMost] = most / weights
	f[amount] = math.Log(1 + same + 0.5*(alike+gloss))
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
