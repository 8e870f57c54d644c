package web

import (
	"net/http"
	"os"
	"testing"
	"time"
)

func TestServeDev(t *testing.T) {
	addr := os.Getenv("SERVE_DEV")
	if addr == "" {
		t.Skip()
	}
	store := richStore(t)
	if os.Getenv("SERVE_EMPTY") != "" {
		store = newFakeStore()
	}
	s, _ := testSite(t, store)
	srv := &http.Server{Addr: addr, Handler: s.handler()}
	go srv.ListenAndServe()
	d, _ := time.ParseDuration(os.Getenv("SERVE_FOR"))
	time.Sleep(d)
}
