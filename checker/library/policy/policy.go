// Package policy is the SQL of what officers set for a whole installation: settings, and
// entries of the table of roles. Nothing is overwritten: of both it is kept who set what,
// and until when it held.
//
// In go values that are checked already; out come those that hold, and their history. It
// does not know what they do to documents and checks.
package policy

import (
	"context"
	"sync"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// Reader reads settings.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store sets. It is safe for concurrent use.
type Store struct {
	read  Reader
	trail *trail.Store
	kept  keptSettings

	reached func(context.Context, database.Conn, map[record.FigureName]record.Threshold) error
}

// keptSettings are the settings as a Store has read them last.
type keptSettings struct {
	mu     sync.Mutex
	newest int64 // the change up to which they are
	values setting.Values
	read   bool
}

// New returns the Store of an open database, which records what it does. The transaction that changes the thresholds of all
// calls calls reached with them.
func New(db *database.DB, log *trail.Store, reached func(context.Context, database.Conn,
	map[record.FigureName]record.Threshold) error) *Store {
	return &Store{read: NewReader(db.Conn), trail: log, reached: reached}
}

// transaction is a transaction with the reads of Reader as of now.
type transaction struct {
	*trail.Tx
	Reader
}

func (s *Store) inTx(ctx context.Context, do func(*transaction) error) error {
	return s.trail.InTx(ctx, func(tx *trail.Tx) error { return do(&transaction{tx, NewReader(tx.Conn)}) })
}
