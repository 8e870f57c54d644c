package library

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/record"
	"zhiwen/extract"
)

// Snapshot says what the library holds now: its ready documents. It reads one
// row a document, not the units.
func (r Reader) Snapshot(ctx context.Context) (evidence.Snapshot, error) {
	var s evidence.Snapshot
	err := r.q.QueryRow(ctx, `SELECT count(*), COALESCE(sum(units), 0), COALESCE(max(id), 0)
		FROM documents WHERE in_library = $1 AND state = $2`, true, string(record.DocumentReady)).
		Scan(&s.Documents, &s.Units, &s.NewestID)
	if err != nil {
		return evidence.Snapshot{}, fmt.Errorf("library snapshot: %w", err)
	}
	return s, nil
}

// DocumentIDs implements checker.Library: the library's ready documents.
func (r Reader) DocumentIDs(ctx context.Context) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE in_library = $1 AND state = $2 ORDER BY id`, true, string(record.DocumentReady))
	if err != nil {
		return nil, fmt.Errorf("list ready documents: %w", err)
	}
	return ids, nil
}

// ids runs a query for ids.
func (r Reader) ids(ctx context.Context, sql string, args ...any) ([]int64, error) {
	rows, err := r.q.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
}

// Text gives the text of a document without its structure, or ErrNotFound.
func (r Reader) Text(ctx context.Context, docID int64) (string, error) {
	var text string
	if err := r.q.QueryRow(ctx, `SELECT text FROM texts WHERE doc_id = $1`, docID).Scan(&text); err != nil {
		return "", fmt.Errorf("text of document %d: %w", docID, notFound(err))
	}
	return text, nil
}

// Extraction gives the text and structure of a document, or ErrNotFound where
// there is no such document or no text of it yet.
func (r Reader) Extraction(ctx context.Context, docID int64) (*extract.Document, error) {
	var text, structure string
	err := r.q.QueryRow(ctx, `SELECT text, structure FROM texts WHERE doc_id = $1`, docID).Scan(&text, &structure)
	if err != nil {
		return nil, fmt.Errorf("text of document %d: %w", docID, notFound(err))
	}
	return decodeExtraction(docID, text, structure)
}

func decodeExtraction(docID int64, text, structure string) (*extract.Document, error) {
	d := new(extract.Document)
	if err := json.Unmarshal([]byte(structure), d); err != nil {
		return nil, fmt.Errorf("structure of document %d: %w", docID, err)
	}
	d.Text = text
	return d, nil
}

// Sources implements checker.Library in three queries: records, texts, units.
// Documents that are not ready or not in the library are left out like unknown
// ones.
func (r Reader) Sources(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	inLibrary := true
	documents, _, err := r.Documents(ctx, record.Filter{InLibrary: &inLibrary, State: record.DocumentReady, IDs: ids})
	if err != nil {
		return nil, fmt.Errorf("sources: %w", err)
	}
	found := make(map[int64]*checker.Source, len(documents))
	for _, d := range documents {
		found[d.ID] = &checker.Source{ID: d.ID, Identity: d.Identity}
	}
	if err := r.sourceTexts(ctx, ids, found); err != nil {
		return nil, fmt.Errorf("texts of sources: %w", err)
	}
	if err := r.sourceUnits(ctx, ids, found); err != nil {
		return nil, fmt.Errorf("units of sources: %w", err)
	}
	sources := make([]*checker.Source, 0, len(ids))
	for _, id := range ids {
		// Deleted between the queries: as good as gone before.
		if s := found[id]; s != nil && s.Document != nil {
			sources = append(sources, s)
		}
	}
	return sources, nil
}

// sourceTexts adds the texts to sources. The structures are decoded several at
// a time, which takes longer than to read them.
func (r Reader) sourceTexts(ctx context.Context, ids []int64, found map[int64]*checker.Source) error {
	var decoding errgroup.Group
	decoding.SetLimit(runtime.GOMAXPROCS(0))
	err := r.eachOf(ctx, ids, `SELECT doc_id, text, structure FROM texts WHERE %s`, func(row pgx.Rows) error {
		var id int64
		var text, structure string
		if err := row.Scan(&id, &text, &structure); err != nil {
			return err
		}
		s := found[id]
		if s == nil {
			return nil
		}
		decoding.Go(func() (err error) {
			s.Document, err = decodeExtraction(id, text, structure)
			return err
		})
		return nil
	})
	return errors.Join(err, decoding.Wait())
}

func (r Reader) sourceUnits(ctx context.Context, ids []int64, found map[int64]*checker.Source) error {
	return r.eachOf(ctx, ids, `SELECT doc_id, start_offset, end_offset, a, b, c, d, e FROM sentences
		WHERE %s ORDER BY doc_id, ordinal`, func(row pgx.Rows) error {
		var id int64
		var u fingerprint.Unit
		g := &u.Groups
		if err := row.Scan(&id, &u.Start, &u.End, &g[0], &g[1], &g[2], &g[3], &g[4]); err != nil {
			return err
		}
		if s := found[id]; s != nil {
			s.Units = append(s.Units, u)
		}
		return nil
	})
}

// Templates implements checker.Library.
func (r Reader) Templates(ctx context.Context) ([]*checker.Source, error) {
	template := true
	documents, _, err := r.Documents(ctx, record.Filter{Template: &template, State: record.DocumentReady})
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	ids := make([]int64, len(documents))
	found := make(map[int64]*checker.Source, len(documents))
	for i, d := range documents {
		ids[i] = d.ID
		found[d.ID] = &checker.Source{ID: d.ID, Identity: d.Identity}
	}
	if err := r.sourceTexts(ctx, ids, found); err != nil {
		return nil, fmt.Errorf("texts of templates: %w", err)
	}
	slices.Sort(ids)
	templates := make([]*checker.Source, 0, len(ids))
	for _, id := range ids {
		if s := found[id]; s.Document != nil { // else deleted between the queries
			templates = append(templates, s)
		}
	}
	return templates, nil
}

// eachOf runs a query of the rows whose doc_id is one of ids, at %s, and calls do
// for every row.
func (r Reader) eachOf(ctx context.Context, ids []int64, sql string, do func(pgx.Rows) error) error {
	condition := fmt.Sprintf(oneOf(r.sqlite, "doc_id"), 1)
	rows, err := r.q.Query(ctx, strings.Replace(sql, "%s", condition, 1), idParameter(r.sqlite, ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}
