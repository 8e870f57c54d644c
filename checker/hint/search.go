package hint

import (
	"cmp"
	"math"
	"slices"
)

// Asked is a word of a window as shelves are asked for it: the terms that it may be, of the
// same language one, of the other what it may be translated by. They count as one word, which
// stands in a block that has one of them (structured queries: Pirkola, SIGIR 1998).
type Asked struct {
	Word  uint32 // Word.Term
	Terms []Choice
	Prior float64 // how rare the word is by itself: a logarithm as word.Entry.Rarity; 0 where that is not known
}

// Choice is a term that a word may be.
type Choice struct {
	Term  uint32
	Share float32 // how much of the word it is: a half for one of two words of a translation
}

// Place is where a document of a shelf has most of a window's words.
type Place struct {
	Document    int64
	First, Last int // blocks of the document, half-open
	Start, End  int32
	Score       float64
}

// Ranking is what shelves say of a window.
type Ranking struct {
	Best      []Place           // best first, of each document one
	Weight    []float64         // of each word that was asked for
	Near      map[int64]float64 // of the first documents: how far above the others
	Mean, Dev float64           // of the best scores of documents beside the best ones
	Documents int               // of the language
}

// Desk searches shelves. It is not safe for concurrent use.
type Desk struct {
	shelves  []*Shelf
	language Language
	without  int64
	blocks   int
	sums     [][]float32
	share    [][]float32
	touched  [][]uint32
	scores   []Place
}

// NewDesk makes what searches shelves for documents of a language, but not for the document without.
func NewDesk(shelves []*Shelf, language Language, without int64) *Desk {
	d := &Desk{shelves: shelves, language: language, without: without}
	for _, s := range shelves {
		d.blocks += s.count[language]
		d.sums = append(d.sums, make([]float32, len(s.blocks)))
		d.share = append(d.share, make([]float32, len(s.blocks)))
		d.touched = append(d.touched, nil)
	}
	return d
}

const (
	priorBlocks = 500 // how many blocks of other texts the rarity of a word by itself stands for
	mostShare   = 0.1 // words of more blocks than that tell nothing
	normTerms   = 12  // added to the number of terms of a window: a short one is not better for being short
	best        = 12  // places that are looked at more closely
	background  = 100 // documents that best scores are compared with
)

// mostBlocks is how many blocks a window of a library document has at the most, and lengths has how many it may have.
const mostBlocks = 5

var lengths = [mostBlocks + 1]bool{1: true, 2: true, 3: true, 5: true}

// Search ranks the documents by a window.
func (d *Desk) Search(words []Asked) Ranking {
	var r Ranking
	r.Weight = make([]float64, len(words))
	norm := 0.0
	for n, w := range words {
		df := 0
		for i, s := range d.shelves {
			share, touched := d.share[i], d.touched[i][:0]
			for _, c := range w.Terms {
				for _, b := range s.of(c.Term) {
					if s.blocks[b].Language != d.language {
						continue
					}
					if share[b] == 0 {
						touched = append(touched, b)
					}
					share[b] = max(share[b], c.Share)
				}
			}
			d.touched[i] = touched
			df += len(touched)
		}
		weight := d.weight(df, w.Prior)
		r.Weight[n] = weight
		norm += weight * weight
		common := float64(df) > mostShare*float64(d.blocks) && d.blocks > priorBlocks
		for i := range d.shelves {
			sums, share := d.sums[i], d.share[i]
			for _, b := range d.touched[i] {
				if !common {
					sums[b] += float32(weight*weight) * share[b]
				}
				share[b] = 0
			}
		}
	}
	if norm == 0 {
		return r
	}
	d.scores = d.scores[:0]
	for i, s := range d.shelves {
		d.collect(s, d.sums[i], math.Sqrt(norm))
	}
	r.Documents = len(d.scores)
	d.scores = highest(d.scores, 1+background)
	slices.SortFunc(d.scores, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Document, b.Document))
	})
	r.Best = slices.Clone(d.scores[:min(best, len(d.scores))])
	var sum, squares float64
	others := d.scores[min(1, len(d.scores)):min(1+background, len(d.scores))]
	for _, p := range others {
		sum += p.Score
		squares += p.Score * p.Score
	}
	if n := float64(len(others)); n > 0 {
		r.Mean = sum / n
		r.Dev = math.Sqrt(max(0, squares/n-r.Mean*r.Mean))
	}
	r.Near = make(map[int64]float64, background)
	for _, p := range d.scores[:min(background, len(d.scores))] {
		r.Near[p.Document] = r.above(p.Score)
	}
	return r
}

// highest keeps the n places with the highest scores, and some more, in any order: of thousands some hundred are asked for, and to
// sort all takes longer than to find them.
func highest(places []Place, n int) []Place {
	const bins = 1 << 10
	top := 0.0
	for i := range places {
		top = max(top, places[i].Score)
	}
	if len(places) <= n || top == 0 {
		return places
	}
	bin := func(score float64) int { return int(score / top * (bins - 1)) }
	var count [bins]int
	for i := range places {
		count[bin(places[i].Score)]++
	}
	least := bins
	for sum := 0; sum < n; {
		least--
		sum += count[least]
	}
	kept := places[:0]
	for _, p := range places {
		if bin(p.Score) >= least {
			kept = append(kept, p)
		}
	}
	return kept
}

// leastDev keeps the deviation of a library of few documents from being nothing.
const leastDev = 1e-3

// above gives how many deviations a score is above those of other documents.
func (r *Ranking) above(score float64) float64 {
	return max(0, (score-r.Mean)/max(r.Dev, leastDev))
}

// Weight says how much a term of the documents tells.
func (d *Desk) Weight(term uint32) float64 {
	df := 0
	for _, s := range d.shelves {
		df += len(s.of(term))
	}
	return d.weight(df, 0)
}

// weight says how much a word tells that df blocks have.
func (d *Desk) weight(df int, prior float64) float64 {
	have, all := float64(df), float64(d.blocks)
	if prior > 0 {
		have += priorBlocks * math.Exp(-prior)
		all += priorBlocks
	}
	return math.Log((all + 1) / (have + 0.5))
}

// collect appends the best place of each document and clears the sums.
func (d *Desk) collect(s *Shelf, sums []float32, norm float64) {
	for i, id := range s.ids {
		first, last := int(s.first[i]), int(s.first[i+1])
		place := Place{Document: id}
		if id != d.without {
			for b := first; b < last; b++ {
				if sums[b] == 0 || s.blocks[b].Language != d.language {
					continue
				}
				var sum float64
				terms := normTerms
				for end := b; end < min(b+mostBlocks, last) && (end == b || s.blocks[end].Follows && s.blocks[end].Language == d.language); end++ {
					sum += float64(sums[end])
					terms += int(s.size[end])
					if n := end + 1 - b; !lengths[n] {
						continue
					}
					if score := sum / math.Sqrt(float64(terms)) / norm; score > place.Score {
						place.Score, place.First, place.Last = score, b-first, end+1-first
					}
				}
			}
		}
		if place.Score > 0 {
			place.Start, place.End = s.blocks[first+place.First].Start, s.blocks[first+place.Last-1].End
			d.scores = append(d.scores, place)
		}
	}
	clear(sums)
}
