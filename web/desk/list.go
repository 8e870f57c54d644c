package desk

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/live"
	"zhiwen/web/report"
	"zhiwen/web/site"
	"zhiwen/web/upload"
)

// listPage is the view of page/list.html: the work list over all calls.
type listPage struct {
	site.Page
	Work     workView
	Upload   upload.Box
	Receipts []upload.Receipt // what became of an upload just made
	Library  int              // documents in the library
	Steps    []firstStep      // of an empty server
	Live     string           // address of the stream of rows that still change, or ""
}

// Empty reports whether no application has been uploaded to be checked yet.
func (v listPage) Empty() bool { return v.Work.Whole == 0 && len(v.Receipts) == 0 }

// firstStep is one of the steps that lead from an empty server to a checked application.
type firstStep struct {
	Title, Text string
	Link        string // where it is done
	Done        bool
}

// firstSteps returns the steps in their order, where so many documents and forms are stored.
func firstSteps(l *catalogue.Language, documents, forms int, calls []record.Call) []firstStep {
	upload := "/calls"
	if len(calls) > 0 {
		upload = "/calls/" + strconv.FormatInt(calls[0].ID, 10)
	}
	return []firstStep{
		{l.Text("welcome.library"), l.Text("welcome.libraryText"), "/library", documents > 0},
		{l.Text("welcome.forms"), l.Text("welcome.formsText"), "/forms", forms > 0},
		{l.Text("welcome.call"), l.Text("welcome.callText"), "/calls", len(calls) > 0},
		{l.Text("welcome.check"), l.Text("welcome.checkText"), upload, false},
	}
}

// workView is the view of partial/work.html.
type workView struct {
	List      list
	Rows      []workRow
	Heads     []head
	Choices   []choiceOfColumn
	Facets    record.WorkFacets // of the call, or of all
	Calls     []record.Call
	Reviewers []record.Account // whom a list can be filtered by
	Views     []viewLink
	Bulk      bool         // rows can be chosen
	Queue     record.Queue // of the rows that the filters choose, whichever the tab
	Count     int          // rows that fit
	Reviewer  string       // in whose name verdicts are given, "" is yet to be said
	Harmless  int          // undecided rows of the call, or of all, that nobody has to look at
	Whole     int          // rows of the call, or of all
	Last      int          // page
	Previous  string
	Next      string
	Here      string
	Query     string // of the address, without a place in it
	OneCall   bool
	Done      *doneView    // what was done to many just now
	Onward    *onward      // set where this has emptied the list
	Tasks     *reviewerRow // what a reader who only sees their own rows has to do, nil for others
	boxes     []box
	Chips     []chip
	Several   bool // a call that is listed wants several opinions
}

// GivenVerdicts returns those that a row can be given, in the order of their keys.
func (v workView) GivenVerdicts() []evidence.Verdict { return evidence.SubjectCheck.Verdicts() }

// Filtered reports whether not all rows are listed.
func (v workView) Filtered() bool { return v.List.filtered() }

// Has reports whether a filter has a value; templates use it to mark chosen values.
func (v workView) Has(field, value string) bool { return slices.Contains(v.List.values[field], value) }

// Value returns the only value of a field.
func (v workView) Value(field string) string { return v.List.values.Get(field) }

// Path returns where the list is.
func (l list) Path() string { return l.path }

// Sorts returns what the list can be sorted by.
func (v workView) Sorts() []record.WorkSort { return record.WorkSorts() }

// States and Verdicts are those that a list can be filtered by.
func (v workView) States() []record.WorkState { return record.WorkStates() }

// Kinds returns the kinds of findings that a list can be filtered by.
func (v workView) Kinds() []finding.Kind { return finding.Kinds() }

// bound is a bound of a figure in the filter.
type bound struct{ Field, Value string }

// Bounds returns those that are set.
func (v workView) Bounds() (out []bound) {
	for _, f := range record.FigureNames() {
		for _, end := range []string{"from", "to"} {
			if value := v.List.values.Get(figureField(f, end)); value != "" {
				out = append(out, bound{figureField(f, end), value})
			}
		}
	}
	return out
}

