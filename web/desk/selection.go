package desk

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/site"
)

// What is done to many applications at once goes in two steps: a page says what will
// happen (confirm), its form does it (acting) and leads back to the list, so that loading
// a page again never does anything again.

// line returns a bulk action's line in the table of rights.
func line(d record.BulkAction) string {
	if d == record.BulkUndo {
		return "POST /tasks/:id/undo"
	}
	return "POST /selection/" + string(d)
}

const (
	// mostChosen is how many applications one bulk action is done to: more than a library has years.
	mostChosen = 100_000
	// mostListed is how many get a verdict, since all are listed with their figures: as many as the largest calls have.
	mostListed = 10_000
	// atOnce is how many a request waits for: a page of a list.
	atOnce = 25
	// maxRemark is the most characters of what is written with a verdict.
	maxRemark = 2000
	// maxDay is the most characters of a day.
	maxDay = 20
)

// bulkActionPage is the view of page/selection.html: what will happen.
type bulkActionPage struct {
	site.Page
	BulkAction record.BulkAction
	Count      int // applications that it is done to
	TooMany    int // how many can be chosen at the most, where there are more; else 0
	Skipped    int // applications that are chosen and left alone
	InLibrary  int // of BulkDelete: those whose document stays
	Barred     int // of BulkAssign: those with a conflict of interest, once a reviewer is chosen
	Names      []string
	More       int // applications beyond Names
	// Of BulkVerdict: the applications with their figures, how many of them somebody should look at, and of a list of what is
	// harmless what is left out, why, and where it is listed.
	Rows      []workRow
	Figures   []Column
	ToLook    int
	Left      []leftCount
	LeftList  string
	Checks    string // the results that Rows have, which are those that are decided about
	All       bool
	Of, In    string
	IDs       []int64
	Return    string // address of the list
	Reviewers []record.Account
	Chosen    int64  // reviewer
	Due       string // YYYY-MM-DD; "" is the day of each call
	Remark    string
	Faults    []site.FieldFault
}

// shownNames is how many of the chosen applications a page names.
const shownNames = 12

// most returns how many applications a bulk action is done to.
func most(d record.BulkAction) int {
	if d == record.BulkVerdict {
		return mostListed
	}
	return mostChosen
}

// target is a chosen application, as far as a bulk action needs it, and why the bulk action leaves it
// alone, "" where it does not.
type target struct {
	document, shown int64
	name            string
	inLibrary       bool
	why             record.LeftReason
	item            record.WorkItem // of BulkVerdict
}

// targets reads the applications of a selection, at most one more than the limit of the bulk action.
func (s *pages) targets(ctx context.Context, x selection, d record.BulkAction) (out []target, err error) {
	enough := errors.New("enough")
	err = s.eachOf(ctx, x, func(w record.WorkItem) error {
		t := target{document: w.Document, shown: w.Shown, name: nameOf(w), inLibrary: w.InLibrary, why: leaves(d, w)}
		if d == record.BulkVerdict {
			t.item = w
		}
		out = append(out, t)
		if len(out) > most(d) {
			return enough
		}
		return nil
	})
	if errors.Is(err, enough) {
		err = nil
	}
	return out, err
}

// nothing is the result if nothing was chosen.
const nothing = "nothing"

// confirm shows what a bulk action will do.
func (s *pages) confirm(c *gin.Context) error {
	q := c.Request.URL.Query()
	d := record.BulkAction(q.Get("do"))
	if d != "" && !slices.Contains(record.BulkActions(), d) {
		return site.ErrBadInput
	}
	x, err := s.readSelection(c, q)
	if err != nil {
		return err
	}
	if d == "" || q.Get("all") == "" && len(x.ids) == 0 {
		c.Redirect(http.StatusSeeOther, back(x.list, nothing, 0, 0, 0))
		return nil
	}
	if d == record.BulkShare {
		return s.shareForm(c, x, q)
	}
	return s.showConfirm(c, http.StatusOK, d, x, q, bulkActionPage{})
}

