package policy

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/exclude"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Roles implements checker.Library: the entries that hold, oldest first.
func (r Reader) Roles(ctx context.Context) ([]exclude.Entry, error) {
	all, err := r.RoleEntries(ctx)
	if err != nil {
		return nil, err
	}
	var out []exclude.Entry
	for _, e := range all {
		if e.Holds() {
			out = append(out, e.Entry)
		}
	}
	return out, nil
}

// RoleEntries returns what officers have added to the table of roles, those that
// have ended too, oldest first.
func (r Reader) RoleEntries(ctx context.Context) ([]record.RoleEntry, error) {
	entries, err := database.List(ctx, r.conn, func(row pgx.Row) (e record.RoleEntry, err error) {
		var entry string
		var ended *time.Time
		if err := row.Scan(&e.ID, &entry, &e.AddedBy, &e.AddedAt, &e.EndedBy, &ended); err != nil {
			return e, err
		}
		if ended != nil {
			e.EndedAt = *ended
		}
		return e, database.Decode(record.StoredRole, e.ID, entry, &e.Entry)
	}, `SELECT id, entry, added_by, added_at, ended_by, ended_at FROM roles ORDER BY id`)
	return entries, wrap.Error(err, "list roles")
}

// PutRole adds an entry in place of another one, 0 for none, and returns its id. The
// error is of Entry.Faults where something is wrong with it, ErrNotFound where the
// other one is not known, and ErrOvertaken where it has ended already: somebody
// else has changed it.
func (s *Store) PutRole(ctx context.Context, replaces int64, entry exclude.Entry, by string) (id int64, err error) {
	if faults := entry.Faults(); len(faults) > 0 {
		return 0, fmt.Errorf("add role: %w", faults[0])
	}
	stored, err := json.Marshal(entry) // which PostgreSQL takes whatever is in it
	if err != nil {
		return 0, fmt.Errorf("add role: %w", err)
	}
	err = s.inTx(ctx, func(tx *transaction) error {
		if replaces != 0 {
			if err := tx.endRole(ctx, replaces, by); err != nil {
				return err
			}
		}
		err := tx.QueryRow(ctx, `INSERT INTO roles (entry, added_by, added_at, ended_by) VALUES ($1, $2, $3, '') RETURNING id`,
			string(stored), database.Storable(by), database.Now()).Scan(&id)
		if err != nil {
			return err
		}
		tx.Record(trail.Named(audit.Add, audit.SubjectRole, id, by))
		return nil
	})
	return id, wrap.Error(err, "add role")
}

// EndRole ends an entry: checks that begin from now on do without it. The errors
// are those of PutRole.
func (s *Store) EndRole(ctx context.Context, id int64, by string) error {
	return wrap.Error(s.inTx(ctx, func(tx *transaction) error { return tx.endRole(ctx, id, by) }), "end role %d", id)
}

func (tx *transaction) endRole(ctx context.Context, id int64, by string) error {
	tag, err := tx.Exec(ctx, `UPDATE roles SET ended_by = $2, ended_at = $3 WHERE id = $1 AND ended_at IS NULL`, id, database.Storable(by),
		database.Now())
	if err != nil {
		return err
	}
	if tag.RowsAffected() > 0 {
		tx.Record(trail.Named(audit.End, audit.SubjectRole, id, by))
		return nil
	}
	var known int
	if err := tx.QueryRow(ctx, `SELECT count(*) FROM roles WHERE id = $1`, id).Scan(&known); err != nil {
		return err
	}
	if known == 0 {
		return record.ErrNotFound
	}
	return record.ErrOvertaken
}
