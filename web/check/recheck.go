package check

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// mostNew is how many of the newest library documents are looked at: one query each, so
// that a page takes seconds at the most.
const mostNew = 200

// mostChecks is how many checks of no call are looked at at once: the units of each are made
// of its text.
const mostChecks = 200

// shownSources is how many of the documents that came are named of each application.
const shownSources = 3

// recheckView is the view of page/rechecks.html.
type recheckView struct {
	site.Page
	Calls []offer
	Alone *offer // checks of no call; nil on the page of a call
	Next  int64  // the check before which those of no call were not looked at; 0: there are none
	One   bool   // a page of one call
	Done  int    // checks that were asked for just now
	Asked bool
	// Newest is the work list with what was checked last at the top.
	Newest string
}

// offer is applications whose checks could change, of a call or of none.
type offer struct {
	Call     record.Call
	Rows     []recheckRow
	Underway int    // further applications that are being checked again already
	More     bool   // not all that came was looked at
	Action   string // where they are asked for
}

// recheckRow is an application whose check could change.
type recheckRow struct {
	Document int64
	Check    int64
	Name     string
	Sources  []source
	Left     int // sources that are not named
}

// source is a document that came since.
type source struct {
	ID   int64
	Name string
}

// rechecks offers the checks of every call that could change, and those of none.
func (s *pages) rechecks(c *gin.Context) error {
	before, err := site.QueryNumber(c, "before")
	if err != nil {
		return err
	}
	ctx := c.Request.Context()
	alone, err := s.Jobs.OutdatedAlone(ctx, before, mostChecks)
	if err != nil {
		return err
	}
	v := recheckView{Alone: &offer{More: alone.More, Action: aloneAddress(before)}, Next: alone.Next}
	if v.Alone.Rows, v.Alone.Underway, err = s.recheckRows(ctx, alone.Found); err != nil {
		return err
	}
	calls, err := s.Store.Calls(ctx)
	if err != nil {
		return err
	}
	if before != 0 { // older checks of no call alone
		calls = nil
	}
	return s.showRechecks(c, v, calls)
}

// aloneAddress returns the page of the checks of no call before one.
func aloneAddress(before int64) string {
	if before == 0 {
		return "/rechecks"
	}
	return "/rechecks?before=" + strconv.FormatInt(before, 10)
}

// callRechecks offers those of one call.
func (s *pages) callRechecks(c *gin.Context, call record.Call) error {
	return s.showRechecks(c, recheckView{One: true}, []record.Call{call})
}

func (s *pages) showRechecks(c *gin.Context, v recheckView, calls []record.Call) error {
	ctx := c.Request.Context()
	for _, call := range calls {
		found, more, err := s.Store.Outdated(ctx, call.ID, mostNew)
		if err != nil {
			return err
		}
		rows, underway, err := s.recheckRows(ctx, found)
		if err != nil {
			return err
		}
		if v.One || len(rows)+underway > 0 || more {
			v.Calls = append(v.Calls, offer{call, rows, underway, more, callAddress(call.ID)})
		}
	}
	if text := c.Query("done"); text != "" {
		v.Done, _ = strconv.Atoi(text) // what is no number is nothing
		v.Asked = true
	}
	v.Page = s.Page(c, s.Language(c).Text("rechecks.title"))
	list := "/checks"
	if v.Section = "checks"; v.One {
		v.Section, list = "calls", "/calls/"+strconv.FormatInt(calls[0].ID, 10)
	}
	v.Newest = list + "?sort=" + string(record.SortEnded)
	return s.Render(c, http.StatusOK, "rechecks", v)
}

// callAddress returns the page of the checks of a call.
func callAddress(id int64) string { return "/calls/" + strconv.FormatInt(id, 10) + "/rechecks" }

// recheckRows names applications whose checks could change, and what came. Those that have a further check that waits or runs
// are counted and not offered again.
func (s *pages) recheckRows(ctx context.Context, found []record.Outdated) (rows []recheckRow, underway int, err error) {
	if len(found) == 0 {
		return nil, 0, nil
	}
	checked := each.Of(found, func(o record.Outdated) int64 { return o.Document })
	again, err := s.Store.WorkIDs(ctx, record.WorkFilter{IDs: checked, States: []record.WorkState{record.WorkQueued, record.WorkRunning}})
	if err != nil {
		return nil, 0, err
	}
	found = slices.DeleteFunc(slices.Clone(found), func(o record.Outdated) bool { return slices.Contains(again, o.Document) })
	ids := []int64{}
	for _, o := range found {
		ids = append(append(ids, o.Document), o.Sources[:min(shownSources, len(o.Sources))]...)
	}
	documents, _, err := s.Store.Documents(ctx, record.Filter{IDs: ids})
	if err != nil {
		return nil, 0, err
	}
	names := each.Map(documents, func(d record.Document) (int64, string) { return d.ID, report.NameOf(d.Identity) })
	for _, o := range found {
		r := recheckRow{Document: o.Document, Check: o.Check, Name: names[o.Document]}
		for _, id := range o.Sources {
			if len(r.Sources) == shownSources {
				r.Left = len(o.Sources) - shownSources
				break
			}
			r.Sources = append(r.Sources, source{id, names[id]})
		}
		rows = append(rows, r)
	}
	return rows, len(again), nil
}

