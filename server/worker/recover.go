package worker

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
)

// beatsPerLease is how often a server shows itself within one lease: several
// signs may get lost before it is taken for dead.
const beatsPerLease = 4

// keepLease shows the other servers that this one is alive, and gives the jobs
// of dead ones back to the queue, until ctx ends.
func (p *Pool) keepLease(ctx context.Context) {
	ticker := time.NewTicker(p.config.Lease / beatsPerLease)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		var err error
		if p.store.Postgres() != nil {
			err = p.recoverJobs(ctx)
		} else {
			err = p.settleOrphans(ctx)
		}
		if err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "recover jobs", "error", err)
		}
	}
}

// recoverJobs gives the jobs of dead processes back to the queue. The data
// folder of SQLite is locked by one process, so at its start all running jobs
// are such. On PostgreSQL they are those of servers that have not shown
// themselves for a lease, by the clock of the database.
func (p *Pool) recoverJobs(ctx context.Context) error {
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		if p.store.Postgres() == nil {
			_, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'`)
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO servers (name, seen_at) VALUES ($1, now())
			ON CONFLICT (name) DO UPDATE SET seen_at = excluded.seen_at`, p.server); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM servers WHERE seen_at < now() - make_interval(secs => $1)`,
			p.config.Lease.Seconds()); err != nil {
			return err
		}
		// A job knows the servers that tried it, the last one last.
		_, err := tx.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE state = 'running'
			AND attempted_by[cardinality(attempted_by)] NOT IN (SELECT name FROM servers)`)
		return err
	})
	if err != nil {
		return fmt.Errorf("recover jobs: %w", err)
	}
	return p.settleOrphans(ctx)
}

// settleOrphans fails the checks and documents that wait for a job which has
// ended or is gone: what is left where even storing a failure failed.
func (p *Pool) settleOrphans(ctx context.Context) error {
	const jobIsOver = ` NOT EXISTS (SELECT 1 FROM river_job j WHERE j.id = job_id AND j.finalized_at IS NULL)`
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		checks, err := tx.Exec(ctx, `UPDATE checks SET state = 'failed', failure = $1, finished_at = $2
			WHERE state IN ('queued', 'running') AND`+jobIsOver, string(record.FailureInternal), time.Now().UTC())
		if err != nil {
			return err
		}
		documents, err := tx.Exec(ctx, `UPDATE documents SET state = 'failed', failure = $1
			WHERE (in_library = $2 OR is_form = $2) AND state = 'waiting' AND job_id <> 0 AND`+jobIsOver, string(record.FailureInternal), true)
		if checks+documents > 0 {
			p.log.ErrorContext(ctx, "failed what had lost its job", "checks", checks, "documents", documents)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("settle what has no job: %w", err)
	}
	return nil
}

// requeueBatch is how many jobs are made in one transaction.
const requeueBatch = 500

// requeue makes jobs for the documents that wait for units since the library
// must be indexed anew.
func (p *Pool) requeue(ctx context.Context) error {
	total := 0
	for {
		n := 0
		err := p.store.InTx(ctx, func(tx *library.Tx) error {
			ids, err := tx.Unqueued(ctx, requeueBatch)
			n = len(ids)
			for _, id := range ids {
				if err := p.insertIndex(ctx, tx, indexArgs{Document: id, Again: true}); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("index the library anew: %w", err)
		}
		if total += n; n == 0 {
			break
		}
	}
	if total > 0 {
		p.log.InfoContext(ctx, "the library is indexed anew; checks wait for it", "documents", total)
	}
	return nil
}

// dropLease tells the other servers that this one is gone.
func (p *Pool) dropLease(ctx context.Context) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM servers WHERE name = $1`, p.server)
		return err
	})
}
