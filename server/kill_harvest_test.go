package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
	"zhiwen/server/servertest"
)

// A server that is killed in the middle of a list, and another time while it fetches a file,
// loses no record and stores none twice: the next one on the same data goes on by the token, and asks for
// no file again that is stored.
func TestKillWhileHarvesting(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		const records = 12
		r := servertest.NewRepository(t, 3)
		for i := range records {
			path := fmt.Sprintf("/f/%d.txt", i)
			r.Text(path, strings.Join(pagetest.Text(uint64(900+i), 6), "\n"))
			r.Put(
				servertest.Record{
					ID:    fmt.Sprint("oai:t:", i),
					Stamp: "2024-01-02T03:04:05Z",
					Title: fmt.Sprint("论文", i),
					Links: []string{r.At + path},
				},
			)
		}
		reached := make(chan string, 1000)
		// hold keeps the requests back that come, from the one of a number on; free lets them go.
		hold := func(of string, at int32) (free func()) {
			var n atomic.Int32
			stuck := make(chan struct{})
			r.Hang(func(path string) {
				if !strings.HasPrefix(path, of) {
					return
				}
				switch i := n.Add(1); {
				case i == at:
					reached <- path
					<-stuck
				case i > at:
					<-stuck
				}
			})
			return func() { close(stuck) }
		}
		arrives := func(what string) {
			select {
			case <-reached:
			case <-time.After(stepTimeout):
				t.Fatalf("never: %s", what)
			}
		}
		free := hold("/oai", 4) // Identify, two parts, and the third does not come
		arguments := []string{"--data", t.TempDir()}
		if c.DatabaseURL != "" {
			arguments = append(arguments, "--database-url", c.DatabaseURL)
		}
		base, kill := apart(t, arguments...)
		for _, x := range []struct {
			path string
			form url.Values
		}{
			{"/settings/web", url.Values{"networks": {"127.0.0.0/8"}, "contact": {""}, "seen": {"0"}}},
			{"/harvests", url.Values{"kind": {"oai"}, "name": {"库"}, "address": {r.URL}, "minutes": {"1440"}, "pause": {"0"}, "most": {"100"}}},
		} {
			answer, err := http.PostForm(base+x.path, x.form)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK || x.path == "/harvests" && answer.Request.URL.Path == x.path {
				t.Fatalf("%s: status %d at %s", x.path, answer.StatusCode, answer.Request.URL)
			}
		}
		arrives("the third part of the list")
		kill()
		free()
		free = hold("/f/", 5) // the fifth file does not come
		_, kill = apart(t, arguments...)
		arrives("the fifth file")
		kill()
		r.Hang(nil)
		free()
		base, kill = apart(t, arguments...)
		waitFor(t, "all is stored and read", func() bool {
			q, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/harvests/1", nil)
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set("Accept-Language", "en")
			answer, err := http.DefaultClient.Do(q)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = answer.Body.Close() }()
			page, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatalf("status %d, %v", answer.StatusCode, err)
			}
			return strings.Contains(string(page), fmt.Sprintf("%d of %d files read", records, records))
		})
		kill()
		view, err := library.OpenView(t.Context(), library.Config{DataDir: arguments[1], DatabaseURL: c.DatabaseURL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = view.Close() }()
		ids, err := view.DocumentIDs(t.Context())
		if err != nil || len(ids) != records {
			t.Errorf("%d documents of %d records: %v", len(ids), records, err)
		}
		sources, err := view.HarvestSources(t.Context())
		if err != nil || len(sources) != 1 || sources[0].Outcomes[record.HarvestStored] != records || sources[0].Total != records {
			t.Errorf("%+v %v", sources, err)
		}
		if n := r.Asked("Identify"); n != 1 {
			t.Errorf("the list was begun %d times", n)
		}
		again := 0
		for i := range records {
			n := r.Asked(fmt.Sprintf("/f/%d.txt", i))
			again += n - 1
		}
		if again > 1 {
			t.Errorf("%d files were asked for again; the one that was cut off is all that may be", again)
		}
	})
}
