package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"zhiwen"
	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/fingerprint"
	"zhiwen/checker/hint"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

const (
	unitsPerDocument = 300 // of an application of 25,000 characters
	batch            = 500 // documents a transaction
)

// open opens the library of a database under the key of the default profile, so that
// zhiwen serve opens it too.
func open(ctx context.Context, url string) (*library.Store, error) {
	if url == "" {
		return nil, errors.New("-url names no database")
	}
	store, _, err := openEither(ctx, url, "", "")
	return store, err
}

// openEither opens a PostgreSQL database or, in a folder, one of SQLite, and makes the engine
// that its units are of. It looks for hints where a folder of dictionaries is named.
func openEither(ctx context.Context, url, dir, dictionaries string) (*library.Store, *checker.Engine, error) {
	if (url == "") == (dir == "") {
		return nil, nil, errors.New("-url names a PostgreSQL database, or -dir a folder for SQLite's: one of them is needed")
	}
	parameters := checker.DefaultParameters(checker.DefaultProfile)
	if dictionaries != "" {
		words, err := word.Open(dictionaries)
		if err != nil {
			return nil, nil, err
		}
		parameters.Hints = hint.NewMeans(words)
	}
	engine, err := checker.New(parameters, nil)
	if err != nil {
		return nil, nil, err
	}
	store, err := library.Open(ctx, library.Config{DatabaseURL: url, DataDir: dir, IndexKey: engine.IndexKey()})
	return store, engine, err
}

// loading fills a library: without the indexes of the units, which are made afterwards.
type loading struct {
	url            string
	units, writers int
}

func (l loading) run(ctx context.Context) error {
	store, err := open(ctx, l.url)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }() // all is committed
	snapshot, err := store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	create, err := dropIndexes(ctx, store)
	if err != nil {
		return err
	}
	// Each row would look for its document.
	references, err := dropReferences(ctx, store)
	if err != nil {
		return err
	}
	create = append(create, references...)
	started := time.Now()
	if err := l.fill(ctx, store, snapshot.Documents); err != nil {
		return fmt.Errorf("load: %w (indexes and the reference to documents are missing: begin anew with an empty database)", err)
	}
	loaded := time.Since(started)
	fmt.Printf("%d units loaded in %v: %.0f a second\n", l.units-snapshot.Units, loaded.Round(time.Second), float64(l.units-snapshot.Units)/loaded.Seconds())
	for _, statement := range create {
		began := time.Now()
		if _, err := store.Postgres().Exec(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
		fmt.Printf("%v: %s\n", time.Since(began).Round(time.Second), strings.Join(strings.Fields(statement), " "))
	}
	for _, table := range []string{"sentences", "documents"} {
		began := time.Now()
		if _, err := store.Postgres().Exec(ctx, `VACUUM (ANALYZE) `+table); err != nil {
			return err
		}
		fmt.Printf("%v: VACUUM (ANALYZE) %s\n", time.Since(began).Round(time.Second), table)
	}
	return printSizes(ctx, store)
}

// fill adds documents to those that there are. The first is loaded as every document is;
// the others are written as rows like its own, since what a document costs beside its units
// is not what is measured.
func (l loading) fill(ctx context.Context, store *library.Store, documents int) error {
	draw := newDrawer()
	if documents == 0 {
		text := &extract.Document{Text: "文", Paragraphs: []extract.Paragraph{{Span: extract.Span{Start: 0, End: 1}, Kind: extract.Body}}, Method: "txt"}
		upload := record.Upload{Identity: evidence.Identity{Title: "made", Filename: "made.txt"}, Data: []byte("made")}
		if _, err := store.Load(ctx, []library.Prepared{{Upload: upload, Document: text, Units: made(draw, 0)}}); err != nil {
			return err
		}
		documents = 1
	}
	clone, err := cloning(ctx, store)
	if err != nil {
		return err
	}
	var next atomic.Int64
	next.Store(int64(documents))
	last := int64(l.units / unitsPerDocument)
	writing, ctx := errgroup.WithContext(ctx)
	for range max(l.writers, 1) {
		writing.Go(func() error {
			for {
				to := next.Add(batch)
				from := to - batch
				if from >= last {
					return nil
				}
				if err := addDocuments(ctx, store, draw, clone, from, min(to, last)); err != nil {
					return err
				}
			}
		})
	}
	return writing.Wait()
}

// cloning returns the statement that adds $1 documents like the first and returns their numbers.
func cloning(ctx context.Context, store *library.Store) (string, error) {
	var columns string
	err := store.Postgres().QueryRow(ctx, `SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
		WHERE attrelid = 'documents'::regclass AND attnum > 0 AND NOT attisdropped AND attname <> 'id'`).Scan(&columns)
	return `INSERT INTO documents (` + columns + `) SELECT ` + columns +
		` FROM (SELECT * FROM documents ORDER BY id LIMIT 1) d, generate_series(1, $1) RETURNING id`, err
}

