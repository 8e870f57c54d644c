package web

import (
	"io"
	"net/http"
	"net/http/httptest"
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
	forms := map[string]string{
		multipart:                           string(must(io.ReadAll(upload))(t)),
		"application/x-www-form-urlencoded": url.Values{"back": {large}}.Encode(),
	}
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
		for kind, sent := range forms {
			// By its length it is refused before any of it is read, and without one when it has grown too large.
			for name, body := range map[string]io.Reader{"declared": strings.NewReader(sent), "streamed": io.MultiReader(strings.NewReader(sent))} {
				if a := ask(t, h, r.Method, target, body, "Content-Type", kind); a.Code != http.StatusRequestEntityTooLarge {
					t.Errorf("%s, %s, %s: status %d", target, kind, name, a.Code)
				}
			}
			if early := readEarly(h, r.Method, target, kind, sent); early {
				t.Errorf("%s, %s: a body that is refused by its length is read before the answer", target, kind)
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

// earlyBody notes whether it is read before there is an answer.
type earlyBody struct {
	io.Reader
	answer *httptest.ResponseRecorder
	early  bool
}

func (b *earlyBody) Read(p []byte) (int, error) {
	b.early = b.early || b.answer.Body.Len() == 0
	return b.Reader.Read(p)
}

// readEarly reports whether a body of a declared length is read before the answer to it is written.
func readEarly(h http.Handler, method, target, kind, sent string) bool {
	body := &earlyBody{Reader: strings.NewReader(sent), answer: httptest.NewRecorder()}
	r := httptest.NewRequest(method, target, body)
	r.ContentLength, r.Host = int64(len(sent)), "127.0.0.1:8080"
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	h.ServeHTTP(body.answer, r)
	return body.early
}
