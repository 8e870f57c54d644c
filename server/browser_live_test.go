package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"zhiwen/static"
)

// Tabs with rows that still change share one stream: a browser has six connections to a server, and further pages load.
// Word of a row comes to the tab that shows it, also when the tab that held the stream has gone.
func TestBrowserManyTabs(t *testing.T) {
	chromium(t)
	var mu sync.Mutex
	open, most, asked := 0, 0, ""
	done := make(chan struct{})
	mux := http.NewServeMux()
	mux.Handle("/static/", http.StripPrefix("/static/", http.FileServerFS(static.Files)))
	mux.HandleFunc("/page/{n}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		n := r.PathValue("n")
		_, _ = fmt.Fprintf(w, `<!doctype html><link rel="icon" href="data:,"><main data-live="/events?check=%s" data-reload><p id="check-%s" data-state="queued"><span data-label>waits</span></p></main><script type="module" src="/static/live.js"></script>`, n, n)
	})
	mux.HandleFunc("/ping", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("/events", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		open++
		most, asked = max(most, open), r.URL.RawQuery
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		for _, id := range r.URL.Query()["check"] {
			_, _ = fmt.Fprintf(w, "event: row\ndata: {\"row\":\"check-%s\",\"state\":\"queued\",\"label\":\"row %s\",\"progress\":0}\n\n", id, id)
		}
		_ = http.NewResponseController(w).Flush()
		select {
		case <-r.Context().Done():
		case <-done:
		}
		mu.Lock()
		open--
		mu.Unlock()
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	defer close(done)

	const tabs = 8
	a := app{base: server.URL, browser: openBrowser(t)}
	var all []*tab
	for n := range tabs {
		b := a.tabWith(t, "en") // of one browser, whose connections they share
		b.open(fmt.Sprintf("/page/%d", n+1))
		b.do(chromedp.Evaluate[chromedp.Void]("void fetch('/ping').then(a => { window.answered = a.ok })"))
		b.want("window.answered", true)
		all = append(all, b)
	}
	for n, b := range all {
		b.want("document.querySelector('[data-label]').innerText", fmt.Sprintf("row %d", n+1))
	}
	// Streams of before end a moment after those that follow them have begun.
	one := func() bool { mu.Lock(); defer mu.Unlock(); return open == 1 }
	for deadline := time.Now().Add(stepTimeout); !one(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%d streams are open, asked for %s", open, asked)
		}
	}
	if most > 3 {
		t.Errorf("%d streams at once", most)
	}
	last := all[tabs-1]
	last.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('[data-label]').textContent = 'stale'"))
	all[0].do(chromedp.Evaluate[chromedp.Void]("dispatchEvent(new Event('pagehide'))")) // it held the stream
	last.want("document.querySelector('[data-label]').innerText", fmt.Sprintf("row %d", tabs))
}

// A row that changes by itself is renewed together with the figures that count rows.
func TestBrowserCountsFollow(t *testing.T) {
	chromium(t)
	const page = `<!doctype html><link rel="icon" href="data:,"><main data-live="/events?document=1"><p id="size" data-counts>%s</p>` +
		`<p id="document-1" data-state="%s">%s</p></main><script type="module" src="/static/live.js"></script>`
	var mu sync.Mutex
	asked := 0
	mux := http.NewServeMux()
	mux.Handle("/static/", http.StripPrefix("/static/", http.FileServerFS(static.Files)))
	mux.HandleFunc("/list", func(w http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if asked++; asked == 1 {
			_, _ = fmt.Fprintf(w, page, "1 unread", "queued", "waits")
		} else {
			_, _ = fmt.Fprintf(w, page, "1 read", "ready", "is read")
		}
	})
	mux.HandleFunc("/events", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprint(w, "event: row\ndata: {\"row\":\"document-1\",\"state\":\"ready\",\"final\":true}\n\nevent: end\ndata: {}\n\n")
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	b := app{base: server.URL, browser: openBrowser(t)}.tab(t, "en")
	b.open("/list")
	b.wait("document.getElementById('document-1').innerText === 'is read'")
	b.want("document.getElementById('size').innerText", "1 read")
}
