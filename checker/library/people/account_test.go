package people_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

func errOf[T any](_ T, err error) error { return err }

func account(login string, roles ...record.Role) record.Account {
	return record.Account{Login: login, Name: "名 " + login, Institution: "某某大学", Roles: roles, State: record.AccountActive, Password: "$argon2id$…"}
}

func TestAccounts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		if some := librarytest.Must(s.HasAccounts(ctx))(t); some {
			t.Error("a new library has accounts")
		}
		root := account("Root", record.Administrator, record.Officer)
		id := librarytest.Must(s.AddAccount(ctx, root, true))(t)
		if err := errOf(s.AddAccount(ctx, account("other"), true)); !errors.Is(err, record.ErrHasAccounts) {
			t.Errorf("a second first account: %v", err)
		}
		if err := errOf(s.AddAccount(ctx, account(" rOOT"), false)); !errors.Is(err, record.ErrLoginTaken) {
			t.Errorf("a name that is taken: %v", err)
		}
		root.ID = id
		got := librarytest.Must(s.AccountOf(ctx, "ROOT"))(t)
		if diff := cmp.Diff(root, got, cmpopts.IgnoreFields(record.Account{}, "CreatedAt")); diff != "" || got.CreatedAt.IsZero() {
			t.Error(diff)
		}
		by := account("by", record.Reviewer)
		by.Provider, by.Subject, by.Password = "oidc", "42", ""
		other := librarytest.Must(s.AddAccount(ctx, by, false))(t)
		if got := librarytest.Must(s.AccountBy(ctx, "oidc", "42"))(t); got.ID != other {
			t.Errorf("by its subject: %+v", got)
		}
		for _, unknown := range []error{errOf(s.Account(ctx, 99)), errOf(s.AccountOf(ctx, "x")), errOf(s.AccountBy(ctx, "oidc", "43")), errOf(s.AccountBy(ctx, "saml", "42"))} {
			if !errors.Is(unknown, record.ErrNotFound) {
				t.Errorf("an unknown one: %v", unknown)
			}
		}
		less := root
		less.Roles = []record.Role{record.Officer}
		locked := root
		locked.State = record.AccountLocked
		for _, a := range []record.Account{less, locked} {
			if err := s.SetAccount(ctx, a); !errors.Is(err, record.ErrLastAdministrator) {
				t.Errorf("the last administrator leaves: %v", err)
			}
		}
		if got := librarytest.Must(s.Account(ctx, id))(t); !got.Has(record.Administrator) || got.State != record.AccountActive {
			t.Errorf("what was refused is stored: %+v", got)
		}
		was := record.TOTPState{}
		is := record.TOTPState{Secret: "ABC", LastStep: 5, Recovery: []string{"a", "b"}}
		if err := s.SetTOTP(ctx, id, was, is); err != nil {
			t.Fatal(err)
		}
		if err := s.SetTOTP(ctx, id, was, is); !errors.Is(err, record.ErrOvertaken) {
			t.Errorf("a change that has not seen the last: %v", err)
		}
		if diff := cmp.Diff(is, librarytest.Must(s.Account(ctx, id))(t).TOTP); diff != "" {
			t.Error(diff)
		}
	})
}

// Of many who make the first account at once one does.
func TestFirstAccountIsOne(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now()
		if err := s.AddLink(ctx, record.Link{Hash: "h", Purpose: record.LinkSetup, ExpiresAt: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		if err := errOf(s.FirstAccount(ctx, "wrong", now, account("x", record.Administrator))); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("by a wrong link: %v", err)
		}
		if err := errOf(s.FirstAccount(ctx, "h", now.Add(2*time.Hour), account("x", record.Administrator))); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("by an old link: %v", err)
		}
		var wait sync.WaitGroup
		faults := make([]error, 6)
		for i := range faults {
			wait.Go(func() {
				faults[i] = errOf(s.FirstAccount(ctx, "h", now, account(string(rune('a'+i)), record.Administrator)))
			})
		}
		wait.Wait()
		made := 0
		for _, err := range faults {
			switch {
			case err == nil:
				made++
			case !errors.Is(err, record.ErrHasAccounts) && !errors.Is(err, record.ErrNotFound):
				t.Error(err)
			}
		}
		if all := librarytest.Must(s.Accounts(ctx))(t); made != 1 || len(all) != 1 {
			t.Errorf("%d were made, %d are there", made, len(all))
		}
	})
}

