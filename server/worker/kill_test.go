package worker

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"zhiwen/checker"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/internal/testrun"
	"zhiwen/server/crawl"
)

// childVariable makes the test binary the server that is killed; it holds the
// library's configuration.
const childVariable = "ZHIWEN_TEST_WORKER_CHILD"

func TestMain(m *testing.M) {
	reader.ServeChild()
	if config := os.Getenv(childVariable); config != "" {
		if err := serveUntilKilled(config, os.Getenv(childVariable+"_STAGE")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	librarytest.Template("queue", func(s *library.Store) error {
		_, err := New(s, nil, nil, nil, slog.New(slog.DiscardHandler), Config{})
		return err
	})
	os.Exit(m.Run())
}

// The places where the child is killed.
const (
	killInCheck = "check"
	killInIndex = "index"
	killInScan  = "scan"  // read in the queue of long scans
	killInUnits = "units" // of a library that is indexed anew
	killInSite  = "site"  // between two answers of a web site, of which another hangs
	killInPage  = "page"  // in the comparison of a page of a web site
	killInCross = "cross" // in the check of an application that shares text with one that is checked
)

// hangingEngine indexes once, and never again.
type hangingEngine struct {
	slowEngine

	calls atomic.Int32
	hang  func()
}

func (e *hangingEngine) Index(d *extract.Document) ([]fingerprint.Unit, *hint.Index, error) {
	if e.calls.Add(1) > 1 {
		e.hang()
	}
	return e.slowEngine.Index(d)
}

// serveUntilKilled puts one document into the library and checks another that
// copies it. At the stage it is told it stops for ever, and says so.
func serveUntilKilled(config, stage string) error {
	var c library.Config
	if err := json.Unmarshal([]byte(config), &c); err != nil {
		return err
	}
	ctx := context.Background()
	store, err := library.Open(ctx, c)
	if err != nil {
		return err
	}
	engine, err := checker.New(checker.DefaultParameters(checker.DefaultProfile), nil)
	if err != nil {
		return err
	}
	hang := func() {
		fmt.Println("hanging")
		select {}
	}
	if stage == killInUnits {
		pool, err := New(store, &hangingEngine{slowEngine: slowEngine{Engine: engine}, hang: hang}, inProcess{}, new(memorySearch), slog.New(slog.DiscardHandler), Config{Workers: 1, Lease: killLease})
		if err == nil {
			err = pool.Start(ctx)
		}
		if err != nil {
			return err
		}
		select {}
	}
	if stage == killInSite || stage == killInPage {
		runner, err := reader.NewRunner(extract.Options{})
		if err != nil {
			return err
		}
		client := crawl.New(func(context.Context) string { return crawl.Agent("killed", "") })
		var pages Web = client
		slow := slowEngine{Engine: engine}
		if stage == killInSite {
			pages = hangingWeb{client, hang}
		} else {
			slow.before = func(context.Context, checker.Input, func(done, total int)) error { hang(); return nil }
		}
		pool, err := New(store, slow, inProcess{}, new(memorySearch), slog.New(slog.DiscardHandler), Config{Lease: killLease, Web: pages, Pages: runner})
		if err == nil {
			err = pool.Start(ctx)
		}
		if err != nil {
			return err
		}
		select {}
	}
	pool, err := New(store, slowEngine{Engine: engine, before: func(_ context.Context, in checker.Input, progress func(done, total int)) error {
		if stage == killInScan || stage == killInCross && in.Identity.Filename == crossFirst {
			return nil
		}
		progress(1, 2)
		hang()
		return nil
	}}, inProcess{scansOf: func(name string) int {
		if stage == killInScan && strings.HasPrefix(name, "past") {
			return library.MostAwaitedScans + 1
		}
		return 0
	}, before: func(ctx context.Context, name string) error {
		switch {
		case ctx.Err() != nil: // to be read in the queue of long scans
			return ctx.Err()
		case stage == killInScan && strings.HasPrefix(name, "past"):
			// The check is done without it first.
			for {
				if c, err := store.Check(ctx, 1); err != nil || c.State == record.CheckDone {
					hang()
				}
				time.Sleep(time.Millisecond)
			}
		case stage == killInIndex && strings.HasPrefix(name, "past"):
			hang()
		}
		return nil
	}}, new(memorySearch), slog.New(slog.DiscardHandler), Config{Lease: killLease})
	if err != nil {
		return err
	}
	if err := pool.Start(ctx); err != nil {
		return err
	}
	if stage == killInCross {
		return crossCheck(ctx, store, pool)
	}
	for _, r := range pool.Submit(ctx, []record.Upload{
		forLibrary(upload("past", essay("past"))),
		forCheck(upload("fresh", essay("past"))),
	}) {
		if r.Err != nil {
			return r.Err
		}
	}
	select {}
}

// hangingWeb asks for pages until the fourth article, and then no more.
type hangingWeb struct {
	*crawl.Client

	hang func()
}

func (w hangingWeb) Fetch(ctx context.Context, q crawl.Request, pause time.Duration, gate crawl.Gate) (*crawl.Answer, error) {
	answer, err := w.Client.Fetch(ctx, q, pause, gate)
	if strings.HasSuffix(q.Address, "/a/4") {
		w.hang()
	}
	return answer, err
}

// crossFirst is the application of crossCheck that is checked first.
const crossFirst = "first.txt"

// crossCheck hands in two applications of a call that share text, the second when the
// first is checked, until the server is killed.
func crossCheck(ctx context.Context, store *library.Store, pool *Pool) error {
	call, err := store.PutCall(ctx, record.Call{Name: "面上", State: record.CallOpen}, "王处")
	if err != nil {
		return err
	}
	for _, name := range []string{"first", "second"} {
		u := forCheck(upload(name, part(name, "shared")))
		u.Call = call
		r := pool.Submit(ctx, []record.Upload{u})[0]
		if r.Err != nil {
			return r.Err
		}
		for {
			if c, err := store.Check(ctx, r.Check); err != nil {
				return err
			} else if c.State == record.CheckDone {
				break
			}
			time.Sleep(time.Millisecond)
		}
	}
	return errors.New("nobody has killed this server")
}

const killLease = time.Second

// TestKill kills a server with SIGKILL in the middle of a job and starts
// another, which must do the job, once.
func TestKill(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		for _, stage := range []string{killInCheck, killInIndex} {
			t.Run(stage, func(t *testing.T) {
				c := c
				if c.DatabaseURL == "" {
					c = librarytest.SQLite(t)
				} else {
					c = librarytest.Postgres(t)
				}
				killServer(t, c, stage)

				ctx := context.Background()
				w := newWorld(t, c)
				checks, total, err := w.store.Checks(ctx, record.CheckFilter{})
				if err != nil || total != 1 {
					t.Fatalf("%d checks after the kill, error %v", total, err)
				}
				want := record.CheckRunning
				if stage == killInIndex {
					want = record.CheckQueued
				}
				if got := checks[0].State; got != want {
					t.Fatalf("after the kill the check is %s, want %s", got, want)
				}
				var runs atomic.Int32
				w.engine.before = func(context.Context, checker.Input, func(done, total int)) error {
					runs.Add(1)
					return nil
				}
				w.config.Lease = killLease
				w.start()
				w.waitCheck(checks[0].ID, record.CheckDone)
				if got := w.sources(checks[0].ID); len(got) != 1 {
					t.Errorf("sources %v, want the one document of the library", got)
				}
				w.stop() // with what still runs; a second run to come would be a job that is left
				if n := runs.Load(); n != 1 {
					t.Errorf("the check ran %d times", n)
				}
				snapshot, err := w.store.Snapshot(ctx, 0)
				if err != nil || snapshot.Documents != 1 {
					t.Errorf("library %+v, error %v", snapshot, err)
				}
				if n := librarytest.Exec(t, w.store, `DELETE FROM river_job WHERE finalized_at IS NULL`); n != 0 {
					t.Errorf("%d jobs are left", n)
				}
			})
		}
	})
}

