package web

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/record"
)

// deskStore returns a store with a call of some dozens of applications, each with a check that is
// done, and one that is still being read.
func deskStore(t testing.TB) *fakeStore {
	t.Helper()
	store := richStore(t)
	store.calls[9] = record.Call{ID: 9, Name: "2026 面上项目", Year: 2026, Deadline: "2026-03-20", State: record.CallOpen, Applications: 40,
		Settings: record.CallSettings{Thresholds: map[record.FigureName]record.Threshold{record.FigureOverall: {Notable: 200, Grave: 400}}}}
	for i := range int64(40) {
		id := 300 + i
		store.documents[id] = record.Document{ID: id, Call: 9, State: record.DocumentReady, CreatedAt: testTime, Identity: evidence.Identity{
			Filename: fmt.Sprintf("%d.docx", i), Title: fmt.Sprintf("Application %d", i), Applicant: "Applicant " + strconv.FormatInt(i%7, 10), Number: fmt.Sprintf("N-%03d", i),
		}}
		covered := int(10 * i)
		store.checks[id] = record.Check{ID: id, Document: record.Document{ID: id}, State: record.CheckDone, Progress: 100, FinishedAt: testTime,
			Countable: 1000, Covered: covered, Sources: 1, Left: record.Tally{Covered: covered, Others: covered / 2, Quoted: covered, Largest: covered, Sources: 1}}
	}
	store.documents[340] = record.Document{ID: 340, Call: 9, State: record.DocumentWaiting, Identity: evidence.Identity{Filename: "late.docx"}, CreatedAt: testTime}
	store.checks[340] = record.Check{ID: 340, Document: record.Document{ID: 340}, State: record.CheckQueued}
	return store
}

// The work list says its state in the address: search, filters, order, columns and page.
func TestWorkList(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/checks?call=9&sort=overall&page=2&col=overall&col=call")
	checkPage(t, a)
	if rows := all(a.page, "tr.row"); len(rows) != 16 {
		t.Errorf("%d rows on page 2 of 41", len(rows))
	}
	if heads := all(a.page, "th"); len(heads) != 6 { // how grave, the box, the application, why, and two columns
		t.Errorf("%d heads", len(heads))
	}
	if q := store.query; q.Call != 9 || q.Sort != record.SortOverall || !q.Descending || q.Offset != 25 {
		t.Errorf("asked for %+v", q)
	}
	if row := one(t, get(t, h, "/checks?call=9&q=N-039").page, "tr.row"); len(all(row, "span.level1")) == 0 || !strings.Contains(text(row), "39.0%") {
		t.Errorf("below the call's mark: %q", text(row))
	}
	if rows := all(get(t, h, "/checks?q=n-00+application&call=9").page, "tr.row"); len(rows) != 10 {
		t.Errorf("a search gives %d rows", len(rows))
	}
	if rows := all(get(t, h, "/checks?state=queued").page, "tr.row"); len(rows) < 1 {
		t.Error("no row is queued")
	}
	decide := one(t, one(t, get(t, h, "/checks?call=9").page, ".work-rest"), "a")
	confirm := get(t, h, attr(decide, "href"))
	checkPage(t, confirm)
	if n := len(store.work(record.WorkFilter{NoFinding: true})); n == 0 || !strings.Contains(text(one(t, get(t, h, "/checks?call=9").page, ".work-rest")), fmt.Sprintf("%d are below the thresholds", n)) || !strings.Contains(text(confirm.page), fmt.Sprintf("%d applications will get the verdict", n)) {
		t.Errorf("%q leads to %q", text(decide), text(confirm.page))
	}
	// Filters that are folded away are said beside the count, each with the list without it, and lie over nothing.
	narrow := get(t, h, "/checks?finding=possible&only=flagged&only=found&programme="+url.QueryEscape("重点项目")+"&institution=none&sort=title")
	checkPage(t, narrow)
	for _, details := range all(narrow.page, "details.tool") {
		if slices.ContainsFunc(details.Attr, func(a html.Attribute) bool { return a.Key == "open" }) {
			t.Error("the filters lie over the list")
		}
	}
	without := map[string]string{}
	for _, chip := range all(narrow.page, "a.chip") {
		without[strings.TrimSpace(strings.ReplaceAll(text(chip), "Remove this filter", ""))] = attr(chip, "href")
	}
	for said, field := range map[string]string{"重点项目": "programme=", "Institution: not given": "institution=", "Possibly rewritten, summarised or translated": "finding=", "With flags": "only=flagged", "Something to review: findings, doubts or high shares": "only=found"} {
		if to := without[said]; to == "" || strings.Contains(to, field) || !strings.Contains(to, "sort=title") || !strings.Contains(to, "only=") {
			t.Errorf("without %q: %q of %q", said, to, without)
		}
	}
	none := get(t, h, "/checks?q=nobody")
	checkPage(t, none)
	if len(all(none.page, "tr.row")) != 0 || !strings.Contains(text(none.page), "No applications found") {
		t.Error("an empty list does not say so")
	}
	for _, bad := range []string{"?sort=x", "?state=x", "?verdict=x", "?only=x", "?col=x", "?call=x", "?page=0", "?page=99", "?after=%21", "?overall-from=200", "?year=x", "?reviewer=-1"} {
		if a := get(t, h, "/checks"+bad); a.Code != http.StatusBadRequest && a.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", bad, a.Code)
		}
	}
	csv := get(t, h, "/list.csv?of="+url.QueryEscape("q=N-039"))
	if lines := strings.Split(strings.TrimSpace(csv.Body.String()), "\r\n"); len(lines) != 2 || !strings.Contains(lines[1], "39.0%") || !strings.Contains(lines[1], "2026 面上项目") {
		t.Errorf("the exported list: %q", csv.Body)
	}
}

