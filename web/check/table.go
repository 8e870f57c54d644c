package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/report"
	"zhiwen/web/site"
)

// exportSources returns the sources as a table, those that do not count last.
func (s *pages) exportSources(c *gin.Context, id int64) error {
	return s.exportTable(c, id, "sources.csv", sourceHeads(s.Language(c)), sourceRows)
}

// exportMatches returns the matches as a table, source by source.
func (s *pages) exportMatches(c *gin.Context, id int64) error {
	return s.exportTable(c, id, "matches.csv", matchHeads(s.Language(c)), matchRows)
}

// exportPictures returns the pictures that stand in others too as a table, a row each place.
func (s *pages) exportPictures(c *gin.Context, id int64) error {
	return s.exportTable(c, id, "pictures.csv", pictureHeads(s.Language(c)), pictureRows)
}

// exportTable answers with a table about a check.
func (s *pages) exportTable(c *gin.Context, id int64, ending string, heads []string,
	rows func(*site.Table, *report.Assessment, *catalogue.Language)) error {
	assessed, err := s.assess(c, id)
	if err != nil {
		return err
	}
	if err := s.Assessor.Group(c.Request.Context(), assessed); err != nil {
		return err
	}
	name, plain := fileNames(assessed.Check, ending)
	return site.GiveTable(c, name, plain, heads, func(t *site.Table) error {
		rows(t, assessed, s.Language(c))
		return nil
	})
}

func sourceHeads(language *catalogue.Language) []string {
	return slices.Concat(language.Texts(
		"csv.number", "field.title", "field.applicant", "field.institution", "field.year", "field.programme", "csv.relation", "csv.full",
		"csv.fullShare", "csv.allotted", "csv.allottedShare", "csv.exclusive", "csv.exclusiveShare", "csv.theirs", "csv.ownFirst",
		"csv.cited", "csv.references", "csv.matches", "csv.left", "csv.excluded", "document.file",
	), []string{"SHA-256"}, language.Texts(
		"csv.versions", "csv.together", "csv.togetherShare", "web.address", "web.published", "web.seen", "csv.hints", "book.doubts",
	))
}

func sourceRows(t *site.Table, assessed *report.Assessment, language *catalogue.Language) {
	scores := assessed.Evidence.Scores
	share := func(part int) string {
		return site.ShareCell(record.Share{Part: part, Whole: scores.Countable, Doubts: scores.Doubts})
	}
	doubts := phrase.DoubtsSaid(language, scores.Doubts)
	applications := assessed.Applications()
	for _, listed := range assessed.Listed() {
		source, identity := listed.Source, listed.Source.Identity
		var page evidence.Web
		if identity.Web != nil {
			page = *identity.Web
		}
		excluded := ""
		if d := assessed.Decided.Source(source.ID); d != nil {
			excluded = language.Text("why."+string(d.Reason)) + language.Text("app.comma") + d.Reviewer
		}
		shared := "" // where it was not looked at
		if source.References != nil {
			shared = strconv.Itoa(len(source.References.Shared))
		}
		versions, together, togetherShare := "", "", "" // where it is alone
		if application := applications[source.ID]; application != nil {
			versions = joined(application.Ranks)
			together, togetherShare = strconv.Itoa(application.Together.Full), share(application.Together.Full)
		}
		t.Row(
			site.CountCell(assessed.Rank(source.ID)), report.NameOf(identity), identity.Applicant, identity.Institution,
			site.CountCell(identity.Year), identity.Programme, language.Text("relation."+string(source.Relation)),
			strconv.Itoa(source.Full), share(source.Full), strconv.Itoa(source.Allotted), share(source.Allotted),
			strconv.Itoa(source.Exclusive), share(source.Exclusive),
			strconv.Itoa(source.Theirs), strconv.Itoa(source.OwnFirst), strconv.Itoa(assessed.Cited(source)), shared,
			strconv.Itoa(listed.Counted), strconv.Itoa(listed.Left), excluded, identity.Filename, identity.SHA256,
			versions, together, togetherShare, page.Address, page.When(), page.Seen, strconv.Itoa(listed.Hints), doubts,
		)
	}
}

// joined writes numbers as one cell that no spreadsheet takes for a number or a date.
func joined(numbers []int) string {
	words := each.Of(numbers, strconv.Itoa)
	return strings.Join(words, " + ")
}

