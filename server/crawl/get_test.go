package crawl

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/record"
)

func TestGet(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt":
			_, _ = fmt.Fprint(w, "User-agent: *\nDisallow: /closed\n")
		case "/closed/oai", "/same/same/same/file":
			w.Header().Set("Content-Disposition", `attachment; filename="论文.pdf"`)
			w.Header().Set("Content-Type", "application/pdf")
			_, _ = fmt.Fprint(w, r.URL.RawQuery+r.Header.Get("Accept"))
		case "/large":
			_, _ = fmt.Fprint(w, strings.Repeat("x", 101))
		case "/private":
			http.Redirect(w, r, "http://10.0.0.1/", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		case "/busy":
			w.Header().Set("Retry-After", "7")
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	c := client()
	get := func(path string, program bool) (*Answer, error) {
		return c.Get(context.Background(), Get{Address: s.URL + path, Accept: "x/y", Allowed: loopback, Most: 100, Interface: program}, time.Second, new(open).gate)
	}
	// An address is asked as it is written, with fields that Normal leaves out.
	answer, err := get("/closed/oai?resumptionToken=a%2Fb&spm=1#part", true)
	if err != nil || string(answer.Body) != "resumptionToken=a%2Fb&spm=1x/y" || answer.Name != "论文.pdf" || answer.Kind != "application/pdf" {
		t.Errorf("%+v %v", answer, err)
	}
	if _, err := get("/same/same/same/file", false); err != nil {
		t.Error(err)
	}
	for path, want := range map[string]Fault{
		"/closed/oai": {Outcome: record.WebRobots}, "/large": {Outcome: record.WebLarge}, "/private": {Outcome: record.WebPrivate}, "/file": {Outcome: record.WebKind},
		"/busy": {Outcome: record.WebStatus, After: 7 * time.Second},
	} {
		_, err := get(path, false)
		var fault *Fault
		if !errors.As(err, &fault) || fault.Outcome != want.Outcome || fault.After != want.After {
			t.Errorf("%s: %v", path, err)
		}
	}
	for address, want := range map[string]bool{
		"https://x.example/oai": true, "http://x.example:8080/oai?a=1": true, "ftp://x.example/": false, "https://a:b@x.example/": false, "x.example": false,
		"http://x.example:25/": false, "https://x.example/" + strings.Repeat("x", mostGetAddress): false,
	} {
		if Usable(address) != want {
			t.Errorf("%.60s: %v", address, !want)
		}
	}
}
