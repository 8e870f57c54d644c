package library

import (
	"context"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/program"
	"zhiwen/checker/record"
)

// tellDecided queues what webhooks are told of a decision in the transaction.
func (tx *Tx) tellDecided(ctx context.Context, check int64, d evidence.Decision) error {
	var compared bool
	if err := tx.q.QueryRow(ctx, `SELECT compared FROM checks WHERE id = $1`, check).Scan(&compared); err != nil || compared {
		return notFound(err)
	}
	return program.DecisionMade(ctx, tx.conn(), check, string(d.Subject), d.ID, string(d.Verdict))
}

// tellFinished queues what webhooks are told of a check that has ended in the transaction.
func (tx *Tx) tellFinished(ctx context.Context, id int64, state record.CheckState) error {
	var document, call int64
	var compared bool
	if err := tx.q.QueryRow(ctx, `SELECT d.id, d.call_id, c.compared FROM checks c JOIN documents d ON d.id = c.doc_id WHERE c.id = $1`,
		id).Scan(&document, &call, &compared); err != nil {
		return notFound(err)
	}
	if compared { // a page of the web is no application
		return nil
	}
	return program.CheckFinished(ctx, tx.conn(), id, document, call, state)
}
