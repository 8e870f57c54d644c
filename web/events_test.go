package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

// event is what a stream says of a row.
type event struct {
	Row      string `json:"row"`
	State    string `json:"state"`
	Label    string `json:"label"`
	Progress int    `json:"progress"`
	Final    bool   `json:"final"`
}

// readEvents reads a stream to its end; when it has read one of its events it calls then.
func readEvents(ctx context.Context, t *testing.T, h http.Handler, target string, then func(event)) (events []event, ended bool) {
	t.Helper()
	server := httptest.NewServer(h)
	defer server.Close()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got := answer.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("Content-Type %q", got)
	}
	name := ""
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if v, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			name = v
		}
		if v, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if name == "end" {
				ended = true
				continue
			}
			var e event
			if err := json.Unmarshal([]byte(v), &e); err != nil {
				t.Fatal(err)
			}
			events = append(events, e)
			then(e)
		}
	}
	return events, ended
}

func TestEvents(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	change := func(progress int, state record.CheckState) {
		c := store.checks[2]
		c.Progress, c.State = progress, state
		store.setCheck(c)
	}
	events, ended := readEvents(ctx, t, s.handler(), "/events?check=2&check=1&check=77&document=5", func(e event) {
		switch {
		case e.Row == "document-5": // the last of what is said at first
			change(60, record.CheckRunning)
		case e.Progress == 60:
			change(100, record.CheckDone)
		}
	})
	want := []event{
		{Row: "check-2", State: "running", Label: "Checking", Progress: 40},
		{Row: "check-1", State: "done", Label: "Done", Progress: 100, Final: true},
		{Row: "check-77", State: "gone", Label: "Deleted", Final: true},
		{Row: "document-5", State: "failed", Label: "Failed", Final: true},
		{Row: "check-2", State: "running", Label: "Checking", Progress: 60},
		{Row: "check-2", State: "done", Label: "Done", Progress: 100, Final: true},
	}
	if diff := cmp.Diff(want, events); diff != "" || !ended {
		t.Errorf("ended %t; events: -want +got\n%s", ended, diff)
	}
	if store.reads > 5 { // each row at first, and the open one after each of two changes
		t.Errorf("checks were read %d times", store.reads)
	}
	if len(store.watchers) != 0 {
		t.Errorf("%d still watch", len(store.watchers))
	}
	for _, target := range []string{"/events", "/events?check=x", "/events?check=-1", "/events?" + strings.Repeat("check=1&", 12*site.PageSize+1)} {
		if a := get(t, s.handler(), target); a.Code != http.StatusBadRequest {
			t.Errorf("%.30s: status %d", target, a.Code)
		}
	}
}

func TestEventsEndWithTheServer(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	stopping := make(chan struct{})
	s.config.Stopping = stopping
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if events, ended := readEvents(ctx, t, s.handler(), "/events?check=2", func(event) { close(stopping) }); len(events) != 1 || ended || ctx.Err() != nil {
		t.Errorf("%d events, ended %t, %v", len(events), ended, ctx.Err())
	}
}

// A check that ends while its row is drawn is one that still runs, which the page follows:
// else it would show neither figures nor that it waits for them.
func TestRowOfACheckThatEndsMeanwhile(t *testing.T) {
	store := richStore(t)
	store.meanwhile = func() {
		c := store.checks[2]
		c.Progress, c.State = 100, record.CheckDone
		store.setCheck(c)
	}
	s, _ := testSite(t, store)
	page := get(t, s.handler(), "/checks").page
	row := one(t, page, "#check-2")
	if got := attr(row, "data-state"); got != "running" || len(all(row, "progress")) != 1 {
		t.Errorf("state %q, %d progresses", got, len(all(row, "progress")))
	}
	if got := attr(one(t, page, "main"), "data-live"); !slices.Contains(strings.FieldsFunc(got, func(r rune) bool { return r == '?' || r == '&' }), "check=2") {
		t.Errorf("followed is %q", got)
	}
	store.meanwhile = nil
	row = one(t, get(t, s.handler(), "/checks").page, "#check-2")
	if got := attr(row, "data-state"); got != "done" || len(all(row, "progress")) != 0 {
		t.Errorf("then: state %q, %d progresses", got, len(all(row, "progress")))
	}
}
