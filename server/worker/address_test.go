package worker

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/audit"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract/reader/pagetest"
	"zhiwen/internal/testrun"
	"zhiwen/server/servertest"
)

// asked returns what is said of addresses, as a state or a fault, "added" where they were queued.
func (w *world) asked(addresses ...string) []string {
	w.t.Helper()
	answers, err := w.pool.AskAddresses(context.Background(), addresses)
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, a := range answers {
		switch {
		case a.Fault != "":
			out = append(out, string(a.Fault))
		case a.Added:
			out = append(out, "added")
		default:
			out = append(out, string(a.State))
		}
	}
	return out
}

func (w *world) saw(addresses ...string) record.SeenAddresses {
	w.t.Helper()
	seen, err := w.pool.SeeAddresses(context.Background(), addresses)
	if err != nil {
		w.t.Fatal(err)
	}
	return seen
}

// pageOf serves an article that leads to another one.
func pageOf(s *servertest.Site, path string, seed uint64, link string) {
	s.Put(path, pagetest.Shapes()[0], pagetest.Article{
		Title: "网页" + path, Published: "2024-05-01 08:00:00", Paragraphs: pagetest.Text(seed, 6), Links: []string{link},
	})
}

// Addresses are answered at once and queued before the answer; what is fetched afterwards has
// another answer.
func TestAskAddresses(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := servertest.NewSite(t)
		w := following(t, c).open()
		pageOf(s, "/a/20", 20, "/a/21")
		pageOf(s, "/a/21", 21, "/")
		pageOf(s, "/essay", 22, "/a/30")
		pageOf(s, "/a/30", 30, "/")
		rules := s.Rules("科学网")
		rules.Starts = []string{s.URL + "/odd/gone"} // nothing is found by itself
		id := w.put(rules)

		asked := []string{
			s.URL + "/a/20?utm_source=x#top", s.URL + "/essay", s.URL + "/a/99", "https://elsewhere.invalid/a/1", "http://10.1.2.3/a/1", "http://127.0.0.9:8080/a/1", "http://[::1]/",
			"javascript:alert(1)", "", strings.ToUpper(s.URL[:4]) + s.URL[4:] + "/a/20",
		}
		want := []string{"added", "added", "never", "foreign", "private", "private", "private", "malformed", "malformed", "added"}
		if diff := cmp.Diff(want, w.asked(asked...)); diff != "" {
			t.Error(diff)
		}
		if n := s.Total(); n != 0 {
			t.Errorf("%d requests within the answer", n)
		}
		want[0], want[1], want[9] = "queued", "queued", "queued"
		if diff := cmp.Diff(want, w.asked(asked...)); diff != "" {
			t.Errorf("asked again: %s", diff)
		}
		if err := w.pool.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(w.stop)
		want[0], want[1], want[9] = "original", "original", "original"
		eventually(t, "the pages are fetched and compared", func() bool { return cmp.Equal(want, w.asked(asked...)) })
		w.waitSite(id)
		if p := w.page(id, s.URL+"/a/21"); p.Outcome != record.WebStored {
			t.Errorf("what an article of the rules leads to is %s", p.Outcome)
		}
		if n := s.Asked("/a/30"); n != 0 {
			t.Error("what a page outside of the rules leads to was asked for")
		}

		// What is due is asked for again, as it was, and the answer stays meanwhile.
		one, before := w.page(id, s.URL+"/a/20"), s.Asked("/a/20")
		if got := w.asked(s.URL + "/a/20"); got[0] != "original" || !w.page(id, s.URL+"/a/20").NextAt.Equal(one.NextAt) {
			t.Errorf("not yet due: %v", got)
		}
		if err := w.store.PauseSite(context.Background(), id, true); err != nil {
			t.Fatal(err)
		}
		eventually(t, "it rests", func() bool { return w.site(id).Job == 0 })
		librarytest.Exec(t, w.store, `UPDATE web_pages SET next_at = $1 WHERE address LIKE '%/a/20'`, time.Now().UTC().Add(-time.Minute))
		if diff := cmp.Diff([]string{"original", "paused"}, w.asked(s.URL+"/a/20", s.URL+"/a/77")); diff != "" {
			t.Error(diff)
		}
		if got := w.saw(s.URL + "/a/77"); got != (record.SeenAddresses{Ignored: 1}) {
			t.Errorf("seen of a paused site: %+v", got)
		}
		librarytest.Exec(t, w.store, `UPDATE web_sites SET paused = false, wake_at = $1`, time.Now().UTC().Add(time.Hour))
		if got := w.asked(s.URL + "/a/20"); got[0] != "original" {
			t.Errorf("due: %v", got)
		}
		eventually(t, "it is looked at again", func() bool { return w.page(id, s.URL+"/a/20").Status == 304 })
		if s.Asked("/a/20") != before+1 || w.page(id, s.URL+"/a/20").Document != one.Document {
			t.Errorf("asked for %d times", s.Asked("/a/20")-before)
		}

		// What somebody has taken out stays out.
		if err := w.store.DeleteDocument(context.Background(), one.Document); err != nil {
			t.Fatal(err)
		}
		if got := w.asked(s.URL + "/a/20"); got[0] != "undetermined" || !w.page(id, s.URL+"/a/20").NextAt.IsZero() {
			t.Errorf("taken out: %v", got)
		}

		// A site has room for so many pages.
		rules.Most = record.LeastPages
		if _, err := w.store.PutSite(context.Background(), id, rules, w.site(id).Change, "王处"); err != nil {
			t.Fatal(err)
		}
		var many []string
		for i := range 12 {
			many = append(many, s.URL+"/a/5"+string(rune('a'+i))+"/1")
		}
		got := w.asked(many...)
		free := record.LeastPages - w.site(id).Total + slices.Index(got, "full")
		if !slices.Contains(got, "added") || got[11] != "full" || w.site(id).Total != record.LeastPages {
			t.Errorf("%d free, %v", free, got)
		}
	})
}

