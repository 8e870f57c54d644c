package library

import (
	"context"
	"errors"

	"zhiwen/checker/library/database"
	"zhiwen/internal/wrap"
)

// Held is how much a dump holds.
type Held struct {
	Documents int `json:"documents"`
	Checks    int `json:"checks"`
}

// count counts what a database holds.
func (h *Held) count(ctx context.Context, c database.Conn) error {
	row := c.QueryRow(ctx, `SELECT (SELECT count(*) FROM documents), (SELECT count(*) FROM checks)`)
	return wrap.Error(row.Scan(&h.Documents, &h.Checks), "count")
}

// DumpSQLite is database.DumpSQLite, and says what the file holds.
func DumpSQLite(ctx context.Context, dataDir, path string) (*Held, error) {
	held := new(Held)
	err := database.DumpSQLite(ctx, dataDir, path, func(c database.Conn) error { return held.count(ctx, c) })
	if err != nil {
		return nil, err
	}
	return held, nil
}

// DumpPostgres is database.DumpPostgres, and says what the files hold.
func DumpPostgres(ctx context.Context, url, dir string) ([]database.Table, *Held, error) {
	held := new(Held)
	tables, err := database.DumpPostgres(ctx, url, dir, func(c database.Conn) error { return held.count(ctx, c) })
	if err != nil {
		return nil, nil, err
	}
	return tables, held, nil
}

// Restore fills the tables of a database that was just made from the files of a dump of
// PostgreSQL, all or nothing.
func (s *Store) Restore(ctx context.Context, dir string, tables []database.Table) error {
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		var held Held
		if err := held.count(ctx, tx.Conn); err != nil {
			return err
		}
		if held.Documents > 0 {
			return errors.New("the database has documents already")
		}
		return tx.Restore(ctx, dir, tables, "audit") // whose rows cannot be deleted, and which is empty
	})
	return wrap.Error(err, "restore")
}
