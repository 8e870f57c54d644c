package web

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/score"
	"zhiwen/web/assess"
	"zhiwen/web/check"
	"zhiwen/web/report"
)

func TestExportHTML(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, "张三", "subject", "match", "ref", "2", "verdict", "dismissed", "reason", "common")
	for _, language := range []string{"en", "zh-CN"} {
		a := get(t, h, "/checks/1/report.html", "Accept-Language", language)
		if a.Code != 200 || !strings.HasPrefix(a.Header().Get("Content-Disposition"), "attachment") || !strings.Contains(a.Header().Get("Content-Security-Policy"), "sandbox") {
			t.Fatalf("status %d, %v", a.Code, a.Header())
		}
		// It needs nothing else, and all its links lead within it.
		ids := map[string]bool{}
		for n := range a.page.Descendants() {
			if id := attr(n, "id"); id != "" {
				if ids[id] {
					t.Errorf("two elements have the id %s", id)
				}
				ids[id] = true
			}
			if n.Type == html.ElementNode && (n.Data == "script" || n.Data == "link" || n.Data == "img" || n.Data == "form" || n.Data == "button" || attr(n, "src") != "") {
				t.Errorf("there is a <%s>", n.Data)
			}
		}
		for n := range a.page.Descendants() {
			if href := attr(n, "href"); href != "" && (!strings.HasPrefix(href, "#") || !ids[href[1:]]) {
				t.Errorf("<%s> leads to %s", n.Data, href)
			}
		}
		body := text(one(t, a.page, "body"))
		for _, want := range []string{"面向深度图神经网络的可解释性方法研究", "近年来，图神经网络在社交网络分析", "我们前期在知识图谱推理", "张三", strings.Repeat("ab", 32)} {
			if strings.Contains(body, want) == (want == "我们前期在知识图谱推理") { // no more of sources than what agrees
				t.Errorf("%s: %q", language, want)
			}
		}
		if strings.Contains(body, "‹") || strings.Contains(body, "<no value>") {
			t.Error("a message is missing")
		}
		if rows := all(a.page, "div.pair-row"); len(rows) != 7 {
			t.Errorf("%d passages pair by pair, want all but the dismissed one", len(rows))
		}
		if edits := all(one(t, a.page, "section.pairs"), "span.edit"); len(edits) == 0 {
			t.Error("the passages show no differences")
		}
	}
	// The cover says what counts, whether it was found or not.
	if got := text(one(t, get(t, h, "/checks/1/report.html?exclude=none").page, "dl.facts")); !strings.Contains(got, "all text is counted") {
		t.Errorf("nothing excluded: %s", got)
	}
	if got := text(one(t, get(t, h, "/checks/1/report.html").page, "#cover")); !strings.Contains(got, "not counted") && !strings.Contains(got, "Not counted") {
		t.Errorf("as checked: %s", got)
	}
	// It counts as the page does.
	only := get(t, h, "/checks/1/report.html?kind=reordered")
	if rows := all(only.page, "div.pair-row"); len(rows) != 1 || !strings.Contains(text(one(t, only.page, "dl.facts")), "only reordered") {
		t.Errorf("%d passages of one kind", len(rows))
	}
}

func TestExportCSV(t *testing.T) {
	store := richStore(t)
	evil := strings.Replace(string(store.evidence[1]), "<applicant>李二</applicant>", "<applicant>=cmd|'/c calc'!A1</applicant>", 1)
	store.evidence[1] = []byte(evil)
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, "张三", "subject", "source", "ref", "4", "verdict", "excluded", "reason", "own-work")
	a := get(t, h, "/checks/1/sources.csv")
	content, marked := strings.CutPrefix(a.Body.String(), "\ufeff")
	if a.Code != 200 || !marked || !strings.Contains(a.Header().Get("Content-Disposition"), ".csv") {
		t.Fatalf("status %d, %v", a.Code, a.Header())
	}
	rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 || rows[0][0] != "No." || rows[1][0] != "1" || rows[1][1] != "可信图神经网络解释方法" {
		t.Errorf("rows %q", rows)
	}
	if rows[1][2] != "'=cmd|'/c calc'!A1" {
		t.Errorf("a formula came through: %q", rows[1][2])
	}
	if last := rows[3]; last[0] != "3" || last[7] != "0" || last[17] != "0" || last[18] != "2" || last[19] != "applicant’s own earlier work, 张三" {
		t.Errorf("the excluded source: %q", last)
	}
	card := text(one(t, one(t, get(t, h, "/checks/1").page, "#source-2"), "strong.figure"))
	var share float64
	if _, err := fmt.Sscan(rows[1][8], &share); err != nil || fmt.Sprintf("%.1f%%*", 100*share) != card {
		t.Errorf("share %s in the table, %s on the page", rows[1][8], card)
	}
}