// Filters is Query without a tab.
func (v workView) Filters() string {
	q := maps.Clone(v.List.values)
	q.Del(fieldTab)
	return q.Encode()
}

// Clear returns the list without its filters.
func (v workView) Clear() string {
	return v.List.with(func(q url.Values) { unfilter(q, fieldTab) })
}

// All returns the whole list.
func (v workView) All() string {
	return v.List.with(func(q url.Values) {
		unfilter(q)
		q.Set(fieldTab, string(tabAll))
	})
}

// Every returns the list with its filters, whichever the tab.
func (v workView) Every() string {
	return v.List.with(func(q url.Values) { q.Set(fieldTab, string(tabAll)) })
}

// Undecided returns the address of the list of checked applications without a verdict, of the call or of all, without
// its other filters.
func (v workView) Undecided() string {
	return v.List.with(func(q url.Values) {
		unfilter(q, fieldCall)
		q.Set(fieldVerdict, undecided)
	})
}

// unfilter takes the filters out of an address, but for some.
func unfilter(q url.Values, but ...string) {
	for field := range q {
		if field != fieldSort && field != fieldOrder && field != fieldColumn && !slices.Contains(but, field) {
			q.Del(field)
		}
	}
}

// head is a column's head; Sort is the address that sorts by it, "" where none does.
type head struct {
	Column Column
	Sort   string
	Sorted string // "descending", "ascending" or ""
	Figure bool   // its cells are numbers
}

// choiceOfColumn is a column that can be shown.
type choiceOfColumn struct {
	Column Column
	Shown  bool
}

// viewLink is a saved view.
type viewLink struct {
	ID      int64
	Name    string
	Address string
	Current bool
}

// onward is the next step when a bulk action has left nothing of a filtered list.
type onward struct {
	Open int // applications of the call, or of all, that are checked and undecided: Undecided lists them
}

// home returns the work list or, for who has nothing to do with applications, what they have.
func (s *pages) home(c *gin.Context) error {
	reader := s.Reader(c)
	for _, place := range []string{"/checks", "/people", "/claims"} {
		may, err := reader.May("GET " + place)
		switch {
		case err != nil:
			return err
		case may && place == "/checks":
			return s.list(c)
		case may:
			c.Redirect(http.StatusSeeOther, place)
			return nil
		}
	}
	c.Redirect(http.StatusSeeOther, "/account")
	return nil
}

func (s *pages) list(c *gin.Context) error { return s.showList(c, http.StatusOK, nil) }

// showList shows the work list below what became of an upload.
func (s *pages) showList(c *gin.Context, status int, receipts []upload.Receipt) error {
	ctx := c.Request.Context()
	l, err := readList("/checks", c.Request.URL.Query(), 0)
	if err != nil {
		return err
	}
	inLibrary := true
	_, documents, err := s.Store.Documents(ctx, record.Filter{InLibrary: &inLibrary, Limit: 1})
	if err != nil {
		return err
	}
	work, stream, err := s.workView(c, l)
	if err != nil {
		return err
	}
	v := listPage{
		Page: s.Page(c, s.Language(c).Text("checks.title"), "live.js", "upload.js", "work.js"),
		Work: work, Upload: s.Uploads.Box("/checks"), Receipts: receipts, Library: documents, Live: live.Address(stream),
	}
	if v.Empty() {
		blank := true
		_, forms, err := s.Store.Documents(ctx, record.Filter{Form: &blank, Limit: 1})
		if err != nil {
			return err
		}
		v.Steps = firstSteps(s.Language(c), documents, forms, work.Calls)
	}
	v.Upload.Calls = openCalls(work.Calls)
	v.Section = "checks"
	if receipts != nil {
		v.Back = "/"
	}
	return s.Render(c, status, "list", v)
}

// openCalls returns the calls that take applications.
func openCalls(calls []record.Call) (out []record.Call) {
	return each.Where(calls, func(call record.Call) bool { return call.State == record.CallOpen })
}

