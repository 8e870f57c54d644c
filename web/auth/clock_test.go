package auth_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/web/auth"
)

// A clock that jumps by an hour or a day and comes back neither locks out an account with a second factor nor has a used code
// hold again, and a wait after wrong passwords is no longer than it would have been.
func TestClockJumps(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		for name, jump := range map[string]time.Duration{"an hour": time.Hour, "a day": 24 * time.Hour} {
			t.Run(name, func(t *testing.T) {
				right := time.Now()
				now := right
				s := auth.New(librarytest.Open(t, c), func() time.Time { return now })
				a := record.Account{Login: strings.ReplaceAll(name, " ", "-"), Roles: []record.Role{record.Officer}}
				id, key, err := s.Invite(t.Context(), a)
				if err != nil {
					t.Fatal(err)
				}
				a.ID = id
				const password = "correct horse battery"
				entry, err := s.UseLink(t.Context(), key, password, here)
				if err != nil {
					t.Fatal(err)
				}
				session, _, err := s.Session(t.Context(), entry.Cookie)
				if err != nil {
					t.Fatal(err)
				}
				if err := s.BeginFactor(t.Context(), session.ID); err != nil {
					t.Fatal(err)
				}
				f, err := s.Factor(t.Context(), a, session.ID)
				if err != nil {
					t.Fatal(err)
				}
				code := func() string {
					text, err := totp.GenerateCode(f.Secret, now)
					if err != nil {
						t.Fatal(err)
					}
					return text
				}
				if _, err := s.SetFactor(t.Context(), a, session.ID, code()); err != nil {
					t.Fatal(err)
				}
				try := func(code string) error {
					t.Helper()
					known, err := s.Account(t.Context(), a.ID)
					if err != nil {
						t.Fatal(err)
					}
					return s.CheckCode(t.Context(), known, code, here)
				}
				now = right.Add(2 * time.Minute)
				used := code()
				if err := try(used); err != nil {
					t.Fatalf("a code at the right time: %v", err)
				}
				now = right.Add(jump)
				if err := try(used); !errors.Is(err, auth.ErrRefused) {
					t.Errorf("a code of before the jump: %v", err)
				}
				ahead := code()
				if err := try(ahead); err != nil {
					t.Errorf("a code while the clock is ahead: %v", err)
				}
				for range 6 {
					_, _ = s.LogIn(t.Context(), a.Login, "wrong password", here)
				}
				now = right.Add(2 * time.Minute) // set back to the minute in which a code was used
				if err := try(used); !errors.Is(err, auth.ErrRefused) {
					t.Errorf("a used code, after the clock was set back to its minute: %v", err)
				}
				now = right.Add(3 * time.Minute)
				if err := try(code()); err != nil {
					t.Errorf("locked out after the clock was set back: %v", err)
				}
				if _, err := s.LogIn(t.Context(), a.Login, password, here); err != nil {
					var wait *auth.WaitError
					if !errors.As(err, &wait) || wait.Until.Sub(now) > 5*time.Minute {
						t.Errorf("a log-in after the clock was set back: %v", err)
					}
					now = now.Add(5 * time.Minute)
					if _, err := s.LogIn(t.Context(), a.Login, password, here); err != nil {
						t.Errorf("five minutes later: %v", err)
					}
				} else {
					t.Error("six wrong passwords make nobody wait")
				}
				now = right.Add(jump)
				if err := try(ahead); !errors.Is(err, auth.ErrRefused) {
					t.Errorf("a code that was used while the clock was ahead: %v", err)
				}
			})
		}
	})
}
