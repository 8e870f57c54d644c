package library

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

var unitColumns = []string{"doc_id", "ordinal", "start_offset", "end_offset", "a", "b", "c", "d", "e"}

// sqliteInsertRows is how many units one INSERT takes on SQLite; more no longer
// pays.
const sqliteInsertRows = 100

// unitTable is where units are stored.
type unitTable struct {
	name    string
	columns []string
}

var (
	libraryUnits = unitTable{"sentences", unitColumns}
	callUnits    = unitTable{"call_sentences", append(slices.Clone(unitColumns), "call_id")}
)

// insert gives SQLite's INSERT of n units.
func (u unitTable) insert(n int) string {
	row := "(?" + strings.Repeat(",?", len(u.columns)-1) + ")"
	return "INSERT INTO " + u.name + " (" + strings.Join(u.columns, ", ") + ") VALUES " + row + strings.Repeat(","+row, n-1)
}

func unitRow(docID int64, ordinal int, u fingerprint.Unit) []any {
	g := u.Groups
	return []any{docID, ordinal, u.Start, u.End, int32(g[0]), int32(g[1]), int32(g[2]), int32(g[3]), int32(g[4])}
}

// insertUnits stores units of the library.
func (tx *Tx) insertUnits(ctx context.Context, docID int64, units []fingerprint.Unit) error {
	return tx.insertRows(ctx, libraryUnits, len(units), func(i int) []any { return unitRow(docID, i, units[i]) })
}

// insertCallUnits stores units of an application of a call.
func (tx *Tx) insertCallUnits(ctx context.Context, docID, call int64, units []fingerprint.Unit) error {
	return tx.insertRows(ctx, callUnits, len(units), func(i int) []any { return append(unitRow(docID, i, units[i]), call) })
}

// insertRows writes n rows: by COPY on PostgreSQL, by prepared inserts of many rows on
// SQLite.
func (tx *Tx) insertRows(ctx context.Context, table unitTable, n int, row func(i int) []any) error {
	if !tx.sqlite {
		stored, err := tx.Postgres().CopyFrom(ctx, pgx.Identifier{table.name}, table.columns,
			pgx.CopyFromSlice(n, func(i int) ([]any, error) { return row(i), nil }))
		if err == nil && stored != int64(n) {
			return fmt.Errorf("%d units of %d were stored", stored, n)
		}
		return err
	}
	args := make([]any, 0, sqliteInsertRows*len(table.columns))
	for start := 0; start < n; start += sqliteInsertRows {
		end := min(start+sqliteInsertRows, n)
		args = args[:0]
		for i := start; i < end; i++ {
			args = append(args, row(i)...)
		}
		if _, err := tx.SQLite().ExecContext(ctx, table.insert(end-start), args...); err != nil {
			return err
		}
	}
	return nil
}

// Prepared is a document with all that the library stores of it.
type Prepared struct {
	Upload   record.Upload // Check is ignored; it goes into the library where it names no call
	Document *extract.Document
	Units    []fingerprint.Unit
	Words    *hint.Index // nil where they are yet to be read
}

// Load puts documents into the library, or the call that their upload names, in one
// transaction and gives their ids in order. For many documents, call it with some dozens
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
	if err != nil {
		return nil, fmt.Errorf("load %d documents: %w", len(documents), err)
	}
	return ids, nil
}
