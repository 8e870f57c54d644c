package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// AssignAll returns applications to accounts, all or none of them, and returns how many they
// did not have. What is gone is left out. The error is ErrNotFound where there is no such
// account.
func (s *Store) AssignAll(ctx context.Context, all []record.Assigning, by string) (n int, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		n = 0
		var accounts, documents []int64
		for _, a := range all {
			accounts, documents = append(accounts, a.Account), append(documents, a.Document)
		}
		for _, account := range slices.Compact(slices.Sorted(slices.Values(accounts))) {
			if err := tx.conn().LockRow(ctx, `accounts WHERE id = $1`, account); err != nil {
				return err
			}
		}
		there, err := tx.sharing(ctx, documents)
		if err != nil {
			return err
		}
		of := map[int64]record.Sharing{}
		dues := map[int64]string{0: ""} // by call
		for _, x := range there {
			of[x.Document] = x
			if _, known := dues[x.Call]; known {
				continue
			}
			call, err := tx.Call(ctx, x.Call)
			if err != nil {
				return err
			}
			dues[x.Call] = call.Settings.Due
		}
		for _, a := range all {
			x, ok := of[a.Document]
			if !ok {
				continue
			}
			tag, err := tx.q.Exec(ctx, `INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at, due)
				VALUES ($1, $2, $3, $4, $5)
				ON CONFLICT (account_id, doc_id) DO NOTHING`, a.Account, a.Document, storable(by), now(), cmp.Or(a.Due, dues[x.Call]))
			if err != nil {
				return err
			}
			if tag.RowsAffected() == 0 {
				continue
			}
			n++
			tx.changes.row(a.Document)
			tx.Record(assignAct("assigned", a.Account, a.Document))
		}
		return nil
	})
	return n, wrap.Error(err, "assign %d times", len(all))
}

// EnterLibrary puts documents that were only checked, or handed in to a call, into the
// library, and returns which. Blank forms, what cannot be read and what is there already
// are left alone. Those in unready have no units yet: they wait for a job that makes them
// of the stored text, or of the file where they were not read yet.
func (tx *Tx) EnterLibrary(ctx context.Context, documents []int64) (entered, unready []int64, err error) {
	ids := slices.Compact(slices.Sorted(slices.Values(documents)))
	for _, id := range ids {
		// The row is locked first, so that no units come meanwhile.
		if err := tx.conn().LockRow(ctx, `documents WHERE id = $1`, id); err != nil && !errors.Is(err, record.ErrNotFound) {
			return nil, nil, fmt.Errorf("put document %d into the library: %w", id, err)
		}
	}
	found, err := document.Select(ctx, tx.conn(), ` WHERE NOT d.in_library AND NOT d.is_form AND d.state <> 'failed' AND `+
		oneOf(tx.sqlite, "d.id", 1)+` ORDER BY d.id`, idParameter(tx.sqlite, ids))
	if err != nil {
		return nil, nil, fmt.Errorf("put into the library: %w", err)
	}
	for _, d := range found {
		if err := tx.enter(ctx, d); err != nil {
			return nil, nil, fmt.Errorf("put document %d into the library: %w", d.ID, err)
		}
		entered = append(entered, d.ID)
		if d.Call == 0 {
			unready = append(unready, d.ID)
		}
		tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectDocument, ID: d.ID, Detail: map[string]string{"what": "library"}})
	}
	return entered, unready, nil
}

func (tx *Tx) enter(ctx context.Context, d record.Document) error {
	// The checks there are have not seen it, however old it is (lookup.Reader.Outdated).
	const entered = `in_library = $2, entered = (SELECT COALESCE(max(id), 0) FROM checks)`
	if d.Call == 0 {
		return tx.changeDocument(ctx, d.ID, `UPDATE documents SET `+entered+`, state = 'waiting', job_id = 0 WHERE id = $1`, d.ID, true)
	}
	// Its job makes, or has made, its units.
	if err := tx.changeDocument(ctx, d.ID, `UPDATE documents SET `+entered+` WHERE id = $1`, d.ID, true); err != nil {
		return err
	}
	return lookup.Enter(ctx, tx.conn(), d.ID)
}
