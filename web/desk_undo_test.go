package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// A bulk action is taken back as a whole, from the list that says that it was done and from its page, once; and not at all
// when somebody has gone on from one of its applications.
func TestUndo(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	decide := func() string {
		t.Helper()
		a := post(t, h, "/selection/verdict", url.Values{"doc": {"300", "301"}, "of": {"call=9"}, "comment": {"own text"}, "reviewer": {"王"}})
		list := get(t, h, a.Header().Get("Location"))
		checkPage(t, list)
		return attr(one(t, one(t, list.page, ".said-done"), "form"), "action")
	}
	decided := func(document int64) bool {
		v := store.verdictOf(document)
		return v != nil && v.Verdict != evidence.Withdrawn
	}
	undo := decide()
	if !decided(300) || !decided(301) {
		t.Fatal("nothing was decided")
	}
	if page := get(t, h, strings.TrimSuffix(undo, "/undo")); attr(one(t, page.page, "form"), "action") == "" || !strings.Contains(page.Body.String(), `action="`+undo+`"`) {
		t.Error("the task's page does not offer to undo it")
	}
	a := post(t, h, undo, url.Values{"list": {"call=9"}})
	if to := a.Header().Get("Location"); a.Code != http.StatusSeeOther || !strings.HasPrefix(to, "/checks?call=9&did=undo&done=2&left=0") {
		t.Fatalf("status %d to %s", a.Code, to)
	}
	if decided(300) || decided(301) {
		t.Error("a verdict stands")
	}
	if said := text(get(t, h, a.Header().Get("Location")).page); !strings.Contains(said, "2 applications processed") {
		t.Errorf("the list says %q", said)
	}
	if a := post(t, h, undo, nil); a.Code != http.StatusConflict {
		t.Errorf("once more: status %d", a.Code)
	}

	undo = decide()
	item, _ := store.item(store.documents[301])
	if err := store.Decide(t.Context(), item.Shown, evidence.Decision{Subject: evidence.SubjectCheck, Verdict: evidence.Explain, Reviewer: "李", Comment: "asked"}, record.AnySeen); err != nil {
		t.Fatal(err)
	}
	if a := post(t, h, undo, nil); a.Code != http.StatusConflict || !strings.Contains(text(a.page), "worked on since") {
		t.Errorf("gone on from: status %d, %q", a.Code, text(a.page))
	}
	if !decided(300) || store.verdictOf(301).Verdict != evidence.Explain {
		t.Error("something was taken back though somebody has gone on from it")
	}
}

// What became something to look at since the page was shown gets no verdict with the others.
func TestOnlyListedIsDecided(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	page := get(t, h, "/selection?do=verdict&doc=300&doc=301&of=call%3D9").page
	var checks []string
	for _, field := range all(page, "input") {
		if attr(field, "name") == "checks" {
			checks = strings.Split(attr(field, "value"), ",")
		}
	}
	if len(checks) != 2 {
		t.Fatalf("the page names %v", checks)
	}
	post(t, h, "/selection/verdict", url.Values{"doc": {"300", "301"}, "checks": {checks[0]}, "of": {"call=9"}, "comment": {"own text"}, "reviewer": {"王"}})
	if n := len(store.work(record.WorkFilter{IDs: []int64{300, 301}, Decided: true})); n != 1 {
		t.Errorf("%d of two are decided, one of which was listed", n)
	}
}

