package worker

import (
	"context"
	"slices"
	"sync"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/checker/setting"
	"zhiwen/checker/verify"
	"zhiwen/internal/testrun"
)

// What counts by the page of settings counts in the checks that begin after it was set,
// what a call says goes before it, the evidence says which it was and agrees with itself,
// and earlier evidence stays as it is.
func TestSetCounting(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := newWorld(t, c).start()
		w.submitOne(forLibrary(upload("past", essay("shared"))))
		const most = 1000 // characters: no match is as long
		strict := most
		lenient := score.DefaultLeastLength
		quoted := essay("own") + "\n有文献指出：“" + essay("shared") + "”\n"
		check := func(call int64) (record.Check, *evidence.Evidence) {
			t.Helper()
			r := w.handIn(call, "a", quoted)
			done := w.waitCheck(r.Check, record.CheckDone)
			text, err := w.store.Extraction(ctx, r.Document)
			if err != nil {
				t.Fatal(err)
			}
			e := w.evidence(r.Check)
			for _, d := range verify.Evidence(e, verify.Texts{Document: text}) {
				t.Errorf("check %d: %+v", r.Check, d)
			}
			return done, e
		}
		usual, before := check(0)
		if usual.Covered == 0 || before.Setting(score.LeastLength) != score.DefaultLeastLength {
			t.Fatalf("by default %d characters are covered", usual.Covered)
		}
		value, err := setting.Encode(setting.Counting,
			setting.Count{Exclude: evidence.Reasons(), LeastLength: score.DefaultLeastLength, LeastShare: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.store.ChangeSetting(ctx, setting.Counting, value, 0, "王处"); err != nil {
			t.Fatal(err)
		}
		set, after := check(0)
		if set.Covered >= usual.Covered || after.Setting(score.LeastShare) != 1 {
			t.Errorf("without quotations %d characters are covered, with them %d", set.Covered, usual.Covered)
		}
		own := w.newCall(record.Call{Name: "从严", Settings: record.CallSettings{LeastLength: &strict}})
		if got, e := check(own); got.Covered != 0 || e.Setting(score.LeastLength) != most {
			t.Errorf("of a call with matches of %d characters and more, %d are covered", most, got.Covered)
		}
		open := w.newCall(record.Call{Name: "引文也计", Settings: record.CallSettings{Exclude: score.DefaultExclude(), LeastLength: &lenient}})
		if got, _ := check(open); got.Covered != usual.Covered {
			t.Errorf("of a call that counts quotations %d characters are covered, want %d", got.Covered, usual.Covered)
		}
		// To leave nothing out is a choice of its own, and not the same as to say nothing.
		everything := w.newCall(record.Call{Name: "全文都计", Settings: record.CallSettings{Exclude: []evidence.Reason{}, LeastLength: &lenient}})
		if got, e := check(everything); got.Covered != usual.Covered || slices.ContainsFunc(e.Engine.Parameters, func(p evidence.Parameter) bool { return p.Name == score.Excludes }) {
			t.Errorf("of a call that leaves nothing out %d characters are covered, want %d, with %v", got.Covered, usual.Covered, e.Engine.Parameters)
		}
	})
}

// Hints are looked for unless the page of settings, or the call of the document, says that
// none are wanted.
func TestHintsAreWanted(t *testing.T) {
	ctx := context.Background()
	w := newWorld(t, librarytest.SQLite(t))
	var lock sync.Mutex
	without := map[int64]bool{} // by document
	w.engine.before = func(_ context.Context, in checker.Input, _ func(done, total int)) error {
		lock.Lock()
		defer lock.Unlock()
		without[in.ID] = in.WithoutHints
		return nil
	}
	w.start()
	none, some := 0, 300 // thousandths
	check := func(call int64, want bool) {
		t.Helper()
		r := w.handIn(call, "a", essay("hints"))
		w.waitCheck(r.Check, record.CheckDone)
		lock.Lock()
		defer lock.Unlock()
		if got, asked := without[r.Document]; !asked || got != want {
			t.Errorf("without hints: %v, want %v", got, want)
		}
	}
	check(0, false)
	quiet, loud := w.newCall(record.Call{Name: "不要提示", Settings: record.CallSettings{FalseAlarms: &none}}), w.newCall(record.Call{Name: "要提示", Settings: record.CallSettings{FalseAlarms: &some}})
	check(quiet, true)
	value, err := setting.Encode(setting.Counting, setting.Count{Exclude: score.DefaultExclude(), LeastLength: score.DefaultLeastLength})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.store.ChangeSetting(ctx, setting.Counting, value, 0, "王处"); err != nil {
		t.Fatal(err)
	}
	check(0, true)
	check(loud, false)
}
