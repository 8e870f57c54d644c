package worker

import (
	"context"

	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// CheckDocument starts a check of a stored document against the library as it
// is now and returns the check's id. A document that failed is read again. The
// error wraps record.ErrNotFound where it is gone.
func (p *Pool) CheckDocument(ctx context.Context, docID int64, profile string) (int64, error) {
	var id int64
	err := p.store.InTx(ctx, func(tx *library.Tx) error {
		d, err := tx.Document(ctx, docID)
		if err != nil {
			return err
		}
		if d.State == record.DocumentFailed {
			if err := p.retryDocument(ctx, tx, d, lane{}); err != nil {
				return err
			}
		}
		if id, err = p.checkSoon(ctx, tx, d); err != nil || profile == "" {
			return err
		}
		return tx.SetProfile(ctx, id, profile)
	})
	return id, wrap.Error(err, "check document %d", docID)
}
