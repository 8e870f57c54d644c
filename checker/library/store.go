// Package library is the SQL of an installation: how documents, texts, units, calls, checks and
// evidence come, change and go, and with them, as one Store, what its sub-packages keep and
// read: documents as they are (document), what checks ask of them (lookup), the
// tables (schema), the work list, who works with it (people), what they have set (policy) and
// what they did and what stamps it (trail), tasks and servers (spread), in PostgreSQL or in
// SQLite (package database).
//
// In go uploads, extracted documents, units and evidence; out come records of checks and
// what its sub-packages give (it is a checker.Library), and word of what has changed
// (Watch). It does not extract, does not check and knows no HTTP. Who wants a job
// committed together with its rows puts both into one InTx; of the queue's own
// table it knows which jobs have ended (job.go).
package library

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen/checker"
	"zhiwen/checker/audit"
	"zhiwen/checker/library/backlog"
	"zhiwen/checker/library/claim"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/library/lookup"
	"zhiwen/checker/library/people"
	"zhiwen/checker/library/policy"
	"zhiwen/checker/library/program"
	"zhiwen/checker/library/repeat"
	"zhiwen/checker/library/schema"
	"zhiwen/checker/library/spread"
	"zhiwen/checker/library/task"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/library/worklist"
)

// Errors of opening; test with errors.Is.
var (
	ErrVersion = schema.ErrVersion
	ErrMissing = schema.ErrMissing
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

func (c Config) database() database.Config {
	return database.Config{URL: c.DatabaseURL, DataDir: c.DataDir}
}

// The parts that a Store puts together, under names that keep their fields to this package.
type (
	backlogReader  = backlog.Reader
	documentReader = document.Reader
	lookupReader   = lookup.Reader
	peopleReader   = people.Reader
	peopleStore    = people.Store
	trailReader    = trail.Reader
	trailStore     = trail.Store
	workReader     = worklist.Reader
	taskReader     = task.Reader
	taskStore      = task.Store
	policyReader   = policy.Reader
	policyStore    = policy.Store
	followReader   = follow.Reader
	followTx       = follow.Tx
	repeatReader   = repeat.Reader
	repeatTx       = repeat.Tx
	followStore    = follow.Store
	claimReader    = claim.Reader
	claimStore     = claim.Store
	programReader  = program.Reader
	programStore   = program.Store
	schemaReader   = schema.Reader
	schemaStore    = schema.Store
	leaseStore     = spread.Leases
	watchers       = database.Watchers
)

// Reader is the reading side of a Store or of a Tx.
type Reader struct {
	backlogReader
	documentReader
	lookupReader
	peopleReader
	trailReader
	workReader
	taskReader
	policyReader
	followReader
	claimReader
	repeatReader
	programReader
	schemaReader

	q      database.Querier
	sqlite bool
	spread bool // units and texts lie on many machines
}

func newReader(c database.Conn) Reader {
	return Reader{
		backlogReader: backlog.NewReader(c), claimReader: claim.NewReader(c), documentReader: document.NewReader(c),
		followReader: follow.NewReader(c), lookupReader: lookup.NewReader(c, nil), peopleReader: people.NewReader(c),
		policyReader: policy.NewReader(c), repeatReader: repeat.NewReader(c, claim.NewReader(c)),
		schemaReader: schema.NewReader(c), taskReader: task.NewReader(c), trailReader: trail.NewReader(c),
		programReader: program.NewReader(c), workReader: worklist.NewReader(c),
		q: c.Querier, sqlite: c.IsSQLite, spread: c.IsSpread,
	}
}

func (r Reader) conn() database.Conn {
	return database.Conn{Querier: r.q, IsSQLite: r.sqlite, IsSpread: r.spread}
}

// inSnapshot calls do with a Reader all of whose queries see the same state of
// the database, whatever others commit meanwhile. In a transaction that is
// under way it is that transaction.
func (r Reader) inSnapshot(ctx context.Context, do func(Reader) error) error {
	return r.conn().InSnapshot(ctx, func(c database.Conn) error { return do(newReader(c)) })
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	Reader
	*peopleStore
	*taskStore
	*policyStore
	*followStore
	*claimStore
	*programStore
	*schemaStore
	*leaseStore
	*trailStore
	*watchers

	db *database.DB
}

var _ checker.Library = (*Store)(nil)

func newStore(db *database.DB) *Store {
	record := trail.New(db)
	reader := newReader(db.Conn)
	reader.lookupReader = lookup.NewReader(db.Conn, &lookup.WordCache{})
	return &Store{
		Reader: reader, db: db, trailStore: record, watchers: database.NewWatchers(db), leaseStore: spread.NewLeases(db),
		peopleStore: people.New(db, record), policyStore: policy.New(db, record, worklist.KeepReached),
		programStore: program.New(db, record), claimStore: claim.New(record), followStore: follow.New(record),
		schemaStore: schema.New(record), taskStore: task.New(record),
	}
}

// Open opens the database of c, makes its tables if it is empty, and brings them
// up to date if they are older. The error wraps ErrVersion where the database
// does not fit, ErrMissing where there is none and Config.Existing asks for one, and
// database.ErrLocked where another process works in the data folder.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.IndexKey == "" {
		return nil, errors.New("open library: no index key")
	}
	db, err := database.Open(ctx, c.database())
	if err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	s := newStore(db)
	err = s.InTx(ctx, func(tx *Tx) (err error) {
		tx.changes.Everything, err = schema.Prepare(ctx, tx.recorded.Tx, c.IndexKey, c.Existing)
		return err
	})
	if err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("open library: %w", err)
	}
	return s, nil
}

