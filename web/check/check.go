package check

import (
	"net/http"
	"slices"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/report"
	"zhiwen/web/report/highlight"
	"zhiwen/web/site"
)

// reportPage is the view of page/report.html.
type reportPage struct {
	site.Page
	report.View
	RolesChanged bool            // since the check began
	Versions     assess.Versions // in the library, of the document; for who sees all of it
	Earlier      record.Check    // the one that was done before of the document; zero without one
	Queue        report.Queue
	EarlierSaid  *earlierSaid // what people said of one before; nil for nothing
}

// applyField is sent by a form whose address is not settled yet.
const applyField = "apply"

// check shows how far a check is or, once it is done, its report.
func (s *pages) check(c *gin.Context, check record.Check) error {
	if check.State != record.CheckDone {
		return s.showProgress(c, check)
	}
	assessed, err := s.assess(c, check.ID)
	if err != nil {
		return err
	}
	only, err := site.QueryNumber(c, report.SourceField)
	if err != nil {
		return err
	}
	match, err := site.QueryNumber(c, report.MatchField)
	if err != nil {
		return err
	}
	setAside, err := site.QueryNumber(c, report.SetAsideField)
	if err != nil {
		return err
	}
	if c.Query(applyField) != "" { // a form says more than an address must
		c.Redirect(http.StatusSeeOther, assessed.Address.Report(only, 0))
		return nil
	}
	if err := s.Assessor.Group(c.Request.Context(), assessed); err != nil {
		return err
	}
	part, err := readPart(c.GetHeader(site.PartHeader))
	if err != nil {
		return err
	}
	at, err := site.QueryNumber(c, report.AtField)
	if err != nil {
		return err
	}
	if part != nil { // a script asks for the part that it has
		at = int64(part.Start)
	}
	if at != 0 {
		assessed.Address = assessed.Address.At(int(at))
	}
	v := reportPage{View: assessed.Report(only, int(match))}
	if part != nil {
		var before []highlight.Paragraph
		if part.Others {
			if before, err = s.paragraphsOf(c.Request.Context(), check.ID, part.Start, c.GetHeader(site.HaveHeader)); err != nil {
				return err
			}
		}
		v.LeaveOut(*part, before)
		if part.Others {
			return s.RenderPart(c, http.StatusOK, "report", "rest", v)
		}
	}
	scripts := []string{"report.js", "strip.js", "filter.js", "help.js", "print.js", "draft.js"}
	if may, err := s.Reader(c).May("POST /checks/:id/decisions"); err != nil {
		return err
	} else if may {
		scripts = append(scripts, "decide.js")
	}
	v.Page = s.Page(c, v.Name, scripts...)
	v.Section, v.Wide, v.Export.Stamps = "checks", true, s.Stamps
	if v.RolesChanged, err = s.rolesChanged(c, assessed.Check, assessed.Evidence); err != nil {
		return err
	}
	checks, err := s.Store.DocumentChecks(c.Request.Context(), check.Document.ID)
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(checks, func(x record.Check) bool { return x.ID < check.ID && x.State == record.CheckDone }); i >= 0 {
		v.Earlier = checks[i]
	}
	if s.Reader(c).SeesAll() { // others see of the library what a check shows of it
		if v.Versions, err = assess.VersionsOf(c.Request.Context(), check.Document.ID, s.Jobs.Versions, s.Store.Documents); err != nil {
			return err
		}
		v.Versions = v.Versions.Beside(v.Sources)
	}
	call, err := s.callOf(c.Request.Context(), check.Document)
	if err != nil {
		return err
	}
	v.CallName = call.Name
	if s.Queue != nil {
		v.Queue, err = s.Queue(c, assessed.Choice.Origin, check.Document)
		if err != nil {
			return err
		}
		if assessed.Choice.Origin.In != "" || !assessed.Choice.Origin.Given {
			v.Queue.Name = v.CallName
		}
	}
	v.AddForms(assessed, s.Signing(c), setAside)
	opinions, err := s.opinions(c, assessed, v.Decide.Back)
	if err != nil {
		return err
	}
	v.Decide.Onward, opinions.Onward = v.Queue.Onward, v.Queue.Onward
	v.SetOpinions(opinions)
	if v.EarlierSaid, err = s.earlierSaid(c.Request.Context(), checks, assessed, opinions); err != nil {
		return err
	}
	return s.Render(c, http.StatusOK, "report", v)
}

// passage returns the fragment of a report that lists the sources of one match.
func (s *pages) passage(c *gin.Context, id int64) error {
	match, err := site.ParamID(c, "match")
	if err != nil {
		return err
	}
	only, err := site.QueryNumber(c, report.SourceField)
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
	return s.RenderPart(c, http.StatusOK, "report", "passage", v)
}

// rolesChanged reports whether the table of roles has changed since a check began, for
// its document or one of its sources.
func (s *pages) rolesChanged(c *gin.Context, check record.Check, e *evidence.Evidence) (bool, error) {
	entries, err := s.Store.RoleEntries(c.Request.Context())
	if err != nil {
		return false, err
	}
	documents := []evidence.Identity{e.Document.Identity}
	for i := range e.Sources {
		documents = append(documents, e.Sources[i].Identity)
	}
	return record.RolesChanged(entries, check.StartedAt, documents), nil
}
