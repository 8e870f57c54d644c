package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/duplicate"
	"zhiwen/checker/library/database"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// textIDLock is the key of the PostgreSQL advisory lock under which new ids are given. Any constant will do that is no other
// lock's.
const textIDLock = 0x7465787469 // "texti"

// FindTextID returns the permanent id of a text, by one look-up in an index; 0 where it has none yet.
func (r Reader) FindTextID(ctx context.Context, s *duplicate.Stream, a duplicate.Asked) (int64, error) {
	found, err := r.textKeys(ctx, s, a)
	if err != nil {
		return 0, fmt.Errorf("look up the id of a text: %w", err)
	}
	return s.Choose(a, found), nil
}

// textKeys returns the stored values that a text shares.
func (r Reader) textKeys(ctx context.Context, s *duplicate.Stream, a duplicate.Asked) ([]duplicate.Kept, error) {
	values := a.Values()
	signed := each.Of(values, func(v uint64) int64 { return int64(v) })
	return database.List(ctx, r.conn(), func(row pgx.Row) (k duplicate.Kept, err error) {
		var value, print int64
		err = row.Scan(&value, &k.ID, &print)
		k.Value, k.Print = uint64(value), uint64(print)
		return k, err
	}, fmt.Sprintf(`SELECT value, text_id, print FROM text_keys WHERE method = $1 AND `+database.OneOf(r.sqlite, "value"), 2),
		s.Key(), database.IDParameter(r.sqlite, signed))
}

// TextID returns the permanent id of a text, and reports whether it is a new one. It is the same for ever, whatever
// becomes of other texts and of documents. Two that ask at the same time get one id for texts that are alike.
func (s *Store) TextID(ctx context.Context, stream *duplicate.Stream, a duplicate.Asked) (id int64, isNew bool, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		id, isNew = 0, false
		found, err := tx.textKeys(ctx, stream, a)
		if err != nil {
			return err
		}
		if id = stream.Choose(a, found); id != 0 && len(stream.Keep(a, found, id, false)) == 0 {
			return nil // a text that was asked for before
		}
		if !tx.sqlite { // which has one writer
			if _, err := tx.q.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(textIDLock)); err != nil {
				return err
			}
			// Somebody may have given an id meanwhile.
			if found, err = tx.textKeys(ctx, stream, a); err != nil {
				return err
			}
			id = stream.Choose(a, found)
		}
		if isNew = id == 0; isNew {
			if err := tx.q.QueryRow(ctx, `INSERT INTO text_ids (method) VALUES ($1) RETURNING id`, stream.Key()).Scan(&id); err != nil {
				return err
			}
		}
		for _, k := range stream.Keep(a, found, id, isNew) {
			if _, err := tx.q.Exec(ctx, `INSERT INTO text_keys (method, value, text_id, print) VALUES ($1, $2, $3, $4)
				ON CONFLICT DO NOTHING`,
				stream.Key(), int64(k.Value), k.ID, int64(k.Print)); err != nil {
				return err
			}
		}
		return nil
	})
	return id, isNew, wrap.Error(err, "give a text its id")
}
