package web

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// reportPage is the view of page/report.html.
type reportPage struct {
	Page
	report.View
	RolesChanged bool // since the check began
}

// applyField is sent by a form whose address is not settled yet.
const applyField = "apply"

// check shows how far a check is or, once it is done, its report.
func (s *site) check(c *gin.Context, id int64) error {
	check, err := s.Store.Check(c.Request.Context(), id)
	if err != nil {
		return err
	}
	if check.State != record.CheckDone {
		return s.showProgress(c, check)
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	only, err := queryNumber(c, report.SourceField)
	if err != nil {
		return err
	}
	match, err := queryNumber(c, report.MatchField)
	if err != nil {
		return err
	}
	setAside, err := queryNumber(c, report.SetAsideField)
	if err != nil {
		return err
	}
	if c.Query(applyField) != "" { // a form says more than an address must
		c.Redirect(http.StatusSeeOther, assessed.Address.Report(only, 0))
		return nil
	}
	v := reportPage{View: assessed.Report(only, int(match))}
	part, err := readPart(c.GetHeader(partHeader))
	if err != nil {
		return err
	}
	if part != nil {
		var before []report.Paragraph
		if part.Others {
			if before, err = s.paragraphsOf(c.Request.Context(), id, c.GetHeader(haveHeader)); err != nil {
				return err
			}
		}
		v.LeaveOut(*part, before)
		if part.Others {
			return s.renderPart(c, http.StatusOK, "report", "rest", v)
		}
	}
	v.Page = s.page(c, v.Name, "report.js", "strip.js", "filter.js", "decide.js", "help.js", "print.js")
	v.Section, v.Wide = "checks", true
	if v.RolesChanged, err = s.rolesChanged(c, assessed.Check, assessed.Evidence); err != nil {
		return err
	}
	v.AddForms(assessed, s.signing(c), setAside)
	return s.render(c, http.StatusOK, "report", v)
}

// passage is the fragment of a report that lists the sources of one match.
func (s *site) passage(c *gin.Context, id int64) error {
	match, err := paramID(c, "match")
	if err != nil {
		return err
	}
	only, err := queryNumber(c, report.SourceField)
	if err != nil {
		return err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	v := assessed.Passage(int(match), only)
	if v == nil {
		return record.ErrNotFound
	}
	return s.renderPart(c, http.StatusOK, "report", "passage", v)
}
