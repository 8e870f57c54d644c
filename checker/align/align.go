// Package align finds the passages that two texts have in common.
//
// The method is that of the text-alignment literature (PAN 2012–2015; Sanchez-Perez, Gelbukh,
// Sidorov 2015): seeds, extension, filtering. Seeds are short runs of symbols that occur in both
// texts, and longer words near each other in both (seed.go, weak.go). Seeds near each other on both
// sides form a cluster, whatever their order, and short agreements beside them lengthen it
// (extend.go). A cluster is trimmed to where it is dense on both sides, and counts if enough of it
// agrees (trim.go). Of several places in the source the most certain is kept (counterpart.go).
// Pieces are joined (condense.go), and those of a summary by the similarity of sentences
// (summary.go, like.go).
//
// Its input is two text.Text. Its output is matches in symbols and code points. The package knows
// nothing about documents, libraries or the reason for the comparison.
package align

import (
	"cmp"
	"slices"
	"sort"

	"zhiwen/checker/text"
)

// piece is a pair of stretches with much in common, which may become matches.
type piece struct {
	Query, Source               Span // code points
	QuerySymbols, SourceSymbols Span
	Runs                        []Agreement // in order of the query
	Weight                      int         // of all runs

	told    int     // the weight with labels counted half (clusters.tells)
	placing float64 // how certainly its runs identify the place in the source
	strong  bool    // enough agrees for a match
	summary bool
}

// Agreement is a stretch of equal symbols, with its first symbols in the query and in the source.
type Agreement struct{ Query, Source, Length int }

// The thresholds, in weights (a character weighs 1, a longer word 2).
const (
	gap       = 60  // runs further apart on one side belong to different passages: about two sentences
	leap      = 160 // the same for neighbours on the other side: whole sentences omitted or inserted
	neighbour = 8   // runs at most this far apart are neighbours
	leastSeed = 10  // clusters with less than two seeds are ignored
	least     = 24  // least agreement of a match; a long sentence of common phrases rarely reaches it
	// symbols, about two words, by which an edited passage is extended to the ends of its sentences
	snap        = 4
	labelWeight = 12 // sentences with less weight are labels: about five words
	// splits after which runs are halved, and most trims of a match: bounds the work on hostile
	// texts
	patience = 16
	// cost of an uncovered symbol, where a covered one adds 1: parts with less than a fourth
	// covered are trimmed
	uncovered = 0.3
)

// Query is a text prepared for comparison with many others. It may be used concurrently, each time
// with a Scratch of its own.
type Query struct {
	text  *text.Text
	sums  sums
	index *seedIndex
	weak  *seedIndex

	repeats Repeats
	left    []bool // symbols of later copies whose seeds are in neither index; nil if there are none

	usage func() *text.Usage // usage in texts of its kind; returns nil if unknown
}

// NewQuery prepares a text in time linear in its length.
func NewQuery(t *text.Text) *Query {
	q := &Query{text: t, sums: newSums(t, nil), repeats: FindRepeats(t), usage: func() *text.Usage { return nil }}
	if q.repeats.Again != nil {
		q.left = make([]bool, len(t.Sound))
	}
	q.index = newSeedIndex(t, seedWeight, mostPlaces, nil, q.repeats, q.left)
	q.weak = newSeedIndex(t, weakWeight, weakPlaces, isWord, q.repeats, q.left)
	if !slices.Contains(q.left, true) {
		q.left = nil
	}
	return q
}

// Among sets the usual wording of texts of the query's kind, before the query is used: agreement in
// what all of them say is worth less. usage is called when it is first needed, maybe often and
// concurrently, and may block. It returns nil if nothing is known.
func (q *Query) Among(usage func() *text.Usage) *Query {
	q.usage = usage
	return q
}

// Scratch is memory that Align reuses. The zero value is ready.
type Scratch struct {
	runs      []run
	diagonals []int32
	cover     []bool
	taken     []bool // symbols of the query in a match
	there     []bool // symbols of the source; all false while not in use
	points    []run
	times     []uint8
	sums      sums
	seeds     [2]seedsOf // of the last source, by weight
	next      int        // index in seeds to be reused next
	seen      []uint64
	from      []int32
	firsts    []int32
	nodes     []int32
	counts    []copyCount
	placed    []placed
	news      news
	repeated  struct { // later copies in the last source
		text *text.Text
		Repeats
	}
	sentences sentenceIndex
	work      int // runs, symbols and links processed, which tests count instead of time
}

