package checker

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// mostSources bounds how many candidate documents are looked at for one
// check, best first. Chance gives a share of the library that grows with it;
// documents behind this many better ones are chance.
const mostSources = 500

// Values that stand in very many units (common phrases, headings, prompts of
// forms) tell little and are most of what a query would read. A value is left out
// if more than mostUnits have it: at least leastMost, more where the document asks
// for few values, for all of which mostRows may be read, and twice as many as
// would have it if values were drawn evenly, whatever the size of the library.
const (
	leastMost = 64
	mostRows  = 1 << 18
)

func mostUnits(queries, units int) int {
	values := queries * fingerprint.GroupCount
	return max(leastMost, mostRows/values) + 2*units>>fingerprint.GroupBits
}

// hit is a library unit that shares a group with the document.
type hit struct {
	place   int // the first symbol of the shingle in the document; of the paper's profile the document's unit
	ordinal int // of the library unit
	group   int
	rarity  float64 // how telling the shared value is: the logarithm of how few documents have it
}

// candidates finds the documents worth a closer look, best first, and the hits
// that made them so, most telling first.
func (e *Engine) candidates(ctx context.Context, q *query, lib Library,
	snapshot evidence.Snapshot) (ids []int64, hits map[int64][]hit, err error) {
	if e.parameters.Exhaustive {
		if ids, err = lib.DocumentIDs(ctx); err != nil {
			return nil, nil, err
		}
		return slices.DeleteFunc(ids, func(id int64) bool { return id == q.input.ID }), nil, nil
	}
	if len(q.groups) == 0 {
		return nil, nil, nil
	}
	least, most := 1, mostUnits(len(q.groups), snapshot.Units)
	if e.paper() { // equal to comparing all with all
		least, most = e.parameters.MinGroups, 0
	}
	found, err := lib.Candidates(ctx, q.groups, least, most, q.input.ID)
	if err != nil {
		return nil, nil, err
	}
	ids, hits = e.rank(q, found, snapshot.Documents)
	if e.paper() || snapshot.Documents > mostSources {
		return ids, hits, nil
	}
	// As many can all be looked at: a sentence in which no minimum of a unit stands
	// is found all the same.
	all, err := lib.DocumentIDs(ctx)
	if err != nil {
		return nil, nil, err
	}
	q.all = true
	for _, id := range all {
		if hits[id] == nil && id != q.input.ID && len(ids) < mostSources {
			ids = append(ids, id)
		}
	}
	return ids, hits, nil
}

// rank sorts the documents of candidates, best first, and returns the hits that made them
// candidates.
func (e *Engine) rank(q *query, found []Candidate, documents int) (ids []int64, hits map[int64][]hit) {
	hits = map[int64][]hit{}
	if e.paper() {
		for _, c := range found {
			hits[c.Document] = append(hits[c.Document], hit{place: c.Query, ordinal: c.Ordinal})
		}
	} else {
		q.hits(hits, found, documents)
	}
	ids = slices.Collect(maps.Keys(hits))
	score := make(map[int64]float64, len(hits))
	for id, h := range hits {
		score[id] = concentration(h)
		slices.SortFunc(h, func(a, b hit) int {
			return cmp.Or(cmp.Compare(b.rarity, a.rarity), cmp.Compare(a.place, b.place), cmp.Compare(a.ordinal, b.ordinal),
				cmp.Compare(a.group, b.group))
		})
	}
	slices.SortFunc(ids, func(a, b int64) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b))
	})
	if !e.paper() && len(ids) > mostSources {
		ids = ids[:mostSources]
	}
	return ids, hits
}

// concentration returns the greatest sum of the rarities of hits that stand near each other on both
// sides: in some neighbouring units of the source, and in as much of the document. Hits by chance
// are scattered; counting them all would put long documents before those with a short passage. Both
// sides are cut into cells, once more from their middles on, so that no passage is always cut.
func concentration(hits []hit) float64 {
	type cell struct{ ordinal, place int }
	best := 0.0
	for _, shift := range []cell{{0, 0}, {cellUnits / 2, 0}, {0, cellPlaces / 2}, {cellUnits / 2, cellPlaces / 2}} {
		sums := make(map[cell]float64, len(hits))
		for _, h := range hits {
			c := cell{(h.ordinal + shift.ordinal) / cellUnits, (h.place + shift.place) / cellPlaces}
			sums[c] += h.rarity
			best = max(best, sums[c])
		}
	}
	return best
}

// The sides of a cell, about equal: units begin unitStep after one another.
const (
	cellUnits  = 4
	cellPlaces = cellUnits * unitStep
)

