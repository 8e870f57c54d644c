package desk

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

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

// exportPage is how many rows of an exported list are read at a time.
const exportPage = 500

// exportList returns a list, or the selected rows, as a CSV table with all columns.
func (s *pages) exportList(c *gin.Context) error {
	x, err := s.readSelection(c, c.Request.URL.Query())
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	w := bookWriter{pages: s, language: s.Language(c), reader: s.Reader(c), chosen: x}
	if err := w.nameCalls(ctx); err != nil {
		return err
	}
	columns := each.Where(w.listColumns(), func(x listColumn) bool { return x.table != "" })
	heads := each.Of(columns, func(x listColumn) string { return headOf(w.language, x.table) })
	return site.GiveTable(c, "list.csv", "list.csv", heads, func(t *site.Table) error {
		return s.withDetails(ctx, w.reader, x, func(item record.WorkItem, detail record.WorkDetail) error {
			row := listRow{WorkItem: item, detail: detail, found: finding.Decode(item.Findings)}
			t.Row(each.Of(columns, func(x listColumn) string { return tableCell(w.language, x.cell(&row)) })...)
			return nil
		})
	})
}

// listRow is an application of an exported list.
type listRow struct {
	record.WorkItem
	number int // from 1
	detail record.WorkDetail
	found  []finding.Finding
	named  map[int64]evidence.Identity // the sources, in a workbook
}

// listColumn is a column of an exported list.
type listColumn struct {
	table, book string // the keys of its heads in a CSV table and in a workbook; "" where it is no column
	width       int    // in a workbook
	cell        func(*listRow) any
}

// partShare is a share of a part in ten-thousandths; below 0 it is unknown.
type partShare int

// listColumns returns the columns of an exported list.
func (w *bookWriter) listColumns() (all []listColumn) {
	l := w.language
	add := func(table, book string, width int, cell func(*listRow) any) {
		all = append(all, listColumn{table, book, width, cell})
	}
	both := func(key string, width int, cell func(*listRow) any) { add(key, key, width, cell) }
	shown := func(cell func(*listRow) any) func(*listRow) any { // empty without a result
		return func(r *listRow) any {
			if r.Shown == 0 {
				return nil
			}
			return cell(r)
		}
	}
	flags, unread := func(r *listRow) any { return r.Flags }, func(r *listRow) any { return r.Unread }
	assigned := func(r *listRow) any { return strings.Join(r.detail.Assigned, l.Text("app.comma")) }
	kinds := func(r *listRow) any { return kindsSaid(l, r.found) }

	add("", "book.row", narrow, func(r *listRow) any { return r.number })
	both("work.by.number", medium, func(r *listRow) any { return r.Number })
	both("field.title", broad, func(r *listRow) any { return r.Title })
	both("field.applicant", medium, func(r *listRow) any { return r.Applicant })
	both("field.institution", wide, func(r *listRow) any { return r.Institution })
	both("field.programme", medium, func(r *listRow) any { return r.Programme })
	both("field.year", narrow, func(r *listRow) any { return count(r.Year) })
	both("work.by.call", wide, func(r *listRow) any { return w.calls[r.Call] })
	both("work.by.state", narrow, func(r *listRow) any { return l.Text("state." + string(r.State)) })
	for _, f := range record.FigureNames() {
		both("figure."+string(f), medium, func(r *listRow) any {
			if s, known := shareOf(r.WorkItem, f); known {
				return s
			}
			return nil
		})
	}
	both("work.by.sources", narrow, shown(func(r *listRow) any { return max(0, r.Left.Sources) }))
	add("", "book.largest", broad, func(r *listRow) any { return nameOfSource(r.named[r.Largest]) })
	add("", "book.largestApplicant", medium, func(r *listRow) any { return r.named[r.Largest].Applicant })
	add("", "book.findings", narrow, shown(func(r *listRow) any { return len(r.found) }))
	add("book.findings", "book.kinds", wide, kinds)
	for i, kind := range evidence.HintKinds() {
		both("book.hints."+string(kind), narrow, func(r *listRow) any {
			if n := hintsOf(r.WorkItem, r.found)[i]; n >= 0 {
				return n
			}
			return nil
		})
	}
	add("work.by.flags", "", 0, flags)
	add("work.by.unread", "", 0, unread)
	add("", "work.by.flags", narrow, shown(flags))
	add("", "work.by.unread", narrow, shown(unread))
	both("book.doubts", wide, func(r *listRow) any { return phrase.DoubtsSaid(l, r.Doubts) })
	both("work.by.verdict", medium, func(r *listRow) any {
		if r.Verdict == "" || w.only != 0 {
			return ""
		}
		return l.Text("verdict." + string(r.Verdict))
	})
	both("book.earlier", medium, func(r *listRow) any { return earlierVerdict(l, r.WorkItem, w.reader, w.chosen) })
	both("book.opinions", wide, func(r *listRow) any { return opinionsSaid(l, r.detail.Opinions) })
	add("work.by.reviewers", "", 0, func(r *listRow) any { return r.Reviewers })
	add("book.names", "work.by.reviewers", wide, assigned)
	both("work.by.due", medium, func(r *listRow) any { return record.DueDay(r.Due) })
	both("work.by.arrival", medium, func(r *listRow) any { return r.CreatedAt })
	both("work.by.ended", medium, func(r *listRow) any { return r.EndedAt })
	both("work.by.decided", medium, func(r *listRow) any { return r.DecidedAt })
	both("document.file", wide, func(r *listRow) any { return r.Filename })
	both("profile.title", medium, func(r *listRow) any { return profileSaid(l, r.WorkItem) })
	for _, p := range record.Parts() {
		both("work.by."+string(p.Sort()), medium, func(r *listRow) any { return partShare(partOf(r.WorkItem, p)) })
	}
	add("", "book.report", narrow, shown(func(r *listRow) any { return w.link(report.CheckPath(r.Shown)) }))
	return all
}

