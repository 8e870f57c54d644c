package web

import (
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/report"
)

// ErrNoPrinter is what Dependencies.Print gives where there is nothing to make
// a PDF with.
var ErrNoPrinter = errors.New("no browser was found to print with")

// paperPage is the view of page/paper.html.
type paperPage struct {
	Page
	report.Paper
}

// paper makes the report that stands alone, or the named part of it, with the
// passages of one source only where the address names one.
func (s *site) paper(c *gin.Context, part string) (*report.Assessment, []byte, error) {
	id, err := paramID(c, "id")
	if err != nil {
		return nil, nil, err
	}
	only, err := queryNumber(c, report.SourceField)
	if err != nil {
		return nil, nil, err
	}
	assessed, err := s.assess(c, id)
	if err != nil {
		return nil, nil, err
	}
	stored, err := s.Store.Evidence(c.Request.Context(), id)
	if err != nil {
		return nil, nil, err
	}
	v := paperPage{Paper: assessed.Paper(only, stored, time.Now)}
	v.Page = Page{Title: v.Name}
	page, err := s.execute(c, "paper", part, v)
	return assessed, page, err
}

// exportHTML gives the report as one file that opens without anything else or,
// to a page that has the rest (haveHeader), what is in it.
func (s *site) exportHTML(c *gin.Context) error {
	if c.GetHeader(haveHeader) != "" {
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
	s.saveAs(c, assessed.Check, "html")
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page)
	return nil
}

// exportPDF gives the same as a PDF.
func (s *site) exportPDF(c *gin.Context) error {
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
	s.saveAs(c, assessed.Check, "pdf")
	c.Data(http.StatusOK, "application/pdf", pdf)
	return nil
}

// evidence gives the XML of a check, byte for byte as it was stored.
func (s *site) evidence(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	check, err := s.Store.Check(ctx, id)
	if err != nil {
		return err
	}
	if check.State != record.CheckDone {
		return errNotDone
	}
	xml, err := s.Store.Evidence(ctx, id)
	if err != nil {
		return err
	}
	s.saveAs(c, check, "evidence.xml")
	c.Data(http.StatusOK, "application/xml; charset=utf-8", xml)
	return nil
}
