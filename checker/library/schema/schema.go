// Package schema is the SQL of the tables themselves: it makes those of schema.sql and
// brings older ones up to date; and of what a database notes of itself, in the table
// settings: the version of its tables, what its units were made by, the keys that sign.
//
// In goes an empty or an older database; out comes one that fits the program, with all that
// was stored. Rows of other packages' tables it changes only to make them fit.
package schema

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"zhiwen"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Errors of this package; test with errors.Is.
var (
	// ErrVersion says that the database was made by a newer version of the
	// program, or is at work with an older one; the message says what to do.
	ErrVersion = errors.New("the database does not fit this program")
	// ErrMissing says that there is no database, or an empty one, where there was to
	// be one.
	ErrMissing = errors.New("the database is missing or empty")
)

// The names in the table settings.
const (
	noteVersion = "schema"
	noteIndex   = "index"
	noteKeys    = "signing-keys" // with private ones
	noteKey     = "signing-key"  // fingerprint of the key that signs, where it is kept beside the database

	// Reindexed is the newest document when the library was last indexed anew, where it
	// was: until the documents up to it are ready again, checks wait.
	Reindexed = "reindexed"
)

// Prepare makes the tables of an empty database, and brings those of any other up to date.
// A new database is bound to an index key; of one that is bound to another the units go,
// and anew says so. The error wraps ErrVersion where the database does not fit, and
// ErrMissing where there is none and one was to exist.
func Prepare(ctx context.Context, tx *database.Tx, indexKey string, existing bool) (anew bool, err error) {
	if err := tx.LockSettings(ctx); err != nil {
		return false, err
	}
	there, err := Exists(ctx, tx.Conn)
	if err != nil {
		return false, err
	}
	if !there && existing {
		return false, ErrMissing
	}
	if !there {
		return false, create(ctx, tx, indexKey)
	}
	return update(ctx, tx, indexKey)
}

// Current reports whether the database has the tables of this program: the error wraps
// record.ErrNotFound where it has none, and ErrVersion where they are others.
func Current(ctx context.Context, c database.Conn) error {
	there, err := Exists(ctx, c)
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("the database is empty: %w", record.ErrNotFound)
	}
	version, err := get(ctx, c, noteVersion)
	if err != nil {
		return err
	}
	if version != strconv.Itoa(zhiwen.SchemaVersion) {
		return fmt.Errorf("%w: the database has schema version %s, this program %d; start the newer program on it once, or use it here",
			ErrVersion, version, zhiwen.SchemaVersion)
	}
	return nil
}

// Exists reports whether the database has tables.
func Exists(ctx context.Context, c database.Conn) (bool, error) {
	exists := `SELECT count(*) FROM pg_class WHERE oid = to_regclass('settings')`
	if c.IsSQLite {
		exists = `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'settings'`
	}
	var n int
	if err := c.QueryRow(ctx, exists).Scan(&n); err != nil {
		return false, fmt.Errorf("look for tables: %w", err)
	}
	return n > 0, nil
}

func create(ctx context.Context, tx *database.Tx, indexKey string) error {
	if err := tx.Script(ctx, zhiwen.Schema); err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	if err := trail.Keep(ctx, tx); err != nil {
		return err
	}
	if err := set(ctx, tx, noteVersion, strconv.Itoa(zhiwen.SchemaVersion)); err != nil {
		return err
	}
	return set(ctx, tx, noteIndex, indexKey)
}

// update brings tables and units up to date, and reports whether the units go.
func update(ctx context.Context, tx *database.Tx, indexKey string) (anew bool, err error) {
	schema, err := get(ctx, tx.Conn, noteVersion)
	if err != nil {
		return false, err
	}
	version, err := strconv.Atoi(schema)
	if err != nil {
		return false, fmt.Errorf("%w: its schema version %q is not a number; restore a backup or use another database", ErrVersion, schema)
	}
	switch {
	case version < zhiwen.FirstSchemaVersion:
		return false, fmt.Errorf("%w: the database has schema version %d, from before release 1.0.0, and cannot be brought up to date; "+
			"use an empty one",
			ErrVersion, version)
	case version < zhiwen.SchemaVersion:
		if err := migrate(ctx, tx, steps, version); err != nil {
			return false, err
		}
	case version > zhiwen.SchemaVersion:
		return false, fmt.Errorf("%w: the database has schema version %d, this program only knows %d; install the newer program",
			ErrVersion, version, zhiwen.SchemaVersion)
	}
	key, err := get(ctx, tx.Conn, noteIndex)
	if err != nil {
		return false, err
	}
	if key != indexKey {
		return true, reindex(ctx, tx, indexKey)
	}
	return false, nil
}

// set writes a setting, over what it was.
func set(ctx context.Context, tx *database.Tx, name, value string) error {
	_, err := tx.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
		name, value)
	return wrap.Error(err, "write setting %s", name)
}

func get(ctx context.Context, c database.Conn, name string) (string, error) {
	var value string
	err := c.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w: it has a table settings without %q; use another database", ErrVersion, name)
	}
	return value, wrap.Error(err, "read setting %s", name)
}