// Pages follow one another by keys, and a link to a page is one.
func TestWorkPages(t *testing.T) {
	s, _ := testSite(t, deskStore(t))
	h := s.handler()
	seen := map[string]bool{}
	target := "/checks?call=9"
	for range 3 {
		a := get(t, h, target)
		for _, link := range all(a.page, "a.row-title") {
			seen[attr(link, "href")] = true
		}
		next := ""
		for _, link := range all(a.page, "a") {
			if attr(link, "rel") == "next" {
				next = attr(link, "href")
			}
		}
		if target = next; target == "" {
			break
		}
		if !strings.Contains(target, "after=") {
			t.Errorf("the next page is %s", target)
		}
	}
	if len(seen) != 41 {
		t.Errorf("%d applications on all pages", len(seen))
	}
}

// A list that a bulk action has emptied says so and leads on, not that nothing fits; without a bulk action it does not.
func TestEmptiedList(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	const filter = "call=9&q=N-00"
	post(t, h, "/selection/verdict", url.Values{"all": {"1"}, "of": {filter}, "comment": {"x"}, "reviewer": {"王"}})
	if said := text(get(t, h, "/checks?"+filter+"&verdict=undecided").page); !strings.Contains(said, "No applications found") || strings.Contains(said, "All applications in this list") {
		t.Errorf("without a deed the list says %q", said)
	}
	a := get(t, h, "/checks?did=verdict&done=8&left=0&sort=largest&verdict=undecided&"+filter)
	checkPage(t, a)
	if said := text(a.page); strings.Contains(said, "No applications found") || !strings.Contains(said, "All applications in this list have been processed. 30 applications are still undecided.") {
		t.Errorf("the emptied list says %q", said)
	}
	links := map[string]string{}
	for _, link := range all(one(t, a.page, ".onward"), "a") {
		links[text(link)] = attr(link, "href")
	}
	if want := map[string]string{"Show undecided": "/checks?call=9&sort=largest&verdict=undecided", "Show all": "/checks?sort=largest&tab=all"}; !maps.Equal(links, want) {
		t.Errorf("it leads to %v, want %v", links, want)
	}
	if rows := all(get(t, h, links["Show undecided"]).page, "tr.row"); len(rows) != 25 {
		t.Errorf("%d undecided on the first page", len(rows))
	}
	store.calls[10] = record.Call{ID: 10, Name: "2027", State: record.CallOpen}
	if said := text(get(t, h, "/calls/10?did=delete&done=10&left=0").page); !strings.Contains(said, "10 applications processed") {
		t.Errorf("the call that was emptied says %q", said)
	}
	if said := text(get(t, h, "/checks?did=verdict&done=8&left=0&call=9").page); strings.Contains(said, "All applications in this list") {
		t.Error("a list with rows says that nothing is left")
	}
}

// The column of findings has how many there are, not the number by which lists are sorted.
func TestFindingColumn(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	store.found = map[int64][]finding.Finding{300: {{Kind: finding.Others, Share: 200}, {Kind: finding.Others, Share: 100}, {Kind: finding.Little}}}
	var cells []string
	for _, cell := range all(get(t, s.handler(), "/checks?call=9&sort=rank&col=rank&q=N-000").page, "td") {
		if attr(cell, "data-column") == "Findings" {
			cells = append(cells, strings.TrimSpace(text(cell)))
		}
	}
	if !slices.Equal(cells, []string{"2"}) {
		t.Errorf("the cells say %q", cells)
	}
}

