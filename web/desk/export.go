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
	"zhiwen/web/site"
)

// exportPage is how many rows of an exported list are read at a time.
const exportPage = 500

// exportList returns a list, or the selected rows, as a CSV table with all columns.
func (s *pages) exportList(c *gin.Context) error {
	x, err := s.readSelection(c, c.Request.URL.Query())
	if err != nil {
		return err
	}
	ctx, l := c.Request.Context(), s.Language(c)
	calls, err := s.Store.Calls(ctx)
	if err != nil {
		return err
	}
	names := each.Map(calls, func(call record.Call) (int64, string) { return call.ID, call.Name })
	heads := l.Texts(
		"work.by.number", "field.title", "field.applicant", "field.institution", "field.programme", "field.year", "work.by.call",
		"work.by.state",
	)
	for _, f := range record.FigureNames() {
		heads = append(heads, l.Text("figure."+string(f)))
	}
	heads = append(heads, l.Text("work.by.sources"), l.Text("book.findings"))
	for _, kind := range evidence.HintKinds() {
		heads = append(heads, l.Text("book.hints."+string(kind)))
	}
	heads = append(
		heads,
		l.Text("work.by.flags"),
		l.Text("work.by.unread"),
		l.Text("book.doubts"),
		l.Text("work.by.verdict"),
		l.Text("book.earlier"),
		l.Text("book.opinions"),
		l.Text(
			"work.by.reviewers",
		),
		l.Text("book.names"),
		l.Text("work.by.due"),
		headOf(l, "work.by.arrival"),
		headOf(l, "work.by.ended"),
		headOf(l, "work.by.decided"),
		l.Text("document.file"),
		l.Text("profile.title"),
	)
	for _, p := range record.Parts() {
		heads = append(heads, l.Text("work.by."+string(p.Sort())))
	}
	day := func(t time.Time) string {
		if t.IsZero() {
			return ""
		}
		return t.Local().Format(time.DateTime)
	}
	return site.GiveTable(c, "list.csv", "list.csv", heads, func(t *site.Table) error {
		return s.withDetails(ctx, s.Reader(c), x, func(item record.WorkItem, detail record.WorkDetail) error {
			row := []string{
				item.Number, item.Title, item.Applicant, item.Institution, item.Programme, site.CountCell(item.Year), names[item.Call],
				l.Text("state." + string(item.State)),
			}
			for _, f := range record.FigureNames() {
				row = append(row, shareCell(l, item, f))
			}
			verdict, sources := "", ""
			if item.Verdict != "" {
				verdict = l.Text("verdict." + string(item.Verdict))
			}
			if item.Shown != 0 {
				sources = strconv.Itoa(max(0, item.Left.Sources))
			}
			found := finding.Decode(item.Findings)
			row = append(row, sources, kindsSaid(l, found))
			for _, n := range hintsOf(item, found) {
				row = append(row, countSaid(n))
			}
			row = append(
				row,
				strconv.Itoa(item.Flags),
				strconv.Itoa(item.Unread),
				phrase.DoubtsSaid(l, item.Doubts),
				verdict,
				earlierVerdict(l, item, s.Reader(c), x),
				opinionsSaid(l, detail.Opinions),
				strconv.Itoa(
					item.Reviewers,
				),
				strings.Join(detail.Assigned, l.Text("app.comma")),
				record.DueDay(item.Due),
				day(item.CreatedAt),
				day(item.EndedAt),
				day(item.DecidedAt),
				item.Filename,
				profileSaid(l, item),
			)
			for _, p := range record.Parts() {
				row = append(row, partCell(l, item, p))
			}
			t.Row(row...)
			return nil
		})
	})
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

// countSaid writes a number of hintsOf: nothing for one that is not known.
func countSaid(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
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
