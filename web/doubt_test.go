package web

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/web/phrase"
)

// doubtful are ways in which a document was not compared wholly, as evidence has them, with
// the kind of the doubt; the first has none.
var doubtful = []struct {
	kind   evidence.DoubtKind
	change func(*evidence.Evidence)
}{
	{"", func(*evidence.Evidence) {}},
	{evidence.DoubtNothing, func(e *evidence.Evidence) { e.Library.Documents = 0 }},
	{evidence.DoubtFew, func(e *evidence.Evidence) {
		e.Excluded = []evidence.Excluded{{Length: e.Document.Characters - 20, Reason: evidence.ReasonForm, Applied: true}}
	}},
	{evidence.DoubtFailed, func(e *evidence.Evidence) {
		e.Library.Uncompared = []evidence.Uncompared{{ID: 4, Title: "未能比对的申请"}}
	}},
	{evidence.DoubtMissing, func(e *evidence.Evidence) {
		e.Document.Notices = []evidence.Notice{{Kind: string(extract.Scanned), FirstPage: 2, LastPage: 3}}
	}},
	{evidence.DoubtMissing, func(e *evidence.Evidence) {
		e.Document.Notices = []evidence.Notice{{Kind: string(extract.ObjectUnread), Count: 2}}
	}},
	{evidence.DoubtMissing, func(e *evidence.Evidence) {
		e.Document.Notices = []evidence.Notice{{Kind: string(extract.RunningUnread), Count: 202}}
	}},
	{evidence.DoubtGarbled, func(e *evidence.Evidence) {
		e.Document.Notices = []evidence.Notice{{Kind: string(extract.BrokenWords), Count: 1}}
	}},
	{evidence.DoubtGarbled, func(e *evidence.Evidence) {
		e.Document.Notices = []evidence.Notice{{Kind: string(extract.Implausible), FirstPage: 1, LastPage: 1}}
	}},
	{evidence.DoubtFlagged, func(e *evidence.Evidence) {
		e.Document.Flags = []evidence.Flag{{Kind: string(extract.HiddenText), Text: "看不见的文字"}}
	}},
	{evidence.DoubtFlagged, func(e *evidence.Evidence) {
		e.Document.Flags = slices.Repeat([]evidence.Flag{{Kind: string(extract.ZeroWidth), Length: 1}}, score.LeastInvisible)
	}},
	{evidence.DoubtExcluded, func(e *evidence.Evidence) {
		e.Excluded = []evidence.Excluded{{Length: e.Document.Characters / 3, Reason: evidence.ReasonBibliography, Applied: true}}
	}},
	{evidence.DoubtPassage, func(e *evidence.Evidence) {
		e.Excluded = []evidence.Excluded{{Length: 510, Reason: evidence.ReasonBibliography, Applied: true}}
	}},
}