// Align finds the passages of the query that occur in source, in the order of the query. The time
// is bounded by the length of source times mostPlaces, up to logarithmic factors.
func (q *Query) Align(source *text.Text, s *Scratch) []Match {
	c, found := q.pieces(source, s)
	if !c.promise(found) {
		return nil
	}
	return c.matches(c.condense(found))
}

// pieces finds the pieces that query and source have in common, including slight ones, in the order
// of the query.
func (q *Query) pieces(source *text.Text, s *Scratch) (*clusters, []piece) {
	c := &clusters{query: q.text, source: source, usage: q.usage, scratch: s}
	if n := len(q.text.Sound) + len(source.Sound) + 1; len(s.diagonals) < n {
		s.diagonals = make([]int32, n*3/2)
	}
	s.runs = q.index.runs(source, s.runs[:0], s)
	s.runs = append(s.runs, q.weak.weakRuns(source, len(q.text.Sound), s)...)
	var total int32
	for _, r := range s.runs {
		total += r.weight
	}
	if total < leastSeed {
		return c, nil
	}
	c.stretches(s.runs)
	if len(c.out) == 0 {
		return c, nil
	}
	out := c.counterparts()
	if q.left != nil {
		if runs := q.copied(slices.Clone(out), s.runs, source.Cuts); runs != nil {
			s.runs, c.out = runs, nil
			c.stretches(s.runs)
			out = c.counterparts()
		}
	}
	s.sums = newSums(source, s.sums)
	c.querySums, c.sourceSums = q.sums, s.sums
	return c, out
}

// Runs finds the maximal runs of symbols, of at least a seed each, that the query shares with
// source, in arbitrary order.
func (q *Query) Runs(source *text.Text) []Agreement {
	found := q.index.runs(source, nil, &Scratch{diagonals: make([]int32, len(q.text.Sound)+len(source.Sound)+1)})
	out := make([]Agreement, len(found))
	for i, r := range found {
		out[i] = Agreement{int(r.q), int(r.s), int(r.length)}
	}
	return out
}

// clusters splits runs into clusters and keeps those that are matches.
type clusters struct {
	query, source         *text.Text
	usage                 func() *text.Usage
	querySums, sourceSums sums // set if there are pieces to condense
	scratch               *Scratch
	news                  *news // set if there are matches to make
	out                   []piece
	// strong ones inside a better one: other places of the source with the same text
	others []piece
}

// placed is a run with the numbers of the stretches that it is in.
type placed struct {
	run
	query, source int
}

// stretches splits the runs separately for each pair of stretches between cuts of the query and of
// the source.
func (c *clusters) stretches(runs []run) {
	if len(c.query.Cuts)+len(c.source.Cuts) == 0 {
		c.split(runs, 0)
		return
	}
	all := c.scratch.placed[:0]
	for _, r := range runs {
		all = append(all, placed{r, sort.SearchInts(c.query.Cuts, int(r.q)+1), sort.SearchInts(c.source.Cuts, int(r.s)+1)})
	}
	c.scratch.placed = all
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.query, b.query), cmp.Compare(a.source, b.source), cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s))
	})
	first, weight := 0, int32(0)
	for i, r := range all {
		runs[i] = r.run
		weight += r.weight
		if i+1 == len(all) || all[i+1].query != r.query || all[i+1].source != r.source {
			if weight >= leastSeed {
				c.split(runs[first:i+1:i+1], 0)
			}
			first, weight = i+1, 0
		}
	}
}

// sameStretch reports whether no cut separates two places on either side.
func (c *clusters) sameStretch(a, b piece) bool {
	return sort.SearchInts(c.query.Cuts, a.QuerySymbols.Start+1) == sort.SearchInts(c.query.Cuts, b.QuerySymbols.Start+1) &&
		sort.SearchInts(c.source.Cuts, a.SourceSymbols.Start+1) == sort.SearchInts(c.source.Cuts, b.SourceSymbols.Start+1)
}

