package library

import (
	"context"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Collections returns all collections by name.
func (r Reader) Collections(ctx context.Context) ([]record.Collection, error) {
	all, err := database.List(ctx, r.conn(), func(row pgx.Row) (c record.Collection, err error) {
		err = row.Scan(&c.ID, &c.Name, &c.CreatedBy, &c.CreatedAt, &c.Documents)
		c.CreatedAt = c.CreatedAt.UTC()
		return c, err
	}, `SELECT c.id, c.name, c.created_by, c.created_at,
		(SELECT count(*) FROM collection_documents x WHERE x.collection_id = c.id) FROM collections c ORDER BY c.name, c.id`)
	return all, wrap.Error(err, "list collections")
}

// CollectionDocuments returns the ids of the documents of a collection.
func (r Reader) CollectionDocuments(ctx context.Context, id int64) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT doc_id FROM collection_documents WHERE collection_id = $1 ORDER BY doc_id`, id)
	return ids, wrap.Error(err, "documents of collection %d", id)
}

// PutCollection makes a collection if the id is 0, or renames one. It returns the id. The error is
// ErrNotFound or ErrNameTaken.
func (s *Store) PutCollection(ctx context.Context, id int64, name, by string) (int64, error) {
	put := id
	err := s.InTx(ctx, func(tx *Tx) error {
		put = id
		if err := tx.lockSettings(ctx); err != nil { // two of one name come one after the other
			return err
		}
		taken, err := tx.ids(ctx, `SELECT id FROM collections WHERE name = $1 AND id <> $2`, storable(name), id)
		if err == nil && len(taken) > 0 {
			err = record.ErrNameTaken
		}
		if err != nil {
			return err
		}
		if id != 0 {
			tx.Record(trail.Named(audit.Change, audit.SubjectCollection, id, by))
			return tx.updateRow(ctx, `UPDATE collections SET name = $2 WHERE id = $1`, id, storable(name))
		}
		err = tx.q.QueryRow(ctx, `INSERT INTO collections (name, created_by, created_at) VALUES ($1, $2, $3) RETURNING id`, storable(name),
			storable(by), now()).Scan(&put)
		tx.Record(trail.Named(audit.Add, audit.SubjectCollection, put, by))
		return err
	})
	return put, wrap.Error(err, "store collection")
}

// Collect puts library documents into a collection, or takes them out. Those that are
// not in the library, and those that are there already, are left alone. The error is
// ErrNotFound where there is no such collection.
func (s *Store) Collect(ctx context.Context, id int64, documents []int64, in bool) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		if err := tx.conn().LockRow(ctx, `collections WHERE id = $1`, id); err != nil { // it does not go meanwhile
			return err
		}
		list := idParameter(tx.sqlite, documents)
		statement := `DELETE FROM collection_documents WHERE collection_id = $1 AND ` + oneOf(tx.sqlite, "doc_id", 2)
		if in {
			statement = `INSERT INTO collection_documents (collection_id, doc_id) SELECT $1, d.id FROM documents d WHERE d.in_library
				AND ` +
				oneOf(tx.sqlite, "d.id", 2) + ` ON CONFLICT (collection_id, doc_id) DO NOTHING`
		}
		tag, err := tx.q.Exec(ctx, statement, id, list)
		if err == nil {
			tx.Record(trail.Counted(audit.Change, audit.SubjectCollection, id, int(tag.RowsAffected())))
		}
		return err
	})
	return wrap.Error(err, "collection %d", id)
}

// DeleteCollection deletes a collection; its documents stay. The error is ErrNotFound,
// or ErrBusy where a call is checked against it.
func (s *Store) DeleteCollection(ctx context.Context, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		if err := tx.conn().LockRow(ctx, `collections WHERE id = $1`, id); err != nil {
			return err
		}
		calls, err := tx.ids(ctx, `SELECT call_id FROM call_collections WHERE collection_id = $1`, id)
		if err == nil && len(calls) > 0 {
			err = record.ErrBusy
		}
		if err != nil {
			return err
		}
		if err := tx.conn().ExecEach(ctx, id,
			`DELETE FROM collection_documents WHERE collection_id = $1`, `DELETE FROM collections WHERE id = $1`,
		); err != nil {
			return err
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectCollection, ID: id})
		return nil
	})
	return wrap.Error(err, "delete collection %d", id)
}
