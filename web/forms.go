package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// formListView is the view of page/forms.html.
type formListView struct {
	Page
	Rows     []documentRow
	Total    int
	Pages    pagination
	Upload   uploadBox
	Receipts []receiptView
	Live     string
}

// formList shows the blank forms whose text does not count.
func (s *site) formList(c *gin.Context) error {
	return s.showForms(c, http.StatusOK, nil)
}

func (s *site) showForms(c *gin.Context, status int, receipts []receiptView) error {
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	isForm := true
	documents, total, err := s.Store.Documents(c.Request.Context(), record.Filter{Form: &isForm, Limit: pageSize, Offset: (number - 1) * pageSize})
	if err != nil {
		return err
	}
	if number > 1 && len(documents) == 0 {
		return record.ErrNotFound
	}
	v := formListView{
		Page:     s.page(c, s.language(c).Text("forms.title"), "live.js", "upload.js"),
		Total:    total,
		Pages:    paginate(number, total, c.Request.URL),
		Upload:   uploadBox{Action: "/forms", Form: true, MaxFile: s.config.MaxUpload, MaxTotal: s.config.MaxUploadTotal},
		Receipts: receipts,
	}
	v.Section = "forms"
	stream := url.Values{}
	for _, d := range documents {
		v.Rows = append(v.Rows, documentRow{Document: d, Name: report.NameOf(d.Identity)})
		if d.State == record.DocumentWaiting {
			stream.Add("document", strconv.FormatInt(d.ID, 10))
		}
	}
	v.Live = streamAddress(stream)
	return s.render(c, status, "forms", v)
}

// formsMoved leads on from the address that the list of forms had once.
func (s *site) formsMoved(c *gin.Context) error {
	to := url.URL{Path: "/forms", RawQuery: c.Request.URL.RawQuery}
	c.Redirect(http.StatusMovedPermanently, to.String())
	return nil
}

func (s *site) uploadForms(c *gin.Context) error {
	return s.takeUpload(c, func(u *upload) {
		for i := range u.files {
			u.files[i].Form, u.files[i].Standard = true, u.standard != nil
			if u.standard != nil { // several files of one institution may come at once
				u.files[i].Identity.Institution = *u.standard
			}
		}
	}, func([]receiptView) string { return "/forms" }, s.showForms)
}
