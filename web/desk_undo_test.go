package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
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
	if a := post(t, h, undo, nil); a.Code != http.StatusConflict || !strings.Contains(text(a.page), "continued working") {
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
