package worker

import (
	"context"
	"fmt"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// CheckAll queues checks of documents against the library, and their calls, as they are
// now, and returns for how many: those that have a check which is queued are left alone,
// and those that cannot be read.
func (p *Pool) CheckAll(ctx context.Context, documents []int64) (int, error) {
	var n int
	err := p.store.InTx(ctx, func(tx *library.Tx) (err error) {
		n, err = tx.CheckAgain(ctx, documents, len(documents) > mostAwaited)
		return err
	})
	return n, wrap.Error(err, "check %d documents", len(documents))
}

// CrossCheck queues checks of all applications of a call, with one another and with the
// library, and returns for how many. The error wraps record.ErrNotFound where the call is
// gone.
func (p *Pool) CrossCheck(ctx context.Context, call int64) (int, error) {
	if _, err := p.store.Call(ctx, call); err != nil {
		return 0, fmt.Errorf("cross-check: %w", err)
	}
	ids, err := p.store.WorkIDs(ctx, record.WorkFilter{Call: call})
	if err != nil {
		return 0, fmt.Errorf("cross-check: %w", err)
	}
	return p.CheckAll(ctx, ids)
}

// DeleteCall deletes a call, its applications too where they are to go with it
// (library.Store.DeleteCall).
func (p *Pool) DeleteCall(ctx context.Context, id int64, withApplications bool) error {
	if err := p.store.DeleteCall(ctx, id, withApplications); err != nil {
		return err
	}
	if p.config.Deleted != nil {
		p.config.Deleted(ctx)
	}
	return nil
}

// EnterLibrary puts documents that were only checked, or handed in to a call, into the
// library (library.Tx.EnterLibrary), and returns for how many.
func (p *Pool) EnterLibrary(ctx context.Context, documents []int64) (int, error) {
	var n int
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		entered, unready, err := tx.EnterLibrary(ctx, documents)
		if err != nil {
			return err
		}
		n = len(entered)
		for _, id := range unready {
			if err := p.insertIndex(ctx, tx, indexArgs{Document: id}, laneOfMany(len(documents))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("put %d documents into the library: %w", len(documents), err)
	}
	p.wakeSearch()
	return n, nil
}

// EditDocuments changes library documents together (library.Tx.EditDocuments) and returns
// how many were. Full-text search has them once it was compared with the library.
func (p *Pool) EditDocuments(ctx context.Context, documents []int64, edit record.ShelfEdit) (int, error) {
	var edited []int64
	err := p.store.InTx(ctx, func(tx *library.Tx) (err error) {
		edited, err = tx.EditDocuments(ctx, documents, edit)
		return err
	})
	if err != nil {
		return 0, err
	}
	p.wakeSearch()
	return len(edited), nil
}

// LeaveLibrary takes a document out of the library (library.Store.LeaveLibrary).
func (p *Pool) LeaveLibrary(ctx context.Context, id int64) error {
	if err := p.store.LeaveLibrary(ctx, id); err != nil {
		return err
	}
	p.gone(ctx, id)
	return nil
}
