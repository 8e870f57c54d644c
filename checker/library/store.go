// Package library is the SQL: the files, documents, texts, units, checks and
// evidence of an installation, in PostgreSQL or in SQLite.
//
// In go uploads, extracted documents, units and evidence; out come records,
// candidates and sources (it is a checker.Library), and word of what has changed
// (Watch). It does not extract, does not check and knows no HTTP. Who wants a job
// committed together with its rows puts both into one InTx; of the queue's own
// table it knows which jobs have ended and who runs them (lease.go).
//
// Both databases run the same statements but where they cannot: the schema
// (translated from schema.sql), lists of numbers as parameters and in rows, and
// bulk loading (COPY on PostgreSQL).
package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen/checker"
	"zhiwen/checker/audit"
)

// Errors of this package; test with errors.Is.
var (
	// ErrLocked says that another process has the data folder open.
	ErrLocked = errors.New("the data folder is in use by another process")
	// ErrVersion says that the database was made by a newer version of the
	// program, or is at work with an older one; the message says what to do.
	ErrVersion = errors.New("the database does not fit this program")
	// ErrMissing says that there is no database, or an empty one, where there was to
	// be one.
	ErrMissing = errors.New("the database is missing or empty")
)

// Config says where the database is.
type Config struct {
	// DatabaseURL is that of a PostgreSQL database ("postgres://…"). Empty means
	// SQLite, in the file zhiwen.db of DataDir.
	DatabaseURL string
	// DataDir is the data folder; made if it is missing. Only used by SQLite.
	DataDir string
	// IndexKey names how units are made (checker.Engine.IndexKey). A new
	// database is bound to it; of one that is bound to another the units go, and
	// its documents wait for new ones.
	IndexKey string
	// Existing refuses to make a database where there is none.
	Existing bool
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	Reader

	pool            *pgxpool.Pool // PostgreSQL
	writer, readers *sql.DB       // SQLite: one connection that writes, several that read
	lock            *fileLock     // SQLite

	// Who watches, and what listens for them on PostgreSQL from the first on.
	watchers       watchers
	safetyPeriod   time.Duration
	startListening sync.Once
	stopListening  context.CancelFunc // nil while nothing listens
	listening      sync.WaitGroup

	record groupRecord
}

var _ checker.Library = (*Store)(nil)

// Open opens the database of c, makes its tables if it is empty, and brings them
// up to date if they are older. The error wraps ErrVersion where the database
// does not fit, ErrMissing where there is none and Config.Existing asks for one, and ErrLocked where another process works in the data folder.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.IndexKey == "" {
		return nil, errors.New("open library: no index key")
	}
	open := openSQLite
	if c.DatabaseURL != "" {
		open = openPostgres
	}
	s, err := open(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	s.safetyPeriod = safetyPeriod
	if err := s.InTx(ctx, func(tx *Tx) error { return tx.prepare(ctx, c.IndexKey, c.Existing) }); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open library: %w", err)
	}
	return s, nil
}

// Close closes the database. Transactions must have ended; who watches is not
// woken any more.
func (s *Store) Close() error {
	s.startListening.Do(func() {}) // too late to start
	if s.stopListening != nil {
		s.stopListening()
		s.listening.Wait()
	}
	if s.pool != nil {
		s.pool.Close()
		return nil
	}
	err := errors.Join(s.readers.Close(), s.writer.Close())
	if s.lock == nil { // opened beside who has it
		return err
	}
	return errors.Join(err, s.lock.release())
}

// Postgres returns the connection pool, nil on SQLite. It is for the job queue,
// which lives in the same database.
func (s *Store) Postgres() *pgxpool.Pool { return s.pool }

// SQLite returns the one connection that writes, nil on PostgreSQL. It is for
// the job queue, which lives in the same database.
func (s *Store) SQLite() *sql.DB { return s.writer }

// Tx is a transaction: the reads of Reader as of now, and the writes.
type Tx struct {
	Reader

	pg      pgx.Tx
	lite    *sql.Tx
	changes changes
	acts    []audit.Act
}

// Postgres returns the transaction as pgx knows it, nil on SQLite.
func (tx *Tx) Postgres() pgx.Tx { return tx.pg }

// SQLite returns the transaction as database/sql knows it, nil on PostgreSQL.
func (tx *Tx) SQLite() *sql.Tx { return tx.lite }

// InTx calls do with a transaction that is committed if do returns nil and
// rolled back otherwise; do's error is returned as it is. Where PostgreSQL ends
// the transaction in favour of another one, do is called again with a new one:
// it must set what it gives from the start, and do nothing outside of tx that
// must not be done twice. On SQLite there is one writing transaction at a time:
// do must not wait for another one, and must use tx and not the Store to write.
func (s *Store) InTx(ctx context.Context, do func(*Tx) error) error {
	return repeat(ctx, func() error { return s.inTx(ctx, do) })
}

func (s *Store) inTx(ctx context.Context, do func(*Tx) error) (err error) {
	tx := &Tx{Reader: Reader{sqlite: s.sqlite}}
	var commit, rollback func() error
	if s.pool != nil {
		p, err := s.pool.Begin(ctx)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		tx.pg, tx.q = p, p
		commit = func() error { return p.Commit(ctx) }
		rollback = func() error { return p.Rollback(context.WithoutCancel(ctx)) }
	} else {
		q, err := s.writer.BeginTx(ctx, nil)
		if err != nil {
			return fmt.Errorf("begin: %w", err)
		}
		tx.lite, tx.q = q, sqlQuerier{q}
		commit, rollback = q.Commit, q.Rollback
	}
	done := false
	defer func() {
		if !done { // do returned an error or panicked
			_ = rollback()
		}
	}()
	if err := do(tx); err != nil {
		return err
	}
	var changed []subject
	if !tx.changes.empty() {
		if changed, err = tx.tell(ctx); err != nil {
			return fmt.Errorf("tell of changes: %w", err)
		}
	}
	if len(tx.acts) > 0 { // last: others who record something wait from here on
		if err := tx.writeRecord(ctx); err != nil {
			return err
		}
	}
	done = true
	if err := commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	if s.sqlite && !tx.changes.empty() {
		s.watchers.wake(changed)
	}
	return nil
}