// tableCell returns the value of a column as text.
func tableCell(l *catalogue.Language, value any) string {
	switch v := value.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case record.Share:
		if v.Told() {
			return phrase.ShareSaid(l, v)
		}
	case partShare:
		if v >= 0 {
			return l.Percent(int(v), shareWhole)
		}
	case time.Time:
		if !v.IsZero() {
			return v.Local().Format(time.DateTime)
		}
	}
	return ""
}

// bookCell returns the value of a column as a cell of a workbook.
func bookCell(value any) any {
	switch v := value.(type) {
	case record.Share:
		switch {
		case !v.Told():
			return nil
		case v.Marked():
			return workbook.MarkedShare(v.Of())
		}
		return workbook.Share(v.Of())
	case partShare:
		if v < 0 {
			return nil
		}
		return workbook.Share(float64(v) / shareWhole)
	case time.Time:
		if !v.IsZero() {
			return v.Local()
		}
	}
	return value
}

// profileSaid names the method of the shown check; "" without one.
func profileSaid(l *catalogue.Language, item record.WorkItem) string {
	if item.Profile == "" {
		return ""
	}
	return l.Text("profile." + item.Profile)
}

// headOf returns the head of a column of a table that is taken away; that of times names the server's zone.
func headOf(l *catalogue.Language, key string) string {
	switch key {
	case "work.by.arrival", "work.by.ended", "work.by.decided":
		return l.Text(key) + time.Now().Format(" (UTC-07:00)")
	}
	return l.Text(key)
}

// kindsSaid names the kinds of findings.
func kindsSaid(l *catalogue.Language, found []finding.Finding) string {
	kinds := each.Of(finding.KindsOf(found), func(kind finding.Kind) string { return l.Text("finding." + string(kind)) })
	return strings.Join(kinds, l.Text("app.stop"))
}

// hintsOf returns the number of hints of each kind, in the order of evidence.HintKinds; -1 where it is unknown: without
// a result, and for hints found before kinds were counted.
func hintsOf(item record.WorkItem, found []finding.Finding) (out []int) {
	counts, known := finding.HintsOf(found)
	for _, kind := range evidence.HintKinds() {
		n := counts[kind]
		if item.Shown == 0 || !known {
			n = -1
		}
		out = append(out, n)
	}
	return out
}

// opinionsSaid says who thinks what.
func opinionsSaid(l *catalogue.Language, opinions []record.Opinion) string {
	var said []string
	for _, o := range opinions {
		said = append(said, o.Reviewer+l.Text("app.colon")+l.Text("verdict."+string(o.Verdict)))
	}
	return strings.Join(said, l.Text("app.stop"))
}

// earlierVerdict returns the verdict on an earlier check of an application whose newest has none;
// nothing where of opinions the reader is only told their own. A nil reader is told all.
func earlierVerdict(l *catalogue.Language, item record.WorkItem, reader *site.Viewer, x selection) string {
	if item.Earlier == "" || reader != nil && (reader.OnlyOf() != 0 || slices.Contains(x.list.Blind, item.Document)) {
		return ""
	}
	return l.Text("verdict." + string(item.Earlier))
}

