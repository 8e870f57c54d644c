package library

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

var unitColumns = []string{"doc_id", "ordinal", "start_offset", "end_offset", "a", "b", "c", "d", "e"}

// sqliteInsertRows is how many units one INSERT takes on SQLite; more no longer
// pays.
const sqliteInsertRows = 100

// sqliteInsert gives the INSERT of n units.
func sqliteInsert(n int) string {
	row := "(?" + strings.Repeat(",?", len(unitColumns)-1) + ")"
	return "INSERT INTO sentences (" + strings.Join(unitColumns, ", ") + ") VALUES " + row + strings.Repeat(","+row, n-1)
}

func unitRow(docID int64, ordinal int, u fingerprint.Unit) []any {
	g := u.Groups
	return []any{docID, ordinal, u.Start, u.End, int32(g[0]), int32(g[1]), int32(g[2]), int32(g[3]), int32(g[4])}
}

// insertUnits writes rows: by COPY on PostgreSQL, by prepared inserts of many
// rows on SQLite.
func (tx *Tx) insertUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	if !tx.sqlite {
		n, err := tx.pg.CopyFrom(ctx, pgx.Identifier{"sentences"}, unitColumns,
			pgx.CopyFromSlice(len(units), func(i int) ([]any, error) { return unitRow(docID, i, units[i]), nil }))
		if err == nil && n != int64(len(units)) {
			return fmt.Errorf("%d units of %d were stored", n, len(units))
		}
		return err
	}
	args := make([]any, 0, sqliteInsertRows*len(unitColumns))
	for start := 0; start < len(units); start += sqliteInsertRows {
		batch := units[start:min(start+sqliteInsertRows, len(units))]
		args = args[:0]
		for i, u := range batch {
			args = append(args, unitRow(docID, start+i, u)...)
		}
		if _, err := tx.lite.ExecContext(ctx, sqliteInsert(len(batch)), args...); err != nil {
			return err
		}
	}
	return nil
}

// Prepared is a document with all that the library stores of it.
type Prepared struct {
	Upload   record.Upload // ToLibrary and Check are ignored
	Document *extract.Document
	Units    []fingerprint.Unit
}

// Load puts documents into the library in one transaction and gives their ids
// in order. For many documents, call it with some dozens at a time: a
// transaction for each costs more, one for all keeps other writers waiting on
// SQLite.
func (s *Store) Load(ctx context.Context, documents []Prepared) ([]int64, error) {
	uploads := make([]record.Upload, len(documents))
	for i, p := range documents {
		uploads[i] = p.Upload
		uploads[i].ToLibrary = true
	}
	var ids []int64
	err := s.InTx(ctx, func(tx *Tx) (err error) {
		if ids, err = tx.CreateDocuments(ctx, uploads); err != nil {
			return err
		}
		for i, p := range documents {
			if err := tx.SetExtraction(ctx, ids[i], p.Document); err != nil {
				return err
			}
			if err := tx.SaveUnits(ctx, ids[i], p.Units); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("load %d documents: %w", len(documents), err)
	}
	return ids, nil
}
