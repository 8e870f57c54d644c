package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/web/report"
)

// uploadBox is the view of partial/upload.html.
type uploadBox struct {
	Action   string
	Library  bool // files go into the library
	Form     bool // files are kept as blank forms; without both they are checked
	MaxFile  int64
	MaxTotal int64
}

// receiptView is what became of one file.
type receiptView struct {
	Filename string
	Check    int64
	Document int64
	Fault    string // name in the error table, "" where the file was taken
}

func (s *site) uploadChecks(c *gin.Context) error {
	return s.takeUpload(c, func(u *upload) {
		for i := range u.files {
			u.files[i].Check, u.files[i].ToLibrary = true, u.library
		}
	}, func(receipts []receiptView) string {
		if len(receipts) == 1 && receipts[0].Check != 0 {
			return report.CheckPath(receipts[0].Check)
		}
		return "/"
	}, s.showChecks)
}

func (s *site) uploadLibrary(c *gin.Context) error {
	return s.takeUpload(c, func(u *upload) {
		for i := range u.files {
			u.files[i].ToLibrary, u.files[i].Check = true, u.check
		}
	}, func([]receiptView) string { return "/library" }, s.showLibrary)
}

// takeUpload reads an upload, has mark say what its files are for, and submits them.
// Where all were taken it leads on to where next says; else show lists what became of
// each.
func (s *site) takeUpload(c *gin.Context, mark func(*upload), next func([]receiptView) string, show func(*gin.Context, int, []receiptView) error) error {
	u, err := s.readUpload(c)
	if err != nil {
		return err
	}
	defer u.discard()
	mark(u)
	receipts, err := s.submit(c, u)
	if err != nil {
		return err
	}
	if bad(receipts) > 0 {
		return show(c, uploadStatus(receipts), receipts)
	}
	c.Redirect(http.StatusSeeOther, next(receipts))
	return nil
}

// uploadStatus is a success if any file was taken: the page lists the others.
func uploadStatus(receipts []receiptView) int {
	if bad(receipts) == len(receipts) {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}

func bad(receipts []receiptView) int {
	n := 0
	for _, r := range receipts {
		if r.Fault != "" {
			n++
		}
	}
	return n
}

// submit hands the files to the jobs and tells what became of each; bad files
// come first.
func (s *site) submit(c *gin.Context, u *upload) ([]receiptView, error) {
	if len(u.files)+len(u.refused) == 0 {
		return nil, errNoFile
	}
	views := u.refused
	if len(u.files) == 0 {
		return views, nil
	}
	done, err := u.load(c.Request.Context(), s.limits)
	if err != nil {
		return nil, crowded(c, err)
	}
	defer done()
	receipts := s.Jobs.Submit(c.Request.Context(), u.files)
	var taken []receiptView
	for _, r := range receipts {
		v := receiptView{Filename: r.Filename, Check: r.Check, Document: r.Document}
		if r.Err == nil {
			taken = append(taken, v)
			continue
		}
		if errors.Is(r.Err, context.Canceled) {
			return nil, r.Err
		}
		f := faultOf(r.Err)
		if f.status == http.StatusInternalServerError {
			s.log.ErrorContext(c.Request.Context(), "upload failed", "request", c.GetString(keyRequest), "error", r.Err)
		}
		v.Fault = f.name
		views = append(views, v)
	}
	return append(views, taken...), nil
}
