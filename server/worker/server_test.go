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

// Two servers share a database: the jobs of one stay with it as long as it shows
// itself. (What a dead one leaves behind, TestKill shows.)
func TestTwoServers(t *testing.T) {
	c := librarytest.Postgres(t)
	const lease = time.Hour // nothing happens by itself
	var runs atomic.Int32
	release := make(chan struct{})
	slow := func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
		runs.Add(1)
		select {
		case <-release:
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
	eventually(t, "both run", func() bool { return runs.Load() == 2 })
	if err := servers[1].pool.Cancel(t.Context(), cancelled.Check); err != nil {
		t.Fatal(err)
	}
	librarytest.Exec(t, servers[0].store, `UPDATE servers SET seen_at = now() - interval '59 minutes'`)
	if err := servers[1].store.RenewLease(t.Context(), servers[1].pool.server, lease); err != nil {
		t.Fatal(err)
	}
	if n := librarytest.Exec(t, servers[0].store, `UPDATE river_job SET queue = queue WHERE state = 'running'`); n != 2 {
		t.Errorf("%d jobs run, want those of two servers that live", n)
	}
	close(release)
	servers[0].waitCheck(first.Check, record.CheckDone)
	servers[0].waitCheck(second.Check, record.CheckDone)
	for _, w := range servers {
		w.stop()
	}
	if n := runs.Load(); n != 2 {
		t.Errorf("the two checks ran %d times", n)
	}
	if got := servers[0].check(cancelled.Check).State; got != record.CheckCancelled {
		t.Errorf("the cancelled check is %s", got)
	}
}

// A server that was taken for dead, as after a pause of its machine, finishes what another has begun
// anew meanwhile: neither ends by that, and the check is done once.
func TestServerTakenForDead(t *testing.T) {
	c := librarytest.Postgres(t)
	const lease = time.Hour // nothing happens by itself
	begun, ended := make(chan int, 2), make(chan int, 2)
	var servers []*world
	release := []chan struct{}{make(chan struct{}), make(chan struct{})}
	for i := range 2 {
		w := newWorld(t, c)
		w.config.Lease = lease
		w.config.Workers = 1
		w.engine.before = func(ctx context.Context, _ checker.Input, _ func(done, total int)) error {
			begun <- i
			defer func() { ended <- i }()
			select {
			case <-release[i]:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		servers = append(servers, w.start())
	}
	check := servers[0].submitOne(forCheck(upload("a", essay("a")))).Check
	late := <-begun
	other := 1 - late
	librarytest.Exec(t, servers[late].store, `DELETE FROM servers WHERE name = $1`, servers[late].pool.server)
	if err := servers[other].store.RenewLease(t.Context(), servers[other].pool.server, lease); err != nil {
		t.Fatal(err)
	}
	if by := <-begun; by != other {
		t.Fatalf("the check was begun anew by server %d, which has it already", by)
	}
	close(release[late])
	<-ended
	servers[late].stop() // waits until it has written down what became of its job
	close(release[other])
	servers[other].waitCheck(check, record.CheckDone)
	if n := librarytest.Exec(t, servers[other].store, `UPDATE checks SET id = id WHERE state = 'done'`); n != 1 {
		t.Errorf("%d checks are done, want one", n)
	}
}

// A server shows itself as long as it lives.
func TestLeaseIsRenewed(t *testing.T) {
	w := newWorld(t, librarytest.Postgres(t))
	w.config.Lease = time.Second
	w.start()
	for range 2 {
		librarytest.Exec(t, w.store, `UPDATE servers SET seen_at = now() - interval '1 day' WHERE name = $1`, w.pool.server)
		eventually(t, "the server has shown itself", func() bool {
			return librarytest.Exec(t, w.store, `UPDATE servers SET name = name WHERE seen_at > now() - interval '1 hour'`) == 1
		})
	}
}
