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

// How failures slow down later attempts. A person mistypes three times; from then on each failure
// of a name at an address doubles the wait, up to one that allows some 290 guesses a day. Guesses
// from many addresses are slowed down by name, guesses of many names by address: both later and
// less, since a name belongs to somebody and an address may be that of a whole institution. Neither
// slows down a name at an address from which it has logged in lately, so that nobody is locked out
// by others.
const (
	freeOfPair    = 3
	freeOfName    = 30
	freeOfAddress = 100
	mostOfPair    = 5 * time.Minute
	mostOfName    = time.Minute
	mostOfAddress = time.Minute
	// forgetAfter is how long a failure counts.
	forgetAfter = 24 * time.Hour
	// familiarFor is how long a name is known at an address.
	familiarFor = 30 * 24 * time.Hour
)

// wait returns how long to wait after a number of failures; the first few are free.
func wait(failures, free int, most time.Duration) time.Duration {
	if failures <= free {
		return 0
	}
	if n := failures - free - 1; n < 20 { // beyond, it is more than most
		return min(time.Second<<n, most)
	}
	return most
}

// pairOf returns a name at an address.
func pairOf(name, address string) string { return hashOf(name + " at " + address) }

// attempt counts a try at a name from an address, before it is made.
func (s *Service) attempt(ctx context.Context, name, address string) error {
	now := s.clock()
	limits := []struct {
		subject string
		free    int
		most    time.Duration
	}{
		{pairOf(name, address), freeOfPair, mostOfPair},
		{hashOf(name), freeOfName, mostOfName},
		{hashOf("address:" + address), freeOfAddress, mostOfAddress},
	}
	known, err := s.store.Familiar(ctx, pairOf(name, address), now)
	if err != nil {
		return err
	}
	if known {
		limits = limits[:1]
	}
	var subjects []string
	for _, l := range limits {
		subjects = append(subjects, l.subject)
	}
	until, err := s.store.Attempt(ctx, subjects, now, forgetAfter, func(i, failures int) time.Duration {
		return wait(failures, limits[i].free, limits[i].most)
	})
	if err == nil && !until.IsZero() {
		err = &WaitError{Until: until}
	}
	return err
}

// succeeded takes a try that has succeeded back, and makes the name familiar at the address.
func (s *Service) succeeded(ctx context.Context, name, address string) error {
	pair, now := pairOf(name, address), s.clock()
	known, err := s.store.Familiar(ctx, pair, now)
	if err != nil {
		return err
	}
	var counted []string
	if !known {
		counted = []string{hashOf(name), hashOf("address:" + address)}
	}
	if err := s.store.Succeeded(ctx, pair, counted...); err != nil {
		return err
	}
	return s.store.SetFamiliar(ctx, pair, now, now.Add(familiarFor))
}

func nameOf(login string) string { return "login:" + record.LoginKey(login) }

// LogIn logs in by a password. The error is ErrRefused where the two do not fit, for
// whatever reason, a WaitError where it is not even looked at, ErrNoPasswords where
// passwords are switched off.
func (s *Service) LogIn(ctx context.Context, login, password string, from Client) (Entry, error) {
	if s.noPasswords {
		return Entry{}, ErrNoPasswords
	}
	waiting := s.attempt(ctx, nameOf(login), from.Address)
	var wait *WaitError
	if waiting != nil && !errors.As(waiting, &wait) {
		return Entry{}, waiting
	}
	account, err := s.store.AccountOf(ctx, login)
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return Entry{}, err
	}
	if waiting != nil {
		return Entry{}, errors.Join(waiting, s.delayed(ctx, account, pairOf(nameOf(login), from.Address)))
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
	if err := s.store.Record(ctx, refusedAct(account)); err != nil {
		return err
	}
	return ErrRefused
}

// refusedAct returns the act of a refused log-in, with the account if it exists.
func refusedAct(account record.Account) audit.Act {
	act := audit.Act{Action: audit.LogInRefused, Subject: audit.SubjectAccount, ID: account.ID}
	if account.ID != 0 {
		act.Detail = map[string]string{"login": account.Login}
	}
	return act
}

// delayedAgain is how long tries at one name from one address that are not even looked at
// are one entry of the record: who goes on trying must not fill it.
const delayedAgain = 10 * time.Minute

// mostDelayed is how many names at addresses are known to be tried.
const mostDelayed = 10_000

// delayed records that somebody must wait before another try.
func (s *Service) delayed(ctx context.Context, account record.Account, pair string) error {
	now := s.clock()
	s.delays.Lock()
	again := now.Before(s.delayedUntil[pair])
	if !again {
		if s.delayedUntil == nil || len(s.delayedUntil) >= mostDelayed {
			s.delayedUntil = map[string]time.Time{}
		}
		s.delayedUntil[pair] = now.Add(delayedAgain)
	}
	s.delays.Unlock()
	if again {
		return nil
	}
	act := refusedAct(account)
	if act.Detail == nil {
		act.Detail = map[string]string{}
	}
	act.Detail["what"] = "delay"
	return s.store.Record(ctx, act)
}

// ChangePassword sets a new password of somebody who knows the old one, and ends their
// other sessions.
func (s *Service) ChangePassword(ctx context.Context, account record.Account, session int64, old, password string, from Client) error {
	if account.Password == "" {
		return ErrRefused
	}
	if err := s.Confirm(ctx, account, session, old, from); err != nil {
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

// printable leaves out of a text what neither shows nor parts words.
func printable(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r):
		return -1
	}
	return r
}

// MostName is the most characters of a log-in name, and of the name of an account: providers have long ones.
const MostName = 120

// CleanLogin makes a log-in name of what somebody typed: letters and digits of any
// script and . _ - @ +, as in addresses of mail. The error is ErrLogin.
func CleanLogin(login string) (string, error) {
	login = strings.TrimSpace(login)
	if n := len([]rune(login)); n == 0 || n > MostName {
		return "", ErrLogin
	}
	for _, r := range login {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-@+", r) {
			return "", ErrLogin
		}
	}
	return login, nil
}
