package web

import (
	"compress/gzip"
	"io"
	"net/http"
	"testing"
)

// Pages and our own files come compressed to who takes that, and what people
// have uploaded, errors and streams as they are.
func TestCompression(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	style := ""
	for _, link := range all(get(t, h, "/").page, "link") {
		if attr(link, "rel") == "stylesheet" {
			style = attr(link, "href")
		}
	}
	for target, want := range map[string]bool{
		"/checks/1": true, style: true, "/library": true,
		"/documents/1/file": false, "/checks/1/evidence.xml": false, "/events?check=1": false, "/checks/99": false, "/healthz": false,
	} {
		for header, takes := range map[string]bool{"": false, "identity": false, "gzip, deflate, br": true} {
			plain, a := get(t, h, target), get(t, h, target, "Accept-Encoding", header)
			compressed := want && takes
			if (a.Header().Get("Content-Encoding") == "gzip") != compressed {
				t.Errorf("%q: %s comes as %q", header, target, a.Header().Get("Content-Encoding"))
				continue
			}
			if !compressed {
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
	if a := ask(t, h, http.MethodHead, "/checks/1", nil, "Accept-Encoding", "gzip"); a.Code != http.StatusOK {
		t.Errorf("HEAD: status %d", a.Code)
	}
}
