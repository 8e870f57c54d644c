package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
)

// newCall stores a call.
func (w *world) newCall(c record.Call) int64 {
	w.t.Helper()
	c.State = record.CallOpen
	id, err := w.store.PutCall(context.Background(), c, "王处")
	if err != nil {
		w.t.Fatal(err)
	}
	return id
}

// handIn hands in an application of somebody to a call, and has it checked.
func (w *world) handIn(call int64, name, text string) record.Receipt {
	w.t.Helper()
	u := forCheck(upload(name, text))
	u.Call, u.Identity.Applicant, u.Identity.Year = call, "申请人"+name, 2026
	return w.submitOne(u)
}

// shown returns the newest check of a document, which must be done once nothing is left to do.
func (w *world) shown(doc int64) record.Check {
	w.t.Helper()
	eventually(w.t, "all checks have ended", func() bool {
		checks, _, err := w.store.Checks(context.Background(), record.CheckFilter{})
		if err != nil {
			w.t.Fatal(err)
		}
		return !slices.ContainsFunc(checks, func(c record.Check) bool { return c.State == record.CheckQueued || c.State == record.CheckRunning })
	})
	checks, err := w.store.DocumentChecks(context.Background(), doc)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(checks) == 0 || checks[0].State != record.CheckDone {
		w.t.Fatalf("checks of document %d: %+v", doc, checks)
	}
	return checks[0]
}

// part returns one half of a text and another half.
func part(own, shared string) string {
	half := essay(shared)
	return essay(own) + half[:len(half)/2/3*3]
}

// Two applications of a call that share text both show it, whichever came first, by one
// further check of the first; its earlier evidence stays. Nobody outside of the call
// sees them.
func TestCrossCheck(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		of, elsewhere := w.newCall(record.Call{Name: "面上"}), w.newCall(record.Call{Name: "青年"})
		a := w.handIn(of, "a", part("a", "shared"))
		w.waitCheck(a.Check, record.CheckDone)
		if ids := w.sources(a.Check); len(ids) != 0 {
			t.Fatalf("the first has sources %v", ids)
		}
		b := w.handIn(of, "b", part("b", "shared"))
		w.waitCheck(b.Check, record.CheckDone)
		other := w.handIn(elsewhere, "c", part("c", "shared"))
		alone := w.submitOne(forCheck(upload("d", part("d", "shared"))))
		past := w.submitOne(forCheck(forLibrary(upload("e", part("e", "shared")))))
		for _, r := range []record.Receipt{other, alone} {
			w.waitCheck(r.Check, record.CheckDone)
			for _, id := range w.sources(r.Check) {
				if id != past.Document {
					t.Errorf("document %d outside of the call names %d", r.Document, id)
				}
			}
		}
		for _, x := range []struct{ of, names record.Receipt }{{a, b}, {b, a}} {
			shown := w.shown(x.of.Document)
			e := w.evidence(shown.ID)
			at := slices.IndexFunc(e.Sources, func(s evidence.Source) bool { return s.ID == x.names.Document })
			if at < 0 || !e.Sources[at].SameCall || e.Sources[at].Relation != evidence.Other || e.Sources[at].Full < 300 {
				t.Errorf("document %d does not name %d: %+v", x.of.Document, x.names.Document, e.Sources)
			}
			if e.Library.SameCall != 1 {
				t.Errorf("%d others of the library are of the call, want 1", e.Library.SameCall)
			}
			for _, o := range e.Origins {
				if o.Source == x.names.Document {
					t.Errorf("of two that were handed in together one is said to be first: %+v", o)
				}
			}
		}
		checks, err := w.store.DocumentChecks(ctx, a.Document)
		if err != nil || len(checks) != 2 || checks[1].ID != a.Check {
			t.Errorf("checks of the first: %+v, %v; want its own and one more", checks, err)
		}
		if checks, _ := w.store.DocumentChecks(ctx, b.Document); len(checks) != 1 {
			t.Errorf("%d checks of the second", len(checks))
		}
		edges, err := w.store.CallEdges(ctx, of, record.EdgeFilter{SameCall: true}, 10)
		if err != nil || len(edges) != 2 || edges[0].Here < 3000 || edges[0].Document == edges[1].Document {
			t.Errorf("edges %+v, %v", edges, err)
		}
		page, err := w.store.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of, Found: true}, Limit: 10})
		if err != nil || len(page.Items) != 2 || page.Items[0].Rank == 0 || !strings.Contains(page.Items[0].Findings, `"`+string(finding.InCall)+`"`) {
			t.Errorf("work list %+v, %v", page.Items, err)
		}

		// The whole call anew, on demand: once each, and nothing follows.
		n, err := w.pool.CrossCheck(ctx, of)
		if err != nil || n != 2 {
			t.Fatalf("cross-check of %d, %v", n, err)
		}
		w.shown(a.Document)
		if checks, _ := w.store.DocumentChecks(ctx, a.Document); len(checks) != 3 {
			t.Errorf("%d checks of the first, want three", len(checks))
		}
		if _, err := w.pool.CrossCheck(ctx, 999); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("cross-check of no call: %v", err)
		}
	})
}

