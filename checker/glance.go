package checker

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sort"
	"sync"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
	"zhiwen/internal/each"
)

// Glance is a document of a library as far as a first look needs it: what surrounds
// some of its units. The rest is not read.
type Glance struct {
	ID    int64
	Units map[int]extract.Span // where the units that were asked for stand, by ordinal; not those that it has no longer
	Text  Excerpts

	// Source is the document itself, of a library that holds it in memory: what was
	// made of it serves the next checks too. Then Units and Text are not needed.
	Source *Source
}

// Excerpts is a text whose parts can be read separately.
type Excerpts interface {
	// Length is that of the text, in code points.
	Length() int
	// Excerpt returns a part of the text: start and end are code points, within it.
	Excerpt(start, end int) (string, error)
}

// candidates are the documents worth a closer look, best first, with what made them so.
type candidates struct {
	ids  []int64
	hits map[int64][]hit
}

// compareCandidates compares the document with its candidates. Where there are
// more than a few, each is glanced at, and those alone are read whole of which a
// hit is more than chance.
func (e *Engine) compareCandidates(ctx context.Context, q *query, lib Library, c candidates, snapshot *evidence.Snapshot,
	progress func(done, total int)) ([]comparison, error) {
	ids, read := c.ids, lib.Sources
	compare := func(s *Source) comparison { return e.compare(q, s, c.hits[s.ID]) }
	glanced := !e.parameters.Exhaustive && !e.paper() && !q.all
	if glanced {
		near, there, err := e.near(ctx, q, lib, c)
		if err != nil {
			return nil, err
		}
		snapshot.Candidates = there
		places := make(map[int64]units, len(near))
		ids, read = make([]int64, len(near)), lib.Texts
		for i, g := range near {
			ids[i], places[g.ID] = g.ID, g.units()
		}
		compare = func(s *Source) comparison { return e.compareNear(q, s, c.hits[s.ID], places[s.ID]) }
	}
	var lock sync.Mutex
	done := len(c.ids) - len(ids)
	batches := slices.Collect(slices.Chunk(ids, batchOf(len(ids), leastCompared, mostCompared)))
	found := make([][]comparison, len(batches))
	err := atOnce(ctx, len(batches), func(i int) error { // some are read while others are compared
		sources, err := read(ctx, batches[i])
		if err != nil {
			return err
		}
		compared, err := q.faults.inTurn(ctx, sources, compare)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		if !glanced {
			snapshot.Candidates += len(sources)
		}
		for _, x := range compared {
			if x.aligned {
				snapshot.Aligned++
			}
			if e.listed(q, x) {
				found[i] = append(found[i], x)
			}
		}
		done += len(batches[i])
		if progress != nil {
			progress(done, len(c.ids))
		}
		return nil
	})
	return slices.Concat(found...), err
}

// How many documents are read at a time, by each who reads: so many texts are held in memory, and a
// statement of a database costs as much as to look at a few. Of more documents more are read at a time, as long as
// each processor has its part (batchOf).
const (
	leastGlanced, mostGlanced   = 32, 64
	leastCompared, mostCompared = 4, 16
)

// batchOf returns how many of n documents are read at a time: each processor has two batches, so that none waits
// long for the last of another, within these bounds.
func batchOf(n, least, most int) int {
	return min(max(n/(2*runtime.GOMAXPROCS(0)), least), most)
}

// compareNear compares the document with one that was glanced at: of which a hit is more than chance in the whole.
// What of it takes part costs most to find, and of most that are near, as by a line that all documents of one origin
// have, neither the document nor what takes no part of it has more: so that is looked at first, in the whole.
func (e *Engine) compareNear(q *query, source *Source, hits []hit, at units) comparison {
	none := comparison{source: source, aligned: true}
	apart := e.alignApart(q, source)
	if len(apart) == 0 && !e.promises(q.align, source) || !e.tellingAlone(q, at, hits, source) {
		return none
	}
	return comparison{source: source, aligned: true,
		matches: append(e.passages(q, q.text, q.align, source, e.takesPart(q, source), true), apart...)}
}