// showConfirm shows what a bulk action will do; q is the form or the address that asks.
func (s *pages) showConfirm(c *gin.Context, status int, d record.BulkAction, x selection, q url.Values, v bulkActionPage) error {
	ctx := c.Request.Context()
	if err := s.mayDo(c, d); err != nil {
		return err
	}
	chosen, err := s.targets(ctx, x, d)
	if err != nil {
		return err
	}
	v.BulkAction, v.All, v.Of, v.In, v.IDs, v.Return = d, q.Get("all") != "", q.Get("of"), q.Get("in"), x.ids, x.list.address()
	if len(chosen) > most(d) {
		v.TooMany = most(d)
	}
	for _, t := range chosen {
		if t.why != "" {
			v.Skipped++
			continue
		}
		v.Count++
		if d == record.BulkDelete && t.inLibrary {
			v.InLibrary++
		}
		if len(v.Names) < shownNames {
			v.Names = append(v.Names, t.name)
		}
	}
	v.More = v.Count - len(v.Names)
	if d == record.BulkVerdict {
		if err := s.listDecided(c, &v, x, chosen); err != nil {
			return err
		}
	}
	if d == record.BulkAssign {
		all, err := s.Auth.Accounts(ctx)
		if err != nil {
			return err
		}
		for _, a := range all {
			if a.Has(record.Reviewer) && a.State != record.AccountLocked {
				v.Reviewers = append(v.Reviewers, a)
			}
		}
	}
	v.Page = s.Page(c, s.Language(c).Text("work.do."+string(d)))
	v.Section = x.list.section()
	v.Back = v.Return
	return s.Render(c, status, "selection", v)
}

// listDecided lists the applications that get a verdict, with the facts to be known before.
func (s *pages) listDecided(c *gin.Context, v *bulkActionPage, x selection, chosen []target) error {
	ctx := c.Request.Context()
	set, err := s.Settings(c)
	if err != nil {
		return err
	}
	calls, err := s.Store.Calls(ctx)
	if err != nil {
		return err
	}
	of := each.Map(calls, func(call record.Call) (int64, record.Call) { return call.ID, call })
	items, checks := []record.WorkItem{}, []string{}
	for _, t := range chosen {
		if t.why == "" {
			items, checks = append(items, t.item), append(checks, strconv.FormatInt(t.shown, 10))
		}
	}
	named, err := s.firstNamed(ctx, items, s.Reader(c))
	if err != nil {
		return err
	}
	v.Figures, v.Checks = usual()[:3], strings.Join(checks, ",")
	for _, item := range items {
		row := rowOf(item, of[item.Call], set)
		row.said = whyOf(s.Language(c), row, named)
		if row.Severity() != finding.Nothing {
			v.ToLook++
		}
		v.Rows = append(v.Rows, row)
	}
	if x.list.NoFinding {
		if v.Remark == "" && len(v.Faults) == 0 {
			v.Remark = s.Language(c).Text("work.harmlessRemark")
		}
		v.Left, v.LeftList, err = s.leftOf(ctx, x)
	}
	return err
}

// nameOf returns the name of an application in a list.
func nameOf(w record.WorkItem) string {
	if w.Title != "" {
		return w.Title
	}
	return w.Filename
}

// back returns the address of the list with the result of a bulk action: how many applications it
// changed and how many it left alone. A task has the details; 0 is none.
func back(l list, did string, done, left int, task int64) string {
	return l.with(func(q url.Values) {
		q.Set("did", did)
		if did == nothing {
			return
		}
		q.Set("done", strconv.Itoa(done))
		q.Set("left", strconv.Itoa(left))
		if task != 0 {
			q.Set("task", strconv.FormatInt(task, 10))
		}
	})
}

// doneView is the result of a bulk action on applications.
type doneView struct {
	BulkAction string
	Done, Left int
	Task       int64  // that says what became of each
	Undo       bool   // it can be taken back
	List, In   string // where it was done
}

// done reads what the address says was done.
func (s *pages) done(c *gin.Context) *doneView {
	did := c.Query("did")
	if did != nothing && did != string(record.BulkUndo) && !slices.Contains(record.BulkActions(), record.BulkAction(did)) {
		return nil
	}
	v := &doneView{BulkAction: did}
	v.Done, _ = strconv.Atoi(c.Query("done")) // what is no number is nothing
	v.Left, _ = strconv.Atoi(c.Query("left"))
	v.Task, _ = strconv.ParseInt(c.Query("task"), 10, 64)
	v.Undo = v.Task != 0 && v.Done > 0 && record.BulkAction(did).CanUndo()
	return v
}