// hits adds the hits of candidates by document.
func (q *query) hits(into map[int64][]hit, found []Candidate, documents int) {
	have := make([][fingerprint.GroupCount]int, len(q.groups)) // units with a value
	each := func(c Candidate, do func(group int)) {
		for g := range fingerprint.GroupCount {
			if c.Groups>>g&1 == 1 {
				do(g)
			}
		}
	}
	for _, c := range found {
		each(c, func(g int) { have[c.Query][g]++ })
	}
	for _, c := range found {
		each(c, func(g int) {
			rarity := math.Log(1 + float64(documents)/float64(have[c.Query][g]))
			for _, place := range q.places[c.Query][g] {
				into[c.Document] = append(into[c.Document], hit{int(place), c.Ordinal, g, rarity})
			}
		})
	}
}

// The weight that must agree around a shared shingle, itself included, to be more than chance. A
// passage that counts has twice as much; chance rarely lengthens a shingle at all. At most
// mostProbed hits of a document are examined, most telling first.
const (
	probeWeight = 10
	mostProbed  = 60
)

// plausible reports whether any hit is more than chance. What is chance in the whole
// source is chance in what of it takes part, which costs most to find: of five
// hundred candidates all but twenty need not be asked what takes part. Those that
// were glanced at are known to be more than chance in the whole.
func (e *Engine) plausible(q *query, s *Source, hits []hit) bool {
	at := s.units()
	return (!q.all || e.telling(q, at, hits, e.whole(s))) && e.tellingAlone(q, at, hits, s)
}

// tellingAlone reports whether any hit is more than chance in a source without its excluded text. Usually one in the
// whole source is, far from such text, so that the source need not be folded again.
func (e *Engine) tellingAlone(q *query, at units, hits []hit, s *Source) bool {
	f := e.folded(s, q.roles)
	whole := f.whole()
	for _, h := range hits[:min(len(hits), mostProbed)] {
		unit, ok := at(h.ordinal)
		if !ok {
			continue
		}
		if yes, looked := e.tells(q, h, unit, whole); yes && farFrom(f.alone, whole, looked) {
			return true
		}
	}
	return e.telling(q, at, hits, f.own())
}

// farFrom reports whether none of the ranges has a part of the symbols or of those beside them.
func farFrom(ranges []extract.Span, t *text.Text, symbols align.Span) bool {
	start, end := 0, t.Length
	if symbols.Start > 0 {
		start = int(t.Start[symbols.Start-1])
	}
	if symbols.End < len(t.End) {
		end = int(t.End[symbols.End])
	}
	return !slices.ContainsFunc(ranges, func(r extract.Span) bool { return r.Start < end && start < r.End })
}

// longRun is the weight of a run of symbols that makes a document worth a closer look
// by itself: it tells enough (align.Query).
const longRun = 16

// sharesLongRun reports whether a source, of which the index may not know it, has a
// long run of symbols in common with the document.
func (e *Engine) sharesLongRun(q *query, s *Source) bool {
	return slices.ContainsFunc(q.align.Runs(e.whole(s)), func(a align.Agreement) bool {
		weight := 0
		for _, w := range q.text.Weight[a.Query : a.Query+a.Length] {
			weight += int(w)
		}
		return weight >= longRun
	})
}

// telling reports whether any hit is more than chance in a part of a source with
// these units.
func (e *Engine) telling(q *query, at units, hits []hit, source *text.Text) bool {
	for _, h := range hits[:min(len(hits), mostProbed)] {
		unit, ok := at(h.ordinal)
		if !ok {
			continue // its units are others since the library was asked
		}
		if yes, _ := e.tells(q, h, unit, source); yes {
			return true
		}
	}
	return false
}

// tells reports whether a hit is more than chance in the text of its unit, and which symbols of the source
// it looked at.
func (e *Engine) tells(q *query, h hit, unit extract.Span, source *text.Text) (yes bool, looked align.Span) {
	first, last := symbolsOf(source, unit)
	looked = align.Span{Start: first, End: last}
	length := e.profile.scheme.ShingleAt(q.text.Weight, h.place)
	if _, end := q.text.Stretch(h.place); h.place+length > end {
		return false, looked
	}
	shingle := q.text.Sound[h.place : h.place+length]
	for at := first; at+length <= last; at++ {
		if source.Sound[at] != shingle[0] || !slices.Equal(source.Sound[at:at+length], shingle) {
			continue
		}
		if _, end := source.Stretch(at); at+length > end {
			continue
		}
		weight, around := q.align.Probe(source, h.place, at, length)
		looked = align.Span{Start: min(looked.Start, around.Start), End: max(looked.End, around.End)}
		if weight >= probeWeight {
			return true, looked
		}
	}
	return false, looked
}
