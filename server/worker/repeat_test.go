package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker"
	"zhiwen/checker/first"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
	"zhiwen/server/servertest"
)

// paragraphs returns those of an essay.
func paragraphs(subject string) []string {
	return strings.Split(strings.TrimSpace(essay(subject)), "\n")
}

// article serves an article of a site.
func article(s *servertest.Site, path, published string, views int, text ...string) {
	s.Put(path, pagetest.Shapes()[0], pagetest.Article{Title: "文章" + path, Author: "作者", Site: "某站", Published: published, Views: views, Paragraphs: text})
}

// reposting are two sites: the second has an article of the first with edits, one that repeats
// an application in part, and one of its own.
func reposting(t *testing.T, application string) (original, repost *servertest.Site) {
	t.Helper()
	original, repost = servertest.EmptySite(t), servertest.EmptySite(t)
	article(original, "/a/1", "2024-03-01 12:30:45", 100, paragraphs("甲一")...)
	article(original, "/a/2", "2024-03-01 12:30:45", 100, paragraphs("甲二")...)
	edited := slices.Clone(paragraphs("甲一"))
	edited[3] = paragraphs("乙一")[3]
	article(repost, "/a/1", "2024-03-02 08:00:00", 100, edited...)
	article(repost, "/a/2", "2024-03-03 08:00:00", 100, slices.Concat(paragraphs(application)[:6], paragraphs("乙二")[:2])...)
	article(repost, "/a/3", "2024-03-04 08:00:00", 100, paragraphs("乙三")...)
	return original, repost
}

// waitCompared waits until so many pages are compared, and none waits.
func (w *world) waitCompared(sites ...int64) {
	w.t.Helper()
	for _, id := range sites {
		w.waitSite(id)
	}
	eventually(w.t, "all pages are compared", func() bool {
		p, err := w.store.Pending(context.Background())
		if err != nil {
			w.t.Fatal(err)
		}
		return p.Waiting == 0
	})
}

func (w *world) repeats(f record.RepeatFilter) []record.Repeat {
	w.t.Helper()
	pairs, err := w.store.Repeats(context.Background(), f)
	if err != nil {
		w.t.Fatal(err)
	}
	return pairs
}

