package worker

import (
	"context"
	"fmt"

	"zhiwen/checker/library"
)

// queueChecks makes the jobs of checks as soon as they may start, until ctx ends.
// Every server does so; the store gives a check to one of them.
func (p *Pool) queueChecks(ctx context.Context) {
	changed, stop := p.store.Watch(nil, nil)
	defer stop()
	for {
		if err := p.queueStartable(ctx); err != nil && ctx.Err() == nil {
			p.log.ErrorContext(ctx, "queue checks", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
}

// jobBatch is how many jobs are made in one transaction.
const jobBatch = 500

func (p *Pool) queueStartable(ctx context.Context) error {
	for {
		// Looking does not hold up those that write.
		ids, err := p.store.Startable(ctx, 1)
		if err != nil || len(ids) == 0 {
			return err
		}
		err = p.store.InTx(ctx, func(tx *library.Tx) error {
			ids, err := tx.TakeStartable(ctx, jobBatch)
			for _, id := range ids {
				if err := p.insertCheck(ctx, tx, id, usualQueue); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("queue checks that may start: %w", err)
		}
	}
}
