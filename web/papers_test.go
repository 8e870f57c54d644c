package web

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Papers and evidence of several come as one archive, which says what is in it, what is
// not, and why.
func TestPapersOfMany(t *testing.T) {
	store := deskStore(t)
	s, _ := testSite(t, store)
	s.Print = func(_ context.Context, page []byte) ([]byte, error) {
		return append([]byte("%PDF-1.7 "), page[:40]...), nil
	}
	h := s.handler()
	ctx, stop := context.WithCancel(t.Context())
	wait := s.tasks.Start(ctx)
	t.Cleanup(func() { stop(); wait() })
	checked := store.checks[1].Document.ID
	a := post(t, h, "/selection/papers", url.Values{"doc": {"300", "340", strconv.FormatInt(checked, 10)}, "reviewer": {"王"}})
	of := a.Header().Get("Location")
	if a.Code != http.StatusSeeOther || !strings.HasPrefix(of, "/tasks/") {
		t.Fatalf("status %d to %s", a.Code, of)
	}
	page := get(t, h, of)
	for deadline := time.Now().Add(time.Minute); !strings.Contains(text(page.page), "Download ZIP") && time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		page = get(t, h, of)
	}
	checkPage(t, page)
	if said := text(page.page); !strings.Contains(said, "3 of 3 processed") || !strings.Contains(said, "has no result yet") {
		t.Errorf("the task says %q", said)
	}
	a = get(t, h, of+"/papers.zip")
	archive, err := zip.NewReader(bytes.NewReader(a.Body.Bytes()), int64(a.Body.Len()))
	if err != nil {
		t.Fatalf("status %d: %v", a.Code, err)
	}
	files := map[string][]byte{}
	for _, f := range archive.File {
		if age := time.Since(f.Modified); age < -time.Minute || age > time.Hour {
			t.Errorf("%s is of %s", f.Name, f.Modified)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	index := string(files["index.csv"])
	papers := 0
	for name, data := range files {
		folder, _, in := strings.Cut(name, "/")
		if !in {
			continue
		}
		sum := sha256.Sum256(data)
		if !strings.Contains(index, hex.EncodeToString(sum[:])) || !strings.Contains(index, name) {
			t.Errorf("%s is not in the index, or with another sum", name)
		}
		if folder == "papers" && bytes.HasPrefix(data, []byte("%PDF")) {
			papers++
		}
	}
	if lines := strings.Count(index, "\r\n"); lines != 4 || papers != 1 || len(files) != 4 || !strings.Contains(index, "has no result yet") {
		t.Errorf("%d lines, %d papers, %d files: %s", lines, papers, len(files), index)
	}
}