// promises reports whether any part of a source could have a match.
func (e *Engine) promises(q *align.Query, source *Source) bool {
	scratch := scratches.Get().(*align.Scratch)
	yes := q.Promises(e.whole(source), scratch)
	scratches.Put(scratch) // not after a panic: nobody knows what is in it
	return yes
}

// near returns the candidates with a hit that is more than chance, in the same order, and how many
// candidates still exist: others have gone from the library.
func (e *Engine) near(ctx context.Context, q *query, lib Library, c candidates) (near []*Glance, there int, err error) {
	batches := slices.Collect(slices.Chunk(c.ids, batchOf(len(c.ids), leastGlanced, mostGlanced)))
	found, counts := make([][]*Glance, len(batches)), make([]int, len(batches))
	err = atOnce(ctx, len(batches), func(i int) error {
		asked := make([]Asked, len(batches[i]))
		order := make(map[int64]int, len(batches[i]))
		for j, id := range batches[i] {
			asked[j], order[id] = Asked{id, ordinals(c.hits[id])}, j
		}
		glances, err := lib.Glances(ctx, asked)
		if err != nil {
			return err
		}
		counts[i] = len(glances)
		for _, g := range glances {
			if err := ctx.Err(); err != nil {
				return err
			}
			var isNear bool
			fault := recovered(func() { isNear, err = e.glance(q, g, c.hits[g.ID]) })
			if isNear || fault != nil || err != nil { // what cannot be glanced at is read whole, which names it if that fails too
				found[i] = append(found[i], g.withoutText())
			}
		}
		slices.SortFunc(found[i], func(a, b *Glance) int { return cmp.Compare(order[a.ID], order[b.ID]) })
		return nil
	})
	for i := range batches {
		near, there = append(near, found[i]...), there+counts[i]
	}
	return near, there, err
}

// withoutText returns the glance without its text: near documents are then read as a whole.
func (g *Glance) withoutText() *Glance { return &Glance{ID: g.ID, Units: g.Units, Source: g.Source} }

// glance reports whether any hit is more than chance in the whole of a document, by
// what surrounds the units of the hits.
func (e *Engine) glance(q *query, g *Glance, hits []hit) (bool, error) {
	if g.Source != nil {
		return e.telling(q, g.units(), hits, e.whole(g.Source)), nil
	}
	hits = hits[:min(len(hits), mostProbed)]
	around, err := surroundingsOf(g, hits)
	if err != nil {
		return false, err
	}
	defer around.release()
	for _, h := range hits {
		unit, ok := g.Units[h.ordinal]
		if !ok {
			continue // its units are others since the library was asked
		}
		yes, err := around.ask(unit, func(t *text.Text) (bool, align.Span) { return e.tells(q, h, unit, t) })
		if yes || err != nil {
			return yes, err
		}
	}
	return false, nil
}

// margin is how many code points around a unit are read at first, usually more than a probe looks at in Chinese; wider
// is the factor by which more are read if that was not enough. Most documents on one subject have words or blanks
// around some unit, which need more: reading no more than necessary is faster.
const (
	margin = 32
	wider  = 4
)

// surroundings are the parts of a text around some units, folded when they are asked for, as the
// default profile does: of the paper's none are glanced at.
type surroundings struct {
	text   Excerpts
	margin int    // of parts that are folded from now on
	parts  []part // in order
}

// part is a stretch of a text with units, and the text read of it.
type part struct {
	units extract.Span
	read  extract.Span // more than units
	text  *text.Text   // nil where nothing was read
}

// passingTexts are folded texts whose memory is used again: a check glances at hundreds of documents and keeps
// nothing of them.
var passingTexts = sync.Pool{New: func() any { return new(text.Text) }}

