package lookup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/fingerprint"
	"zhiwen/checker/library/database"
	"zhiwen/internal/wrap"
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

// insert returns SQLite's INSERT of n units.
func (u unitTable) insert(n int) string {
	row := "(?" + strings.Repeat(",?", len(u.columns)-1) + ")"
	return "INSERT INTO " + u.name + " (" + strings.Join(u.columns, ", ") + ") VALUES " + row + strings.Repeat(","+row, n-1)
}

func unitRow(docID int64, ordinal int, u fingerprint.Unit) []any {
	g := u.Groups
	return []any{docID, ordinal, u.Start, u.End, int32(g[0]), int32(g[1]), int32(g[2]), int32(g[3]), int32(g[4])}
}

// Save stores the units of a document in place of earlier ones: among those of its call, or of
// the library where call is 0.
func Save(ctx context.Context, tx *database.Tx, docID, call int64, units []fingerprint.Unit) error {
	for i, u := range units {
		for _, g := range u.Groups {
			if g >= 1<<fingerprint.GroupBits {
				return fmt.Errorf("unit %d has a group of more than %d bits", i, fingerprint.GroupBits)
			}
		}
	}
	for _, table := range []unitTable{libraryUnits, callUnits} {
		if _, err := tx.Exec(ctx, `DELETE FROM `+table.name+` WHERE doc_id = $1`, docID); err != nil {
			return err
		}
	}
	if err := forgetPaper(ctx, tx.Conn, docID); err != nil {
		return err
	}
	if call == 0 {
		return insertRows(ctx, tx, libraryUnits, len(units), func(i int) []any { return unitRow(docID, i, units[i]) })
	}
	return insertRows(ctx, tx, callUnits, len(units), func(i int) []any { return append(unitRow(docID, i, units[i]), call) })
}

// Enter puts the units of an application of a call among those of the library.
func Enter(ctx context.Context, c database.Conn, docID int64) error {
	return c.ExecEach(ctx, docID,
		`INSERT INTO sentences (doc_id, ordinal, start_offset, end_offset, a, b, c, d, e)
			SELECT doc_id, ordinal, start_offset, end_offset, a, b, c, d, e FROM call_sentences WHERE doc_id = $1`,
		`DELETE FROM call_sentences WHERE doc_id = $1`,
	)
}

// Leave takes the units of a document from those of the library: to those of its call, or away
// where call is 0.
func Leave(ctx context.Context, c database.Conn, docID, call int64) error {
	if call != 0 {
		_, err := c.Exec(ctx, `INSERT INTO call_sentences (doc_id, ordinal, start_offset, end_offset, a, b, c, d, e, call_id)
			SELECT doc_id, ordinal, start_offset, end_offset, a, b, c, d, e, CAST($2 AS BIGINT) FROM sentences WHERE doc_id = $1`, docID,
			call)
		if err != nil {
			return err
		}
	} else if err := forgetPaper(ctx, c, docID); err != nil {
		return err
	}
	_, err := c.Exec(ctx, `DELETE FROM sentences WHERE doc_id = $1`, docID)
	return err
}

// insertRows writes n rows: by COPY on PostgreSQL, by prepared inserts of many rows on
// SQLite.
func insertRows(ctx context.Context, tx *database.Tx, table unitTable, n int, row func(i int) []any) error {
	if !tx.IsSQLite {
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

// Units returns the units of a document, by their ordinals, which are 0, 1, 2, … where none
// is missing: for whoever looks whether they are whole.
func (r Reader) Units(ctx context.Context, docID int64) (units []fingerprint.Unit, ordinals []int, err error) {
	units, err = database.List(ctx, r.conn, func(row pgx.Row) (u fingerprint.Unit, err error) {
		var n int
		g := &u.Groups
		err = row.Scan(&n, &u.Start, &u.End, &g[0], &g[1], &g[2], &g[3], &g[4])
		ordinals = append(ordinals, n)
		return u, err
	}, `SELECT ordinal, start_offset, end_offset, a, b, c, d, e FROM sentences WHERE doc_id = $1 ORDER BY ordinal`, docID)
	return units, ordinals, wrap.Error(err, "units of document %d", docID)
}

// groupsOf returns the fingerprints of a library document's units.
func (r Reader) groupsOf(ctx context.Context, document int64) ([]fingerprint.Groups, error) {
	return r.groupsFrom(ctx, libraryUnits, document)
}

// groupsFrom is groupsOf in one of the two tables of units.
func (r Reader) groupsFrom(ctx context.Context, table unitTable, document int64) ([]fingerprint.Groups, error) {
	return database.List(ctx, r.conn, func(row pgx.Row) (g fingerprint.Groups, err error) {
		err = row.Scan(&g[0], &g[1], &g[2], &g[3], &g[4])
		return g, err
	}, `SELECT a, b, c, d, e FROM `+table.name+` WHERE doc_id = $1 ORDER BY ordinal`, document)
}

// groupsOfEach returns the fingerprints of the units of library documents, by document.
func (r Reader) groupsOfEach(ctx context.Context, documents []int64) (map[int64][]fingerprint.Groups, error) {
	out := map[int64][]fingerprint.Groups{}
	var id int64
	var g fingerprint.Groups
	err := r.conn.Each(ctx, []any{&id, &g[0], &g[1], &g[2], &g[3], &g[4]}, func() error {
		out[id] = append(out[id], g)
		return nil
	}, `SELECT doc_id, a, b, c, d, e FROM sentences WHERE `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "doc_id"), 1),
		database.IDParameter(r.conn.IsSQLite, documents))
	return out, err
}

// unitTables returns where the units of the documents that are seen may be: those of a document are
// in one of them.
func (r Reader) unitTables() []string {
	switch {
	case r.paper:
		return []string{paperUnits.name}
	case r.scope == nil:
		return []string{libraryUnits.name}
	}
	return []string{libraryUnits.name, callUnits.name}
}
