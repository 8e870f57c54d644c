package library

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/schema"
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
	if err := schema.Current(ctx, db.Conn); err != nil {
		return nil, errors.Join(fmt.Errorf("open library to read: %w", err), v.Close())
	}
	return v, nil
}

// OpenInspect is OpenView for examining stored data: a damaged table of notes does not prevent
// reading the others as long as the list of tables is known.
func OpenInspect(ctx context.Context, c Config) (*View, error) {
	v, err := OpenView(ctx, c)
	if err == nil || !errors.Is(database.Cause(err), record.ErrDamaged) {
		return v, err
	}
	db, opened := database.OpenView(ctx, c.database())
	if opened != nil {
		return nil, err
	}
	v = &View{Reader: newReader(db.Conn), db: db}
	if there, known := schema.Exists(ctx, db.Conn); known != nil || !there {
		return nil, errors.Join(err, v.Close())
	}
	return v, nil
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