// Close closes the database. Transactions must have ended; who watches is not
// woken any more.
func (s *Store) Close() error {
	s.watchers.Close()
	return s.db.Close()
}

// Postgres returns the connection pool, nil on SQLite. It is for the job queue,
// which lives in the same database.
func (s *Store) Postgres() *pgxpool.Pool { return s.db.Postgres() }

// SQLite returns the one connection that writes, nil on PostgreSQL. It is for
// the job queue, which lives in the same database.
func (s *Store) SQLite() *sql.DB { return s.db.SQLite() }

// Exclusively calls do while no other process that shares the database is in
// such a call. Do may use all of the connections.
func (s *Store) Exclusively(ctx context.Context, do func() error) error {
	return s.db.Exclusively(ctx, do)
}

// Tx is a transaction: the reads of Reader as of now, and the writes.
type Tx struct {
	Reader
	followTx
	repeatTx

	recorded *trail.Tx
	changes  changes
}

// Postgres returns the transaction as pgx knows it, nil on SQLite.
func (tx *Tx) Postgres() pgx.Tx { return tx.recorded.Postgres() }

// SQLite returns the transaction as database/sql knows it, nil on PostgreSQL.
func (tx *Tx) SQLite() *sql.Tx { return tx.recorded.SQLite() }

// Record adds an act to what is written to the record when the transaction is
// committed, in the name of the actor of InTx's context (audit.By): what was done
// is recorded, and what is recorded was done.
func (tx *Tx) Record(a audit.Act) { tx.recorded.Record(a) }

// InTx calls do with a transaction that is committed if do returns nil and
// rolled back otherwise; do's error is returned as it is. Where PostgreSQL ends
// the transaction in favour of another one, do is called again with a new one:
// it must set what it gives from the start, and do nothing outside of tx that
// must not be done twice. On SQLite there is one writing transaction at a time:
// do must not wait for another one, and must use tx and not the Store to write.
//
// What do has changed is brought into the work list, those who watch are told, and its
// acts are recorded.
func (s *Store) InTx(ctx context.Context, do func(*Tx) error) error {
	var changes changes
	var changed []database.Subject
	err := s.trailStore.InTx(ctx, func(recorded *trail.Tx) (err error) {
		tx := &Tx{
			Reader: newReader(recorded.Conn), followTx: followTx{Tx: recorded}, repeatTx: repeatTx{Tx: recorded}, recorded: recorded,
		}
		if err := do(tx); err != nil {
			return err
		}
		if err := tx.keepWork(ctx); err != nil {
			return fmt.Errorf("keep the work list: %w", err)
		}
		if !tx.changes.Empty() {
			if changed, err = tx.tell(ctx); err != nil {
				return fmt.Errorf("tell of changes: %w", err)
			}
		}
		changes = tx.changes
		return nil
	})
	if err == nil && s.sqlite && !changes.Empty() {
		s.Wake(changed)
	}
	return err
}
