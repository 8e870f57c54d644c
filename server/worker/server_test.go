package worker

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What is corrected on one server is found by its corrected title on the others.
func TestCorrectionReachesOtherServers(t *testing.T) {
	c := librarytest.Postgres(t)
	one, other := newWorld(t, c).start(), newWorld(t, c).start()
	text := essay("a")
	id := one.submitOne(forLibrary(upload("before", text))).Document
	one.waitDocument(id, record.DocumentReady)
	found := func(w *world) map[int64]string {
		t.Helper()
		if err := w.pool.syncSearch(t.Context()); err != nil {
			t.Fatal(err)
		}
		return w.search.all()
	}
	if diff := cmp.Diff(map[int64]string{id: "before\n" + text}, found(other)); diff != "" {
		t.Fatalf("search of the other (-want +got):\n%s", diff)
	}
	if err := one.pool.Describe(t.Context(), id, evidence.Identity{Title: "after"}); err != nil {
		t.Fatal(err)
	}
	for name, w := range map[string]*world{"one": one, "other": other} {
		if diff := cmp.Diff(map[int64]string{id: "after\n" + text}, found(w)); diff != "" {
			t.Errorf("search of the %s (-want +got):\n%s", name, diff)
		}
	}
}

// TestTwoServers lets two servers share a database. A check that outlasts the
// lease three times stays with the server that has it, as long as that lives.
func TestTwoServers(t *testing.T) {
	c := librarytest.Postgres(t)
	const lease = time.Second
	var runs atomic.Int32
	slow := func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
		runs.Add(1)
		select {
		case <-time.After(3 * lease):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	var servers []*world
	for range 2 {
		w := newWorld(t, c)
		w.config.Lease = lease
		w.config.Workers = 1
		w.engine.before = slow
		servers = append(servers, w.start())
	}
	first := servers[0].submitOne(forCheck(upload("a", essay("a"))))
	second := servers[0].submitOne(forCheck(upload("b", essay("b"))))
	cancelled := servers[0].submitOne(forCheck(upload("c", essay("c"))))

	// Both servers are at work: the two checks run side by side.
	servers[1].waitCheck(first.Check, record.CheckRunning)
	servers[1].waitCheck(second.Check, record.CheckRunning)
	if err := servers[1].pool.Cancel(context.Background(), cancelled.Check); err != nil {
		t.Fatal(err)
	}
	servers[0].waitCheck(first.Check, record.CheckDone)
	servers[0].waitCheck(second.Check, record.CheckDone)
	time.Sleep(lease)
	if n := runs.Load(); n != 2 {
		t.Errorf("the two checks ran %d times", n)
	}
	for _, w := range servers {
		w.stop()
	}
	if got := servers[0].check(cancelled.Check).State; got != record.CheckCancelled {
		t.Errorf("the cancelled check is %s", got)
	}
}
