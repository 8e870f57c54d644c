package checker

import (
	"context"
	"fmt"
	"slices"
	"sort"

	"zhiwen/checker/align"
	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
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

// Excerpts is a text of which parts can be read without the rest.
type Excerpts interface {
	// Length is that of the text, in code points.
	Length() int
	// Excerpt gives a part of the text: start and end are code points, within it.
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
func (e *Engine) compareCandidates(ctx context.Context, q *query, lib Library, c candidates, snapshot *evidence.Snapshot, progress func(done, total int)) ([]comparison, error) {
	glanced := !e.parameters.Exhaustive && !e.paper() && !q.all
	near, read := c.ids, lib.Sources
	compare := func(s *Source) comparison { return e.compare(q, s, c.hits[s.ID]) }
	if glanced {
		places := map[int64]units{}
		near, read = nil, lib.Texts
		for batch := range slices.Chunk(c.ids, glanceBatch) {
			some, there, err := e.near(ctx, q, lib, batch, c.hits)
			if err != nil {
				return nil, err
			}
			for _, g := range some {
				near = append(near, g.ID)
				places[g.ID] = g.units()
			}
			snapshot.Candidates += there
		}
		compare = func(s *Source) comparison { return e.compareNear(q, s, c.hits[s.ID], places[s.ID]) }
	}
	var found []comparison
	done := len(c.ids) - len(near)
	for batch := range slices.Chunk(near, sourceBatch) {
		sources, err := read(ctx, batch)
		if err != nil {
			return nil, err
		}
		compared, err := e.compareAll(ctx, sources, compare)
		if err != nil {
			return nil, err
		}
		if !glanced {
			snapshot.Candidates += len(sources)
		}
		for _, x := range compared {
			if x.aligned {
				snapshot.Aligned++
			}
			if e.listed(q, x) {
				found = append(found, x)
			}
		}
		done += len(batch)
		if progress != nil {
			progress(done, len(c.ids))
		}
	}
	return found, nil
}

// glanceBatch is how many candidate documents are glanced at in one batch: of each
// its text is held, compressed.
const glanceBatch = 4 * sourceBatch

// compareNear compares the document with one that was glanced at: of which a hit is more than chance in the whole.
// What of it takes part costs most to find, and of most that are near, as by a line that all documents of one origin
// have, neither the document nor what takes no part of it has more: so that is looked at first, in the whole.
func (e *Engine) compareNear(q *query, source *Source, hits []hit, at units) comparison {
	none := comparison{source: source, aligned: true}
	apart := e.alignApart(q, source, nil)
	if len(apart) == 0 && !e.promises(q.align, source) || !e.telling(q, at, hits, e.folded(source, q.roles).own) {
		return none
	}
	theirs := e.takesPart(q, source)
	return comparison{source: source, aligned: true, theirs: theirs, matches: append(e.passages(q, q.text, q.align, source, theirs, true), apart...)}
}

// promises reports whether any part of a source could have a match.
func (e *Engine) promises(q *align.Query, source *Source) bool {
	scratch := scratches.Get().(*align.Scratch)
	yes := q.Promises(e.whole(source), scratch)
	scratches.Put(scratch) // not after a panic: nobody knows what is in it
	return yes
}

// near gives those of the candidates of which any hit is more than chance, in the same
// order, and how many there are of all: others have gone from the library.
func (e *Engine) near(ctx context.Context, q *query, lib Library, ids []int64, hits map[int64][]hit) (near []*Glance, there int, err error) {
	asked := make([]Asked, len(ids))
	for i, id := range ids {
		asked[i] = Asked{id, ordinals(hits[id])}
	}
	glances, err := lib.Glances(ctx, asked)
	if err != nil {
		return nil, 0, err
	}
	isNear := make([]bool, len(glances))
	errs := make([]error, len(glances))
	err = each(ctx, len(glances), func(i int) error {
		return recovered(glances[i].ID, func() { isNear[i], errs[i] = e.glance(q, glances[i], hits[glances[i].ID]) })
	})
	if err != nil {
		return nil, 0, err
	}
	for i, g := range glances {
		if errs[i] != nil {
			return nil, 0, errs[i]
		}
		if isNear[i] {
			near = append(near, g)
		}
	}
	return near, len(glances), nil
}

// glance reports whether any hit is more than chance in the whole of a document, by
// what surrounds the units of the hits.
func (e *Engine) glance(q *query, g *Glance, hits []hit) (bool, error) {
	if g.Source != nil {
		return e.telling(q, g.units(), hits, e.whole(g.Source)), nil
	}
	hits = hits[:min(len(hits), mostProbed)]
	around, err := e.surroundings(g, hits)
	if err != nil {
		return false, err
	}
	for _, h := range hits {
		unit, ok := g.Units[h.ordinal]
		if !ok {
			continue // its units are others since the library was asked
		}
		t, err := around.of(unit)
		if err != nil {
			return false, err
		}
		if e.tells(q, h, unit, t) {
			return true, nil
		}
	}
	return false, nil
}

// margin is how many code points around a unit are read at first: more than the
// symbols that a probe looks at have in Chinese, with what stands between them.
const margin = align.ProbeReach + align.ProbeReach/2

// surroundings are the parts of a text around some units, folded when they are asked for.
type surroundings struct {
	text   Excerpts
	fold   func(*extract.Document, ...text.Range) *text.Text
	parts  []extract.Span // in order, disjoint
	folded []*text.Text
	whole  *text.Text
}

// surroundings finds the parts of a document that hold the units of hits.
func (e *Engine) surroundings(g *Glance, hits []hit) (*surroundings, error) {
	s := &surroundings{text: g.Text, fold: e.profile.fold}
	length := g.Text.Length()
	for _, ordinal := range ordinals(hits) {
		u, ok := g.Units[ordinal]
		if !ok {
			continue
		}
		if u.Start < 0 || u.End < u.Start || u.End > length {
			return nil, fmt.Errorf("document %d has a unit outside its text", g.ID)
		}
		part := extract.Span{Start: max(0, u.Start-margin), End: min(length, u.End+margin)}
		last := len(s.parts) - 1
		if last >= 0 && part.Start <= s.parts[last].End {
			s.parts[last].End = max(s.parts[last].End, part.End)
			continue
		}
		s.parts = append(s.parts, part)
	}
	s.folded = make([]*text.Text, len(s.parts))
	return s, nil
}

// of gives folded text that has the symbols of the whole text in a unit, and as many
// around it as a probe looks at; its places are those of the whole text.
func (s *surroundings) of(u extract.Span) (*text.Text, error) {
	if s.whole != nil {
		return s.whole, nil
	}
	i := sort.Search(len(s.parts), func(i int) bool { return s.parts[i].End >= u.End })
	part := s.parts[i]
	if s.folded[i] == nil {
		t, err := s.read(part)
		if err != nil {
			return nil, err
		}
		s.folded[i] = t
	}
	t := s.folded[i]
	// The symbols at the ends may be parts of words.
	first, last := symbolsOf(t, u)
	if (part.Start == 0 || first > align.ProbeReach) && (part.End == s.text.Length() || len(t.Sound)-last > align.ProbeReach) {
		return t, nil
	}
	// Long words, or blanks: the whole text is folded, and looked at from now on.
	t, err := s.read(extract.Span{Start: 0, End: s.text.Length()})
	s.whole = t
	return t, err
}

func (s *surroundings) read(part extract.Span) (*text.Text, error) {
	excerpt, err := s.text.Excerpt(part.Start, part.End)
	if err != nil {
		return nil, err
	}
	t := s.fold(&extract.Document{Text: excerpt})
	for i := range t.Start {
		t.Start[i] += int32(part.Start)
		t.End[i] += int32(part.Start)
	}
	return t, nil
}

// symbolsOf gives the symbols that begin in a unit.
func symbolsOf(t *text.Text, u extract.Span) (first, last int) {
	return sort.Search(len(t.Start), func(i int) bool { return int(t.Start[i]) >= u.Start }),
		sort.Search(len(t.Start), func(i int) bool { return int(t.Start[i]) >= u.End })
}

// units give where a unit of a document stands, by its ordinal; false where the document
// has it no longer.
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
	places := g.Units // not the text, which is read again of what is near
	return func(ordinal int) (extract.Span, bool) {
		at, ok := places[ordinal]
		return at, ok
	}
}

// ordinals gives the units of the hits that are looked at, ascending, each once.
func ordinals(hits []hit) []int {
	hits = hits[:min(len(hits), mostProbed)]
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h.ordinal
	}
	slices.Sort(out)
	return slices.Compact(out)
}
