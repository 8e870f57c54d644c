package library

import (
	"context"
	"errors"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// What is harvested from other systems becomes documents of the library. This file joins
// documents and collections with the tables of package harvest.

// PutHarvest stores a new source if the id is 0, or changes its rules; seen is the change number of
// the rules when they were read, and place the machine of a folder. A new source gets the
// collection of its name, which is made if necessary. It returns the id. The error is ErrNameTaken,
// ErrNotFound, ErrFinal for another kind, or ErrOvertaken if somebody else has changed it since.
func (s *Store) PutHarvest(
	ctx context.Context, id int64, rules record.HarvestRules, place string, seen int64, by string,
) (put int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		var collection int64
		if id == 0 {
			if collection, err = tx.collectionNamed(ctx, rules.Name, by); err != nil {
				return err
			}
		}
		put, err = follow.PutHarvest(ctx, tx.recorded, id, rules, place, collection, seen, by)
		return err
	})
	return put, wrap.Error(err, "store harvest source")
}

// collectionNamed returns the collection of a name and makes it if necessary.
func (tx *Tx) collectionNamed(ctx context.Context, name, by string) (id int64, err error) {
	ids, err := tx.ids(ctx, `SELECT id FROM collections WHERE name = $1`, storable(name))
	if err != nil || len(ids) > 0 {
		return append(ids, 0)[0], err
	}
	err = tx.q.QueryRow(ctx, `INSERT INTO collections (name, created_by, created_at) VALUES ($1, $2, $3) RETURNING id`, storable(name),
		storable(by), now()).Scan(&id)
	if err == nil {
		tx.Record(trail.Named(audit.Add, audit.SubjectCollection, id, by))
	}
	return id, err
}

// putIntoCollection puts a document into a collection, if that is still there.
func (tx *Tx) putIntoCollection(ctx context.Context, collection, document int64) error {
	err := tx.conn().LockRow(ctx, `collections WHERE id = $1`, collection) // it does not go meanwhile
	if err == nil {
		_, err = tx.q.Exec(ctx, `INSERT INTO collection_documents (collection_id, doc_id) VALUES ($1, $2)
			ON CONFLICT (collection_id, doc_id) DO NOTHING`, collection, document)
	}
	if errors.Is(err, record.ErrNotFound) {
		return nil
	}
	return err
}

// SettleHarvest stores the outcome of an item of a source. Its document is added to the collection
// of the source; fresh means that it was stored now. In a folder, file names that have disappeared
// are updated.
func (tx *Tx) SettleHarvest(ctx context.Context, s record.HarvestSource, i record.HarvestItem, fresh bool) error {
	if err := tx.PutHarvestItem(ctx, i); err != nil {
		return err
	}
	if i.Document == 0 || i.Outcome != record.HarvestStored && i.Outcome != record.HarvestUpdated && i.Outcome != record.HarvestSame {
		return nil
	}
	if fresh {
		if err := tx.PutHarvestVersion(ctx, i.ID, i.Document, i.AskedAt); err != nil {
			return err
		}
	}
	if s.Kind == record.HarvestFolder {
		if err := tx.MoveHarvestFiles(ctx, s.ID); err != nil {
			return err
		}
	}
	return wrap.Error(tx.putIntoCollection(ctx, s.Collection, i.Document), "harvest item %d", i.ID)
}
