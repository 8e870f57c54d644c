package checker

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"sync"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/text"
)

// mostSources bounds how many candidate documents are looked at for one
// check, best first. By chance a window meets a share of the library that
// grows with it; documents behind this many better ones are chance.
const mostSources = 400

// pair is a query window or unit and a library unit that share groups.
type pair struct {
	query   int
	ordinal int
	groups  int
}

// candidates finds the documents worth a closer look, best first, and the
// pairs that made them so.
func (e *Engine) candidates(ctx context.Context, q *query, lib Library) (ids []int64, pairs map[int64][]pair, err error) {
	least := 1
	if e.paper() {
		least = e.parameters.MinGroups
	}
	if len(q.groups) == 0 {
		return nil, nil, nil
	}
	found, err := lib.Candidates(ctx, q.groups, least, q.input.ID)
	if err != nil {
		return nil, nil, fmt.Errorf("check: %w", err)
	}
	pairs = map[int64][]pair{}
	for _, c := range found {
		pairs[c.Document] = append(pairs[c.Document], pair{c.Query, c.Ordinal, c.Groups})
	}
	type rank struct {
		id            int64
		groups, units int
	}
	ranks := make([]rank, 0, len(pairs))
	for id, p := range pairs {
		r := rank{id: id}
		seen := map[int]bool{}
		for _, x := range p {
			r.groups = max(r.groups, x.groups)
			seen[x.ordinal] = true
		}
		r.units = len(seen)
		ranks = append(ranks, r)
	}
	slices.SortFunc(ranks, func(a, b rank) int {
		return cmp.Or(cmp.Compare(b.groups, a.groups), cmp.Compare(b.units, a.units), cmp.Compare(a.id, b.id))
	})
	if !e.paper() && len(ranks) > mostSources {
		ranks = ranks[:mostSources]
	}
	for _, r := range ranks {
		ids = append(ids, r.id)
	}
	return ids, pairs, nil
}

// prepared is what is derived of a source, made once. A Source therefore
// belongs to the engine that used it first.
type prepared struct {
	foldOnce, runesOnce sync.Once
	text                *text.Text
	characters          []rune
}

func (e *Engine) folded(s *Source) *text.Text {
	s.foldOnce.Do(func() { s.text = e.profile.fold(s.Document) })
	return s.text
}

func (s *Source) runes() []rune {
	s.runesOnce.Do(func() { s.characters = []rune(s.Document.Text) })
	return s.characters
}

// What a query window and a unit that agree in one group only must share to
// be more than chance: this many shingles of weight verifyWeight, and this
// part of the shorter one's.
const (
	verifyWeight = 3
	verifyShared = 8
	verifyPart   = 0.15
)

// plausible reports whether any pair is more than chance.
func (e *Engine) plausible(q *query, s *Source, pairs []pair) bool {
	for _, p := range pairs {
		if p.groups >= 2 {
			return true
		}
	}
	source := e.folded(s)
	scheme := fingerprint.Scheme{Shingle: verifyWeight}
	var mine, theirs []uint64
	ordinal := -1
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.ordinal, b.ordinal), cmp.Compare(b.query, a.query))
	})
	for _, p := range pairs {
		if p.ordinal != ordinal {
			ordinal = p.ordinal
			u := s.Units[ordinal]
			first := sort.Search(len(source.Start), func(i int) bool { return int(source.Start[i]) >= u.Start })
			last := sort.Search(len(source.Start), func(i int) bool { return int(source.Start[i]) >= u.End })
			theirs = scheme.Shingles(theirs[:0], source.Sound[first:last], source.Weight[first:last])
			slices.Sort(theirs)
		}
		w := q.windows[p.query]
		mine = scheme.Shingles(mine[:0], q.text.Sound[w.first:w.last], q.text.Weight[w.first:w.last])
		slices.Sort(mine)
		shared := 0
		for i, j := 0, 0; i < len(mine) && j < len(theirs); {
			switch cmp.Compare(mine[i], theirs[j]) {
			case -1:
				i++
			case 1:
				j++
			default:
				shared, i, j = shared+1, i+1, j+1
			}
		}
		if shared >= verifyShared && float64(shared) >= verifyPart*float64(min(len(mine), len(theirs))) {
			return true
		}
	}
	return false
}
