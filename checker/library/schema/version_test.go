package schema_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/trail"
)

// row is a statement with its parameters that both databases take.
type row struct {
	statement string
	args      []any
}

// rowsOf returns what a program of a version left in its database: a library document with its
// units, a blank form, and a check of another document that was decided about; and a document that
// was not read and a check that waited for it.
func rowsOf(version int) []row {
	document := `INSERT INTO documents (id, sha256, filename, title, applicant, institution, year, programme, keywords, in_library, is_form,
		state, failure, characters, pages, units, job_id, created_at) VALUES `
	const check = `INSERT INTO checks (id, doc_id, state, progress, failure, job_id, created_at, started_at, finished_at, countable, covered, sources) VALUES `
	rows := []row{
		{`INSERT INTO settings VALUES ('schema', $1)`, []any{strconv.Itoa(version)}},
		{`INSERT INTO settings VALUES ('index', $1)`, []any{librarytest.IndexKey}},
		{`INSERT INTO files VALUES ('0a', 5, $1)`, []any{[]byte("past\n")}},
		{`INSERT INTO files VALUES ('0b', 6, $1)`, []any{[]byte("fresh\n")}},
		{`INSERT INTO files VALUES ('0c', 5, $1)`, []any{[]byte("form\n")}},
		{document + `(3, '0a', 'past.txt', '题目', '王某', '某大学', 2024, '面上', '["图","网"]', $1, $2, 'ready', '', 5, 0, 1, 0, '2026-01-02 03:04:05+00:00')`, []any{true, false}},
		{document + `(4, '0b', 'fresh.txt', '', '', '', 0, '', '[]', $1, $1, 'ready', '', 6, 0, 0, 0, '2026-01-02 03:04:06+00:00')`, []any{false}},
		{document + `(5, '0c', 'form.txt', '', '', '', 0, '', '[]', $1, $2, 'ready', '', 4, 0, 0, 0, '2026-01-02 03:04:06+00:00')`, []any{false, true}},
		{`INSERT INTO texts VALUES (3, 'past', '{"paragraphs":[{"start":0,"end":4,"kind":"body"}],"sections":[],"metadata":{},"method":"txt"}')`, nil},
		{`INSERT INTO texts VALUES (4, 'fresh', '{"paragraphs":[],"sections":[],"metadata":{},"method":"txt"}')`, nil},
		{`INSERT INTO texts VALUES (5, 'form', '{"paragraphs":[],"sections":[],"metadata":{},"method":"txt"}')`, nil},
		{`INSERT INTO sentences VALUES (3, 0, 0, 4, 1, 2, 3, 4, 1048575)`, nil},
		{check + `(9, 4, 'done', 100, '', 0, '2026-01-02 03:04:07+00:00', '2026-01-02 03:04:08+00:00', '2026-01-02 03:04:09+00:00', 5, 4, 1)`, nil},
		{document + `(6, '0a', 'slow.txt', '', '', '', 0, '', '[]', $1, $2, 'waiting', '', 0, 0, 0, 7, '2026-01-02 03:04:06+00:00')`, []any{true, false}},
		{check + `(10, 4, 'queued', 0, '', 8, '2026-01-02 03:04:07+00:00', NULL, NULL, 0, 0, 0)`, nil},
		{`INSERT INTO evidence VALUES (9, $1)`, []any{[]byte("<evidence/>\n")}},
		{`INSERT INTO decisions VALUES (2, 9, 'check', 0, 'no-concern', '', '无', '李四', '2026-01-02 03:04:11+00:00')`, nil},
		{`INSERT INTO decisions VALUES (3, 9, 'check', 0, '', '', '', '李四', '2026-01-02 03:04:12+00:00')`, nil},
		{`INSERT INTO decisions VALUES (4, 9, 'check', 0, 'suspected', '', '疑似', '王五', '2026-01-02 03:04:13+00:00')`, nil},
		{`INSERT INTO decisions VALUES (1, 9, 'match', 1, 'dismissed', 'common', '套话', '张三', '2026-01-02 03:04:10+00:00')`, nil},
		{`UPDATE documents SET scans_read = 2, scans = 2 WHERE id = 3`, nil},
		{`UPDATE documents SET scans_read = 1, scans = 5 WHERE id = 6`, nil},
		{`UPDATE documents SET number = 'K-7', number_key = 'k7', applicant_key = '王某', date = '2024-05', people = '{"participants":[{"name":"李某"}]}', revision = 3 WHERE id = 3`, nil},
		{`UPDATE documents SET is_standard = $1 WHERE id = 5`, []any{true}},
		{`UPDATE checks SET newest_id = 6, patient = $1, unseen = 2, left_covered = 3, left_sources = 1, left_others = 0, doubts = 'short' WHERE id = 9`, []any{true}},
		{`UPDATE checks SET newest_id = 6 WHERE id = 10`, nil},
		{`INSERT INTO roles VALUES (1, '{"role":"promise","headings":["诚信承诺"]}', '王处', '2026-01-02 03:04:11+00:00', '', NULL)`, nil},
		{`INSERT INTO marks (id, form_id, field, label, value, year, added_by, added_at) VALUES (1, 5, 'title', '项目名称', '', 2024, '王处', '2026-01-02 03:04:12+00:00')`, nil},
		{`UPDATE checks SET left_here = 1 WHERE id = 9`, nil},
		{`UPDATE marks SET nth = 2 WHERE id = 1`, nil},
		{`INSERT INTO accounts VALUES (1, 'Zhang', 'zhang', '张三', '某基金会', 'officer,reviewer', 'active', '$argon2id$', 'ABC', 7, 'r1,r2', 'oidc', 's-1', '2026-01-02 03:04:13+00:00', NULL)`, nil},
		{`INSERT INTO sessions (id, hash, account_id, created_at, seen_at, address, agent, pending) VALUES (1, 'h1', 1, '2026-01-02 03:04:14+00:00', '2026-01-02 03:04:15+00:00', '127.0.0.1', 'browser', $1)`, []any{false}},
		{`INSERT INTO links VALUES ('h2', 'invite', 1, '2026-01-03 03:04:14+00:00')`, nil},
		{`INSERT INTO tokens VALUES (1, 'h3', 1, '导入', 'read,check', '2026-01-02 03:04:16+00:00', '2027-01-02 03:04:16+00:00', NULL)`, nil},
		{`INSERT INTO attempts VALUES ('h4', 3, '2026-01-02 03:04:17+00:00', '2026-01-02 03:05:17+00:00')`, nil},
		{`INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at) VALUES (1, 4, '王处', '2026-01-02 03:04:18+00:00')`, nil},
		{`INSERT INTO decisions VALUES (5, 9, 'check', 0, 'explain', '', '请说明', '张三 (Zhang)', '2026-01-02 03:04:20+00:00')`, nil},
		{`INSERT INTO audit VALUES (1, '{"number":1}', '` + strings.Repeat("5a", 32) + `', '2026-01-02 03:04:19+00:00', '王处', 'add', 'account', 1)`, nil},
		{`INSERT INTO audit_heads VALUES (1, '{"number":1}', 'signed')`, nil},
	}
	return slices.Concat(rows, rowsOfDesk(), rowsOfOthers())
}

