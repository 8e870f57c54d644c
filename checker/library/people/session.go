package people

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

const sessionColumns = `s.id, s.hash, s.account_id, s.created_at, s.seen_at, s.address, s.agent, s.pending, s.logout`

func sessionFields(s *record.Session) []any {
	return []any{&s.ID, &s.Hash, &s.Account, &s.CreatedAt, &s.SeenAt, &s.Address, &s.Agent, &s.Pending, &s.Logout}
}

// Session returns the session of a hash with its account, or ErrNotFound.
func (r Reader) Session(ctx context.Context, hash string) (record.Session, record.Account, error) {
	var s record.Session
	var a record.Account
	targets, finish := Fields(&a)
	err := r.conn.QueryRow(ctx, `SELECT `+sessionColumns+`, `+Columns+`
		FROM sessions s JOIN accounts a ON a.id = s.account_id WHERE s.hash = $1`, hash).Scan(append(sessionFields(&s), targets...)...)
	if err != nil {
		return record.Session{}, record.Account{}, fmt.Errorf("session: %w", database.NotFound(err))
	}
	finish()
	s.CreatedAt, s.SeenAt = s.CreatedAt.UTC(), s.SeenAt.UTC()
	return s, a, nil
}

// Sessions returns the sessions of an account, the newest first.
func (r Reader) Sessions(ctx context.Context, account int64) ([]record.Session, error) {
	sessions, err := database.List(ctx, r.conn, func(row pgx.Row) (s record.Session, err error) {
		err = row.Scan(sessionFields(&s)...)
		s.CreatedAt, s.SeenAt = s.CreatedAt.UTC(), s.SeenAt.UTC()
		return s, err
	}, `SELECT `+sessionColumns+` FROM sessions s WHERE s.account_id = $1 ORDER BY s.id DESC`, account)
	return sessions, wrap.Error(err, "list sessions of account %d", account)
}

// AddSession stores the log-in of an active account, as its last one too, and forgets
// sessions that were made or seen last before those times. ErrNotFound where the account is
// not active any more.
func (s *Store) AddSession(ctx context.Context, session record.Session, madeBefore, seenBefore time.Time) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if err := tx.UpdateRow(ctx, `UPDATE accounts SET seen_at = $2 WHERE id = $1 AND state = 'active'`, session.Account,
			session.CreatedAt.UTC()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM sessions WHERE created_at < $1 OR seen_at < $2`, madeBefore.UTC(),
			seenBefore.UTC()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO sessions (hash, account_id, created_at, seen_at, address, agent, pending, logout)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			session.Hash, session.Account, session.CreatedAt.UTC(), session.SeenAt.UTC(), session.Address, database.Storable(session.Agent),
			session.Pending, session.Logout)
		if !session.Pending {
			tx.Record(act(audit.LogIn, session.Account))
		}
		return err
	})
	return wrap.Error(err, "store session of account %d", session.Account)
}

// TouchSession notes that a session was used. One that is gone stays so.
func (s *Store) TouchSession(ctx context.Context, id int64, at time.Time) error {
	err := trail.Exec(ctx, s.trail, `UPDATE sessions SET seen_at = $2 WHERE id = $1`, id, at.UTC())
	return wrap.Error(err, "note use of session %d", id)
}

// EndSession ends a session of an account, all of them for 0. One that is not there is
// at an end already.
func (s *Store) EndSession(ctx context.Context, account, id int64) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		tag, err := tx.Exec(ctx, `DELETE FROM sessions WHERE account_id = $1 AND ($2 = 0 OR id = $2)`, account, id)
		if err == nil && tag.RowsAffected() > 0 {
			tx.Record(act(audit.LogOut, account))
		}
		return err
	})
	return wrap.Error(err, "end session of account %d", account)
}

// AddLink stores a one-time link in place of all others of its account. One for a new password ends its tokens: whoever had
// the old one may have made them.
func (s *Store) AddLink(ctx context.Context, l record.Link) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if _, err := tx.Exec(ctx, `DELETE FROM links WHERE account_id = $1`, l.Account); err != nil {
			return err
		}
		if l.Purpose == record.LinkReset {
			if _, err := tx.Exec(ctx, `DELETE FROM tokens WHERE account_id = $1`, l.Account); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO links (hash, purpose, account_id, expires_at) VALUES ($1, $2, $3, $4)`,
			l.Hash, string(l.Purpose), l.Account, l.ExpiresAt.UTC())
		tx.Record(act(audit.Change, l.Account, "what", "link", "link", string(l.Purpose)))
		return err
	})
	return wrap.Error(err, "store link of account %d", l.Account)
}

// Link returns a link that has not expired, or ErrNotFound.
func (r Reader) Link(ctx context.Context, hash string, at time.Time) (record.Link, error) {
	var l record.Link
	err := r.conn.QueryRow(ctx, `SELECT hash, purpose, account_id, expires_at FROM links WHERE hash = $1`, hash).
		Scan(&l.Hash, &l.Purpose, &l.Account, &l.ExpiresAt)
	if err == nil && !l.ExpiresAt.After(at) {
		return record.Link{}, fmt.Errorf("link: %w", record.ErrNotFound)
	}
	if err != nil {
		return record.Link{}, fmt.Errorf("link: %w", database.NotFound(err))
	}
	l.ExpiresAt = l.ExpiresAt.UTC()
	return l, nil
}

