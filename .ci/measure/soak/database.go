package main

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"time"
)

// setBack leaves the jobs that wait where they stand after a clock that was a day ahead was set back.
func (p part) setBack(ctx context.Context) error {
	driver, source, later := "pgx", p.database, `scheduled_at + interval '1 day'`
	if p.database == "" {
		driver, source = "sqlite", "file:"+filepath.Join(p.folder, "server-1", "data", "zhiwen.db")+"?_pragma=busy_timeout(30000)"
		later = `datetime(scheduled_at, 'subsec', '+1 day')`
	}
	return execute(ctx, driver, source, `UPDATE river_job SET scheduled_at = `+later+`
		WHERE state IN ('available', 'retryable', 'scheduled')`)
}

// readOnly has PostgreSQL take no changes for a while, as a standby does before it is promoted.
func (p part) readOnly(ctx context.Context, d time.Duration) error {
	const reload = `SELECT pg_reload_conf()`
	err := execute(ctx, "pgx", p.database, `ALTER SYSTEM SET default_transaction_read_only = on`, reload)
	if err == nil {
		err = wait(ctx, d)
	}
	return errors.Join(err, execute(context.WithoutCancel(ctx), "pgx", p.database, `SET default_transaction_read_only = off`,
		`ALTER SYSTEM RESET default_transaction_read_only`, reload))
}

// execute runs statements on one connection.
func execute(ctx context.Context, driver, source string, statements ...string) (err error) {
	db, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	for _, statement := range statements {
		if _, err := db.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}
