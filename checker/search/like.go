package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"zhiwen/internal/each"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/query"
)

// Like is a document with the most telling terms of another one.
type Like struct {
	ID    int64
	Score float64
	Terms []string // that both have, the most telling first, as the index has them
}

const (
	likeTerms  = 25  // most telling terms that are asked for: more find the same documents and take longer
	likeLeast  = 5   // of them that a document must have
	likeCounts = 600 // most frequent terms whose documents are counted
	// likeRunes is the most characters of a text whose terms are counted: a whole application has fewer.
	likeRunes = 100_000
)

// Like returns up to most documents of the index that are most similar to a text, best first, without one document.
// They contain the terms that distinguish the text most from the rest of the index: those of the greatest tf·idf, in
// one query.
func (x *Index) Like(ctx context.Context, text string, without int64, most int) ([]Like, error) {
	done, err := x.use()
	if err != nil {
		return nil, err
	}
	defer done()
	terms, err := x.telling(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("search: telling terms: %w", err)
	}
	if len(terms) < likeLeast {
		return nil, nil
	}
	alternatives := make([]query.Query, len(terms))
	for i, t := range terms {
		term := bleve.NewTermQuery(t.term)
		term.SetField(FieldText)
		term.SetBoost(t.weight)
		alternatives[i] = term
	}
	wanted := bleve.NewDisjunctionQuery(alternatives...)
	wanted.SetMin(likeLeast)
	request := bleve.NewSearchRequestOptions(wanted, min(most, MaxLimit)+1, 0, false)
	request.SortBy([]string{"-_score", "-_id"})
	found, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("search: documents like %d: %w", without, err)
	}
	all, err := hits(found.Hits)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(h Hit) bool { return h.ID == without })
	return x.sharedTerms(ctx, all[:min(len(all), most)], wanted, terms)
}

// sharedTerms adds to each hit the terms that it contains.
func (x *Index) sharedTerms(ctx context.Context, found []Hit, wanted query.Query, terms []tellingTerm) ([]Like, error) {
	keys, out := make([]string, len(found)), make([]Like, len(found))
	for i, h := range found {
		keys[i], out[i] = key(h.ID), Like{ID: h.ID, Score: h.Score}
	}
	if len(found) == 0 {
		return nil, nil
	}
	request := bleve.NewSearchRequestOptions(bleve.NewConjunctionQuery(bleve.NewDocIDQuery(keys), wanted), len(found), 0, false)
	request.IncludeLocations = true
	located, err := x.bleve.SearchInContext(ctx, request)
	if err != nil {
		return nil, fmt.Errorf("search: shared terms: %w", err)
	}
	at := each.Map(located.Hits, func(m *bsearch.DocumentMatch) (string, bsearch.TermLocationMap) { return m.ID, m.Locations[FieldText] })
	for i := range out {
		for _, t := range terms {
			if len(at[keys[i]][t.term]) > 0 {
				out[i].Terms = append(out[i].Terms, t.term)
			}
		}
	}
	return out, nil
}

// tellingTerm is a term of a text with its tf·idf.
type tellingTerm struct {
	term   string
	weight float64
}

// telling returns the most telling terms of a text, the most telling first: of those that some document of the index
// has, and not more than half of a larger one. Single characters are no words.
func (x *Index) telling(ctx context.Context, text string) (out []tellingTerm, err error) {
	part, runes := text, 0
	for i := range text {
		if runes++; runes > likeRunes {
			part = text[:i]
			break
		}
	}
	counts := map[string]int{}
	for _, token := range x.text.Analyze([]byte(part)) {
		term := string(token.Term)
		if utf8.RuneCountInString(term) > 1 && strings.Trim(term, "0123456789.,-") != "" && !stopWords()[term] {
			counts[term]++
		}
	}
	for term, n := range counts {
		out = append(out, tellingTerm{term, float64(n)})
	}
	byWeight := func(a, b tellingTerm) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.term, b.term))
	}
	slices.SortFunc(out, byWeight)
	out = out[:min(len(out), likeCounts)]
	advanced, err := x.bleve.Advanced()
	if err != nil {
		return nil, err
	}
	reader, err := advanced.Reader()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	documents, err := reader.DocCount()
	if err != nil {
		return nil, err
	}
	for i, t := range out {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		postings, err := reader.TermFieldReader(ctx, []byte(t.term), FieldText, false, false, false)
		if err != nil {
			return nil, err
		}
		have := postings.Count()
		if err := postings.Close(); err != nil {
			return nil, err
		}
		out[i].weight = (1 + math.Log(t.weight)) * math.Log(1+float64(documents)/float64(have+1))
		if have == 0 || documents > smallIndex && have > documents/2 {
			out[i].weight = 0
		}
	}
	out = slices.DeleteFunc(out, func(t tellingTerm) bool { return t.weight == 0 })
	slices.SortFunc(out, byWeight)
	return out[:min(len(out), likeTerms)], nil
}

// stopWords are the English words that tell nothing: in a small library few documents may have them.
var stopWords = sync.OnceValue(func() analysis.TokenMap {
	words := analysis.NewTokenMap()
	_ = words.LoadBytes(en.EnglishStopWords) // which cannot fail: it is a list of the package
	return words
})

// smallIndex is how many documents an index has of which no term is too common to tell anything.
const smallIndex = 20
