package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/people"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Assigned reports whether an application is assigned to an account.
func (r Reader) Assigned(ctx context.Context, account, document int64) (bool, error) {
	var n int
	err := r.q.QueryRow(ctx, `SELECT count(*) FROM assignments WHERE account_id = $1 AND doc_id = $2`, account, document).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for an assignment of document %d: %w", document, err)
	}
	return n > 0, nil
}

// Assignments returns the accounts that an application is assigned to, by log-in name.
func (r Reader) Assignments(ctx context.Context, document int64) ([]record.Assignment, error) {
	assignments, err := database.List(ctx, r.conn(), func(row pgx.Row) (x record.Assignment, err error) {
		targets, finish := people.Fields(&x.Account)
		err = row.Scan(append(targets, &x.Document, &x.By, &x.At, &x.Due)...)
		finish()
		x.At = x.At.UTC()
		return x, err
	}, `SELECT `+people.Columns+`, x.doc_id, x.assigned_by, x.assigned_at, x.due
		FROM assignments x JOIN accounts a ON a.id = x.account_id WHERE x.doc_id = $1 ORDER BY a.login_key`, document)
	return assignments, wrap.Error(err, "list assignments of document %d", document)
}

// Assign hands an application to an account, until a day (YYYY-MM-DD; "" is that of its
// call). One that has it keeps it, until that day where one is named. The error is
// ErrNotFound where the document or the account is not there.
func (s *Store) Assign(ctx context.Context, account, document int64, by, due string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		// Both rows are locked, so that neither goes meanwhile.
		if err := tx.conn().LockRow(ctx, `documents WHERE id = $1`, document); err != nil {
			return err
		}
		if err := tx.conn().LockRow(ctx, `accounts WHERE id = $1`, account); err != nil {
			return err
		}
		if err := tx.assign(ctx, record.Assigning{Account: account, Document: document, Due: due}, by); err != nil {
			return err
		}
		if due == "" {
			return nil
		}
		_, err := tx.q.Exec(ctx, `UPDATE assignments SET due = $3 WHERE account_id = $1 AND doc_id = $2`, account, document, due)
		return err
	})
	return wrap.Error(err, "assign document %d to account %d", document, account)
}

// assign hands an application to an account if it does not have it yet.
func (tx *Tx) assign(ctx context.Context, a record.Assigning, by string) error {
	due := a.Due
	if due == "" {
		d, err := tx.Document(ctx, a.Document)
		if err != nil {
			return err
		}
		if d.Call != 0 {
			call, err := tx.Call(ctx, d.Call)
			if err != nil {
				return err
			}
			due = call.Settings.Due
		}
	}
	_, err := tx.q.Exec(ctx, `INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at, due) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (account_id, doc_id) DO NOTHING`, a.Account, a.Document, storable(by), now(), due)
	tx.changes.row(a.Document)
	tx.Record(assignAct("assigned", a.Account, a.Document))
	return err
}

// Unassign removes the assignment of an application to an account, if there is one.
func (s *Store) Unassign(ctx context.Context, account, document int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.q.Exec(ctx, `DELETE FROM assignments WHERE account_id = $1 AND doc_id = $2`, account, document)
		tx.changes.row(document)
		tx.Record(assignAct("taken", account, document))
		return err
	})
	return wrap.Error(err, "take document %d from account %d", document, account)
}
