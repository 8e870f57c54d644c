package people_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// What was begun is ended once, and not for ever.
func TestFlows(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now().UTC().Truncate(time.Microsecond)
		flow := record.Flow{Hash: "h", Browser: "b", Address: "192.0.2.1", Provider: "oidc", Kept: `{"a":"甲"}`, ExpiresAt: now.Add(time.Minute)}
		if err := s.PutFlow(ctx, flow, now); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(flow, librarytest.Must(s.Flow(ctx, "h", now))(t)); diff != "" {
			t.Error(diff)
		}
		if err := errOf(s.Flow(ctx, "h", now.Add(time.Minute))); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("after its time: %v", err)
		}
		var wait sync.WaitGroup
		faults := make([]error, 5)
		for i := range faults {
			wait.Go(func() { faults[i] = errOf(s.TakeFlow(ctx, "h", now)) })
		}
		wait.Wait()
		taken := 0
		for _, err := range faults {
			switch {
			case err == nil:
				taken++
			case !errors.Is(err, record.ErrNotFound):
				t.Error(err)
			}
		}
		if taken != 1 {
			t.Errorf("it was taken %d times", taken)
		}
		// Who begins without end pushes out their own alone.
		other := flow
		other.Hash, other.Address = "other", "192.0.2.2"
		if err := s.PutFlow(ctx, other, now); err != nil {
			t.Fatal(err)
		}
		for i := range 510 {
			flow.Hash, flow.ExpiresAt = fmt.Sprintf("h%d", i), now.Add(time.Minute+time.Duration(i)*time.Second)
			if err := s.PutFlow(ctx, flow, now); err != nil {
				t.Fatal(err)
			}
		}
		for hash, kept := range map[string]bool{"h0": false, "h9": false, "h10": true, "h509": true, "other": true} {
			if err := errOf(s.Flow(ctx, hash, now)); (err == nil) != kept {
				t.Errorf("%s: %v", hash, err)
			}
		}
	})
}

func TestFamiliar(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now()
		if err := s.SetFamiliar(ctx, "a", now, now.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if err := s.SetFamiliar(ctx, "a", now, now.Add(2*time.Hour)); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			subject string
			after   time.Duration
			want    bool
		}{{"a", time.Hour, true}, {"a", 2 * time.Hour, false}, {"b", 0, false}} {
			if got := librarytest.Must(s.Familiar(ctx, c.subject, now.Add(c.after)))(t); got != c.want {
				t.Errorf("%s after %v: %v", c.subject, c.after, got)
			}
		}
	})
}

// An account is bound to one person of its provider, and changes its way in as a whole.
func TestProviderOfAccount(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now()
		root := librarytest.Must(s.AddAccount(ctx, account("root", record.Administrator), true))(t)
		var ids []int64
		for _, login := range []string{"a", "b"} { // two who have not come yet
			x := account(login, record.Reviewer)
			x.State, x.Password, x.Provider = record.AccountInvited, "", "oidc"
			ids = append(ids, librarytest.Must(s.AddAccount(ctx, x, false))(t))
		}
		if err := s.Bind(ctx, ids[0], "oidc", "one"); err != nil {
			t.Fatal(err)
		}
		for name, err := range map[string]error{
			"bound again": s.Bind(ctx, ids[0], "oidc", "two"), "by another provider": s.Bind(ctx, ids[1], "cas", "two"), "with a password": s.Bind(ctx, root, "oidc", "two"),
		} {
			if !errors.Is(err, record.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := s.Bind(ctx, ids[1], "oidc", "one"); err == nil {
			t.Error("one person has two accounts")
		}
		got := librarytest.Must(s.AccountBy(ctx, "oidc", "one"))(t)
		if got.ID != ids[0] || got.State != record.AccountActive {
			t.Errorf("bound: %+v", got)
		}
		if err := s.AddSession(ctx, record.Session{Hash: "s", Account: ids[0], CreatedAt: now, SeenAt: now, Logout: "https://sso.example/end"}, now.Add(-time.Hour), now.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		if session, _, err := s.Session(ctx, "s"); err != nil || session.Logout != "https://sso.example/end" {
			t.Errorf("session %+v, %v", session, err)
		}
		if err := s.SetProvider(ctx, ids[0], "cas"); err != nil {
			t.Fatal(err)
		}
		if got := librarytest.Must(s.Account(ctx, ids[0]))(t); got.Provider != "cas" || got.Subject != "" || got.State != record.AccountInvited {
			t.Errorf("by another provider: %+v", got)
		}
		if _, _, err := s.Session(ctx, "s"); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("its session: %v", err)
		}
		if err := s.SetProvider(ctx, root, "oidc"); !errors.Is(err, record.ErrLastAdministrator) {
			t.Errorf("the last administrator: %v", err)
		}
		if got := librarytest.Must(s.Account(ctx, root))(t); got.Password == "" || got.Provider != "" {
			t.Errorf("what was refused is stored: %+v", got)
		}
	})
}
