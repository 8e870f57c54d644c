package worker

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// batchFiles are more than an upload may have for somebody to wait for it.
const batchFiles = mostAwaited + 10

// ofBatch reports whether a file is one of importBatch.
func ofBatch(name string) bool { return strings.HasPrefix(name, "batch") }

// holdingWorld returns a server for which some files take as long as until release is closed.
func holdingWorld(t *testing.T, c library.Config, release chan struct{}, held func(name string) bool) *world {
	t.Helper()
	w := newWorld(t, c)
	w.config.Imports = t.TempDir()
	w.extractor.before = func(ctx context.Context, name string) error {
		if !held(name) {
			return nil
		}
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return w
}

// importBatch begins an import of many files into the library and waits until all stand in the queue.
func importBatch(t *testing.T, w *world) {
	t.Helper()
	var files []string
	for n := range batchFiles {
		files = append(files, fmt.Sprintf("batch-%d.txt", n), essay(fmt.Sprint("批", n)))
	}
	id, err := w.pool.Import(t.Context(), record.Import{Name: "many", ToLibrary: true}, []record.Incoming{parcelOf(t, files...)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the import is stored", func() bool {
		i, err := w.store.Import(t.Context(), id)
		return err == nil && i.State == record.ImportDone && i.Outcomes[record.OutcomeStored] == batchFiles
	})
}

// waiting returns how many documents are still to be read.
func (w *world) waiting() int {
	w.t.Helper()
	ids, err := w.store.WaitingIDs(context.Background())
	if err != nil {
		w.t.Fatal(err)
	}
	return len(ids)
}

// What one person hands in or has checked again is done while a batch stands in the queue and all of its workers, of
// one server or of two, are busy: with reading, and then with checks. A further check sees what the person's has not seen.
func TestPeoplePassBatches(t *testing.T) {
	testrun.NeedWhole(t)
	run := func(t *testing.T, c library.Config, servers int) {
		release, releaseChecks := make(chan struct{}), make(chan struct{})
		var all []*world
		for range servers {
			w := holdingWorld(t, c, release, ofBatch)
			w.engine.before = func(ctx context.Context, in checker.Input, _ func(done, total int)) error {
				if !strings.HasPrefix(in.Identity.Filename, "batch") {
					return nil
				}
				select {
				case <-releaseChecks:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			all = append(all, w.start())
		}
		w, last := all[0], all[len(all)-1]
		importBatch(t, w)
		batch, err := w.store.WaitingIDs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		known := essay("旧")
		past := w.submitOne(forLibrary(upload("past", known)))
		w.waitDocument(past.Document, record.DocumentReady)
		fresh := w.submitOne(forCheck(upload("fresh", known)))
		passed := w.waitCheck(fresh.Check, record.CheckDone)
		if got := w.sources(fresh.Check); len(got) != 1 || got[0] != past.Document {
			t.Errorf("sources %v, want document %d", got, past.Document)
		}
		if n := w.waiting(); n != batchFiles || passed.Unseen != batchFiles {
			t.Fatalf("%d documents of the batch wait, and the check says that it has not seen %d; want %d", n, passed.Unseen, batchFiles)
		}
		close(release)
		eventually(t, "the batch is read", func() bool { return w.waiting() == 0 })
		further := func() []record.Check {
			t.Helper()
			checks, err := w.store.DocumentChecks(t.Context(), fresh.Document)
			if err != nil {
				t.Fatal(err)
			}
			return checks
		}
		eventually(t, "a further check is done", func() bool {
			checks := further()
			return len(checks) == 2 && checks[0].State == record.CheckDone && checks[0].Unseen == 0
		})

		if n, err := w.pool.CheckAll(t.Context(), batch); err != nil || n != batchFiles {
			t.Fatalf("%d checks, %v", n, err)
		}
		done := func() int64 {
			return librarytest.Exec(t, w.store, `UPDATE checks SET progress = progress WHERE batch AND state = 'done' AND doc_id <> $1`, fresh.Document)
		}
		eventually(t, "all workers of batches are busy", func() bool {
			return librarytest.Exec(t, w.store, `UPDATE checks SET progress = progress WHERE batch AND state = 'running'`) == int64(servers*w.config.Workers)
		})
		again, err := last.pool.Retry(t.Context(), fresh.Check, "")
		if err != nil {
			t.Fatal(err)
		}
		w.waitCheck(again, record.CheckDone)
		if n := done(); n != 0 {
			t.Fatalf("%d checks of the batch are done: the test shows nothing", n)
		}
		close(releaseChecks)
		eventually(t, "the batch goes on", func() bool { return done() > int64(servers*w.config.Workers) })
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) { run(t, c, 1) })
	t.Run("two servers", func(t *testing.T) { run(t, librarytest.Postgres(t), 2) })
}

// What comes in an order, as files sorted by size do, is read and checked in one that has nothing to do with it: what is done says how long
// the rest takes.
func TestBatchesAreMixed(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		release := make(chan struct{})
		w := holdingWorld(t, c, release, func(string) bool { return true })
		w.config.Workers = 1
		var lock sync.Mutex
		var read, checked []int
		hold := w.extractor.before
		w.extractor.before = func(ctx context.Context, name string) error {
			err := hold(ctx, name)
			lock.Lock()
			defer lock.Unlock()
			read = append(read, numberIn(t, name))
			return err
		}
		w.engine.before = func(_ context.Context, in checker.Input, _ func(done, total int)) error {
			lock.Lock()
			defer lock.Unlock()
			checked = append(checked, numberIn(t, in.Identity.Filename))
			return nil
		}
		w.start()
		const many = 24
		call := librarytest.Must(w.store.PutCall(t.Context(), record.Call{Name: "面上", State: record.CallOpen}, ""))(t)
		var files []string
		for n := range many {
			files = append(files, fmt.Sprintf("%d.txt", n), essay(fmt.Sprint("批", n)))
		}
		if _, err := w.pool.Import(t.Context(), record.Import{Name: "many", Call: call, Check: true}, []record.Incoming{parcelOf(t, files...)}, nil); err != nil {
			t.Fatal(err)
		}
		eventually(t, "all is stored", func() bool {
			return librarytest.Exec(t, w.store, `UPDATE documents SET state = state WHERE call_id = $1`, call) == many
		})
		close(release)
		eventually(t, "all are checked", func() bool {
			lock.Lock()
			defer lock.Unlock()
			return len(checked) >= many
		})
		lock.Lock()
		defer lock.Unlock()
		for what, order := range map[string][]int{"read": read[1:], "checked": checked} { // the first was taken before there were others
			late := 0
			for _, n := range order[:many/3] {
				if n >= many/2 {
					late++
				}
			}
			if late < many/12 || late > many/4 {
				t.Errorf("%s: of the first %d %d are of the second half: %v", what, many/3, late, order)
			}
		}
	})
}

