package check

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/live"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// progressView is the view of page/progress.html: a check that is not done.
type progressView struct {
	site.Page
	Row  checkRow
	Live string

	Unmade int // documents whose units of the published method are to be made first
}

func (s *pages) showProgress(c *gin.Context, check record.Check) error {
	v := progressView{Row: checkRow{Check: check, Title: report.NameOf(check.Document.Identity)}}
	v.Page = s.Page(c, v.Row.Title, "live.js")
	v.Section = "checks"
	if !v.Row.Final() {
		v.Reload = true
		if check.Profile == evidence.PaperProfile {
			var err error
			if v.Unmade, err = s.Store.PaperLeftOf(c.Request.Context(), check.Document.Call); err != nil {
				return err
			}
		}
		v.Live = live.Address(url.Values{"check": {strconv.FormatInt(check.ID, 10)}})
	}
	return s.Render(c, http.StatusOK, "progress", v)
}

// checkRow is the view of a check that is not done.
type checkRow struct {
	record.Check
	Title string
}

// Final reports whether the check will not change any more.
func (r checkRow) Final() bool { return r.State.Final() }

// Retryable reports whether the check can be made again.
func (r checkRow) Retryable() bool {
	return r.State == record.CheckFailed || r.State == record.CheckCancelled
}