// A row a match says how it is cited and what was decided; the figures are those of the
// sources and of the page.
func TestExportMatches(t *testing.T) {
	store := richStore(t)
	e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	first := &e.Sources[0].Matches[0]
	first.Citation, first.Entry = evidence.Cited, "[1] 李二"
	score.Update(e, store.texts[1])
	store.evidence[1] = evidencetest.Encode(t, e)
	s, _ := testSite(t, store)
	h := s.handler()
	decideAs(t, h, "张三", "subject", "match", "ref", "2", "verdict", "dismissed", "reason", "common")
	read := func(target string) []map[string]string {
		t.Helper()
		a := get(t, h, target)
		content, marked := strings.CutPrefix(a.Body.String(), "\ufeff")
		rows, err := csv.NewReader(strings.NewReader(content)).ReadAll()
		if a.Code != 200 || !marked || err != nil || len(rows) < 2 {
			t.Fatalf("%s: status %d, %d rows, %v", target, a.Code, len(rows), err)
		}
		var out []map[string]string
		for _, row := range rows[1:] {
			cells := map[string]string{}
			for i, name := range rows[0] {
				cells[name] = row[i]
			}
			out = append(out, cells)
		}
		return out
	}
	assessed, err := assess.New(store, s.Log).Assess(t.Context(), 1, report.AsChecked(), nil)
	if err != nil {
		t.Fatal(err)
	}
	// The other sources hold none of what is cited.
	if got, want := assessed.Cited(&assessed.Evidence.Sources[0]), assessed.Evidence.Scores.Covered-assessed.Evidence.Scores.WithoutQuoted; got != want || got == 0 {
		t.Errorf("%d characters of the source are cited, want %d", got, want)
	}
	counted, cited := map[string]int{}, 0
	rows := read("/checks/1/matches.csv")
	for _, row := range rows {
		var characters, counts int
		if _, err := fmt.Sscan(row["Characters"]+" "+row["Counted characters"], &characters, &counts); err != nil {
			t.Fatalf("%q: %v", row, err)
		}
		if (counts == 0) != (row["Reason not counted"] != "") || counts > 0 && counts != characters {
			t.Errorf("match %s of source %s: %d of %d characters count, since %q", row["Match"], row["No."], counts, characters, row["Why it does not count"])
		}
		if counts > 0 {
			counted[row["No."]]++
		}
		if (row["Decisions"] == "dismissed") != (row["Signed by"] == "张三") {
			t.Errorf("decision %q of %q", row["Decisions"], row["Signed by"])
		}
		switch row["Citation"] {
		case "quoted and cited", "cited", "quoted":
			cited++
		case "uncited", "":
		default:
			t.Errorf("citation %q", row["Citation"])
		}
	}
	if cited != 1 || len(rows) != len(assessed.Matches()) {
		t.Errorf("%d of %d rows are of cited matches", cited, len(rows))
	}
	for _, row := range read("/checks/1/sources.csv") {
		if row["Matches"] != fmt.Sprint(counted[row["No."]]) {
			t.Errorf("source %s has %s matches that count, the table of matches %d", row["No."], row["Matches"], counted[row["No."]])
		}
	}
}

func TestExportPDF(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	if a := get(t, h, "/checks/1/report.pdf"); a.Code != http.StatusNotImplemented || !strings.Contains(text(a.page), "Chromium") {
		t.Errorf("without a printer: status %d", a.Code)
	}
	s.Print = func(_ context.Context, page []byte) ([]byte, error) {
		if !bytes.Contains(page, []byte("<style>")) {
			return nil, errors.New("not the page")
		}
		return []byte("%PDF-1.7"), nil
	}
	a := get(t, s.handler(), "/checks/1/report.pdf?kind=near")
	if a.Code != 200 || a.Header().Get("Content-Type") != "application/pdf" || a.Body.String() != "%PDF-1.7" || !strings.Contains(a.Header().Get("Content-Disposition"), ".pdf") {
		t.Errorf("status %d, %v", a.Code, a.Header())
	}
	s.Print = func(context.Context, []byte) ([]byte, error) { return nil, fmt.Errorf("x: %w", check.ErrNoPrinter) }
	a = get(t, s.handler(), "/checks/1/report.pdf")
	checkPage(t, a)
	if a.Code != http.StatusNotImplemented {
		t.Errorf("status %d", a.Code)
	}
}

// Above a passage stands the title of its section, without what the form wants written
// there.
func TestPassagesNameSectionsBriefly(t *testing.T) {
	store := richStore(t)
	const title, rest = "1．项目的立项依据", "（研究意义、国内外研究现状及发展动态分析）；"
	store.evidence[1] = []byte(strings.ReplaceAll(string(store.evidence[1]), `section="（一）立项依据与研究内容"`, `section="`+title+rest+`"`))
	s, _ := testSite(t, store)
	for target, part := range map[string]string{"/checks/1/report.html": "blockquote", "/checks/1/sources/2": "div.now"} {
		said := 0
		for _, n := range all(get(t, s.handler(), target).page, part) {
			if strings.Contains(text(n), title) {
				said++
			}
			if strings.Contains(text(n), rest) {
				t.Errorf("%s: %q", target, text(n))
			}
		}
		if said == 0 {
			t.Errorf("%s names no section", target)
		}
	}
}
