package library

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// BadValue is a row with a value that pages cannot read.
type BadValue struct {
	Table    string
	ID       int64
	Document int64 // whose it is, 0 for none
	Check    int64
	Detail   string
}

// reading reads the row of a table as pages do, with what they show beside it.
type reading struct {
	table, key, document string // columns; document is "" where a row has none
	read                 func(ctx context.Context, id int64) error
}

// readings returns those of all tables whose rows pages decode. Files, texts, evidence and the record are looked at in
// other ways; what stands in memory or lasts for minutes is left out.
func (r Reader) readings() []reading {
	return []reading{
		{"documents", "id", "id", func(ctx context.Context, id int64) error {
			d, err := r.Document(ctx, id)
			if err == nil && len(d.Damaged) > 0 {
				err = fmt.Errorf("%s of document %d: %w", strings.Join(d.Damaged, ", "), id, record.ErrDamaged)
			}
			return errors.Join(err, errOnly(r.Marks(ctx, id)), errOnly(r.Assignments(ctx, id)))
		}},
		{"checks", "id", "doc_id", func(ctx context.Context, id int64) error {
			return errors.Join(errOnly(r.Check(ctx, id)), errOnly(r.Decisions(ctx, id)), errOnly(r.Opinions(ctx, id)),
				errOnly(r.ReportLinks(ctx, id)))
		}},
		{"worklist", "doc_id", "doc_id", func(ctx context.Context, id int64) error {
			return errOnly(r.Work(ctx, record.WorkQuery{WorkFilter: record.WorkFilter{IDs: []int64{id}}, Limit: 1}))
		}},
		{"calls", "id", "", func(ctx context.Context, id int64) error {
			return errors.Join(errOnly(r.Call(ctx, id)), errOnly(r.CallChanges(ctx, id, math.MaxInt32)))
		}},
		{"collections", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.CollectionDocuments(ctx, id)) }},
		{"tasks", "id", "", func(ctx context.Context, id int64) error {
			return errors.Join(errOnly(r.Task(ctx, id)), errOnly(r.TaskItems(ctx, id, nil, 0, 0)))
		}},
		{"imports", "id", "", func(ctx context.Context, id int64) error {
			return errors.Join(errOnly(r.Import(ctx, id)), errOnly(r.ImportItems(ctx, id, record.ItemFilter{}, 0, 0)))
		}},
		{"claims", "id", "doc_id", func(ctx context.Context, id int64) error { return errOnly(r.Claim(ctx, id)) }},
		{"submissions", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.Submission(ctx, id)) }},
		{"webhooks", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.Webhook(ctx, id)) }},
		{"accounts", "id", "", func(ctx context.Context, id int64) error {
			return errors.Join(errOnly(r.Account(ctx, id)), errOnly(r.Tokens(ctx, id)), errOnly(r.Sessions(ctx, id)),
				errOnly(r.Views(ctx, id)))
		}},
		{"web_sites", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.Site(ctx, id)) }},
		{"web_pages", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.PageVersions(ctx, id)) }},
		{"harvest_sources", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.HarvestState(ctx, id)) }},
		{"harvest_items", "id", "", func(ctx context.Context, id int64) error { return errOnly(r.HarvestItemByID(ctx, id)) }},
	}
}

func errOnly[T any](_ T, err error) error { return err }

// EachBadValue calls do with every row that pages could not read whole. Rows that are gone meanwhile are passed over, and
// what is damaged below its rows: Structure says so. rest is called after each row.
func (r Reader) EachBadValue(ctx context.Context, do func(BadValue), rest func() error) error {
	for _, x := range r.readings() {
		document := x.document
		if document == "" {
			document = "0"
		}
		// What is no number is one row less, and not the end of all.
		rows := `SELECT ` + x.key + `, ` + document + ` FROM ` + x.table + ` WHERE ` + x.key + ` > $1 ORDER BY ` + x.key + ` LIMIT $2`
		if err := r.eachRow(ctx, x, rows, do, rest); err != nil && (database.Lasting(err) != nil || errors.Is(err, errRest)) {
			return fmt.Errorf("values of the table %s: %w", x.table, err)
		}
	}
	for _, x := range []struct {
		table string
		err   error
	}{
		{"settings", r.settingChanges(ctx)}, {"roles", errOnly(r.RoleEntries(ctx))}, {"deletions", errOnly(r.Deletions(ctx))},
	} {
		if x.err != nil {
			if database.Lasting(x.err) != nil {
				return x.err
			}
			if !database.IsCorrupt(x.err) {
				do(BadValue{Table: x.table, Detail: x.err.Error()})
			}
		}
	}
	return nil
}

var errRest = errors.New("the look has ended")

func (r Reader) eachRow(ctx context.Context, x reading, rows string, do func(BadValue), rest func() error) error {
	type key struct{ id, document int64 }
	for last := int64(math.MinInt64); ; {
		read := func(row pgx.Row) (k key, err error) { return k, row.Scan(&k.id, &k.document) }
		found, err := database.List(ctx, r.conn(), read, rows, last, rowsAtOnce)
		if err != nil {
			return err
		}
		for _, k := range found {
			last = k.id
			err := x.read(ctx, k.id)
			if err != nil && database.Lasting(err) != nil {
				return err
			}
			if err != nil && !errors.Is(err, record.ErrNotFound) && !database.IsCorrupt(err) {
				b := BadValue{Table: x.table, ID: k.id, Document: k.document, Detail: err.Error()}
				if x.table == "checks" {
					b.Check = k.id
				}
				do(b)
			}
			if err := rest(); err != nil {
				return errors.Join(errRest, err)
			}
		}
		if len(found) < rowsAtOnce {
			return nil
		}
	}
}

func (r Reader) settingChanges(ctx context.Context) (err error) {
	values := setting.Usual()
	for _, name := range setting.Names() {
		changes, read := r.SettingChanges(ctx, name, math.MaxInt32)
		err = errors.Join(err, read)
		for _, c := range changes {
			if wrong := values.Set(c); wrong != nil {
				err = errors.Join(err, fmt.Errorf("change %d of setting %s: %w", c.ID, name, wrong))
			}
		}
	}
	return err
}

// FindingsOf returns the findings of a check as they are stored, "" for none.
func (r Reader) FindingsOf(ctx context.Context, check int64) (text string, err error) {
	if err := r.q.QueryRow(ctx, `SELECT findings FROM checks WHERE id = $1`, check).Scan(&text); err != nil {
		return "", fmt.Errorf("findings of check %d: %w", check, notFound(err))
	}
	return text, nil
}
