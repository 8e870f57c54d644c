package library

import (
	"context"
	"slices"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/worklist"
)

// changes are what a transaction has changed.
type changes struct {
	database.Changes

	moved []int64 // of the checks, those whose rows of the work list change
	rows  []int64 // documents whose rows of the work list change, beside those of Documents and moved
}

// row records that the row of a document in the work list changes.
func (c *changes) row(document int64) { c.rows = append(c.rows, document) }

// move records that a check has changed in values that lists show, not only in its progress.
func (c *changes) move(check int64) {
	c.Check(check)
	c.moved = append(c.moved, check)
}

// keepWork makes the rows of the work list anew that the transaction has changed.
func (tx *Tx) keepWork(ctx context.Context) error {
	documents := slices.Concat(tx.changes.Documents, tx.changes.rows)
	if !tx.changes.Everything && len(documents)+len(tx.changes.moved) == 0 {
		return nil
	}
	thresholds, err := tx.Thresholds(ctx)
	if err != nil {
		return err
	}
	if tx.changes.Everything {
		return worklist.KeepAll(ctx, tx.conn(), thresholds)
	}
	return worklist.Keep(ctx, tx.conn(), thresholds, documents, tx.changes.moved)
}

// tell sends the changes of a transaction with its commit, and returns them.
func (tx *Tx) tell(ctx context.Context) ([]database.Subject, error) {
	if len(tx.changes.Documents) > 0 {
		open, err := tx.ids(ctx, `SELECT id FROM checks WHERE state IN ('queued', 'running') AND `+
			oneOf(tx.sqlite, "doc_id", 1), idParameter(tx.sqlite, tx.changes.Documents))
		if err != nil {
			return nil, err
		}
		for _, id := range open {
			tx.changes.Check(id)
		}
	}
	changed := tx.changes.Subjects()
	return changed, database.Tell(ctx, tx.conn(), changed)
}
