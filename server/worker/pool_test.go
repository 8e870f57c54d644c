package worker

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// A pool works with a single connection: nothing holds one while it waits for
// another.
func TestPoolOfOneConnection(t *testing.T) {
	c := librarytest.Postgres(t)
	separator := "?"
	if strings.Contains(c.DatabaseURL, "?") {
		separator = "&"
	}
	c.DatabaseURL += separator + "pool_max_conns=1"
	w := newWorld(t, c).start()
	if n := w.store.Postgres().Config().MaxConns; n != 1 {
		t.Fatalf("%d connections", n)
	}
	copied := essay("湿地")
	r := w.submit(forLibrary(upload("past", copied)), forCheck(upload("fresh", copied)))
	w.waitCheck(r[1].Check, record.CheckDone)
	if got := w.sources(r[1].Check); len(got) != 1 {
		t.Errorf("sources %v", got)
	}
	w.stop()
}

// No job begins before what jobs need is loaded; the pool starts meanwhile and takes uploads.
func TestJobsArePrepared(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		asked, loaded := make(chan struct{}, 100), make(chan struct{})
		var ready atomic.Bool
		w.config.Prepare = func() { asked <- struct{}{}; <-loaded }
		w.engine.before = func(context.Context, checker.Input, func(done, total int)) error {
			if !ready.Load() {
				t.Error("a check has begun before")
			}
			return nil
		}
		w.start()
		r := w.submitOne(forCheck(upload("early", essay("沼泽"))))
		<-asked
		ready.Store(true)
		close(loaded)
		w.waitCheck(r.Check, record.CheckDone)
		w.stop()
	})
}

// Many uploads of the same files at once, in opposite orders, are all taken.
func TestUploadsInOppositeOrders(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		const uploads, files = 16, 10
		w := newWorld(t, c).open()
		var forth []record.Upload
		for i := range files {
			forth = append(forth, forCheck(upload(string(rune('a'+i)), essay(string(rune('a'+i))))))
		}
		back := slices.Clone(forth)
		slices.Reverse(back)
		var all sync.WaitGroup
		for i := range uploads {
			all.Go(func() {
				for _, r := range w.pool.Submit(t.Context(), [][]record.Upload{forth, back}[i%2]) {
					if r.Err != nil || r.Document == 0 || r.Check == 0 {
						t.Errorf("receipt %+v", r)
					}
				}
			})
		}
		all.Wait()
		if _, n, err := w.store.Documents(t.Context(), record.Filter{Limit: 1}); err != nil || n != uploads*files {
			t.Errorf("%d documents, %v", n, err)
		}
	})
}

// A file that is in the library is not stored there a second time, in one upload or in two,
// and is checked all the same.
func TestSameFile(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).open()
		file := upload("a", essay("湿地"))
		first := w.submit(forLibrary(file))
		again := w.submit(forLibrary(file), forCheck(forLibrary(upload("another name", essay("湿地")))), forLibrary(upload("b", essay("草原"))))
		for i, r := range again[:2] {
			if r.Err != nil || !r.Same || r.Document != first[0].Document || (r.Check != 0) != (i == 1) {
				t.Errorf("receipt %+v", r)
			}
		}
		if again[2].Same || again[2].Document == first[0].Document {
			t.Errorf("another file: %+v", again[2])
		}
		if _, n, err := w.store.Documents(t.Context(), record.Filter{Limit: 1}); err != nil || n != 2 {
			t.Errorf("%d documents, %v", n, err)
		}
	})
}
