package people

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

//nolint:gosec // names of columns
const tokenColumns = `t.id, t.hash, t.account_id, t.name, t.scopes, t.created_at, t.expires_at, t.used_at`

// tokenFields returns the targets of tokenColumns. finish is called after the row was
// scanned into them.
func tokenFields(t *record.Token) (targets []any, finish func()) {
	var scopes string
	var used *time.Time
	return []any{&t.ID, &t.Hash, &t.Account, &t.Name, &scopes, &t.CreatedAt, &t.ExpiresAt, &used}, func() {
		t.Scopes, t.CreatedAt, t.ExpiresAt = splitList(scopes), t.CreatedAt.UTC(), t.ExpiresAt.UTC()
		if used != nil {
			t.UsedAt = used.UTC()
		}
	}
}

// Token returns the token of a hash with its account, or ErrNotFound. Whether it has
// expired is not asked.
func (r Reader) Token(ctx context.Context, hash string) (record.Token, record.Account, error) {
	var t record.Token
	var a record.Account
	targets, finish := tokenFields(&t)
	more, finishAccount := Fields(&a)
	err := r.conn.QueryRow(ctx, `SELECT `+tokenColumns+`, `+Columns+`
		FROM tokens t JOIN accounts a ON a.id = t.account_id WHERE t.hash = $1`, hash).Scan(append(targets, more...)...)
	if err != nil {
		return record.Token{}, record.Account{}, fmt.Errorf("token: %w", database.NotFound(err))
	}
	finish()
	finishAccount()
	return t, a, nil
}

// Tokens returns the tokens of an account, the newest first.
func (r Reader) Tokens(ctx context.Context, account int64) ([]record.Token, error) {
	tokens, err := database.List(ctx, r.conn, func(row pgx.Row) (t record.Token, err error) {
		targets, finish := tokenFields(&t)
		err = row.Scan(targets...)
		finish()
		return t, err
	}, `SELECT `+tokenColumns+` FROM tokens t WHERE t.account_id = $1 ORDER BY t.id DESC`, account)
	return tokens, wrap.Error(err, "list tokens of account %d", account)
}

// AddToken stores a token.
func (s *Store) AddToken(ctx context.Context, t record.Token) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		_, err := tx.Exec(ctx, `INSERT INTO tokens (hash, account_id, name, scopes, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			t.Hash, t.Account, database.Storable(t.Name), strings.Join(t.Scopes, ","), database.Now(), t.ExpiresAt.UTC())
		tx.Record(act(audit.Change, t.Account, "what", "token", "token", "added", "scopes", strings.Join(t.Scopes, ",")))
		return err
	})
	return wrap.Error(err, "store token of account %d", t.Account)
}

// TouchToken notes that a token was used.
func (s *Store) TouchToken(ctx context.Context, id int64, at time.Time) error {
	err := trail.Exec(ctx, s.trail, `UPDATE tokens SET used_at = $2 WHERE id = $1`, id, at.UTC())
	return wrap.Error(err, "note use of token %d", id)
}

// EndToken ends a token of an account, all of them where the id is 0. One that is not there is at an end already.
func (s *Store) EndToken(ctx context.Context, account, id int64) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		_, err := tx.Exec(ctx, `DELETE FROM tokens WHERE account_id = $1 AND (id = $2 OR $2 = 0)`, account, id)
		tx.Record(act(audit.Change, account, "what", "token", "token", "ended"))
		return err
	})
	return wrap.Error(err, "end token %d of account %d", id, account)
}