// What browsers have seen is queued where a pattern fits, and nothing else.
func TestSeeAddresses(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := servertest.NewSite(t)
		w := following(t, c).open()
		id := w.put(s.Rules("科学网"))
		all := []string{
			s.URL + "/a/20", s.URL + "/a/20?utm_source=x", s.URL + "/list/7", s.URL + "/essay", s.URL + "/a/99", "https://elsewhere.invalid/a/1", "http://10.1.2.3/a/1", "nonsense",
		}
		if got, want := w.saw(all...), (record.SeenAddresses{Queued: 2, Ignored: 5}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got, want := w.saw(all...), (record.SeenAddresses{Known: 2, Ignored: 5}); got != want {
			t.Errorf("again: %+v, want %+v", got, want)
		}
		if got := w.site(id); got.Total != 2 || s.Total() != 0 {
			t.Errorf("%d pages, %d requests", got.Total, s.Total())
		}
		if p := w.page(id, s.URL+"/list/7"); p.Role != record.PageList || !p.FoundAt.After(p.NextAt) {
			t.Errorf("a list: %+v", p)
		}
		w.asked(s.URL+"/a/20", "https://elsewhere.invalid/secret")

		// The record has counts and no address.
		entries, _, err := w.store.Entries(context.Background(), audit.Filter{Subject: audit.SubjectSite}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var acts []audit.Act
		for _, e := range entries {
			if e.Act.ID == 0 {
				acts = append(acts, e.Act)
			}
			if text, err := json.Marshal(e.Act); err != nil || strings.Contains(string(text), "http") {
				t.Errorf("%s, %v", text, err)
			}
		}
		want := []audit.Act{
			{Action: audit.Search, Subject: audit.SubjectSite, Detail: map[string]string{"addresses": "2", "queued": "0", "renewed": "1"}},
			{Action: audit.Add, Subject: audit.SubjectSite, Detail: map[string]string{"addresses": "7", "queued": "2", "renewed": "0"}},
		}
		if diff := cmp.Diff(want, acts); diff != "" {
			t.Error(diff)
		}
	})
}

// The whole way on two servers: a followed site and one that copied from it, fetched by both
// servers, compared, and answered: the first is the original, the copy repeats it, with how much of
// it.
func TestSubmitOfCopies(t *testing.T) {
	c := librarytest.Postgres(t)
	first := following(t, c).start()
	second := newWorld(t, c)
	second.follow()
	second.start()
	source, copies := servertest.NewSite(t), servertest.NewSite(t)
	one, two := source.Article("/a/1"), source.Article("/a/2")
	copies.Put("/a/1", pagetest.Shapes()[1], pagetest.Article{Title: "转载", Published: "2024-06-01 10:00:00", Paragraphs: one.Paragraphs, Links: []string{"/"}})
	copies.Put("/a/2", pagetest.Shapes()[2], pagetest.Article{Title: "节选", Published: "2024-06-02 10:00:00", Paragraphs: slices.Concat(two.Paragraphs[:6], pagetest.Text(777, 6)), Links: []string{"/"}})
	copies.Put("/a/3", pagetest.Shapes()[3], pagetest.Article{Title: "原创", Published: "2024-06-03 10:00:00", Paragraphs: pagetest.Text(888, 6), Links: []string{"/"}})
	sites := map[string]*servertest.Site{"原站": source, "转载站": copies}
	for _, name := range slices.Sorted(maps.Keys(sites)) {
		s := sites[name]
		rules := s.Rules(name)
		rules.Starts, rules.Articles = []string{s.URL + "/odd/gone"}, []string{`/a/\d+$`}
		first.put(rules)
	}
	addresses := []string{source.URL + "/a/1", source.URL + "/a/2", copies.URL + "/a/1", copies.URL + "/a/2", copies.URL + "/a/3"}
	ask := func(w *world) []record.AddressAnswer {
		answers, err := w.pool.AskAddresses(context.Background(), addresses)
		if err != nil {
			t.Fatal(err)
		}
		return answers
	}
	for i, a := range ask(second) {
		if !a.Added {
			t.Errorf("%s is %s %s at first", addresses[i], a.State, a.Fault)
		}
	}
	settled := func() bool {
		return !slices.ContainsFunc(ask(first), func(a record.AddressAnswer) bool {
			return a.State == record.WebQueued || a.State == record.WebFetching || a.State == record.WebUnknown
		})
	}
	eventually(t, "all are fetched and compared", settled)
	for server, w := range map[string]*world{"first": first, "second": second} {
		answers := ask(w)
		var states []record.WebState
		for _, a := range answers {
			states = append(states, a.State)
		}
		want := []record.WebState{record.WebOriginal, record.WebOriginal, record.WebRepeats, record.WebRepeats, record.WebOriginal}
		if diff := cmp.Diff(want, states); diff != "" {
			t.Fatalf("by the %s server: %s", server, diff)
		}
		for i, least := range map[int]float64{2: 0.9, 3: 0.3} {
			n := answers[i].Nearest
			if n == nil || n.Address != addresses[i-2] || n.Title == "" || n.Published == "" || n.Similarity < least || n.Check == 0 || n.Source == 0 {
				t.Errorf("%s repeats %+v, want %s by %v at least", addresses[i], n, addresses[i-2], least)
			}
		}
	}
	for _, path := range []string{"/a/1", "/a/2"} {
		for name, s := range sites {
			if n := s.Asked(path); n != 1 {
				t.Errorf("%s of %s was asked for %d times", path, name, n)
			}
		}
	}
}
