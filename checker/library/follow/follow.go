// Package follow is the SQL that is the same of all that jobs follow for ever: web sites and
// other systems. Each is a row with rules, which is due at a time (wake_at) and has one job at the
// most (job_id); what it leads to are rows of another table, each with when it is due (next_at).
//
// In go which tables these are, and what people and jobs do with a row; it knows neither what the
// rules say nor what a job fetches.
package follow

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Tables names the tables of one kind of followed source. The names go into statements as they are.
type Tables struct {
	Sources         string // the rows that are followed
	Items, Source   string // what they lead to, and the column that names the row
	Versions, Item  string // documents of these, and the column that names the item
	Subject         audit.Subject
	Name            string // in errors
	Resumed, Paused string // states in the record
}

// FreeName checks that a name is free for a row, 0 for a new one, until the transaction ends. The error
// is record.ErrNameTaken.
func (t Tables) FreeName(ctx context.Context, tx *trail.Tx, id int64, name string) error {
	if err := tx.LockSettings(ctx); err != nil { // two of one name come one after the other
		return err
	}
	taken, err := tx.IDs(ctx, `SELECT id FROM `+t.Sources+` WHERE name = $1 AND id <> $2`, database.Storable(name), id)
	if err == nil && len(taken) > 0 {
		err = record.ErrNameTaken
	}
	return err
}

// Pause pauses or resumes a row. The error is record.ErrNotFound.
func (t Tables) Pause(ctx context.Context, s *trail.Store, id int64, paused bool) error {
	state := t.Resumed
	if paused {
		state = t.Paused
	}
	err := s.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(audit.Act{Action: audit.Change, Subject: t.Subject, ID: id, Detail: map[string]string{"state": state}})
		return tx.UpdateRow(ctx, `UPDATE `+t.Sources+` SET paused = $2, wake_at = $3 WHERE id = $1`, id, paused, database.Now())
	})
	return wrap.Error(err, "pause %s %d", t.Name, id)
}

// Delete deletes a row with its items; documents stay in the library. The error is
// record.ErrNotFound.
func (t Tables) Delete(ctx context.Context, s *trail.Store, id int64) error {
	err := s.InTx(ctx, func(tx *trail.Tx) error {
		// Locked first, so that nothing is added to it meanwhile.
		if err := tx.LockRow(ctx, t.Sources+` WHERE id = $1`, id); err != nil {
			return err
		}
		if err := tx.ExecEach(ctx, id,
			`DELETE FROM `+t.Versions+` WHERE `+t.Item+` IN (SELECT id FROM `+t.Items+` WHERE `+t.Source+` = $1)`,
			`DELETE FROM `+t.Items+` WHERE `+t.Source+` = $1`,
			`DELETE FROM `+t.Sources+` WHERE id = $1`,
		); err != nil {
			return err
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: t.Subject, ID: id})
		return nil
	})
	return wrap.Error(err, "delete %s %d", t.Name, id)
}

// Now starts a round of a row at once, on somebody's request. The error is record.ErrNotFound.
func (t Tables) Now(ctx context.Context, s *trail.Store, id int64) error {
	err := s.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(audit.Act{Action: audit.Retry, Subject: t.Subject, ID: id})
		return t.Wake(ctx, tx, id)
	})
	return wrap.Error(err, "look at %s %d", t.Name, id)
}

// Wake starts a round of a row at once. The error is record.ErrNotFound.
func (t Tables) Wake(ctx context.Context, tx *trail.Tx, id int64) error {
	return tx.UpdateRow(ctx, `UPDATE `+t.Sources+` SET round_at = NULL, wake_at = $2 WHERE id = $1`, id, database.Now())
}

// Count returns the number of items of a row.
func (t Tables) Count(ctx context.Context, c database.Conn, id int64) (n int, err error) {
	if err := c.QueryRow(ctx, `SELECT count(*) FROM `+t.Items+` WHERE `+t.Source+` = $1`, id).Scan(&n); err != nil {
		return 0, fmt.Errorf("what %s %d leads to: %w", t.Name, id, err)
	}
	return n, nil
}

// Release clears the jobs of rows whose jobs ended without clearing them.
func (t Tables) Release(ctx context.Context, tx *trail.Tx) error {
	_, err := tx.Exec(ctx, `UPDATE `+t.Sources+` SET job_id = 0 WHERE job_id <> 0
		AND NOT EXISTS (SELECT 1 FROM river_job j WHERE j.id = job_id AND j.finalized_at IS NULL)`)
	return wrap.Error(err, "release each %s", t.Name)
}

// Take stores which job works on a row. The error is record.ErrNotFound if another one does, or the
// row is gone.
func (t Tables) Take(ctx context.Context, tx *trail.Tx, id, job int64) error {
	return wrap.Error(tx.UpdateRow(ctx, `UPDATE `+t.Sources+` SET job_id = $2 WHERE id = $1 AND job_id = 0`, id, job), "%s %d", t.Name, id)
}

// Rest stores that the job of a row has stopped and when the row has work again: when its first item is due,
// or its next round, if its rules still have the given change. The error is record.ErrNotFound if another
// job has the row.
func (t Tables) Rest(ctx context.Context, tx *trail.Tx, id, job, change int64, round time.Time) error {
	// Written first: whoever wants an item of it waits here, and wakes it afterwards; what others
	// wanted before is seen.
	if err := tx.UpdateRow(ctx, `UPDATE `+t.Sources+` SET job_id = 0 WHERE id = $1 AND job_id = $2`, id, job); err != nil {
		return fmt.Errorf("rest %s %d: %w", t.Name, id, err)
	}
	next, err := database.List(ctx, tx.Conn, func(row pgx.Row) (at time.Time, err error) {
		return at, row.Scan(&at)
	}, `SELECT next_at FROM `+t.Items+` WHERE `+t.Source+` = $1 AND next_at IS NOT NULL ORDER BY next_at LIMIT 1`, id)
	if err != nil {
		return fmt.Errorf("rest %s %d: %w", t.Name, id, err)
	}
	wake := round.UTC()
	if len(next) > 0 && next[0].Before(wake) {
		wake = next[0].UTC()
	}
	// A round that somebody has asked for meanwhile is not put off, nor other rules.
	err = tx.UpdateRow(ctx, `UPDATE `+t.Sources+` SET wake_at = CASE WHEN round_at IS NULL OR change <> $3 THEN wake_at ELSE $2 END
		WHERE id = $1`, id, wake, change)
	return wrap.Error(err, "rest %s %d", t.Name, id)
}

// RecordRules records that rules were added or changed in somebody's name.
func (t Tables) RecordRules(tx *trail.Tx, action audit.Action, id int64, by string, rules []byte) {
	tx.Record(trail.Hashed(trail.Named(action, t.Subject, id, by), rules))
}