// recheckCall checks those of a call that are chosen, or all, anew. The checks of before stay.
func (s *pages) recheckCall(c *gin.Context, id int64) error {
	found, _, err := s.Store.Outdated(c.Request.Context(), id, mostNew)
	if err != nil {
		return err
	}
	return s.recheck(c, found, callAddress(id)+"?")
}

// recheckAlone does so with those of no call that the page has shown.
func (s *pages) recheckAlone(c *gin.Context) error {
	before, err := site.QueryNumber(c, "before")
	if err != nil {
		return err
	}
	page, err := s.Jobs.OutdatedAlone(c.Request.Context(), before, mostChecks)
	if err != nil {
		return err
	}
	address := aloneAddress(before) + "?"
	if before != 0 {
		address = aloneAddress(before) + "&"
	}
	return s.recheck(c, page.Found, address)
}

// recheck checks the outdated checks chosen in a form, or all, and redirects back.
func (s *pages) recheck(c *gin.Context, found []record.Outdated, back string) error {
	chosen := c.PostFormArray("doc")
	var documents []int64
	for _, o := range found {
		if c.PostForm("all") != "" || slices.Contains(chosen, strconv.FormatInt(o.Document, 10)) {
			documents = append(documents, o.Document)
		}
	}
	n, err := s.Jobs.CheckAll(c.Request.Context(), documents)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, back+"done="+strconv.Itoa(n))
	return nil
}

// changesView is the view of page/changes.html.
type changesView struct {
	site.Page
	Name          string
	Before, After record.Check
	Change        evidence.Change
	Figures       []figure
	Same          bool // nothing that counts is other than before
}

// figure is one of the figures, before and after.
type figure struct {
	Name          record.FigureName
	Before, After record.Share
	More, Fewer   bool
}

// changes shows what a check says otherwise than the one before of its document, or than
// the one that the address names ("before"). Both are as they were stored.
func (s *pages) changes(c *gin.Context, after record.Check) error {
	ctx := c.Request.Context()
	wanted, err := site.QueryNumber(c, "before")
	if err != nil {
		return err
	}
	before, err := s.earlier(ctx, after, wanted)
	if err != nil {
		return err
	}
	was, err := s.Assessor.Decode(ctx, before)
	if err != nil {
		return notThere(err)
	}
	is, err := s.Assessor.Decode(ctx, after)
	if err != nil {
		return notThere(err)
	}
	v := changesView{Name: report.NameOf(after.Document.Identity), Before: before, After: after, Change: evidence.Compare(was, is)}
	v.Same = v.Change.None()
	then, now := record.TallyOf(was), record.TallyOf(is)
	for _, name := range record.FigureNames() {
		f := figure{
			Name:   name,
			Before: record.Share{Part: then.Figure(name), Whole: was.Scores.Countable, Doubts: was.Scores.Doubts},
			After:  record.Share{Part: now.Figure(name), Whole: is.Scores.Countable, Doubts: is.Scores.Doubts},
		}
		// As shares: the texts are the same, what counts of them may not be.
		left, right := f.After.Part*f.Before.Whole, f.Before.Part*f.After.Whole
		f.More, f.Fewer = left > right, left < right
		v.Figures = append(v.Figures, f)
	}
	v.Page = s.Page(c, s.Language(c).Text("changes.title"))
	v.Section = "checks"
	return s.Render(c, http.StatusOK, "changes", v)
}

// notThere makes a check without evidence one that is not found.
func notThere(err error) error {
	if errors.Is(err, assess.ErrNotDone) {
		return record.ErrNotFound
	}
	return err
}

// earlier returns the check that was done before another of its document, the newest or
// the wanted one.
func (s *pages) earlier(ctx context.Context, check record.Check, wanted int64) (record.Check, error) {
	if check.State != record.CheckDone {
		return record.Check{}, record.ErrNotFound
	}
	checks, err := s.Store.DocumentChecks(ctx, check.Document.ID)
	if err != nil {
		return record.Check{}, err
	}
	for _, x := range checks {
		if x.ID < check.ID && x.State == record.CheckDone && (wanted == 0 || x.ID == wanted) {
			return x, nil
		}
	}
	return record.Check{}, record.ErrNotFound
}

// CheckedSource is a source of a check.
type CheckedSource struct {
	Check  int64
	Source evidence.Source
}

// SourceOf returns a source of a check, for templates.
func SourceOf(check int64, s evidence.Source) CheckedSource { return CheckedSource{check, s} }

// NameOf returns what a source is called.
func NameOf(s evidence.Source) string { return report.NameOf(s.Identity) }