// withDetails calls do with the rows of a selection and their details, as far as a reader may see
// them: readers who only see their own rows get their own opinions and no other assignments; nobody
// gets opinions on applications on which they have yet to give one.
func (s *pages) withDetails(
	ctx context.Context,
	reader *site.Viewer,
	x selection,
	do func(record.WorkItem, record.WorkDetail) error,
) error {
	return s.pagesOf(ctx, x, func(rows []record.WorkItem) error {
		ids := each.Of(rows, func(item record.WorkItem) int64 { return item.Document })
		details, err := s.Store.WorkDetails(ctx, ids)
		if err != nil {
			return err
		}
		for _, item := range rows {
			if err := do(item, shownDetail(reader, x, item, details[item.Document])); err != nil {
				return err
			}
		}
		return nil
	})
}

// shownDetail leaves out of a detail what a reader is not told.
func shownDetail(reader *site.Viewer, x selection, item record.WorkItem, d record.WorkDetail) record.WorkDetail {
	only := reader.OnlyOf()
	if only != 0 {
		d.Assigned = nil
	}
	if only != 0 || slices.Contains(x.list.Blind, item.Document) {
		d.Opinions = slices.DeleteFunc(slices.Clone(d.Opinions), func(o record.Opinion) bool { return o.Account != reader.Account.ID })
	}
	return d
}

// eachOf returns the rows of a selection one after the other, some hundred read at a time.
func (s *pages) eachOf(ctx context.Context, x selection, do func(record.WorkItem) error) error {
	return s.pagesOf(ctx, x, func(rows []record.WorkItem) error {
		for _, item := range rows {
			if err := do(item); err != nil {
				return err
			}
		}
		return nil
	})
}

// pagesOf returns the rows of a selection some hundred at a time.
func (s *pages) pagesOf(ctx context.Context, x selection, do func([]record.WorkItem) error) error {
	q := x.query()
	for {
		page, err := s.Store.Work(ctx, q)
		if err != nil {
			return err
		}
		if len(page.Items) == 0 {
			return nil
		}
		if err := do(page.Items); err != nil || !page.Next {
			return err
		}
		q.After = page.Last
	}
}

// shareCell returns a share as pages write it, or nothing where it is not known.
func shareCell(l *catalogue.Language, item record.WorkItem, f record.FigureName) string {
	if s, known := shareOf(item, f); known && s.Told() {
		return phrase.ShareSaid(l, s)
	}
	return ""
}

// shareOf returns a figure of an application; known is false where it was not counted yet.
func shareOf(item record.WorkItem, f record.FigureName) (s record.Share, known bool) {
	part := item.Figure(f)
	return record.Share{Part: part, Whole: item.Countable, Doubts: item.Doubts}, item.Shown != 0 && part >= 0
}

// selection is rows that were chosen: some by number or, with All, all of a list.
type selection struct {
	list list
	ids  []int64
	All  bool
	of   url.Values
}

// filter chooses the rows.
func (x selection) filter() record.WorkFilter {
	f := x.list.WorkFilter
	if !x.All { // of a reviewer's own rows, the days are theirs
		f = record.WorkFilter{IDs: x.ids, Reviewer: f.Reviewer}
	}
	return f
}

// query returns the rows in the order of the list, from the first.
func (x selection) query() record.WorkQuery {
	q := x.list.WorkQuery
	q.WorkFilter = x.filter()
	q.Limit, q.Offset, q.After, q.Before = exportPage, 0, record.WorkKey{}, record.WorkKey{}
	return q
}

// readSelection reads what is chosen: "doc" repeated, or "all" of the list whose fields
// are in "of", of the call in "in". Without either it is the whole of the list.
func (s *pages) readSelection(c *gin.Context, q url.Values) (x selection, err error) {
	if x.of, err = url.ParseQuery(q.Get("of")); err != nil {
		return x, site.ErrBadInput
	}
	path, call := "/checks", int64(0)
	if text := q.Get("in"); text != "" {
		if call, err = strconv.ParseInt(text, 10, 64); err != nil || call < 1 {
			return x, site.ErrBadInput
		}
		path = callPath(call)
	}
	if x.list, err = readList(path, x.of, call); err != nil {
		return x, err
	}
	if x.list.IDs, err = s.visible(c.Request.Context(), s.Reader(c)); err != nil {
		return x, err
	}
	if err := s.limit(c.Request.Context(), &x.list, s.Reader(c)); err != nil {
		return x, err
	}
	for _, text := range q["doc"] {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil || id < 1 {
			return x, site.ErrBadInput
		}
		if !slices.Contains(x.ids, id) && (x.list.IDs == nil || slices.Contains(x.list.IDs, id)) {
			x.ids = append(x.ids, id)
		}
	}
	x.All = q.Get("all") != "" || len(q["doc"]) == 0
	return x, nil
}