// workView makes the view of a list, and names the rows that still change.
func (s *pages) workView(c *gin.Context, l list) (v workView, stream url.Values, err error) {
	ctx, reader := c.Request.Context(), s.Reader(c)
	if l.IDs, err = s.visible(ctx, reader); err != nil {
		return v, nil, err
	}
	if err := s.limit(ctx, &l, reader); err != nil {
		return v, nil, err
	}
	l.begin()
	page, err := s.Store.Work(ctx, l.WorkQuery)
	if err != nil {
		return v, nil, err
	}
	v = workView{List: l, Here: l.here(), Query: l.values.Encode(), OneCall: l.section() == "calls"}
	if v.Calls, err = s.Store.Calls(ctx); err != nil {
		return v, nil, err
	}
	if v.Count, err = s.Store.CountWork(ctx, l.WorkFilter); err != nil {
		return v, nil, err
	}
	queue := l.WorkFilter
	queue.Open, queue.Decided, queue.LeastRank = false, false, 0
	if v.Queue, err = s.queue(ctx, queue); err != nil {
		return v, nil, err
	}
	whole := record.WorkFilter{IDs: l.IDs, Blind: l.Blind}
	if v.OneCall {
		whole.Call = l.Call
	}
	if v.Facets, err = s.Store.WorkFacets(ctx, whole); err != nil {
		return v, nil, err
	}
	v.Whole = v.Facets.Total
	harmless := whole
	harmless.NoFinding = true
	if v.Harmless, err = s.Store.CountWork(ctx, harmless); err != nil {
		return v, nil, err
	}
	v.Last = max(1, (v.Count+site.PageSize-1)/site.PageSize)
	if l.Number > 1 && len(page.Items) == 0 {
		return v, nil, record.ErrNotFound
	}
	if v.Bulk, err = reader.May("GET /selection"); err != nil {
		return v, nil, err
	}
	if reader.AmongAccounts() && reader.SeesAll() {
		accounts, err := s.Auth.Accounts(ctx)
		if err != nil {
			return v, nil, err
		}
		for _, a := range accounts {
			if a.Has(record.Reviewer) {
				v.Reviewers = append(v.Reviewers, a)
			}
		}
	}
	if v.Tasks, err = s.tasksOf(ctx, reader.OnlyOf(), l.IDs); err != nil {
		return v, nil, err
	}
	v.Several = slices.ContainsFunc(v.Calls, func(x record.Call) bool { return x.Settings.Wanted() > 1 && (!v.OneCall || x.ID == l.Call) })
	if (v.Tasks != nil || v.OneCall && v.Several) && l.values.Get(fieldColumn) == "" {
		v.List.Columns = append(usual(), columnOpinions, Column(record.SortDue))
	}
	v.Reviewer = s.Signing(c)
	v.place(page)
	v.columns()
	v.boxes, v.Chips = boxesOf(s.Language(c), v), chipsOf(s.Language(c), v)
	if err := s.addViews(c, &v); err != nil {
		return v, nil, err
	}
	if v.Done = s.done(c); v.Done != nil {
		v.Done.List = v.Query
		if v.OneCall {
			v.Done.In = strconv.FormatInt(l.Call, 10)
		}
	}
	if v.Done != nil && v.Done.Done > 0 && v.Count == 0 && v.Filtered() {
		open := whole
		open.Call, open.Verdicts = l.Call, []evidence.Verdict{evidence.Withdrawn}
		v.Onward = new(onward)
		if v.Onward.Open, err = s.Store.CountWork(ctx, open); err != nil {
			return v, nil, err
		}
	}
	stream = url.Values{}
	calls := each.Map(v.Calls, func(call record.Call) (int64, record.Call) { return call.ID, call })
	set, err := s.Settings(c)
	if err != nil {
		return v, nil, err
	}
	named, err := s.firstNamed(ctx, page.Items, reader)
	if err != nil {
		return v, nil, err
	}
	for _, item := range page.Items {
		row, err := s.row(ctx, item, calls[item.Call], set)
		if errors.Is(err, record.ErrNotFound) {
			continue // gone since
		}
		if err != nil {
			return v, nil, err
		}
		row.said = whyOf(s.Language(c), row, named)
		switch { // that of the call, and a reviewer's own, need not be said
		case v.OneCall && v.Query != "":
			row.from = report.OriginOf(v.Query, l.Call)
		case !v.OneCall && (v.Query != "" || reader.SeesAll()):
			row.from = report.OriginOf(v.Query, 0)
		}
		row.mine = v.Tasks != nil || slices.Contains(l.Blind, item.Document)
		v.Rows = append(v.Rows, row)
		if field, id := row.follows(); field != "" {
			stream.Add(field, strconv.FormatInt(id, 10))
		}
	}
	return v, stream, nil
}

