package library

import (
	"context"
	"time"
)

// InSnapshot is Reader.inSnapshot.
func (r Reader) InSnapshot(ctx context.Context, do func(Reader) error) error {
	return r.inSnapshot(ctx, do)
}

// WakeEvery sets how often watchers are woken without a change. To be called
// before the first Watch.
func (s *Store) WakeEvery(period time.Duration) { s.SafetyPeriod = period }
