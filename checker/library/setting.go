package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"zhiwen"
)

// The names in the table settings.
const (
	settingSchema = "schema"
	settingIndex  = "index"
)

// setupLock is the key of the PostgreSQL advisory lock under which servers that
// start together make the tables one after the other. Any constant will do.
const setupLock = 0x7a686977656e // "zhiwen"

// prepare makes the tables of an empty database and checks the settings of any
// other.
func (tx *Tx) prepare(ctx context.Context, indexKey string) error {
	exists := `SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'settings'`
	if !tx.sqlite {
		if _, err := tx.q.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(setupLock)); err != nil {
			return fmt.Errorf("wait for other servers that start: %w", err)
		}
		exists = `SELECT count(*) FROM pg_class WHERE oid = to_regclass('settings')`
	}
	var n int
	if err := tx.q.QueryRow(ctx, exists).Scan(&n); err != nil {
		return fmt.Errorf("look for tables: %w", err)
	}
	if n == 0 {
		return tx.create(ctx, indexKey)
	}
	return tx.checkSettings(ctx, indexKey)
}

func (tx *Tx) create(ctx context.Context, indexKey string) error {
	var err error
	if tx.sqlite {
		_, err = tx.lite.ExecContext(ctx, sqliteSchema(zhiwen.Schema))
	} else {
		_, err = tx.pg.Conn().PgConn().Exec(ctx, zhiwen.Schema).ReadAll()
	}
	if err != nil {
		return fmt.Errorf("make tables: %w", err)
	}
	for _, s := range [][2]string{
		{settingSchema, strconv.Itoa(zhiwen.SchemaVersion)},
		{settingIndex, indexKey},
	} {
		if _, err := tx.q.Exec(ctx, `INSERT INTO settings (name, value) VALUES ($1, $2)`, s[0], s[1]); err != nil {
			return fmt.Errorf("write setting %s: %w", s[0], err)
		}
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
	case version < zhiwen.SchemaVersion:
		return fmt.Errorf("%w: the database has schema version %d, this program needs %d; use the program that made it, "+
			"or start with an empty database or data folder and import the applications again",
			ErrVersion, version, zhiwen.SchemaVersion)
	case version > zhiwen.SchemaVersion:
		return fmt.Errorf("%w: the database has schema version %d, this program only knows %d; install the newer program",
			ErrVersion, version, zhiwen.SchemaVersion)
	}
	key, err := tx.setting(ctx, settingIndex)
	if err != nil {
		return err
	}
	if key != indexKey {
		return fmt.Errorf("%w: its units were made as %q, this program is set to %q; choose the profile it was made with, "+
			"or start with an empty database or data folder and import the applications again", ErrVersion, key, indexKey)
	}
	return nil
}

func (tx *Tx) setting(ctx context.Context, name string) (string, error) {
	var value string
	err := tx.q.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("%w: it has a table settings without %q; use another database", ErrVersion, name)
	}
	if err != nil {
		return "", fmt.Errorf("read setting %s: %w", name, err)
	}
	return value, nil
}
