package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"zhiwen"
	"zhiwen/checker/record"
)

// The names in the table settings.
const (
	settingSchema = "schema"
	settingIndex  = "index"
	settingKeys   = "signing-keys" // with private ones
	settingKey    = "signing-key"  // fingerprint of the key that signs, where it is kept beside the database

	// The newest document when the library was last indexed anew, where it was:
	// until the documents up to it are ready again, checks wait.
	settingReindexed = "reindexed"
)

// prepare makes the tables of an empty database, and brings those of any other
// up to date.
func (tx *Tx) prepare(ctx context.Context, indexKey string, existing bool) error {
	if err := tx.lockSettings(ctx); err != nil {
		return err
	}
	there, err := tx.hasTables(ctx)
	if err != nil {
		return err
	}
	if !there && existing {
		return ErrMissing
	}
	if !there {
		return tx.create(ctx, indexKey)
	}
	return tx.checkSettings(ctx, indexKey)
}

// hasTables says whether the database has tables.
func (r Reader) hasTables(ctx context.Context) (bool, error) {
	exists := `SELECT count(*) FROM pg_class WHERE oid = to_regclass('settings')`
	if r.sqlite {
		exists = `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'settings'`
	}
	var n int
	if err := r.q.QueryRow(ctx, exists).Scan(&n); err != nil {
		return false, fmt.Errorf("look for tables: %w", err)
	}
	return n > 0, nil
}

func (tx *Tx) create(ctx context.Context, indexKey string) error {
	if err := tx.recorded.Script(ctx, zhiwen.Schema); err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	if err := recordKept(ctx, tx); err != nil {
		return err
	}
	if err := tx.set(ctx, settingSchema, strconv.Itoa(zhiwen.SchemaVersion)); err != nil {
		return err
	}
	return tx.set(ctx, settingIndex, indexKey)
}

// Ping reads one row, to see that the database answers.
func (r Reader) Ping(ctx context.Context) error {
	if _, err := r.setting(ctx, settingSchema); err != nil {
		return fmt.Errorf("ask the database: %w", err)
	}
	return nil
}

func (tx *Tx) checkSettings(ctx context.Context, indexKey string) error {
	schema, err := tx.setting(ctx, settingSchema)
	if err != nil {
		return err
	}
	version, err := strconv.Atoi(schema)
	if err != nil {
		return fmt.Errorf("%w: its schema version %q is not a number; restore a backup or use another database", ErrVersion, schema)
	}
	switch {
	case version < 1:
		return fmt.Errorf("%w: there is no schema version %d; restore a backup or use another database", ErrVersion, version)
	case version < zhiwen.SchemaVersion:
		if err := tx.migrate(ctx, steps, version); err != nil {
			return err
		}
	case version > zhiwen.SchemaVersion:
		return fmt.Errorf("%w: the database has schema version %d, this program only knows %d; install the newer program",
			ErrVersion, version, zhiwen.SchemaVersion)
	}
	key, err := tx.setting(ctx, settingIndex)
	if err != nil {
		return err
	}
	if key != indexKey {
		return tx.reindex(ctx, indexKey)
	}
	return nil
}

// set writes a setting, over what it was.
func (tx *Tx) set(ctx context.Context, name, value string) error {
	_, err := tx.q.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	if err != nil {
		return fmt.Errorf("write setting %s: %w", name, err)
	}
	return nil
}

func (r Reader) setting(ctx context.Context, name string) (string, error) {
	var value string
	err := r.q.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w: it has a table settings without %q; use another database", ErrVersion, name)
	}
	if err != nil {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}

// NotedKey gives the fingerprint of the key that NoteKey noted last, "" for none.
func (r Reader) NotedKey(ctx context.Context) (string, error) {
	var value string
	err := notFound(r.q.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, settingKey).Scan(&value))
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return "", fmt.Errorf("noted key: %w", err)
	}
	return value, nil
}

// NoteKey notes which key signs, where it is kept beside the database: so that it is
// noticed when it is lost.
func (s *Store) NoteKey(ctx context.Context, fingerprint string) error {
	return s.InTx(ctx, func(tx *Tx) error { return tx.set(ctx, settingKey, fingerprint) })
}

// TryWrite writes a row that stays as it is, to see that the database takes changes.
func (s *Store) TryWrite(ctx context.Context) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		return tx.updateRow(ctx, `UPDATE settings SET value = value WHERE name = $1`, settingSchema)
	})
	if err != nil {
		return fmt.Errorf("write to the database: %w", err)
	}
	return nil
}
