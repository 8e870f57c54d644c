package harvest

import (
	"context"
	"encoding/json"
	"fmt"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
)

// PutHarvest stores a source, where the id is 0, or changes its rules and begins with it at once;
// seen is the change that its rules had when they were read. Of another list than before
// everything is asked for; what was harvested stays. It gives its id. The error is
// ErrNameTaken, ErrNotFound, or ErrOvertaken where somebody else has changed it since.
func PutHarvest(ctx context.Context, tx *trail.Tx, id int64, rules record.HarvestRules, place string, collection, seen int64, by string) (int64, error) {
	if err := tx.LockSettings(ctx); err != nil { // two of one name come one after the other
		return 0, err
	}
	taken, err := tx.IDs(ctx, `SELECT id FROM harvest_sources WHERE name = $1 AND id <> $2`, database.Storable(rules.Name), id)
	if err == nil && len(taken) > 0 {
		err = record.ErrNameTaken
	}
	if err != nil {
		return 0, err
	}
	value, err := json.Marshal(rules)
	if err != nil {
		return 0, err
	}
	now, text := database.Now(), database.Storable(string(value))
	action := audit.Change
	if id == 0 {
		action = audit.Add
		err = tx.QueryRow(ctx, `INSERT INTO harvest_sources (name, kind, rules, place, collection_id, paused, created_by, created_at, changed_by, changed_at, change, round_at, ended_at, since, progress, trouble, wake_at, job_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8, 1, NULL, NULL, '', '{}', '{}', $8, 0) RETURNING id`,
			database.Storable(rules.Name), string(rules.Kind), text, database.Storable(place), collection, false, database.Storable(by), now).Scan(&id)
	} else {
		var s record.HarvestSource
		s, err = NewReader(tx.Conn).HarvestState(ctx, id)
		switch {
		case err != nil:
		case s.Change != seen:
			err = record.ErrOvertaken
		case s.Kind != rules.Kind:
			err = record.ErrFinal
		default:
			since, progress := s.Since, s.Cursor
			if rules.Anew(s.HarvestRules) {
				since, progress = "", record.HarvestCursor{}
			}
			progress.After = progress.After.Truncate(0)
			if rules.Anew(s.HarvestRules) || !s.Cursor.After.IsZero() {
				progress.After = database.Now() // what was wrong may be mended
			}
			var kept []byte
			if kept, err = json.Marshal(progress); err == nil {
				err = tx.UpdateRow(ctx, `UPDATE harvest_sources SET name = $2, rules = $3, place = $4, changed_by = $5, changed_at = $6, change = change + 1, round_at = NULL, wake_at = $6, since = $7, progress = $8, trouble = '{}' WHERE id = $1`,
					id, database.Storable(rules.Name), text, database.Storable(place), database.Storable(by), now, since, string(kept))
			}
		}
	}
	if err != nil {
		return 0, err
	}
	act := trail.Named(action, audit.SubjectHarvest, id, by)
	if act.Detail == nil {
		act.Detail = map[string]string{}
	}
	act.Detail["sha256"] = database.SHA256(value)
	tx.Record(act)
	return id, nil
}

// PauseHarvest has a source left alone, or gone on with.
func (s *Store) PauseHarvest(ctx context.Context, id int64, paused bool) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		state := map[bool]string{true: "paused", false: "resumed"}[paused]
		tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectHarvest, ID: id, Detail: map[string]string{"state": state}})
		return tx.UpdateRow(ctx, `UPDATE harvest_sources SET paused = $2, wake_at = $3 WHERE id = $1`, id, paused, database.Now())
	})
	if err != nil {
		return fmt.Errorf("pause harvest source %d: %w", id, err)
	}
	return nil
}

// DeleteHarvest forgets a source with its items; what of them is in the library stays there.
func (s *Store) DeleteHarvest(ctx context.Context, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		// Written first, so that nothing is added to it meanwhile.
		if err := tx.UpdateRow(ctx, `UPDATE harvest_sources SET name = name WHERE id = $1`, id); err != nil {
			return err
		}
		for _, statement := range []string{
			`DELETE FROM harvest_versions WHERE item_id IN (SELECT id FROM harvest_items WHERE source_id = $1)`,
			`DELETE FROM harvest_items WHERE source_id = $1`,
			`DELETE FROM harvest_sources WHERE id = $1`,
		} {
			if _, err := tx.Exec(ctx, statement, id); err != nil {
				return err
			}
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectHarvest, ID: id})
		return nil
	})
	if err != nil {
		return fmt.Errorf("delete harvest source %d: %w", id, err)
	}
	return nil
}

// HarvestNow has a source asked at once. The error is ErrNotFound.
func (s *Store) HarvestNow(ctx context.Context, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(audit.Act{Action: audit.Retry, Subject: audit.SubjectHarvest, ID: id})
		return wake(ctx, tx, id)
	})
	if err != nil {
		return fmt.Errorf("harvest source %d: %w", id, err)
	}
	return nil
}

// FolderChanged has a folder looked through at once, unless it is paused: something in it has
// changed. The error is ErrNotFound where it is gone.
func (s *Store) FolderChanged(ctx context.Context, id int64) error {
	if err := s.trail.InTx(ctx, func(tx *trail.Tx) error { return wake(ctx, tx, id) }); err != nil {
		return fmt.Errorf("harvest source %d: %w", id, err)
	}
	return nil
}

func wake(ctx context.Context, tx *trail.Tx, id int64) error {
	return tx.UpdateRow(ctx, `UPDATE harvest_sources SET round_at = NULL, wake_at = $2 WHERE id = $1`, id, database.Now())
}

// HarvestAgain has items of a source that a filter chooses, or one, asked for again at once,
// and says how many. Documents that somebody has taken out of the library come back by it
// where such an item is among them; items that the source has no more are left.
func (s *Store) HarvestAgain(ctx context.Context, source, item int64, f record.HarvestFilter) (n int, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		c := NewReader(tx.Conn).conditions(source, f)
		if item != 0 {
			c.Add(`x.id = $%d`, item)
		}
		c.Is(`x.fate NOT IN ('deleted', 'moved')`)
		c.Args = append(c.Args, database.Now())
		tag, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE harvest_items SET fate = CASE WHEN fate = 'growing' THEN fate ELSE 'waiting' END, reason = '', detail = '', status = 0, tries = 0, next_at = $%d WHERE id IN (SELECT x.id`, len(c.Args))+itemTables+c.Where()+`)`, c.Args...)
		if err != nil {
			return err
		}
		n = int(tag.RowsAffected())
		tx.Record(trail.Counted(audit.Retry, audit.SubjectHarvest, source, n))
		return tx.UpdateRow(ctx, `UPDATE harvest_sources SET wake_at = $2 WHERE id = $1`, source, database.Now())
	})
	if err != nil {
		return 0, fmt.Errorf("harvest items of source %d again: %w", source, err)
	}
	return n, nil
}
