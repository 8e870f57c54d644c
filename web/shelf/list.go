package shelf

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/internal/each"
	"zhiwen/web/live"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// view is the view of page/library.html.
type view struct {
	site.Page
	List        list
	Rows        []row
	Heads       []head
	Facets      []facet
	Collections []record.Collection
	Collection  string // the name of the one that is shown, or ""
	Found       int    // documents that fit
	Total       int    // documents in the library
	Waiting     int    // of them: still being read
	Failed      int    // of them: cannot be read
	Last        int    // page
	Previous    string
	Next        string
	Here        string
	Query       string // of the address, without a place in it
	Bulk        bool   // documents can be chosen
	Done        *doneView
	Upload      upload.Box
	Receipts    []upload.Receipt
	Live        string
}

// Filtered reports whether not all documents are listed.
func (v view) Filtered() bool { return v.List.filtered() }

// Sorts returns what the list can be sorted by.
func (v view) Sorts() []record.ShelfSort {
	if v.List.Search == "" {
		return record.ShelfSorts()[1:] // nothing matches nothing
	}
	return record.ShelfSorts()
}

// Ascending reports whether the order is turned round.
func (v view) Ascending() bool { return !v.List.Descending }

// StateAddress returns the list of the documents in a state.
func (v view) StateAddress(state record.DocumentState) string {
	return home + "?" + url.Values{fieldState: {string(state)}}.Encode()
}

// field is a field of the address with its value.
type field struct{ Name, Value string }

// kept returns the fields of the list but for some.
func (v view) kept(without ...string) (out []field) {
	for _, name := range slices.Sorted(maps.Keys(v.List.values)) {
		if slices.Contains(without, name) {
			continue
		}
		out = append(out, field{name, v.List.values.Get(name)})
	}
	return out
}

// Chosen returns the fields that a search keeps.
func (v view) Chosen() []field { return v.kept(fieldSearch, fieldSort, fieldOrder, fieldCollection) }

// Kept returns the fields that a jump to a page keeps.
func (v view) Kept() []field { return v.kept() }

// row is one document of the list with what the search found in it.
type row struct {
	record.Document
	Name      string
	Fragments []search.Fragment
	Verified  bool // somebody's rights in it are verified
}

// head is a column's head; Sort is the address that sorts by it, "" where none does.
type head struct {
	Name, Sort string
	Sorted     string // "descending", "ascending" or ""
	Figure     bool   // its cells are numbers
}

// facet is a field with its values.
type facet struct {
	Field  record.ShelfField
	Values []choice // the first, which are shown
	More   []choice // the others
	Left   int      // values that are not listed
	Open   bool
}

// choice is a value with the address of the list of documents that have it.
type choice struct {
	Field          record.ShelfField
	Value, Address string
	Count          int
	Chosen         bool
}

// shownValues is how many values of a facet are shown, and mostValues how many can be.
const shownValues, mostValues = 6, 200

func (s *pages) list(c *gin.Context) error { return s.show(c, http.StatusOK, nil) }

// show shows the list below what became of an upload.
func (s *pages) show(c *gin.Context, status int, receipts []upload.Receipt) error {
	ctx := c.Request.Context()
	l, err := readList(c.Request.URL.Query())
	if err != nil {
		return err
	}
	v := view{
		Page: s.Page(c, s.Language(c).Text("library.title"), "live.js", "upload.js", "work.js"),
		List: l, Here: l.at(l.Number), Query: l.values.Encode(), Upload: s.Uploads.Box(home), Receipts: receipts, Done: s.done(c),
	}
	v.Section, v.Upload.Library = "library", true
	if receipts != nil {
		v.Back = home
	}
	if v.Bulk, err = s.Reader(c).May("GET /library/selection"); err != nil {
		return err
	}
	if v.Total, v.Waiting, v.Failed, err = s.Store.ShelfStates(ctx); err != nil {
		return err
	}
	if v.Collections, err = s.Store.Collections(ctx); err != nil {
		return err
	}
	if l.Collection != 0 {
		i := slices.IndexFunc(v.Collections, func(x record.Collection) bool { return x.ID == l.Collection })
		if i < 0 {
			return record.ErrNotFound
		}
		v.Collection = v.Collections[i].Name
	}
	counts, err := s.fill(ctx, &v)
	if err != nil {
		return err
	}
	if l.Search != "" { // what was asked for is not recorded: it may be a text
		if err := s.Store.Record(ctx, audit.Act{Action: audit.Search, Subject: audit.SubjectLibrary}); err != nil {
			return err
		}
	}
	if l.Number > 1 && len(v.Rows) == 0 {
		return record.ErrNotFound
	}
	if err := s.markVerified(c.Request.Context(), v.Rows); err != nil {
		return err
	}
	v.place(s, c, counts)
	return s.Render(c, status, "library", v)
}

