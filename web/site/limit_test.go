package site

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gin-gonic/gin"
	"golang.org/x/sync/semaphore"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// Who finds no place is asked to come again, and what has ended makes place.
func TestTake(t *testing.T) {
	places := semaphore.NewWeighted(2)
	ctx := context.Background()
	for range 2 {
		if err := take(ctx, places, 1, 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := take(ctx, places, 1, time.Millisecond); !errors.Is(err, record.ErrCrowded) {
		t.Errorf("a third: %v", err)
	}
	gone, leave := context.WithCancel(ctx)
	leave()
	if err := take(gone, places, 1, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("one who has left: %v", err)
	}
	places.Release(1)
	if err := take(ctx, places, 1, 0); err != nil {
		t.Errorf("after one has ended: %v", err)
	}
}

// fakeStore is a library without a row.
type fakeStore struct{}

func (fakeStore) Check(context.Context, int64) (record.Check, error) {
	return record.Check{}, record.ErrNotFound
}

func (fakeStore) Document(context.Context, int64) (record.Document, error) {
	return record.Document{}, record.ErrNotFound
}

func (fakeStore) Claiming(context.Context) (bool, error) { return false, nil }

func (fakeStore) Assigned(context.Context, int64, int64) (bool, error) { return false, nil }

func (fakeStore) Unsaid(context.Context, int64) ([]int64, error) { return nil, nil }

func (fakeStore) Settings(context.Context) (setting.Values, error) { return setting.Usual(), nil }

func (fakeStore) Record(context.Context, audit.Act) error { return nil }

// testHandler serves routes, which everybody may have, of a site without accounts.
func testHandler(t *testing.T, routes []Route) (*Site, http.Handler) {
	t.Helper()
	table := Rights{}
	for _, path := range []string{"/static/:name", "/favicon.ico", "/logo/:name"} {
		table["GET "+path] = Right{Who: Everyone}
	}
	for _, r := range routes {
		does := Enter
		if r.Method == http.MethodGet {
			does = Read
		}
		table[r.Line()] = Right{Does: does, Who: Everyone}
	}
	table["POST /language"], table["POST /reviewer"] = Right{Does: Enter, Who: Everyone}, Right{Does: Enter, Who: Local}
	s, err := New(Config{
		Serving: Serving{Addr: "127.0.0.1:0", Logger: slog.New(slog.DiscardHandler)}, UploadMemory: 1,
		Store: fakeStore{}, Rights: table, Templates: fstest.MapFS{
			"layout.html": {Data: []byte(`{{block "main" .}}{{end}}`)}, "partial/empty.html": {}, "page/fault.html": {Data: []byte(`{{define "main"}}{{.Name}}{{end}}`)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.Handler(append(routes, s.Routes()...))
	if err != nil {
		t.Fatal(err)
	}
	return s, h
}

// What takes a place of its sort finds none where all are taken, and gives it back;
// places of other sorts are others.
func TestPlaces(t *testing.T) {
	answer := func(c *gin.Context) error {
		c.String(http.StatusOK, "here")
		return nil
	}
	routes := []Route{
		{Method: http.MethodGet, Path: "/stream", Do: answer, Stream: true},
		{Method: http.MethodGet, Path: "/page", Do: answer},
		{Method: http.MethodGet, Path: "/export", Do: answer, Act: audit.Export},
	}
	s, h := testHandler(t, routes)
	get := func(target string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, target, nil)
		r.Host = "localhost"
		h.ServeHTTP(w, r)
		return w
	}
	if !s.limits.streams.TryAcquire(maxStreams) {
		t.Fatal("not all places are free")
	}
	if a := get("/stream"); a.Code != http.StatusServiceUnavailable || a.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q", a.Code, a.Header().Get("Retry-After"))
	}
	if a := get("/page"); a.Code != http.StatusOK {
		t.Errorf("a page: status %d", a.Code)
	}
	s.limits.streams.Release(maxStreams)
	for range 3 { // each gives its place back
		if a := get("/export"); a.Code != http.StatusOK {
			t.Errorf("an export: status %d", a.Code)
		}
	}
	if !s.limits.exports.TryAcquire(maxExports) {
		t.Error("an export keeps its place")
	}
}
