package people

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// flowsOfAddress is how many started log-ins by providers are kept for an address: a further one
// replaces the oldest.
const flowsOfAddress = 500

// PutFlow stores a started log-in, replaces one with the same hash, and deletes those that have
// expired.
func (s *Store) PutFlow(ctx context.Context, f record.Flow, at time.Time) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		if _, err := tx.Exec(ctx, `DELETE FROM flows WHERE expires_at <= $1`, at.UTC()); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO flows (hash, browser, address, provider, kept, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT (hash) DO UPDATE SET kept = excluded.kept, expires_at = excluded.expires_at`,
			f.Hash, f.Browser, f.Address, f.Provider, database.Storable(f.Kept), f.ExpiresAt.UTC()); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM flows WHERE address = $1 AND provider <> '' AND hash NOT IN
			(SELECT hash FROM flows WHERE address = $1 AND provider <> '' ORDER BY expires_at DESC, hash LIMIT $2)`, f.Address,
			flowsOfAddress)
		return err
	})
	return wrap.Error(err, "store what was begun")
}

// Flow returns a started log-in that has not expired, or ErrNotFound.
func (r Reader) Flow(ctx context.Context, hash string, at time.Time) (record.Flow, error) {
	var f record.Flow
	err := r.conn.QueryRow(ctx, `SELECT hash, browser, address, provider, kept, expires_at FROM flows WHERE hash = $1`, hash).
		Scan(&f.Hash, &f.Browser, &f.Address, &f.Provider, &f.Kept, &f.ExpiresAt)
	if err == nil && !f.ExpiresAt.After(at) {
		err = record.ErrNotFound
	}
	if err != nil {
		return record.Flow{}, fmt.Errorf("what was begun: %w", database.NotFound(err))
	}
	f.ExpiresAt = f.ExpiresAt.UTC()
	return f, nil
}

// TakeFlow returns a started log-in and deletes it: of two callers one gets ErrNotFound.
func (s *Store) TakeFlow(ctx context.Context, hash string, at time.Time) (f record.Flow, err error) {
	err = s.inTx(ctx, func(tx *transaction) error {
		if f, err = tx.Flow(ctx, hash, at); err != nil {
			return err
		}
		return tx.UpdateRow(ctx, `DELETE FROM flows WHERE hash = $1`, hash)
	})
	return f, wrap.Error(err, "take")
}
