package hint

import (
	"cmp"
	"math"
	mathbits "math/bits"
	"slices"
)

// QueryTerm is a word of a window as segments are asked for it: the terms that it may be, of the
// same language one, of the other what it may be translated by. They count as one word, which
// stands in a block that has one of them (structured queries: Pirkola, SIGIR 1998).
type QueryTerm struct {
	Word  uint32 // Word.Term
	Part  uint32 // which part of a word that is asked for in parts
	Terms []Choice
	Prior float64 // how rare the word is by itself: a logarithm as word.Entry.Rarity; 0 where that is not known
}

// Choice is a term that a word may be.
type Choice struct {
	Term  uint32
	Share float32 // how much of the word it is: a half for one of two words of a translation
}

// Place is where a document of a segment has most of a window's words.
type Place struct {
	Document    int64
	First, Last int // blocks of the document, half-open
	Start, End  int32
	Score       float64
}

// Ranking is what segments say of a window.
type Ranking struct {
	Best      []Place           // best first, of each document one
	Weight    []float64         // of each word that was asked for
	Near      map[int64]float64 // of the first documents: how far above the others
	Mean, Dev float64           // of the best scores of documents beside the best ones
	Documents int               // of the language
	others    int               // documents that have something of the window, beside the best
}

// Searcher searches segments. It is not safe for concurrent use.
type Searcher struct {
	tallies     []*tally // of the segments
	language    Language
	without     int64
	blocks      int
	documents   int
	frequencies map[[2]uint32]int    // of words that were asked for, by Word and Part: how many blocks have them
	postings    map[uint32][]posting // of terms that were asked for
	most        int                  // mostChosen, but in tests
	found       []Place
	lists       [][]posting
}

// tally counts how much of a window each block of a segment contains.
type tally struct {
	*Segment
	run     []uint8   // Segment.run of the language
	sums    []float32 // of each block: how much of the window it has
	has     bitset    // blocks whose sum is not 0
	share   []float32 // of each block: how much of one word
	touched []uint32  // blocks whose share is not 0
	chosen  bitset    // blocks of documents that are looked at, where not all are
	scores  []float64 // of each document, up to a constant
}

