package auth

import (
	"context"
	"time"

	"zhiwen/checker/record"
)

// How long links hold: an invitation over a holiday, a new password and the first
// administrator a day.
const (
	inviteLife = 7 * 24 * time.Hour
	resetLife  = 24 * time.Hour
)

// newLink makes a one-time link and returns its secret.
func (s *Service) newLink(ctx context.Context, purpose record.LinkPurpose, account int64, life time.Duration) (string, error) {
	secret, hash := newSecret("")
	err := s.store.AddLink(ctx, record.Link{Hash: hash, Purpose: purpose, Account: account, ExpiresAt: s.clock().Add(life)})
	return secret, err
}

// SetupLink makes the link by which the first administrator is made.
func (s *Service) SetupLink(ctx context.Context) (string, error) {
	return s.newLink(ctx, record.LinkSetup, 0, resetLife)
}

// Invite makes an account that has no password yet, with the link by which its owner
// sets one. The errors are ErrLogin and record.ErrLoginTaken.
func (s *Service) Invite(ctx context.Context, a record.Account) (id int64, secret string, err error) {
	if a.Login, err = CleanLogin(a.Login); err != nil {
		return 0, "", err
	}
	a.State, a.Password = record.AccountInvited, ""
	if id, err = s.store.AddAccount(ctx, a, false); err != nil {
		return 0, "", err
	}
	secret, err = s.newLink(ctx, record.LinkInvite, id, inviteLife)
	return id, secret, err
}

// ResetLink makes the link by which the owner of an account sets a new password, in place
// of any other link. The old password holds until then.
func (s *Service) ResetLink(ctx context.Context, a record.Account) (string, error) {
	if a.State == record.AccountInvited {
		return s.newLink(ctx, record.LinkInvite, a.ID, inviteLife)
	}
	return s.newLink(ctx, record.LinkReset, a.ID, resetLife)
}

// Link returns what a link is for, and its account; ErrLink if it is not valid.
func (s *Service) Link(ctx context.Context, secret string) (record.Link, record.Account, error) {
	l, err := s.store.Link(ctx, hashOf(secret), s.clock())
	if err != nil {
		return l, record.Account{}, refusal(err, ErrLink)
	}
	if l.Purpose == record.LinkSetup {
		return l, record.Account{}, nil
	}
	a, err := s.store.Account(ctx, l.Account)
	if err == nil && a.State == record.AccountLocked {
		err = ErrLink
	}
	return l, a, refusal(err, ErrLink)
}

// UseLink sets the password of a link's account and logs in. The errors are ErrLink and
// ErrPassword; with the latter the link still holds.
func (s *Service) UseLink(ctx context.Context, secret, password string, from Client) (Entry, error) {
	l, a, err := s.Link(ctx, secret)
	if err != nil {
		return Entry{}, err
	}
	if l.Purpose == record.LinkSetup {
		return Entry{}, ErrLink
	}
	if err := NewPassword(a.Login, password); err != nil {
		return Entry{}, err
	}
	phc, err := s.hash(ctx, password)
	if err != nil {
		return Entry{}, err
	}
	id, err := s.store.UseLink(ctx, hashOf(secret), s.clock(), phc)
	if err != nil {
		return Entry{}, refusal(err, ErrLink)
	}
	if a, err = s.store.Account(ctx, id); err != nil {
		return Entry{}, err
	}
	// Whoever else tried the name does not keep its owner out.
	if err := s.store.Succeeded(ctx, hashOf(nameOf(a.Login))); err != nil {
		return Entry{}, err
	}
	if err := s.succeeded(ctx, nameOf(a.Login), from.Address); err != nil {
		return Entry{}, err
	}
	return s.begin(ctx, a, from, a.TOTP.Secret != "")
}

// First makes the first account, an administrator and officer, and logs in. link is the secret
// of SetupLink, "" where none is needed. The errors are ErrLogin, ErrPassword, ErrLink and
// record.ErrHasAccounts.
func (s *Service) First(ctx context.Context, link string, a record.Account, password string, from Client) (Entry, error) {
	var err error
	if a.Login, err = CleanLogin(a.Login); err != nil {
		return Entry{}, err
	}
	if err = NewPassword(a.Login, password); err != nil {
		return Entry{}, err
	}
	a.Roles, a.State = []record.Role{record.Administrator, record.Officer}, record.AccountActive
	if a.Password, err = s.hash(ctx, password); err != nil {
		return Entry{}, err
	}
	hash := ""
	if link != "" {
		hash = hashOf(link)
	}
	id, err := s.store.FirstAccount(ctx, hash, s.clock(), a)
	if err != nil {
		return Entry{}, refusal(err, ErrLink)
	}
	if a, err = s.store.Account(ctx, id); err != nil {
		return Entry{}, err
	}
	return s.begin(ctx, a, from, false)
}

// Account returns an account, or an error that wraps record.ErrNotFound.
func (s *Service) Account(ctx context.Context, id int64) (record.Account, error) {
	return s.store.Account(ctx, id)
}

// Accounts returns all accounts, by log-in name.
func (s *Service) Accounts(ctx context.Context) ([]record.Account, error) {
	return s.store.Accounts(ctx)
}

// SetAccount changes name, institution, roles and state of an account; the error wraps
// record.ErrLastAdministrator where nobody could look after the accounts any more.
func (s *Service) SetAccount(ctx context.Context, a record.Account) error {
	return s.store.SetAccount(ctx, a)
}

// Recover restores access to an account after a forgotten password, a lost second factor or a lock.
// It returns the link by which its owner sets a password.
func (s *Service) Recover(ctx context.Context, a record.Account) (string, error) {
	if a.State == record.AccountLocked {
		a.State = record.AccountActive
		if err := s.store.SetAccount(ctx, a); err != nil {
			return "", err
		}
	}
	if err := s.store.SetTOTP(ctx, a.ID, a.TOTP, record.TOTPState{}); err != nil {
		return "", err
	}
	return s.ResetLink(ctx, a)
}
