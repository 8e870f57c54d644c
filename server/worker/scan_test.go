package worker

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// scanWorld has an extractor for which files whose name begins with "scan" are
// long scans, recognised when release is closed.
func scanWorld(t *testing.T, c library.Config) (w *world, release chan struct{}) {
	w = newWorld(t, c)
	release = make(chan struct{})
	w.extractor.scansOf = func(name string) int {
		if strings.HasPrefix(name, "scan") {
			return library.MostAwaitedScans + 1
		}
		return 0
	}
	w.extractor.before = func(ctx context.Context, name string) error {
		if !strings.HasPrefix(name, "scan") {
			return nil
		}
		select {
		case <-release:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return w, release
}

// Long scans, more than there are workers, hold back neither what is uploaded
// after them nor its checks; what these have not seen a further check sees.
func TestLongScansHoldNobodyBack(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w, release := scanWorld(t, c)
		w.start()
		copied, scanned := essay("桥梁"), essay("扫描")
		var uploads []record.Upload
		for range 2 * w.config.Workers {
			uploads = append(uploads, forLibrary(upload("scan", scanned)))
		}
		var scans []int64
		for _, r := range w.submit(uploads...) {
			scans = append(scans, r.Document)
		}
		past := w.submitOne(forLibrary(upload("past", copied)))
		fresh := w.submitOne(forCheck(upload("fresh", copied+scanned)))
		if got := w.waitCheck(fresh.Check, record.CheckDone).Unseen; got != len(scans) {
			t.Errorf("the check says that it has not seen %d documents, want %d", got, len(scans))
		}
		if got := w.sources(fresh.Check); !slices.Equal(got, []int64{past.Document}) {
			t.Errorf("sources %v, want %v", got, past.Document)
		}
		w.waitDocument(past.Document, record.DocumentReady)
		for _, id := range scans {
			if got := w.document(id); got.State != record.DocumentWaiting {
				t.Errorf("scan %d is %s: the test shows nothing", id, got.State)
			}
		}

		before, err := w.store.Evidence(t.Context(), fresh.Check)
		if err != nil {
			t.Fatal(err)
		}
		close(release)
		checks, err := w.store.DocumentChecks(t.Context(), fresh.Document)
		if err != nil || len(checks) != 2 {
			t.Fatalf("checks %+v, %v", checks, err)
		}
		if got := w.waitCheck(checks[0].ID, record.CheckDone).Unseen; got != 0 {
			t.Errorf("the further check has not seen %d documents", got)
		}
		if got, want := w.sources(checks[0].ID), append(scans, past.Document); !slices.Equal(got, want) {
			t.Errorf("sources %v of the further check, want %v", got, want)
		}
		if after, err := w.store.Evidence(t.Context(), fresh.Check); err != nil || string(after) != string(before) {
			t.Errorf("the evidence of the first check has changed, %v", err)
		}
	})
}

// A check of a long scan that is not in the library reads it in the queue of such.
func TestCheckOfLongScan(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w, release := scanWorld(t, c)
		w.config.MaxAttempts = 1
		w.start()
		past := w.submitOne(forLibrary(upload("past", essay("扫描"))))
		scan := w.submitOne(forCheck(upload("scan", essay("扫描"))))
		eventually(t, "the job is in the queue of scans", func() bool {
			return librarytest.Exec(t, w.store, `UPDATE river_job SET queue = queue WHERE queue = 'scans' AND state = 'running'`) == 1
		})
		other := w.submitOne(forCheck(upload("fresh", essay("a"))))
		w.waitCheck(other.Check, record.CheckDone)
		if got := w.check(scan.Check).State; got != record.CheckRunning {
			t.Errorf("the check of the scan is %s", got)
		}
		close(release)
		w.waitCheck(scan.Check, record.CheckDone)
		if got := w.sources(scan.Check); !slices.Equal(got, []int64{past.Document}) {
			t.Errorf("sources %v", got)
		}
	})
}

// A server that is stopped while it reads a scan, when a check is done that has
// not seen it, leaves the rest to the next one.
func TestStopBetweenChecks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w, release := scanWorld(t, c)
		w.start()
		text := essay("a")
		scan := w.submitOne(forLibrary(upload("scan", text)))
		eventually(t, "the scan is known to be long", func() bool { return w.document(scan.Document).Scans > 0 })
		fresh := w.submitOne(forCheck(upload("fresh", text)))
		w.waitCheck(fresh.Check, record.CheckDone)
		w.stop()
		if got := w.document(scan.Document).State; got != record.DocumentWaiting {
			t.Fatalf("the scan is %s", got)
		}
		close(release)
		w.start()
		checks, err := w.store.DocumentChecks(t.Context(), fresh.Document)
		if err != nil || len(checks) != 2 {
			t.Fatalf("checks %+v, %v", checks, err)
		}
		w.waitCheck(checks[0].ID, record.CheckDone)
		if got := w.sources(checks[0].ID); !slices.Equal(got, []int64{scan.Document}) {
			t.Errorf("sources %v", got)
		}
	})
}

// A check whose document must be read again before its job has begun waits for
// that, and its job with it.
func TestJobComesTooSoon(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		release := make(chan struct{})
		var runs atomic.Int32
		w.extractor.before = func(_ context.Context, name string) error {
			if strings.HasPrefix(name, "past") && runs.Add(1) == 1 {
				return extract.ErrDamaged
			}
			<-release
			return nil
		}
		w.start()
		past := w.submitOne(forLibrary(upload("past", essay("a"))))
		w.waitDocument(past.Document, record.DocumentFailed)
		w.stop()
		w.open()
		fresh := w.submitOne(forCheck(upload("fresh", essay("a"))))
		if err := w.pool.queueStartable(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := w.pool.RetryDocument(t.Context(), past.Document); err != nil {
			t.Fatal(err)
		}
		w.start()
		eventually(t, "the job is given up", func() bool {
			return librarytest.Exec(t, w.store, `UPDATE checks SET progress = progress WHERE job_id = 0`) == 1
		})
		if got := w.check(fresh.Check).State; got != record.CheckQueued {
			t.Errorf("the check is %s", got)
		}
		close(release)
		w.waitCheck(fresh.Check, record.CheckDone)
		if got := w.sources(fresh.Check); !slices.Equal(got, []int64{past.Document}) {
			t.Errorf("sources %v", got)
		}
	})
}
