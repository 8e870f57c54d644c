package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen/checker/record"
)

// Structure looks whether the database is in order below its rows, and gives what is not,
// in its own words. On SQLite it reads the database through, thorough with its indexes; on
// PostgreSQL it reads the tables but for those of unread, and asks amcheck of the indexes
// where that extension is. It is not for transactions.
func (c Conn) Structure(ctx context.Context, thorough bool, unread ...string) (faults []string, err error) {
	if c.IsSQLite {
		check := `PRAGMA quick_check`
		if thorough {
			check = `PRAGMA integrity_check`
		}
		faults, err := c.Texts(ctx, check)
		if err != nil {
			return Fault(faults, "database", err)
		}
		if len(faults) == 1 && faults[0] == "ok" {
			return nil, nil
		}
		return faults, nil
	}
	pool, isPool := c.Querier.(*pgxpool.Pool)
	if !isPool {
		return nil, errors.New("look at the tables: not in a transaction")
	}
	names, err := c.Texts(ctx, `SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' ORDER BY relname`)
	if err != nil {
		return Fault(nil, "catalogue", err)
	}
	for _, name := range names {
		if slices.Contains(unread, name) {
			continue
		}
		if err := readTable(ctx, pool, name); err != nil {
			if faults, err = Fault(faults, "table "+name, err); err != nil {
				return faults, err
			}
		}
	}
	indexes, err := c.Texts(ctx, `SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND a.amname = 'btree'
		AND EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck') ORDER BY 1`)
	if err != nil {
		return Fault(faults, "catalogue", err)
	}
	for _, name := range indexes {
		if _, err := c.Exec(ctx, `SELECT bt_index_check($1::text::regclass)`, name); err != nil {
			if faults, err = Fault(faults, "index "+name, err); err != nil {
				return faults, err
			}
		}
	}
	return faults, nil
}

// Fault adds an error that was met at something to faults; that of the context, and one of
// a database that does not answer, say nothing of what is stored and come back.
func Fault(faults []string, what string, err error) ([]string, error) {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(Cause(err), record.ErrUnreachable) {
		return faults, fmt.Errorf("look at the %s: %w", what, err)
	}
	return append(faults, what+": "+err.Error()), nil
}

// readTable reads all rows of a table, and drops them.
func readTable(ctx context.Context, pool *pgxpool.Pool, name string) error {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	_, err = conn.Conn().PgConn().CopyTo(ctx, io.Discard, "COPY "+pgx.Identifier{name}.Sanitize()+" TO STDOUT (FORMAT binary)")
	return err
}
