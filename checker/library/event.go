package library

import (
	"context"

	"zhiwen/checker/library/webhook"
	"zhiwen/checker/record"
)

// tellFinished queues what webhooks are told of a check that has ended in the transaction.
func (tx *Tx) tellFinished(ctx context.Context, id int64, state record.CheckState) error {
	var document, call int64
	if err := tx.q.QueryRow(ctx, `SELECT d.id, d.call_id FROM checks c JOIN documents d ON d.id = c.doc_id WHERE c.id = $1`, id).Scan(&document, &call); err != nil {
		return notFound(err)
	}
	return webhook.CheckFinished(ctx, tx.conn(), id, document, call, state)
}
