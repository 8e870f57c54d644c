package check

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// The most characters of the reason of a statement, and of an institution.
const (
	mostReason      = 200
	mostInstitution = 100
)

// state takes what an officer states about text that several share, and leads to the list of forms, where it stands and can
// be withdrawn.
func (s *pages) state(c *gin.Context, id int64) error {
	st := record.Statement{Check: id, By: s.Signed(c), Reason: site.CleanText(c.PostForm("reason"), mostReason)}
	switch {
	case st.By == "":
		return ErrNoReviewer
	case st.Reason == "":
		return ErrStatement
	}
	switch c.PostForm("as") {
	case "form":
	case "institution":
		institution := site.CleanText(c.PostForm("institution"), mostInstitution)
		if institution == "" {
			return ErrStatement
		}
		st.Institution = &institution
	default:
		return site.ErrBadInput
	}
	assessed, err := s.Assessor.Assess(c.Request.Context(), id, report.AsChecked(), nil)
	if err != nil {
		return err
	}
	st.Place, err = strconv.Atoi(c.PostForm("place"))
	at := slices.IndexFunc(assessed.Evidence.Several, func(x evidence.Several) bool { return x.Places[0].Offset == st.Place })
	if err != nil || at < 0 {
		return report.ErrNotHeld
	}
	runes := []rune(assessed.Document.Text)
	var places []string
	for _, p := range assessed.Evidence.Several[at].Places {
		places = append(places, string(runes[p.Offset:p.Offset+p.Length]))
	}
	st.Text = strings.Join(places, "\n\n")
	if _, err := s.Jobs.State(c.Request.Context(), st); err != nil {
		return err
	}
	s.SetReviewer(c, st.By)
	c.Redirect(http.StatusSeeOther, "/forms")
	return nil
}