// Many that are handed in at the same time: every two that share text name each other.
func TestCrossCheckAtOnce(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := newWorld(t, c)
		w.config.Workers = 4
		w.start()
		of := w.newCall(record.Call{Name: "面上"})
		var all []record.Receipt
		for i := range 10 { // of five pairs, far from each other
			all = append(all, w.handIn(of, fmt.Sprint("x", i), part(fmt.Sprint("own", i), fmt.Sprint("pair", i%5))))
		}
		for i, r := range all {
			mate := all[(i+5)%10].Document
			if ids := w.sources(w.shown(r.Document).ID); !slices.Equal(ids, []int64{mate}) {
				t.Errorf("document %d names %v, want %d", r.Document, ids, mate)
			}
		}
	})
}

// A call that has collections is checked against these and against itself.
func TestCallCollections(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		in := w.submitOne(forLibrary(upload("in", part("in", "shared"))))
		out := w.submitOne(forLibrary(upload("out", part("out", "shared"))))
		w.waitDocument(in.Document, record.DocumentReady)
		w.waitDocument(out.Document, record.DocumentReady)
		collection, err := w.store.PutCollection(ctx, 0, "近三年", "王处")
		if err == nil {
			err = w.store.Collect(ctx, collection, []int64{in.Document}, true)
		}
		if err != nil {
			t.Fatal(err)
		}
		of := w.newCall(record.Call{Name: "面上", Collections: []int64{collection}})
		u := forLibrary(forCheck(upload("kept", part("kept", "shared")))) // of the call, and in the library
		u.Call = of
		kept := w.submitOne(u)
		a := w.handIn(of, "a", part("a", "shared"))
		want := []int64{in.Document, kept.Document}
		e := w.evidence(w.shown(a.Document).ID)
		if ids := w.sources(w.shown(a.Document).ID); !slices.Equal(ids, want) || !slices.Equal(e.Library.Collections, []string{"近三年"}) || e.Library.Documents != 2 {
			t.Errorf("sources %v, want %v; %+v", ids, want, e.Library)
		}
		if ids := w.sources(w.shown(kept.Document).ID); !slices.Equal(ids, []int64{in.Document, a.Document}) {
			t.Errorf("the one in the library names %v", ids)
		}
	})
}

// A call is deleted while its applications are checked and read: nothing of it is left,
// and the rest goes on.
func TestDeleteCallAtWork(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c)
		started := make(chan struct{}, 10)
		w.engine.before = func(ctx context.Context, in checker.Input, _ func(done, total int)) error {
			if in.Identity.Filename != "hangs.txt" {
				return nil
			}
			started <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		w.start()
		of := w.newCall(record.Call{Name: "面上"})
		hangs := w.handIn(of, "hangs", essay("hangs"))
		<-started
		var more []record.Receipt
		for i := range 5 {
			more = append(more, w.handIn(of, fmt.Sprint(i), essay(fmt.Sprint(i))))
		}
		if err := w.pool.DeleteCall(ctx, of, true); err != nil {
			t.Fatal(err)
		}
		for _, r := range append(more, hangs) {
			if _, err := w.store.Document(ctx, r.Document); !errors.Is(err, record.ErrNotFound) {
				t.Errorf("document %d: %v", r.Document, err)
			}
		}
		last := w.submitOne(forCheck(upload("last", essay("last"))))
		w.waitCheck(last.Check, record.CheckDone)
		if n, err := w.store.CountWork(ctx, record.WorkFilter{}); err != nil || n != 1 {
			t.Errorf("%d rows, %v; want the last", n, err)
		}
	})
}

// What a decision takes away is gone from figures, findings and edges, by itself.
func TestCounted(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		of := w.newCall(record.Call{Name: "面上"})
		past := w.submitOne(forLibrary(upload("past", part("past", "shared"))))
		a := w.handIn(of, "a", part("a", "shared"))
		w.waitCheck(a.Check, record.CheckDone)
		row := func() record.WorkItem {
			t.Helper()
			page, err := w.store.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{Call: of}, Limit: 2})
			if err != nil || len(page.Items) != 1 {
				t.Fatalf("%+v, %v", page, err)
			}
			return page.Items[0]
		}
		if r := row(); r.Left.Covered < 300 || r.Left.Largest != r.Left.Covered || r.Largest != past.Document || r.Rank == 0 {
			t.Errorf("before: %+v", r)
		}
		err := w.store.Decide(ctx, a.Check, evidence.Decision{
			Subject: evidence.SubjectSource, ID: past.Document, Verdict: evidence.SetAside, Reason: evidence.ReviewPermission, Reviewer: "张三",
		}, record.AnySeen)
		if err != nil {
			t.Fatal(err)
		}
		eventually(t, "it is counted", func() bool { r := row(); return r.Left.Covered == 0 && r.Largest == 0 && r.Rank == 0 })
		if edges, err := w.store.CallEdges(ctx, of, record.EdgeFilter{}, 10); err != nil || len(edges) != 0 {
			t.Errorf("edges %+v, %v", edges, err)
		}
	})
}
