// Package align finds the passages that two texts have in common.
//
// The method is that of the text-alignment literature (PAN 2012–2015; Sanchez-
// Perez, Gelbukh, Sidorov 2015): seeds, extension, filtering. Seeds are short
// runs of symbols that stand in both texts, and longer words near each other in
// both (seed.go, weak.go); seeds near each other on both sides form a cluster,
// whatever their order, which short agreements beside them lengthen (extend.go);
// it is trimmed to where it is dense on both sides, and counts when enough of it
// agrees (trim.go); of several places of the source the surest is kept
// (counterpart.go); pieces are joined (condense.go), those of a summary by the
// likeness of sentences (summary.go, like.go).
//
// In go two text.Text, out come matches in symbols and code points. The package
// knows nothing of documents, libraries or why the texts are compared.
package align

import (
	"cmp"
	"slices"
	"sort"

	"zhiwen/checker/text"
)

// piece is a pair of stretches with much in common, on the way to matches.
type piece struct {
	Query, Source               Span // code points
	QuerySymbols, SourceSymbols Span
	Runs                        []Agreement // in order of the query
	Weight                      int         // of all runs

	told    int     // the weight that tells (clusters.tells)
	placing float64 // how surely its runs show the place in the source
	strong  bool    // enough agrees for a match
	summary bool
}

// Agreement is a stretch of equal symbols: the first of the query and of the source.
type Agreement struct{ Query, Source, Length int }

// The thresholds, in weights (a character weighs 1, a longer word 2).
const (
	gap         = 60  // runs further apart on one side belong to different passages: about two sentences
	leap        = 160 // but where they are neighbours on the other side: whole sentences left out or put in
	neighbour   = 8   // runs no further apart are neighbours
	leastSeed   = 10  // clusters with less than two seeds are not looked at
	least       = 24  // less agreement than this in all is no match: a long sentence of common phrases reaches it rarely
	snap        = 4   // an edited passage is extended by this many symbols to the ends of its sentences: about two words
	labelWeight = 12  // sentences that weigh less are labels: about five words
	patience    = 16  // runs that were parted so often are halved, and a match is trimmed no more often: bounds the work on texts made to cost much
	uncovered   = 0.3 // what a symbol without counterpart takes off where a covered one adds 1: parts with less than a fourth covered are trimmed
)

// Query is a text prepared for being compared with many. It may be used
// concurrently, each user with a Scratch of its own.
type Query struct {
	text  *text.Text
	sums  sums
	index *seedIndex
	weak  *seedIndex

	repeats Repeats
	left    []bool // symbols of later copies whose seeds are in neither index; nil if there are none

	usage func() *text.Usage // of texts of its kind; gives nil where it is not known
}

// NewQuery prepares a text, in time linear in its length.
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

// Among says what is usual in texts of the query's kind, before it is used: to say
// what they all say tells less. usage is called when it is first needed, maybe often and by several at a time, and may be
// waited for: it gives nil where nothing is known.
func (q *Query) Among(usage func() *text.Usage) *Query {
	q.usage = usage
	return q
}

// Scratch is memory that Align uses again. The zero value is ready.
type Scratch struct {
	runs      []run
	diagonals []int32
	cover     []bool
	taken     []bool // symbols of the query that are in a match
	there     []bool // symbols of the source; all false where it is not in use
	points    []run
	times     []uint8
	sums      sums
	seeds     [2]seedsOf // those of the last source, by weight
	next      int        // of seeds to be used again
	seen      []uint64
	from      []int32
	firsts    []int32
	repeated  struct { // later copies in the last source that was asked for
		text *text.Text
		Repeats
	}
	sentences sentenceIndex
	work      int // runs, symbols and links looked at: tests count them and not time
}

// Align finds the passages of the query that stand in source, in the order of
// the query. The time is bounded by the length of source times mostPlaces, and by
// logarithms.
func (q *Query) Align(source *text.Text, s *Scratch) []Match {
	c, found := q.pieces(source, s)
	if len(found) == 0 {
		return nil
	}
	return c.matches(c.condense(found))
}

