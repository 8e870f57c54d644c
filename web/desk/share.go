package desk

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/share"
	"zhiwen/web/site"
)

const (
	// mostShared is how many applications a rule shares out at a time: more than a call has.
	mostShared = 20000
	// mostTaken is the most that can be said one reviewer takes.
	mostTaken = 9999
	// shownLacks is how many applications that lack reviewers a page names.
	shownLacks = 50
)

// sharePage is the view of page/share.html: a rule that gives applications to reviewers,
// and what it would do.
type sharePage struct {
	site.Page
	Count   int // applications that are chosen
	TooMany int // how many can be chosen at the most, where there are more; else 0
	All     bool
	Of, In  string
	IDs     []int64
	Return  string // address of the list
	Rows    []shareRow
	Due     string
	Faults  []site.FieldFault
	Plan    *share.Plan // nil before it is asked for
	Changed bool        // something has changed since the plan was shown
	Lacks   []lackRow
	More    int // applications beyond Lacks
	Reasons []reasonCount
}

// shareRow is a reviewer of the rule, as it was typed.
type shareRow struct {
	share.Reviewer
	Chosen bool
	Typed  string // how many they take at most
	New    int    // that the plan gives them
}

// Total returns how many they would have.
func (r shareRow) Total() int { return r.Has + r.New }

// lackRow is an application that lacks reviewers.
type lackRow struct {
	share.Lack
	Name string
}

// reasonCount is how many applications lack reviewers for a reason.
type reasonCount struct {
	Why   share.Why
	Count int
}

// Sum names the plan in its form.
func (v sharePage) Sum() string { return v.Plan.Sum() }

// shareForm shows the rule with everybody chosen.
func (s *pages) shareForm(c *gin.Context, x selection, q url.Values) error {
	v, err := s.sharing(c, x, q)
	if err != nil {
		return err
	}
	for i := range v.Rows {
		v.Rows[i].Chosen = true
	}
	return s.showShare(c, http.StatusOK, v)
}

// sharing returns the page of a rule before anything is typed.
func (s *pages) sharing(c *gin.Context, x selection, q url.Values) (v sharePage, err error) {
	ctx := c.Request.Context()
	if may, err := s.Reader(c).May(line(record.BulkShare)); err != nil || !may {
		if err == nil {
			err = record.ErrNotFound
		}
		return v, err
	}
	v = sharePage{All: q.Get("all") != "", Of: q.Get("of"), In: q.Get("in"), IDs: x.ids, Return: x.list.address()}
	if v.Count, err = s.Store.CountWork(ctx, x.filter()); err != nil {
		return v, err
	}
	if v.Count > mostShared {
		v.TooMany = mostShared
	}
	accounts, err := s.Auth.Accounts(ctx)
	if err != nil {
		return v, err
	}
	for _, a := range accounts {
		if a.Has(record.Reviewer) && a.State != record.AccountLocked {
			v.Rows = append(v.Rows, shareRow{Reviewer: share.Reviewer{Account: a}})
		}
	}
	return v, nil
}

func (s *pages) showShare(c *gin.Context, status int, v sharePage) error {
	v.Page = s.Page(c, s.Language(c).Text("work.do.share"))
	if v.Section, v.Back = "checks", v.Return; v.In != "" {
		v.Section = "calls"
	}
	return s.Render(c, status, "share", v)
}

// shareOut shows the plan of a rule or, if its form names the plan shown, carries it out.
func (s *pages) shareOut(c *gin.Context) error {
	ctx, form := c.Request.Context(), c.Request.PostForm
	x, err := s.readSelection(c, form)
	if err != nil {
		return err
	}
	if form.Get("all") == "" && len(x.ids) == 0 {
		return site.ErrBadInput
	}
	v, err := s.sharing(c, x, form)
	if err != nil {
		return err
	}
	s.readRule(c, &v)
	if len(v.Faults) > 0 || v.TooMany > 0 {
		return s.showShare(c, http.StatusUnprocessableEntity, v)
	}
	if err := s.plan(ctx, x, &v); err != nil {
		return err
	}
	shown := form.Get("plan")
	if shown != v.Plan.Sum() || len(v.Plan.Assign) == 0 {
		v.Changed = shown != "" && shown != v.Plan.Sum()
		return s.showShare(c, http.StatusOK, v)
	}
	for i := range v.Plan.Assign {
		v.Plan.Assign[i].Due = v.Due
	}
	if _, err := s.Store.AssignAll(ctx, v.Plan.Assign, s.Signing(c)); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, back(x.list, string(record.BulkShare), v.Plan.Served, len(v.Plan.Lacks), 0))
	return nil
}

// readRule reads the form of a rule.
func (s *pages) readRule(c *gin.Context, v *sharePage) {
	l := s.Language(c)
	wrong := func(field, text string) { v.Faults = append(v.Faults, site.FieldFault{Field: field, Text: text}) }
	some := false
	for i := range v.Rows {
		r := &v.Rows[i]
		id := strconv.FormatInt(r.Account.ID, 10)
		r.Chosen = slices.Contains(c.PostFormArray("who"), id)
		some = some || r.Chosen
		r.Typed, r.Words = site.CleanLine(c.PostForm("most-"+id), maxDay), site.CleanLine(c.PostForm("words-"+id), maxSearch)
		if r.Typed == "" || !r.Chosen {
			continue
		}
		n, err := strconv.Atoi(r.Typed)
		if err != nil || n < 1 || n > mostTaken {
			wrong("most-"+id, l.Text("share.badMost", "Name", r.Account.Signature(), "Value", r.Typed))
			continue
		}
		r.Most = n
	}
	if !some {
		wrong("share-who", l.Text("share.nobody"))
	}
	if v.Due = site.CleanLine(c.PostForm("due"), maxDay); v.Due != "" && record.DueNumber(v.Due) == record.NoDue {
		wrong("due", l.Text("calls.badDate", "Value", v.Due))
	}
}

