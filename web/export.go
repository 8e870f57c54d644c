package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

// ErrNoPrinter is what Dependencies.Print gives where there is nothing to make
// a PDF with.
var ErrNoPrinter = errors.New("no browser was found to print with")

// exportView is the view of the list of exports.
type exportView struct {
	Check int64
	Query string // of the choice, with its question mark, or ""
}

// paperView is the view of page/paper.html: a report that stands alone, on
// paper or as one file that needs nothing else.
type paperView struct {
	Page
	reportView
	Engine  evidence.Engine
	LeftOut []evidence.Reason // for which text is not counted, found or not
	SHA256  string            // of the evidence as it was stored
	Verdict *decisionView     // about the check, or nil
	Pairs   []paperSource
}

// One is the only source whose passages are given, or nil.
func (v paperView) One() *sourceView {
	if v.Only == 0 || len(v.Pairs) == 0 {
		return nil
	}
	return &v.Pairs[0].sourceView
}

// paperSource is a source with its passages pair by pair.
type paperSource struct {
	sourceView
	Passages []paperPair
}

// paperPair is one match, both sides side by side.
type paperPair struct {
	evidence.Match
	Ordinal     int // among all matches of its source, from 1
	Left, Right []pieceView
	Decided     *evidence.Decision // or nil
}

// paperWhole is the most characters of a passage that is kept on one sheet
// where that is possible: about a third of one, side by side with its source.
const paperWhole = 400

// Long says that a passage may go over to the next sheet.
func (p paperPair) Long() bool { return max(p.This.Length, p.Source.Length) > paperWhole }

// paper makes the report that stands alone, or the named part of it, with the
// passages of one source only where the address names one.
func (s *site) paper(c *gin.Context, part string) (*loaded, []byte, error) {
	id, err := paramID(c, "id")
	if err != nil {
		return nil, nil, err
	}
	only, err := queryNumber(c, "source")
	if err != nil {
		return nil, nil, err
	}
	l, err := s.load(c, id)
	if err != nil {
		return nil, nil, err
	}
	stored, err := s.Store.Evidence(c.Request.Context(), id)
	if err != nil {
		return nil, nil, err
	}
	sum := sha256.Sum256(stored)
	v := paperView{
		reportView: viewReportTo(l, only, 0, func(m *evidence.Match) string { return "#p" + strconv.Itoa(m.ID) }),
		Engine:     l.evidence.Engine, SHA256: hex.EncodeToString(sum[:]),
	}
	if v.LeftOut = l.choice.exclude; v.LeftOut == nil {
		for _, p := range v.Engine.Parameters {
			if p.Name == score.Excludes {
				v.LeftOut = append(v.LeftOut, evidence.Reason(p.Value))
			}
		}
	}
	v.Decisions = viewDecisions(l, decideForm{})
	for i := range v.Decisions.Steps {
		if d := &v.Decisions.Steps[i]; d.Open && d.Subject == evidence.SubjectCheck {
			v.Verdict = d
		}
	}
	v.Page = Page{Title: v.Name}
	for i := range l.evidence.Sources {
		source := &l.evidence.Sources[i]
		if v.Only != 0 && source.ID != v.Only {
			continue
		}
		left, right, _ := differences(source.Matches, 0, time.Now)
		p := paperSource{sourceView: l.viewSource(source, 0)}
		ordinals := l.ordinals(source.ID)
		for _, m := range source.Matches {
			p.Passages = append(p.Passages, paperPair{
				Match: m, Ordinal: ordinals[m.ID], Decided: l.decided.Match(m.ID),
				Left: marked(m.This, left), Right: marked(m.Source, right),
			})
		}
		v.Pairs = append(v.Pairs, p)
	}
	t := s.pages.byLanguage[s.language(c).Code]["paper"]
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, part, v); err != nil {
		return nil, nil, err
	}
	return l, b.Bytes(), nil
}

// marked cuts a passage where edits, in places of its document, begin and end.
func marked(p evidence.Passage, edits []extract.Span) []pieceView {
	runes := []rune(p.Text)
	edited := make([]bool, len(runes))
	for _, e := range edits {
		for i := max(e.Start-p.Offset, 0); i < min(e.End-p.Offset, len(runes)); i++ {
			edited[i] = true
		}
	}
	var out []pieceView
	for start := 0; start < len(runes); {
		end := start + 1
		for end < len(runes) && edited[end] == edited[start] {
			end++
		}
		out = append(out, pieceView{Text: string(runes[start:end]), Edited: edited[start]})
		start = end
	}
	return out
}

// exportHTML gives the report as one file that opens without anything else or,
// to a page that has the rest (haveHeader), what is in it.
func (s *site) exportHTML(c *gin.Context) error {
	if c.GetHeader(haveHeader) != "" {
		_, part, err := s.paper(c, "paper-main")
		if err == nil {
			send(c, http.StatusOK, "text/html; charset=utf-8", part)
		}
		return err
	}
	l, page, err := s.paper(c, "paper")
	if err != nil {
		return err
	}
	s.saveAs(c, l.check, "html")
	c.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	c.Data(http.StatusOK, "text/html; charset=utf-8", page)
	return nil
}

// exportPDF gives the same as a PDF.
func (s *site) exportPDF(c *gin.Context) error {
	if s.Print == nil {
		return ErrNoPrinter
	}
	l, page, err := s.paper(c, "paper")
	if err != nil {
		return err
	}
	pdf, err := s.Print(c.Request.Context(), page)
	if err != nil {
		return err
	}
	s.saveAs(c, l.check, "pdf")
	c.Data(http.StatusOK, "application/pdf", pdf)
	return nil
}

// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
const byteOrderMark = "\ufeff"

// exportCSV gives the sources as a table, those that do not count last.
func (s *site) exportCSV(c *gin.Context, id int64) error {
	l, err := s.load(c, id)
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
		language.Text("csv.full"), language.Text("csv.fullShare"), language.Text("csv.exclusive"), language.Text("csv.exclusiveShare"),
		language.Text("csv.matches"), language.Text("csv.counted"), language.Text("csv.excluded"), language.Text("document.file"), "SHA-256",
	}
	whole := l.evidence.Scores.Countable
	for i := 0; ; i++ {
		if err := w.Write(row); err != nil {
			return err
		}
		if i == len(l.all) {
			break
		}
		source := &l.all[i]
		year := ""
		if y := source.Identity.Year; y != 0 {
			year = strconv.Itoa(y)
		}
		excluded := ""
		if d := l.decided.Source(source.ID); d != nil {
			excluded = language.Text("why."+string(d.Reason)) + ", " + d.Reviewer
		}
		n := 0
		for _, m := range source.Matches {
			if m.Counted > 0 {
				n++
			}
		}
		identity := source.Identity
		row = []string{
			strconv.Itoa(l.ranks[source.ID]), plainCell(titleOf(identity)), plainCell(identity.Applicant), plainCell(identity.Institution),
			year, plainCell(identity.Programme), language.Text("relation." + string(source.Relation)),
			strconv.Itoa(source.Full), shareCell(source.Full, whole), strconv.Itoa(source.Allotted), shareCell(source.Allotted, whole),
			strconv.Itoa(len(source.Matches)), strconv.Itoa(n), plainCell(excluded), plainCell(identity.Filename), identity.SHA256,
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	s.saveAs(c, l.check, "csv")
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

func viewExport(check record.Check, at address) exportView {
	return exportView{Check: check.ID, Query: at.with(0, 0)}
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