// No place shows a share of nothing as clean where something was not compared, each says
// what, and all say it of a text that was compared wholly.
func TestNothingFoundIsNotClean(t *testing.T) {
	english := english(t)
	for _, tt := range doubtful {
		store := richStore(t)
		e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
		if err != nil {
			t.Fatal(err)
		}
		document := *store.texts[1]
		document.Flags, document.Notices = nil, nil
		if tt.kind == evidence.DoubtPassage { // of a text that is long beside it
			document.Text += strings.Repeat("\n本项目另有一段很长的论述，与别处无关。", 200)
			document.Paragraphs = append(document.Paragraphs[:len(document.Paragraphs):len(document.Paragraphs)],
				extract.Paragraph{Span: extract.Span{Start: e.Document.Characters + 1, End: len([]rune(document.Text))}, Kind: extract.Body})
			e.Document.Characters = len([]rune(document.Text))
		}
		store.texts[1] = &document
		e.Sources, e.Document.Flags, e.Excluded = nil, nil, nil
		tt.change(e)
		score.Update(e, &document)
		doubts := e.Scores.Doubts
		if len(doubts) > 1 || (tt.kind == "") != (len(doubts) == 0) || len(doubts) > 0 && doubts[0].Kind != tt.kind {
			t.Fatalf("%s: doubts %v: the test shows nothing", tt.kind, doubts)
		}
		store.evidence[1] = evidencetest.Encode(t, e)
		check := store.checks[1]
		summary := record.SummaryOf(e, document.AllNotices())
		check.Countable, check.Covered, check.Sources, check.Left, check.Doubts = summary.Countable, 0, 0, summary.Tally, record.ReadDoubts(record.JoinDoubts(summary.Doubts))
		store.checks[1] = check
		s, _ := testSite(t, store)
		doubt := phrase.DoubtsSaid(english, doubts)
		clean, marked := tt.kind == "", tt.kind == evidence.DoubtPassage
		page := func(name, said string, names bool) {
			t.Helper()
			bare := strings.Contains(strings.ReplaceAll(said, "0.0%*", ""), "0.0%")
			if bare != clean || strings.Contains(said, "0.0%*") != marked || strings.Contains(said, "—") == clean && !marked {
				t.Errorf("%v: %s says %q", doubts, name, said)
			}
			if names && !clean && !strings.Contains(said, doubt) {
				t.Errorf("%v: %s does not say %q: %q", doubts, name, doubt, said)
			}
		}
		shown := func(path string) answer { return get(t, s.handler(), path, "Accept-Language", "en") }
		list := text(one(t, shown("/").page, "#check-1"))
		page("the list", list, !marked) // which has the mark alone of what nearly every application has
		byNotice := tt.kind == evidence.DoubtMissing
		for _, path := range []string{"/checks/1", "/checks/1/report.html"} {
			report := shown(path).page
			page(path, text(one(t, report, "section.totals")), false)
			if said := text(report); !clean && strings.Count(said, english.Text("doubt.title")) != 1 || !clean && !byNotice && !strings.Contains(said, doubt) {
				t.Errorf("%v: %s does not say %q", doubts, path, doubt)
			}
			if said := text(report); strings.Contains(said, english.Text("report.doubtful")) == (clean || marked) {
				t.Errorf("%v: %s says of nothing found %q", doubts, path, said)
			}
		}
		page("the document's page", text(shown("/documents/1").page), true)
		table := shown("/list.csv?of=").Body.String()
		if !clean && !strings.Contains(table, doubt) || strings.Contains(table, "0.0%") != (clean || marked) {
			t.Errorf("%v: the table says %q", doubts, table)
		}
		book, err := excelize.OpenReader(strings.NewReader(shown("/list.xlsx?of=").Body.String()))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := book.GetRows(book.GetSheetName(0))
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range rows[1:] {
			cells := strings.Join(row, "|")
			if !strings.Contains(cells, "面向深度图神经网络.docx") {
				continue
			}
			at := slices.Index(rows[0], english.Text("figure.overall"))
			if (row[at] == "") != (!clean && !marked) || !clean && !strings.Contains(cells, doubt) || marked != (formatOf(t, book, at+1, i+2) == `0.0%"*"`) {
				t.Errorf("%v: the workbook says %q", doubts, cells)
			}
		}
		for _, path := range []string{"/api/v1/checks/1", "/api/v1/checks"} {
			var one struct {
				Scores *apiScores
				Items  []struct {
					ID     int64
					Scores *apiScores
				}
			}
			if err := json.Unmarshal(shown(path).Body.Bytes(), &one); err != nil {
				t.Fatal(err)
			}
			for _, item := range one.Items {
				if item.ID == 1 {
					one.Scores = item.Scores
				}
			}
			if x := one.Scores; (x.Overall.Share != nil) != (clean || marked) || x.Overall.Uncertain == clean || len(x.Doubts) != len(doubts) || !clean && x.Doubts[0].Said != doubt {
				t.Errorf("%v: %s says %+v", doubts, path, x)
			}
		}
	}
}

// formatOf returns the number format of a cell, "" for a usual one.
func formatOf(t *testing.T, book *excelize.File, column, row int) string {
	t.Helper()
	cell, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		t.Fatal(err)
	}
	id, err := book.GetCellStyle(book.GetSheetName(0), cell)
	if err != nil {
		t.Fatal(err)
	}
	style, err := book.GetStyle(id)
	if err != nil {
		t.Fatal(err)
	}
	if style.CustomNumFmt == nil {
		return ""
	}
	return *style.CustomNumFmt
}

type apiScores struct {
	Overall struct {
		Share     *float64
		Uncertain bool
	}
	Doubts []struct{ Kind, Said string }
}
