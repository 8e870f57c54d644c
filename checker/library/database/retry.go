package database

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// The codes with which PostgreSQL ends one of several transactions that are in
// each other's way. The transaction has left nothing behind and is done again.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// A transaction is tried mostTries times. Before each further try it waits at
// random up to firstPause, then up to twice as long each time, so that those
// that met do not meet again: two seconds at most in all. What still fails then
// is no coincidence.
const (
	mostTries  = 8
	firstPause = 16 * time.Millisecond
)

// overtaken reports whether a transaction was ended in favour of another one. SQLite
// has no such error: a transaction takes the one lock that there is when it
// begins, and has waited sqliteBusyTimeout for it when it says that it is taken.
func overtaken(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (pg.Code == serializationFailure || pg.Code == deadlockDetected)
}

// repeat calls do until it is not overtaken any more.
func repeat(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || try == mostTries || !overtaken(err) {
			return err
		}
		select {
		case <-time.After(rand.N(firstPause << (try - 1))): //nolint:gosec // a pause is no secret
		case <-ctx.Done():
			return err
		}
	}
}
