package web

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"zhiwen/web/site"
)

// A form without files is small, whatever it calls itself: it is refused before
// an action sees it, and nothing of it comes to the disk.
func TestSmallForms(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	s, _ := testSite(t, newFakeStore())
	h := s.handler()
	large := strings.Repeat("x", 64<<20)
	upload, multipart := form(t, nil, "file", large)
	body := must(io.ReadAll(upload))(t)
	fields := url.Values{"back": {large}}.Encode()
	object := `{"addresses":["` + large + `"]}`
	tried := 0
	for _, r := range s.routes() {
		// Those of accounts do not read what strangers send at all.
		if r.Method != http.MethodPost || r.Upload || !new(site.Viewer).Holds(rights[r.Line()]) || r.Path == "/setup" {
			continue
		}
		tried++
		target := strings.ReplaceAll(r.Path, ":id", "1")
		if r.JSON {
			for kind, want := range map[string]int{"application/json": http.StatusRequestEntityTooLarge, "application/x-www-form-urlencoded": http.StatusUnsupportedMediaType} {
				if a := ask(t, h, r.Method, target, strings.NewReader(object), "Content-Type", kind); a.Code != want {
					t.Errorf("%s, %s: status %d", target, kind, a.Code)
				}
			}
			continue
		}
		for kind, sent := range map[string]string{multipart: string(body), "application/x-www-form-urlencoded": fields} {
			// By its length it is refused unread, and without one when it has grown too large.
			declared := strings.NewReader(sent)
			for name, body := range map[string]io.Reader{"declared": declared, "streamed": io.MultiReader(strings.NewReader(sent))} {
				if a := ask(t, h, r.Method, target, body, "Content-Type", kind); a.Code != http.StatusRequestEntityTooLarge {
					t.Errorf("%s, %s, %s: status %d", target, kind, name, a.Code)
				}
			}
			if declared.Len() < len(sent) {
				t.Errorf("%s, %s: %d bytes are read of a body that is refused", target, kind, len(sent)-declared.Len())
			}
		}
	}
	if tried < 8 {
		t.Errorf("only %d routes have been tried", tried)
	}
	left, err := os.ReadDir(temporary)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}
