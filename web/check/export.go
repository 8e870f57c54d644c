package check

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/assess"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// paperPage is the view of page/paper.html.
type paperPage struct {
	site.Page
	report.Paper
	EarlierSaid *earlierSaid // what people said of one before; nil for nothing
}

// standingPaper is the report that stands alone: with the passages of the source only, all for 0, what people think of
// the check as far as a reader may see it, and what they said of one before.
func (s *pages) standingPaper(ctx context.Context, l *catalogue.Language, a *report.Assessment, only int64,
	o report.Opinions) (v paperPage, err error) {
	if err := s.Assessor.Group(ctx, a); err != nil {
		return v, err
	}
	stored, err := s.Store.Evidence(ctx, a.Check.ID)
	if err != nil {
		return v, err
	}
	v.Paper = a.Paper(only, stored)
	v.Page = s.Standing(ctx, l, v.Name)
	call, err := s.callOf(ctx, a.Check.Document)
	if err != nil {
		return v, err
	}
	v.CallName = call.Name
	v.SetOpinions(o)
	checks, err := s.Store.DocumentChecks(ctx, a.Check.Document.ID)
	if err != nil {
		return v, err
	}
	v.EarlierSaid, err = s.earlierSaid(ctx, checks, a, o)
	return v, err
}

// paper makes the report that stands alone, or the named part of it, with the
// passages of one source only where the address names one.
func (s *pages) paper(c *gin.Context, part string) (*report.Assessment, []byte, error) {
	id, err := site.ParamID(c, "id")
	if err != nil {
		return nil, nil, err
	}
	only, err := site.QueryNumber(c, report.SourceField)
	if err != nil {
		return nil, nil, err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return nil, nil, err
	}
	opinions, err := s.opinions(c, assessed, "")
	if err != nil {
		return nil, nil, err
	}
	v, err := s.standingPaper(c.Request.Context(), s.Language(c), assessed, only, opinions)
	if err != nil {
		return nil, nil, err
	}
	page, err := s.Execute(c, "paper", part, v)
	return assessed, page, err
}

// exportHTML returns the report as one file that opens without anything else or,
// to a page that has the rest (site.HaveHeader), what is in it.
func (s *pages) exportHTML(c *gin.Context) error {
	if c.GetHeader(site.HaveHeader) != "" {
		_, part, err := s.paper(c, "paper-main")
		if err == nil {
			c.Data(http.StatusOK, "text/html; charset=utf-8", part)
		}
		return err
	}
	assessed, page, err := s.paper(c, "paper")
	if err != nil {
		return err
	}
	saveAs(c, assessed.Check, "html")
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page)
	return nil
}

// exportPDF returns the same as a PDF.
func (s *pages) exportPDF(c *gin.Context) error {
	if s.Print == nil {
		return ErrNoPrinter
	}
	assessed, page, err := s.paper(c, "paper")
	if err != nil {
		return err
	}
	pdf, err := s.Print(c.Request.Context(), page)
	if err != nil {
		return err
	}
	saveAs(c, assessed.Check, "pdf")
	c.Data(http.StatusOK, "application/pdf", pdf)
	return nil
}

// evidence returns the XML of a check, byte for byte as it was stored.
func (s *pages) evidence(c *gin.Context, id int64) error {
	xml, check, err := s.storedEvidence(c.Request.Context(), id)
	if err != nil {
		return err
	}
	saveAs(c, check, "evidence.xml")
	c.Data(http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}

// storedEvidence returns the XML of a check that is done, and the check.
func (s *pages) storedEvidence(ctx context.Context, id int64) ([]byte, record.Check, error) {
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return nil, check, err
	}
	if err := assess.Done(check); err != nil {
		return nil, check, err
	}
	xml, err := s.Store.Evidence(ctx, id)
	return xml, check, err
}

// saveAs makes the answer a file that is named after the checked one.
func saveAs(c *gin.Context, check record.Check, ending string) {
	c.Header("Content-Disposition", site.Attachment(fileNames(check, ending)))
}

// fileNames returns what a file about a check is called: after the checked one and, where only
// ASCII will do, after the check.
func fileNames(check record.Check, ending string) (name, plain string) {
	of := check.Document.Identity.Filename
	return strings.TrimSuffix(of, site.PlainExt(of)) + "." + ending, "check-" + strconv.FormatInt(check.ID, 10) + "." + ending
}