func matchHeads(language *catalogue.Language) []string {
	return language.Texts(
		"csv.number", "csv.sourceTitle", "csv.match", "csv.kind", "csv.similarity", "csv.full", "csv.countedCharacters", "csv.citation",
		"csv.entry", "csv.page", "csv.section", "csv.sourcePage", "csv.sourceSection", "csv.why", "decide.title", "decide.reason",
		"decide.reviewer", "csv.text", "csv.sourceText", "csv.falseAlarms",
	)
}

func matchRows(t *site.Table, assessed *report.Assessment, language *catalogue.Language) {
	for _, m := range assessed.Matches() {
		why, citation := "", ""
		if m.Why != "" {
			why = language.Text("cause." + string(m.Why))
		}
		if m.Citation != "" { // version 1 knows none
			citation = language.Text("citation." + string(m.Citation))
		}
		verdict, reason, reviewer := decidedCells(language, m.Decided)
		t.Row(
			strconv.Itoa(m.Rank), m.Name, strconv.Itoa(m.Ordinal), language.Text("kind."+string(m.Kind)),
			strconv.FormatFloat(float64(m.Similarity), 'f', 4, 64), strconv.Itoa(m.Characters), strconv.Itoa(m.Counted), citation, m.Entry,
			site.CountCell(m.This.Page), m.This.Section, site.CountCell(m.Source.Page), m.Source.Section,
			why, verdict, reason, reviewer, textCell(m.This), textCell(m.Source), "",
		)
	}
	hintRows(t, assessed, language)
}

// decidedCells returns the cells of a decision, empty for nil.
func decidedCells(language *catalogue.Language, d *evidence.Decision) (verdict, reason, reviewer string) {
	if d == nil {
		return "", "", ""
	}
	if d.Reason != "" {
		reason = language.Text("why." + string(d.Reason))
	}
	return language.Text("verdict." + string(d.Verdict)), reason, d.Reviewer
}

// hintRows lists hints after the matches: they are none, and count only where somebody has
// confirmed them, when they stand among the matches too.
func hintRows(t *site.Table, assessed *report.Assessment, language *catalogue.Language) {
	for _, h := range assessed.Hints() {
		verdict, reason, reviewer := decidedCells(language, h.Decided)
		t.Row(
			site.CountCell(h.Rank), h.Name, language.Text("hints.number", "Number", h.Number), language.Text("hintKind."+string(h.Kind)),
			"", strconv.Itoa(h.Characters), "0", "", "",
			site.CountCell(h.This.Page), h.This.Section, site.CountCell(h.From.Page), h.From.Section,
			language.Text("hints.apart"), verdict, reason, reviewer, textCell(h.This), textCell(h.From), h.Rate,
		)
	}
}

func pictureHeads(language *catalogue.Language) []string {
	return append(language.Texts(
		"csv.picture", "csv.page", "csv.section", "csv.number", "csv.sourceTitle", "field.applicant", "field.institution", "field.year",
		"csv.relation", "csv.sourcePicture", "csv.sourcePage", "csv.sourceSection", "csv.bits", "csv.alike", "document.file",
	), "SHA-256")
}

func pictureRows(t *site.Table, assessed *report.Assessment, language *catalogue.Language) {
	for _, p := range assessed.TwinPictures() {
		alike, identity := "pictures.alike", p.Of.Identity
		if p.Exact() {
			alike = "pictures.exact"
		}
		t.Row(
			strconv.Itoa(p.Here.Number), site.CountCell(p.Here.Page), p.Here.Section,
			site.CountCell(p.Rank), report.NameOf(identity), identity.Applicant, identity.Institution, site.CountCell(identity.Year),
			language.Text("relation."+string(p.Of.Relation)), strconv.Itoa(p.Same.Number), site.CountCell(p.Same.Page), p.Same.Section,
			strconv.Itoa(p.Same.Distance), language.Text(alike), identity.Filename, identity.SHA256,
		)
	}
}

// mostCell is below the 32,767 characters that a cell of a spreadsheet holds.
const mostCell = 32_000

// textCell returns the text of a passage, as far as a cell holds it.
func textCell(p evidence.Passage) string {
	if runes := []rune(p.Text); len(runes) > mostCell {
		return string(runes[:mostCell]) + "…"
	}
	return p.Text
}