// Assignments given in bulk are taken back as a whole, and not at all once one of the applications has an opinion.
func TestUndoAssignments(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	id, _ := p.join(t, "reviewer", record.Reviewer)
	var docs []string
	for _, check := range p.rows.checks {
		if check.State == record.CheckDone {
			docs = append(docs, strconv.FormatInt(check.Document.ID, 10))
		}
	}
	assign := func() string {
		t.Helper()
		a := post(t, h, "/selection/assign", url.Values{"doc": docs, "account": {strconv.FormatInt(id, 10)}}, officer...)
		if a.Code != http.StatusSeeOther || len(p.rows.assigned) != len(docs) {
			t.Fatalf("status %d, %d of %d are assigned", a.Code, len(p.rows.assigned), len(docs))
		}
		return attr(one(t, one(t, get(t, h, a.Header().Get("Location"), officer...).page, ".said-done"), "form"), "action")
	}
	if a := post(t, h, assign(), nil, officer...); a.Code != http.StatusSeeOther || len(p.rows.assigned) != 0 {
		t.Errorf("status %d, still assigned %v", a.Code, p.rows.assigned)
	}
	undo := assign()
	for document := range p.rows.documents {
		if w, _ := p.rows.item(p.rows.documents[document]); p.rows.assigned[[2]int64{id, document}] && w.Shown != 0 {
			p.rows.opinions[w.Shown] = append(p.rows.opinions[w.Shown], record.Opinion{Account: id, Opinion: evidence.Opinion{Verdict: evidence.Explain}})
			break
		}
	}
	if a := post(t, h, undo, nil, officer...); a.Code != http.StatusConflict || len(p.rows.assigned) != len(docs) {
		t.Errorf("with an opinion: status %d, %d of %d are assigned", a.Code, len(p.rows.assigned), len(docs))
	}
}

// What was added to the library in bulk leaves it as a whole, and not at all once a check has found text of it there. Programs find
// the bulk action and whether it can be undone.
func TestUndoLibrary(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	there := func() bool { return store.documents[300].InLibrary && store.documents[301].InLibrary }
	enter := func() string {
		t.Helper()
		a := post(t, h, "/selection/enter", url.Values{"doc": {"300", "301"}, "of": {"call=9"}})
		if a.Code != http.StatusSeeOther || !there() {
			t.Fatalf("status %d", a.Code)
		}
		return attr(one(t, one(t, get(t, h, a.Header().Get("Location")).page, ".said-done"), "form"), "action")
	}
	undo := enter()
	list := get(t, h, site.Versioned+"/tasks").Body.String()
	for _, said := range []string{`"action":"enter"`, `"undoable":true`, `"done":2`, `"id":` + strings.Split(undo, "/")[2]} {
		if !strings.Contains(list, said) {
			t.Errorf("the list of bulk actions does not say %s: %s", said, list)
		}
	}
	if a := post(t, h, undo, nil); a.Code != http.StatusSeeOther || store.documents[300].InLibrary || store.documents[301].InLibrary {
		t.Errorf("status %d, in the library %t", a.Code, there())
	}
	undone := strings.TrimSuffix(undo, "/undo")
	if list := get(t, h, "/tasks"); len(all(list.page, `a.state`)) != 1 || !strings.Contains(text(list.page), "undone") {
		t.Errorf("the list does not show what was undone: %s", text(list.page))
	}
	if page := get(t, h, undone); !strings.Contains(text(page.page), "undone") || strings.Contains(page.Body.String(), undo) {
		t.Error("the page of what was undone offers to undo it")
	}
	if list := get(t, h, site.Versioned+"/tasks").Body.String(); strings.Contains(list, `"undoable":true`) {
		t.Errorf("the list of programs calls it undoable: %s", list)
	}
	if a := post(t, h, undo, nil); a.Code != http.StatusConflict {
		t.Errorf("undone twice: status %d", a.Code)
	}
	undo = enter()
	store.edges = append(store.edges, record.Edge{Document: 310, Source: 301})
	if a := post(t, h, undo, nil); a.Code != http.StatusConflict || !there() {
		t.Errorf("found by a check: status %d, in the library %t", a.Code, there())
	}
	if page := get(t, h, site.Versioned+"/tasks?limit=1").Body.String(); !strings.Contains(page, `"next":"`) || strings.Count(page, `"action"`) != 1 {
		t.Errorf("a page of one: %s", page)
	}
}
