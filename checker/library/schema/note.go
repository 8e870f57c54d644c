package schema

import (
	"context"
	"errors"
	"fmt"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Reader reads what the database notes of itself.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes it. It is safe for concurrent use.
type Store struct{ trail *trail.Store }

// New returns the Store of the database of a record.
func New(record *trail.Store) *Store { return &Store{record} }

// Ping reads one row, to see that the database answers.
func (r Reader) Ping(ctx context.Context) error {
	_, err := get(ctx, r.conn, noteVersion)
	return wrap.Error(err, "ask the database")
}

// NotedKey returns the fingerprint of the key that NoteKey noted last, "" for none.
func (r Reader) NotedKey(ctx context.Context) (string, error) {
	var value string
	err := database.NotFound(r.conn.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, noteKey).Scan(&value))
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return "", fmt.Errorf("noted key: %w", err)
	}
	return value, nil
}

// NoteKey notes which key signs, where it is kept beside the database: so that it is
// noticed when it is lost.
func (s *Store) NoteKey(ctx context.Context, fingerprint string) error {
	return s.trail.InTx(ctx, func(tx *trail.Tx) error { return set(ctx, tx.Tx, noteKey, fingerprint) })
}

// TryWrite writes a row that stays as it is, to see that the database takes changes.
func (s *Store) TryWrite(ctx context.Context) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		return tx.UpdateRow(ctx, `UPDATE settings SET value = value WHERE name = $1`, noteVersion)
	})
	return wrap.Error(err, "write to the database")
}

// SigningKeys returns the keys that evidence is signed with, as they were stored
// by ChangeSigningKeys, or ErrNotFound. They are secret.
func (r Reader) SigningKeys(ctx context.Context) (string, error) {
	var value string
	if err := r.conn.QueryRow(ctx, `SELECT value FROM settings WHERE name = $1`, noteKeys).Scan(&value); err != nil {
		return "", fmt.Errorf("signing keys: %w", database.NotFound(err))
	}
	return value, nil
}

// ChangeSigningKeys replaces the stored signing keys, "" for none, by the result of change, and
// returns it. Servers that share the database do this one at a time.
func (s *Store) ChangeSigningKeys(ctx context.Context, change func(string) (string, error)) (keys string, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		if err := tx.LockSettings(ctx); err != nil {
			return err
		}
		old, err := NewReader(tx.Conn).SigningKeys(ctx)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			return err
		}
		if keys, err = change(old); err != nil || keys == old {
			return err
		}
		tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectKeys})
		return set(ctx, tx.Tx, noteKeys, keys)
	})
	return keys, wrap.Error(err, "change signing keys")
}
