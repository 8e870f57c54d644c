package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"zhiwen/checker/record"
)

// postFiles uploads files to a site.
func postFiles(t *testing.T, h http.Handler, target string, contents ...string) answer {
	t.Helper()
	var b strings.Builder
	for i, content := range contents {
		fmt.Fprintf(&b, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"%d.txt\"\r\n\r\n%s\r\n", i, content)
	}
	b.WriteString("--b--\r\n")
	return ask(t, h, http.MethodPost, target, strings.NewReader(b.String()), "Content-Type", "multipart/form-data; boundary=b")
}

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

func TestCrowdedStreams(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	if !s.limits.streams.TryAcquire(maxStreams) {
		t.Fatal("not all places are free")
	}
	a := get(t, h, "/events?check=1")
	if a.Code != http.StatusServiceUnavailable || a.Header().Get("Retry-After") == "" {
		t.Errorf("status %d, Retry-After %q", a.Code, a.Header().Get("Retry-After"))
	}
	if a := get(t, h, "/checks/1"); a.Code != http.StatusOK {
		t.Errorf("a page: status %d", a.Code)
	}
	s.limits.streams.Release(maxStreams)
	for range 3 { // each gives its place back
		if a := get(t, h, "/checks/1/evidence.xml"); a.Code != http.StatusOK {
			t.Errorf("an export: status %d", a.Code)
		}
	}
	if !s.limits.exports.TryAcquire(maxExports) {
		t.Error("an export keeps its place")
	}
}

// Uploads are on disk until they are complete, and leave nothing there.
func TestIncoming(t *testing.T) {
	store := richStore(t)
	s, jobs := testSite(t, store)
	s.config.Incoming = t.TempDir()
	h := s.handler()
	large := strings.Repeat("x", int(s.config.MaxUpload)+1)
	if a := postFiles(t, h, "/library", "one", large, "three"); a.Code != http.StatusOK {
		t.Errorf("status %d", a.Code)
	}
	if len(jobs.uploads) != 2 {
		t.Fatalf("%d files were submitted", len(jobs.uploads))
	}
	left, err := os.ReadDir(s.config.Incoming)
	if err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
	if !s.limits.memory.TryAcquire(s.limits.bytes) {
		t.Error("the upload keeps its place in memory")
	}
	s.limits.memory.Release(s.limits.bytes)

	s.config.Incoming += "/is-not-there"
	if a := postFiles(t, h, "/library", "one"); a.Code != http.StatusInternalServerError {
		t.Errorf("where nothing can be kept: status %d", a.Code)
	}
}

func TestNoRoom(t *testing.T) {
	s, jobs := testSite(t, richStore(t))
	s.Room = func(bytes int64) error {
		if bytes < 1 {
			t.Errorf("asked for %d bytes", bytes)
		}
		return fmt.Errorf("disk: %w", record.ErrNoRoom)
	}
	a := postFiles(t, s.handler(), "/checks", "one")
	if a.Code != http.StatusInsufficientStorage || len(jobs.uploads) != 0 || !strings.Contains(a.Body.String(), "Too little room on the disk") {
		t.Errorf("status %d, %d submitted", a.Code, len(jobs.uploads))
	}
}

// The server says what of its work it cannot do.
func TestReady(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	if a := get(t, h, "/readyz"); a.Code != http.StatusOK || a.Body.String() != "ready\n" {
		t.Errorf("status %d: %s", a.Code, a.Body)
	}
	s.Room = func(int64) error { return record.ErrNoRoom }
	store.broken = errors.New("the database is away")
	if a := get(t, h, "/readyz"); a.Code != http.StatusServiceUnavailable || a.Body.String() != "not ready: database, disk\n" {
		t.Errorf("status %d: %s", a.Code, a.Body)
	}
}
