package worker

import (
	"context"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// aDayAhead moves the jobs that wait as far into the future as they stand after a clock was set back by a day.
func aDayAhead(t *testing.T, w *world, c library.Config) int64 {
	t.Helper()
	later := `scheduled_at + interval '1 day'`
	if c.DatabaseURL == "" {
		later = `datetime(scheduled_at, 'subsec', '+1 day')`
	}
	return librarytest.Exec(t, w.store, `UPDATE river_job SET scheduled_at = `+later+`
		WHERE state IN ('available', 'retryable', 'scheduled')`)
}

// Jobs that came while the clock was a day ahead run after it was set back, at the start of a server and beside one that runs.
func TestClockSetBack(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c).open()
		before := w.submitOne(forLibrary(upload("a", essay("a")))).Document
		if n := aDayAhead(t, w, c); n != 1 {
			t.Fatalf("%d jobs were moved, want 1", n)
		}
		w.pool, w.config.Workers = nil, 1
		release := make(chan struct{})
		w.engine.before = func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
			select {
			case <-release:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		w.start()
		w.waitDocument(before, record.DocumentReady)
		check := w.submitOne(forCheck(upload("b", essay("b")))).Check
		w.waitCheck(check, record.CheckRunning)
		beside := w.submitOne(forLibrary(upload("c", essay("c")))).Document
		if n := aDayAhead(t, w, c); n != 1 {
			t.Fatalf("%d jobs were moved beside the server, want 1", n)
		}
		close(release)
		w.waitCheck(check, record.CheckDone)
		w.waitDocument(beside, record.DocumentReady)
		w.stop()
		if n := strings.Count(w.log.String(), "jobs stood in the future"); n != 2 {
			t.Errorf("the log tells %d times of jobs that stood in the future, want 2:\n%s", n, w.log)
		}
	})
}
