package web

import (
	"bytes"
	"encoding/csv"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
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
	page, err := s.execute(s.language(c), "paper", part, v)
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

// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
const byteOrderMark = "\ufeff"

// exportCSV gives the sources as a table, those that do not count last.
func (s *site) exportCSV(c *gin.Context, id int64) error {
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	language := s.language(c)
	var b bytes.Buffer
	b.WriteString(byteOrderMark)
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	row := []string{
		language.Text("csv.number"), language.Text("field.title"), language.Text("field.applicant"), language.Text("field.institution"),
		language.Text("field.year"), language.Text("field.programme"), language.Text("csv.relation"),
		language.Text("csv.full"), language.Text("csv.fullShare"), language.Text("csv.allotted"), language.Text("csv.allottedShare"),
		language.Text("csv.exclusive"), language.Text("csv.exclusiveShare"), language.Text("csv.theirs"), language.Text("csv.ownFirst"),
		language.Text("csv.cited"), language.Text("csv.references"),
		language.Text("csv.matches"), language.Text("csv.counted"), language.Text("csv.excluded"), language.Text("document.file"), "SHA-256",
	}
	whole := assessed.Evidence.Scores.Countable
	for i := 0; ; i++ {
		if err := w.Write(row); err != nil {
			return err
		}
		if i == len(assessed.All) {
			break
		}
		source := &assessed.All[i]
		year := ""
		if y := source.Identity.Year; y != 0 {
			year = strconv.Itoa(y)
		}
		excluded := ""
		if d := assessed.Decided.Source(source.ID); d != nil {
			excluded = language.Text("why."+string(d.Reason)) + ", " + d.Reviewer
		}
		n, cited := 0, 0
		for _, m := range source.Matches {
			if m.Counted > 0 {
				n++
			}
			if m.Citation != "" && m.Citation != evidence.NotCited {
				cited += m.Counted
			}
		}
		shared := "" // where it was not looked at
		if source.References != nil {
			shared = strconv.Itoa(len(source.References.Shared))
		}
		identity := source.Identity
		row = []string{
			strconv.Itoa(assessed.Rank(source.ID)), plainCell(report.NameOf(identity)), plainCell(identity.Applicant), plainCell(identity.Institution),
			year, plainCell(identity.Programme), language.Text("relation." + string(source.Relation)),
			strconv.Itoa(source.Full), shareCell(source.Full, whole), strconv.Itoa(source.Allotted), shareCell(source.Allotted, whole),
			strconv.Itoa(source.Exclusive), shareCell(source.Exclusive, whole), strconv.Itoa(source.Theirs), strconv.Itoa(source.OwnFirst),
			strconv.Itoa(cited), shared,
			strconv.Itoa(len(source.Matches)), strconv.Itoa(n), plainCell(excluded), plainCell(identity.Filename), identity.SHA256,
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	s.saveAs(c, assessed.Check, "csv")
	c.Data(http.StatusOK, "text/csv; charset=utf-8", b.Bytes())
	return nil
}

// formulaStarts are the characters that begin a formula in a spreadsheet, in
// either width: the programs of East Asia take both.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// plainCell keeps a spreadsheet from taking text for a formula.
func plainCell(text string) string {
	if first, _ := utf8.DecodeRuneInString(text); text != "" && strings.ContainsRune(formulaStarts, first) {
		return "'" + text
	}
	return text
}

// shareCell is a share as a number from 0 to 1.
func shareCell(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(part)/float64(whole), 'f', 4, 64)
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
