package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
	"zhiwen/internal/wrap"
)

// Settings returns the settings that hold. It asks the database each time whether there is
// a newer change, so that one made on any server holds on all at once, and reads them
// only where there is.
func (s *Store) Settings(ctx context.Context) (setting.Values, error) {
	var newest int64
	if err := s.read.conn.QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM setting_changes`).Scan(&newest); err != nil {
		return setting.Values{}, fmt.Errorf("settings: %w", err)
	}
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	if s.kept.read && s.kept.newest == newest {
		return s.kept.values, nil
	}
	values, newest, damaged := s.read.readSettings(ctx)
	if damaged != nil { // what was read beside a damaged one is for this page alone
		return values, record.LeaveOut(ctx, damaged)
	}
	s.kept.newest, s.kept.values, s.kept.read = newest, values, true
	return values, nil
}

const settingColumns = `SELECT id, name, value, changed_by, changed_at FROM setting_changes `

func scanSetting(row pgx.Row) (c setting.Change, err error) {
	err = row.Scan(&c.ID, &c.Name, &c.Value, &c.By, &c.At)
	c.At = c.At.UTC()
	return c, err
}

// readSettings returns the settings that hold, and the last change that they have. A damaged one is as usual, and an error.
func (r Reader) readSettings(ctx context.Context) (values setting.Values, newest int64, err error) {
	values = setting.Usual()
	changes, err := database.List(ctx, r.conn, scanSetting,
		settingColumns+`WHERE id IN (SELECT max(id) FROM setting_changes GROUP BY name) ORDER BY id`)
	if err != nil {
		return values, 0, fmt.Errorf("settings: %w", err)
	}
	for _, c := range changes {
		if wrong := values.Set(c); wrong != nil {
			err = errors.Join(err, &record.DamagedError{What: record.StoredSetting, ID: c.ID, Err: wrong})
		}
		newest = max(newest, c.ID)
	}
	return values, newest, err
}

// Thresholds returns those that are set for all calls.
func (r Reader) Thresholds(ctx context.Context) (map[record.FigureName]record.Threshold, error) {
	values := setting.Usual()
	changes, err := r.SettingChanges(ctx, setting.Thresholds, 1)
	if err == nil && len(changes) > 0 {
		err = values.Set(changes[0])
	}
	return values.Thresholds, err
}

// SettingChanges returns at most most of the last changes of a setting, newest first.
func (r Reader) SettingChanges(ctx context.Context, name setting.Name, most int) ([]setting.Change, error) {
	changes, err := database.List(ctx, r.conn, scanSetting, settingColumns+`WHERE name = $1 ORDER BY id DESC LIMIT $2`, string(name), most)
	return changes, wrap.Error(err, "changes of setting %s", name)
}

// ChangeSetting sets a setting to a value, as setting.Encode made it ("" is the default),
// in the name of by, who has seen the change of an id as its newest (0: none). The error
// is of setting.Fault where something is wrong with the value, and record.ErrOvertaken
// where somebody else has changed the setting since. What says the same as before is no
// change.
func (s *Store) ChangeSetting(ctx context.Context, name setting.Name, value string, seen int64, by string) error {
	err := s.inTx(ctx, func(tx *transaction) error {
		// One after the other: newer changes have higher numbers when they are seen.
		if err := tx.LockSettings(ctx); err != nil {
			return err
		}
		values, _, err := tx.readSettings(ctx)
		if err != nil {
			return err
		}
		before, err := tx.SettingChanges(ctx, name, 1)
		if err != nil {
			return err
		}
		if values.Newest[name].ID != seen {
			return record.ErrOvertaken
		}
		c := setting.Change{Name: name, Value: value, By: by, At: database.Now()}
		if err := values.Set(c); err != nil {
			return err
		}
		if len(before) > 0 && before[0].Value == value || len(before) == 0 && c.Usual() {
			return nil
		}
		_, err = tx.Exec(ctx, `INSERT INTO setting_changes (name, value, changed_by, changed_at) VALUES ($1, $2, $3, $4)`,
			string(name), value, database.Storable(by), c.At)
		if err == nil && name == setting.Thresholds {
			err = s.reached(ctx, tx.Conn, values.Thresholds)
		}
		act := trail.Detailed(trail.Named(audit.Change, audit.SubjectSetting, 0, by), "what", string(name))
		if c.Usual() {
			act.Action = audit.End
		} else {
			act = trail.Hashed(act, []byte(value))
		}
		tx.Record(act)
		return err
	})
	return wrap.Error(err, "change setting %s", name)
}