// pieces finds the pieces that query and source have in common, slight ones too, in the
// order of the query.
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

// Runs finds the runs of symbols that the query shares with source, of at
// least a seed each, longest possible, in no order that means anything.
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
	querySums, sourceSums sums // set when there are pieces to condense
	scratch               *Scratch
	news                  *news // set when there are matches to make
	out                   []piece
	others                []piece // strong ones that are in a better one: other places of the source that say the same
}

// stretches splits the runs between each two cuts of the query and of the source
// by themselves.
func (c *clusters) stretches(runs []run) {
	if len(c.query.Cuts)+len(c.source.Cuts) == 0 {
		c.split(runs, 0)
		return
	}
	type placed struct {
		run
		query, source int // numbers of the stretches
	}
	all := make([]placed, len(runs))
	for i, r := range runs {
		all[i] = placed{r, sort.SearchInts(c.query.Cuts, int(r.q)+1), sort.SearchInts(c.source.Cuts, int(r.s)+1)}
	}
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

// sameStretch reports whether two places are not parted by a cut on either side.
func (c *clusters) sameStretch(a, b piece) bool {
	return sort.SearchInts(c.query.Cuts, a.QuerySymbols.Start+1) == sort.SearchInts(c.query.Cuts, b.QuerySymbols.Start+1) &&
		sort.SearchInts(c.source.Cuts, a.SourceSymbols.Start+1) == sort.SearchInts(c.source.Cuts, b.SourceSymbols.Start+1)
}

// split cuts runs where either side has a gap, until no side has. times is how
// often they were parted before.
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

// near reports whether two runs that are apart on one side (the source's if
// bySource) follow each other on the other.
func near(a, b run, bySource bool) bool {
	d := b.s - a.s - a.length
	if bySource {
		d = b.q - a.q - a.length
	}
	return -neighbour <= d && d <= neighbour
}

// cluster makes a match of runs that are near each other on both sides, and looks again
// at those that it trims off and at other copies in the query of what it matched.
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

// copiesOf parts the runs of a cluster by the copies of a passage, if a side has it at least twice:
// if there are half as many agreeing symbols again as in the runs chosen as one-to-one, and two
// bands of diagonals have at the same place of a side, in one order but for short edits, what weighs enough for a match.
// Else it returns nil. Words by themselves say nothing of it: they agree in many places.
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

// weightOfRuns adds up the weights of runs.
func weightOfRuns(runs []run) (sum int32) {
	for _, r := range runs {
		sum += r.weight
	}
	return sum
}

// diagonalBands parts runs where the distance between both sides changes by more than a short
// edit from one long run to the next, so that each copy of a passage is with one copy of the other
// side. Shorter runs go with the nearer of the two.
func diagonalBands(runs []run) [][]run {
	slices.SortFunc(runs, func(a, b run) int { return cmp.Or(cmp.Compare(a.q-a.s, b.q-b.s), cmp.Compare(a.q, b.q)) })
	var out [][]run
	first, last := 0, -1 // of the band; the long run before
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

// oneToOne chooses runs, heaviest first, of which at least half the symbols are
// in no run chosen before, on both sides: each symbol is in one run, but for
// the ends of runs that overlap.
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

// cover notes which symbols of a side are in a run.
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
	if len(runs) > 1 { // else it is copied as it is, from where to where it is
		q, s = c.snapped(q, s)
	}
	m.told = c.tells(runs)
	m.QuerySymbols, m.SourceSymbols, m.strong = q, s, m.told >= least
	m.Query, m.Source = Bounds(c.query, q), Bounds(c.source, s)
	c.out = append(c.out, m)
}

// snapped extends passages to the ends of their sentences where on both sides
// no more than snap symbols are missing: the first or last words of a copied
// sentence are often what was changed.
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

// Bounds turns symbols into code points; a passage that begins or ends with a
// sentence takes the sentence's punctuation with it.
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
