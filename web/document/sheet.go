package document

import (
	"fmt"
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// sheetPage is the view of page/sheet.html: a page of a document as it is in its file.
type sheetPage struct {
	site.Page
	report.Original
}

// sheet shows a page of a document: its picture, or its text where there is none.
func (s *pages) sheet(c *gin.Context, id int64) error {
	number, err := site.QueryNumber(c, report.PageField)
	if err != nil {
		return err
	}
	if number > site.MaxNumber {
		return site.ErrBadInput
	}
	ctx := c.Request.Context()
	d, text, err := s.ready(ctx, id)
	if err != nil {
		return err
	}
	v := sheetPage{Original: report.SheetOf(id, report.NameOf(d.Identity), text, int(number))}
	if v.Number == 0 { // the document has no pages
		return record.ErrNotFound
	}
	if number != 0 && v.Number != int(number) {
		c.Redirect(http.StatusSeeOther, v.Here())
		return nil
	}
	if s.Pictures.Pages == nil || !v.Drawable() {
		v.Read("")
	} else {
		drawn, err := s.Pictures.Pages.Page(ctx, d, v.Number, v.Recognised)
		switch {
		case extract.ErrorName(err) != "":
			v.Read(s.Fault(err).Name)
		case err != nil:
			return site.Crowded(c, err)
		default:
			v.Show(drawn, fmt.Sprintf("/documents/%d/pages/%d/picture", id, v.Number))
		}
	}
	v.Page = s.Page(c, v.Name, "original.js")
	v.Section, v.Wide = "library", true
	if d.Form {
		v.Section = "forms"
	}
	return s.Render(c, http.StatusOK, "sheet", v)
}

// picture returns the picture of a page of a document.
func (s *pages) picture(c *gin.Context, id int64) error {
	d, err := s.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	return s.Pictures.Answer(c, d)
}
