package desk

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/workbook"
)

// workbookType is that of XLSX files.
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// exportWorkbook returns a list, or what was chosen of it, as an XLSX file.
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
	calls, err := w.Store.Calls(ctx)
	if err != nil {
		return err
	}
	w.calls = map[int64]string{}
	for _, call := range calls {
		w.calls[call.ID] = call.Name
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

// begin makes the sheets with their heads.
func (w *bookWriter) begin(book *workbook.Book) (err error) {
	heads := w.columns("book.row", narrow, "work.by.number", medium, "field.title", broad, "field.applicant", medium, "field.institution",
		wide,
		"field.programme", medium, "field.year", narrow, "work.by.call", wide, "work.by.state", narrow)
	for _, f := range record.FigureNames() {
		heads = append(heads, workbook.Column{Head: w.language.Text("figure." + string(f)), Width: medium})
	}
	heads = append(heads, w.columns("work.by.sources", narrow, "book.largest", broad, "book.largestApplicant", medium, "book.findings",
		narrow, "book.kinds", wide,
		"book.hints.rewriting", narrow, "book.hints.summary", narrow, "book.hints.translation", narrow, "work.by.flags", narrow,
		"work.by.unread", narrow, "book.doubts", wide, "work.by.verdict", medium, "book.earlier", medium, "book.opinions", wide,
		"work.by.reviewers", wide, "work.by.due", medium,
		"work.by.arrival", medium, "work.by.ended", medium, "work.by.decided", medium, "document.file", wide, "profile.title", medium)...)
	for _, p := range record.Parts() {
		heads = append(heads, workbook.Column{Head: w.language.Text("work.by." + string(p.Sort())), Width: medium})
	}
	heads = append(heads, w.columns("book.report", narrow)...)
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
		if err := w.addApplication(item, detail, found[i], named); err != nil {
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
				w.link("book.open", report.CheckPath(item.Shown))); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *bookWriter) addApplication(item record.WorkItem, detail record.WorkDetail, found []finding.Finding,
	named map[int64]evidence.Identity) error {
	l := w.language
	cells := []any{w.number, item.Number, item.Title, item.Applicant, item.Institution, item.Programme, count(item.Year),
		w.calls[item.Call], l.Text("state." + string(item.State))}
	for _, f := range record.FigureNames() {
		cells = append(cells, figureCell(item, f))
	}
	var sources, findings, flags, unread any
	verdict := ""
	link := workbook.Link{}
	if item.Shown != 0 {
		sources, findings, flags, unread = max(0, item.Left.Sources), len(found), item.Flags, item.Unread
		link = w.link("book.open", report.CheckPath(item.Shown))
	}
	if item.Verdict != "" && w.only == 0 {
		verdict = l.Text("verdict." + string(item.Verdict))
	}
	earlier := earlierVerdict(l, item, w.reader, w.chosen)
	largest := named[item.Largest]
	cells = append(cells, sources, nameOfSource(largest), largest.Applicant, findings, kindsSaid(l, found))
	for _, n := range hintsOf(item, found) {
		if n < 0 {
			cells = append(cells, nil)
			continue
		}
		cells = append(cells, n)
	}
	cells = append(cells, flags, unread, phrase.DoubtsSaid(l, item.Doubts), verdict, earlier, opinionsSaid(l, detail.Opinions),
		strings.Join(detail.Assigned, l.Text("app.comma")), record.DueDay(item.Due),
		item.CreatedAt.Local(), local(item.EndedAt), local(item.DecidedAt), item.Filename, profileSaid(l, item))
	for _, p := range record.Parts() {
		var share any
		if n := partOf(item, p); n >= 0 {
			share = workbook.Share(float64(n) / shareWhole)
		}
		cells = append(cells, share)
	}
	if link.Address != "" {
		cells = append(cells, link)
	}
	return w.applications.Row(cells...)
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
		nameOfSource(source), source.Applicant, source.Institution, count(source.Year), w.link("book.open", path))
}

func (w *bookWriter) link(text, path string) workbook.Link {
	return workbook.Link{Text: w.language.Text(text), Address: w.address(path)}
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

// figureCell returns a figure of an application, or an empty cell where it is not known or says
// nothing.
func figureCell(item record.WorkItem, f record.FigureName) any {
	s, known := shareOf(item, f)
	switch {
	case !known, !s.Told():
		return nil
	case s.Marked():
		return workbook.MarkedShare(s.Of())
	}
	return workbook.Share(s.Of())
}

// local returns a time as clocks here show it; the zero time stays.
func local(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return t.Local()
}