// NewSearcher makes what searches segments for documents of a language, but not for the document without.
func NewSearcher(segments []*Segment, language Language, without int64) *Searcher {
	d := &Searcher{
		language: language, without: without, most: mostChosen,
		frequencies: map[[2]uint32]int{}, postings: map[uint32][]posting{},
	}
	for _, s := range segments {
		d.blocks += s.count[language]
		d.documents += s.documents[language]
		n := len(s.blocks)
		d.tallies = append(d.tallies, &tally{
			Segment: s, run: s.run[language], scores: make([]float64, len(s.ids)),
			sums: make([]float32, n), share: make([]float32, n), has: newBitset(n), chosen: newBitset(n),
		})
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

// Pruning. The common words of a window are most of the data and tell least: its rarest words, with rareShare of its
// weight, choose the documents to which the others are added (the strategy "continue" of Moffat and Zobel, TOIS 1996).
// Those are ten times as many as are ranked; a library with no more documents is read whole.
const (
	rareShare  = 0.9
	mostChosen = 10 * background
)

// mostBlocks is how many blocks a window of a library document has at the most, and lengths has how many it may have.
const mostBlocks = 5

var lengths = [mostBlocks + 1]bool{1: true, 2: true, 3: true, 5: true}

// valued is a word with what it tells.
type valued struct {
	*QueryTerm
	value float64
}

// Search ranks the documents by a window.
func (d *Searcher) Search(words []QueryTerm) Ranking {
	r := Ranking{Weight: make([]float64, len(words)), Documents: d.documents}
	var telling []valued
	norm, sum := 0.0, 0.0
	for n := range words {
		w := &words[n]
		df := d.frequency(w)
		weight := d.weight(df, w.Prior)
		r.Weight[n] = weight
		norm += weight * weight
		if float64(df) > mostShare*float64(d.blocks) && d.blocks > priorBlocks {
			continue
		}
		sum += weight * weight
		telling = append(telling, valued{w, weight * weight})
	}
	if norm == 0 {
		return r
	}
	norm = math.Sqrt(norm)
	slices.SortStableFunc(telling, func(a, b valued) int { return cmp.Compare(b.value, a.value) })
	rare, read := len(telling), 0.0
	for i, w := range telling {
		if d.documents > d.most && read >= rareShare*sum {
			rare = i
			break
		}
		read += w.value
	}
	d.read(telling[:rare], false)
	if rare < len(telling) {
		d.choose()
		d.read(telling[rare:], true)
	}
	scores := d.highest(norm)
	r.Best = slices.Clone(scores[:min(best, len(scores))])
	var total, squares float64
	others := scores[min(1, len(scores)):min(1+background, len(scores))]
	for _, p := range others {
		total += p.Score
		squares += p.Score * p.Score
	}
	r.others = len(others)
	if n := float64(r.others); n > 0 {
		r.Mean = total / n
		r.Dev = math.Sqrt(max(0, squares/n-r.Mean*r.Mean))
	}
	r.Near = make(map[int64]float64, background)
	for _, p := range scores[:min(background, len(scores))] {
		r.Near[p.Document] = r.above(p.Score)
	}
	return r
}

// leastDev keeps the deviation of a library of few documents from being nothing.
const leastDev = 1e-3

// above returns how many deviations a score is above those of the other documents, 0 where too few have anything of the window: the
// few words that they share with it by accident say nothing of how much is usual.
func (r *Ranking) above(score float64) float64 {
	if r.others < LeastDocuments-1 {
		return 0
	}
	return max(0, (score-r.Mean)/max(r.Dev, leastDev))
}

// weight returns how much a word tells that df blocks have.
func (d *Searcher) weight(df int, prior float64) float64 {
	have, all := float64(df), float64(d.blocks)
	if prior > 0 {
		have += priorBlocks * math.Exp(-prior)
		all += priorBlocks
	}
	return max(0, math.Log((all+1)/(have+0.5)))
}

// frequency returns how many blocks have a word.
func (d *Searcher) frequency(w *QueryTerm) int {
	key := [2]uint32{w.Word, w.Part}
	df, known := d.frequencies[key]
	if known {
		return df
	}
	if len(w.Terms) == 1 {
		for _, p := range d.of(w.Terms[0].Term) {
			df += len(p.blocks)
		}
	} else {
		for _, c := range w.Terms {
			for _, p := range d.of(c.Term) {
				p.mark(p.blocks, c.Share, false)
			}
		}
		for _, t := range d.tallies {
			df += len(t.touched)
			t.unmark()
		}
	}
	d.frequencies[key] = df
	return df
}

// posting is the blocks of a segment that have a term.
type posting struct {
	*tally
	blocks []uint32
}

// of returns the blocks that have a term. Windows ask for the same words again and again, and to find a term in a segment is to
// fetch several lines of memory.
func (d *Searcher) of(term uint32) []posting {
	found, known := d.postings[term]
	if !known {
		for _, t := range d.tallies {
			if blocks := t.of(d.language, term); len(blocks) > 0 {
				found = append(found, posting{t, blocks})
			}
		}
		d.postings[term] = found
	}
	return found
}

// read adds what words tell to the blocks that have them, of all documents or of those that are chosen, and scores the documents. It
// does so segment by segment: the sums of one stay near the processor, those of all do not.
func (d *Searcher) read(words []valued, chosen bool) {
	lists := d.lists[:0] // of the choices of the words
	for _, w := range words {
		for _, c := range w.Terms {
			lists = append(lists, d.of(c.Term))
		}
	}
	d.lists = lists
	for _, t := range d.tallies {
		rest := lists
		for _, w := range words {
			for n, c := range w.Terms {
				p := &rest[n]
				if len(*p) == 0 || (*p)[0].tally != t {
					continue
				}
				if blocks := (*p)[0].blocks; len(w.Terms) == 1 {
					t.add(blocks, float32(w.value)*c.Share, chosen)
				} else {
					t.mark(blocks, c.Share, chosen)
				}
				*p = (*p)[1:]
			}
			rest = rest[len(w.Terms):]
			for _, b := range t.touched {
				t.sums[b] += float32(w.value) * t.share[b]
				t.has.set(b)
			}
			t.unmark()
		}
		t.score()
		if n, found := slices.BinarySearch(t.ids, d.without); found {
			t.scores[n] = 0
		}
	}
}

// choose chooses the documents with the best scores so far. The others have nothing from then on.
func (d *Searcher) choose() {
	least := d.reached(d.most)
	for _, t := range d.tallies {
		clear(t.chosen)
		for n, score := range t.scores {
			if score > 0 && score >= least {
				t.chosen.setAll(int(t.first[n]), int(t.first[n+1]))
			}
		}
		for i := range t.has {
			t.clear(i, t.has[i]&^t.chosen[i])
		}
	}
}

// highest returns the best places of the documents, best first: of each document one, as many as are ranked. It clears the sums.
func (d *Searcher) highest(norm float64) []Place {
	least := d.reached(1 + background)
	found := d.found[:0]
	for _, t := range d.tallies {
		for n, score := range t.scores {
			if score > 0 && score >= least {
				found = append(found, t.place(n, norm))
			}
		}
		for i, bits := range t.has {
			t.clear(i, bits)
		}
	}
	slices.SortFunc(found, func(a, b Place) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Document, b.Document))
	})
	d.found = found
	return found
}

