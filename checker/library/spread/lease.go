package spread

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/internal/wrap"
)

// Period is how long a server that shares the database is believed alive after
// its last sign of life.
const Period = 20 * time.Second

// Leases keeps the signs of life. It is safe for concurrent use.
type Leases struct{ db *database.DB }

// NewLeases returns the Store of an open database.
func NewLeases(db *database.DB) *Leases { return &Leases{db} }

// Others returns how many servers are alive. On SQLite the lock of the data folder has seen to it
// that there is none.
func Others(ctx context.Context, c database.Conn) (n int, err error) {
	if c.IsSQLite {
		return 0, nil
	}
	err = c.QueryRow(ctx, `SELECT count(*) FROM servers WHERE seen_at > now() - make_interval(secs => $1)`, Period.Seconds()).Scan(&n)
	return n, wrap.Error(err, "look for other servers")
}

// TakeLease begins the work of a server, and returns the jobs of dead processes back
// to the queue. The data folder of SQLite is locked by one process, so that all
// jobs that run are such. On PostgreSQL see RenewLease.
func (s *Leases) TakeLease(ctx context.Context, server string, lease time.Duration) error {
	if !s.db.IsSQLite {
		return s.RenewLease(ctx, server, lease)
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
		return err
	})
	return wrap.Error(err, "give back jobs")
}

// RenewLease shows the other servers that this one is alive, and returns the jobs of
// those back to the queue that have not shown themselves for a lease, by the
// clock of the database. On SQLite there are none.
func (s *Leases) RenewLease(ctx context.Context, server string, lease time.Duration) error {
	if s.db.IsSQLite {
		return nil
	}
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO servers (name, seen_at) VALUES ($1, now())
			ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`, server); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM servers WHERE seen_at < now() - make_interval(secs => $1)`, lease.Seconds()); err != nil {
			return err
		}
		// A job knows the servers that tried it, the last one last.
		_, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'
			AND attempted_by[cardinality(attempted_by)] NOT IN (SELECT name FROM servers)`)
		return err
	})
	return wrap.Error(err, "renew lease")
}

// mostAhead is how far in the future a job may stand that waits for its next attempt; the longest wait of the queue is nine
// minutes. One that may run, and others that are not waiting for anything, stand at most mostApart ahead, by which clocks of
// servers differ.
const (
	mostAhead = time.Hour
	mostApart = time.Minute
)

// RecallJobs lets jobs run now that stand further in the future than the queue puts any: the clock was ahead when they were
// put there, and was set back. It returns how many they were.
func (s *Leases) RecallJobs(ctx context.Context) (n int64, err error) {
	now := `now()`
	ahead := func(d time.Duration) string { return fmt.Sprintf(`now() + make_interval(secs => %v)`, d.Seconds()) }
	if s.db.IsSQLite {
		now = `datetime('now', 'subsec')`
		ahead = func(d time.Duration) string {
			return fmt.Sprintf(`datetime('now', 'subsec', '+%v seconds')`, d.Seconds())
		}
	}
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		tag, err := tx.Exec(
			ctx,
			`UPDATE river_job SET scheduled_at = `+now+` WHERE state = 'available' AND scheduled_at > `+ahead(mostApart)+`
			OR state IN ('retryable', 'scheduled') AND scheduled_at > `+ahead(mostAhead),
		)
		n = tag.RowsAffected()
		return err
	})
	return n, wrap.Error(err, "recall jobs")
}

// DropLease tells the other servers that this one is gone.
func (s *Leases) DropLease(ctx context.Context, server string) error {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM servers WHERE name = $1`, server)
		return err
	})
	return wrap.Error(err, "drop lease")
}
