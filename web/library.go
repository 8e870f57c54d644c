package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/web/report"
)

// libraryView is the view of page/library.html.
type libraryView struct {
	Page
	Query    string
	Year     int // chosen, or 0
	Years    []yearOption
	Rows     []documentRow
	Found    int // documents that fit query and year
	Total    int // documents in the library
	Pages    pagination
	Upload   uploadBox
	Receipts []receiptView
	Live     string
}

// Filtered says that not all documents are listed.
func (v libraryView) Filtered() bool { return v.Query != "" || v.Year != 0 }

// yearOption is one choice of the year filter; Count is 0 where it is not known.
type yearOption struct {
	Year, Count int
	Chosen      bool
}

// documentRow is one document of the list with what the search found in it.
type documentRow struct {
	record.Document
	Name      string
	Fragments []search.Fragment
}

// maxQuery is the most bytes of a search text; longer ones are cut.
const maxQuery = 300

func (s *site) libraryList(c *gin.Context) error {
	return s.showLibrary(c, http.StatusOK, nil)
}

func (s *site) showLibrary(c *gin.Context, status int, receipts []receiptView) error {
	ctx := c.Request.Context()
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	year, err := queryYear(c, "year")
	if err != nil {
		return err
	}
	inLibrary := true
	_, total, err := s.Store.Documents(ctx, record.Filter{InLibrary: &inLibrary, Limit: 1})
	if err != nil {
		return err
	}
	v := libraryView{
		Page:  s.page(c, s.language(c).Text("library.title"), "live.js", "upload.js"),
		Query: strings.TrimSpace(strings.ToValidUTF8(c.Query("q"), "")), Year: year, Total: total,
		Upload:   uploadBox{Action: "/library", Library: true, MaxFile: s.config.MaxUpload, MaxTotal: s.config.MaxUploadTotal},
		Receipts: receipts,
	}
	v.Section = "library"
	v.Query = cutText(v.Query, maxQuery)
	offset := (number - 1) * pageSize
	if v.Query == "" {
		err = s.listDocuments(c, &v, offset)
	} else {
		err = s.searchDocuments(c, &v, offset)
	}
	if err != nil {
		return err
	}
	if v.Query != "" { // what was asked for is not recorded: it may be a text
		if err := s.Store.Record(c.Request.Context(), audit.Act{Action: audit.Search, Subject: audit.SubjectLibrary}); err != nil {
			return err
		}
	}
	if number > 1 && len(v.Rows) == 0 {
		return record.ErrNotFound
	}
	v.Pages = paginate(number, v.Found, c.Request.URL)
	stream := url.Values{}
	for _, row := range v.Rows {
		if row.State == record.DocumentWaiting {
			stream.Add("document", strconv.FormatInt(row.ID, 10))
		}
	}
	v.Live = streamAddress(stream)
	return s.render(c, status, "library", v)
}

// listDocuments fills the view with a page of all documents.
func (s *site) listDocuments(c *gin.Context, v *libraryView, offset int) error {
	ctx := c.Request.Context()
	inLibrary := true
	documents, found, err := s.Store.Documents(ctx, record.Filter{InLibrary: &inLibrary, Year: v.Year, Limit: pageSize, Offset: offset})
	if err != nil {
		return err
	}
	years, err := s.Store.Years(ctx)
	if err != nil {
		return err
	}
	v.Found = found
	for _, d := range documents {
		v.Rows = append(v.Rows, documentRow{Document: d, Name: report.NameOf(d.Identity)})
	}
	for _, y := range years {
		v.Years = append(v.Years, yearOption{Year: y, Chosen: y == v.Year})
	}
	return nil
}

// searchDocuments fills the view with a page of what the search finds. A
// document that was deleted since is left out.
func (s *site) searchDocuments(c *gin.Context, v *libraryView, offset int) error {
	ctx := c.Request.Context()
	result, err := s.Search.Search(ctx, search.Query{Text: v.Query, Year: v.Year, Limit: pageSize, Offset: offset})
	if err != nil {
		return fmt.Errorf("search: %w", err)
	}
	ids := make([]int64, 0, len(result.Hits))
	for _, h := range result.Hits {
		ids = append(ids, h.ID)
	}
	documents, _, err := s.Store.Documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return err
	}
	byID := make(map[int64]record.Document, len(documents))
	for _, d := range documents {
		byID[d.ID] = d
	}
	v.Found = result.Total
	for _, h := range result.Hits {
		if d, ok := byID[h.ID]; ok {
			v.Rows = append(v.Rows, documentRow{Document: d, Name: report.NameOf(d.Identity), Fragments: h.Fragments})
		}
	}
	for _, y := range result.Years {
		v.Years = append(v.Years, yearOption{Year: y.Year, Count: y.Count, Chosen: y.Year == v.Year})
	}
	return nil
}

// cutText shortens s to at most n bytes without cutting a character.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
