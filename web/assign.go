package web

import (
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// assignBox is the view of partial/assign.html: to whom an application is assigned.
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

// Bars says that the reviewer has something to do with the applicants, and so does not see the application.
func (r assignedRow) Bars() bool { return r.Conflict != evidence.Other }

// assignBox is nil where nobody can be assigned, or the reader does not assign.
func (s *site) assignBox(c *gin.Context, d record.Document) (*assignBox, error) {
	reader := s.reader(c)
	if may, err := reader.may("POST /documents/:id/reviewers"); err != nil || !may || reader.state != accounts || d.Form {
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
		box.Assigned = append(box.Assigned, assignedRow{x, conflictOf(x.Account, d)})
	}
	for _, a := range all {
		switch conflict := conflictOf(a, d); {
		case has[a.ID], !a.Has(record.Reviewer), a.State == record.AccountLocked:
		case conflict != evidence.Other:
			box.Left = append(box.Left, assignedRow{record.Assignment{Account: a}, conflict})
		default:
			box.Free = append(box.Free, a)
		}
	}
	return box, nil
}

// assign gives an application to a reviewer.
func (s *site) assign(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	account, err := strconv.ParseInt(c.PostForm("account"), 10, 64)
	if err != nil {
		return errBadInput
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
		return errBadInput
	case conflictOf(a, d) != evidence.Other:
		return errConflict
	}
	if err := s.Store.Assign(ctx, account, id, s.reader(c).account.Signature()); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, documentPath(id)+"#reviewers")
	return nil
}

// unassign takes an application from a reviewer.
func (s *site) unassign(c *gin.Context, id int64) error {
	account, err := paramID(c, "account")
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