func addDocuments(ctx context.Context, store *library.Store, draw *drawer, clone string, from, to int64) error {
	return store.InTx(ctx, func(tx *library.Tx) error {
		rows, err := tx.Postgres().Query(ctx, clone, to-from)
		if err != nil {
			return err
		}
		ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
		if err != nil {
			return err
		}
		n := 0
		var units []fingerprint.Unit
		_, err = tx.Postgres().CopyFrom(ctx, pgx.Identifier{"sentences"}, []string{"doc_id", "ordinal", "start_offset", "end_offset", "a", "b", "c", "d", "e"},
			pgx.CopyFromFunc(func() ([]any, error) {
				if n%unitsPerDocument == 0 {
					if n/unitsPerDocument == len(ids) {
						return nil, nil
					}
					units = made(draw, from+int64(n/unitsPerDocument))
				}
				i := n % unitsPerDocument
				u, g := units[i], units[i].Groups
				id := ids[n/unitsPerDocument]
				n++
				return []any{id, i, u.Start, u.End, int32(g[0]), int32(g[1]), int32(g[2]), int32(g[3]), int32(g[4])}, nil
			}))
		return err
	})
}

// made returns the units of the n-th document.
func made(draw *drawer, n int64) []fingerprint.Unit {
	r := rand.New(rand.NewPCG(7, uint64(n)))
	units := make([]fingerprint.Unit, unitsPerDocument)
	for i := range units {
		units[i] = fingerprint.Unit{Start: 75 * i, End: 75*i + 150, Groups: draw.groups(r)}
	}
	return units
}

// dropIndexes drops those of the units' groups and returns the statements that make them.
func dropIndexes(ctx context.Context, store *library.Store) (create []string, err error) {
	for statement := range strings.SplitSeq(zhiwen.Schema, ";") {
		statement = statement[max(0, strings.Index(statement, "CREATE INDEX sentences_")):]
		name, found := strings.CutPrefix(statement, "CREATE INDEX ")
		if !found || !strings.HasPrefix(name, "sentences_") {
			continue
		}
		if _, err := store.Postgres().Exec(ctx, `DROP INDEX IF EXISTS `+name[:strings.IndexByte(name, ' ')]); err != nil {
			return nil, err
		}
		create = append(create, statement)
	}
	if len(create) == 0 {
		return nil, errors.New("the schema has no indexes of units")
	}
	return create, nil
}

// dropReferences drops the foreign keys of the units and returns the statements that add them.
func dropReferences(ctx context.Context, store *library.Store) (create []string, err error) {
	rows, err := store.Postgres().Query(ctx, `SELECT quote_ident(conname), pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'sentences'::regclass AND contype = 'f'`)
	if err != nil {
		return nil, err
	}
	type reference struct{ Name, Definition string }
	references, err := pgx.CollectRows(rows, pgx.RowToStructByPos[reference])
	if err != nil {
		return nil, err
	}
	for _, r := range references {
		if _, err := store.Postgres().Exec(ctx, `ALTER TABLE sentences DROP CONSTRAINT `+r.Name); err != nil {
			return nil, err
		}
		create = append(create, `ALTER TABLE sentences ADD CONSTRAINT `+r.Name+` `+r.Definition)
	}
	return create, nil
}

// printSizes prints how many bytes the units take.
func printSizes(ctx context.Context, store *library.Store) error {
	snapshot, err := store.Snapshot(ctx, 0)
	if err != nil {
		return err
	}
	sizes := `SELECT pg_table_size('sentences'), pg_indexes_size('sentences')`
	distributed := false
	if err := store.Postgres().QueryRow(ctx, `SELECT to_regproc('citus_table_size') IS NOT NULL AND EXISTS (SELECT 1 FROM pg_tables WHERE tablename = 'pg_dist_partition')`).Scan(&distributed); err != nil {
		return err
	}
	if distributed {
		sizes = `SELECT citus_table_size('sentences'), citus_total_relation_size('sentences') - citus_table_size('sentences')`
	}
	var table, indexes int64
	if err := store.Postgres().QueryRow(ctx, sizes).Scan(&table, &indexes); err != nil {
		return err
	}
	n := float64(snapshot.Units)
	fmt.Printf("%d documents, %d units: %.1f GB; bytes a unit: table %.0f, indexes %.0f, together %.0f\n", snapshot.Documents, snapshot.Units,
		float64(table+indexes)/1e9, float64(table)/n, float64(indexes)/n, float64(table+indexes)/n)
	return nil
}