// reached returns a score that n of the scores reach, or all, and few more: to sort thousands takes longer than to find the best.
func (d *Searcher) reached(n int) float64 {
	const bins = 1 << 12
	top := 0.0
	for _, t := range d.tallies {
		for _, s := range t.scores {
			top = max(top, s)
		}
	}
	scale := (bins - 1) / top
	var count [bins]int
	for _, t := range d.tallies {
		for _, s := range t.scores {
			if s > 0 {
				count[int(s*scale)]++
			}
		}
	}
	least, sum := bins, 0
	for ; sum < n && least > 0; sum += count[least] {
		least--
	}
	if sum < n {
		return 0
	}
	// Of the scores of a bin the least one: that is no matter of rounding.
	reached := top
	for _, t := range d.tallies {
		for _, s := range t.scores {
			if s > 0 && int(s*scale) == least {
				reached = min(reached, s)
			}
		}
	}
	return reached
}

// lengthNorms are what the sum of a place of few terms is multiplied by: of long division and roots there are millions a check.
var lengthNorms = func() (norms [1 << 12]float64) {
	for n := range norms {
		norms[n] = 1 / math.Sqrt(float64(n+normTerms))
	}
	return norms
}()

// add adds a value to blocks, all or those of documents that are chosen.
func (t *tally) add(blocks []uint32, value float32, chosen bool) {
	sums, has := t.sums, t.has
	for _, b := range blocks {
		if !chosen || t.chosen.has(b) {
			sums[b] += value
			has.set(b)
		}
	}
}

// mark notes in share and touched that blocks have a share of a word.
func (t *tally) mark(blocks []uint32, share float32, chosen bool) {
	for _, b := range blocks {
		if chosen && !t.chosen.has(b) {
			continue
		}
		if t.share[b] == 0 {
			t.touched = append(t.touched, b)
		}
		t.share[b] = max(t.share[b], share)
	}
}

// unmark forgets the word that was marked.
func (t *tally) unmark() {
	for _, b := range t.touched {
		t.share[b] = 0
	}
	t.touched = t.touched[:0]
}

// clear sets the sums of blocks to 0; bits are those of word i of the set.
func (t *tally) clear(i int, bits uint64) {
	t.has[i] &^= bits
	for ; bits != 0; bits &= bits - 1 {
		t.sums[i*64+mathbits.TrailingZeros64(bits)] = 0
	}
}

// score scores each document by its best place: 0 where it has none.
func (t *tally) score() {
	const others = 1<<(mostBlocks-1) - 1
	clear(t.scores)
	sums, size := t.sums, t.size
	document, last, best := -1, 0, 0.0
	for i, bits := range t.has {
		following := uint64(0)
		if i+1 < len(t.has) {
			following = t.has[i+1]
		}
		for ; bits != 0; bits &= bits - 1 {
			n := mathbits.TrailingZeros64(bits)
			b := i*64 + n
			if b >= last {
				for ; b >= last; last = int(t.first[document+1]) {
					document++
				}
				best = 0
			}
			var value float64
			if (bits>>1>>n|following<<(63-n))&others == 0 { // no other block of the place has anything, as of most
				value = float64(sums[b]) * lengthNorm(int(size[b]))
			} else {
				value = t.at(b)
			}
			if value > best {
				best = value
				t.scores[document] = value
			}
		}
	}
}

// place returns the best place of a document that has one.
func (t *tally) place(document int, norm float64) Place {
	base, score := int(t.first[document]), t.scores[document]
	from := base
	for t.sums[from] == 0 || t.at(from) < score {
		from++
	}
	sum, terms, to := t.sums[from], int(t.size[from]), from+1
	for float64(sum)*lengthNorm(terms) < score || !lengths[to-from] {
		sum += t.sums[to]
		terms += int(t.size[to])
		to++
	}
	return Place{
		Document: t.ids[document], First: from - base, Last: to - base,
		Start: t.blocks[from].Start, End: t.blocks[to-1].End, Score: score / norm,
	}
}

// at returns the score of the best place that begins with a block. What it does hardly depends on what blocks have, which no processor
// could foresee.
func (t *tally) at(b int) float64 {
	n := int(t.run[b])
	sums, size := t.sums[b:b+n], t.size[b:b+n]
	sum, terms := sums[0], int(size[0])
	score := float64(sum) * lengthNorm(terms)
	for i, more := range sums[1:] {
		sum += more
		terms += int(size[i+1])
		if lengths[i+2] && (i+2 < mostBlocks || more != 0) { // no place ends with a block that has nothing
			score = max(score, float64(sum)*lengthNorm(terms))
		}
	}
	return score
}

func lengthNorm(terms int) float64 { return lengthNorms[min(terms, len(lengthNorms)-1)] }
