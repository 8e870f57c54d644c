package web

import (
	"compress/gzip"
	"io"
	"strconv"
	"testing"
)

func TestCompression(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	for header, want := range map[string]bool{
		"": false, "gzip": true, "gzip, deflate, br": true, "br;q=1.0, GZIP;q=0.8": true, "gzip;q=0": false, "gzip; q=0.000": false, "gzip;q=0.01": true, "xgzip": false,
	} {
		for _, target := range []string{"/checks/1", s.assets.addresses["style.css"]} {
			plain := get(t, h, target)
			a := get(t, h, target, "Accept-Encoding", header)
			if (a.Header().Get("Content-Encoding") == "gzip") != want {
				t.Errorf("%q: %s comes as %q", header, target, a.Header().Get("Content-Encoding"))
				continue
			}
			if got := a.Header().Get("Content-Length"); got != "" && got != strconv.Itoa(a.Body.Len()) {
				t.Errorf("%s: Content-Length %s of %d", target, got, a.Body.Len())
			}
			if !want {
				continue
			}
			if a.Body.Len() > plain.Body.Len()/2 {
				t.Errorf("%s: %d bytes of %d", target, a.Body.Len(), plain.Body.Len())
			}
			z, err := gzip.NewReader(a.Body)
			if err != nil {
				t.Fatal(err)
			}
			if b, err := io.ReadAll(z); err != nil || string(b) != plain.Body.String() {
				t.Errorf("%s: %d bytes come back of %d, %v", target, len(b), plain.Body.Len(), err)
			}
		}
	}
	if a := get(t, h, s.assets.addresses["logo.svg"], "Accept-Encoding", "gzip"); a.Body.Len() < compressFrom && a.Header().Get("Content-Encoding") != "" {
		t.Error("a small answer is compressed")
	}
}

func TestCacheKeepsTheLast(t *testing.T) {
	var c cache
	for i := range int64(cacheSize + 3) {
		c.put(decoded{check: i})
		c.get(0) // is always in use
	}
	if _, ok := c.get(0); !ok {
		t.Error("what was in use has gone")
	}
	if _, ok := c.get(1); ok || len(c.entries) != cacheSize {
		t.Errorf("%d entries, the oldest among them: %t", len(c.entries), ok)
	}
}

// What one reader chooses does not reach the next.
func TestCacheIsNotChanged(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	before := text(get(t, h, "/checks/1").page)
	get(t, h, "/checks/1?exclude=none&kind=near&length=50&share=3")
	if after := text(get(t, h, "/checks/1").page); after != before {
		t.Error("the page has changed")
	}
}