// makeVersion makes a database as a version of the schema made it: testdata has schema.sql
// of each version that changed it, and what it was for SQLite.
func makeVersion(t *testing.T, c library.Config, version int) {
	t.Helper()
	ctx := context.Background()
	ending := ".sqlite.sql"
	if c.DatabaseURL != "" {
		ending = ".sql"
	}
	schema, err := os.ReadFile(filepath.Join("testdata", "schema-"+strconv.Itoa(version)+ending))
	for file := version; errors.Is(err, fs.ErrNotExist) && file > zhiwen.FirstSchemaVersion; {
		file--
		schema, err = os.ReadFile(filepath.Join("testdata", "schema-"+strconv.Itoa(file)+ending))
	}
	if err != nil {
		t.Fatal(err)
	}
	db := librarytest.Plain(t, c)
	if _, err := db.ExecContext(ctx, string(schema)); err != nil {
		t.Fatal(err)
	}
	for _, trigger := range trail.Triggers(c.DatabaseURL == "") {
		if _, err := db.ExecContext(ctx, trigger); err != nil {
			t.Fatalf("%s: %v", trigger, err)
		}
	}
	for _, r := range rowsOf(version) {
		if _, err := db.ExecContext(ctx, r.statement, r.args...); err != nil {
			t.Fatalf("%s: %v", r.statement, err)
		}
	}
}

// values is one row of a table: its values by column.
type values map[string]string

// tables are those with what is stored.
var tables = []string{
	"settings", "files", "documents", "texts", "sentences", "checks", "evidence", "decisions", "servers", "roles", "marks",
	"accounts", "sessions", "links", "tokens", "attempts", "assignments", "audit", "audit_heads",
	"imports", "import_items", "calls", "collections", "collection_documents", "call_forms", "call_collections", "call_changes", "edges", "call_sentences",
	"worklist", "opinions", "tasks", "task_items", "saved_views", "flows", "familiar", "stamps", "holds", "deletions", "setting_changes",
	"figures", "words", "web_sites", "web_pages", "web_versions", "web_repeats", "web_hosts", "harvest_sources", "harvest_items", "harvest_versions",
	"claims", "claim_files", "claim_events", "answers", "submissions", "report_links", "webhooks", "deliveries",
}

// contents reads all rows of all tables.
func contents(t *testing.T, c library.Config) map[string][]values {
	t.Helper()
	db := librarytest.Plain(t, c)
	all := map[string][]values{}
	for _, table := range tables {
		all[table] = rowsIn(t, db, table)
	}
	return all
}

// rowsIn reads the rows of a table, in order of its first column.
func rowsIn(t *testing.T, db *sql.DB, table string) (all []values) {
	t.Helper()
	rows, err := db.QueryContext(context.Background(), `SELECT * FROM `+table+` ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns := librarytest.Must(rows.Columns())(t)
	for rows.Next() {
		row, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		of := values{}
		for i, column := range columns {
			of[column] = fmt.Sprint(row[i])
		}
		all = append(all, of)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// broughtAlong says in before, what a database of a version held, what the
// newest version makes of it: nothing is lost, and all else is said here.
func broughtAlong(before map[string][]values, version int) {
	for _, s := range before["settings"] {
		if s["name"] == "schema" {
			s["value"] = strconv.Itoa(zhiwen.SchemaVersion)
		}
	}
	for _, c := range before["checks"] {
		if version >= 13 {
			continue
		}
		if c["profile"] = ""; c["state"] == "done" {
			c["profile"] = "default"
			c["left_covered"] = "-1" // its shares of parts are yet to be counted
		}
	}
	if version >= 9 {
		return
	}
	for _, x := range before["setting_changes"] {
		if x["id"] == "3" { // the newest of its setting
			x["value"] = `{"exclude":["form","common","learned","running"],"leastLength":20}`
		}
	}
	for _, x := range before["calls"] {
		if x["id"] == "2" {
			x["settings"] = `{"exclude":["heading","running"],"opinions":2}`
		}
	}
}