// A server that is killed while it reads a long scan, when a check is done that
// has not seen it, leaves all that is to be done to the next one.
func TestKillInScan(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		killServer(t, c, killInScan)
		w := newWorld(t, c)
		w.config.Lease = killLease
		checks, _, err := w.store.Checks(t.Context(), record.CheckFilter{})
		if err != nil || len(checks) != 2 || checks[0].State != record.CheckQueued || checks[1].State != record.CheckDone || checks[1].Unseen != 1 {
			t.Fatalf("checks %+v, %v", checks, err)
		}
		w.start()
		w.waitCheck(checks[0].ID, record.CheckDone)
		if got := w.sources(checks[0].ID); len(got) != 1 {
			t.Errorf("sources %v of the further check", got)
		}
		if got := w.sources(checks[1].ID); len(got) != 0 {
			t.Errorf("sources %v of the first check", got)
		}
	})
}

// A server that is killed in a cross-check leaves a call whose checks are whole once
// another server has worked: both of two that share text show it, and nothing is left to
// do.
func TestKillInCrossCheck(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		killServer(t, c, killInCross)
		w := newWorld(t, c)
		w.config.Lease = killLease
		checks, _, err := w.store.Checks(t.Context(), record.CheckFilter{})
		if err != nil || len(checks) != 2 || checks[0].State != record.CheckRunning || checks[1].State != record.CheckDone {
			t.Fatalf("after the kill: checks %+v, %v", checks, err)
		}
		first, second := checks[1].Document, checks[0].Document
		if ids := w.sources(checks[1].ID); len(ids) != 0 {
			t.Fatalf("the first has sources %v before the second is checked", ids)
		}
		w.start()
		w.waitCheck(checks[0].ID, record.CheckDone)
		for document, other := range map[int64]int64{first.ID: second.ID, second.ID: first.ID} {
			if ids := w.sources(w.shown(document).ID); !slices.Equal(ids, []int64{other}) {
				t.Errorf("sources of application %d are %v, want %d alone", document, ids, other)
			}
		}
		edges, err := w.store.CallEdges(t.Context(), first.Call, record.EdgeFilter{SameCall: true}, 10)
		if err != nil || len(edges) != 2 {
			t.Errorf("edges %+v, %v", edges, err)
		}
		for document, want := range map[int64]int{first.ID: 2, second.ID: 1} {
			if got, err := w.store.DocumentChecks(t.Context(), document); err != nil || len(got) != want {
				t.Errorf("application %d has %d checks, want %d; %v", document, len(got), want, err)
			}
		}
		w.stop()
		if n := librarytest.Exec(t, w.store, `DELETE FROM river_job WHERE finalized_at IS NULL`); n != 0 {
			t.Errorf("%d jobs are left", n)
		}
	})
}

// killServer runs a server on the library of c until it hangs at the stage, and
// kills it there.
func killServer(t *testing.T, c library.Config, stage string) {
	t.Helper()
	config, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), childVariable+"="+string(config), childVariable+"_STAGE="+stage)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { _ = child.Process.Kill() })
	defer timer.Stop()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || line != "hanging\n" {
		_ = child.Process.Kill()
		_ = child.Wait()
		t.Fatalf("the server did not come to its %s: %q, %v", stage, line, err)
	}
	if err := child.Process.Kill(); err != nil { // SIGKILL
		t.Fatal(err)
	}
	_ = child.Wait() // "signal: killed"
}
