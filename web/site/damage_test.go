package site

import "testing"

// Pages leave out what is damaged; what changes something, and what programs and files get, does not.
func TestShows(t *testing.T) {
	for _, x := range []struct {
		method, path string
		want         bool
	}{
		{"GET", "/", true},
		{"GET", "/calls/:id", true},
		{"POST", "/calls/:id", false},
		{"GET", "/api/v1/calls", false},
		{"GET", "/list.csv", false},
		{"GET", "/checks/:id/evidence.xml", false},
	} {
		if got := (Route{Method: x.method, Path: x.path}).shows(); got != x.want {
			t.Errorf("%s %s: %t", x.method, x.path, got)
		}
	}
}
