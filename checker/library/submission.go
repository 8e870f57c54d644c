package library

import (
	"context"

	"zhiwen/checker/library/program"
)

// TakeSubmission notes what the file of a submission became: a document and, if it is not 0,
// a check of it. The error is record.ErrTaken, record.ErrExpired or record.ErrNotFound.
func (tx *Tx) TakeSubmission(ctx context.Context, id, document, check int64) error {
	return program.TakeSubmission(ctx, tx.conn(), id, document, check)
}
