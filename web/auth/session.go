package auth

import (
	"context"
	"errors"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// How long a log-in lasts: over lunch unused, and no longer than a working day. A
// pending one is for typing a code.
const (
	SessionIdle    = 2 * time.Hour
	SessionLife    = 12 * time.Hour
	pendingLife    = 10 * time.Minute
	touchEvery     = time.Minute // how often the use of a session is noted
	maxAgentLength = 200         // of what a browser calls itself
)

// Client is where a request comes from.
type Client struct{ Address, Agent string }

// Entry is the result of a log-in.
type Entry struct {
	Account record.Account
	Cookie  string
	Pending bool // a code of the second factor is still to come
}

// begin starts a session of an account.
func (s *Service) begin(ctx context.Context, a record.Account, from Client, pending bool) (Entry, error) {
	return s.beginAs(ctx, a, record.Session{Pending: pending}, from)
}

// beginAs starts a session of an account, of which it is said whether it is pending and
// where it is ended too.
func (s *Service) beginAs(ctx context.Context, a record.Account, session record.Session, from Client) (Entry, error) {
	secret, hash := newSecret("")
	now := s.clock()
	if agent := []rune(from.Agent); len(agent) > maxAgentLength {
		from.Agent = string(agent[:maxAgentLength])
	}
	by := audit.ActorOf(ctx)
	by.Account, by.Name = a.ID, a.Login
	session.Hash, session.Account, session.CreatedAt, session.SeenAt, session.Address, session.Agent = hash, a.ID, now, now, from.Address,
		from.Agent
	if err := s.store.AddSession(audit.By(ctx, by), session, now.Add(-SessionLife), now.Add(-SessionIdle)); err != nil {
		return Entry{}, refusal(err, ErrRefused) // locked meanwhile
	}
	return Entry{Account: a, Cookie: secret, Pending: session.Pending}, nil
}

// session finds the session of a cookie, pending or not; ErrNotLoggedIn where it has
// ended or its account is not active.
func (s *Service) session(ctx context.Context, cookie string) (record.Session, record.Account, error) {
	session, account, err := s.store.Session(ctx, hashOf(cookie))
	if err != nil {
		return session, account, refusal(err, ErrNotLoggedIn)
	}
	now := s.clock()
	life := SessionLife
	if session.Pending {
		life = pendingLife
	}
	if account.State != record.AccountActive || now.Sub(session.CreatedAt) >= life || now.Sub(session.SeenAt) >= SessionIdle {
		return session, account, ErrNotLoggedIn
	}
	return session, account, nil
}

// Session returns the session of a cookie and its account; the error is ErrNotLoggedIn if there is
// no valid session.
func (s *Service) Session(ctx context.Context, cookie string) (record.Session, record.Account, error) {
	session, account, err := s.session(ctx, cookie)
	if err == nil && session.Pending {
		err = ErrNotLoggedIn
	}
	if err != nil {
		return record.Session{}, record.Account{}, err
	}
	// One that was seen in the future is from before the clock was set back; it must not last for that much longer.
	if now := s.clock(); now.Sub(session.SeenAt).Abs() >= touchEvery {
		if err := s.store.TouchSession(ctx, session.ID, now); err != nil {
			return record.Session{}, record.Account{}, err
		}
		session.SeenAt = now
	}
	return session, account, nil
}

// Sessions returns the sessions of an account that have not ended, the newest first.
func (s *Service) Sessions(ctx context.Context, account int64) ([]record.Session, error) {
	all, err := s.store.Sessions(ctx, account)
	if err != nil {
		return nil, err
	}
	now := s.clock()
	return each.Where(all, func(x record.Session) bool {
		return !x.Pending && now.Sub(x.CreatedAt) < SessionLife && now.Sub(x.SeenAt) < SessionIdle
	}), nil
}

// EndSession ends a session of an account, all for 0.
func (s *Service) EndSession(ctx context.Context, account, id int64) error {
	return s.store.EndSession(ctx, account, id)
}

// LogOut ends the session of a cookie; one that is not there is at an end already.
func (s *Service) LogOut(ctx context.Context, cookie string) error {
	session, _, err := s.store.Session(ctx, hashOf(cookie))
	if errors.Is(err, record.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.store.EndSession(ctx, session.Account, session.ID)
}

// Elsewhere returns the address at which a browser ends the log-in of a cookie with its
// provider too, "" for none.
func (s *Service) Elsewhere(ctx context.Context, cookie string) (string, error) {
	session, _, err := s.store.Session(ctx, hashOf(cookie))
	if errors.Is(err, record.ErrNotFound) {
		return "", nil
	}
	return session.Logout, err
}

// provedFor is for how long somebody who logs in by a provider need not prove again who they
// are for what asks others for their password.
const provedFor = 10 * time.Minute

// Confirm has somebody who has logged in prove once more who they are, before they change
// how they log in: by their password or, where a provider knows it, by a log-in that is no
// more than some minutes old. The errors are those of LogIn, and ErrStale where they
// have to log in again.
func (s *Service) Confirm(ctx context.Context, a record.Account, session int64, password string, from Client) error {
	if a.Password == "" {
		sessions, err := s.store.Sessions(ctx, a.ID)
		if err != nil {
			return err
		}
		for _, x := range sessions {
			if x.ID == session && s.clock().Sub(x.CreatedAt) < provedFor {
				return nil
			}
		}
		return ErrStale
	}
	if err := s.attempt(ctx, nameOf(a.Login), from.Address); err != nil {
		return err
	}
	fits, err := s.verify(ctx, a.Password, password)
	if err != nil {
		return err
	}
	if !fits {
		return s.refuse(ctx, a)
	}
	return s.succeeded(ctx, nameOf(a.Login), from.Address)
}
