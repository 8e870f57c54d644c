package database

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

func openPostgres(ctx context.Context, url string) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, err // pgx leaves the password out of its message
	}
	cfg.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		c.PgConn().CustomData()[connectedAt] = time.Now()
		return nil
	}
	cfg.PrepareConn = func(_ context.Context, c *pgx.Conn) (bool, error) { return !staleStandby(c.PgConn()), nil }
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, err
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("connect: %w", err)
	}
	if err := refusePooled(ctx, pool); err != nil {
		pool.Close()
		return nil, err
	}
	db := &DB{Conn: Conn{Querier: pool}, pool: pool}
	if err := pool.QueryRow(ctx, `SELECT to_regnamespace($1) IS NOT NULL`, SpreadSchema).Scan(&db.IsSpread); err != nil {
		pool.Close()
		return nil, fmt.Errorf("look at the database: %w", err)
	}
	return db, nil
}

// errPooled says that a pooler stands before the server that gives each transaction another connection.
var errPooled = errors.New("what one session has set was seen in another")

// refusePooled returns errPooled where sessions are not our own: the queue, those who wait for changes and the locks of servers
// that start would fail now and then, without a word. A pooler hands the connection that was free last to who comes next, and
// so another session sees what one has set.
func refusePooled(ctx context.Context, pool *pgxpool.Pool) error {
	other, err := pgx.ConnectConfig(ctx, pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = other.Close(context.WithoutCancel(ctx)) }()
	const simple = pgx.QueryExecModeSimpleProtocol // prepares nothing that would stay behind
	set := rand.Text()
	if _, err := pool.Exec(ctx, `SELECT set_config('zhiwen.session', $1, false)`, simple, set); err != nil {
		return fmt.Errorf("look at the session: %w", err)
	}
	var seen string
	if err := other.QueryRow(ctx, `SELECT COALESCE(current_setting('zhiwen.session', true), '')`, simple).Scan(&seen); err != nil {
		return fmt.Errorf("look at the session: %w", err)
	}
	if seen == set {
		return errPooled
	}
	return nil
}

// connectedAt names the time, among what a connection keeps, at which it was made.
const connectedAt = "zhiwen.connected-at"

// standbyFor is how long a connection to a server that can only be read is kept: while servers change places, the address, or
// another of several that are named, may lead to the new primary.
const standbyFor = 5 * time.Second

// staleStandby reports whether a connection should give way to a new one: its server has told that it can only be read.
func staleStandby(c *pgconn.PgConn) bool {
	at, _ := c.CustomData()[connectedAt].(time.Time)
	isReadOnly := c.ParameterStatus("in_hot_standby") == "on" || c.ParameterStatus("default_transaction_read_only") == "on"
	return isReadOnly && time.Since(at) > standbyFor
}

// SpreadSchema is the schema that a database has whose units and texts lie on many machines
// (package spread).
const SpreadSchema = "zhiwen_spread"

// CheckURL reports whether a text can be Config.URL; it asks no server.
func CheckURL(text string) error {
	_, err := pgxpool.ParseConfig(text)
	return err
}

// queueLock is the key of the PostgreSQL advisory lock of Exclusively. Any
// constant but settingsLock will do.
const queueLock = 0x7269766572 // "river"

// Exclusively calls do while no other process that shares the database is in
// such a call. The lock is held by a connection of its own: do may use all of
// the pool.
func (db *DB) Exclusively(ctx context.Context, do func() error) error {
	if db.IsSQLite {
		return do() // the data folder belongs to one process
	}
	conn, err := pgx.ConnectConfig(ctx, db.pool.Config().ConnConfig)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // and with it goes the lock
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, int64(queueLock)); err != nil {
		return fmt.Errorf("wait for other servers that start: %w", err)
	}
	return do()
}
