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
		some, err := p.store.Startable(ctx, 1)
		if err != nil || len(some) == 0 {
			return err
		}
		err = p.store.InTx(ctx, func(tx *library.Tx) error {
			starting, err := tx.TakeStartable(ctx, jobBatch)
			for _, c := range starting {
				if err := p.insertCheck(ctx, tx, c.ID, laneOfCheck(c)); err != nil {
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
