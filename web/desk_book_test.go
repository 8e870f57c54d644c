package web

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// How many hints there are of each kind is a column of the list, and three of both tables: nothing where there is no result,
// and where they were found before kinds were counted.
func TestHintColumns(t *testing.T) {
	store := deskStore(t)
	store.found = map[int64][]finding.Finding{
		339: {{Kind: finding.Possible, Count: 90, Hints: map[evidence.HintKind]int{evidence.HintRewriting: 2, evidence.HintTranslation: 11}}},
		338: {{Kind: finding.Possible, Count: 90}},
	}
	s, _ := testSite(t, store)
	h := s.handler()
	for number, want := range map[string]string{"N-039": "possibly rewritten 2possibly translated 11", "N-038": "some, not counted by type yet", "N-037": ""} {
		row := one(t, get(t, h, "/checks?call=9&q="+number+"&col=hints").page, "tr.row")
		if got := strings.TrimSpace(text(all(row, "td")[4])); strings.ReplaceAll(got, " possible", "possible") != want {
			t.Errorf("the hints of %s are %q, want %q", number, got, want)
		}
	}
	read := func(rows [][]string) map[string][]string {
		out := map[string][]string{}
		for _, row := range rows[1:] {
			cells := []string{}
			for _, head := range []string{"Number", "Possibly rewritten", "Possibly summarised", "Possibly translated"} {
				i := slices.Index(rows[0], head)
				if i < 0 {
					t.Fatalf("no column %q in %q", head, rows[0])
				}
				cells = append(cells, row[i])
			}
			out[cells[0]] = cells[1:]
		}
		return out
	}
	table, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(get(t, h, "/list.csv?in=9&of=").Body.String(), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(get(t, h, "/list.xlsx?in=9&of=").Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := book.GetRows(book.GetSheetList()[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]map[string][]string{"the table": read(table), "the sheet": read(sheet)} {
		for number, want := range map[string][]string{"N-039": {"2", "0", "11"}, "N-038": {"", "", ""}, "N-037": {"0", "0", "0"}} {
			if !slices.Equal(want, got[number]) {
				t.Errorf("%s says of %s %q, want %q", name, number, got[number], want)
			}
		}
	}
}

// A list as an XLSX file has a sheet of applications, one of sources, one of findings and
// one of opinions.
func TestWorkbook(t *testing.T) {
	store := deskStore(t)
	d := store.documents[339]
	d.Identity.Title = `=HYPERLINK("http://evil.example","x")`
	store.documents[339] = d
	store.found = map[int64][]finding.Finding{339: {{Kind: finding.Others, Reason: finding.ByWhole, Source: 2, Share: 390, Count: 390}, {Kind: finding.Little}}}
	said := evidence.Opinion{Verdict: evidence.NoConcern, Reviewer: "王处", Reason: "=1+1", At: testTime}
	store.decisions[339] = []evidence.Decision{{Subject: evidence.SubjectCheck, Verdict: said.Verdict, Reviewer: said.Reviewer, At: testTime}}
	store.opinions[339] = []record.Opinion{{Account: 1, Opinion: said}, {Account: 2, Opinion: said}}
	store.checks[38] = record.Check{ID: 38, Document: record.Document{ID: 338}, State: record.CheckDone, FinishedAt: testTime}
	store.decisions[38] = []evidence.Decision{{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: said.Reviewer, At: testTime}}
	s, _ := testSite(t, store)
	h := s.handler()
	if row := one(t, get(t, h, "/checks?call=9&q=N-038&col=verdict").page, "tr.row"); !strings.Contains(text(row), "Earlier: Explanation needed") {
		t.Errorf("the row of what was decided once: %q", text(row))
	}
	if table := get(t, h, "/list.csv?in=9&doc=338&of=").Body.String(); !strings.Contains(table, "Verdict on earlier check") || !strings.Contains(table, ",,Explanation needed,") {
		t.Errorf("the table has no earlier verdict:\n%s", table)
	}
	a := get(t, h, "/list.xlsx?in=9&of="+url.QueryEscape("sort=overall"))
	if a.Code != http.StatusOK || !strings.Contains(a.Header().Get("Content-Disposition"), "2026%20%E9%9D%A2%E4%B8%8A%E9%A1%B9%E7%9B%AE.xlsx") {
		t.Fatalf("status %d, %s", a.Code, a.Header().Get("Content-Disposition"))
	}
	book, err := excelize.OpenReader(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	rows := func(sheet int) [][]string {
		t.Helper()
		out, err := book.GetRows(book.GetSheetList()[sheet])
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	applications, findings, opinions := rows(0), rows(2), rows(3)
	if len(applications) != 42 || len(findings) != 3 || len(opinions) != 3 {
		t.Fatalf("%d applications, %d findings, %d opinions, with their heads", len(applications), len(findings), len(opinions))
	}
	cell := func(row []string, head string) string {
		for i, name := range applications[0] {
			if name == head {
				return row[i]
			}
		}
		t.Fatalf("no column %q in %q", head, applications[0])
		return ""
	}
	first, second := applications[1], applications[2]
	for row, want := range map[*[]string]string{&first: "", &second: "Explanation needed"} { // whose newest check has no verdict
		if got := cell(*row, "Verdict on earlier check"); got != want {
			t.Errorf("an earlier verdict on %s is %q, want %q", cell(*row, "Number"), got, want)
		}
	}
	for head, want := range map[string]string{
		"Title": d.Identity.Title, "Number": "N-039", "Overall similarity": "39.0%", "Verdict": "No concern", "Findings": "2", "Largest source": store.documents[2].Identity.Title,
	} {
		if got := cell(first, head); got != want {
			t.Errorf("%s is %q, want %q", head, got, want)
		}
	}
	if formula, _ := book.GetCellFormula(book.GetSheetList()[0], "C2"); formula != "" {
		t.Errorf("the title is the formula %q", formula)
	}
	if linked, address, _ := book.GetCellHyperLink(book.GetSheetList()[2], "K2"); !linked || !strings.HasSuffix(address, "/checks/339/sources/2") {
		t.Errorf("the finding leads to %q", address)
	}
	if last := opinions[1]; last[4] != "王处" || last[7] != "=1+1" {
		t.Errorf("the opinion is %q", last)
	}
	// What was chosen alone.
	a = get(t, h, "/list.xlsx?in=9&doc=301&doc=302&of=")
	if book, err = excelize.OpenReader(bytes.NewReader(a.Body.Bytes())); err != nil {
		t.Fatal(err)
	}
	if applications = rows(0); len(applications) != 3 {
		t.Errorf("%d rows of two that were chosen", len(applications))
	}
	for target, want := range map[string]int{"/list.xlsx?in=x": 400, "/list.xlsx?in=77": 404, "/list.xlsx?doc=x": 400} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	exports := 0
	for _, e := range store.entries {
		if e.Act.Action == audit.Export {
			exports++
		}
	}
	if exports != 3 {
		t.Errorf("%d exports are recorded, want 3", exports)
	}
}

// A reviewer's file has what is theirs, and not whose the sources are.
func TestWorkbookOfReviewers(t *testing.T) {
	p := testPeople(t, func(c *Config) { c.MaskSources = true })
	p.rows.found, p.rows.edges = map[int64][]finding.Finding{}, checkedEdges(t, p.rows)
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	for n, check := range p.rows.checks {
		if check.State == record.CheckDone {
			p.rows.assigned[[2]int64{id, check.Document.ID}] = true
			p.rows.found[check.Document.ID] = []finding.Finding{{Kind: finding.Others, Source: 2}}
			p.rows.decisions[n] = append(p.rows.decisions[n], evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.NoConcern, Reviewer: "somebody else", At: testTime})
			p.rows.opinions[n] = []record.Opinion{{Account: id + 1, Opinion: evidence.Opinion{Verdict: evidence.NoConcern, Reviewer: "somebody else", At: testTime}}}
		}
	}
	a := get(t, p.handler(), "/list.xlsx", reviewer...)
	book, err := excelize.OpenReader(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	for _, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows[1:] {
			if sheet == book.GetSheetList()[1] && (row[4] != "" || row[5] != "" || row[6] != "" || row[8] == "" || row[10] == "") {
				t.Errorf("of a source somebody who may not know it is told %q", row)
			}
			if said := strings.Join(row, "\n"); strings.Contains(said, "somebody else") || sheet == book.GetSheetList()[2] && strings.Contains(said, p.rows.documents[2].Identity.Title) {
				t.Errorf("sheet %s says %q", sheet, said)
			}
		}
		if sheet != book.GetSheetList()[3] && len(rows) < 2 {
			t.Errorf("sheet %s is empty", sheet)
		}
	}
}

// checkedEdges returns the edges of check 1, as its evidence has them.
func checkedEdges(t *testing.T, store *fakeStore) (out []record.Edge) {
	t.Helper()
	e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	score.Choice{}.Apply(e, store.texts[1])
	for _, s := range e.Sources {
		if s.Full > 0 {
			out = append(out, record.Edge{Document: 1, Source: s.ID, Relation: s.Relation, Year: s.Identity.Year, Characters: s.Full, Here: 1, There: 1234})
		}
	}
	slices.SortFunc(out, func(a, b record.Edge) int { return cmp.Compare(b.Characters, a.Characters) })
	return out
}

// The sheet of sources has a row a source: versions of one application are one, with the
// characters that they cover together, and what is the applicant's own stays apart, as on
// the report.
func TestWorkbookOfSources(t *testing.T) {
	store := richStore(t)
	store.groups, store.edges = [][]int64{{2, 3, 4}}, checkedEdges(t, store)
	e, err := evidence.Decode(bytes.NewReader(store.evidence[1]))
	if err != nil {
		t.Fatal(err)
	}
	score.Choice{}.Apply(e, store.texts[1])
	together := score.Together(e, store.texts[1], [][]int64{{2, 4}})[0].Full
	s, _ := testSite(t, store)
	a := get(t, s.handler(), "/list.xlsx?doc=1", "Accept-Language", "en")
	book, err := excelize.OpenReader(bytes.NewReader(a.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows("Sources")
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, want a head, the versions and the applicant's own (%v)", len(rows), err)
	}
	versions, own := rows[1], rows[2]
	if versions[13] != "2" { // whichever covers more stands first
		versions, own = own, versions
	}
	title := func(id int64) string { return store.documents[id].Identity.Title }
	if versions[11] != strconv.Itoa(together) || versions[13] != "2" || versions[12] != "12.3%" ||
		!slices.Contains([]string{title(2), title(4)}, versions[4]) || !slices.Contains([]string{title(2), title(4)}, versions[14]) || versions[4] == versions[14] {
		t.Errorf("versions that cover %d characters together: %q", together, versions)
	}
	if own[4] != title(3) || own[13] != "1" || own[8] != "same applicant" {
		t.Errorf("the applicant's own: %q", own)
	}
}
