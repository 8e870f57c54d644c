package client

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// server answers requests in turn by what each is to get, the last for ever, and notes them.
type server struct {
	answers []http.HandlerFunc

	mu   sync.Mutex
	keys []string
	sent []string // bodies
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	next := s.answers[min(len(s.keys), len(s.answers)-1)]
	s.keys, s.sent = append(s.keys, r.Header.Get("Idempotency-Key")), append(s.sent, string(b))
	s.mu.Unlock()
	next(w, r)
}

func serve(t *testing.T, answers ...http.HandlerFunc) (*server, *Client) {
	s := &server{answers: answers}
	at := httptest.NewServer(s)
	t.Cleanup(at.Close)
	return s, New(at.URL, "")
}

func busy(status int, after string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", after)
		w.WriteHeader(status)
	}
}

func gives(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, body) }
}

// drops ends the connection in the middle of an answer.
func drops(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = fmt.Fprint(w, `{"id":`)
	panic(http.ErrAbortHandler)
}

// While the server has too much to do every request is sent again, whole and under the same key.
func TestBusy(t *testing.T) {
	s, c := serve(t, busy(http.StatusTooManyRequests, "1"), busy(http.StatusServiceUnavailable, "1"), gives(`{"id":7}`))
	if got, err := c.Announce(t.Context(), Application{Title: "题"}); err != nil || got.ID != 7 {
		t.Errorf("%+v %v", got, err)
	}
	if len(s.keys) != 3 || s.keys[0] == "" || s.keys[0] != s.keys[1] || s.keys[0] != s.keys[2] || s.sent[2] != s.sent[0] || s.sent[0] == "" {
		t.Errorf("keys %q, bodies %q", s.keys, s.sent)
	}
	s, c = serve(t, busy(http.StatusTooManyRequests, "1"), gives(`{"id":7}`))
	if got, err := c.Upload(t.Context(), 7, "a.txt", strings.NewReader("the whole file")); err != nil || got.ID != 7 {
		t.Errorf("%+v %v", got, err)
	}
	if len(s.keys) != 2 || s.keys[0] != s.keys[1] || s.sent[0] != s.sent[1] || !strings.Contains(s.sent[1], "the whole file") {
		t.Errorf("keys %q, bodies %q", s.keys, s.sent)
	}
	// What cannot be read again is not sent half, and nobody waits for a day.
	s, c = serve(t, busy(http.StatusTooManyRequests, "1"), gives(`{"id":7}`))
	var problem *Problem
	if _, err := c.Upload(t.Context(), 7, "a.txt", io.MultiReader(strings.NewReader("once"))); !errors.As(err, &problem) || len(s.keys) != 1 {
		t.Errorf("%d requests, %v", len(s.keys), err)
	}
	s, c = serve(t, busy(http.StatusTooManyRequests, "86400"))
	if _, err := c.Announce(t.Context(), Application{}); !errors.As(err, &problem) || len(s.keys) != 1 {
		t.Errorf("%d requests, %v", len(s.keys), err)
	}
}

// A server that accepts and says nothing, or stops in the middle, is given up.
func TestSilence(t *testing.T) {
	hangs := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	begins := func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprint(w, `{"id":`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}
	for _, answer := range []http.HandlerFunc{hangs, begins} {
		_, c := serve(t, answer)
		c.silence = 50 * time.Millisecond
		var away *Unreachable
		if _, err := c.Check(t.Context(), 1); !errors.As(err, &away) || away.Server != c.base || !errors.Is(err, errSilence) {
			t.Errorf("%v", err)
		}
	}
	if c := New("http://x.example", ""); c.silence < waitSeconds*time.Second {
		t.Error("a request that waits for a check is taken for one without answer")
	}
	// A file that cannot be read is no fault of the server.
	_, c := serve(t, gives(`{}`))
	closed, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	_ = closed.Close()
	var away *Unreachable
	if _, err := c.Upload(t.Context(), 1, "a.txt", closed); !errors.Is(err, os.ErrClosed) || errors.As(err, &away) {
		t.Errorf("%v", err)
	}
}

// Who waits for a check waits on while the server is started anew, and not for ever.
func TestWaitWhileAway(t *testing.T) {
	s, c := serve(t, drops, busy(http.StatusBadGateway, ""), gives(`{"id":7,"state":"running"}`), drops, gives(`{"id":7,"state":"done"}`))
	c.pause = time.Millisecond
	if check, err := c.Wait(t.Context(), 7); err != nil || check.State != "done" || len(s.keys) != 5 {
		t.Errorf("%+v %v", check, err)
	}
	_, c = serve(t, drops)
	c.pause, c.patience = time.Millisecond, 20*time.Millisecond
	var away *Unreachable
	if _, err := c.Wait(t.Context(), 7); !errors.As(err, &away) {
		t.Errorf("%v", err)
	}
}

// Hints come with both passages.
func TestHints(t *testing.T) {
	_, c := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/checks/7/hints" {
			t.Errorf("asked for %s", r.URL)
		}
		_, _ = io.WriteString(w, `{"items":[{"id":5,"source":2,"kind":"summary","strength":"middle",
			"verdict":null,"this":{"offset":3,"text":"a"},"there":{"text":"b"}}],"next":null}`)
	})
	all, err := c.Hints(t.Context(), 7)
	if err != nil || len(all) != 1 || all[0].Kind != "summary" || all[0].This.Offset != 3 || all[0].There.Text != "b" {
		t.Errorf("%+v, %v", all, err)
	}
}

// Sections are read page after page, and what is deleted is gone or waits for another officer.
func TestSectionsAndDeletion(t *testing.T) {
	var asked []string
	answer := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			asked = append(asked, r.Method+" "+r.URL.String())
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	_, c := serve(t,
		answer(http.StatusOK, `{"items":[{"title":"a","share":0.5}],"next":"/api/v1/checks/7/sections?after=x"}`),
		answer(http.StatusOK, `{"items":[{"title":"b","share":null}],"next":null}`),
		answer(http.StatusAccepted, ""),
		answer(http.StatusNoContent, ""),
		answer(http.StatusNoContent, ""),
		answer(http.StatusConflict, `{}`),
	)
	all, err := c.Sections(t.Context(), 7)
	if err != nil || len(all) != 2 || all[0].Share == nil || *all[0].Share != 0.5 || all[1].Title != "b" || all[1].Share != nil {
		t.Errorf("%+v, %v", all, err)
	}
	for _, want := range []bool{false, true} {
		if gone, err := c.DeleteCheck(t.Context(), 7, "entered twice"); err != nil || gone != want {
			t.Errorf("gone %v, %v", gone, err)
		}
	}
	if err := c.DeleteCall(t.Context(), 9, true); err != nil {
		t.Error(err)
	}
	var problem *Problem
	if _, err := c.DeleteCheck(t.Context(), 7, ""); !errors.As(err, &problem) || problem.Status != http.StatusConflict {
		t.Errorf("decided: %v", err)
	}
	want := []string{
		"GET /api/v1/checks/7/sections", "GET /api/v1/checks/7/sections?after=x", "DELETE /api/v1/checks/7?reason=entered+twice",
		"DELETE /api/v1/checks/7?reason=entered+twice", "DELETE /api/v1/calls/9?applications=true", "DELETE /api/v1/checks/7",
	}
	if !slices.Equal(asked, want) {
		t.Errorf("asked %q, want %q", asked, want)
	}
}
