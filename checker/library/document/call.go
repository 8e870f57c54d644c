package document

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

const callColumns = `c.id, c.name, c.programme, c.year, c.deadline, c.state, c.settings, c.created_by, c.created_at, c.changed_by, ` +
	`c.changed_at,
	(SELECT count(*) FROM documents d WHERE d.call_id = c.id AND d.call_id <> 0), COALESCE((SELECT max(x.id) FROM call_changes x
		WHERE x.call_id = c.id), 0)`

func scanCall(row pgx.Row) (c record.Call, err error) {
	var settings string
	err = row.Scan(
		&c.ID,
		&c.Name,
		&c.Programme,
		&c.Year,
		&c.Deadline,
		&c.State,
		&settings,
		&c.CreatedBy,
		&c.CreatedAt,
		&c.ChangedBy,
		&c.ChangedAt,
		&c.Applications,
		&c.Revision,
	)
	if err != nil {
		return record.Call{}, database.NotFound(err)
	}
	c.CreatedAt, c.ChangedAt = c.CreatedAt.UTC(), c.ChangedAt.UTC()
	if err = database.Decode(record.StoredCall, c.ID, settings, &c.Settings); err != nil {
		c.Settings = record.CallSettings{Damaged: true}
	}
	return c, err
}

// Call returns a call, or ErrNotFound.
func (r Reader) Call(ctx context.Context, id int64) (record.Call, error) {
	c, err := scanCall(r.conn.QueryRow(ctx, `SELECT `+callColumns+` FROM calls c WHERE c.id = $1`, id))
	if err = record.LeaveOut(ctx, err); err == nil {
		c.Forms, err = r.conn.IDs(ctx, `SELECT doc_id FROM call_forms WHERE call_id = $1 ORDER BY doc_id`, id)
	}
	if err == nil {
		c.Collections, err = r.conn.IDs(ctx, `SELECT collection_id FROM call_collections WHERE call_id = $1 ORDER BY collection_id`, id)
	}
	return c, wrap.Error(err, "call %d", id)
}

// Calls returns all calls without their forms and collections: open ones first, then the
// newest first.
func (r Reader) Calls(ctx context.Context) ([]record.Call, error) {
	calls, err := database.List(ctx, r.conn, scanCall, `SELECT `+callColumns+` FROM calls c
		ORDER BY CASE c.state WHEN 'open' THEN 0 ELSE 1 END, c.id DESC`)
	return calls, wrap.Error(err, "list calls")
}

// CallsOf returns the calls whose applications are checked against collections, by
// collection.
func (r Reader) CallsOf(ctx context.Context) (map[int64][]record.Call, error) {
	calls, err := r.Calls(ctx)
	if err != nil {
		return nil, err
	}
	out := map[int64][]record.Call{}
	for _, call := range calls {
		for _, id := range call.Collections {
			out[id] = append(out[id], call)
		}
	}
	return out, nil
}

// storedCall is what can be set of a call, as changes keep it.
type storedCall struct {
	Name        string              `json:"name"`
	Programme   string              `json:"programme,omitempty"`
	Year        int                 `json:"year,omitempty"`
	Deadline    string              `json:"deadline,omitempty"`
	State       record.CallState    `json:"state"`
	Settings    record.CallSettings `json:"settings"`
	Forms       []int64             `json:"forms,omitempty"`
	Collections []int64             `json:"collections,omitempty"`
}

// KeepCall keeps a call as it is now among its changes, unless it is as it was.
func KeepCall(ctx context.Context, conn database.Conn, id int64) error {
	c, err := NewReader(conn).Call(ctx, id)
	if err != nil {
		return err
	}
	value, err := json.Marshal(storedCall{c.Name, c.Programme, c.Year, c.Deadline, c.State, c.Settings, c.Forms, c.Collections})
	if err != nil {
		return err
	}
	var before string
	err = database.NotFound(
		conn.QueryRow(ctx, `SELECT value FROM call_changes WHERE call_id = $1 ORDER BY id DESC LIMIT 1`, id).Scan(&before),
	)
	if err != nil && !errors.Is(err, record.ErrNotFound) {
		return err
	}
	if before == string(value) {
		return nil
	}
	_, err = conn.Exec(
		ctx,
		`INSERT INTO call_changes (call_id, value, changed_by, changed_at) VALUES ($1, $2, $3, $4)`,
		id,
		string(value),
		c.ChangedBy,
		c.ChangedAt,
	)
	return err
}

// CallChanges returns the last changes of a call, the newest first.
func (r Reader) CallChanges(ctx context.Context, id int64, most int) ([]record.CallChange, error) {
	changes, err := database.List(ctx, r.conn, func(row pgx.Row) (c record.CallChange, err error) {
		var value string
		if err := row.Scan(&c.ID, &value, &c.By, &c.At); err != nil {
			return c, err
		}
		c.At = c.At.UTC()
		var v storedCall
		err = database.Decode(record.StoredCallChange, c.ID, value, &v)
		c.Call = record.Call{
			ID: id, Name: v.Name, Programme: v.Programme, Year: v.Year, Deadline: v.Deadline, State: v.State, Settings: v.Settings,
			Forms: v.Forms, Collections: v.Collections,
		}
		return c, err
	}, `SELECT id, value, changed_by, changed_at FROM call_changes WHERE call_id = $1 ORDER BY id DESC LIMIT $2`, id, most)
	return changes, wrap.Error(err, "changes of call %d", id)
}
