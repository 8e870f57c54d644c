package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/record"
)

// Assigned says whether an application is assigned to an account.
func (r Reader) Assigned(ctx context.Context, account, document int64) (bool, error) {
	var n int
	err := r.q.QueryRow(ctx, `SELECT count(*) FROM assignments WHERE account_id = $1 AND doc_id = $2`, account, document).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for an assignment of document %d: %w", document, err)
	}
	return n > 0, nil
}

// Assignments gives to whom an application is assigned, by log-in name.
func (r Reader) Assignments(ctx context.Context, document int64) ([]record.Assignment, error) {
	rows, err := r.q.Query(ctx, `SELECT `+accountColumns+`, x.doc_id, x.assigned_by, x.assigned_at
		FROM assignments x JOIN accounts a ON a.id = x.account_id WHERE x.doc_id = $1 ORDER BY a.login_key`, document)
	if err != nil {
		return nil, fmt.Errorf("list assignments of document %d: %w", document, err)
	}
	assignments, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (x record.Assignment, err error) {
		targets, finish := accountFields(&x.Account)
		err = row.Scan(append(targets, &x.Document, &x.By, &x.At)...)
		finish()
		x.At = x.At.UTC()
		return x, err
	})
	if err != nil {
		return nil, fmt.Errorf("list assignments of document %d: %w", document, err)
	}
	return assignments, nil
}

// Assign gives an application to an account. One that has it keeps it. The error is
// ErrNotFound where the document or the account is not there.
func (s *Store) Assign(ctx context.Context, account, document int64, by string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		// Both rows are written, so that neither goes meanwhile.
		if err := tx.updateRow(ctx, `UPDATE documents SET units = units WHERE id = $1`, document); err != nil {
			return err
		}
		if err := tx.updateRow(ctx, `UPDATE accounts SET state = state WHERE id = $1`, account); err != nil {
			return err
		}
		_, err := tx.q.Exec(ctx, `INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id, doc_id) DO NOTHING`, account, document, storable(by), now())
		tx.Record(assignAct("assigned", account, document))
		return err
	})
	if err != nil {
		return fmt.Errorf("assign document %d to account %d: %w", document, account, err)
	}
	return nil
}

// Unassign takes an application from an account, who need not have it.
func (s *Store) Unassign(ctx context.Context, account, document int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.q.Exec(ctx, `DELETE FROM assignments WHERE account_id = $1 AND doc_id = $2`, account, document)
		tx.Record(assignAct("taken", account, document))
		return err
	})
	if err != nil {
		return fmt.Errorf("take document %d from account %d: %w", document, account, err)
	}
	return nil
}
