package library

import (
	"context"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// Marks returns what officers have shown of a blank form, of all forms for 0, oldest
// first.
func (r Reader) Marks(ctx context.Context, form int64) ([]record.Mark, error) {
	marks, err := database.List(ctx, r.conn(), func(row pgx.Row) (m record.Mark, err error) {
		err = row.Scan(&m.ID, &m.Form, &m.Year, &m.Known.Field, &m.Known.Label, &m.Known.Nth, &m.Known.Value, &m.AddedBy, &m.AddedAt)
		m.AddedAt = m.AddedAt.UTC()
		return m, err
	}, `SELECT id, form_id, year, field, label, nth, value, added_by, added_at FROM marks WHERE $1 = 0 OR form_id = $1 ORDER BY id`, form)
	return marks, wrap.Error(err, "list marks")
}

// PutMark stores a mark that an officer set on a blank form and returns its id; an existing one
// stays as it is. The error is ErrNotFound if Form is no blank form.
func (s *Store) PutMark(ctx context.Context, m record.Mark) (id int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		// The row is locked, so that it is not deleted meanwhile.
		if err := tx.conn().LockRow(ctx, `documents WHERE id = $1 AND is_form`, m.Form); err != nil {
			return err
		}
		known, err := tx.Marks(ctx, m.Form)
		if err != nil {
			return err
		}
		for _, k := range known {
			if k.Known == m.Known && k.Year == m.Year {
				id = k.ID
				return nil
			}
		}
		err = tx.q.QueryRow(ctx, `INSERT INTO marks (form_id, year, field, label, nth, value, added_by, added_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
			m.Form, m.Year, m.Known.Field, storable(m.Known.Label), m.Known.Nth, storable(m.Known.Value), storable(m.AddedBy),
			now()).Scan(&id)
		if err != nil {
			return err
		}
		tx.Record(trail.Named(audit.Add, audit.SubjectMark, id, m.AddedBy))
		return nil
	})
	return id, wrap.Error(err, "add mark to form %d", m.Form)
}

// DeleteMark forgets a mark of a form; ErrNotFound where the form has none of this id.
func (s *Store) DeleteMark(ctx context.Context, form, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		if err := tx.updateRow(ctx, `DELETE FROM marks WHERE id = $1 AND form_id = $2`, id, form); err != nil {
			return err
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectMark, ID: id})
		return nil
	})
	return wrap.Error(err, "delete mark %d", id)
}

// SetMetadata keeps what the form of a document says as it was read anew. The error is
// ErrNotFound where the document is gone.
func (tx *Tx) SetMetadata(ctx context.Context, id int64, m extract.Metadata) error {
	d, err := tx.Extraction(ctx, id)
	if err == nil {
		d.Metadata = m
		err = tx.setStructure(ctx, id, d)
	}
	return wrap.Error(err, "keep what document %d says", id)
}