// split splits runs at gaps of either side until there are none. times is how often they were split
// before.
func (c *clusters) split(runs []run, times int) {
	if times == patience && len(runs) > 1 {
		slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s)) })
		half := len(runs) / 2
		c.split(runs[:half:half], 0)
		c.split(runs[half:], 0)
		return
	}
	bySource := false
	for unchanged := 0; unchanged < 2; bySource = !bySource {
		c.scratch.work += len(runs)
		if bySource {
			slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.s, b.s), cmp.Compare(a.q, b.q)) })
		} else {
			slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s)) })
		}
		first, end := 0, int32(0)
		var weight int32
		cut := false
		for i, r := range runs {
			at := r.q
			if bySource {
				at = r.s
			}
			if i > first && at-end > gap && !(at-end <= leap && near(runs[i-1], r, bySource)) {
				cut = true
				if weight >= leastSeed {
					c.split(runs[first:i:i], times+1)
				}
				first, end, weight = i, 0, 0
			}
			end = max(end, at+r.length)
			weight += r.weight
		}
		if cut {
			if weight >= leastSeed {
				c.split(runs[first:], times+1)
			}
			return
		}
		unchanged++
	}
	c.cluster(runs, times)
}

// near reports whether two runs that are apart on one side (the source if bySource) are neighbours
// on the other.
func near(a, b run, bySource bool) bool {
	d := b.s - a.s - a.length
	if bySource {
		d = b.q - a.q - a.length
	}
	return -neighbour <= d && d <= neighbour
}

// cluster makes a match of runs that are near each other on both sides. It then processes the runs
// that were trimmed off, and other copies in the query of what it matched.
func (c *clusters) cluster(runs []run, times int) {
	for _, r := range runs {
		c.scratch.work += int(r.length)
	}
	seeds := oneToOne(runs)
	if bands := copiesOf(runs, seeds); bands != nil {
		for _, band := range bands {
			c.split(band, times+1)
		}
		return
	}
	kept := c.trim(c.extend(seeds))
	if kept == nil {
		return
	}
	c.keep(kept)
	rest, weight := []run(nil), int32(0)
	n := len(runs)
	for _, r := range runs {
		i := sort.Search(len(kept), func(i int) bool { return kept[i].q+kept[i].length > r.q })
		if i == len(kept) || kept[i].q > r.q {
			rest = append(rest, r)
			weight += r.weight
		}
	}
	if len(rest) < n && weight >= leastSeed { // fewer each time, so this ends
		c.split(rest, times+1)
	}
}

// copiesOf splits the runs of a cluster by the copies of a passage, if a side contains it at least
// twice, or returns nil. That is so if the runs agree in half as many symbols again as the runs
// chosen as one-to-one, and two bands of diagonals with enough weight for a match share a place on
// one side, in one order except for short edits. Single words prove nothing: they agree in many
// places.
func copiesOf(runs, chosen []run) [][]run {
	long := func(runs []run) []run {
		return slices.DeleteFunc(slices.Clone(runs), func(r run) bool { return r.weight < seedWeight })
	}
	if len(runs) == len(chosen) || 2*covered(long(runs)) < 3*covered(long(chosen)) {
		return nil
	}
	bands := diagonalBands(runs)
	var tight [][]run
	for _, band := range bands {
		if band = long(band); len(band) == 0 {
			continue
		}
		band = oneToOne(band)
		slices.SortFunc(band, func(a, b run) int { return cmp.Compare(a.q, b.q) })
		first := 0
		for i := 1; i <= len(band); i++ {
			if i < len(band) && follows(band[i-1], band[i]) {
				continue
			}
			if part := band[first:i:i]; weightOfRuns(part) >= least {
				tight = append(tight, part)
			}
			first = i
		}
	}
	slices.SortStableFunc(tight, func(a, b []run) int { return cmp.Compare(weightOfRuns(b), weightOfRuns(a)) })
	inQuery, inSource := passages{}, passages{}
	for _, part := range tight {
		q, s := extent(part)
		if inQuery.hold(q) || inSource.hold(s) {
			return bands
		}
		inQuery.add(q)
		inSource.add(s)
	}
	return nil
}

// follows reports whether b follows a on both sides within a short edit.
func follows(a, b run) bool {
	dq, ds := b.q-a.q-a.length, b.s-a.s-a.length
	return dq <= shortEdit && -snap <= ds && ds <= shortEdit
}

// weightOfRuns returns the total weight of runs.
func weightOfRuns(runs []run) (sum int32) {
	for _, r := range runs {
		sum += r.weight
	}
	return sum
}

