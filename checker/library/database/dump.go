package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// A dump is the whole database as files in a folder: on SQLite the database as it is,
// on PostgreSQL a file a table in COPY's binary form, with the queue's tables. It is of
// one moment, whatever is changed meanwhile.

// Table is one table of a dump of PostgreSQL.
type Table struct {
	Name    string
	Columns []string
}

// DumpSQLite writes the database of a data folder into a new file while a server may
// be at work on it, and calls look with what was written. It needs as much room as the
// database.
func DumpSQLite(ctx context.Context, dataDir, path string, look func(Conn) error) (err error) {
	from := SQLitePath(dataDir)
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	db, err := sql.Open("sqlite", sqliteDSN(from, false))
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// The file is made first, for its owner alone; SQLite takes an empty one.
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO $1`, path); err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	copied, err := sql.Open("sqlite", sqliteDSN(path, true))
	if err != nil {
		return fmt.Errorf("dump: %w", err)
	}
	defer func() { err = errors.Join(err, copied.Close()) }()
	return wrap.Error(look(Conn{Querier: sqlQuerier{copied}, IsSQLite: true}), "dump")
}

// DumpPostgres writes each table of a database into a new file of a folder, which
// Table.Name names, and returns the tables in the order in which they can be restored. It
// calls look with what is written.
func DumpPostgres(ctx context.Context, url, dir string, look func(Conn) error) (tables []Table, err error) {
	db, err := openPostgres(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("dump: %w", err)
	}
	defer db.pool.Close()
	options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, db.pool, options, func(tx pgx.Tx) error {
		if tables, err = tablesOf(ctx, tx); err != nil {
			return err
		}
		if err := look(Conn{Querier: tx}); err != nil {
			return err
		}
		for _, t := range tables {
			if err := copyOut(ctx, tx, t, filepath.Join(dir, t.Name)); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
		}
		return nil
	})
	return tables, wrap.Error(err, "dump")
}

// tablesOf lists the tables in the order in which they were made, so that none comes
// before one that it refers to.
func tablesOf(ctx context.Context, tx pgx.Tx) ([]Table, error) {
	return List(ctx, Conn{Querier: tx}, func(row pgx.Row) (t Table, err error) { return t, row.Scan(&t.Name, &t.Columns) },
		`SELECT c.relname, array_agg(a.attname::text ORDER BY a.attnum)
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' GROUP BY c.oid, c.relname ORDER BY c.oid`)
}

// columns names the columns of a table for COPY.
func (t Table) columns() string {
	quoted := each.Of(t.Columns, func(c string) string { return pgx.Identifier{c}.Sanitize() })
	return pgx.Identifier{t.Name}.Sanitize() + " (" + strings.Join(quoted, ", ") + ")"
}

func copyOut(ctx context.Context, tx pgx.Tx, t Table, path string) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = tx.Conn().PgConn().CopyTo(ctx, f, "COPY "+t.columns()+" TO STDOUT (FORMAT binary)")
	return err
}

// Restore fills the tables of a PostgreSQL database that was just made from the files of a
// dump. What making it has left, as its version, gives way; the tables of appended take
// rows but lose none, and must be empty.
func (tx *Tx) Restore(ctx context.Context, dir string, tables []Table, appended ...string) error {
	there, err := tablesOf(ctx, tx.pg)
	if err != nil {
		return err
	}
	for _, t := range slices.Backward(there) {
		if slices.Contains(appended, t.Name) {
			continue
		}
		if _, err := tx.Exec(ctx, `DELETE FROM `+pgx.Identifier{t.Name}.Sanitize()); err != nil {
			return err
		}
	}
	for _, t := range tables {
		if !slices.ContainsFunc(there, func(x Table) bool { return x.Name == t.Name }) {
			return fmt.Errorf("this program has no table %s", t.Name)
		}
		if err := copyIn(ctx, tx.pg, t, filepath.Join(dir, t.Name)); err != nil {
			return fmt.Errorf("table %s: %w", t.Name, err)
		}
	}
	return resumeNumbers(ctx, tx.pg, tables)
}

func copyIn(ctx context.Context, tx pgx.Tx, t Table, path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	_, err = tx.Conn().PgConn().CopyFrom(ctx, f, "COPY "+t.columns()+" FROM STDIN (FORMAT binary)")
	return err
}

// resumeNumbers sets the sequences of the database to continue after the existing numbers.
func resumeNumbers(ctx context.Context, tx pgx.Tx, tables []Table) error {
	for _, t := range tables {
		for _, column := range t.Columns {
			var sequence *string
			if err := tx.QueryRow(ctx, `SELECT pg_get_serial_sequence($1, $2)`, pgx.Identifier{t.Name}.Sanitize(),
				column).Scan(&sequence); err != nil {
				return err
			}
			if sequence == nil {
				continue
			}
			statement := fmt.Sprintf(`SELECT setval($1, max(%s)) FROM %s HAVING max(%[1]s) IS NOT NULL`, pgx.Identifier{column}.Sanitize(),
				pgx.Identifier{t.Name}.Sanitize())
			if _, err := tx.Exec(ctx, statement, *sequence); err != nil {
				return err
			}
		}
	}
	return nil
}
