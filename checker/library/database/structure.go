package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen/checker/record"
)

// Damage is what of a database is not in order below its rows.
type Damage struct {
	Table  string // it, or an index of it; "" where that is not known
	Detail string // in the database's own words
}

// Structure looks whether the database is in order below its rows, and returns what is not,
// table by table. On SQLite it reads the database through, thorough with its indexes; on
// PostgreSQL it reads the tables but for those of unread, and asks amcheck of the indexes
// where that extension is. It is not for transactions.
func (c Conn) Structure(ctx context.Context, thorough bool, unread ...string) (found []Damage, err error) {
	if c.IsSQLite {
		check := `PRAGMA quick_check`
		if thorough {
			check = `PRAGMA integrity_check`
		}
		return c.structureSQLite(ctx, check)
	}
	pool, isPool := c.Querier.(*pgxpool.Pool)
	if !isPool {
		return nil, errors.New("look at the tables: not in a transaction")
	}
	names, err := c.Texts(ctx, `SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
		ORDER BY relname`)
	if err != nil {
		return damaged(nil, "", err)
	}
	for _, name := range names {
		if slices.Contains(unread, name) {
			continue
		}
		if err := readTable(ctx, pool, name); err != nil {
			if found, err = damaged(found, name, err); err != nil {
				return found, err
			}
		}
	}
	indexes, err := List(ctx, c, func(row pgx.Row) (i struct{ name, table string }, err error) { return i, row.Scan(&i.name, &i.table) },
		`SELECT c.oid::regclass::text, t.relname::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam
			JOIN pg_index i ON i.indexrelid = c.oid JOIN pg_class t ON t.oid = i.indrelid
		WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND a.amname = 'btree'
		AND EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'amcheck') ORDER BY 1`)
	if err != nil {
		return damaged(found, "", err)
	}
	for _, index := range indexes {
		if _, err := c.Exec(ctx, `SELECT bt_index_check($1::text::regclass)`, index.name); err != nil {
			if found, err = damaged(found, index.table, fmt.Errorf("index %s: %w", index.name, err)); err != nil {
				return found, err
			}
		}
	}
	return found, nil
}

// mostSaid is how much SQLite is quoted of one table: of a large one it has a line a row.
const mostSaid = 3

// structureSQLite asks SQLite once for all, and where something is wrong table by table: of all
// at once it stops at the hundredth fault and names pages, not tables.
func (c Conn) structureSQLite(ctx context.Context, check string) (found []Damage, err error) {
	whole := func(said []string) bool { return len(said) == 1 && said[0] == "ok" }
	said := func(said []string) string {
		text := strings.Join(said[:min(len(said), mostSaid)], "; ")
		if len(said) > mostSaid {
			text += "; …"
		}
		return strings.ReplaceAll(text, "\n", "; ")
	}
	all, allErr := c.Texts(ctx, check)
	if allErr == nil && whole(all) {
		return nil, nil
	}
	tables, err := c.Texts(ctx, `SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`)
	if err != nil {
		return damaged(nil, "", err)
	}
	for _, name := range tables {
		of, err := c.Texts(ctx, check+`('`+strings.ReplaceAll(name, "'", "''")+`')`)
		switch {
		case err != nil:
			if found, err = damaged(found, name, err); err != nil {
				return found, err
			}
		case !whole(of):
			found = append(found, Damage{Table: name, Detail: said(of)})
		}
	}
	switch {
	case len(found) > 0: // what was said of all is that, or follows from it
		return found, nil
	case allErr != nil:
		return damaged(nil, "", allErr)
	}
	return []Damage{{Detail: said(all)}}, nil
}

// Lasting returns an error that says nothing about stored data: that of the context, or of a
// database that does not answer; nil for any other.
func Lasting(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(Cause(err), record.ErrUnreachable) {
		return err
	}
	return nil
}

// damaged adds an error of reading a table to the list, if it concerns stored data.
func damaged(found []Damage, table string, err error) ([]Damage, error) {
	if Lasting(err) != nil {
		return found, fmt.Errorf("look at the table %s: %w", table, err)
	}
	return append(found, Damage{Table: table, Detail: err.Error()}), nil
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
