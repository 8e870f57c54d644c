package worker

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/extract"
	"zhiwen/extract/reader"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
	"zhiwen/server/crawl"
	"zhiwen/server/servertest"
)

// What the program is wired with.
var (
	_ Web        = (*crawl.Client)(nil)
	_ PageReader = (*reader.Runner)(nil)
)

// following returns a pool that may ask this machine for pages.
func following(t *testing.T, c library.Config) *world {
	t.Helper()
	w := newWorld(t, c)
	w.follow()
	allow(t, w.store)
	return w
}

// follow gives a pool what it needs to follow sites.
func (w *world) follow() {
	w.t.Helper()
	runner, err := reader.NewRunner(extract.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.config.Web, w.config.Pages = crawl.New(func(context.Context) string { return crawl.Agent("test", "") }), runner
}

// allow sets that test sites may be asked, and no other address of this machine.
func allow(t *testing.T, s *library.Store) {
	t.Helper()
	value, err := json.Marshal(setting.Web{Networks: []string{"127.0.0.1"}})
	if err == nil {
		err = s.ChangeSetting(context.Background(), setting.OfWeb, string(value), 0, "t")
	}
	if err != nil {
		t.Fatal(err)
	}
}

// put follows a site.
func (w *world) put(rules record.SiteRules) int64 {
	w.t.Helper()
	id, err := w.store.PutSite(context.Background(), 0, rules, 0, "王处")
	if err != nil {
		w.t.Fatal(err)
	}
	w.pool.WakeSites()
	return id
}

func (w *world) site(id int64) record.Site {
	w.t.Helper()
	s, err := w.store.Site(context.Background(), id)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// waitSite waits until a site has been looked at and nothing of it is to be done at once.
// waitSite waits until all of a site is looked at, and while something of it is: each page
// is read by a process of its own, so that many take their time on a busy machine.
func (w *world) waitSite(id int64) record.Site {
	w.t.Helper()
	settled, last := 0, time.Now()
	for ; ; time.Sleep(20 * time.Millisecond) {
		s := w.site(id)
		if s.Total > 0 && s.Outcomes[record.WebWaiting] == 0 && s.Job == 0 && s.WakeAt.After(s.ChangedAt) {
			return s
		}
		if n := s.Total - s.Outcomes[record.WebWaiting]; n != settled {
			settled, last = n, time.Now()
		}
		if time.Since(last) > patience {
			w.t.Fatalf("nothing of the site was looked at for %v: %+v", patience, s)
		}
	}
}

func (w *world) page(site int64, address string) record.WebPage {
	w.t.Helper()
	p, err := w.store.PageAt(context.Background(), site, address)
	if err != nil {
		w.t.Fatalf("%s: %v", address, err)
	}
	return p
}

// The whole way: from a site with rules to a source of a check.
func TestFollowSite(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, s := context.Background(), servertest.NewSite(t)
		w := following(t, c).start()
		id := w.put(s.Rules("科学网"))
		got := w.waitSite(id)

		// Every address has its outcome.
		outcomes := map[string]record.WebOutcome{
			"/": record.WebListed, "/feed.xml": record.WebListed, "/map.xml": record.WebListed, "/list/2": record.WebListed, "/list/3": record.WebListed, "/calendar/2026/1": record.WebListed,
			"/odd/closed": record.WebRobots, "/odd/huge": record.WebLarge, "/odd/picture": record.WebKind, "/odd/gone": record.WebGone, "/odd/private": record.WebForeign,
			"/odd/away": record.WebForeign, "/odd/loop": record.WebRedirects, "/odd/same": record.WebSame, "/odd/empty": record.WebNoText, "/odd/busy": record.WebStatus,
		}
		for path := range servertest.Articles {
			outcomes["/a/"+string(rune('1'+path))] = record.WebStored
		}
		for path, want := range outcomes {
			if p := w.page(id, s.URL+path); p.Outcome != want || p.AskedAt.IsZero() {
				t.Errorf("%s is %s (%s), want %s", path, p.Outcome, p.Detail, want)
			}
		}
		for _, path := range []string{"/odd/closed", "/a/99", "/about"} {
			if n := s.Asked(path); n != 0 {
				t.Errorf("%s was asked for", path)
			}
		}
		// The calendar ends where the site's bound is.
		if got.Total > s.Rules("").Most || s.Total() > 2*s.Rules("").Most {
			t.Errorf("%d pages, asked %d times", got.Total, s.Total())
		}
		if agents := s.Agents(); !slices.Equal(agents, []string{"Zhiwen/test (text comparison)"}) {
			t.Errorf("asked as %q", agents)
		}

		// The articles are documents of the library, in a collection of the site's.
		documents, err := w.store.CollectionDocuments(ctx, got.Collection)
		if err != nil || len(documents) != servertest.Articles {
			t.Fatalf("%d documents, %v", len(documents), err)
		}
		for _, d := range documents {
			w.waitDocument(d, record.DocumentReady)
		}
		first := w.page(id, s.URL+"/a/1")
		d := w.document(first.Document)
		want := &evidence.Web{Address: s.URL + "/a/1", Site: "测试科学网", Author: "作者blog", Published: "2024-03-01T12:30:45+08:00", Seen: d.Identity.Web.Seen, Views: 100}
		if diff := cmp.Diff(want, d.Identity.Web); diff != "" || d.Identity.Year != 2024 || d.Identity.Date != "2024-03-01" || d.Identity.Title != "第1篇文章：blog" || d.Identity.Applicant != "" || !d.InLibrary {
			t.Errorf("%+v: %s", d.Identity, diff)
		}
		if data, err := w.store.File(ctx, d.ID); err != nil || !strings.Contains(string(data), "navbar") {
			t.Errorf("the page as it came: %d bytes, %v", len(data), err)
		}

		// A check of what was copied from there finds it.
		r := w.submitOne(forCheck(upload("申请", essay("别的")+s.Article("/a/1").Paragraphs[1]+"\n"+s.Article("/a/1").Paragraphs[2])))
		w.waitCheck(r.Check, record.CheckDone)
		e := w.evidence(r.Check)
		// Made-up texts have phrases in common: what was copied from comes first.
		if len(e.Sources) == 0 || e.Sources[0].ID != d.ID || e.Sources[0].Relation != evidence.OnWeb || e.Sources[0].Full < 100 {
			t.Fatalf("sources %v, want %d first", w.sources(r.Check), d.ID)
		}
		if diff := cmp.Diff(want, e.Sources[0].Identity.Web); diff != "" {
			t.Error(diff)
		}

		// A call may leave the web out.
		for _, without := range []bool{true, false} {
			call, err := w.store.PutCall(ctx, record.Call{Name: map[bool]string{true: "a", false: "b"}[without], State: record.CallOpen, Settings: record.CallSettings{WithoutWeb: without}}, "王处")
			if err != nil {
				t.Fatal(err)
			}
			u := forCheck(upload("of a call", essay("草原")+s.Article("/a/2").Paragraphs[1]))
			u.Call = call
			r := w.submitOne(u)
			w.waitCheck(r.Check, record.CheckDone)
			e := w.evidence(r.Check)
			if found := len(e.Sources) > 0; found == without {
				t.Errorf("without the web %v: %d sources", without, len(e.Sources))
			}
			if !without {
				if e.Library.Documents < servertest.Articles {
					t.Errorf("%d documents", e.Library.Documents)
				}
			} else if e.Library.Documents != 0 || !e.Library.WithoutWeb {
				t.Errorf("without the web %+v", e.Library)
			}
		}
	})
}

