package check

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// deletePage is the view of page/check-delete.html.
type deletePage struct {
	site.Page
	Check     record.Check
	Decisions int
	Opinions  int
	Asked     *record.DeletionRequest
	Own       bool // the reader has asked
	Two       bool // another person has to confirm
}

// askDelete shows what deleting a check means, and who has asked for it.
func (s *pages) askDelete(c *gin.Context, check record.Check) error {
	ctx := c.Request.Context()
	decisions, err := s.Store.Decisions(ctx, check.ID)
	if err != nil {
		return err
	}
	opinions, err := s.Store.Opinions(ctx, check.ID)
	if err != nil {
		return err
	}
	asked, err := s.Store.DeletionAsked(ctx, check.ID)
	if err != nil {
		return err
	}
	given := len(opinions)
	for _, d := range decisions {
		if d.Subject == evidence.SubjectCheck && given > 0 {
			given-- // a verdict is its giver's opinion too
		}
	}
	v := deletePage{
		Page:      s.Page(c, s.Language(c).Text("checkDelete.title")),
		Check:     check,
		Decisions: len(decisions),
		Opinions:  given,
		Asked:     asked,
	}
	account := s.Reader(c).Account.ID
	v.Section, v.Two, v.Own = "checks", account != 0, asked != nil && asked.Account == account
	return s.Render(c, http.StatusOK, "check-delete", v)
}

// deleteCheck deletes a check and, if its document was only uploaded for it, the document as well: nothing else leads there.
// A check with decisions or opinions stays until another officer confirms.
func (s *pages) deleteCheck(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	if c.PostForm("keep") != "" {
		if err := s.Store.KeepDecided(ctx, id); err != nil {
			return err
		}
		c.Redirect(http.StatusSeeOther, report.CheckPath(id))
		return nil
	}
	gone, err := s.Jobs.DeleteDecided(ctx, id, s.deletion(c, c.PostForm("reason")))
	if err != nil {
		return err
	}
	to := "/"
	if !gone {
		to = fmt.Sprintf("/checks/%d/delete", id)
	}
	c.Redirect(http.StatusSeeOther, to)
	return nil
}

// deletion returns the sender's request to delete a check with decisions or opinions.
func (s *pages) deletion(c *gin.Context, reason string) record.DeletionRequest {
	return record.DeletionRequest{Reason: site.CleanLine(reason, site.MaxComment), Account: s.Reader(c).Account.ID, By: s.Signed(c)}
}
