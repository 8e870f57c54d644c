package follow_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

const start = "https://blog.example.org/"

// followed stores a site with the addresses that its start leads to.
func followed(t *testing.T, s *library.Store, name string, most int, found ...follow.Found) (site int64, added, left int) {
	t.Helper()
	ctx := t.Context()
	site = librarytest.Must(s.PutSite(ctx, 0, record.SiteRules{Name: name, Starts: []string{start}}, 0, "ann"))(t)
	change(t, s, func(tx *library.Tx) (err error) {
		if err = tx.BeginRound(ctx, librarytest.Must(s.Site(ctx, site))(t), []string{start}, time.Now()); err == nil {
			added, left, err = tx.AddPages(ctx, site, found, 1, most, time.Now())
		}
		return err
	})
	return site, added, left
}

func change(t *testing.T, s *library.Store, do func(*library.Tx) error) {
	t.Helper()
	if err := s.InTx(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

func article(path string) follow.Found {
	return follow.Found{Address: start + path, Role: record.PageArticle}
}

// Addresses fold, end at the bound of the site, and are due until their outcome is stored.
func TestPages(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, s := t.Context(), librarytest.Open(t, c)
		site, added, left := followed(
			t,
			s,
			"Blog",
			4,
			article("a/1"),
			article("a/2"),
			article("a/1"),
			article("a/3"),
			article("a/4"),
			article("a/5"),
		)
		if added != 3 || left != 2 {
			t.Errorf("%d added, %d left out", added, left)
		}
		var order []string
		for range 4 {
			p := librarytest.Must(s.NextPage(ctx, site, time.Now()))(t)
			order = append(order, p.Address)
			if again := librarytest.Must(s.NextPage(ctx, site, time.Now()))(t); again.ID != p.ID {
				t.Errorf("%s is not due any more without a fate", p.Address)
			}
			p.Outcome, p.AskedAt, p.NextAt = record.WebGone, time.Now(), time.Time{}
			if p.Address == start+"a/2" {
				p.Outcome, p.NextAt = record.WebStatus, time.Now().Add(time.Hour)
			}
			change(t, s, func(tx *library.Tx) error { return tx.SettlePage(ctx, p) })
		}
		slices.Sort(order)
		if !slices.Equal(order, []string{start, start + "a/1", start + "a/2", start + "a/3"}) {
			t.Errorf("due were %q", order)
		}
		if _, err := s.NextPage(ctx, site, time.Now()); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("something is due: %v", err)
		}
		if p := librarytest.Must(s.NextPage(ctx, site, time.Now().Add(2*time.Hour)))(t); p.Address != start+"a/2" {
			t.Errorf("%s is due in two hours", p.Address)
		}
		if got := librarytest.Must(s.Site(ctx, site))(t); got.Total != 4 || got.Outcomes[record.WebGone] != 3 ||
			got.Outcomes[record.WebStatus] != 1 {
			t.Errorf("counted %d: %v", got.Total, got.Outcomes)
		}
		for search, want := range map[string]int{"A/3": 1, "": 4, "%": 0} {
			if pages, total, err := s.Pages(ctx, site, record.PageFilter{Search: search, Limit: 1}); err != nil || total != want ||
				len(pages) != min(want, 1) {
				t.Errorf("%q finds %d pages, %d of them shown, %v", search, total, len(pages), err)
			}
		}
		if n := librarytest.Must(s.AskAgain(ctx, site, 0, record.PageFilter{Outcome: record.WebGone}))(t); n != 3 {
			t.Errorf("%d are asked for again", n)
		}
		if got := librarytest.Must(s.Site(ctx, site))(t); got.Outcomes[record.WebWaiting] != 3 || got.Outcomes[record.WebStatus] != 1 {
			t.Errorf("asked again: %v", got.Outcomes)
		}
	})
}

// A site has one job at a time, and another once that has let go of it; rules are not written over others that
// somebody has stored meanwhile.
func TestSites(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx, s := t.Context(), librarytest.Open(t, c)
		site, _, _ := followed(t, s, "Blog", 10)
		change(t, s, func(tx *library.Tx) error { return tx.TakeSite(ctx, site, 7) })
		if err := s.InTx(ctx, func(tx *library.Tx) error { return tx.TakeSite(ctx, site, 8) }); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("two jobs have one site: %v", err)
		}
		change(t, s, func(tx *library.Tx) error {
			return tx.RestSite(ctx, librarytest.Must(tx.Site(ctx, site))(t), time.Now().Add(time.Hour))
		})
		change(t, s, func(tx *library.Tx) error { return tx.TakeSite(ctx, site, 8) })

		rules := record.SiteRules{Name: "Blog", Starts: []string{start + "new"}}
		seen := librarytest.Must(s.Site(ctx, site))(t).Change
		librarytest.Must(s.PutSite(ctx, site, rules, seen, "ann"))(t)
		if _, err := s.PutSite(ctx, site, rules, seen, "bob"); !errors.Is(err, record.ErrOvertaken) {
			t.Errorf("rules of somebody else are written over: %v", err)
		}
		if _, err := s.PutSite(ctx, 0, rules, 0, "bob"); !errors.Is(err, record.ErrNameTaken) {
			t.Errorf("two sites of a name: %v", err)
		}
		if err := s.DeleteSite(ctx, site); err != nil {
			t.Fatal(err)
		}
		if _, total, err := s.Pages(ctx, site, record.PageFilter{}); err != nil || total != 0 {
			t.Errorf("%d pages of a site that is gone, %v", total, err)
		}
	})
}

// Of many that ask for a host at once each comes a pause after another.
func TestTurns(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		const askers, pause = 6, time.Hour
		waits := make([]time.Duration, askers)
		errs := make([]error, askers)
		var all sync.WaitGroup
		for i := range askers {
			all.Go(func() { waits[i], errs[i] = s.Turn(context.Background(), "blog.example.org", pause) })
		}
		all.Wait()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		slices.Sort(waits)
		for i, wait := range waits {
			if want := time.Duration(i) * pause; wait.Round(pause) != want { // an asker's clock may be a moment behind
				t.Errorf("turn %d after %s", i, wait)
			}
		}
		if wait := librarytest.Must(s.Turn(context.Background(), "other.example.org", pause))(t); wait != 0 {
			t.Errorf("another host has to wait for %s", wait)
		}
	})
}
