package web

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/web/report"
)

// cancelCheck ends a check that is not final.
func (s *site) cancelCheck(c *gin.Context, id int64) error {
	if err := s.Jobs.Cancel(c.Request.Context(), id); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, backOr(c, report.CheckPath(id)))
	return nil
}

// retryCheck checks the document of a check again.
func (s *site) retryCheck(c *gin.Context, id int64) error {
	check, err := s.Jobs.Retry(c.Request.Context(), id)
	if err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, report.CheckPath(check))
	return nil
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
