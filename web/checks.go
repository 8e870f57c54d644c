package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// checkListView is the view of page/checks.html.
type checkListView struct {
	Page
	Checks   []checkRow
	Pages    pagination
	Upload   uploadBox
	Receipts []receiptView // what became of an upload just made
	Live     string        // address of the stream of rows that still change, or ""
	Library  int           // documents in the library
	Total    int           // checks
}

// Empty says that nothing has ever been stored.
func (v checkListView) Empty() bool { return v.Library == 0 && v.Total == 0 && len(v.Receipts) == 0 }

// checkRow is one check of a list.
type checkRow struct {
	record.Check
	Title   string
	Verdict evidence.Verdict // of a reviewer, or ""
}

// Final says that the check will not change any more.
func (r checkRow) Final() bool { return isFinal(r.State) }

// Retryable says that the check can be made again.
func (r checkRow) Retryable() bool {
	return r.State == record.CheckFailed || r.State == record.CheckCancelled
}

func isFinal(s record.CheckState) bool {
	return s == record.CheckDone || s == record.CheckFailed || s == record.CheckCancelled
}

// home is the list of checks or, for who has nothing to do with checks, what they have.
func (s *site) home(c *gin.Context) error {
	reader := s.reader(c)
	for _, place := range []string{"/checks", "/people"} {
		may, err := reader.may("GET " + place)
		switch {
		case err != nil:
			return err
		case may && place == "/checks":
			return s.checkList(c)
		case may:
			c.Redirect(http.StatusSeeOther, place)
			return nil
		}
	}
	c.Redirect(http.StatusSeeOther, "/account")
	return nil
}

func (s *site) checkList(c *gin.Context) error {
	return s.showChecks(c, http.StatusOK, nil)
}

// showChecks shows the list of checks below what became of an upload.
func (s *site) showChecks(c *gin.Context, status int, receipts []receiptView) error {
	ctx := c.Request.Context()
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	reader := s.reader(c)
	checks, total, err := s.Store.Checks(ctx, record.CheckFilter{Reviewer: reader.onlyOf(), Limit: pageSize, Offset: (number - 1) * pageSize})
	if err != nil {
		return err
	}
	if number > 1 && len(checks) == 0 {
		return record.ErrNotFound
	}
	checks, err = s.shown(ctx, reader, checks)
	if err != nil {
		return err
	}
	inLibrary := true
	_, documents, err := s.Store.Documents(ctx, record.Filter{InLibrary: &inLibrary, Limit: 1})
	if err != nil {
		return err
	}
	v := checkListView{
		Page:     s.page(c, s.language(c).Text("checks.title"), "live.js", "upload.js"),
		Pages:    paginate(number, total, c.Request.URL),
		Upload:   uploadBox{Action: "/checks", MaxFile: s.config.MaxUpload, MaxTotal: s.config.MaxUploadTotal},
		Receipts: receipts, Library: documents, Total: total,
	}
	v.Section = "checks"
	stream := url.Values{}
	ids := make([]int64, len(checks))
	for i, check := range checks {
		ids[i] = check.ID
	}
	verdicts, err := s.Store.Verdicts(ctx, ids)
	if err != nil {
		return err
	}
	for _, check := range checks {
		row := checkRow{Check: s.withLeft(ctx, check), Title: report.NameOf(check.Document.Identity), Verdict: verdicts[check.ID]}
		v.Checks = append(v.Checks, row)
		if !row.Final() {
			stream.Add("check", strconv.FormatInt(check.ID, 10))
		}
	}
	v.Live = streamAddress(stream)
	return s.render(c, status, "checks", v)
}

// Clean says that nothing was found, or is left, and that nothing speaks against it.
func (r checkRow) Clean() bool { return r.Left.Covered == 0 && len(r.Doubts) == 0 }

// Width is the length of the row's bar, of 100.
func (r checkRow) Width() string {
	if r.Countable == 0 {
		return "0"
	}
	return strconv.FormatFloat(100*float64(r.Left.Covered)/float64(r.Countable), 'f', 1, 64)
}
