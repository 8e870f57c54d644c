package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
)

// submitServer answers as the server's two calls for addresses do, from what a test sets.
type submitServer struct {
	URL string

	mu        sync.Mutex
	token     string                    // what is asked for, "" for nothing
	status    int                       // given instead of an answer, 0 for none
	wait      string                    // Retry-After of that
	results   map[string]map[string]any // by address
	asked     []string                  // addresses of /api/submit
	scheduled []string                  // addresses of /api/schedule/submit
	sizes     []int                     // of what came at a time
	faults    []string
}

func newSubmitServer(t *testing.T) *submitServer {
	s := &submitServer{results: map[string]map[string]any{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	t.Cleanup(func() {
		for _, fault := range s.faults {
			t.Errorf("the server was asked %s", fault)
		}
	})
	return s
}

// ServeHTTP implements http.Handler.
func (s *submitServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.status != 0 {
		if s.wait != "" {
			w.Header().Set("Retry-After", s.wait)
		}
		w.WriteHeader(s.status)
		return
	}
	if r.Method != http.MethodPost || r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" {
		s.faults = append(s.faults, r.Method+" with cookies "+r.Header.Get("Cookie")+" from "+r.Header.Get("Referer"))
	}
	if s.token != "" && r.Header.Get("Authorization") != "Bearer "+s.token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	var in map[string][]string
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || len(in) != 1 || len(in["addresses"]) > 100 {
		s.faults = append(s.faults, "what is no call")
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	addresses := in["addresses"]
	s.sizes = append(s.sizes, len(addresses))
	var out any
	switch r.URL.Path {
	case "/api/submit":
		s.asked = append(s.asked, addresses...)
		var results []map[string]any
		for _, address := range addresses {
			result := map[string]any{"address": address, "state": "unknown_queued", "why": "", "original": nil, "self_verified": false, "page": nil}
			for key, value := range s.results[address] {
				result[key] = value
			}
			results = append(results, result)
		}
		out = map[string]any{"results": results}
	case "/api/schedule/submit":
		s.scheduled = append(s.scheduled, addresses...)
		out = map[string]int{"queued": len(addresses), "known": 0, "ignored": 0}
	default:
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(out)
}

func (s *submitServer) set(change func(*submitServer)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(s)
}

// said returns what came to both calls so far, sorted.
func (s *submitServer) said() (asked, scheduled []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(slices.Values(s.asked)), slices.Sorted(slices.Values(s.scheduled))
}

// resultPages serves pages in the shapes of the search engines' result pages, by host; what leads on says so as
// each engine does. It is asked over TLS by the names that the extension knows.
func resultPages(t *testing.T, bodies map[string]string) (port string) {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, ok := bodies[r.Host+r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// As strict as any of them: marks must be seen all the same.
		w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:")
		_, _ = w.Write([]byte("<!doctype html><html><head><title>" + r.Host + `</title><link rel="icon" href="data:,"></head><body>` + body + "</body></html>"))
	}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // what the browser asks for by itself finds nothing
	server.StartTLS()
	t.Cleanup(server.Close)
	return server.URL[strings.LastIndex(server.URL, ":")+1:]
}