// What is done to many says first what will happen, does it once, and leads back.
func TestSelection(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/selection?do=verdict&doc=300&doc=301&doc=340&of=call%3D9")
	checkPage(t, a)
	if said := text(a.page); !strings.Contains(said, "2 applications will get the verdict") || !strings.Contains(said, "1 more has not been checked") || !strings.Contains(said, "Application 0") {
		t.Errorf("the page says %q", said)
	}
	form := url.Values{"doc": {"300", "301", "340"}, "of": {"call=9"}, "comment": {"all quoted"}, "reviewer": {"王"}}
	if a := post(t, h, "/selection/verdict", url.Values{"doc": {"300"}}); a.Code != http.StatusUnprocessableEntity || store.verdictOf(300) != nil {
		t.Errorf("without a reason: status %d", a.Code)
	}
	a = post(t, h, "/selection/verdict", form)
	if to := a.Header().Get("Location"); a.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/checks?call=9&did=verdict&done=2&left=1&task=") {
		t.Fatalf("status %d to %s", a.Code, to)
	}
	if v := store.verdictOf(300); v == nil || v.Verdict != evidence.NoConcern || v.Comment != "all quoted" || v.Reviewer != "王" {
		t.Errorf("decided %+v", v)
	}
	if said := text(get(t, h, "/checks?call=9&did=verdict&done=2&left=1").page); !strings.Contains(said, "2 applications processed") || !strings.Contains(said, "1 unchanged") {
		t.Errorf("the list says %q", said)
	}
	if rows := all(get(t, h, "/checks?call=9&verdict=undecided&q=application").page, "tr.row"); len(rows) != 25 {
		t.Errorf("%d undecided on the first page", len(rows))
	}
	// All of a list, without those that have a verdict already.
	a = post(t, h, "/selection/verdict", url.Values{"all": {"1"}, "of": {"call=9&q=N-00"}, "comment": {"x"}, "reviewer": {"王"}})
	if to := a.Header().Get("Location"); !strings.HasPrefix(to, "/checks?call=9&did=verdict&done=8&left=2&q=N-00&task=") {
		t.Errorf("all: %s", to)
	}
	// Many are a task with a page of its own, which says what became of each.
	a = post(t, h, "/selection/verdict", url.Values{"all": {"1"}, "of": {"call=9"}, "comment": {"x"}, "reviewer": {"王"}})
	of := a.Header().Get("Location")
	if !strings.HasPrefix(of, "/tasks/") {
		t.Fatalf("many: %s", of)
	}
	page := get(t, h, of)
	checkPage(t, page)
	left := get(t, h, of+"?fate=left")
	checkPage(t, left)
	if said := text(left.page); !strings.Contains(said, "11 of 41 processed") || !strings.Contains(said, "already has a verdict") || !strings.Contains(said, "has no result yet") {
		t.Errorf("the task says %q", said)
	}
	checkPage(t, get(t, h, "/tasks"))
	if table := get(t, h, of+"/fates.csv").Body.String(); strings.Count(table, "\r\n") != 42 || !strings.Contains(table, "already has a verdict") {
		t.Errorf("the table says %q", table)
	}
	for target, want := range map[string]int{of + "?fate=x": 400, of + "/papers.zip": 404, "/tasks/9999": 404, of + "?page=9": 404} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	if a := post(t, h, of+"/again", nil); a.Code != http.StatusConflict {
		t.Errorf("again while it runs: status %d", a.Code)
	}
	if a := post(t, h, of+"/cancel", nil); a.Code != http.StatusSeeOther {
		t.Errorf("cancelled: status %d", a.Code)
	}
	ended := get(t, h, of)
	checkPage(t, ended)
	if !strings.Contains(text(ended.page), "Process the remaining") {
		t.Errorf("the cancelled task says %q", text(ended.page))
	}
	if a := post(t, h, of+"/cancel", nil); a.Code != http.StatusConflict {
		t.Errorf("cancelled twice: status %d", a.Code)
	}
	if a := post(t, h, "/selection/check", url.Values{"doc": {"300"}}); a.Code != http.StatusSeeOther {
		t.Errorf("checked again: status %d", a.Code)
	}
	if newest, _ := s.Store.DocumentChecks(t.Context(), 300); len(newest) != 2 || newest[0].State != record.CheckQueued && newest[1].State != record.CheckQueued {
		t.Errorf("checked again: %+v", newest)
	}
	// What was only checked goes into the library; what is there stays as it is.
	shelved := store.documents[306]
	shelved.InLibrary = true
	store.documents[306] = shelved
	shown := get(t, h, "/selection?do=enter&doc=305&doc=306", "Accept-Language", "en")
	checkPage(t, shown)
	if said := text(one(t, shown.page, "main")); !strings.Contains(said, "1 application will be added") || !strings.Contains(said, "1 more is already in the library") {
		t.Errorf("before it goes into the library: %q", said)
	}
	if store.documents[305].InLibrary {
		t.Error("looking at what will happen put it into the library")
	}
	entered := post(t, h, "/selection/enter", url.Values{"doc": {"305", "306"}})
	if to := entered.Header().Get("Location"); entered.Code != http.StatusSeeOther || !strings.Contains(to, "done=1") || !strings.Contains(to, "left=1") {
		t.Errorf("put into the library: status %d to %s", entered.Code, to)
	} else if back := get(t, h, to, "Accept-Language", "en"); !strings.Contains(text(one(t, back.page, ".said-done")), "Add to the library") {
		t.Errorf("the list says %q", text(back.page))
	}
	if !store.documents[305].InLibrary {
		t.Error("it is not in the library")
	}
	again := post(t, h, "/selection/enter", url.Values{"doc": {"305", "306"}})
	if to := again.Header().Get("Location"); !strings.Contains(to, "done=0") || !strings.Contains(to, "left=2") {
		t.Errorf("put into the library twice: %s", to)
	}
	shelved = store.documents[305]
	shelved.InLibrary = false
	store.documents[305] = shelved
	decided := post(t, h, "/selection/delete", url.Values{"doc": {"305"}}).Header().Get("Location")
	if _, there := store.documents[305]; !there || !strings.Contains(decided, "done=0") || !strings.Contains(decided, "left=1") {
		t.Errorf("what is decided is there: %v, %s", there, decided)
	}
	clear(store.decisions)
	if a := post(t, h, "/selection/delete", url.Values{"doc": {"305"}}); a.Code != http.StatusSeeOther {
		t.Errorf("deleted: status %d", a.Code)
	}
	if _, there := store.documents[305]; there {
		t.Error("what was deleted is there")
	}
	for target, want := range map[string]int{"/selection?do=x&doc=1": 400, "/selection?do=delete": 303, "/selection?do=check&doc=x": 400, "/selection?do=check&doc=99999": 200} {
		if a := get(t, h, target); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	if a := post(t, h, "/selection/delete", url.Values{}); a.Code != http.StatusBadRequest {
		t.Errorf("nothing chosen: status %d", a.Code)
	}
}

