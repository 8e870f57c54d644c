package document

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// ErrConflict refuses to assign an application to somebody who is connected with its people.
var ErrConflict = errors.New("a conflict of interest")

// assignBox is the view of partial/assign.html: the assignments of an application.
type assignBox struct {
	Document int64
	Assigned []assignedRow
	Free     []record.Account // reviewers to whom it can be assigned
	Left     []assignedRow    // reviewers who have a conflict of interest
}

// assignedRow is a reviewer of an application; Conflict is evidence.Other where there is none.
type assignedRow struct {
	record.Assignment
	Conflict evidence.Relation
}

// Bars reports whether the reviewer has something to do with the applicants, and so does not see the application.
func (r assignedRow) Bars() bool { return r.Conflict != evidence.Other }

// assignBox returns nil if nobody can be assigned or the reader may not assign.
func (s *pages) assignBox(c *gin.Context, d record.Document) (*assignBox, error) {
	reader := s.Reader(c)
	if may, err := reader.May("POST /documents/:id/reviewers"); err != nil || !may || !reader.AmongAccounts() || d.Form {
		return nil, err
	}
	ctx := c.Request.Context()
	assigned, err := s.Store.Assignments(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	all, err := s.Auth.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	box := &assignBox{Document: d.ID}
	has := map[int64]bool{}
	for _, x := range assigned {
		has[x.Account.ID] = true
		box.Assigned = append(box.Assigned, assignedRow{x, site.ConflictOf(x.Account, d)})
	}
	for _, a := range all {
		switch conflict := site.ConflictOf(a, d); {
		case has[a.ID], !a.Has(record.Reviewer), a.State == record.AccountLocked:
		case conflict != evidence.Other:
			box.Left = append(box.Left, assignedRow{record.Assignment{Account: a}, conflict})
		default:
			box.Free = append(box.Free, a)
		}
	}
	return box, nil
}

// maxDay is the most characters of a day.
const maxDay = 20

// assign assigns an application to a reviewer, or changes the day of an assignment.
func (s *pages) assign(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	account, err := strconv.ParseInt(c.PostForm("account"), 10, 64)
	if err != nil {
		return site.ErrBadInput
	}
	d, err := s.Store.Document(ctx, id)
	if err != nil {
		return err
	}
	a, err := s.Auth.Account(ctx, account)
	if err != nil {
		return err
	}
	switch {
	case !a.Has(record.Reviewer), d.Form:
		return site.ErrBadInput
	case site.ConflictOf(a, d) != evidence.Other:
		return ErrConflict
	}
	due := site.CleanLine(c.PostForm("due"), maxDay)
	if due != "" && record.DueNumber(due) == record.NoDue {
		return site.ErrBadInput
	}
	if err := s.Store.Assign(ctx, account, id, s.Reader(c).Account.Signature(), due); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, documentPath(id)+"#reviewers")
	return nil
}

// unassign takes an application from a reviewer.
func (s *pages) unassign(c *gin.Context, id int64) error {
	account, err := site.ParamID(c, "account")
	if err != nil {
		return err
	}
	if err := s.Store.Unassign(c.Request.Context(), account, id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, documentPath(id)+"#reviewers")
	return nil
}

func documentPath(id int64) string { return "/documents/" + strconv.FormatInt(id, 10) }