// surroundingsOf finds the parts of a document that hold the units of hits.
func surroundingsOf(g *Glance, hits []hit) (*surroundings, error) {
	s := &surroundings{text: g.Text, margin: margin}
	length := g.Text.Length()
	for _, ordinal := range ordinals(hits) {
		u, ok := g.Units[ordinal]
		if !ok {
			continue
		}
		if u.Start < 0 || u.End < u.Start || u.End > length {
			return nil, fmt.Errorf("document %d has a unit outside its text", g.ID)
		}
		if last := len(s.parts) - 1; last >= 0 && u.Start <= s.parts[last].units.End+2*margin {
			s.parts[last].units.End = max(s.parts[last].units.End, u.End)
			continue
		}
		s.parts = append(s.parts, part{units: u})
	}
	return s, nil
}

// ask answers a question about the surroundings of a unit as the whole text would answer it. The
// question is asked of folded text, of which it says which symbols it looked at; it is asked again of more text
// as long as these could be parts of words, or others stand where the text ends that was read.
func (s *surroundings) ask(u extract.Span, question func(*text.Text) (yes bool, looked align.Span)) (bool, error) {
	p := &s.parts[sort.Search(len(s.parts), func(i int) bool { return s.parts[i].units.End >= u.End })]
	for {
		if p.text == nil {
			if err := s.fold(p); err != nil {
				return false, err
			}
		}
		yes, looked := question(p.text)
		if (p.read.Start == 0 || looked.Start > 0) && (p.read.End == s.text.Length() || looked.End < len(p.text.Sound)) {
			return yes, nil
		}
		passingTexts.Put(p.text)
		p.text = nil
		s.margin = max(s.margin, wider*max(p.units.Start-p.read.Start, p.read.End-p.units.End))
	}
}

// fold reads a part with its margin; places in it are those of the whole text.
func (s *surroundings) fold(p *part) error {
	p.read = extract.Span{Start: max(0, p.units.Start-s.margin), End: min(s.text.Length(), p.units.End+s.margin)}
	excerpt, err := s.text.Excerpt(p.read.Start, p.read.End)
	if err != nil {
		return err
	}
	p.text = passingTexts.Get().(*text.Text)
	p.text.Fold(&extract.Document{Text: excerpt})
	for i := range p.text.Start {
		p.text.Start[i] += int32(p.read.Start)
		p.text.End[i] += int32(p.read.Start)
	}
	return nil
}

// release returns the folded texts to be used again: nothing may be asked after it.
func (s *surroundings) release() {
	for i := range s.parts {
		if t := s.parts[i].text; t != nil {
			s.parts[i].text = nil
			passingTexts.Put(t)
		}
	}
}

// symbolsOf returns the symbols that begin in a unit.
func symbolsOf(t *text.Text, u extract.Span) (first, last int) {
	return sort.Search(len(t.Start), func(i int) bool { return int(t.Start[i]) >= u.Start }),
		sort.Search(len(t.Start), func(i int) bool { return int(t.Start[i]) >= u.End })
}

// units returns the place of a unit of a document, by its ordinal; false if the document no longer
// has it.
type units func(ordinal int) (extract.Span, bool)

func (s *Source) units() units {
	return func(ordinal int) (extract.Span, bool) {
		if ordinal >= len(s.Units) {
			return extract.Span{}, false
		}
		return extract.Span{Start: s.Units[ordinal].Start, End: s.Units[ordinal].End}, true
	}
}

func (g *Glance) units() units {
	if g.Source != nil {
		return g.Source.units()
	}
	return func(ordinal int) (extract.Span, bool) {
		at, ok := g.Units[ordinal]
		return at, ok
	}
}

// ordinals returns the units of the hits that are looked at, ascending, each once.
func ordinals(hits []hit) []int {
	hits = hits[:min(len(hits), mostProbed)]
	out := each.Of(hits, func(h hit) int { return h.ordinal })
	slices.Sort(out)
	return slices.Compact(out)
}
