package web

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/checker/search"
	"zhiwen/extract"
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
	Upload   uploadForm
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
		Upload:   uploadForm{Action: "/library", Library: true, MaxFile: s.config.MaxUpload, MaxTotal: s.config.MaxUploadTotal},
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

// documentView is the view of page/document.html.
type documentView struct {
	Page
	Document record.Document
	Name     string
	Method   string
	Text     *report.Text // nil until it is extracted
	Sections []extract.Section
	Flags    []report.Flag
	Checks   []record.Check
	Notices  report.Notices
	Details  *report.Details // nil until it is extracted
	// Outdated says that the last check knew other basic information.
	Outdated bool
	Live     string
}

func (s *site) document(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	v := documentView{Document: d, Name: report.NameOf(d.Identity)}
	v.Page = s.page(c, v.Name, "live.js")
	v.Section = "library"
	if d.Form {
		v.Section = "forms"
	}
	if v.Checks, err = s.Store.DocumentChecks(ctx, id); err != nil {
		return err
	}
	switch d.State {
	case record.DocumentReady:
		text, err := s.Store.Extraction(ctx, id)
		if err != nil {
			return err
		}
		details := report.DetailsOf(d, text)
		v.Details = &details
		v.Notices = report.NoticesOf(text)
		if v.Outdated, err = s.outdated(ctx, v.Checks, d); err != nil {
			return err
		}
		read, flags := report.Read(text)
		v.Text, v.Flags, v.Sections, v.Method = &read, flags, text.Sections, text.Method
	case record.DocumentWaiting:
		v.Reload = true
		v.Live = streamAddress(url.Values{"document": {strconv.FormatInt(id, 10)}})
	}
	return s.render(c, http.StatusOK, "document", v)
}

// documentFile gives the file as it was uploaded, to be saved and never shown:
// what is in it is not ours.
func (s *site) documentFile(c *gin.Context, id int64) error {
	d, err := s.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	data, err := s.Store.File(c.Request.Context(), id)
	if err != nil {
		return err
	}
	name := d.Identity.Filename
	c.Header("Content-Disposition", attachment(name, "document-"+strconv.FormatInt(id, 10)+plainExt(name)))
	c.Header("Content-Security-Policy", "default-src 'none'; sandbox")
	c.Data(http.StatusOK, "application/octet-stream", data)
	return nil
}

// plainExt is the extension of a name where it is plain letters and digits.
func plainExt(name string) string {
	ext := path.Ext(name)
	const plain = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if strings.Trim(strings.TrimPrefix(ext, "."), plain) != "" {
		return ""
	}
	return ext
}

func (s *site) checkDocument(c *gin.Context, id int64) error {
	check, err := s.Jobs.CheckDocument(c.Request.Context(), id)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, report.CheckPath(check))
	return nil
}

func (s *site) retryDocument(c *gin.Context, id int64) error {
	if err := s.Jobs.RetryDocument(c.Request.Context(), id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, backOr(c, "/library"))
	return nil
}

func (s *site) deleteDocument(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	if err := s.Jobs.DeleteDocument(ctx, id); err != nil {
		return err
	}
	list := "/library"
	if d.Form {
		list = "/forms"
	}
	c.Redirect(http.StatusSeeOther, list)
	return nil
}
