// Package people is the SQL of who works with an installation: accounts, their sessions,
// links and tokens, log-ins that were begun, tries that failed, and the views that they
// have saved.
//
// In go and out come records; secrets only as hashes, which package web/auth makes. What
// changes an account is recorded (package trail). It knows no documents.
package people

import (
	"context"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
)

// Reader reads accounts and what belongs to them.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes accounts and what belongs to them. It is safe for concurrent use.
type Store struct {
	read  Reader
	trail *trail.Store
}

// New returns the Store of an open database, which records what it does.
func New(db *database.DB, record *trail.Store) *Store {
	return &Store{read: NewReader(db.Conn), trail: record}
}

// transaction is a transaction with the reads of Reader as of now.
type transaction struct {
	*trail.Tx
	Reader
}

func (s *Store) inTx(ctx context.Context, do func(*transaction) error) error {
	return s.trail.InTx(ctx, func(tx *trail.Tx) error { return do(&transaction{tx, NewReader(tx.Conn)}) })
}

// act returns an act on an account, with details as names and values.
func act(a audit.Action, id int64, details ...string) audit.Act {
	out := audit.Act{Action: a, Subject: audit.SubjectAccount, ID: id}
	for i := 0; i+1 < len(details); i += 2 {
		if out.Detail == nil {
			out.Detail = map[string]string{}
		}
		out.Detail[details[i]] = details[i+1]
	}
	return out
}
