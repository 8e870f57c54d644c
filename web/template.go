package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
)

// templateListView is the view of page/templates.html.
type templateListView struct {
	Page
	Rows     []documentRow
	Total    int
	Pages    pagination
	Upload   uploadForm
	Receipts []receiptView
	Live     string
}

// templateList shows the blank forms whose text does not count.
func (s *site) templateList(c *gin.Context) error {
	return s.showTemplates(c, http.StatusOK, nil)
}

func (s *site) showTemplates(c *gin.Context, status int, receipts []receiptView) error {
	number, err := pageNumber(c)
	if err != nil {
		return err
	}
	isTemplate := true
	documents, total, err := s.Store.Documents(c.Request.Context(), record.Filter{Template: &isTemplate, Limit: pageSize, Offset: (number - 1) * pageSize})
	if err != nil {
		return err
	}
	if number > 1 && len(documents) == 0 {
		return record.ErrNotFound
	}
	v := templateListView{
		Page:     s.page(c, s.language(c).Text("templates.title"), "live.js", "upload.js"),
		Total:    total,
		Pages:    paginate(number, total, c.Request.URL),
		Upload:   uploadForm{Action: "/templates", Template: true, MaxFile: s.config.MaxUpload, MaxTotal: s.config.MaxUploadTotal},
		Receipts: receipts,
	}
	v.Section = "templates"
	stream := url.Values{}
	for _, d := range documents {
		v.Rows = append(v.Rows, documentRow{Document: d, Name: titleOf(d.Identity)})
		if d.State == record.DocumentWaiting {
			stream.Add("document", strconv.FormatInt(d.ID, 10))
		}
	}
	v.Live = streamAddress(stream)
	return s.render(c, status, "templates", v)
}

func (s *site) uploadTemplates(c *gin.Context) error {
	u, err := s.readUpload(c)
	if err != nil {
		return err
	}
	for i := range u.files {
		u.files[i].Template = true
	}
	receipts, err := s.submit(c, u)
	if err != nil {
		return err
	}
	if bad(receipts) == 0 {
		c.Redirect(http.StatusSeeOther, "/templates")
		return nil
	}
	return s.showTemplates(c, uploadStatus(receipts), receipts)
}