// visible returns the applications that a reader sees, nil for all. Of a reviewer, who has
// some dozens, each is looked at: which they may not see for a conflict of interest is not
// counted either.
func (s *pages) visible(ctx context.Context, reader *site.Viewer) ([]int64, error) {
	if reader.SeesAll() {
		return nil, nil
	}
	assigned, err := s.Store.WorkIDs(ctx, record.WorkFilter{Reviewer: reader.OnlyOf()})
	if err != nil {
		return nil, err
	}
	ids := []int64{} // nil would be all
	for _, id := range assigned {
		d, err := s.Store.Document(ctx, id)
		if err == nil {
			err = s.MaySee(ctx, reader, d)
		}
		switch {
		case err == nil:
			ids = append(ids, id)
		case !errors.Is(err, record.ErrNotFound):
			return nil, err
		}
	}
	return ids, nil
}

// place makes the links to the pages beside the one that is shown.
func (v *workView) place(page record.WorkPage) {
	l := v.List
	if l.Number > 1 {
		v.Previous = l.with(func(q url.Values) {
			if l.Number > 2 {
				q.Set(fieldPage, strconv.Itoa(l.Number-1))
				q.Set(fieldBefore, writeKey(page.First))
			}
		})
	}
	if l.Number < v.Last {
		v.Next = l.with(func(q url.Values) {
			q.Set(fieldPage, strconv.Itoa(l.Number+1))
			q.Set(fieldAfter, writeKey(page.Last))
		})
	}
}

// columns makes the heads and what can be chosen of them.
func (v *workView) columns() {
	for _, x := range Columns() {
		shown := slices.Contains(v.List.Columns, x)
		v.Choices = append(v.Choices, choiceOfColumn{x, shown})
		if !shown {
			continue
		}
		h := head{Column: x, Figure: x.isNumber()}
		if by := record.WorkSort(x); slices.Contains(record.WorkSorts(), by) {
			sorted := v.List.Sort == by
			h.Sort = v.List.with(func(q url.Values) {
				q.Set(fieldSort, string(by))
				q.Del(fieldOrder)
				switch {
				case by == record.SortDue && sorted && !v.List.Descending:
					q.Set(fieldOrder, descending)
				case sorted && v.List.Descending || !sorted && by.Text():
					q.Set(fieldOrder, ascending)
				}
			})
			switch {
			case sorted && v.List.Descending:
				h.Sorted = "descending"
			case sorted:
				h.Sorted = "ascending"
			}
		}
		v.Heads = append(v.Heads, h)
	}
}

// isNumber reports whether a column's cells are numbers.
func (x Column) isNumber() bool {
	switch x {
	case columnHints, columnCall, columnProgramme, columnReviewers, columnVerdict, Column(record.SortNumber), Column(record.SortArrival),
		Column(record.SortEnded), Column(record.SortDecided), columnOpinions, Column(record.SortDue):
		return x == columnReviewers
	}
	return true
}

// upload takes files to be checked, for a call where one is named.
func (s *pages) upload(c *gin.Context) error {
	var call int64
	return s.Uploads.Take(c, func(u *upload.Upload) {
		call = u.Call
		for i := range u.Files {
			u.Files[i].Check, u.Files[i].ToLibrary, u.Files[i].Call = true, u.Library, u.Call
		}
	}, func(receipts []upload.Receipt) string {
		switch {
		case len(receipts) == 1 && receipts[0].Check != 0:
			return report.CheckPath(receipts[0].Check)
		case call != 0:
			return callPath(call)
		}
		return "/"
	}, s.showList)
}

// Kept returns the fields of the list that a jump to a page keeps.
func (v workView) Kept() (out []bound) {
	for _, field := range slices.Sorted(maps.Keys(v.List.values)) {
		for _, value := range v.List.values[field] {
			out = append(out, bound{field, value})
		}
	}
	return out
}
