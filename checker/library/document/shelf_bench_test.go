package document_test

import (
	"context"
	"fmt"
	"testing"

	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// benchShelf is the size of the library whose shelf is timed.
const benchShelf = 100_000

// fillShelf makes a library whose values are spread evenly.
func fillShelf(b *testing.B, s *library.Store) {
	b.Helper()
	for _, statement := range []string{
		`INSERT INTO files (sha256, size, bytes) VALUES ('0a', 0, '')`,
		`INSERT INTO documents (sha256, filename, title, applicant, institution, year, programme, keywords, in_library, is_form, state, failure, characters, pages,
			units, job_id, created_at, number, search, status, format) ` + fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) `, benchShelf) +
			`SELECT '0a', i || '.pdf', '面向复杂环境的关键技术与示范应用研究第' || i || '号', '申请人' || (i % 40000),
			'第' || (i * 7919 / 11 % 300) || '大学', 2018 + i * 7907 / 13 % 9, '项目类别' || (i * 7901 / 17 % 12), '[]', 1 = 1, 1 = 0, 'ready', '', 20000, 30, 0, 0, CURRENT_TIMESTAMP, 'N' || i,
			'面向复杂环境的关键技术与示范应用研究第' || i || '号 申请人' || (i % 40000) || ' 第' || (i * 7919 / 11 % 300) || '大学 n' || i || ' ' || i || '.pdf',
			CASE i * 7883 / 19 % 5 WHEN 0 THEN 'funded' WHEN 1 THEN '' ELSE 'rejected' END, CASE i * 7877 / 23 % 4 WHEN 0 THEN 'pdf' ELSE 'docx' END FROM n`,
		`INSERT INTO collections (name, created_by, created_at) VALUES ('面上', '', CURRENT_TIMESTAMP)`,
		`INSERT INTO collection_documents (collection_id, doc_id) SELECT 1, id FROM documents WHERE id % 10 = 0`,
		`ANALYZE`,
	} {
		librarytest.Exec(b, s, statement)
	}
}

// What the page of the library asks for.
func BenchmarkShelf(b *testing.B) {
	run := func(b *testing.B, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(b, c)
		fillShelf(b, s)
		if n := librarytest.Must(s.CountShelf(ctx, record.ShelfFilter{}))(b); n != benchShelf {
			b.Fatalf("%d documents", n)
		}
		time := func(name string, do func() error) {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if err := do(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		filters := []struct {
			name string
			record.ShelfFilter
		}{
			{"all", record.ShelfFilter{}},
			{"year", record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfYear: "2024"}}},
			{"institution", record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfInstitution: "第77大学"}}},
			{"format", record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfFormat: "docx"}}},
			{"year and status", record.ShelfFilter{Values: map[record.ShelfField]string{record.ShelfYear: "2024", record.ShelfStatus: "rejected"}}},
			{"collection", record.ShelfFilter{Collection: 1}},
			{"waiting", record.ShelfFilter{State: record.DocumentWaiting}},
		}
		time("states", func() error { _, _, _, err := s.ShelfStates(ctx); return err })
		for _, f := range filters {
			time("facets/"+f.name, func() error { _, err := s.ShelfFacets(ctx, f.ShelfFilter); return err })
			time("count/"+f.name, func() error { _, err := s.CountShelf(ctx, f.ShelfFilter); return err })
			time("page/"+f.name, func() error {
				_, err := s.Shelf(ctx, record.ShelfQuery{ShelfFilter: f.ShelfFilter, Descending: true, Limit: 25})
				return err
			})
		}
		for _, sort := range record.ShelfSorts() {
			for _, offset := range []int{0, benchShelf - 25} {
				time(fmt.Sprintf("from %d by %s", offset, sort), func() error {
					page, err := s.Shelf(ctx, record.ShelfQuery{Sort: sort, Limit: 25, Offset: offset})
					if err == nil && len(page) != 25 {
						err = fmt.Errorf("%d documents", len(page))
					}
					return err
				})
			}
		}
	}
	b.Run("sqlite", func(b *testing.B) { run(b, librarytest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { run(b, librarytest.Postgres(b)) })
}