// UseLink sets the password of a link's account, and ends the link with all sessions of
// the account. The error is ErrNotFound where the link was used or has expired, or
// its account is locked.
func (s *Store) UseLink(ctx context.Context, hash string, at time.Time, password string) (account int64, err error) {
	err = s.inTx(ctx, func(tx *transaction) error {
		l, err := tx.Link(ctx, hash, at)
		if err != nil {
			return err
		}
		// Of two who use it at once one finds it gone.
		if err := tx.UpdateRow(ctx, `DELETE FROM links WHERE hash = $1`, hash); err != nil {
			return err
		}
		account = l.Account
		return tx.setPassword(ctx, account, password, 0)
	})
	return account, wrap.Error(err, "use link")
}

// Attempt counts an attempt before it is made, so that many concurrent attempts count as many. If
// one of the subjects has to wait, nothing is counted and until is the end of the wait. wait
// returns how long the next attempt of subject i has to wait after a number of failures; failures
// older than forget do not count.
func (s *Store) Attempt(ctx context.Context, subjects []string, at time.Time, forget time.Duration,
	wait func(i, failures int) time.Duration) (until time.Time, err error) {
	at = at.UTC().Truncate(time.Microsecond)
	err = s.inTx(ctx, func(tx *transaction) error {
		until = time.Time{}
		if _, err := tx.Exec(ctx, `DELETE FROM attempts WHERE last_at < $1 AND until_at < $2`, at.Add(-forget), at); err != nil {
			return err
		}
		counts := make([]int, len(subjects))
		for i, subject := range subjects {
			// Locked first, so that others wait for the row.
			if _, err := tx.Exec(ctx, `INSERT INTO attempts (subject, failures, last_at, until_at) VALUES ($1, 0, $2, $2)
				ON CONFLICT (subject) DO UPDATE SET subject = excluded.subject`, subject, at); err != nil {
				return err
			}
			var last, held time.Time
			if err := tx.QueryRow(ctx, `SELECT failures, last_at, until_at FROM attempts WHERE subject = $1`, subject).
				Scan(&counts[i], &last, &held); err != nil {
				return err
			}
			if last.After(at) { // the clock was set back: what is to be waited for begins now
				held = at.Add(held.Sub(last))
				_, err := tx.Exec(ctx, `UPDATE attempts SET last_at = $2, until_at = $3 WHERE subject = $1`, subject, at, held)
				if err != nil {
					return err
				}
			}
			if held.After(at) && held.After(until) {
				until = held.UTC()
			}
		}
		if !until.IsZero() {
			return nil
		}
		for i, subject := range subjects {
			n := counts[i] + 1
			if _, err := tx.Exec(ctx, `UPDATE attempts SET failures = $2, last_at = $3, until_at = $4 WHERE subject = $1`,
				subject, n, at, at.Add(wait(i, n))); err != nil {
				return err
			}
		}
		return nil
	})
	return until, wrap.Error(err, "count attempt")
}

// Succeeded forgets the failures of a subject, and takes the try that has succeeded back
// from others.
func (s *Store) Succeeded(ctx context.Context, forgotten string, lowered ...string) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if _, err := tx.Exec(ctx, `DELETE FROM attempts WHERE subject = $1`, forgotten); err != nil {
			return err
		}
		for _, subject := range lowered {
			if _, err := tx.Exec(ctx, `UPDATE attempts SET failures = failures - 1, until_at = last_at WHERE subject = $1 AND failures > 0`,
				subject); err != nil {
				return err
			}
		}
		return nil
	})
	return wrap.Error(err, "forget attempts")
}

// Familiar reports whether a subject was made familiar and still is.
func (r Reader) Familiar(ctx context.Context, subject string, at time.Time) (bool, error) {
	var n int
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM familiar WHERE subject = $1 AND until_at > $2`, subject,
		at.UTC()).Scan(&n); err != nil {
		return false, fmt.Errorf("look for a familiar address: %w", err)
	}
	return n > 0, nil
}

// SetFamiliar makes a subject familiar until a time, and forgets those that are not any
// more.
func (s *Store) SetFamiliar(ctx context.Context, subject string, at, until time.Time) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if _, err := tx.Exec(ctx, `DELETE FROM familiar WHERE until_at < $1`, at.UTC()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO familiar (subject, until_at) VALUES ($1, $2)
			ON CONFLICT (subject) DO UPDATE SET until_at = excluded.until_at`, subject, until.UTC())
		return err
	})
	return wrap.Error(err, "note a familiar address")
}

// FirstAccount makes the first account by the link of LinkSetup or, where hash is "",
// without one. The error is ErrNotFound where the link does not hold, ErrHasAccounts
// where somebody else was first.
func (s *Store) FirstAccount(ctx context.Context, hash string, at time.Time, a record.Account) (int64, error) {
	if hash != "" {
		l, err := s.read.Link(ctx, hash, at)
		if err == nil && l.Purpose != record.LinkSetup {
			err = record.ErrNotFound
		}
		if err != nil {
			return 0, fmt.Errorf("first account: %w", err)
		}
	}
	id, err := s.AddAccount(ctx, a, true)
	if err != nil {
		return 0, fmt.Errorf("first account: %w", err)
	}
	err = s.inTx(ctx, func(tx *transaction) error {
		err := tx.UpdateRow(ctx, `DELETE FROM links WHERE account_id = 0`)
		if errors.Is(err, record.ErrNotFound) {
			return nil
		}
		return err
	})
	return id, err
}
