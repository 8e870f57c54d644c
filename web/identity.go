package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

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
	i.Number, i.Date = text("number"), readDate(text("date"))
	i.Participants, i.Cooperating = splitPeople(text("participants")), splitKeywords(text("cooperating"))
}

// readDate gives a date of a form as evidence has it: YYYY, YYYY-MM or YYYY-MM-DD;
// "" where it is none.
func readDate(s string) string {
	s = strings.NewReplacer(" ", "", "年", "-", "月", "-", "日", "", "/", "-", ".", "-").Replace(s)
	s = strings.TrimSuffix(s, "-")
	for layout, written := range map[string]string{"2006": "2006", "2006-1": "2006-01", "2006-1-2": time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(written)
		}
	}
	return ""
}

// splitPeople reads names apart by commas and the like, with institutions in
// brackets.
func splitPeople(s string) []evidence.Person {
	var out []evidence.Person
	depth := 0
	for _, item := range strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '（', '(':
			depth++
		case '）', ')':
			depth--
		}
		return depth <= 0 && strings.ContainsRune(",;，；、\n", r)
	}) {
		p := evidence.Person{Name: strings.TrimSpace(item)}
		if open := strings.IndexAny(p.Name, "（("); open > 0 {
			p.Name, p.Institution = strings.TrimSpace(p.Name[:open]), strings.Trim(p.Name[open:], "（）() ")
		}
		if p.Name != "" {
			out = append(out, p)
		}
	}
	return out
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
