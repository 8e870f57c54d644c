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
	Units []extract.Span // where the units stand, in order
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
	near := c.ids
	if glanced {
		near = nil
		for batch := range slices.Chunk(c.ids, glanceBatch) {
			some, there, err := e.near(ctx, q, lib, batch, c.hits)
			if err != nil {
				return nil, err
			}
			near = append(near, some...)
			snapshot.Candidates += there
		}
	}
	var found []comparison
	done := len(c.ids) - len(near)
	for batch := range slices.Chunk(near, sourceBatch) {
		sources, err := lib.Sources(ctx, batch)
		if err != nil {
			return nil, err
		}
		compared, err := e.compareAll(ctx, sources, func(s *Source) comparison { return e.compare(q, s, c.hits[s.ID]) })
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

// near gives those of the candidates of which any hit is more than chance, in the same
// order, and how many there are of all: others have gone from the library.
func (e *Engine) near(ctx context.Context, q *query, lib Library, ids []int64, hits map[int64][]hit) (near []int64, there int, err error) {
	glances, err := lib.Glances(ctx, ids)
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
			near = append(near, g.ID)
		}
	}
	return near, len(glances), nil
}

// glance reports whether any hit is more than chance in the whole of a document, by
// what surrounds the units of the hits.
func (e *Engine) glance(q *query, g *Glance, hits []hit) (bool, error) {
	if g.Source != nil {
		return e.telling(q, spans(g.Source), hits, e.whole(g.Source)), nil
	}
	hits = hits[:min(len(hits), mostProbed)]
	around, err := e.surroundings(g, hits)
	if err != nil {
		return false, err
	}
	for _, h := range hits {
		if h.ordinal >= len(g.Units) {
			continue // its units are others since the library was asked
		}
		t, err := around.of(g.Units[h.ordinal])
		if err != nil {
			return false, err
		}
		if e.tells(q, h, g.Units[h.ordinal], t) {
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
	asked := make([]int, 0, len(hits))
	for _, h := range hits {
		if h.ordinal < len(g.Units) {
			asked = append(asked, h.ordinal)
		}
	}
	sort.Ints(asked)
	length := g.Text.Length()
	for _, ordinal := range asked {
		u := g.Units[ordinal]
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

// spans are the places of a source's units.
func spans(s *Source) []extract.Span {
	out := make([]extract.Span, len(s.Units))
	for i, u := range s.Units {
		out[i] = extract.Span{Start: u.Start, End: u.End}
	}
	return out
}
