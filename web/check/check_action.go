package check

import (
	"net/http"

	"github.com/gin-gonic/gin"
)

// deleteCheck deletes a check and, where its document was only uploaded for it,
// the document as well: nothing else leads there.
func (s *pages) deleteCheck(c *gin.Context, id int64) error {
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