func (w *world) result(address string) record.WebResult {
	w.t.Helper()
	r, err := w.store.LastResult(context.Background(), address)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// told is what of a result does not depend on numbers and times.
type told struct {
	State          record.WebState
	Why            string
	Address, Title string // of what is nearest
	Site           string
	Near           bool
}

func tell(r record.WebResult) told {
	t := told{State: r.State, Why: r.Why}
	if n := r.Nearest; n != nil {
		t.Near, t.Address, t.Title, t.Site = true, n.Address, n.Title, n.Site
	}
	return t
}

// The whole way: from two sites to who repeats whom, and who was first.
func TestRepeats(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		w := following(t, c).start()
		application := w.submitOne(forLibrary(upload("申请", essay("申请")))).Document
		w.waitDocument(application, record.DocumentReady)
		original, repost := reposting(t, "申请")
		if got := w.result(original.URL + "/a/1"); got.State != record.WebUnknown {
			t.Errorf("nobody follows it: %+v", got)
		}
		one := w.put(original.ArticleRules("甲"))
		w.waitCompared(one)
		two := w.put(repost.ArticleRules("乙"))
		w.waitCompared(one, two)

		type pair struct {
			page, other string
			first       first.Which
			by          first.Criterion
		}
		want := []pair{{repost.URL + "/a/1", original.URL + "/a/1", first.B, first.Time}, {repost.URL + "/a/2", "", first.Neither, ""}}
		check := func(state string) (pairs []record.Repeat) {
			t.Helper()
			var got []pair
			pairs = w.repeats(record.RepeatFilter{})
			slices.SortFunc(pairs, func(a, b record.Repeat) int {
				return strings.Compare(min(a.Page.Address, a.Other.Address), min(b.Page.Address, b.Other.Address))
			})
			for _, p := range pairs {
				if p.Other.Address != "" && strings.HasPrefix(p.Page.Address, original.URL) { // its new text came later
					p.Page, p.Other, p.OfOther = p.Other, p.Page, !p.OfOther
				}
				o := p.Decide(first.DefaultOrder())
				got = append(got, pair{p.Page.Address, p.Other.Address, o.First, o.By})
				// The check of a pair shows both.
				e := w.evidence(p.Check)
				if !slices.Contains(e.SourceIDs(), p.Source()) || !slices.Contains([]int64{p.Page.Document, p.Other.Document}, e.Document.ID) || e.Document.ID == p.Source() {
					t.Errorf("%s: the check of %d with %v shows no source %d", state, e.Document.ID, e.SourceIDs(), p.Source())
				}
			}
			slices.SortFunc(got, func(a, b pair) int { return strings.Compare(a.page, b.page) })
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(pair{})); diff != "" {
				t.Errorf("%s: %s", state, diff)
			}
			return pairs
		}
		pairs := check("at first")
		for _, p := range pairs {
			if p.Other.Application {
				if p.Other.Document != application || p.Page.Share < 7000 || p.Page.Share > 8000 || p.Other.Share < 4500 || p.Other.Share > 5500 {
					t.Errorf("with the application: %+v", p)
				}
			} else if p.Page.Share < 8500 || p.Page.Share > 9500 || p.Other.Share < 8500 || p.Other.Share > 9500 || !p.Page.Current || !p.Other.Current || p.Page.SiteID != two || p.Other.SiteID != one {
				t.Errorf("with the page: %+v", p)
			}
		}
		for _, x := range []struct {
			filter record.RepeatFilter
			want   int
		}{
			{record.RepeatFilter{Site: one}, 1}, {record.RepeatFilter{Site: two}, 2}, {record.RepeatFilter{Least: 8000}, 1}, {record.RepeatFilter{Applications: true}, 1},
			{record.RepeatFilter{From: pairs[0].Day, To: pairs[0].Day, Within: true}, 2}, {record.RepeatFilter{To: "2020-01-01"}, 0}, {record.RepeatFilter{From: "9999-01-01"}, 0}, {record.RepeatFilter{Limit: 1}, 1},
		} {
			if got := len(w.repeats(x.filter)); got != x.want {
				t.Errorf("%+v: %d pairs, want %d", x.filter, got, x.want)
			}
		}

		// What is said of addresses. Of an application nothing is told.
		for address, want := range map[string]told{
			original.URL + "/a/1": {record.WebOriginal, "time", repost.URL + "/a/1", "文章/a/1", "某站", true},
			repost.URL + "/a/1":   {record.WebRepeats, "time", original.URL + "/a/1", "文章/a/1", "某站", true},
			repost.URL + "/a/2":   {record.WebUndetermined, "tie", "", "", "", true},
			repost.URL + "/a/3":   {State: record.WebOriginal},
			repost.URL + "/a/4":   {State: record.WebUnknown},
		} {
			if diff := cmp.Diff(want, tell(w.result(address))); diff != "" {
				t.Errorf("%s: %s", address, diff)
			}
		}

		// Pages are no applications of the work list.
		if work, err := w.store.Work(ctx, record.WorkQuery{Limit: 10}); err != nil || len(work.Items) != 0 {
			t.Errorf("in the work list: %+v, %v", work.Items, err)
		}
		// One that somebody checks is listed, with this check.
		byHand := w.page(two, repost.URL+"/a/1").Document
		asked, err := w.pool.CheckDocument(ctx, byHand, "")
		if err != nil {
			t.Fatal(err)
		}
		w.waitCheck(asked, record.CheckDone)
		if work, err := w.store.Work(ctx, record.WorkQuery{Limit: 10}); err != nil || len(work.Items) != 1 || work.Items[0].Document != byHand || work.Items[0].Newest != asked {
			t.Errorf("checked by hand, in the work list: %+v, %v", work.Items, err)
		}
		if err := w.store.DeleteCheck(ctx, asked); err != nil {
			t.Fatal(err)
		}
		if work, err := w.store.Work(ctx, record.WorkQuery{Limit: 10}); err != nil || len(work.Items) != 0 {
			t.Errorf("with that check deleted, in the work list: %+v, %v", work.Items, err)
		}

		// A page that has changed is listed once, as it is now.
		changed := original.Article("/a/1")
		changed.Paragraphs = append(slices.Clone(changed.Paragraphs), paragraphs("甲三")[:2]...)
		original.Put("/a/1", pagetest.Shapes()[0], changed)
		if n, err := w.store.AskAgain(ctx, one, 0, record.PageFilter{Outcome: record.WebStored}); err != nil || n != 2 {
			t.Fatalf("%d, %v", n, err)
		}
		w.pool.WakeSites()
		before := w.page(one, original.URL+"/a/1").Document
		eventually(t, "another version", func() bool { return w.page(one, original.URL+"/a/1").Document != before })
		w.waitCompared(one)
		for _, p := range check("changed") {
			if !p.Other.Application && (!p.Page.Current || !p.Other.Current || max(p.Page.Document, p.Other.Document) <= before) {
				t.Errorf("not as it is now: %+v", p)
			}
		}

		// What is deleted is listed no more.
		if err := w.pool.DeleteDocument(ctx, w.page(one, original.URL+"/a/1").Document); err != nil {
			t.Fatal(err)
		}
		if got := w.repeats(record.RepeatFilter{}); len(got) != 1 || !got[0].Other.Application {
			t.Errorf("after the deletion: %+v", got)
		}
		if got := tell(w.result(repost.URL + "/a/1")); got.State != record.WebOriginal || got.Near {
			t.Errorf("after the deletion: %+v", got)
		}
	})
}

