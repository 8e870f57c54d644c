package library

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
)

// The queue's table river_job is River's, and only what follows reads or writes
// it besides River: which jobs run, and which have ended, must be known in the
// same statement as what they are for.

// Lease is how long a server that shares the database is believed alive after
// its last sign of life.
const Lease = 20 * time.Second

// TakeLease begins the work of a server, and gives the jobs of dead processes back
// to the queue. The data folder of SQLite is locked by one process, so that all
// jobs that run are such. On PostgreSQL see RenewLease.
func (s *Store) TakeLease(ctx context.Context, server string, lease time.Duration) error {
	if !s.sqlite {
		return s.RenewLease(ctx, server, lease)
	}
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.q.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
		return err
	})
	if err != nil {
		return fmt.Errorf("give back jobs: %w", err)
	}
	return nil
}

// RenewLease shows the other servers that this one is alive, and gives the jobs of
// those back to the queue that have not shown themselves for a lease, by the
// clock of the database. On SQLite there are none.
func (s *Store) RenewLease(ctx context.Context, server string, lease time.Duration) error {
	if s.sqlite {
		return nil
	}
	err := s.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.q.Exec(ctx, `INSERT INTO servers (name, seen_at) VALUES ($1, now())
			ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`, server); err != nil {
			return err
		}
		if _, err := tx.q.Exec(ctx, `DELETE FROM servers WHERE seen_at < now() - make_interval(secs => $1)`, lease.Seconds()); err != nil {
			return err
		}
		// A job knows the servers that tried it, the last one last.
		_, err := tx.q.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'
			AND attempted_by[cardinality(attempted_by)] NOT IN (SELECT name FROM servers)`)
		return err
	})
	if err != nil {
		return fmt.Errorf("renew lease: %w", err)
	}
	return nil
}

// DropLease tells the other servers that this one is gone.
func (s *Store) DropLease(ctx context.Context, server string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.q.Exec(ctx, `DELETE FROM servers WHERE name = $1`, server)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop lease: %w", err)
	}
	return nil
}

// FailOrphans fails the checks and documents whose job has ended or is gone
// without them: what is left where even storing a failure failed. It gives how
// many they were.
func (s *Store) FailOrphans(ctx context.Context) (checks, documents int64, err error) {
	const jobIsOver = ` NOT EXISTS (SELECT 1 FROM river_job j WHERE j.id = job_id AND j.finalized_at IS NULL)`
	internal := string(record.FailureInternal)
	err = s.InTx(ctx, func(tx *Tx) error {
		tag, err := tx.q.Exec(ctx, `UPDATE checks SET state = 'failed', failure = $1, finished_at = $2
			WHERE (state = 'running' OR state = 'queued' AND job_id <> 0) AND`+jobIsOver, internal, now())
		if err != nil {
			return err
		}
		checks = tag.RowsAffected()
		tag, err = tx.q.Exec(ctx, `UPDATE documents SET state = 'failed', failure = $1
			WHERE (in_library OR is_form OR call_id <> 0) AND state = 'waiting' AND job_id <> 0 AND`+jobIsOver, internal)
		if err != nil {
			return err
		}
		documents = tag.RowsAffected()
		if tx.changes.everything = checks+documents > 0; tx.changes.everything {
			tx.Record(audit.Act{Action: audit.Fail, Subject: audit.SubjectLibrary, Detail: map[string]string{
				"checks": strconv.FormatInt(checks, 10), "documents": strconv.FormatInt(documents, 10),
			}})
		}
		return nil
	})
	if err != nil {
		return 0, 0, fmt.Errorf("fail what has lost its job: %w", err)
	}
	return checks, documents, nil
}
