package database

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Querier is what statements run on. pgx's pools and transactions meet it as
// they are, database/sql's through sqlQuerier.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Conn is where statements go: an open database, or a transaction. Both databases
// take the same statements, with parameters $1 and so on, but where IsSQLite is asked.
type Conn struct {
	Querier

	IsSQLite bool
	// IsSpread says that units and texts lie on many machines (package spread).
	IsSpread bool
}

// InSnapshot calls do with a Conn all of whose queries see the same state of
// the database, whatever others commit meanwhile. In a transaction that is
// under way it is that transaction.
func (c Conn) InSnapshot(ctx context.Context, do func(Conn) error) error {
	switch q := c.Querier.(type) {
	case *pgxpool.Pool:
		options := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
		return pgx.BeginTxFunc(ctx, q, options, func(tx pgx.Tx) error { return do(Conn{Querier: tx, IsSpread: c.IsSpread}) })
	case sqlQuerier:
		db, ok := q.q.(*sql.DB)
		if !ok {
			break
		}
		// One that only reads is not begun with the lock of the one that writes.
		tx, err := db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		defer func() { _ = tx.Rollback() }() // there is nothing to commit
		return do(Conn{Querier: sqlQuerier{tx}, IsSQLite: true})
	}
	return do(c)
}

// Concurrent reports whether several queries can run at a time: not in a transaction.
func (c Conn) Concurrent() bool {
	switch q := c.Querier.(type) {
	case *pgxpool.Pool:
		return true
	case sqlQuerier:
		_, ok := q.q.(*sql.DB)
		return ok
	}
	return false
}

// sqlQuerier makes a querier of a *sql.DB or *sql.Tx.
type sqlQuerier struct {
	q interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

func (s sqlQuerier) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	r, err := s.q.ExecContext(ctx, sql, args...)
	if err != nil {
		return pgconn.CommandTag{}, err
	}
	n, err := r.RowsAffected()
	return pgconn.NewCommandTag("UPDATE " + strconv.FormatInt(n, 10)), err
}

func (s sqlQuerier) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	rows, err := s.q.QueryContext(ctx, sql, args...) //nolint:rowserrcheck // whoever reads the rows asks sqlRows.Err
	if err != nil {
		return nil, err
	}
	return &sqlRows{Rows: rows}, nil
}

func (s sqlQuerier) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return s.q.QueryRowContext(ctx, sql, args...)
}

// sqlRows makes pgx.Rows of *sql.Rows. The methods that speak of PostgreSQL's
// protocol have nothing to tell.
type sqlRows struct {
	*sql.Rows
	err error // of closing
}

func (r *sqlRows) Close() {
	if err := r.Rows.Close(); err != nil && r.err == nil {
		r.err = err
	}
}

func (r *sqlRows) Err() error {
	if err := r.Rows.Err(); err != nil {
		return err
	}
	return r.err
}

func (r *sqlRows) Values() ([]any, error) {
	columns, err := r.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]any, len(columns))
	targets := make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	return values, r.Scan(targets...)
}

func (*sqlRows) CommandTag() pgconn.CommandTag                { return pgconn.CommandTag{} }
func (*sqlRows) FieldDescriptions() []pgconn.FieldDescription { return nil }
func (*sqlRows) RawValues() [][]byte                          { return nil }
func (*sqlRows) Conn() *pgx.Conn                              { return nil }
func (*sqlRows) TypeMap() *pgtype.Map                         { return nil }
