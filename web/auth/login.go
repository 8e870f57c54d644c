package auth

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
)

// How failures slow down what follows. A person mistypes three times; from then on each
// failure doubles the wait, up to what lets some 290 guesses a day at a name. Of an
// address, behind which a whole institution may sit, twenty are free.
const (
	freeOfName    = 3
	freeOfAddress = 20
	mostOfName    = 5 * time.Minute
	mostOfAddress = 15 * time.Minute
	// forgetAfter is how long a failure counts.
	forgetAfter = 24 * time.Hour
)

// wait is how long to wait after so many failures of which some are free.
func wait(failures, free int, most time.Duration) time.Duration {
	if failures <= free {
		return 0
	}
	if n := failures - free - 1; n < 20 { // beyond, it is more than most
		return min(time.Second<<n, most)
	}
	return most
}

// attempt counts a try at a name from an address, before it is made.
func (s *Service) attempt(ctx context.Context, name, address string) error {
	until, err := s.store.Attempt(ctx, []string{hashOf(name), hashOf("address:" + address)}, s.clock(), forgetAfter, func(i, failures int) time.Duration {
		if i == 0 {
			return wait(failures, freeOfName, mostOfName)
		}
		return wait(failures, freeOfAddress, mostOfAddress)
	})
	if err == nil && !until.IsZero() {
		err = &WaitError{Until: until}
	}
	return err
}

func (s *Service) succeeded(ctx context.Context, name, address string) error {
	return s.store.Succeeded(ctx, hashOf(name), hashOf("address:"+address))
}

func nameOf(login string) string { return "login:" + record.LoginKey(login) }

// LogIn logs in by a password. The error is ErrRefused where the two do not fit, for
// whatever reason, a WaitError where it is not even looked at.
func (s *Service) LogIn(ctx context.Context, login, password string, from Client) (Entry, error) {
	if err := s.attempt(ctx, nameOf(login), from.Address); err != nil {
		return Entry{}, err
	}
	account, err := s.store.AccountOf(ctx, login)
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return Entry{}, err
	}
	phc := nobody
	usable := err == nil && account.State == record.AccountActive && account.Password != ""
	if usable {
		phc = account.Password
	}
	fits, err := s.verify(ctx, phc, password)
	if err != nil {
		return Entry{}, err
	}
	if !usable || !fits {
		return Entry{}, s.refuse(ctx, account)
	}
	if err := s.succeeded(ctx, nameOf(login), from.Address); err != nil {
		return Entry{}, err
	}
	return s.begin(ctx, account, from, account.TOTP.Secret != "")
}

// refuse records that somebody was not let in. What they typed for a name may be anything,
// a password too, and is not recorded.
func (s *Service) refuse(ctx context.Context, account record.Account) error {
	act := audit.Act{Action: audit.LogInRefused, Subject: audit.SubjectAccount, ID: account.ID}
	if err := s.store.Record(ctx, act); err != nil {
		return err
	}
	return ErrRefused
}

// ChangePassword sets a new password of somebody who knows the old one, and ends their
// other sessions.
func (s *Service) ChangePassword(ctx context.Context, account record.Account, session int64, old, password string, from Client) error {
	if err := s.attempt(ctx, nameOf(account.Login), from.Address); err != nil {
		return err
	}
	if account.Password == "" {
		return ErrRefused
	}
	fits, err := s.verify(ctx, account.Password, old)
	if err != nil {
		return err
	}
	if !fits {
		return s.refuse(ctx, account)
	}
	if err := s.succeeded(ctx, nameOf(account.Login), from.Address); err != nil {
		return err
	}
	if err := NewPassword(account.Login, password); err != nil {
		return err
	}
	phc, err := s.hash(ctx, password)
	if err != nil {
		return err
	}
	return s.store.SetPassword(ctx, account.ID, phc, session)
}

// maxLogin is the most characters of a log-in name.
const maxLogin = 60

// CleanLogin makes a log-in name of what somebody typed: letters and digits of any
// script and . _ - @ +, as in addresses of mail. The error is ErrLogin.
func CleanLogin(login string) (string, error) {
	login = strings.TrimSpace(login)
	if n := len([]rune(login)); n == 0 || n > maxLogin {
		return "", ErrLogin
	}
	for _, r := range login {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r) {
			return "", ErrLogin
		}
	}
	return login, nil
}
