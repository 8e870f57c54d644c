package api

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/assess"
)

// hitOut is a found document with the passages found in it.
type hitOut struct {
	Document  documentOut   `json:"document"`
	Score     float64       `json:"score"`
	Fragments []fragmentOut `json:"fragments"`
}

// fragmentOut is a field or a passage; the words that were found are marked.
type fragmentOut struct {
	Field    string       `json:"field"`
	Segments []segmentOut `json:"segments"`
}

type segmentOut struct {
	Text   string `json:"text"`
	Marked bool   `json:"marked"`
}

// longestQuery bounds a search, mostFound the results that a list shows.
const longestQuery, mostFound = 200, 10_000

// search finds documents of the library, the ones that fit best first.
func (p *api) search(c *gin.Context) error {
	ctx, l := c.Request.Context(), p.Language(c)
	place, err := p.placeOf(c, "q", "year")
	if err != nil {
		return err
	}
	if place.Limit > search.MaxLimit {
		return invalid("limit", l.Text("api.number", "Least", 1, "Most", search.MaxLimit))
	}
	if place.After > mostFound {
		return ErrCursor
	}
	text := strings.TrimSpace(c.Query("q"))
	if text == "" || len([]rune(text)) > longestQuery {
		return invalid("q", l.Text("api.text", "Most", longestQuery))
	}
	q := search.Query{Text: text, Limit: place.Limit, Offset: int(place.After)}
	year, err := p.number(c, "year")
	if err != nil {
		return err
	}
	if year != 0 {
		q.Values = map[record.ShelfField]string{record.ShelfYear: decimal(year)}
	}
	result, err := p.Search.Search(ctx, q)
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	// What was asked for is not recorded: it may be a text.
	if err := p.Store.Record(ctx, audit.Act{Action: audit.Search, Subject: audit.SubjectLibrary}); err != nil {
		return err
	}
	var items []hitOut
	for _, h := range result.Hits {
		d, err := p.Store.Document(ctx, h.ID)
		if errors.Is(err, record.ErrNotFound) {
			continue // it was deleted since
		}
		if err != nil {
			return err
		}
		out := hitOut{Document: p.documentSaid(c, d), Score: h.Score, Fragments: []fragmentOut{}}
		for _, f := range h.Fragments {
			said := fragmentOut{Field: f.Field, Segments: []segmentOut{}}
			for _, s := range f.Segments {
				said.Segments = append(said.Segments, segmentOut{s.Text, s.Marked})
			}
			out.Fragments = append(out.Fragments, said)
		}
		items = append(items, out)
	}
	var last int64
	if at := q.Offset + len(result.Hits); at < result.Total && at <= mostFound && len(result.Hits) > 0 {
		last = int64(at)
	}
	return page(c, items, last)
}

// likeOut is a document like another one.
type likeOut struct {
	Document documentOut `json:"document"`
	Score    float64     `json:"score"`
	Terms    []string    `json:"terms"`
}

// likesOut are documents of the library like one.
type likesOut struct {
	Items  []likeOut `json:"items"`
	Behind int       `json:"behind"`
}

// like lists the documents of the library that have the most telling words of a document, the most like it first.
func (p *api) like(c *gin.Context, id int64) error {
	if err := p.known(c); err != nil {
		return err
	}
	ctx := c.Request.Context()
	d, err := p.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	out := likesOut{Items: []likeOut{}}
	if d.State != record.DocumentReady || d.Form {
		return give(c, http.StatusOK, out)
	}
	text, err := p.Store.Extraction(ctx, id)
	if err != nil {
		return err
	}
	found, err := assess.LikesOf(ctx, id, text.Text, p.Search, p.Store)
	switch {
	case err != nil:
		return err
	case found.Off:
		return record.ErrNoRoom
	}
	out.Behind = found.Behind
	for _, l := range found.Documents {
		out.Items = append(out.Items, likeOut{p.documentSaid(c, l.Document), l.Score, append([]string{}, l.Terms...)})
	}
	return give(c, http.StatusOK, out)
}
