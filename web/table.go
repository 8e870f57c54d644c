package web

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// byteOrderMark tells spreadsheets that a CSV file is UTF-8.
const byteOrderMark = "\ufeff"

// exportSources gives the sources as a table, those that do not count last.
func (s *site) exportSources(c *gin.Context, id int64) error {
	return s.exportTable(c, id, "sources.csv", sourceRows)
}

// exportMatches gives the matches as a table, source by source.
func (s *site) exportMatches(c *gin.Context, id int64) error {
	return s.exportTable(c, id, "matches.csv", matchRows)
}

// exportTable answers with a table about a check; the first of its rows is the head.
func (s *site) exportTable(c *gin.Context, id int64, name string, rows func(*report.Assessment, *catalogue.Language) [][]string) error {
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString(byteOrderMark)
	w := csv.NewWriter(&b)
	w.UseCRLF = true
	for _, row := range rows(assessed, s.language(c)) {
		for i, cell := range row {
			row[i] = plainCell(cell)
		}
		if err := w.Write(row); err != nil {
			return err
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	s.saveAs(c, assessed.Check, name)
	c.Data(http.StatusOK, "text/csv; charset=utf-8", b.Bytes())
	return nil
}

func sourceRows(assessed *report.Assessment, language *catalogue.Language) [][]string {
	rows := [][]string{{
		language.Text("csv.number"), language.Text("field.title"), language.Text("field.applicant"), language.Text("field.institution"), language.Text("field.year"), language.Text("field.programme"), language.Text("csv.relation"),
		language.Text("csv.full"), language.Text("csv.fullShare"), language.Text("csv.allotted"), language.Text("csv.allottedShare"), language.Text("csv.exclusive"), language.Text("csv.exclusiveShare"),
		language.Text("csv.theirs"), language.Text("csv.ownFirst"), language.Text("csv.cited"), language.Text("csv.references"),
		language.Text("csv.matches"), language.Text("csv.left"), language.Text("csv.excluded"), language.Text("document.file"), "SHA-256",
	}}
	whole := assessed.Evidence.Scores.Countable
	for _, listed := range assessed.Listed() {
		source, identity := listed.Source, listed.Source.Identity
		excluded := ""
		if d := assessed.Decided.Source(source.ID); d != nil {
			excluded = language.Text("why."+string(d.Reason)) + language.Text("app.comma") + d.Reviewer
		}
		shared := "" // where it was not looked at
		if source.References != nil {
			shared = strconv.Itoa(len(source.References.Shared))
		}
		rows = append(rows, []string{
			strconv.Itoa(assessed.Rank(source.ID)), report.NameOf(identity), identity.Applicant, identity.Institution,
			numberCell(identity.Year), identity.Programme, language.Text("relation." + string(source.Relation)),
			strconv.Itoa(source.Full), shareCell(source.Full, whole), strconv.Itoa(source.Allotted), shareCell(source.Allotted, whole),
			strconv.Itoa(source.Exclusive), shareCell(source.Exclusive, whole),
			strconv.Itoa(source.Theirs), strconv.Itoa(source.OwnFirst), strconv.Itoa(assessed.Cited(source)), shared,
			strconv.Itoa(listed.Counted), strconv.Itoa(listed.Left), excluded, identity.Filename, identity.SHA256,
		})
	}
	return rows
}

func matchRows(assessed *report.Assessment, language *catalogue.Language) [][]string {
	rows := [][]string{{
		language.Text("csv.number"), language.Text("csv.sourceTitle"), language.Text("csv.match"), language.Text("csv.kind"), language.Text("csv.similarity"), language.Text("csv.full"), language.Text("csv.countedCharacters"),
		language.Text("csv.citation"), language.Text("csv.entry"), language.Text("csv.page"), language.Text("csv.section"), language.Text("csv.sourcePage"), language.Text("csv.sourceSection"),
		language.Text("csv.why"), language.Text("decide.title"), language.Text("decide.reason"), language.Text("decide.reviewer"), language.Text("csv.text"), language.Text("csv.sourceText"),
	}}
	for _, m := range assessed.Matches() {
		why, citation := "", ""
		if m.Why != "" {
			why = language.Text("cause." + string(m.Why))
		}
		if m.Citation != "" { // version 1 knows none
			citation = language.Text("citation." + string(m.Citation))
		}
		verdict, reason, reviewer := "", "", ""
		if d := m.Decided; d != nil {
			verdict, reviewer = language.Text("verdict."+string(d.Verdict)), d.Reviewer
			if d.Reason != "" {
				reason = language.Text("why." + string(d.Reason))
			}
		}
		rows = append(rows, []string{
			strconv.Itoa(m.Rank), m.Name, strconv.Itoa(m.Ordinal), language.Text("kind." + string(m.Kind)), strconv.FormatFloat(float64(m.Similarity), 'f', 4, 64),
			strconv.Itoa(m.Characters), strconv.Itoa(m.Counted), citation, m.Entry,
			numberCell(m.This.Page), m.This.Section, numberCell(m.Source.Page), m.Source.Section,
			why, verdict, reason, reviewer, textCell(m.This), textCell(m.Source),
		})
	}
	return rows
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

// numberCell is a number, or nothing where it is not known.
func numberCell(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// shareCell is a share as a number from 0 to 1.
func shareCell(part, whole int) string {
	if whole == 0 {
		return "0"
	}
	return strconv.FormatFloat(float64(part)/float64(whole), 'f', 4, 64)
}

// mostCell is below the 32,767 characters that a cell of a spreadsheet holds.
const mostCell = 32_000

// textCell is the text of a passage, as far as a cell holds it.
func textCell(p evidence.Passage) string {
	if runes := []rune(p.Text); len(runes) > mostCell {
		return string(runes[:mostCell]) + "…"
	}
	return p.Text
}