// plan makes the plan of a rule.
func (s *pages) plan(ctx context.Context, x selection, v *sharePage) error {
	ids, err := s.Store.WorkIDs(ctx, x.filter())
	if err != nil {
		return err
	}
	applications, err := s.Store.Sharing(ctx, ids)
	if err != nil {
		return err
	}
	accounts, err := s.Auth.Accounts(ctx)
	if err != nil {
		return err
	}
	has, err := s.hasOf(ctx, applications)
	if err != nil {
		return err
	}
	var reviewers []share.Reviewer
	for i := range v.Rows {
		r := &v.Rows[i]
		if r.Has = has[r.Account.ID]; r.Chosen {
			reviewers = append(reviewers, r.Reviewer)
		}
	}
	p := share.Applications(applications, reviewers, accounts)
	v.Plan = &p
	for _, got := range p.Got {
		i := slices.IndexFunc(v.Rows, func(r shareRow) bool { return r.Account.ID == got.Account.ID })
		v.Rows[i].New = got.New
	}
	for _, why := range share.Whys() {
		n := each.Count(p.Lacks, func(l share.Lack) bool { return l.Why == why })
		if n > 0 {
			v.Reasons = append(v.Reasons, reasonCount{why, n})
		}
	}
	for _, l := range p.Lacks[:min(shownLacks, len(p.Lacks))] {
		i := l.Application.Identity
		v.Lacks = append(v.Lacks, lackRow{l, cmp.Or(i.Title, i.Filename)})
	}
	v.More = len(p.Lacks) - len(v.Lacks)
	return nil
}

// hasOf returns how many applications accounts have of the calls of some, and of those
// without a call.
func (s *pages) hasOf(ctx context.Context, applications []record.Sharing) (map[int64]int, error) {
	has, calls := map[int64]int{}, map[int64]bool{}
	for _, x := range applications {
		if x.Call != 0 {
			calls[x.Call] = true
			continue
		}
		for _, account := range x.Assigned {
			has[account]++
		}
	}
	for call := range calls {
		counts, err := s.Store.ReviewerCounts(ctx, record.WorkFilter{Call: call}, 0)
		if err != nil {
			return nil, err
		}
		for _, n := range counts {
			has[n.Account] += n.Given
		}
	}
	return has, nil
}

// reviewView shows the progress of the reviewers of a call.
type reviewView struct {
	Wanted                             int
	Awaited, Differ, Further, Overdue  int
	ToAwaited, ToDiffer, ToFurther, To string
	Rows                               []reviewerRow
}

// reviewing shows the progress of the reviewers of a call; nil if there are none.
func (s *pages) reviewing(c *gin.Context, call record.Call, f record.WorkFacets) (*reviewView, error) {
	ctx := c.Request.Context()
	v := &reviewView{Wanted: call.Settings.Wanted(), Awaited: f.Awaited, Differ: f.Differ, Further: f.Further}
	only := func(o only, more ...string) string {
		q := url.Values{fieldOnly: {string(o)}}
		for i := 0; i+1 < len(more); i += 2 {
			q.Set(more[i], more[i+1])
		}
		return callPath(call.ID) + "?" + q.Encode()
	}
	v.ToAwaited, v.ToDiffer, v.ToFurther, v.To = only(onlyAwaited), only(onlyDiffer), only(onlyFurther),
		only(onlyOverdue, fieldSort, string(record.SortDue), fieldOrder, ascending)
	var err error
	if v.Overdue, err = s.Store.CountWork(ctx, record.WorkFilter{Call: call.ID, Overdue: today()}); err != nil {
		return nil, err
	}
	if s.Reader(c).AmongAccounts() {
		if v.Rows, err = s.reviewers(ctx, record.WorkFilter{Call: call.ID}, callPath(call.ID)); err != nil {
			return nil, err
		}
	}
	if v.Wanted < 2 && v.Overdue == 0 && len(v.Rows) == 0 {
		return nil, nil //nolint:nilnil // there is nothing to show
	}
	return v, nil
}

// tasksOf returns the open tasks of a reviewer; nil for other readers.
func (s *pages) tasksOf(ctx context.Context, account int64, ids []int64) (*reviewerRow, error) {
	if account == 0 {
		return nil, nil //nolint:nilnil // who sees everything has no list of their own
	}
	counts, err := s.Store.ReviewerCounts(ctx, record.WorkFilter{IDs: ids, Reviewer: account}, today())
	if err != nil {
		return nil, err
	}
	r := &reviewerRow{ReviewerCount: record.ReviewerCount{Account: account, Next: record.NoDue}}
	for _, n := range counts {
		if n.Account == account {
			r.ReviewerCount, r.Late = n, n.Overdue
		}
	}
	r.Overdue = "/checks?" + url.Values{fieldOnly: {string(onlyOverdue)}}.Encode()
	return r, nil
}

// Left returns how many still wait for the reviewer.
func (r reviewerRow) Left() int { return r.Given - r.Done }
