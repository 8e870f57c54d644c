package library

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"zhiwen"
	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// View is a database that is only read, beside the server that may have it
// open. It is safe for concurrent use.
type View struct {
	Reader

	db *database.DB
}

// OpenView opens the database of c to read it. It makes nothing and changes
// nothing: the error wraps ErrNotFound where there is no database, and
// ErrVersion where it has another version of the schema. Config.IndexKey is not
// looked at.
func OpenView(ctx context.Context, c Config) (*View, error) {
	db, err := database.OpenView(ctx, c.database())
	if err != nil {
		return nil, fmt.Errorf("open library to read: %w", err)
	}
	v := &View{Reader: newReader(db.Conn), db: db}
	if err := v.current(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open library to read: %w", err), v.Close())
	}
	return v, nil
}

// current says whether the database has the schema of this program.
func (v *View) current(ctx context.Context) error {
	there, err := v.hasTables(ctx)
	if err != nil {
		return err
	}
	if !there {
		return fmt.Errorf("the database is empty: %w", record.ErrNotFound)
	}
	version, err := v.setting(ctx, settingSchema)
	if err != nil {
		return err
	}
	if version != strconv.Itoa(zhiwen.SchemaVersion) {
		return fmt.Errorf("%w: the database has schema version %s, this program %d; start the newer program on it once, or use it here",
			ErrVersion, version, zhiwen.SchemaVersion)
	}
	return nil
}

// OpenBeside opens the database of c to change accounts beside the server that may have
// it open. It makes and brings up to date nothing; the errors are those of OpenView.
// Only what has nothing to do with jobs and units may be changed by it: the server is not
// told.
func OpenBeside(ctx context.Context, c Config) (*Store, error) {
	v, err := OpenView(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := v.Close(); err != nil {
		return nil, err
	}
	db, err := database.OpenBeside(ctx, c.database())
	if err != nil {
		return nil, err
	}
	return newStore(db), nil
}

// Close closes the database.
func (v *View) Close() error { return v.db.Close() }

// WithHash gives the ids of the documents whose files have a SHA-256 (lower-case
// hex), oldest first.
func (r Reader) WithHash(ctx context.Context, sha256 string) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE sha256 = $1 ORDER BY id`, sha256)
	if err != nil {
		return nil, fmt.Errorf("documents with hash: %w", err)
	}
	return ids, nil
}

// SigningKeys gives the keys that evidence is signed with, as they were stored
// by ChangeSigningKeys, or ErrNotFound. They are secret.
func (r Reader) SigningKeys(ctx context.Context) (string, error) {
	var value string
	if err := r.q.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, settingKeys).Scan(&value); err != nil {
		return "", fmt.Errorf("signing keys: %w", notFound(err))
	}
	return value, nil
}

// ChangeSigningKeys stores what change makes of the signing keys that are
// stored, "" for none, and gives it. Of servers that share the database one is
// at it at a time.
func (s *Store) ChangeSigningKeys(ctx context.Context, change func(string) (string, error)) (keys string, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		if err := tx.lockSettings(ctx); err != nil {
			return err
		}
		old, err := tx.SigningKeys(ctx)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		if keys, err = change(old); err != nil || keys == old {
			return err
		}
		tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectKeys})
		return tx.set(ctx, settingKeys, keys)
	})
	if err != nil {
		return "", fmt.Errorf("change signing keys: %w", err)
	}
	return keys, nil
}
