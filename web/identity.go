package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/web/report"
)

// readIdentity takes the fields of a form over into an identity.
func readIdentity(i *evidence.Identity, field func(string) string) {
	text := func(name string) string { return strings.TrimSpace(cutText(field(name), maxField)) }
	i.Title, i.Applicant, i.Institution, i.Programme = text("title"), text("applicant"), text("institution"), text("programme")
	i.Year = 0
	if year, err := strconv.Atoi(text("year")); err == nil && year > 0 && year <= report.MaxYear {
		i.Year = year
	}
	i.Keywords = splitKeywords(text("keywords"))
}

// describe corrects the basic information of a document. Checks that were made
// before stay as they are.
func (s *site) describe(c *gin.Context, id int64) error {
	d, err := s.Store.Document(c.Request.Context(), id)
	if err != nil {
		return err
	}
	identity := d.Identity
	readIdentity(&identity, c.PostForm)
	if err := s.Jobs.Describe(c.Request.Context(), id, identity); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, "/documents/"+strconv.FormatInt(id, 10)+"#details")
	return nil
}
