package database_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// A database of SQLite that may not grow is full, and that is what is said of it.
func TestCauseOfFullDatabase(t *testing.T) {
	ctx := t.Context()
	db, err := database.Open(ctx, database.Config{DataDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := db.InTx(ctx, func(tx *database.Tx) error { return tx.Script(ctx, `CREATE TABLE files (bytes BYTEA)`) }); err != nil {
		t.Fatal(err)
	}
	if _, err := db.SQLite().ExecContext(ctx, `PRAGMA max_page_count = 1`); err != nil { // SQLite takes what it has
		t.Fatal(err)
	}
	err = db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO files (bytes) VALUES ($1)`, bytes.Repeat([]byte("x"), 1<<20))
		return err
	})
	if !errors.Is(database.Cause(err), record.ErrNoRoom) {
		t.Errorf("%v", err)
	}
}

// A server that is not there does not answer.
func TestCauseOfNoServer(t *testing.T) {
	_, err := database.Open(t.Context(), database.Config{URL: "postgres://a@127.0.0.1:1/a"})
	if !errors.Is(database.Cause(err), record.ErrUnreachable) {
		t.Errorf("%v", err)
	}
}

func TestCause(t *testing.T) {
	other := errors.New("other")
	for _, test := range []struct{ err, want error }{
		{nil, nil},
		{other, nil},
		{context.Canceled, nil},
		{&pgconn.PgError{Code: "53100"}, record.ErrNoRoom},
		{&pgconn.PgError{Code: "57P01"}, record.ErrUnreachable},
		{&pgconn.PgError{Code: "XX001"}, record.ErrDamaged},
		{&pgconn.PgError{Code: "23505"}, nil},
		{fmt.Errorf("write: %w", syscall.ENOSPC), record.ErrNoRoom},
		{fmt.Errorf("write: %w", syscall.EDQUOT), record.ErrNoRoom},
	} {
		got := database.Cause(test.err)
		if !errors.Is(got, test.err) {
			t.Errorf("%v is lost in %v", test.err, got)
		}
		for _, cause := range []error{record.ErrNoRoom, record.ErrUnreachable, record.ErrDamaged} {
			if errors.Is(got, cause) != errors.Is(test.want, cause) {
				t.Errorf("%v: %v", test.err, got)
			}
		}
	}
}
