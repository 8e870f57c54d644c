package worker

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/library"
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
		err := p.store.RenewLease(ctx, p.server, p.config.Lease)
		if err == nil {
			err = p.recallJobs(ctx)
		}
		if err == nil {
			err = p.failOrphans(ctx)
		}
		if err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "recover jobs", "error", err)
		}
	}
}

// recallJobs lets jobs run that wait for a time which only a wrong clock can have given them.
func (p *Pool) recallJobs(ctx context.Context) error {
	n, err := p.store.RecallJobs(ctx)
	if n > 0 {
		p.log.WarnContext(ctx, "jobs stood in the future, as after a clock was set back; they run now", "jobs", n)
	}
	return err
}

// failOrphans fails what waits for a job that has ended or is gone.
func (p *Pool) failOrphans(ctx context.Context) error {
	checks, documents, err := p.store.FailOrphans(ctx)
	if checks+documents > 0 {
		p.log.ErrorContext(ctx, "failed what had lost its job", "checks", checks, "documents", documents)
	}
	return err
}

// requeue makes jobs for the documents that wait for units since the library
// must be indexed anew.
func (p *Pool) requeue(ctx context.Context) error {
	total := 0
	for {
		n := 0
		err := p.store.InTx(ctx, func(tx *library.Tx) error {
			ids, err := tx.Unqueued(ctx, jobBatch)
			n = len(ids)
			for _, id := range ids {
				if err := p.insertIndex(ctx, tx, indexArgs{Document: id, Again: true}, lane{batch: true}); err != nil {
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