// A page whose text changed is another version; one that changed around it is not, and one
// that is as it was is not even read.
func TestPageVersions(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, s := context.Background(), servertest.NewSite(t)
		w := following(t, c).start()
		id := w.put(s.Rules("科学网"))
		w.waitSite(id)
		one, two := w.page(id, s.URL+"/a/1"), w.page(id, s.URL+"/a/2")

		changed, around := s.Article("/a/1"), s.Article("/a/2")
		changed.Paragraphs = append(slices.Clone(changed.Paragraphs), pagetest.Text(999, 2)...)
		around.Links = append(around.Links, "/somewhere/else")
		s.Put("/a/1", pagetest.Shapes()[0], changed)
		s.Put("/a/2", pagetest.Shapes()[1], around)
		if n, err := w.store.AskAgain(ctx, id, 0, record.PageFilter{Outcome: record.WebStored}); err != nil || n != servertest.Articles {
			t.Fatalf("%d, %v", n, err)
		}
		w.pool.WakeSites()
		w.waitSite(id)
		if p := w.page(id, s.URL+"/a/1"); p.Document == one.Document || p.Versions != 2 {
			t.Errorf("changed: %+v", p)
		} else if d := w.waitDocument(p.Document, record.DocumentReady); !d.InLibrary || !w.document(one.Document).InLibrary {
			t.Error("both versions are in the library")
		}
		if p := w.page(id, s.URL+"/a/2"); p.Document != two.Document || p.Versions != 1 || p.Calm != 1 {
			t.Errorf("changed around: %+v", p)
		}
		versions, err := w.store.PageVersions(ctx, one.ID)
		if err != nil || len(versions) != 2 || versions[1].Document != one.Document {
			t.Errorf("versions %+v, %v", versions, err)
		}

		// The next round asks for the starts; they are as they were.
		before := s.Asked("/")
		if err := w.store.LookNow(ctx, id); err != nil {
			t.Fatal(err)
		}
		w.pool.WakeSites()
		eventually(t, "another round", func() bool { return s.Asked("/") > before && w.page(id, s.URL+"/").Status == 304 })
		w.waitSite(id)

		// What somebody takes out of the library stays out, until it is wanted again.
		if err := w.store.DeleteDocument(ctx, two.Document); err != nil {
			t.Fatal(err)
		}
		if p := w.page(id, s.URL+"/a/2"); p.Outcome != record.WebRemoved || !p.NextAt.IsZero() || p.Document != 0 || p.Versions != 0 {
			t.Errorf("removed: %+v", p)
		}
		if n, err := w.store.AskAgain(ctx, id, two.ID, record.PageFilter{}); err != nil || n != 1 {
			t.Fatalf("%d, %v", n, err)
		}
		w.pool.WakeSites()
		w.waitSite(id)
		if p := w.page(id, s.URL+"/a/2"); p.Outcome != record.WebStored || p.Document == 0 {
			t.Errorf("wanted again: %+v", p)
		}

		// A site that is forgotten leaves its documents.
		if err := w.store.DeleteSite(ctx, id); err != nil {
			t.Fatal(err)
		}
		if _, err := w.store.Site(ctx, id); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("the site: %v", err)
		}
		if !w.document(one.Document).InLibrary {
			t.Error("its documents are gone")
		}
	})
}

