package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// Query is what a reader asks for.
type Query struct {
	// Text is the line of the search box. All its words must be in the document,
	// in whatever fields; what stands in quotation marks, as it stands there.
	// Any text is allowed. "" finds all documents, the newest first.
	Text string
	// Values are what documents must have in fields; "" is that it is not known.
	Values map[record.ShelfField]string
	IDs    []int64 // the documents that are looked among; nil is all
	// Sort and Descending put hits in order: by how well they fit, best first, where
	// nothing or record.ShelfByMatch is said.
	Sort          record.ShelfSort
	Descending    bool
	Limit, Offset int // of the hits; at most MaxLimit are returned
}

// MaxLimit bounds the hits of one search. A page shows fewer; each costs the
// reading of a text.
const MaxLimit = 100

// Result is the result of a search.
type Result struct {
	Total  int   // documents found, beyond Limit too
	Hits   []Hit // in order
	Facets record.ShelfFacets
}

// Hit is one document found.
type Hit struct {
	ID        int64
	Score     float64
	Fragments []Fragment // in the order of the Field constants
}

// Fragment is a field's value, or for FieldText a passage, with the words found
// marked.
type Fragment struct {
	Field    string
	Segments []Segment
}

// Segment is a piece of a fragment.
type Segment struct {
	Text   string
	Marked bool
}

const (
	// A search box's line is not longer; what follows is not looked at.
	maxQueryRunes = 200
	// Each group is looked for in every field.
	maxGroups = 24
	// More values than a page lists.
	maxValues = 1000
	// Words in a quotation from which on its ends need not agree.
	longQuotation = 4
	// The longest word inside a word that gojieba gives.
	maxInnerRunes = 3
)

// boosts say what a word is worth in a field. What a document is called weighs
// more than what it mentions; the name of a person who applies means him.
var boosts = []struct {
	field string
	boost float64
}{
	{FieldTitle, 8},
	{FieldApplicant, 5},
	{FieldInstitution, 4},
	{FieldKeywords, 4},
	{FieldProgramme, 2},
	{FieldText, 1},
}

const (
	exactNameBoost = 40 // above any sum of a common name's mentions in texts
	togetherBoost  = 2  // words that stand as in the query
)

// Search returns the documents that hold all of the query's words. A text that
// cannot be read leaves its document without passages from it.
func (x *Index) Search(ctx context.Context, q Query) (Result, error) {
	done, err := x.use()
	if err != nil {
		return Result{}, err
	}
	defer done()
	wanted := x.query(q.Text)
	if wanted == nil {
		return Result{}, nil
	}
	limit, offset := min(max(q.Limit, 0), MaxLimit), max(q.Offset, 0)
	request := bleve.NewSearchRequestOptions(q.among(wanted, ""), limit, offset, false)
	request.SortBy(q.order())
	for _, field := range record.ShelfFields() {
		if _, chosen := q.Values[field]; !chosen {
			addFacet(request, field)
		}
	}
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return Result{}, fmt.Errorf("search: %w", err)
	}
	result := Result{Total: int(found.Total), Facets: record.ShelfFacets{}}
	read := func(field record.ShelfField, of bsearch.FacetResults) { result.Facets[field] = facets(field, of) }
	for _, field := range record.ShelfFields() {
		if _, chosen := q.Values[field]; !chosen {
			read(field, found.Facets)
			continue
		}
		// Of a field that is chosen by, what else could be chosen is counted without it.
		count := bleve.NewSearchRequestOptions(q.among(wanted, field), 0, 0, false)
		addFacet(count, field)
		counted, err := x.bleve.SearchInContext(ctx, count)
		if err != nil {
			return Result{}, fmt.Errorf("search: count by %s: %w", field, err)
		}
		read(field, counted.Facets)
	}
	if result.Hits, err = hits(found.Hits); err != nil || strings.TrimSpace(q.Text) == "" {
		return result, err
	}
	return result, x.mark(ctx, wanted, result.Hits)
}

// Find returns the numbers of the documents that Search finds, newest first, most at the
// most; limit and offset of the query do not matter.
func (x *Index) Find(ctx context.Context, q Query, most int) ([]int64, error) {
	done, err := x.use()
	if err != nil {
		return nil, err
	}
	defer done()
	wanted := x.query(q.Text)
	if wanted == nil {
		return nil, nil
	}
	request := bleve.NewSearchRequestOptions(q.among(wanted, ""), most, 0, false)
	request.SortBy([]string{"-_id"})
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	all, err := hits(found.Hits)
	return each.Of(all, func(h Hit) int64 { return h.ID }), err
}

func hits(found bsearch.DocumentMatchCollection) (out []Hit, err error) {
	for _, match := range found {
		id, err := number(match.ID)
		if err != nil {
			return nil, fmt.Errorf("search: document %q: %w", match.ID, err)
		}
		out = append(out, Hit{ID: id, Score: match.Score})
	}
	return out, nil
}

// among adds the conditions of the query on fields, except on one of them.
func (q Query) among(wanted query.Query, without record.ShelfField) query.Query {
	all := []query.Query{wanted}
	for _, field := range record.ShelfFields() {
		value, chosen := q.Values[field]
		if !chosen || field == without {
			continue
		}
		if value == "" {
			value = unknown
		}
		term := bleve.NewTermQuery(value)
		term.SetField(shelved(string(field)))
		term.SetBoost(0)
		all = append(all, term)
	}
	if q.IDs != nil {
		keys := each.Of(q.IDs, func(id int64) string { return key(id) })
		some := bleve.NewDocIDQuery(keys)
		some.SetBoost(0)
		all = append(all, some)
	}
	if len(all) == 1 {
		return wanted
	}
	return bleve.NewConjunctionQuery(all...)
}

// order returns the order of the hits.
func (q Query) order() []string {
	direction := ""
	if q.Descending {
		direction = "-"
	}
	switch q.Sort {
	case "", record.ShelfByMatch:
		return []string{"-_score", "-_id"}
	case record.ShelfByArrival:
		return []string{direction + "_id"}
	}
	return []string{direction + shelved(string(q.Sort)), direction + "_id"}
}

func addFacet(r *bleve.SearchRequest, field record.ShelfField) {
	r.AddFacet(string(field), bleve.NewFacetRequest(shelved(string(field)), maxValues))
}

// facets returns the values of a field that were counted.
func facets(field record.ShelfField, of bsearch.FacetResults) (out []record.Facet) {
	facet := of[string(field)]
	if facet == nil || facet.Terms == nil {
		return nil
	}
	for _, t := range facet.Terms.Terms() {
		out = append(out, record.Facet{Value: strings.TrimPrefix(t.Term, unknown), Count: t.Count})
	}
	slices.SortFunc(out, func(a, b record.Facet) int {
		if field == record.ShelfYear {
			return strings.Compare(b.Value, a.Value)
		}
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
	})
	return out
}
