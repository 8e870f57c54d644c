package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// PutCall stores a call in the name of by: a new one if its id is 0, else in place of the former
// state, which it keeps as a change. It returns the id. The error is ErrNotFound if the call, one
// of its forms or one of its collections is gone, and ErrOvertaken if somebody has changed it since
// it was read.
func (s *Store) PutCall(ctx context.Context, c record.Call, by string) (id int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		id, err = tx.putCall(ctx, c, by)
		return err
	})
	return id, wrap.Error(err, "store call")
}

func (tx *Tx) putCall(ctx context.Context, c record.Call, by string) (int64, error) {
	settings, err := json.Marshal(c.Settings)
	if err != nil {
		return 0, err
	}
	values := []any{storable(c.Name), storable(c.Programme), c.Year, storable(c.Deadline), string(c.State), storable(string(settings)),
		storable(by), now()}
	id, act := c.ID, audit.Change
	if id == 0 {
		act = audit.Add
		err = tx.q.QueryRow(ctx, `INSERT INTO calls (name, programme, year, deadline, state, settings, created_by, created_at, changed_by,
			changed_at, arrivals)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8, 0) RETURNING id`, values...).Scan(&id)
	} else {
		err = tx.changeCall(ctx, c, values)
	}
	if err != nil {
		return 0, err
	}
	tx.Record(trail.Named(act, audit.SubjectCall, id, by))
	for _, x := range []struct {
		table, column, there string
		ids                  []int64
	}{
		{"call_forms", "doc_id", `SELECT id FROM documents WHERE is_form AND `, c.Forms},
		{"call_collections", "collection_id", `SELECT id FROM collections WHERE `, c.Collections},
	} {
		if _, err := tx.q.Exec(ctx, `DELETE FROM `+x.table+` WHERE call_id = $1`, id); err != nil {
			return 0, err
		}
		ids := slices.Compact(slices.Sorted(slices.Values(x.ids)))
		if len(ids) == 0 {
			continue
		}
		there, err := tx.ids(ctx, x.there+oneOf(tx.sqlite, "id", 1), idParameter(tx.sqlite, ids))
		if err != nil {
			return 0, err
		}
		if len(there) < len(ids) {
			return 0, record.ErrNotFound
		}
		for _, other := range ids {
			if _, err := tx.q.Exec(ctx, `INSERT INTO `+x.table+` (call_id, `+x.column+`) VALUES ($1, $2)`, id, other); err != nil {
				return 0, err
			}
		}
	}
	return id, document.KeepCall(ctx, tx.conn(), id)
}

// changeCall puts new values into the row of a call.
func (tx *Tx) changeCall(ctx context.Context, c record.Call, values []any) error {
	// Locked first, so that whoever changes it too waits.
	if err := tx.conn().LockRow(ctx, `calls WHERE id = $1`, c.ID); err != nil {
		return err
	}
	// Settings that are damaged are mended by new ones.
	before, err := tx.Call(record.LeavingOut(ctx), c.ID)
	if err != nil {
		return err
	}
	if c.Revision != 0 && c.Revision != before.Revision {
		return record.ErrOvertaken
	}
	if err := tx.changeRows(ctx, before, c); err != nil {
		return err
	}
	return tx.updateRow(ctx, `UPDATE calls SET name = $1, programme = $2, year = $3, deadline = $4, state = $5, settings = $6,
		changed_by = $7, changed_at = $8 WHERE id = $9`, append(values, c.ID)...)
}

// changeRows notes that the rows of a call's applications change where it is to want
// another number of opinions, or has other thresholds.
func (tx *Tx) changeRows(ctx context.Context, before, c record.Call) error {
	if !before.Settings.Damaged && before.Settings.Wanted() == c.Settings.Wanted() &&
		maps.Equal(before.Settings.Thresholds, c.Settings.Thresholds) {
		return nil
	}
	applications, err := tx.ids(ctx, `SELECT doc_id FROM worklist WHERE call_id = $1`, c.ID)
	tx.changes.rows = append(tx.changes.rows, applications...)
	return err
}

// DeleteCall deletes a call; its applications too where they are to go with it, with their
// checks, also those that run. What of them is in the library stays there. The error is
// ErrNotFound, ErrHasApplications where it has some and they are to stay, or ErrDecided where decisions or opinions would go
// with them: these go with their application alone, never beside something else.
func (s *Store) DeleteCall(ctx context.Context, id int64, withApplications bool) error {
	err := s.InTx(ctx, func(tx *Tx) error { return tx.deleteCall(ctx, id, withApplications) })
	return wrap.Error(err, "delete call %d", id)
}

func (tx *Tx) deleteCall(ctx context.Context, id int64, withApplications bool) error {
	// The row is locked first: who hands in an application locks it too.
	if err := tx.conn().LockRow(ctx, `calls WHERE id = $1`, id); err != nil {
		return err
	}
	applications, err := tx.ids(ctx, `SELECT id FROM documents WHERE call_id = $1 AND call_id <> 0 ORDER BY id`, id)
	if err != nil {
		return err
	}
	if len(applications) > 0 && !withApplications {
		return record.ErrHasApplications
	}
	if err := tx.undecided(ctx, `c.doc_id IN (SELECT d.id FROM documents d WHERE d.call_id = $1 AND NOT d.in_library)`, id); err != nil {
		return err
	}
	for _, application := range applications {
		if err := tx.withdraw(ctx, application); err != nil {
			return fmt.Errorf("application %d: %w", application, err)
		}
	}
	if err := tx.conn().ExecEach(ctx, id,
		`DELETE FROM call_forms WHERE call_id = $1`, `DELETE FROM call_collections WHERE call_id = $1`,
		`DELETE FROM call_changes WHERE call_id = $1`, `DELETE FROM calls WHERE id = $1`,
	); err != nil {
		return err
	}
	tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectCall, ID: id})
	return nil
}

// withdraw takes an application from its call, which ends what is done about it. It is
// deleted unless it is in the library.
func (tx *Tx) withdraw(ctx context.Context, id int64) error {
	if err := tx.changeDocument(ctx, id, `UPDATE documents SET call_id = 0 WHERE id = $1`, id); err != nil {
		return err
	}
	open, err := tx.ids(ctx, `SELECT id FROM checks WHERE doc_id = $1 AND state IN ('queued', 'running')`, id)
	if err != nil {
		return err
	}
	for _, check := range open {
		// Who is at work on it sees that it has ended.
		if err := tx.CancelCheck(ctx, check); err != nil && !errors.Is(err, record.ErrFinal) {
			return err
		}
	}
	d, err := tx.Document(ctx, id)
	if err != nil || d.InLibrary {
		return err
	}
	return tx.deleteDocument(ctx, id)
}

// enterCalls makes sure that the calls of uploads are there and open, and stay there
// until the transaction ends.
func (tx *Tx) enterCalls(ctx context.Context, uploads []record.Upload) error {
	var calls []int64
	for _, u := range uploads {
		if u.Call != 0 && !u.Form {
			calls = append(calls, u.Call)
		}
	}
	for _, call := range slices.Compact(slices.Sorted(slices.Values(calls))) {
		err := tx.conn().LockRow(ctx, `calls WHERE id = $1 AND state = 'open'`, call)
		if errors.Is(err, record.ErrNotFound) {
			if _, there := tx.Call(ctx, call); there == nil {
				err = record.ErrClosed
			}
		}
		if err != nil {
			return fmt.Errorf("call %d: %w", call, err)
		}
	}
	return nil
}
