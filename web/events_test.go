package web

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
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

// readEvents reads a stream to its end.
func readEvents(ctx context.Context, t *testing.T, h http.Handler, target string) (events []event, ended bool) {
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
		}
	}
	return events, ended
}

func TestEvents(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	go func() {
		c := store.checks[2]
		for _, progress := range []int{60, 100} {
			time.Sleep(time.Second) // longer than streams wait between two looks
			c.Progress = progress
			if progress == 100 {
				c.State = record.CheckDone
			}
			store.setCheck(c)
		}
	}()
	events, ended := readEvents(ctx, t, s.handler(), "/events?check=2&check=1&check=77&document=5")
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
	for _, target := range []string{"/events", "/events?check=x", "/events?check=-1", "/events?" + strings.Repeat("check=1&", 2*site.PageSize+1)} {
		if a := get(t, s.handler(), target); a.Code != http.StatusBadRequest {
			t.Errorf("%.30s: status %d", target, a.Code)
		}
	}
}

func TestEventsEndWithTheServer(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	stopping := make(chan struct{})
	s.config.Stopping = stopping
	time.AfterFunc(100*time.Millisecond, func() { close(stopping) })
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if events, ended := readEvents(ctx, t, s.handler(), "/events?check=2"); len(events) != 1 || ended || ctx.Err() != nil {
		t.Errorf("%d events, ended %t, %v", len(events), ended, ctx.Err())
	}
}
