package web

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
)

// An officer who is asked for an independent opinion is told no other before by the list,
// its tables and its archives either; then all of them.
func TestOfficerWhoReviews(t *testing.T) {
	p := severalOpinions(t)
	h := p.handler()
	id, both := p.join(t, "both", record.Officer, record.Reviewer)
	other, _ := p.join(t, "other", record.Reviewer)
	for _, account := range []int64{id, other} {
		p.rows.assigned[[2]int64{account, 1}] = true
		p.rows.due[[2]int64{account, 1}] = "2026-03-04"
	}
	said := func(account int64, verdict evidence.Verdict, who string) record.Opinion {
		return record.Opinion{Account: account, Opinion: evidence.Opinion{Verdict: verdict, Reviewer: who, Reason: "reason of " + who, At: testTime}}
	}
	p.rows.opinions[1] = []record.Opinion{said(other, evidence.Explain, "first other"), said(other+1, evidence.NoConcern, "second other")}
	query := url.QueryEscape("call=50")
	everything := func() (list, csv, book string, xml int) {
		t.Helper()
		page := get(t, h, "/checks?call=50&col=opinions&col=overall", both...)
		checkPage(t, page)
		table := get(t, h, "/list.csv?of="+query, both...)
		x := get(t, h, "/list.xlsx?of="+query, both...)
		opened, err := excelize.OpenReader(bytes.NewReader(x.Body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		for _, sheet := range opened.GetSheetList() {
			rows, err := opened.GetRows(sheet)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				book += strings.Join(row, "\t") + "\n"
			}
		}
		return text(one(t, page.page, "tr.row")), table.Body.String(), book, get(t, h, "/checks/1/decided.xml", both...).Code
	}
	list, csv, book, xml := everything()
	for name, s := range map[string]string{"list": list, "CSV": csv, "XLSX": book} {
		for _, hidden := range []string{"other: ", "reason of", "Third opinion", "2/2"} {
			if strings.Contains(s, hidden) {
				t.Errorf("the %s says %q of what is to be kept: %q", name, hidden, s)
			}
		}
	}
	if !strings.Contains(list, "awaiting your opinion") || xml != http.StatusForbidden {
		t.Errorf("the list says %q, the evidence with opinions has status %d", list, xml)
	}
	if !strings.Contains(csv, "2026-03-04") || !strings.Contains(book, "2026-03-04") {
		t.Errorf("the day is missing in\n%s\nor\n%s", csv, book)
	}
	differ := func() (listed int, counted string) {
		t.Helper()
		rows := all(get(t, h, "/checks?call=50&only=differ", both...).page, "tr.row")
		for _, n := range all(get(t, h, "/checks?call=50", both...).page, "label.option") {
			if box := namedInputs(n, "input", "only"); len(box) == 1 && attr(box[0], "value") == "differ" {
				counted = text(one(t, n, "small"))
			}
		}
		return len(rows), counted
	}
	if listed, counted := differ(); listed != 0 || counted != "0" {
		t.Errorf("%d rows are listed as differing, %q counted", listed, counted)
	}
	archive := post(t, h, "/selection/papers", url.Values{"doc": {"1"}}, both...)
	papers := archive.Header().Get("Location") + "/papers.zip"
	if a := get(t, h, papers, both...); !strings.HasPrefix(papers, "/tasks/") || a.Code != http.StatusForbidden {
		t.Errorf("%s of the archive: status %d", papers, a.Code)
	}
	p.rows.opinions[1] = append(p.rows.opinions[1], said(id, evidence.Explain, "both"))
	list, csv, book, xml = everything()
	for name, s := range map[string]string{"CSV": csv, "XLSX": book} {
		if !strings.Contains(s, "first other: ") {
			t.Errorf("with their own opinion the %s says %q", name, s)
		}
	}
	if strings.Contains(list, "awaiting your opinion") || xml != http.StatusOK {
		t.Errorf("then the list says %q, the evidence has status %d", list, xml)
	}
	if a := get(t, h, papers, both...); a.Code != http.StatusNotFound { // it is not made yet
		t.Errorf("then of the archive: status %d", a.Code)
	}
	if listed, counted := differ(); listed != 1 || counted != "1" {
		t.Errorf("then %d rows are listed as differing, %q counted", listed, counted)
	}
}

// Papers of many keep from officers who are asked for an opinion what others have said of passages until all opinions are given,
// as each report does.
func TestPapersSealed(t *testing.T) {
	p := severalOpinions(t)
	by := func(account int64, login string) record.Opinion {
		return record.Opinion{
			Account: account,
			Opinion: evidence.Opinion{Verdict: evidence.Explain, Reviewer: "Name of " + login, Reason: "copied"},
		}
	}
	h := p.handler()
	id, both := p.join(t, "both", record.Officer, record.Reviewer)
	other, _ := p.join(t, "other", record.Reviewer)
	for _, account := range []int64{id, other} {
		p.rows.assigned[[2]int64{account, 1}] = true
	}
	p.rows.decisions[1] = []evidence.Decision{
		{Subject: evidence.SubjectMatch, ID: 1, Verdict: evidence.Confirmed, Reviewer: "Name of other", Comment: "copied"},
	}
	p.rows.opinions[1] = []record.Opinion{by(id, "both")}
	papers := post(t, h, "/selection/papers", url.Values{"doc": {"1"}}, both...).Header().Get("Location") + "/papers.zip"
	if a := get(t, h, papers, both...); !strings.HasPrefix(papers, "/tasks/") || a.Code != http.StatusForbidden {
		t.Errorf("%s with one opinion of two: status %d", papers, a.Code)
	}
	p.rows.opinions[1] = append(p.rows.opinions[1], by(other, "other"))
	if a := get(t, h, papers, both...); a.Code != http.StatusNotFound { // it is not made yet
		t.Errorf("with both: status %d", a.Code)
	}
}

// The page of reviewers counts what is open, done and overdue over all calls, and leads to
// the rows.
func TestReviewersPage(t *testing.T) {
	p := severalOpinions(t)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	none := get(t, h, "/reviewers", officer...)
	checkPage(t, none)
	if !strings.Contains(text(none.page), "No applications have been assigned yet.") {
		t.Errorf("without anything it says %q", text(none.page))
	}
	late, _ := p.join(t, "late", record.Reviewer)
	done, reviewer := p.join(t, "done", record.Reviewer)
	p.rows.calls[51] = record.Call{ID: 51, Name: "青年", State: record.CallOpen}
	d := p.rows.documents[2]
	d.Call = 51
	p.rows.documents[2] = d
	for _, x := range [][2]int64{{late, 1}, {late, 2}, {done, 1}} {
		p.rows.assigned[x] = true
		p.rows.due[x] = "2001-02-03"
	}
	p.rows.opinions[1] = []record.Opinion{{Account: done, Opinion: evidence.Opinion{Verdict: evidence.NoConcern, Reviewer: "done", At: testTime}}}
	page := get(t, h, "/reviewers", officer...)
	checkPage(t, page)
	rows := all(one(t, page.page, "#reviewing"), "tr")[1:] // without the heads
	if len(rows) != 2 {
		t.Fatalf("%d rows: %q", len(rows), text(page.page))
	}
	if got := text(rows[0]); !strings.HasPrefix(got, "Name of late (late)") || !strings.Contains(got, "22022001-02-03") {
		t.Errorf("who is late: %q", got)
	}
	if got := text(rows[1]); !strings.HasPrefix(got, "Name of done (done)") || !strings.HasSuffix(got, "1010") {
		t.Errorf("who is done: %q", got)
	}
	if list := get(t, h, attr(all(rows[0], "a")[0], "href"), officer...); len(all(list.page, "tr.row")) == 0 || p.rows.query.AssignedTo != late {
		t.Errorf("the name leads to %d rows of account %d", len(all(list.page, "tr.row")), p.rows.query.AssignedTo)
	}
	csv := strings.Split(strings.TrimSpace(get(t, h, "/reviewers.csv", officer...).Body.String()), "\r\n")
	if len(csv) != 3 || csv[1] != "Name of late (late),2,2,0,2,2001-02-03" {
		t.Errorf("the table says %q", csv)
	}
	if a := get(t, h, "/reviewers", reviewer...); a.Code != http.StatusForbidden {
		t.Errorf("of a reviewer: status %d", a.Code)
	}
}

// To show a list again by its form loses no filter, also of what the form has no field for.
func TestWorkFormKeepsFilters(t *testing.T) {
	store := deskStore(t)
	for id := int64(300); id < 340; id += 2 {
		d := store.documents[id]
		d.Identity.Programme, d.Identity.Institution, d.Identity.Year = "面上", "大学", 2025
		store.documents[id] = d
	}
	s, _ := testSite(t, store)
	h := s.handler()
	has := func(n *html.Node, name string) bool {
		return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
	}
	for _, query := range []string{
		"call=9&programme=none&institution=none&year=none", "call=9&state=done&state=queued", "only=no-finding", "only=overdue&only=unassigned", "programme=gone", "verdict=no-concern",
		"year=2025&year=none", "reviewer=77", "sort=due&order=down", "overall-from=10&overall-to=20", "q=x&finding=" + string(finding.Others),
	} {
		page := get(t, h, "/checks?"+query)
		if page.Code != http.StatusOK {
			t.Fatalf("%s: status %d", query, page.Code)
		}
		checkPage(t, page)
		sent := url.Values{}
		form := one(t, page.page, "[data-work-filter]")
		for _, n := range all(form, "input") {
			if (attr(n, "type") != "checkbox" || has(n, "checked")) && attr(n, "name") != "col" && attr(n, "value") != "" {
				sent.Add(attr(n, "name"), attr(n, "value"))
			}
		}
		for _, n := range all(form, "select") {
			chosen := slices.DeleteFunc(all(n, "option"), func(o *html.Node) bool { return !has(o, "selected") })
			if len(chosen) == 0 && !has(n, "multiple") {
				chosen = all(n, "option")[:1] // as browsers do
			}
			for _, o := range chosen {
				if value := attr(o, "value"); value != "" {
					sent.Add(attr(n, "name"), value)
				}
			}
		}
		want, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		for field, values := range want {
			got := slices.Clone(sent[field])
			slices.Sort(got)
			slices.Sort(values)
			if !slices.Equal(got, values) {
				t.Errorf("%s: the form sends %s=%q", query, field, got)
			}
		}
	}
	if a := post(t, h, "/views", url.Values{"name": {"nothing said"}, "query": {"programme=none&year=none&only=no-finding"}}); a.Header().Get("Location") != "/checks?only=no-finding&programme=none&year=none" {
		t.Errorf("a saved view leads to %q", a.Header().Get("Location"))
	}
}
