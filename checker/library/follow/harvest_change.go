package follow

import (
	"context"
	"encoding/json"
	"fmt"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// PutHarvest stores a new source if the id is 0, or changes its rules and starts a round at once;
// seen is the change number of the rules when they were read. With another list than before
// everything is fetched again; harvested items stay. It returns the id. The error is ErrNameTaken,
// ErrNotFound, or ErrOvertaken if somebody else has changed it since.
func PutHarvest(
	ctx context.Context, tx *trail.Tx, id int64, rules record.HarvestRules, place string, collection, seen int64, by string,
) (int64, error) {
	if err := sources.FreeName(ctx, tx, id, rules.Name); err != nil {
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
		err = tx.QueryRow(ctx, `INSERT INTO harvest_sources (name, kind, rules, place, collection_id, paused, created_by, created_at,
			changed_by, changed_at, change, round_at, ended_at, since, progress, trouble, wake_at, job_id)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $8, 1, NULL, NULL, '', '{}', '{}', $8, 0) RETURNING id`,
			database.Storable(rules.Name), string(rules.Kind), text, database.Storable(place), collection, false, database.Storable(by),
			now).Scan(&id)
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
				err = tx.UpdateRow(ctx, `UPDATE harvest_sources SET name = $2, rules = $3, place = $4, changed_by = $5, changed_at = $6,
					change = change + 1, round_at = NULL, wake_at = $6, since = $7, progress = $8, trouble = '{}' WHERE id = $1`,
					id, database.Storable(rules.Name), text, database.Storable(place), database.Storable(by), now, since, string(kept))
			}
		}
	}
	if err != nil {
		return 0, err
	}
	sources.RecordRules(tx, action, id, by, value)
	return id, nil
}

// PauseHarvest pauses or resumes a source.
func (s *Store) PauseHarvest(ctx context.Context, id int64, paused bool) error {
	return sources.Pause(ctx, s.trail, id, paused)
}

// DeleteHarvest deletes a source with its items; its documents in the library stay.
func (s *Store) DeleteHarvest(ctx context.Context, id int64) error {
	return sources.Delete(ctx, s.trail, id)
}

// HarvestNow starts a round of a source at once. The error is ErrNotFound.
func (s *Store) HarvestNow(ctx context.Context, id int64) error { return sources.Now(ctx, s.trail, id) }

// FolderChanged has a changed folder searched at once unless it is paused. The error is ErrNotFound
// if it is gone.
func (s *Store) FolderChanged(ctx context.Context, id int64) error {
	return wrap.Error(s.trail.InTx(ctx, func(tx *trail.Tx) error { return sources.Wake(ctx, tx, id) }), "harvest source %d", id)
}

// HarvestAgain schedules one item, or the items of a source that a filter chooses, to be fetched
// again at once, and returns how many. Documents of these items that somebody removed from the
// library return to it; items that the source no longer has are left alone.
func (s *Store) HarvestAgain(ctx context.Context, source, item int64, f record.HarvestFilter) (n int, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		c := NewReader(tx.Conn).conditions(source, f)
		if item != 0 {
			c.Add(`x.id = $%d`, item)
		}
		c.Is(`x.fate NOT IN ('deleted', 'moved')`)
		c.Args = append(c.Args, database.Now())
		tag, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE harvest_items SET fate = CASE WHEN fate = 'growing' THEN fate ELSE 'waiting' END,
			reason = '', detail = '', status = 0, tries = 0, next_at = $%d WHERE id IN (SELECT x.id`, len(c.Args))+itemTables+c.Where()+`)`,
			c.Args...)
		if err != nil {
			return err
		}
		n = int(tag.RowsAffected())
		tx.Record(trail.Counted(audit.Retry, audit.SubjectHarvest, source, n))
		return tx.UpdateRow(ctx, `UPDATE harvest_sources SET wake_at = $2 WHERE id = $1`, source, database.Now())
	})
	return n, wrap.Error(err, "harvest items of source %d again", source)
}
