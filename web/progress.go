package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// progressView is the view of page/progress.html: a check that is not done.
type progressView struct {
	Page
	Row  checkRow
	Live string
}

func (s *site) showProgress(c *gin.Context, check record.Check) error {
	v := progressView{Row: checkRow{Check: check, Title: report.NameOf(check.Document.Identity)}}
	v.Page = s.page(c, v.Row.Title, "live.js")
	v.Section = "checks"
	if !v.Row.Final() {
		v.Reload = true
		v.Live = streamAddress(url.Values{"check": {strconv.FormatInt(check.ID, 10)}})
	}
	return s.render(c, http.StatusOK, "progress", v)
}