// Batches follow one another as they began.
func TestPlacesOfBatches(t *testing.T) {
	began := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	first, second := lane{batch: true, since: began}, lane{batch: true, since: began.Add(mixing)}
	var last, next time.Time
	for id := range int64(20_000) {
		if p := first.place(id); p.After(began) || began.Sub(p) >= mixing {
			t.Fatalf("document %d of a batch that began at %v has its place at %v", id, began, p)
		} else if p.After(last) {
			last = p
		}
		if p := second.place(id); next.IsZero() || p.Before(next) {
			next = p
		}
	}
	if next.Before(last) {
		t.Errorf("some of a batch stands at %v, before the last of an earlier one, at %v", next, last)
	}
	if p := (lane{}).place(1); !p.IsZero() {
		t.Errorf("what somebody waits for has a place of its own: %v", p)
	}
}

// numberIn returns the number that a file is named by.
func numberIn(t *testing.T, name string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(name, ".txt"))
	if err != nil {
		t.Error(err)
	}
	return n
}

// A document of a batch that somebody wants checked comes before the others of it.
func TestBroughtForward(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		release := make(chan struct{})
		w := holdingWorld(t, c, release, func(name string) bool { return name != fmt.Sprintf("batch-%d.txt", batchFiles-1) })
		w.start()
		importBatch(t, w)
		ids, err := w.store.WaitingIDs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		check, err := w.pool.CheckDocument(t.Context(), ids[len(ids)-1], "")
		if err != nil {
			t.Fatal(err)
		}
		w.waitCheck(check, record.CheckDone)
		if n := w.waiting(); n != batchFiles-1 {
			t.Errorf("%d documents wait, want all but one", n)
		}
		close(release)
	})
}

// However many people there are, a batch goes on.
func TestBatchIsNotStarved(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		release := make(chan struct{})
		w := holdingWorld(t, c, release, func(name string) bool { return !ofBatch(name) })
		w.start()
		var mine []record.Receipt
		for n := range 3 * w.config.Workers {
			mine = append(mine, w.submitOne(forLibrary(upload(fmt.Sprint("mine", n), essay(fmt.Sprint("我", n))))))
		}
		importBatch(t, w)
		eventually(t, "the batch is read", func() bool { return w.waiting() == len(mine) })
		close(release)
		for _, r := range mine {
			w.waitDocument(r.Document, record.DocumentReady)
		}
	})
}