// diagonalBands splits runs where the distance between both sides changes by more than a short edit
// from one long run to the next, so that each copy of a passage is paired with one copy of the
// other side. Shorter runs go to the nearer of the two bands.
func diagonalBands(runs []run) [][]run {
	slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.q-a.s, b.q-b.s), cmp.Compare(a.q, b.q)) })
	var out [][]run
	first, last := 0, -1 // first run of the band; the previous long run
	part := func(end int) {
		if band := runs[first:end:end]; weightOfRuns(band) >= leastSeed {
			out = append(out, band)
		}
		first = end
	}
	for i, r := range runs {
		if r.weight < seedWeight {
			continue
		}
		if last >= 0 {
			if from, to := runs[last].q-runs[last].s, r.q-r.s; to-from > shortEdit {
				part(last + 1 + sort.Search(i-last-1, func(k int) bool { return runs[last+1+k].q-runs[last+1+k].s-from > (to-from)/2 }))
			}
		}
		last = i
	}
	part(len(runs))
	return out
}

// oneToOne chooses runs, heaviest first, if at least half of their symbols are in no run chosen
// before, on both sides. So each symbol is in one run, except where the ends of runs overlap.
func oneToOne(runs []run) []run {
	runs = slices.Clone(runs)
	slices.SortFunc(runs, func(a, b run) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.q, b.q), cmp.Compare(a.s, b.s))
	})
	q, s := newCover(runs, func(r run) int32 { return r.q }), newCover(runs, func(r run) int32 { return r.s })
	out := runs[:0]
	for _, r := range runs {
		if q.free(r.q, r.length) >= r.length-r.length/2 && s.free(r.s, r.length) >= r.length-r.length/2 {
			q.take(r.q, r.length)
			s.take(r.s, r.length)
			out = append(out, r)
		}
	}
	return out
}

// cover records which symbols of a side are in a run.
type cover struct {
	from  int32
	taken []bool
}

func newCover(runs []run, at func(run) int32) cover {
	lo, hi := at(runs[0]), int32(0)
	for _, r := range runs {
		lo, hi = min(lo, at(r)), max(hi, at(r)+r.length)
	}
	return cover{lo, make([]bool, hi-lo)}
}

func (c cover) take(first, length int32) {
	for i := range length {
		c.taken[first-c.from+i] = true
	}
}

// free counts the symbols that are not taken.
func (c cover) free(first, length int32) int32 {
	n := int32(0)
	for _, taken := range c.taken[first-c.from : first-c.from+length] {
		if !taken {
			n++
		}
	}
	return n
}

// keep records a match. runs are in order of the query.
func (c *clusters) keep(runs []run) {
	var m piece
	q, s := Span{int(runs[0].q), 0}, Span{int(runs[0].s), 0}
	for _, r := range runs {
		m.Runs = append(m.Runs, Agreement{int(r.q), int(r.s), int(r.length)})
		m.Weight += int(r.weight)
		m.placing += placing(r)
		q.End = max(q.End, int(r.q+r.length))
		s.Start, s.End = min(s.Start, int(r.s)), max(s.End, int(r.s+r.length))
	}
	if len(runs) > 1 { // a single run is an exact copy with exact ends
		q, s = c.snapped(q, s)
	}
	m.told = c.tells(runs)
	m.QuerySymbols, m.SourceSymbols, m.strong = q, s, m.told >= least
	m.Query, m.Source = Bounds(c.query, q), Bounds(c.source, s)
	c.out = append(c.out, m)
}

// snapped extends passages to the ends of their sentences if at most snap symbols are missing on
// both sides: the first or last words of a copied sentence are often changed.
func (c *clusters) snapped(q, s Span) (Span, Span) {
	a, b := c.query.Sentences[c.query.SentenceOf(q.Start)].First, c.source.Sentences[c.source.SentenceOf(s.Start)].First
	if q.Start-a <= snap && s.Start-b <= snap {
		q.Start, s.Start = a, b
	}
	a, b = c.query.Sentences[c.query.SentenceOf(q.End-1)].Last, c.source.Sentences[c.source.SentenceOf(s.End-1)].Last
	if a-q.End <= snap && b-s.End <= snap {
		q.End, s.End = a, b
	}
	return q, s
}

// Bounds converts symbols to code points. A passage that begins or ends with a sentence includes
// the sentence's punctuation.
func Bounds(t *text.Text, s Span) Span {
	out := Span{int(t.Start[s.Start]), int(t.End[s.End-1])}
	if first := t.Sentences[t.SentenceOf(s.Start)]; first.First == s.Start {
		out.Start = first.Start
	}
	if last := t.Sentences[t.SentenceOf(s.End-1)]; last.Last == s.End {
		out.End = last.End
	}
	return out
}