// fill fills in what the list finds: by full-text search where something is searched for.
func (s *pages) fill(ctx context.Context, v *view) (counts record.ShelfFacets, err error) {
	l := v.List
	if l.Search == "" {
		documents, err := s.Store.Shelf(ctx, l.ShelfQuery)
		if err != nil {
			return nil, err
		}
		for _, d := range documents {
			v.Rows = append(v.Rows, row{Document: d, Name: report.NameOf(d.Identity)})
		}
		if v.Found, err = s.Store.CountShelf(ctx, l.ShelfFilter); err != nil {
			return nil, err
		}
		return s.Store.ShelfFacets(ctx, l.ShelfFilter)
	}
	q, err := s.query(ctx, l)
	if err != nil {
		return nil, err
	}
	result, err := s.Search.Search(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	ids := each.Of(result.Hits, func(h search.Hit) int64 { return h.ID })
	documents, _, err := s.Store.Documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return nil, err
	}
	byID := each.Map(documents, func(d record.Document) (int64, record.Document) { return d.ID, d })
	v.Found = result.Total
	for _, h := range result.Hits {
		if d, ok := byID[h.ID]; ok { // one that was deleted since is left out
			v.Rows = append(v.Rows, row{Document: d, Name: report.NameOf(d.Identity), Fragments: h.Fragments})
		}
	}
	return result.Facets, nil
}

// markVerified marks the documents in which somebody has verified rights.
func (s *pages) markVerified(ctx context.Context, rows []row) error {
	ids := each.Of(rows, func(r row) int64 { return r.ID })
	verified, err := s.Store.Verified(ctx, ids)
	for i := range rows {
		rows[i].Verified = verified[rows[i].ID]
	}
	return err
}

// query returns the full-text query of a list.
func (s *pages) query(ctx context.Context, l list) (search.Query, error) {
	var ids []int64
	if l.Collection != 0 {
		members, err := s.Store.CollectionDocuments(ctx, l.Collection)
		if err != nil {
			return search.Query{}, err
		}
		ids = append([]int64{}, members...) // none is not all
	}
	return l.query(ids), nil
}

// place makes the links: to the pages beside, to the values of the facets, to other orders.
func (v *view) place(s *pages, c *gin.Context, counts record.ShelfFacets) {
	l := v.List
	v.Last = max(1, (v.Found+site.PageSize-1)/site.PageSize)
	if l.Number > 1 {
		v.Previous = l.at(l.Number - 1)
	}
	if l.Number < v.Last {
		v.Next = l.at(l.Number + 1)
	}
	for _, field := range record.ShelfFields() {
		_, chosen := l.Values[field]
		f := facet{Field: field, Open: chosen}
		for i, x := range counts[field] {
			address, chosen := l.choosing(field, x.Value)
			value := choice{Field: field, Value: x.Value, Address: address, Count: x.Count, Chosen: chosen}
			switch {
			case chosen: // it stands first, wherever it is
				f.Values = append([]choice{value}, f.Values...)
			case len(f.Values) < shownValues:
				f.Values = append(f.Values, value)
			case i < mostValues:
				f.More = append(f.More, value)
			default:
				f.Left++
			}
		}
		if len(f.Values) > 0 {
			v.Facets = append(v.Facets, f)
		}
	}
	v.Heads = v.heads(s.Language(c).Text)
	stream := url.Values{}
	for _, r := range v.Rows {
		if r.State == record.DocumentWaiting {
			stream.Add("document", strconv.FormatInt(r.ID, 10))
		}
	}
	v.Live = live.Address(stream)
}

// heads returns the heads of the columns.
func (v *view) heads(text func(string, ...any) string) (out []head) {
	l := v.List
	for _, x := range []struct {
		name   string
		by     record.ShelfSort
		figure bool
	}{
		{text("work.application"), record.ShelfByTitle, false}, {text("library.field.year"), record.ShelfByYear, true},
		{text("library.field.programme"), "", false},
		{text("library.field.status"), "", false}, {text("library.field.format"), "", false},
		{text("work.by.arrival"), record.ShelfByArrival, false},
	} {
		h := head{Name: x.name, Figure: x.figure}
		if x.by != "" {
			sorted := l.Sort == x.by
			h.Sort = l.with(func(q url.Values) {
				q.Set(fieldSort, string(x.by))
				q.Del(fieldOrder)
				if sorted && l.Descending || !sorted && x.by.Text() {
					q.Set(fieldOrder, ascending)
				}
			})
			switch {
			case sorted && l.Descending:
				h.Sorted = "descending"
			case sorted:
				h.Sorted = "ascending"
			}
		}
		out = append(out, h)
	}
	return out
}

func (s *pages) upload(c *gin.Context) error {
	return s.Uploads.Take(c, func(u *upload.Upload) {
		for i := range u.Files {
			u.Files[i].ToLibrary, u.Files[i].Check = true, u.Check
		}
	}, func([]upload.Receipt) string { return home }, s.show)
}
