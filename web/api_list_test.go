package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// answered returns what a path of the interface answers as JSON.
func answered[T any](t *testing.T, h http.Handler, method, path string, status int, header ...string) (out T) {
	t.Helper()
	a := ask(t, h, method, site.Versioned+path, nil, header...)
	if a.Code != status {
		t.Fatalf("%s %s: status %d: %s", method, path, a.Code, a.Body)
	}
	if err := json.Unmarshal(a.Body.Bytes(), &out); err != nil {
		t.Fatalf("%s %s: %v: %s", method, path, err, a.Body)
	}
	return out
}

type listed[T any] struct {
	Items []T
	Next  *string
}

// Programs get the hints that the report shows, both passages with them, page by page.
func TestHintsOfCheck(t *testing.T) {
	store := richStore(t)
	e := giveHints(t, store)
	s, _ := testSite(t, store)
	type hint struct {
		ID         int
		Source     int64
		Kind       string
		Strength   string
		Characters int
		This       struct{ Text string }
		There      struct{ Text string }
	}
	h := s.handler()
	got := answered[listed[hint]](t, h, http.MethodGet, "/checks/1/hints", http.StatusOK)
	shown := 0
	for _, x := range e.Hints.Hints {
		if x.FalseAlarms <= e.Hints.Level {
			shown++
		}
	}
	if len(got.Items) != shown || shown == 0 {
		t.Fatalf("%d hints, want %d", len(got.Items), shown)
	}
	for _, x := range got.Items {
		if x.This.Text == "" || x.There.Text == "" || x.Source == 0 || evidence.Strength(x.Strength) == "" {
			t.Errorf("a hint without what it is about: %+v", x)
		}
	}
	first := answered[listed[hint]](t, h, http.MethodGet, "/checks/1/hints?limit=1", http.StatusOK)
	if len(first.Items) != 1 || (first.Next != nil) != (shown > 1) {
		t.Errorf("the first page is %+v", first)
	}
}

// Submissions are listed to who made them alone; webhooks without their secrets; external sources with their counts.
func TestListsForPrograms(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	mine, officer := p.join(t, "officer", record.Officer)
	other, colleague := p.join(t, "colleague", record.Officer)
	_, admin := p.join(t, "admin", record.Administrator)
	for _, account := range []int64{mine, other, mine} {
		if _, err := p.rows.Announce(t.Context(), record.Submission{Account: account, Identity: evidence.Identity{Title: "x"}}); err != nil {
			t.Fatal(err)
		}
	}
	type numbered struct{ ID int64 }
	ids := func(l listed[numbered]) (out []int64) {
		for _, x := range l.Items {
			out = append(out, x.ID)
		}
		return out
	}
	for _, x := range []struct {
		who  []string
		want []int64
	}{{officer, []int64{3, 1}}, {colleague, []int64{2}}} {
		got := ids(answered[listed[numbered]](t, h, http.MethodGet, "/submissions", http.StatusOK, x.who...))
		if len(got) != len(x.want) || got[0] != x.want[0] {
			t.Errorf("submissions %v, want %v", got, x.want)
		}
	}
	first := answered[listed[numbered]](t, h, http.MethodGet, "/submissions?limit=1", http.StatusOK, officer...)
	if first.Next == nil {
		t.Fatal("the first page has no next")
	}
	rest := answered[listed[numbered]](t, h, http.MethodGet, strings.TrimPrefix(*first.Next, site.Versioned), http.StatusOK, officer...)
	if got := ids(rest); len(got) != 1 || got[0] != 1 || rest.Next != nil {
		t.Errorf("the second page has %v", got)
	}

	p.rows.hooks.all = []record.Webhook{
		{ID: 4, Name: "desk", Address: "https://example.org/x", Events: record.Events(), Secret: "s3cret", Failed: 2},
	}
	a := ask(t, h, http.MethodGet, site.Versioned+"/webhooks", nil, admin...)
	if a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `"failed":2`) || strings.Contains(a.Body.String(), "s3cret") {
		t.Errorf("webhooks: status %d, %s", a.Code, a.Body)
	}
	if a := ask(t, h, http.MethodGet, site.Versioned+"/webhooks", nil, officer...); a.Code != http.StatusForbidden {
		t.Errorf("webhooks, as an officer: status %d", a.Code)
	}
	sources := must(p.rows.HarvestSources(t.Context()))(t)
	got := answered[listed[struct{ Name string }]](t, h, http.MethodGet, "/harvests", http.StatusOK, officer...)
	if len(got.Items) != len(sources) {
		t.Errorf("%d external sources, want %d", len(got.Items), len(sources))
	}
}

// The list of a call is the table of its page; its papers are packed by a bulk action, whose file is given out once it is there.
func TestCallForPrograms(t *testing.T) {
	store := richStore(t)
	store.calls = map[int64]record.Call{3: {ID: 3, Name: "2026"}}
	d := store.documents[1]
	d.Call = 3
	store.documents[1] = d
	s, _ := testSite(t, store)
	h := s.handler()
	a := ask(t, h, http.MethodGet, site.Versioned+"/calls/3/list.csv", nil)
	lines := strings.Count(strings.TrimSpace(a.Body.String()), "\n")
	if a.Code != http.StatusOK || lines != 1 || a.Body.String() != get(t, h, "/list.csv?in=3").Body.String() {
		t.Errorf("the list: status %d, %d rows:\n%s", a.Code, lines, a.Body)
	}
	task := answered[struct {
		ID     int64
		Action string
		Call   int64
		Total  int
		Papers *string
	}](t, h, http.MethodPost, "/calls/3/papers", http.StatusAccepted)
	if task.Action != "papers" || task.Call != 3 || task.Total != 1 || task.Papers != nil {
		t.Errorf("the task is %+v", task)
	}
	made := fmt.Sprintf("/tasks/%d", task.ID)
	for path, want := range map[string]int{
		"/calls/9/list.csv": http.StatusNotFound, "/tasks/9999": http.StatusNotFound, made: http.StatusOK,
		made + "/papers.zip": http.StatusNotFound, // not yet
	} {
		if a := ask(t, h, http.MethodGet, site.Versioned+path, nil); a.Code != want {
			t.Errorf("%s: status %d, want %d", path, a.Code, want)
		}
	}
}