// Reviewers get applications of others, and those only.
func TestAssignMany(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	id, reviewer := p.join(t, "reviewer", record.Reviewer)
	d := p.rows.documents[4]
	d.Identity.Participants = append(d.Identity.Participants, evidence.Person{Name: "Name of reviewer"})
	p.rows.documents[4] = d
	var docs []string
	for _, check := range p.rows.checks {
		docs = append(docs, strconv.FormatInt(check.Document.ID, 10))
	}
	form := url.Values{"doc": docs, "account": {strconv.FormatInt(id, 10)}}
	a := post(t, h, "/selection/assign", form, officer...)
	if a.Code != http.StatusSeeOther || len(p.rows.assigned) == 0 {
		t.Fatalf("status %d, assigned %v: %s", a.Code, p.rows.assigned, text(a.page))
	}
	for x := range p.rows.assigned {
		if x[1] == 4 || x[0] != id {
			t.Errorf("account %d has document %d", x[0], x[1])
		}
	}
	if a := post(t, h, "/selection/assign", url.Values{"doc": docs}, officer...); a.Code != http.StatusUnprocessableEntity {
		t.Errorf("to nobody: status %d", a.Code)
	}
	if a := post(t, h, "/selection/assign", form, reviewer...); a.Code != http.StatusForbidden {
		t.Errorf("by a reviewer: status %d", a.Code)
	}
	if list := get(t, h, "/", reviewer...); len(all(list.page, "tr.row")) != len(p.rows.assigned) || len(all(list.page, "#selection")) != 0 {
		t.Errorf("the reviewer's list has %d rows of %d", len(all(list.page, "tr.row")), len(p.rows.assigned))
	}
}

// A view is saved under a name, is a link from then on, and goes when it is taken away.
func TestSavedViews(t *testing.T) {
	s, _ := testSite(t, deskStore(t))
	h := s.handler()
	if a := post(t, h, "/views", url.Values{"name": {"undecided"}, "query": {"call=9&verdict=undecided&page=2"}}); a.Header().Get("Location") != "/checks?call=9&verdict=undecided" {
		t.Fatalf("status %d to %s", a.Code, a.Header().Get("Location"))
	}
	view := one(t, get(t, h, "/checks").page, "li.view")
	if got := attr(one(t, view, "a"), "href"); got != "/checks?call=9&verdict=undecided" {
		t.Errorf("the view leads to %s", got)
	}
	if a := post(t, h, attr(one(t, view, "form"), "action"), nil); a.Code != http.StatusSeeOther {
		t.Errorf("status %d", a.Code)
	}
	if len(all(get(t, h, "/checks").page, "li.view")) != 0 {
		t.Error("the view is still there")
	}
	for _, form := range []url.Values{{"query": {"call=9"}}, {"name": {"x"}, "query": {"sort=no"}}} {
		if a := post(t, h, "/views", form); a.Code != http.StatusBadRequest {
			t.Errorf("%v: status %d", form, a.Code)
		}
	}
}