func TestSessionsAndLinks(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now().UTC().Truncate(time.Microsecond)
		root := librarytest.Must(s.AddAccount(ctx, account("root", record.Administrator), true))(t)
		id := librarytest.Must(s.AddAccount(ctx, account("a", record.Officer), false))(t)
		add := func(hash string, made time.Time) {
			t.Helper()
			err := s.AddSession(ctx, record.Session{Hash: hash, Account: id, CreatedAt: made, SeenAt: made, Address: "192.0.2.1", Agent: "b"}, now.Add(-time.Hour), now.Add(-time.Hour))
			if err != nil {
				t.Fatal(err)
			}
		}
		add("old", now.Add(-2*time.Hour))
		add("one", now)
		add("two", now)
		sessions := librarytest.Must(s.Sessions(ctx, id))(t)
		if len(sessions) != 2 || sessions[0].Hash != "two" {
			t.Errorf("sessions %+v", sessions)
		}
		session, a, err := s.Session(ctx, "one")
		if err != nil || a.ID != id || !session.SeenAt.Equal(now) || !a.SeenAt.Equal(now) {
			t.Errorf("session %+v of %+v, %v", session, a, err)
		}
		if err := s.TouchSession(ctx, session.ID, now.Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := s.Session(ctx, "one"); !got.SeenAt.Equal(now.Add(time.Minute)) {
			t.Errorf("touched at %v", got.SeenAt)
		}
		if err := s.AddToken(ctx, record.Token{Hash: "t", Account: id, Name: "n", Scopes: []string{"read", "check"}, ExpiresAt: now.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		token, _, err := s.Token(ctx, "t")
		if err != nil || len(token.Scopes) != 2 || !token.ExpiresAt.Equal(now.Add(time.Hour)) || !token.UsedAt.IsZero() {
			t.Errorf("token %+v, %v", token, err)
		}
		if err := s.TouchToken(ctx, token.ID, now); err != nil {
			t.Fatal(err)
		}
		if list := librarytest.Must(s.Tokens(ctx, id))(t); len(list) != 1 || !list[0].UsedAt.Equal(now) {
			t.Errorf("tokens %+v", list)
		}
		for _, hash := range []string{"first", "second"} {
			if err := s.AddLink(ctx, record.Link{Hash: hash, Purpose: record.LinkReset, Account: id, ExpiresAt: now.Add(time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}
		if err := errOf(s.UseLink(ctx, "first", now, "p")); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a link that another one has replaced: %v", err)
		}
		if err := errOf(s.UseLink(ctx, "second", now.Add(time.Hour), "p")); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a link that has expired: %v", err)
		}
		if got := librarytest.Must(s.UseLink(ctx, "second", now, "p"))(t); got != id {
			t.Errorf("the link is of %d", got)
		}
		if err := errOf(s.UseLink(ctx, "second", now, "q")); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("the link again: %v", err)
		}
		if got := librarytest.Must(s.Sessions(ctx, id))(t); len(got) != 0 {
			t.Errorf("after a new password there are sessions %+v", got)
		}
		add("three", now)
		locked := librarytest.Must(s.Account(ctx, id))(t)
		locked.State = record.AccountLocked
		if err := s.SetAccount(ctx, locked); err != nil {
			t.Fatal(err)
		}
		if _, _, err := s.Session(ctx, "three"); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a session of a locked account: %v", err)
		}
		if _, _, err := s.Token(ctx, "t"); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a token of a locked account: %v", err)
		}
		if err := s.AddSession(ctx, record.Session{Hash: "four", Account: id, CreatedAt: now, SeenAt: now}, now, now); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a session for a locked account: %v", err)
		}
		if err := s.SetPassword(ctx, id, "x", 0); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("a password for a locked account: %v", err)
		}
		_ = root
	})
}

// Tries are counted before they are made: of many at once no more than are free are made.
func TestAttempts(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		now := time.Now().UTC().Truncate(time.Microsecond)
		wait := func(i, failures int) time.Duration {
			if i == 0 && failures > 2 {
				return time.Minute
			}
			return 0
		}
		var group sync.WaitGroup
		results := make([]time.Time, 10)
		for i := range results {
			group.Go(func() {
				var err error
				if results[i], err = s.Attempt(ctx, []string{"name", "address"}, now, time.Hour, wait); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		let := 0
		for _, until := range results {
			if until.IsZero() {
				let++
			} else if !until.Equal(now.Add(time.Minute)) {
				t.Errorf("until %v", until)
			}
		}
		if let != 3 {
			t.Errorf("%d tries were let through, want 3", let)
		}
		try := func(at time.Time) bool {
			t.Helper()
			return librarytest.Must(s.Attempt(ctx, []string{"name", "address"}, at, time.Hour, wait))(t).IsZero()
		}
		if !try(now.Add(time.Minute)) || try(now.Add(time.Minute+time.Second)) {
			t.Error("after the wait one try is let through, and then none")
		}
		if err := s.Succeeded(ctx, "name", "address"); err != nil {
			t.Fatal(err)
		}
		if !try(now.Add(time.Minute + time.Second)) {
			t.Error("after a success there is no wait")
		}
		for range 2 {
			try(now.Add(2 * time.Minute))
		}
		if try(now.Add(2 * time.Minute)) {
			t.Error("failures after a success are not counted")
		}
		if !try(now.Add(3 * time.Hour)) {
			t.Error("old failures count")
		}
	})
}
