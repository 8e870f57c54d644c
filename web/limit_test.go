package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

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
	soon, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	release, err := s.Hold(soon, s.config.MaxUploadTotal)
	if err != nil {
		t.Fatalf("the upload keeps its place in memory: %v", err)
	}
	release()

	s.config.Incoming += "/is-not-there"
	if a := postFiles(t, s.handler(), "/library", "one"); a.Code != http.StatusInternalServerError {
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
	if a.Code != http.StatusInsufficientStorage || len(jobs.uploads) != 0 || !strings.Contains(a.Body.String(), "Not enough disk space") {
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

// unread is a body that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("it is read")
	return 0, io.ErrUnexpectedEOF
}

// An upload that says itself that it is far too large is refused before it comes.
func TestForetoldSize(t *testing.T) {
	s, jobs := testSite(t, richStore(t))
	h := s.handler()
	for _, path := range []string{"/checks", "/library", "/imports"} {
		r := httptest.NewRequest(http.MethodPost, path, unread{t})
		r.Host = "127.0.0.1:8080"
		r.Header.Set("Sec-Fetch-Site", "same-origin")
		r.ContentLength = 1 << 40
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		a := httptest.NewRecorder()
		h.ServeHTTP(a, r)
		if a.Code != http.StatusRequestEntityTooLarge || a.Header().Get("Connection") != "close" || len(jobs.uploads) != 0 {
			t.Errorf("%s: status %d, connection %q, %d submitted", path, a.Code, a.Header().Get("Connection"), len(jobs.uploads))
		}
	}
}
