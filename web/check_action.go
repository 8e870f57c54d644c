package web

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/web/report"
)

// acting makes the handler of what is done to a check or a document; it goes back to
// where the button stands, or to where otherwise says.
func acting(do func(ctx context.Context, id int64) error, otherwise func(id int64) string) func(*gin.Context, int64) error {
	return func(c *gin.Context, id int64) error {
		if err := do(c.Request.Context(), id); err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, backOr(c, otherwise(id)))
		return nil
	}
}

// checking makes the handler of what starts a check, and leads to it.
func checking(start func(ctx context.Context, id int64) (check int64, err error)) func(*gin.Context, int64) error {
	return func(c *gin.Context, id int64) error {
		check, err := start(c.Request.Context(), id)
		if err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, report.CheckPath(check))
		return nil
	}
}

// deleteCheck deletes a check and, where its document was only uploaded for it,
// the document as well: nothing else leads there.
func (s *site) deleteCheck(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	checks, err := s.Store.DocumentChecks(ctx, check.Document.ID)
	if err != nil {
		return err
	}
	if !check.Document.Kept() && len(checks) == 1 {
		err = s.Jobs.DeleteDocument(ctx, check.Document.ID)
	} else {
		err = s.Store.DeleteCheck(ctx, id)
	}
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/")
	return nil
}
