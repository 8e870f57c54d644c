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
	"zhiwen/web/site"
)

// reviewerRow is how far a reviewer is with what they have.
type reviewerRow struct {
	record.ReviewerCount
	Name          string
	Link, Overdue string // their rows of the list, and those that are overdue
	Late          int
}

// Waiting returns how many applications wait for them.
func (r reviewerRow) Waiting() int { return r.Given - r.Done }

// Due returns the next day on which something is due, "" for none.
func (r reviewerRow) Due() string { return record.DueDay(r.Next) }

// reviewers returns how far everybody is with what a filter chooses, of the list at a path: who is
// late first, then whose next day comes first.
func (s *pages) reviewers(ctx context.Context, f record.WorkFilter, path string) ([]reviewerRow, error) {
	counts, err := s.Store.ReviewerCounts(ctx, f, today())
	if err != nil {
		return nil, err
	}
	accounts, err := s.Auth.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	var rows []reviewerRow
	for _, n := range counts {
		id := strconv.FormatInt(n.Account, 10)
		r := reviewerRow{
			ReviewerCount: n, Late: n.Overdue, Name: id,
			Link:    path + "?" + url.Values{fieldReviewer: {id}}.Encode(),
			Overdue: path + "?" + url.Values{fieldReviewer: {id}, fieldOnly: {string(onlyOverdue)}}.Encode(),
		}
		if i := slices.IndexFunc(accounts, func(a record.Account) bool { return a.ID == n.Account }); i >= 0 {
			r.Name = accounts[i].Signature()
		}
		rows = append(rows, r)
	}
	slices.SortStableFunc(rows, func(a, b reviewerRow) int { return cmp.Or(cmp.Compare(b.Late, a.Late), cmp.Compare(a.Next, b.Next)) })
	return rows, nil
}

// reviewersPage is the view of page/reviewers.html: how far everybody is, over all calls.
type reviewersPage struct {
	site.Page
	Rows              []reviewerRow
	Given, Done, Late int    // of all
	Overdue           string // the list of what is overdue
	Unassigned        int    // applications
	UnassignedLink    string
	Accounts          bool // there are people to whom work is given
}

// Waiting returns how many applications wait for somebody, counted once for each of them.
func (v reviewersPage) Waiting() int { return v.Given - v.Done }

func (s *pages) showReviewers(c *gin.Context) error {
	v, err := s.countReviewers(c)
	if err != nil {
		return err
	}
	v.Page = s.Page(c, s.Language(c).Text("reviewers.title"))
	v.Section = "checks"
	return s.Render(c, http.StatusOK, "reviewers", v)
}

// countReviewers counts over all calls.
func (s *pages) countReviewers(c *gin.Context) (v reviewersPage, err error) {
	ctx := c.Request.Context()
	v.Accounts = s.Reader(c).AmongAccounts()
	v.Overdue = "/checks?" + url.Values{fieldOnly: {string(onlyOverdue)}, fieldSort: {string(record.SortDue)}}.Encode()
	v.UnassignedLink = "/checks?" + url.Values{fieldOnly: {string(onlyUnassigned)}}.Encode()
	if !v.Accounts {
		return v, nil
	}
	if v.Unassigned, err = s.Store.CountWork(ctx, record.WorkFilter{Unassigned: true}); err != nil {
		return v, err
	}
	if v.Rows, err = s.reviewers(ctx, record.WorkFilter{}, "/checks"); err != nil {
		return v, err
	}
	for _, r := range v.Rows {
		v.Given, v.Done, v.Late = v.Given+r.Given, v.Done+r.Done, v.Late+r.Late
	}
	return v, nil
}

// exportReviewers returns the same as CSV.
func (s *pages) exportReviewers(c *gin.Context) error {
	v, err := s.countReviewers(c)
	if err != nil {
		return err
	}
	l := s.Language(c)
	heads := l.Texts("assign.reviewer", "calls.given", "reviewers.open", "calls.answered", "work.overdue", "calls.nextDue")
	return site.GiveTable(c, "reviewers.csv", "reviewers.csv", heads, func(t *site.Table) error {
		for _, r := range v.Rows {
			t.Row(r.Name, strconv.Itoa(r.Given), strconv.Itoa(r.Waiting()), strconv.Itoa(r.Done), strconv.Itoa(r.Late), r.Due())
		}
		return nil
	})
}
