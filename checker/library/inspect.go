package library

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// What follows is for whoever looks whether what is stored is whole: each piece is read
// alone, so that one that is damaged hides no other.

// Structure looks whether the database is in order below its rows, and returns what is not,
// in its own words (database.Conn.Structure): of the three large tables, whose rows are
// read one by one, only the indexes.
func (r Reader) Structure(ctx context.Context, thorough bool) (found []database.Damage, err error) {
	return r.conn().Structure(ctx, thorough, "files", "texts", "evidence")
}

// Orphans returns the rows that belong to something that is not there, as "how many of table". A
// table that cannot be read is passed over: Structure says so.
func (r Reader) Orphans(ctx context.Context) (faults []string, err error) {
	for _, o := range []struct{ table, condition string }{
		{"files", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.sha256 = o.sha256)`},
		{"documents", `NOT EXISTS (SELECT 1 FROM files f WHERE f.sha256 = o.sha256)`},
		{"texts", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
		{"figures", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
		{"words", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
		{"sentences", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id AND d.in_library AND d.state = 'ready')`},
		{"checks", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
		{"evidence", `NOT EXISTS (SELECT 1 FROM checks c WHERE c.id = o.check_id AND c.state = 'done')`},
		{"decisions", `NOT EXISTS (SELECT 1 FROM checks c WHERE c.id = o.check_id)`},
		{"opinions", `NOT EXISTS (SELECT 1 FROM checks c WHERE c.id = o.check_id)`},
		{"marks", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.form_id)`},
		{"claims", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
		{"claim_files", `NOT EXISTS (SELECT 1 FROM claims c WHERE c.id = o.claim_id)`},
		{"claim_events", `NOT EXISTS (SELECT 1 FROM claims c WHERE c.id = o.claim_id)`},
		{"assignments", `NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = o.doc_id)`},
	} {
		var n int64
		count := `SELECT count(*) FROM ` + o.table + ` o WHERE ` + o.condition
		if r.spread && (o.table == "texts" || o.table == "sentences") {
			// Shards do not see the tables of the coordinator: they count, and it compares.
			count = `WITH o AS MATERIALIZED (SELECT doc_id, count(*) AS n FROM ` + o.table +
				` GROUP BY doc_id) SELECT COALESCE(sum(n), 0)::BIGINT FROM o WHERE ` + o.condition
		}
		err := r.q.QueryRow(ctx, count).Scan(&n)
		if err != nil {
			if database.Lasting(err) != nil {
				return faults, fmt.Errorf("look for rows that belong to nothing: %w", err)
			}
			if !errors.Is(database.Cause(err), record.ErrDamaged) {
				faults = append(faults, "table "+o.table+": "+err.Error())
			}
			continue
		}
		if n > 0 {
			faults = append(faults, fmt.Sprintf("%d of %s", n, o.table))
		}
	}
	return faults, nil
}

// StoredDocument holds the columns of a document that are verified.
type StoredDocument struct {
	ID         int64
	SHA256     string
	Ready      bool // it has a text
	InLibrary  bool
	Characters int
	Units      int
}

// EachDocument calls do with every document, by number, until it fails.
func (r Reader) EachDocument(ctx context.Context, do func(StoredDocument) error) error {
	return r.eachBatch(ctx, `SELECT id, sha256, state = 'ready', in_library, characters, units FROM documents WHERE id > $1 ORDER BY id
		LIMIT $2`,
		func(row pgx.Row) (id int64, visit func() error, err error) {
			var d StoredDocument
			err = row.Scan(&d.ID, &d.SHA256, &d.Ready, &d.InLibrary, &d.Characters, &d.Units)
			return d.ID, func() error { return do(d) }, err
		})
}

// StoredAs returns the stored state of a document, or ErrNotFound.
func (r Reader) StoredAs(ctx context.Context, id int64) (StoredDocument, error) {
	d := StoredDocument{ID: id}
	err := r.q.QueryRow(ctx, `SELECT sha256, state = 'ready', in_library, characters, units FROM documents WHERE id = $1`, id).
		Scan(&d.SHA256, &d.Ready, &d.InLibrary, &d.Characters, &d.Units)
	if err != nil {
		return d, fmt.Errorf("document %d: %w", id, notFound(err))
	}
	return d, nil
}

// EachDone calls do with the number of every check that is done, until it fails.
func (r Reader) EachDone(ctx context.Context, do func(check int64) error) error {
	return r.eachBatch(ctx, `SELECT id FROM checks WHERE state = 'done' AND id > $1 ORDER BY id LIMIT $2`,
		func(row pgx.Row) (id int64, visit func() error, err error) {
			err = row.Scan(&id)
			return id, func() error { return do(id) }, err
		})
}

// NamedDocuments returns the numbers of the documents that other tables than their own name,
// ascending: what is known of which there are, where theirs cannot be read through. A table that
// cannot be read is passed over.
func (r Reader) NamedDocuments(ctx context.Context) ([]int64, error) {
	return r.named(ctx, "texts.doc_id", "checks.doc_id", "worklist.doc_id", "sentences.doc_id")
}

// NamedChecks is NamedDocuments for checks that are done.
func (r Reader) NamedChecks(ctx context.Context) ([]int64, error) {
	return r.named(ctx, "evidence.check_id")
}

// named returns the numbers in columns of tables.
func (r Reader) named(ctx context.Context, columns ...string) (all []int64, err error) {
	for _, column := range columns {
		table, name, _ := strings.Cut(column, ".")
		ids, err := r.ids(ctx, `SELECT DISTINCT `+name+` FROM `+table+` WHERE `+name+` > 0 ORDER BY `+name)
		if database.Lasting(err) != nil {
			return nil, fmt.Errorf("numbers of table %s: %w", table, err)
		}
		all = append(all, ids...)
	}
	slices.Sort(all)
	return slices.Compact(all), nil
}

// rowsAtOnce is how many short rows are held in memory.
const rowsAtOnce = 1000

// eachBatch visits the rows of a query, in the order of their numbers; no query is under
// way while one is visited.
func (r Reader) eachBatch(
	ctx context.Context, query string, scan func(pgx.Row) (id int64, visit func() error, err error),
) error {
	for last := int64(math.MinInt64); ; {
		visits, err := database.List(ctx, r.conn(), func(row pgx.Row) (func() error, error) {
			id, visit, err := scan(row)
			last = id
			return visit, err
		}, query, last, rowsAtOnce)
		if err != nil {
			return err
		}
		for _, visit := range visits {
			if err := visit(); err != nil {
				return err
			}
		}
		if len(visits) < rowsAtOnce {
			return nil
		}
	}
}

// StoredFile returns the bytes of a file and the size that is noted, or ErrNotFound.
func (r Reader) StoredFile(ctx context.Context, sha256 string) (data []byte, size int64, err error) {
	if err := r.q.QueryRow(ctx, `SELECT bytes, size FROM files WHERE sha256 = $1`, sha256).Scan(&data, &size); err != nil {
		return nil, 0, fmt.Errorf("file %s: %w", sha256, notFound(err))
	}
	return data, size, nil
}
