package library

import (
	"context"
	"time"
)

// MigrateBy brings the database from a version to the one after the steps.
func (s *Store) MigrateBy(ctx context.Context, version int, sql ...string) error {
	var steps []step
	for _, text := range sql {
		steps = append(steps, statements(text))
	}
	return s.InTx(ctx, func(tx *Tx) error { return tx.migrate(ctx, steps, version) })
}

// Steps is how many steps there are.
func Steps() int { return len(steps) }

// InSnapshot is Reader.inSnapshot.
func (r Reader) InSnapshot(ctx context.Context, do func(Reader) error) error {
	return r.inSnapshot(ctx, do)
}

// WakeEvery sets how often watchers are woken without a change. To be called
// before the first Watch.
func (s *Store) WakeEvery(period time.Duration) { s.safetyPeriod = period }
