package database

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/record"
)

// NotFound turns the drivers' "no rows" into record.ErrNotFound.
func NotFound(err error) error {
	if errors.Is(err, sql.ErrNoRows) { // pgx.ErrNoRows wraps it
		return record.ErrNotFound
	}
	return err
}

// Storable makes a text of unknown origin fit for PostgreSQL: valid UTF-8
// without NUL.
func Storable(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

// Now returns the time that is stored: in UTC, no finer than PostgreSQL keeps it.
func Now() time.Time { return time.Now().UTC().Truncate(time.Microsecond) }

// Time returns a time that may be missing, as it was read; zero is none.
func Time(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return t.UTC()
}

// OrNull returns a time as it is stored: nil for the zero time.
func OrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC().Truncate(time.Microsecond)
	return &t
}

// Short returns what strangers say, storable and kept short.
func Short(s string) string {
	const most = 500 // characters
	if r := []rune(s); len(r) > most {
		s = string(r[:most])
	}
	return Storable(s)
}

// OneOf returns the condition that a column is one of the ids in a parameter made by IDParameter;
// %d stands for the number of the parameter. PostgreSQL gets an array: of a subquery it does not
// know how few it gives, and reads whole tables.
func OneOf(isSQLite bool, column string) string {
	if isSQLite {
		return column + ` IN (SELECT value FROM json_each($%d))`
	}
	return column + ` = ANY($%d::BIGINT[])`
}

// IDParameter makes the parameter of OneOf.
func IDParameter(isSQLite bool, ids []int64) any {
	if !isSQLite {
		return ids
	}
	b, _ := json.Marshal(ids) // cannot fail
	return string(b)
}

// IDs runs a query for ids.
func (c Conn) IDs(ctx context.Context, sql string, args ...any) ([]int64, error) {
	return columnOf[int64](ctx, c, sql, args...)
}

// Texts runs a query for texts.
func (c Conn) Texts(ctx context.Context, sql string, args ...any) ([]string, error) {
	return columnOf[string](ctx, c, sql, args...)
}

func columnOf[T any](ctx context.Context, c Conn, sql string, args ...any) ([]T, error) {
	return List(ctx, c, func(row pgx.Row) (v T, err error) { return v, row.Scan(&v) }, sql, args...)
}

// List runs a query and reads its rows. What scan has read beside a damaged value counts where the context leaves that out.
func List[T any](ctx context.Context, c Conn, scan func(pgx.Row) (T, error), sql string, args ...any) ([]T, error) {
	rows, err := c.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (T, error) {
		v, err := scan(row)
		return v, record.LeaveOut(ctx, err)
	})
}

// Each runs a query, and calls do after each row is scanned into the targets; an error of do ends it.
func (c Conn) Each(ctx context.Context, targets []any, do func() error, sql string, args ...any) error {
	rows, err := c.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, targets, do)
	return err
}

// Map runs a query and returns the second value of each row by the first, which scan reads.
func Map[K comparable, V any](
	ctx context.Context, c Conn, scan func(pgx.Row) (K, V, error), sql string, args ...any,
) (map[K]V, error) {
	rows, err := c.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[K]V{}
	for rows.Next() {
		k, v, err := scan(rows)
		if err != nil {
			return nil, err
		}
		all[k] = v
	}
	return all, rows.Err()
}

// CountBy runs a query for values and how many rows have each, and returns the counts and
// their sum.
func CountBy[V ~string](ctx context.Context, c Conn, sql string, args ...any) (counts map[V]int, total int, err error) {
	counts, err = Map(ctx, c, func(row pgx.Row) (value V, n int, err error) {
		err = row.Scan(&value, &n)
		total += n
		return value, n, err
	}, sql, args...)
	return counts, total, err
}

// UpdateRow runs an update of one row; none is record.ErrNotFound.
func (c Conn) UpdateRow(ctx context.Context, sql string, args ...any) error {
	tag, err := c.Exec(ctx, sql, args...)
	if err == nil && tag.RowsAffected() == 0 {
		err = record.ErrNotFound
	}
	return err
}

// LockRow keeps other transactions from changing or deleting a row until this one ends; none is record.ErrNotFound. The row
// is named by a table and a condition, such as "calls WHERE id = $1".
func (c Conn) LockRow(ctx context.Context, row string, args ...any) error {
	lock := ` FOR NO KEY UPDATE`
	if c.IsSQLite { // one transaction writes at a time
		lock = ``
	}
	var one int
	return NotFound(c.QueryRow(ctx, `SELECT 1 FROM `+row+lock, args...).Scan(&one))
}

// ExecEach runs statements one after the other with the same argument, up to the first that fails.
func (c Conn) ExecEach(ctx context.Context, arg any, statements ...string) error {
	for _, statement := range statements {
		if _, err := c.Exec(ctx, statement, arg); err != nil {
			return err
		}
	}
	return nil
}

// SHA256 returns the hash of bytes that rows are named by, in lower-case hex.
func SHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// Decode reads a value of a row that is stored as JSON. Its error is a record.DamagedError: nobody but the program writes such.
func Decode(what record.Stored, id int64, text string, to any) error {
	if err := json.Unmarshal([]byte(text), to); err != nil {
		return &record.DamagedError{What: what, ID: id, Err: err}
	}
	return nil
}