// An undated application with the same text does not hide who was first, where the rights in a dated page are verified;
// before that it does, since nothing tells whether it was there before.
func TestUndatedBesideVerified(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := following(t, c).start()
		undated := w.submitOne(forLibrary(upload("申请", essay("甲一")))).Document
		w.waitDocument(undated, record.DocumentReady)
		original, repost := reposting(t, "申请")
		one := w.put(original.ArticleRules("甲"))
		w.waitCompared(one)
		w.waitCompared(one, w.put(repost.ArticleRules("乙")))
		check := func(state string, want map[string]told) {
			t.Helper()
			for address, want := range want {
				if diff := cmp.Diff(want, tell(w.result(address))); diff != "" {
					t.Errorf("%s, %s: %s", state, address, diff)
				}
			}
		}
		check("nothing verified", map[string]told{
			original.URL + "/a/1": {State: record.WebUndetermined, Why: "tie", Near: true}, // near the application
			repost.URL + "/a/1":   {record.WebRepeats, "time", original.URL + "/a/1", "文章/a/1", "某站", true},
		})
		author := librarytest.Must(w.store.AddAccount(t.Context(), record.Account{Login: "author", Roles: []record.Role{record.Reviewer}, State: record.AccountActive}, false))(t)
		page := w.page(one, original.URL+"/a/1").Document
		claim := librarytest.Must(w.store.MakeClaim(t.Context(), record.NewClaim{Document: page, Account: author, Statement: "我写的"}))(t)
		if err := w.store.JudgeClaim(t.Context(), claim, record.ClaimAccepted, "原稿", author+1); err != nil {
			t.Fatal(err)
		}
		check("verified", map[string]told{
			original.URL + "/a/1": {State: record.WebOriginal, Why: "rights", Near: true},
			repost.URL + "/a/1":   {record.WebRepeats, "rights", original.URL + "/a/1", "文章/a/1", "某站", true},
		})
	})
}

