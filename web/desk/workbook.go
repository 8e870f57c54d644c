package desk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/workbook"
)

// workbookType is that of XLSX files.
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// exportWorkbook returns a list, or the selected rows, as an XLSX file.
func (s *pages) exportWorkbook(c *gin.Context) error {
	ctx := c.Request.Context()
	x, err := s.readSelection(c, c.Request.URL.Query())
	if err != nil {
		return err
	}
	name := "list"
	if x.list.Call > 0 {
		call, err := s.Store.Call(ctx, x.list.Call)
		if err != nil {
			return err
		}
		name = call.Name
	}
	reader := s.Reader(c)
	w := bookWriter{
		pages: s, language: s.Language(c), address: func(path string) string { return s.Address(c, path) },
		masked: s.MaskSources && !reader.SeesAll(),
	}
	w.reader, w.chosen, w.only = reader, x, reader.OnlyOf()
	var b bytes.Buffer
	if err := w.write(ctx, &b, x); err != nil {
		return err
	}
	c.Header("Content-Disposition", site.Attachment(name+".xlsx", "list.xlsx"))
	c.Data(http.StatusOK, workbookType, b.Bytes())
	return nil
}

// bookWriter writes applications as an XLSX file: a sheet of them, one of their sources,
// one of their findings and one of what people said of them, a line each.
type bookWriter struct {
	*pages
	language *catalogue.Language
	address  func(path string) string // where readers reach a path
	masked   bool                     // whose the sources are is kept from the reader
	only     int64                    // who only sees their own rows; 0 for others
	reader   *site.Viewer             // nil: all is told
	chosen   selection

	applications, sheetOfSources, findings, opinions *workbook.Sheet

	list   []listColumn // of the sheet of applications
	calls  map[int64]string
	number int // of the last application
}

// Widths of columns, in characters.
const (
	narrow, medium, wide, broad = 9, 16, 26, 44
)

// columns makes columns of the keys of their heads, each before its width.
func (w *bookWriter) columns(columns ...any) (out []workbook.Column) {
	for column := range slices.Chunk(columns, 2) {
		out = append(out, workbook.Column{Head: headOf(w.language, column[0].(string)), Width: float64(column[1].(int))})
	}
	return out
}

// write writes the rows of a selection.
func (w *bookWriter) write(ctx context.Context, to io.Writer, x selection) (err error) {
	if err := w.nameCalls(ctx); err != nil {
		return err
	}
	book, err := workbook.New(w.Temporary)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	if err := w.begin(book); err != nil {
		return err
	}
	if err = w.pagesOf(ctx, x, func(rows []record.WorkItem) error { return w.add(ctx, rows) }); err == nil {
		_, err = book.WriteTo(to)
	}
	return err
}

// nameCalls reads the names of the calls.
func (w *bookWriter) nameCalls(ctx context.Context) error {
	calls, err := w.Store.Calls(ctx)
	w.calls = each.Map(calls, func(call record.Call) (int64, string) { return call.ID, call.Name })
	return err
}

// begin makes the sheets with their heads.
func (w *bookWriter) begin(book *workbook.Book) (err error) {
	w.list = each.Where(w.listColumns(), func(x listColumn) bool { return x.book != "" })
	heads := each.Of(w.list, func(x listColumn) workbook.Column {
		return workbook.Column{Head: headOf(w.language, x.book), Width: float64(x.width)}
	})
	if w.applications, err = book.Sheet(w.language.Text("book.applications"), heads); err != nil {
		return err
	}
	if err = w.beginSources(book); err != nil {
		return err
	}
	w.findings, err = book.Sheet(w.language.Text("book.findings"),
		w.columns("book.row", narrow, "work.by.number", medium, "field.title", broad, "field.applicant", medium,
			"book.finding", wide, "book.reason", broad, "book.source", broad, "book.sourceApplicant", medium, "book.sourceInstitution",
			wide,
			"book.sourceYear", narrow, "book.compare", narrow))
	if err != nil {
		return err
	}
	w.opinions, err = book.Sheet(w.language.Text("book.opinions"),
		w.columns("book.row", narrow, "work.by.number", medium, "field.title", broad, "field.applicant", medium,
			"decide.reviewer", wide, "work.by.verdict", medium, "work.by.decided", medium, "book.remark", broad, "book.report", narrow))
	return err
}

// add adds applications to all sheets.
func (w *bookWriter) add(ctx context.Context, rows []record.WorkItem) error {
	ids := make([]int64, len(rows))
	found := make([][]finding.Finding, len(rows))
	var sources []int64
	for i, item := range rows {
		ids[i] = item.Document
		found[i] = finding.Decode(item.Findings)
		sources = append(sources, item.Largest)
		for _, f := range found[i] {
			sources = append(sources, f.Source)
		}
	}
	details, err := w.Store.WorkDetails(ctx, ids)
	if err != nil {
		return err
	}
	edges, err := w.Store.WorkSources(ctx, ids)
	if err != nil {
		return err
	}
	for _, of := range edges {
		for _, e := range of {
			sources = append(sources, e.Source)
		}
	}
	named, err := w.identities(ctx, sources, w.masked)
	if err != nil {
		return err
	}
	for i, item := range rows {
		w.number++
		detail := details[item.Document]
		if w.reader != nil {
			detail = shownDetail(w.reader, w.chosen, item, detail)
		}
		row := listRow{item, w.number, detail, found[i], named}
		if err := w.applications.Row(each.Of(w.list, func(x listColumn) any { return bookCell(x.cell(&row)) })...); err != nil {
			return err
		}
		if err := w.addSources(ctx, item, edges[item.Document], named); err != nil {
			return err
		}
		for _, f := range found[i] {
			if err := w.addFinding(item, f, named); err != nil {
				return err
			}
		}
		for _, o := range detail.Opinions {
			if err := w.opinions.Row(w.number, item.Number, item.Title, item.Applicant, o.Reviewer,
				w.language.Text("verdict."+string(o.Verdict)), o.At.Local(), o.Reason,
				w.link(report.CheckPath(item.Shown))); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *bookWriter) addFinding(item record.WorkItem, f finding.Finding, named map[int64]evidence.Identity) error {
	l, source := w.language, named[f.Source]
	reason := ""
	if f.Reason != "" {
		reason = phrase.FindingReason(l, f)
	}
	path := report.CheckPath(item.Shown)
	if f.Source != 0 {
		path += "/sources/" + strconv.FormatInt(f.Source, 10)
	}
	return w.findings.Row(w.number, item.Number, item.Title, item.Applicant, phrase.FindingName(l, f), reason,
		nameOfSource(source), source.Applicant, source.Institution, count(source.Year), w.link(path))
}

// link returns a link to a path of the app.
func (w *bookWriter) link(path string) workbook.Link {
	return workbook.Link{Text: w.language.Text("book.open"), Address: w.address(path)}
}

// nameOfSource returns what a source is called, nothing where it is not known.
func nameOfSource(i evidence.Identity) string {
	if i.Title == "" && i.Filename == "" {
		return ""
	}
	return report.NameOf(i)
}

// count returns a number that is known, or an empty cell.
func count(n int) any {
	if n == 0 {
		return nil
	}
	return n
}
