// Package database is the base of the SQL: it opens PostgreSQL or SQLite and runs
// statements and transactions on either.
//
// In go an address or a data folder, and statements written for PostgreSQL; out come
// rows, whole transactions and, of errors, their causes. It knows no table: what is
// stored is the matter of the packages that stand on it.
//
// Both databases run the same statements but where they cannot: the schema
// (translated from schema.sql), lists of numbers as parameters and in rows, and
// bulk loading (COPY on PostgreSQL).
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen/internal/wrap"
)

// ErrLocked says that another process has the data folder open.
var ErrLocked = errors.New("the data folder is in use by another process")

// Config says where a database is.
type Config struct {
	// URL is that of a PostgreSQL database ("postgres://…"). Empty means SQLite, in
	// the data folder.
	URL string
	// DataDir is the data folder. Only used by SQLite.
	DataDir string
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	Conn

	pool            *pgxpool.Pool // PostgreSQL
	writer, readers *sql.DB       // SQLite: one connection that writes, nil where none may, and several that read
	lock            *fileLock     // SQLite; nil where another process may have it
}

// Open opens the database of c, whose data folder is made if it is missing. The error
// wraps ErrLocked where another process works in the data folder.
func Open(ctx context.Context, c Config) (*DB, error) {
	if c.URL != "" {
		return openPostgres(ctx, c.URL)
	}
	return openFolder(ctx, c.DataDir)
}

// OpenBeside opens the database of c to change it beside a server that may have it open:
// of two who write one waits for the other.
func OpenBeside(ctx context.Context, c Config) (*DB, error) {
	if c.URL != "" {
		return openPostgres(ctx, c.URL)
	}
	return openSQLite(ctx, SQLitePath(c.DataDir))
}

// OpenView opens the database of c to read it beside a server that may have it open. The
// error wraps record.ErrNotFound where a data folder has none.
func OpenView(ctx context.Context, c Config) (*DB, error) {
	if c.URL != "" {
		return openPostgres(ctx, c.URL)
	}
	return viewSQLite(c.DataDir)
}

// Close closes the database. Transactions must have ended.
func (db *DB) Close() error {
	if db.pool != nil {
		db.pool.Close()
		return nil
	}
	err := db.readers.Close()
	if db.writer != nil {
		err = errors.Join(err, db.writer.Close())
	}
	if db.lock != nil {
		err = errors.Join(err, db.lock.release())
	}
	return err
}

// Postgres returns the connection pool, nil on SQLite.
func (db *DB) Postgres() *pgxpool.Pool { return db.pool }

// SQLite returns the one connection that writes, nil on PostgreSQL.
func (db *DB) SQLite() *sql.DB { return db.writer }

// Tx is a transaction.
type Tx struct {
	Conn

	pg   pgx.Tx
	lite *sql.Tx
}

// Postgres returns the transaction as pgx knows it, nil on SQLite.
func (tx *Tx) Postgres() pgx.Tx { return tx.pg }

// SQLite returns the transaction as database/sql knows it, nil on PostgreSQL.
func (tx *Tx) SQLite() *sql.Tx { return tx.lite }

// InTx calls do with a transaction that is committed if do returns nil and
// rolled back otherwise; do's error is returned as it is. Where PostgreSQL ends
// the transaction in favour of another one, do is called again with a new one:
// it must set what it gives from the start, and do nothing outside of tx that
// must not be done twice. On SQLite there is one writing transaction at a time:
// do must not wait for another one, and must use tx and not the DB to write.
func (db *DB) InTx(ctx context.Context, do func(*Tx) error) error {
	return repeat(ctx, func() error { return db.inTx(ctx, do) })
}

func (db *DB) inTx(ctx context.Context, do func(*Tx) error) error {
	var tx *Tx
	var commit, rollback func() error
	if db.pool != nil {
		p, err := db.pool.Begin(ctx)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		tx = &Tx{Conn: Conn{Querier: p, IsSpread: db.IsSpread}, pg: p}
		commit = func() error { return p.Commit(ctx) }
		rollback = func() error { return p.Rollback(context.WithoutCancel(ctx)) }
	} else {
		q, err := db.writer.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		tx = &Tx{Conn: Conn{Querier: sqlQuerier{q}, IsSQLite: true}, lite: q}
		commit, rollback = q.Commit, q.Rollback
	}
	done := false
	defer func() {
		if !done { // do returned an error or panicked
			_ = rollback()
		}
	}()
	if err := do(tx); err != nil {
		return err
	}
	done = true
	return wrap.Error(commit(), "commit")
}

// settingsLock is the key of the PostgreSQL advisory lock of LockSettings. Any constant
// but queueLock will do.
const settingsLock = 0x7a686977656e // "zhiwen"

// LockSettings keeps other servers from changing what one at a time may change, as the
// tables and the settings, until the transaction ends.
func (tx *Tx) LockSettings(ctx context.Context) error {
	if tx.IsSQLite {
		return nil // there is one writer
	}
	_, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(settingsLock))
	return wrap.Error(err, "wait for other servers that start")
}

// Script runs statements that are written for PostgreSQL, several at once, translated
// where that is called for.
func (tx *Tx) Script(ctx context.Context, text string) error {
	var err error
	if tx.IsSQLite {
		_, err = tx.lite.ExecContext(ctx, SQLiteSchema(text))
	} else {
		_, err = tx.pg.Conn().PgConn().Exec(ctx, text).ReadAll()
	}
	return err
}