// What could not be compared is noted, and compared when somebody wishes so.
func TestComparisonFails(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		w := following(t, c)
		var broken atomic.Bool
		broken.Store(true)
		w.engine.before = func(context.Context, checker.Input, func(done, total int)) error {
			if broken.Load() {
				return errTransient
			}
			return nil
		}
		w.start()
		site := servertest.EmptySite(t)
		article(site, "/a/1", "2024-03-01 12:30:45", 1, paragraphs("甲一")...)
		id := w.put(site.ArticleRules("甲"))
		w.waitCompared(id)
		if p, err := w.store.Pending(context.Background()); err != nil || p.Failed != 1 {
			t.Fatalf("%+v, %v", p, err)
		}
		if got := tell(w.result(site.URL + "/a/1")); got.State != record.WebUndetermined || got.Why != "failed" {
			t.Errorf("%+v", got)
		}
		broken.Store(false)
		if err := w.pool.CompareAgain(context.Background()); err != nil {
			t.Fatal(err)
		}
		w.waitCompared(id)
		if got := tell(w.result(site.URL + "/a/1")); got.State != record.WebOriginal {
			t.Errorf("again: %+v", got)
		}
		if p, err := w.store.Pending(context.Background()); err != nil || p != (record.Pending{}) {
			t.Errorf("again: %+v, %v", p, err)
		}
	})
}

// A server that is killed while it compares a page loses none: another compares it.
func TestKillInComparison(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		original, repost := reposting(t, "申请")
		store, err := library.Open(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		allow(t, store)
		var sites []int64
		for i, s := range []*servertest.Site{original, repost} {
			id, e := store.PutSite(context.Background(), 0, s.ArticleRules(fmt.Sprint("站", i)), 0, "王处")
			err = errors.Join(err, e)
			sites = append(sites, id)
		}
		if err := errors.Join(err, store.Close()); err != nil {
			t.Fatal(err)
		}
		killServer(t, c, killInPage)

		w := newWorld(t, c)
		if p, err := w.store.Pending(context.Background()); err != nil || p.Waiting == 0 || p.Failed != 0 {
			t.Fatalf("after the kill: %+v, %v", p, err)
		}
		w.follow()
		w.config.Lease = killLease
		w.start()
		w.waitCompared(sites...)
		if pairs := w.repeats(record.RepeatFilter{}); len(pairs) != 1 || pairs[0].Decide(first.DefaultOrder()).By != first.Time {
			t.Errorf("%+v", pairs)
		}
	})
}

// Two servers on one database share the comparisons: no page is compared by both, and no
// pair is listed twice.
func TestServersShareComparisons(t *testing.T) {
	c := librarytest.Postgres(t)
	one, two := following(t, c), newWorld(t, c)
	two.follow()
	var compared atomic.Int64
	for _, w := range []*world{one, two} {
		w.engine.before = func(context.Context, checker.Input, func(done, total int)) error {
			compared.Add(1)
			return nil
		}
		w.start()
	}
	const sites = 6
	var ids []int64
	for i := range sites {
		s := servertest.EmptySite(t)
		article(s, "/a/1", fmt.Sprintf("2024-03-%02d 08:00:00", i+1), 1, paragraphs("甲一")...)
		article(s, "/a/2", "2024-03-01 08:00:00", 1, paragraphs(fmt.Sprint("自己的", i))...)
		id, err := one.store.PutSite(context.Background(), 0, s.ArticleRules(fmt.Sprint("站", i)), 0, "王处")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	one.pool.WakeSites()
	two.pool.WakeSites()
	one.waitCompared(ids...)
	if got := compared.Load(); got != 2*sites {
		t.Errorf("%d comparisons of %d pages", got, 2*sites)
	}
	if pairs := one.repeats(record.RepeatFilter{}); len(pairs) != sites*(sites-1)/2 {
		t.Errorf("%d pairs of %d copies", len(pairs), sites)
	}
}
