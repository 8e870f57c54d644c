package people

import (
	"context"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Views returns the saved views of an account by name; account 0 is whoever uses an
// installation without accounts.
func (r Reader) Views(ctx context.Context, account int64) ([]record.SavedView, error) {
	views, err := database.List(ctx, r.conn, func(row pgx.Row) (v record.SavedView, err error) {
		return v, row.Scan(&v.ID, &v.Name, &v.Query)
	}, `SELECT id, name, query FROM saved_views WHERE account_id = $1 ORDER BY name`, account)
	return views, wrap.Error(err, "list saved views")
}

// SaveView keeps a view for an account, in place of one that it has under the name.
func (s *Store) SaveView(ctx context.Context, account int64, name, query string) error {
	err := trail.Exec(ctx, s.trail, `INSERT INTO saved_views (account_id, name, query, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (account_id, name) DO UPDATE SET query = excluded.query`, account, database.Storable(name),
		database.Storable(query), database.Now())
	return wrap.Error(err, "save view")
}

// DeleteView deletes a saved view of an account; the error is ErrNotFound if it is gone.
func (s *Store) DeleteView(ctx context.Context, account, id int64) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		return tx.UpdateRow(ctx, `DELETE FROM saved_views WHERE account_id = $1 AND id = $2`, account, id)
	})
	return wrap.Error(err, "delete saved view %d", id)
}