// acting does a bulk action to what a form chooses: to few before it answers, and to many as a
// task whose page is the answer.
func (s *pages) acting(d record.BulkAction) site.Action {
	return func(c *gin.Context) error {
		ctx := c.Request.Context()
		x, err := s.readSelection(c, c.Request.PostForm)
		if err != nil {
			return err
		}
		if c.PostForm("all") == "" && len(x.ids) == 0 {
			return site.ErrBadInput
		}
		choice, v, err := s.choice(c, d)
		if err != nil {
			return err
		}
		if len(v.Faults) > 0 {
			return s.showConfirm(c, http.StatusUnprocessableEntity, d, x, c.Request.PostForm, v)
		}
		chosen, err := s.targets(ctx, x, d)
		if err != nil {
			return err
		}
		if len(chosen) > most(d) {
			return s.showConfirm(c, http.StatusUnprocessableEntity, d, x, c.Request.PostForm, v)
		}
		t, err := s.begin(c, record.Task{BulkAction: d, Call: max(0, x.list.Call), Choice: choice}, chosen, c.PostForm("checks"))
		if err != nil {
			return err
		}
		if t.State == record.TaskRunning || d == record.BulkPapers {
			c.Redirect(http.StatusSeeOther, taskPath(t.ID))
			return nil
		}
		c.Redirect(http.StatusSeeOther, back(x.list, string(d), t.Outcomes[record.TaskDid], t.Total-t.Outcomes[record.TaskDid], t.ID))
		return nil
	}
}

// begin stores a bulk action on applications and starts it. If the reader was shown a list of checks, it leaves out
// applications that have a newer check.
func (s *pages) begin(c *gin.Context, t record.Task, chosen []target, listed string) (record.Task, error) {
	seen := map[string]bool{}
	for check := range strings.SplitSeq(listed, ",") {
		seen[check] = true
	}
	items, todo := make([]record.TaskItem, len(chosen)), 0
	for n, x := range chosen {
		items[n] = record.TaskItem{Ordinal: n + 1, Document: x.document, Check: x.shown, Name: x.name, Outcome: record.TaskWaiting}
		if x.why == "" && listed != "" && !seen[strconv.FormatInt(x.shown, 10)] {
			x.why = record.LeftChanged // since it was listed
		}
		if x.why != "" {
			items[n].Outcome, items[n].Reason = record.TaskLeft, string(x.why)
			continue
		}
		todo++
	}
	t.By = s.Signing(c)
	return s.Tasks.Add(c.Request.Context(), t, items, todo <= atOnce && t.BulkAction != record.BulkPapers)
}

// choice reads the fields of a bulk action's form.
func (s *pages) choice(c *gin.Context, d record.BulkAction) (out record.TaskChoice, v bulkActionPage, err error) {
	l := s.Language(c)
	out = record.TaskChoice{Name: s.Signing(c), Language: l.Code, Base: s.Address(c, "")}
	switch d {
	case record.BulkAssign:
		v.Chosen, _ = strconv.ParseInt(c.PostForm("account"), 10, 64) // what is no number is nobody
		a, err := s.Auth.Account(c.Request.Context(), v.Chosen)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return out, v, err
		}
		if err != nil || !a.Has(record.Reviewer) || a.State == record.AccountLocked {
			v.Faults = append(v.Faults, site.FieldFault{Field: "account", Text: l.Text("work.noReviewer")})
		}
		if v.Due = site.CleanLine(c.PostForm("due"), maxDay); v.Due != "" && record.DueNumber(v.Due) == record.NoDue {
			v.Faults = append(v.Faults, site.FieldFault{Field: "due", Text: l.Text("calls.badDate", "Value", v.Due)})
		}
		out.Account, out.Due = v.Chosen, v.Due
	case record.BulkVerdict:
		v.Remark = site.CleanText(c.PostForm("comment"), maxRemark)
		by := s.Signed(c)
		if v.Remark == "" {
			v.Faults = append(v.Faults, site.FieldFault{Field: "comment", Text: l.Text("work.noRemark")})
		}
		if by == "" {
			v.Faults = append(v.Faults, site.FieldFault{Field: "reviewer-name", Text: l.Text("work.noName")})
		} else {
			s.SetReviewer(c, by)
		}
		out.Name, out.Remark = by, v.Remark
	}
	return out, v, nil
}
