package worklist_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/worklist"
	"zhiwen/checker/record"
	"zhiwen/checker/setting"
)

// The size of the work list that is timed, and of the call in it.
const (
	benchRows  = 100_000
	benchCall  = 8_000
	benchEdges = 10 // of each application of the call
)

// fillWork makes a work list of checked applications, whose values are spread evenly, the
// first of them in a call, with edges to one another and to the library.
func fillWork(b *testing.B, c library.Config, s *library.Store) {
	b.Helper()
	numbers := func(n int) string {
		return fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) `, n)
	}
	librarytest.Call(b, s, record.Call{Name: "面上"})
	for _, statement := range []string{
		`INSERT INTO files (sha256, size, bytes) VALUES ('0a', 0, '')`,
		`INSERT INTO documents (sha256, filename, title, applicant, institution, year, programme, keywords, in_library, is_form, state, failure, characters, pages,
			units, job_id, created_at, number, call_id, search) ` + numbers(benchRows) + `SELECT '0a', i || '.pdf', '面向复杂环境的关键技术与示范应用研究第' || i || '号', '申请人' || (i % 40000),
			'第' || (i * 7919 / 11 % 300) || '大学', 2018 + i * 7907 / 13 % 9, '项目类别' || (i * 7901 / 17 % 12), '[]', 1 = 0, 1 = 0, 'ready', '', 20000, 30, 0, 0, CURRENT_TIMESTAMP, 'N' || i,
			CASE WHEN i <= ` + fmt.Sprint(benchCall) + ` THEN 1 ELSE 0 END,
			'面向复杂环境的关键技术与示范应用研究第' || i || '号 申请人' || (i % 40000) || ' 第' || (i * 7919 / 11 % 300) || '大学 n' || i || ' ' || i || '.pdf' FROM n`,
		`INSERT INTO checks (doc_id, state, progress, failure, job_id, created_at, finished_at, countable, covered, sources, left_covered, left_sources, left_others,
			left_quoted, left_largest, flags, unread, rank, doubts) ` + numbers(benchRows) + `SELECT i, 'done', 100, '', 0, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 20000,
			i * 7919 % 20000, i % 23, i * 7919 % 20000, i % 23, i * 7907 % 20000, i * 7901 % 20000, i * 7883 % 20000, i % 11 % 4, i % 13 % 3, i * 7877 % 100000,
			CASE WHEN i % 20 = 0 THEN 'few' ELSE '' END FROM n`,
		`INSERT INTO decisions (check_id, subject, subject_id, verdict, reason, comment, reviewer, decided_at) ` + numbers(benchRows/4) +
			`SELECT i * 4, 'check', 0, 'no-concern', '', '', '张三', CURRENT_TIMESTAMP FROM n`,
		`INSERT INTO accounts (login, login_key, name, institution, roles, state, password, totp_secret, totp_step, recovery, provider, subject, created_at)
			VALUES ('r', 'r', '', '', 'reviewer', 'active', '', '', 0, '', '', '', CURRENT_TIMESTAMP)`,
		`INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at) ` + numbers(500) + `SELECT 1, i * 15, '王处', CURRENT_TIMESTAMP FROM n`,
		`INSERT INTO edges (check_id, source_id, doc_id, same_call, relation, year, characters, here, there) ` + numbers(benchCall*benchEdges) +
			`SELECT (i - 1) / ` + fmt.Sprint(benchEdges) + ` + 1, 1 + i * 7919 % ` + fmt.Sprint(benchRows) + `, (i - 1) / ` + fmt.Sprint(benchEdges) + ` + 1,
			CASE WHEN 1 + i * 7919 % ` + fmt.Sprint(benchRows) + ` <= ` + fmt.Sprint(benchCall) + ` THEN 1 ELSE 0 END, 'other', 2018 + i % 9, 100, i * 7919 % 3000, i * 7907 % 3000 FROM n`,
	} {
		librarytest.Exec(b, s, statement)
	}
	ctx := context.Background()
	db := librarytest.Must(database.OpenBeside(ctx, database.Config{URL: c.DatabaseURL, DataDir: c.DataDir}))(b)
	if err := errors.Join(db.InTx(ctx, func(tx *database.Tx) error { return worklist.KeepAll(ctx, tx.Conn, setting.DefaultThresholds()) }), db.Close()); err != nil {
		b.Fatal(err)
	}
	librarytest.Exec(b, s, `ANALYZE`)
}

// What the pages of a call and the list of all checks ask for.
func BenchmarkWork(b *testing.B) {
	run := func(b *testing.B, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(b, c)
		fillWork(b, c, s)
		if n := librarytest.Must(s.CountWork(ctx, record.WorkFilter{}))(b); n != benchRows {
			b.Fatalf("%d rows", n)
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
		page := func(name string, q record.WorkQuery) {
			q.Limit, q.Descending = 50, true
			time(name, func() error {
				p, err := s.Work(ctx, q)
				if err == nil && len(p.Items) == 0 {
					err = fmt.Errorf("an empty page")
				}
				return err
			})
		}
		filters := []struct {
			name string
			record.WorkFilter
		}{
			{"all", record.WorkFilter{}}, {"call", record.WorkFilter{Call: 1}},
			{"search", record.WorkFilter{Search: "第99999号"}}, {"reviewer", record.WorkFilter{Reviewer: 1}},
			{"institution", record.WorkFilter{Institutions: []string{"第77大学"}}},
			{"undecided flagged", record.WorkFilter{Verdicts: []evidence.Verdict{evidence.Withdrawn}, Flagged: true}},
		}
		for _, sort := range record.WorkSorts() {
			page("page/"+string(sort), record.WorkQuery{Sort: sort})
		}
		for _, f := range filters {
			page("filtered/"+f.name, record.WorkQuery{WorkFilter: f.WorkFilter, Sort: record.SortRank})
			time("count/"+f.name, func() error { _, err := s.CountWork(ctx, f.WorkFilter); return err })
		}
		for _, sort := range record.WorkSorts() {
			q := record.WorkQuery{WorkFilter: record.WorkFilter{Call: 1}, Sort: sort, Descending: true, Limit: 1, Offset: benchCall / 2}
			q.Before = librarytest.Must(s.Work(ctx, q))(b).First
			time("before/"+string(sort), func() error { _, err := s.CountBefore(ctx, q); return err })
		}
		middle := librarytest.Must(s.Work(ctx, record.WorkQuery{Sort: record.SortOverall, Descending: true, Limit: 1, Offset: benchRows / 2}))(b)
		page("next in the middle", record.WorkQuery{Sort: record.SortOverall, After: middle.Last})
		page("before in the middle", record.WorkQuery{Sort: record.SortOverall, Before: middle.Last})
		page("jump to the middle", record.WorkQuery{Sort: record.SortOverall, Offset: benchRows / 2})
		for _, f := range filters[:2] {
			time("facets/"+f.name, func() error { _, err := s.WorkFacets(ctx, f.WorkFilter); return err })
			time("histogram/"+f.name, func() error { _, err := s.WorkHistogram(ctx, f.WorkFilter); return err })
			time("progress/"+f.name, func() error { _, err := s.WorkProgress(ctx, f.WorkFilter); return err })
		}
		for _, least := range []int{0, 1000} {
			time(fmt.Sprintf("network/from %d", least), func() error {
				edges, err := s.CallEdges(ctx, 1, record.EdgeFilter{Least: least}, 2000)
				if err == nil && len(edges) != 2000 {
					err = fmt.Errorf("%d edges", len(edges))
				}
				return err
			})
		}
	}
	b.Run("sqlite", func(b *testing.B) { run(b, librarytest.SQLite(b)) })
	b.Run("postgres", func(b *testing.B) { run(b, librarytest.Postgres(b)) })
}
