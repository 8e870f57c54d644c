package library

import (
	"context"
	"fmt"
	"time"

	"zhiwen/checker/library/database"
)

// The words of package database that stand in nearly every statement of this one.

func storable(s string) string { return database.Storable(s) }

func notFound(err error) error { return database.NotFound(err) }

func now() time.Time { return database.Now() }

func oneOf(sqlite bool, column string, n int) string {
	return fmt.Sprintf(database.OneOf(sqlite, column), n)
}

func idParameter(sqlite bool, ids []int64) any { return database.IDParameter(sqlite, ids) }

func (r Reader) ids(ctx context.Context, sql string, args ...any) ([]int64, error) {
	return r.conn().IDs(ctx, sql, args...)
}

func (tx *Tx) updateRow(ctx context.Context, sql string, args ...any) error {
	return tx.conn().UpdateRow(ctx, sql, args...)
}

func (tx *Tx) lockSettings(ctx context.Context) error { return tx.recorded.LockSettings(ctx) }
