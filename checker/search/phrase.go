package search

import (
	"context"
	"slices"

	"github.com/blevesearch/bleve/v2/mapping"
	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
	"github.com/blevesearch/bleve/v2/search/searcher"
	index "github.com/blevesearch/bleve_index_api"
)

// phraseQuery finds terms in their places. It is bleve's PhraseQuery but for its
// cost: that one compares every place of a term with every place of the next,
// 20 ms a document for a quotation with 的 in it, this one looks up where the
// next would have to be.
type phraseQuery struct {
	terms []string // by position; "" is any word
	field string
	boost float64
}

// Searcher implements query.Query.
func (q phraseQuery) Searcher(ctx context.Context, r index.IndexReader, _ mapping.IndexMapping,
	o bsearch.SearcherOptions) (bsearch.Searcher, error) {
	s := &phraseSearcher{keep: o.IncludeTermVectors}
	o.IncludeTermVectors = true
	var each []bsearch.Searcher
	for offset, term := range q.terms {
		if term == "" {
			continue
		}
		if i := slices.IndexFunc(s.terms, func(t placedTerm) bool { return t.term == term }); i >= 0 {
			s.terms[i].offsets = append(s.terms[i].offsets, uint64(offset))
			continue
		}
		t, err := searcher.NewTermSearcher(ctx, r, term, q.field, q.boost, o)
		if err != nil {
			for _, e := range each {
				_ = e.Close() // err says more
			}
			return nil, err
		}
		each = append(each, t)
		s.terms = append(s.terms, placedTerm{term: term, offsets: []uint64{uint64(offset)}})
	}
	all, err := searcher.NewConjunctionSearcher(ctx, r, each, o)
	if err != nil {
		for _, e := range each {
			_ = e.Close() // err says more
		}
		return nil, err
	}
	s.Searcher = all
	return s, nil
}

var _ query.Query = phraseQuery{}

// phraseSearcher leaves of the documents with all terms those where they stand
// in their places. What it does not define is that of its conjunction.
type phraseSearcher struct {
	bsearch.Searcher
	terms []placedTerm
	keep  bool // the places found are wanted
}

// placedTerm is a term of the phrase.
type placedTerm struct {
	term    string
	offsets []uint64 // from the phrase's start, where it has to stand
	places  []uint64 // of the document looked at, ascending
}

// place makes one number of a position in one of a field's values.
func place(l bsearch.Location) uint64 {
	var value uint64
	if len(l.ArrayPositions) > 0 {
		value = l.ArrayPositions[0]
	}
	return value<<32 | l.Pos // no text has 2³² words
}

// Next implements search.Searcher.
func (s *phraseSearcher) Next(ctx *bsearch.SearchContext) (*bsearch.DocumentMatch, error) {
	d, err := s.Searcher.Next(ctx)
	return s.first(ctx, d, err)
}

// Advance implements search.Searcher.
func (s *phraseSearcher) Advance(ctx *bsearch.SearchContext, id index.IndexInternalID) (*bsearch.DocumentMatch, error) {
	d, err := s.Searcher.Advance(ctx, id)
	return s.first(ctx, d, err)
}

// Min implements search.Searcher.
func (s *phraseSearcher) Min() int { return 0 }

// DocumentMatchPoolSize implements search.Searcher.
func (s *phraseSearcher) DocumentMatchPoolSize() int { return s.Searcher.DocumentMatchPoolSize() + 1 }

// first returns d or the first document after it that has the phrase.
func (s *phraseSearcher) first(ctx *bsearch.SearchContext, d *bsearch.DocumentMatch, err error) (*bsearch.DocumentMatch, error) {
	for d != nil && err == nil && !s.holds(d) {
		ctx.DocumentMatchPool.Put(d)
		d, err = s.Searcher.Next(ctx)
	}
	return d, err
}

// holds reports whether a document has the phrase, and leaves of its places those
// of the phrase.
func (s *phraseSearcher) holds(d *bsearch.DocumentMatch) bool {
	for i := range s.terms {
		s.terms[i].places = s.terms[i].places[:0]
	}
	for _, l := range d.FieldTermLocations {
		for i := range s.terms {
			if s.terms[i].term == l.Term {
				s.terms[i].places = append(s.terms[i].places, place(l.Location))
			}
		}
	}
	rarest := &s.terms[0]
	for i := range s.terms {
		t := &s.terms[i]
		if !slices.IsSorted(t.places) {
			slices.Sort(t.places)
		}
		if len(t.places) < len(rarest.places) {
			rarest = t
		}
	}
	var starts []uint64
	for _, p := range rarest.places {
		if p < rarest.offsets[0] || !s.startsAt(p-rarest.offsets[0]) {
			continue
		}
		starts = append(starts, p-rarest.offsets[0])
		if !s.keep {
			break
		}
	}
	if !s.keep || len(starts) == 0 {
		d.FieldTermLocations = d.FieldTermLocations[:0]
		return len(starts) > 0
	}
	d.FieldTermLocations = slices.DeleteFunc(d.FieldTermLocations, func(l bsearch.FieldTermLocation) bool {
		return !s.within(l.Term, place(l.Location), starts)
	})
	return true
}

// startsAt reports whether every term stands in its places from start on.
func (s *phraseSearcher) startsAt(start uint64) bool {
	for _, t := range s.terms {
		for _, offset := range t.offsets {
			if _, ok := slices.BinarySearch(t.places, start+offset); !ok {
				return false
			}
		}
	}
	return true
}

// within reports whether a term at p belongs to a phrase that begins at one of
// starts, which ascend.
func (s *phraseSearcher) within(term string, p uint64, starts []uint64) bool {
	for _, t := range s.terms {
		if t.term != term {
			continue
		}
		for _, offset := range t.offsets {
			if _, ok := slices.BinarySearch(starts, p-offset); p >= offset && ok {
				return true
			}
		}
	}
	return false
}
