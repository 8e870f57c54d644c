package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/wrap"
)

// CreateImport stores an import that runs, with its items, and returns its id.
func (s *Store) CreateImport(ctx context.Context, i record.Import, items []record.ImportItem) (id int64, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		err := tx.q.QueryRow(ctx, `INSERT INTO imports (name, call_id, to_library, checks, place, state, created_by, created_at, ended_at)
			VALUES ($1, $2, $3, $4, $5, 'running', $6, $7, NULL) RETURNING id`,
			storable(i.Name), i.Call, i.ToLibrary, i.Check, i.Place, storable(i.By), now()).Scan(&id)
		if err != nil {
			return err
		}
		for _, item := range items {
			given, err := json.Marshal(item.Given)
			if err != nil {
				return err
			}
			_, err = tx.q.Exec(ctx, `INSERT INTO import_items (import_id, ordinal, name, line, place, fate, reason, value, given,
				reference, status, doc_id)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0)`,
				id, item.Ordinal, storable(item.Name), item.Line, storable(item.Place), string(item.Outcome), item.Reason,
				storable(item.Value), storable(string(given)), storable(item.Reference), string(item.Status))
			if err != nil {
				return err
			}
		}
		tx.Record(trail.Named(audit.Add, audit.SubjectImport, id, i.By))
		return nil
	})
	return id, wrap.Error(err, "store import")
}

const importColumns = `id, name, call_id, to_library, checks, place, state, created_by, created_at, ended_at`

func scanImport(row pgx.Row) (i record.Import, err error) {
	var ended *time.Time
	err = row.Scan(&i.ID, &i.Name, &i.Call, &i.ToLibrary, &i.Check, &i.Place, &i.State, &i.By, &i.CreatedAt, &ended)
	i.CreatedAt = i.CreatedAt.UTC()
	if ended != nil {
		i.EndedAt = ended.UTC()
	}
	return i, notFound(err)
}

// Import returns an import, or ErrNotFound.
func (r Reader) Import(ctx context.Context, id int64) (record.Import, error) {
	i, err := scanImport(r.q.QueryRow(ctx, `SELECT `+importColumns+` FROM imports WHERE id = $1`, id))
	if err == nil {
		err = r.countItems(ctx, &i)
	}
	return i, wrap.Error(err, "import %d", id)
}

// Imports returns imports, newest first; limit 0 is no limit.
func (r Reader) Imports(ctx context.Context, limit, offset int) ([]record.Import, error) {
	var c database.Conditions
	clause := c.Limit(limit, offset)
	return r.imports(ctx, ` ORDER BY id DESC`+clause, c.Args...)
}

// RunningImports returns the imports whose files wait in a place, oldest first.
func (r Reader) RunningImports(ctx context.Context, place string) ([]record.Import, error) {
	return r.imports(ctx, ` WHERE state = 'running' AND place = $1 ORDER BY id`, place)
}

func (r Reader) imports(ctx context.Context, rest string, args ...any) ([]record.Import, error) {
	imports, err := database.List(ctx, r.conn(), scanImport, `SELECT `+importColumns+` FROM imports`+rest, args...)
	for i := range imports {
		if err == nil {
			err = r.countItems(ctx, &imports[i])
		}
	}
	return imports, wrap.Error(err, "list imports")
}

// itemOutcome is the outcome of item x with its document d, if it is there still.
const itemOutcome = `CASE WHEN x.fate = 'stored' AND d.id IS NULL THEN 'removed' ELSE x.fate END`

// The conditions on the document d of a stored item and on its row w in the work list.
const (
	fieldless = `x.fate = 'stored' AND d.state = 'ready' AND (d.applicant = '' OR d.institution = '' OR d.year = 0)`
	marked    = `x.fate = 'stored' AND (w.flags > 0 OR w.unread > 0)`
)

// countItems fills in how many items an import has, by outcome, and how far their
// documents are.
func (r Reader) countItems(ctx context.Context, i *record.Import) error {
	i.Outcomes = map[record.Outcome]int{}
	var outcome record.Outcome
	var state record.DocumentState
	var n, bare, signs int
	return r.conn().Each(ctx, []any{&outcome, &state, &n, &bare, &signs}, func() error {
		i.Fieldless += bare
		i.Marked += signs
		i.Total += n
		i.Outcomes[outcome] += n
		switch state {
		case record.DocumentReady:
			i.Ready += n
		case record.DocumentFailed:
			i.Failed += n
		}
		return nil
	}, `SELECT `+itemOutcome+`, COALESCE(d.state, ''), count(*), count(CASE WHEN `+fieldless+` THEN 1 END),
			count(CASE WHEN `+marked+` THEN 1 END)
		FROM import_items x LEFT JOIN documents d ON d.id = x.doc_id AND x.fate = 'stored' LEFT JOIN worklist w ON w.doc_id = d.id
		WHERE x.import_id = $1 GROUP BY 1, 2`, i.ID)
}

