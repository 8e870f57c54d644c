package library

import (
	"cmp"
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
		FROM documents WHERE `+r.member("")+` AND state = 'ready'`).
		Scan(&s.Documents, &s.Units, &s.NewestID)
	if err == nil && r.scope != nil {
		s.Collections, s.WithoutWeb = r.scope.names, r.scope.withoutWeb
		err = r.q.QueryRow(ctx, `SELECT count(*) FROM documents WHERE call_id = $1 AND call_id <> 0 AND state = 'ready'`, r.scope.call).Scan(&s.SameCall)
	}
	if err != nil {
		return evidence.Snapshot{}, fmt.Errorf("library snapshot: %w", err)
	}
	return s, nil
}

// DocumentIDs implements checker.Library: the library's ready documents.
func (r Reader) DocumentIDs(ctx context.Context) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE `+r.member("")+` AND state = 'ready' ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list ready documents: %w", err)
	}
	return ids, nil
}

// Revisions gives the revisions of the library's ready documents, by id.
func (r Reader) Revisions(ctx context.Context) (map[int64]int64, error) {
	rows, err := r.q.Query(ctx, `SELECT id, revision FROM documents WHERE in_library AND state = 'ready'`)
	if err != nil {
		return nil, fmt.Errorf("list revisions: %w", err)
	}
	defer rows.Close()
	revisions := map[int64]int64{}
	for rows.Next() {
		var id, revision int64
		if err := rows.Scan(&id, &revision); err != nil {
			return nil, fmt.Errorf("list revisions: %w", err)
		}
		revisions[id] = revision
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("list revisions: %w", err)
	}
	return revisions, nil
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

// Sources implements checker.Library in three queries of one snapshot: records,
// texts, units. Documents that are not ready or not in the library are left out
// like unknown ones.
func (r Reader) Sources(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	return r.sourcesOf(ctx, ids, true)
}

// Texts implements checker.Library.
func (r Reader) Texts(ctx context.Context, ids []int64) ([]*checker.Source, error) {
	return r.sourcesOf(ctx, ids, false)
}

func (r Reader) sourcesOf(ctx context.Context, ids []int64, units bool) (sources []*checker.Source, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = r.inSnapshot(ctx, func(r Reader) error {
		documents, err := r.selectDocuments(ctx, ` WHERE `+r.member("d")+` AND d.state = 'ready' AND `+fmt.Sprintf(oneOf(r.sqlite, "d.id"), 1), idParameter(r.sqlite, ids))
		if err != nil {
			return err
		}
		sources, err = r.sources(ctx, documents)
		if err != nil || !units {
			return err
		}
		return r.sourceUnits(ctx, sources)
	})
	if err != nil {
		return nil, fmt.Errorf("sources: %w", err)
	}
	found := byID(sources)
	sources = sources[:0]
	for _, id := range ids {
		if s := found[id]; s != nil {
			sources = append(sources, s)
		}
	}
	return sources, nil
}

// Forms implements checker.Library.
func (r Reader) Forms(ctx context.Context) (forms []*checker.Source, err error) {
	where := ` WHERE d.is_form AND d.state = 'ready'`
	if r.scope != nil && len(r.scope.forms) > 0 {
		where += ` AND (d.is_standard OR d.id IN (` + numberList(r.scope.forms) + `))`
	}
	err = r.inSnapshot(ctx, func(r Reader) error {
		documents, err := r.selectDocuments(ctx, where)
		if err != nil {
			return err
		}
		forms, err = r.sources(ctx, documents)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("forms: %w", err)
	}
	return forms, nil
}

// sources gives documents with their texts, by id.
func (r Reader) sources(ctx context.Context, documents []record.Document) ([]*checker.Source, error) {
	sources := make([]*checker.Source, len(documents))
	for i, d := range documents {
		sources[i] = &checker.Source{ID: d.ID, Identity: d.Identity, Standard: d.Standard, SameCall: r.scope != nil && d.Call == r.scope.call}
	}
	slices.SortFunc(sources, func(a, b *checker.Source) int { return cmp.Compare(a.ID, b.ID) })
	if err := r.sourceTexts(ctx, sources); err != nil || !r.spread {
		return sources, err
	}
	// What lies on other machines is not read at the same moment: these were deleted meanwhile.
	return slices.DeleteFunc(sources, func(s *checker.Source) bool { return s.Document == nil }), nil
}

func byID(sources []*checker.Source) map[int64]*checker.Source {
	found := make(map[int64]*checker.Source, len(sources))
	for _, s := range sources {
		found[s.ID] = s
	}
	return found
}

// sourceTexts adds the texts to sources. The structures are decoded several at
// a time, which takes longer than to read them.
func (r Reader) sourceTexts(ctx context.Context, sources []*checker.Source) error {
	found := byID(sources)
	var decoding errgroup.Group
	decoding.SetLimit(runtime.GOMAXPROCS(0))
	err := r.rowsOf(ctx, sources, `SELECT doc_id, text, structure FROM texts WHERE %s`, func(row pgx.Rows) error {
		var id int64
		var text, structure string
		if err := row.Scan(&id, &text, &structure); err != nil {
			return err
		}
		decoding.Go(func() (err error) {
			found[id].Document, err = decodeExtraction(id, text, structure)
			return err
		})
		return nil
	})
	if err := errors.Join(err, decoding.Wait()); err != nil {
		return fmt.Errorf("texts: %w", err)
	}
	for _, s := range sources {
		if s.Document == nil && !r.spread {
			return fmt.Errorf("document %d is ready and has no text", s.ID)
		}
	}
	return nil
}

// sourceUnits adds the units to sources.
func (r Reader) sourceUnits(ctx context.Context, sources []*checker.Source) error {
	found := byID(sources)
	read := func(row pgx.Rows) error {
		var id int64
		var u fingerprint.Unit
		g := &u.Groups
		if err := row.Scan(&id, &u.Start, &u.End, &g[0], &g[1], &g[2], &g[3], &g[4]); err != nil {
			return err
		}
		found[id].Units = append(found[id].Units, u)
		return nil
	}
	for _, table := range r.unitTables() {
		if err := r.rowsOf(ctx, sources, `SELECT doc_id, start_offset, end_offset, a, b, c, d, e FROM `+table+`
		WHERE %s ORDER BY doc_id, ordinal`, read); err != nil {
			return fmt.Errorf("units: %w", err)
		}
	}
	return nil
}

// unitTables are where the units of the documents that are seen may be: those of a
// document are in one of them.
func (r Reader) unitTables() []string {
	if r.scope == nil {
		return []string{libraryUnits.name}
	}
	return []string{libraryUnits.name, callUnits.name}
}

// rowsOf runs a query of the rows whose doc_id is one of the sources', at %s, and
// calls do for every row.
func (r Reader) rowsOf(ctx context.Context, sources []*checker.Source, sql string, do func(pgx.Rows) error) error {
	ids := make([]int64, len(sources))
	for i, s := range sources {
		ids[i] = s.ID
	}
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
