package library

import (
	"context"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// SaveUnits stores the units of a document of the library or of a call, in place of
// earlier ones, and makes it ready: others, or those of its call, are checked against
// it from the commit on. SetExtraction must have been called. The error is ErrNotFound
// where there is no such document in the library or in a call.
func (tx *Tx) SaveUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	return wrap.Error(tx.saveUnits(ctx, docID, units), "store units of document %d", docID)
}

func (tx *Tx) saveUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	err := tx.changeDocument(ctx, docID, `UPDATE documents SET state = 'ready', failure = '', units = $2
		WHERE id = $1 AND (in_library OR call_id <> 0) AND EXISTS (SELECT 1 FROM texts WHERE doc_id = $1)`, docID, len(units))
	if err != nil {
		return err
	}
	d, err := tx.Document(ctx, docID)
	if err != nil {
		return err
	}
	among := d.Call
	if d.InLibrary {
		among = 0
	}
	err = lookup.Save(ctx, tx.recorded.Tx, docID, among, units)
	if err != nil || d.Call == 0 {
		return err
	}
	return tx.arrive(ctx, docID, d.Call)
}

// Prepared is a document with all that the library stores of it.
type Prepared struct {
	Upload   record.Upload // Check is ignored; it goes into the library where it names no call
	Document *extract.Document
	Units    []fingerprint.Unit
	Words    *hint.Index // nil where they are yet to be read
}

// Load puts documents into the library, or the call that their upload names, in one
// transaction and returns their ids in order. For many documents, call it with some dozens
// at a time: a transaction for each costs more, one for all keeps other writers waiting
// on SQLite.
func (s *Store) Load(ctx context.Context, documents []Prepared) (ids []int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) (err error) {
		ids, err = tx.Load(ctx, documents)
		return err
	})
	return ids, err
}

// Load is Store.Load within a transaction.
func (tx *Tx) Load(ctx context.Context, documents []Prepared) ([]int64, error) {
	uploads := make([]record.Upload, len(documents))
	for i, p := range documents {
		uploads[i] = p.Upload
		uploads[i].ToLibrary = p.Upload.ToLibrary || p.Upload.Call == 0
	}
	ids, err := tx.CreateDocuments(ctx, uploads)
	for i, p := range documents {
		if err == nil {
			err = tx.SetExtraction(ctx, ids[i], p.Document)
		}
		if err == nil {
			err = tx.SaveUnits(ctx, ids[i], p.Units)
		}
		if err == nil && p.Words != nil {
			err = tx.SetWords(ctx, ids[i], p.Words)
		}
	}
	return ids, wrap.Error(err, "load %d documents", len(documents))
}