// ImportItems returns the items of an import that a filter lists, in their order; limit 0 is no limit.
func (r Reader) ImportItems(ctx context.Context, id int64, f record.ItemFilter, limit, offset int) ([]record.ImportItem, error) {
	c := &database.Conditions{IsSQLite: r.sqlite}
	c.Add(`x.import_id = $%d`, id)
	database.AmongFew(c, itemOutcome, f.Outcomes)
	for _, only := range []struct {
		wanted    bool
		condition string
	}{{f.Unread, `d.state = 'failed'`}, {f.Fieldless, fieldless}, {f.Marked, marked}} {
		if only.wanted {
			c.Is(only.condition)
		}
	}
	metadata := `CAST(t.structure AS JSON) -> 'metadata'`
	if r.sqlite {
		metadata = `t.structure -> 'metadata'`
	}
	clause := c.Limit(limit, offset)
	items, err := database.List(ctx, r.conn(), scanItem,
		`SELECT x.ordinal, x.name, x.line, x.place, `+itemOutcome+`, x.reason, x.value, x.given, x.reference, x.status, x.doc_id,
		COALESCE(d.state, ''), COALESCE(d.failure, ''), COALESCE(d.title, ''), COALESCE(d.applicant, ''), `+
			`COALESCE(CAST(`+metadata+` AS TEXT), '{}')
		FROM import_items x LEFT JOIN documents d ON d.id = x.doc_id LEFT JOIN texts t ON t.doc_id = d.id AND x.line > 0
		LEFT JOIN worklist w ON w.doc_id = d.id`+
			c.Where()+` ORDER BY x.ordinal`+clause, c.Args...)
	return items, wrap.Error(err, "items of import %d", id)
}

func scanItem(row pgx.Row) (i record.ImportItem, err error) {
	var given, failure, metadata string
	err = row.Scan(&i.Ordinal, &i.Name, &i.Line, &i.Place, &i.Outcome, &i.Reason, &i.Value, &given, &i.Reference, &i.Status, &i.Document,
		&i.State, &failure, &i.Title, &i.Applicant, &metadata)
	if err != nil {
		return i, notFound(err)
	}
	i.Failure = document.DecodeFailure(failure)
	var read extract.Metadata
	err = errors.Join(
		database.Decode(record.StoredImportItem, int64(i.Ordinal), given, &i.Given),
		database.Decode(record.StoredImportItem, int64(i.Ordinal), metadata, &read),
	)
	if i.Line > 0 && i.State == record.DocumentReady {
		i.Read = record.Complete(evidence.Identity{Title: " "}, &extract.Document{Metadata: read})
		i.Read.Title = read.Title
	}
	return i, err
}

// SettleItem notes the outcome of an item that waits. The error is record.ErrFinal where it
// does not, as where its import was cancelled.
func (tx *Tx) SettleItem(ctx context.Context, importID int64, ordinal int, f record.Outcome, reason string, document int64) error {
	err := tx.updateRow(ctx, `UPDATE import_items SET fate = $3, reason = $4, doc_id = $5 WHERE import_id = $1 AND ordinal = $2
		AND fate = 'waiting'`,
		importID, ordinal, string(f), reason, document)
	if err != nil {
		return fmt.Errorf("item %d of import %d: %w", ordinal, importID, record.ErrFinal)
	}
	return nil
}

// Arrived returns the document that a file would be a second time, 0 for none: one with
// the same bytes (record.OutcomeSame) or, where the file has a number, with that
// (record.OutcomeNumber), in the same call or, without one, in the library.
func (r Reader) Arrived(ctx context.Context, sha256, reference string, call int64) (document int64, as record.Outcome, err error) {
	const within = ` AND call_id = $2 AND ($2 <> 0 OR in_library) AND NOT is_form ORDER BY id LIMIT 1`
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE sha256 = $1`+within, sha256, call)
	if err == nil && len(ids) > 0 {
		return ids[0], record.OutcomeSame, nil
	}
	if err == nil && reference != "" {
		ids, err = r.ids(ctx, `SELECT id FROM documents WHERE reference = $1 AND reference <> ''`+within, storable(reference), call)
	}
	if err != nil {
		return 0, "", fmt.Errorf("look for a file that was there: %w", err)
	}
	if len(ids) > 0 {
		return ids[0], record.OutcomeNumber, nil
	}
	return 0, "", nil
}

// EndImport ends an import that runs; items that still wait are gone. The error is
// record.ErrFinal where it has ended.
func (tx *Tx) EndImport(ctx context.Context, id int64, state record.ImportState) error {
	err := tx.updateRow(ctx, `UPDATE imports SET state = $2, ended_at = $3 WHERE id = $1 AND state = 'running'`, id, string(state), now())
	if err != nil {
		return fmt.Errorf("end import %d: %w", id, record.ErrFinal)
	}
	if _, err := tx.q.Exec(ctx, `UPDATE import_items SET fate = 'gone' WHERE import_id = $1 AND fate = 'waiting'`, id); err != nil {
		return fmt.Errorf("end import %d: %w", id, err)
	}
	tx.Record(audit.Act{Action: audit.End, Subject: audit.SubjectImport, ID: id, Detail: map[string]string{"state": string(state)}})
	return nil
}

// DeleteImport forgets an import that has ended, and no document of it. The error is
// ErrNotFound, or ErrBusy while it runs.
func (s *Store) DeleteImport(ctx context.Context, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		i, err := tx.Import(ctx, id)
		if err != nil {
			return err
		}
		if i.State == record.ImportRunning {
			return record.ErrBusy
		}
		if _, err := tx.q.Exec(ctx, `DELETE FROM import_items WHERE import_id = $1`, id); err != nil {
			return err
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectImport, ID: id})
		return tx.updateRow(ctx, `DELETE FROM imports WHERE id = $1`, id)
	})
	return wrap.Error(err, "delete import %d", id)
}