// A site that is left alone, changed or forgotten in the middle of it is no longer asked.
func TestPausedInTheMiddle(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, s := context.Background(), servertest.NewSite(t)
		w := following(t, c).open()
		var id int64
		s.SetHang(func(path string) {
			if path == "/a/2" {
				if err := w.store.PauseSite(ctx, id, true); err != nil {
					t.Error(err)
				}
			}
		})
		id = w.put(s.Rules("科学网"))
		if err := w.pool.Start(ctx); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.stop)
		eventually(t, "it rests", func() bool { s := w.site(id); return s.Paused && s.Job == 0 })
		got, asked := w.site(id), s.Total()
		if got.Outcomes[record.WebWaiting] == 0 {
			t.Errorf("all of it was asked for: %+v", got.Outcomes)
		}
		s.SetHang(nil)
		if err := w.store.PauseSite(ctx, id, false); err != nil {
			t.Fatal(err)
		}
		w.pool.WakeSites()
		w.waitSite(id)
		if s.Total() == asked || s.Asked("/a/2") != 1 {
			t.Errorf("it did not go on: %d, %d", s.Total(), s.Asked("/a/2"))
		}
	})
}

// A server that is killed while it fetches loses no address: another goes on where it was.
func TestKillInSite(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := servertest.NewSite(t)
		store, err := library.Open(context.Background(), c)
		if err != nil {
			t.Fatal(err)
		}
		allow(t, store)
		id, err := store.PutSite(context.Background(), 0, s.Rules("科学网"), 0, "王处")
		if err := errors.Join(err, store.Close()); err != nil {
			t.Fatal(err)
		}
		killServer(t, c, killInSite)

		w := newWorld(t, c)
		if got := w.site(id); got.Job == 0 || got.Outcomes[record.WebWaiting] == 0 || got.Outcomes[record.WebStored] == 0 {
			t.Fatalf("after the kill: %+v", got)
		}
		if p := w.page(id, s.URL+"/a/4"); p.Outcome != record.WebWaiting {
			t.Errorf("the page that was being fetched is %s", p.Outcome)
		}
		w.follow()
		w.config.Lease = killLease
		w.start()
		got := w.waitSite(id)
		if got.Outcomes[record.WebStored] != servertest.Articles {
			t.Errorf("%+v", got.Outcomes)
		}
		documents, err := w.store.CollectionDocuments(context.Background(), got.Collection)
		if err != nil || len(documents) != servertest.Articles {
			t.Errorf("%d documents, %v", len(documents), err)
		}
		if n := s.Asked("/a/2"); n != 1 {
			t.Errorf("what was stored was asked for %d times", n)
		}
	})
}

// Two servers on one database share sites: no page is asked for by both.
func TestServersShareSites(t *testing.T) {
	c := librarytest.Postgres(t)
	first, second := following(t, c), newWorld(t, c)
	second.follow()
	second.config.Web = crawl.New(func(context.Context) string { return crawl.Agent("second", "") })
	// On a busy machine a server can be late to show itself; then its jobs are begun anew, and pages
	// asked for again, which is not what is looked at here.
	first.config.Lease, second.config.Lease = patience, patience
	first.start()
	second.start()
	var sites []*servertest.Site
	var ids []int64
	for _, name := range []string{"甲", "乙", "丙", "丁"} {
		s := servertest.NewSite(t)
		sites = append(sites, s)
		id, err := first.store.PutSite(context.Background(), 0, s.Rules(name), 0, "王处")
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
	}
	first.pool.WakeSites()
	second.pool.WakeSites()
	for i, id := range ids {
		got := first.waitSite(id)
		if got.Outcomes[record.WebStored] != servertest.Articles {
			t.Errorf("site %d: %+v", i, got.Outcomes)
		}
		for n := range servertest.Articles {
			want := 1
			if n == 0 {
				want = 2 // another page leads on to it
			}
			if path := "/a/" + string(rune('1'+n)); sites[i].Asked(path) != want {
				t.Errorf("site %d: %s was asked for %d times", i, path, sites[i].Asked(path))
			}
		}
	}
}
