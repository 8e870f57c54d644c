package schema_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"zhiwen"
	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/schema"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
)

// migrateBy brings a database from a version to the one after the steps.
func migrateBy(t *testing.T, c library.Config, version int, steps ...string) error {
	t.Helper()
	ctx := context.Background()
	db := librarytest.Must(database.OpenBeside(ctx, database.Config{URL: c.DatabaseURL, DataDir: c.DataDir}))(t)
	err := db.InTx(ctx, func(tx *database.Tx) error { return schema.MigrateBy(ctx, tx, version, steps...) })
	return errors.Join(err, db.Close())
}

func TestStepsLeadToTheSchema(t *testing.T) {
	if schema.Steps() != zhiwen.SchemaVersion-1 {
		t.Errorf("%d steps from version 1, but the schema has version %d", schema.Steps(), zhiwen.SchemaVersion)
	}
}

// row is a statement with its parameters that both databases take.
type row struct {
	statement string
	args      []any
}

// rowsOf are what a program of a version left in its database: a library
// document with its units, a blank form, and a check of another document that
// was decided about; and a document that was not read and a check that waited for
// it.
func rowsOf(version int) []row {
	isForm := "is_form"
	if version < 4 {
		isForm = "is_template"
	}
	document := `INSERT INTO documents (id, sha256, filename, title, applicant, institution, year, programme, keywords, in_library, ` + isForm + `,
		state, failure, characters, pages, units, job_id, created_at) VALUES `
	check := func(values string, matches int) row {
		const columns = `id, doc_id, state, progress, failure, job_id, created_at, started_at, finished_at, countable, covered, sources`
		if version < 4 {
			return row{fmt.Sprintf(`INSERT INTO checks (%s, matches) VALUES (%s, %d)`, columns, values, matches), nil}
		}
		return row{fmt.Sprintf(`INSERT INTO checks (%s) VALUES (%s)`, columns, values), nil}
	}
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
		check(`9, 4, 'done', 100, '', 0, '2026-01-02 03:04:07+00:00', '2026-01-02 03:04:08+00:00', '2026-01-02 03:04:09+00:00', 5, 4, 1`, 1),
		{document + `(6, '0a', 'slow.txt', '', '', '', 0, '', '[]', $1, $2, 'waiting', '', 0, 0, 0, 7, '2026-01-02 03:04:06+00:00')`, []any{true, false}},
		check(`10, 4, 'queued', 0, '', 8, '2026-01-02 03:04:07+00:00', NULL, NULL, 0, 0, 0`, 0),
		{`INSERT INTO evidence VALUES (9, $1)`, []any{[]byte("<evidence/>\n")}},
		{`INSERT INTO decisions VALUES (2, 9, 'check', 0, 'no-concern', '', '无', '李四', '2026-01-02 03:04:11+00:00')`, nil},
		{`INSERT INTO decisions VALUES (3, 9, 'check', 0, '', '', '', '李四', '2026-01-02 03:04:12+00:00')`, nil},
		{`INSERT INTO decisions VALUES (4, 9, 'check', 0, 'suspected', '', '疑似', '王五', '2026-01-02 03:04:13+00:00')`, nil},
		{`INSERT INTO decisions VALUES (1, 9, 'match', 1, 'dismissed', 'common', '套话', '张三', '2026-01-02 03:04:10+00:00')`, nil},
	}
	if version >= 3 {
		rows = append(rows,
			row{`UPDATE documents SET scans_read = 2, scans = 2 WHERE id = 3`, nil},
			row{`UPDATE documents SET scans_read = 1, scans = 5 WHERE id = 6`, nil})
	}
	if version >= 4 {
		rows = append(rows,
			row{`UPDATE documents SET number = 'K-7', number_key = 'k7', applicant_key = '王某', date = '2024-05', people = '{"participants":[{"name":"李某"}]}', revision = 3 WHERE id = 3`, nil},
			row{`UPDATE documents SET is_standard = $1 WHERE id = 5`, []any{true}},
			row{`UPDATE checks SET newest_id = 6, patient = $1, unseen = 2, left_covered = 3, left_sources = 1, left_others = 0, doubts = 'short' WHERE id = 9`, []any{true}},
			row{`UPDATE checks SET newest_id = 6 WHERE id = 10`, nil},
			row{`INSERT INTO roles VALUES (1, '{"role":"promise","headings":["诚信承诺"]}', '王处', '2026-01-02 03:04:11+00:00', '', NULL)`, nil},
			row{`INSERT INTO marks (id, form_id, field, label, value, year, added_by, added_at) VALUES (1, 5, 'title', '项目名称', '', 2024, '王处', '2026-01-02 03:04:12+00:00')`, nil})
	}
	if version >= 5 {
		rows = append(rows,
			row{`UPDATE checks SET left_here = 1 WHERE id = 9`, nil},
			row{`UPDATE marks SET nth = 2 WHERE id = 1`, nil},
			row{`INSERT INTO accounts VALUES (1, 'Zhang', 'zhang', '张三', '某基金会', 'officer,reviewer', 'active', '$argon2id$', 'ABC', 7, 'r1,r2', 'oidc', 's-1', '2026-01-02 03:04:13+00:00', NULL)`, nil},
			row{`INSERT INTO sessions (id, hash, account_id, created_at, seen_at, address, agent, pending) VALUES (1, 'h1', 1, '2026-01-02 03:04:14+00:00', '2026-01-02 03:04:15+00:00', '127.0.0.1', 'browser', $1)`, []any{false}},
			row{`INSERT INTO links VALUES ('h2', 'invite', 1, '2026-01-03 03:04:14+00:00')`, nil},
			row{`INSERT INTO tokens VALUES (1, 'h3', 1, '导入', 'read,check', '2026-01-02 03:04:16+00:00', '2027-01-02 03:04:16+00:00', NULL)`, nil},
			row{`INSERT INTO attempts VALUES ('h4', 3, '2026-01-02 03:04:17+00:00', '2026-01-02 03:05:17+00:00')`, nil},
			row{`INSERT INTO assignments (account_id, doc_id, assigned_by, assigned_at) VALUES (1, 4, '王处', '2026-01-02 03:04:18+00:00')`, nil},
			row{`INSERT INTO decisions VALUES (5, 9, 'check', 0, 'explain', '', '请说明', '张三 (Zhang)', '2026-01-02 03:04:20+00:00')`, nil},
			row{`INSERT INTO audit VALUES (1, '{"number":1}', '` + strings.Repeat("5a", 32) + `', '2026-01-02 03:04:19+00:00', '王处', 'add', 'account', 1)`, nil},
			row{`INSERT INTO audit_heads VALUES (1, '{"number":1}', 'signed')`, nil})
	}
	if version >= 6 {
		rows = append(rows, rowsSince6()...)
	}
	if version >= 7 {
		rows = append(rows, rowsSince7()...)
	}
	return rows
}

// makeVersion makes a database as a version of the schema made it: testdata has
// schema.sql of each version, and what it was for SQLite.
func makeVersion(t *testing.T, c library.Config, version int) {
	t.Helper()
	ctx := context.Background()
	ending := ".sqlite.sql"
	if c.DatabaseURL != "" {
		ending = ".sql"
	}
	schema := librarytest.Must(os.ReadFile(filepath.Join("testdata", "schema-"+strconv.Itoa(version)+ending)))(t)
	db := librarytest.Plain(t, c)
	if _, err := db.ExecContext(ctx, string(schema)); err != nil {
		t.Fatal(err)
	}
	if version >= 5 {
		for _, trigger := range trail.Triggers(c.DatabaseURL == "") {
			if _, err := db.ExecContext(ctx, trigger); err != nil {
				t.Fatalf("%s: %v", trigger, err)
			}
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
var tables = []string{"settings", "files", "documents", "texts", "sentences", "checks", "evidence", "decisions", "servers"}

// tablesSince4 came with version 4.
var tablesSince4 = []string{"roles", "marks"}

// tablesSince5 came with version 5.
var tablesSince5 = []string{"accounts", "sessions", "links", "tokens", "attempts", "assignments", "audit", "audit_heads"}

// tablesSince6 came with version 6.
var tablesSince6 = []string{
	"imports", "import_items", "calls", "collections", "collection_documents", "call_forms", "call_collections", "call_changes", "edges", "call_sentences",
	"worklist", "opinions", "tasks", "task_items", "saved_views", "flows", "familiar", "stamps", "holds", "deletions", "setting_changes",
}

// tablesSince7 came with version 7.
var tablesSince7 = []string{
	"figures", "words", "web_sites", "web_pages", "web_versions", "web_repeats", "web_hosts", "harvest_sources", "harvest_items", "harvest_versions",
	"claims", "claim_files", "claim_events", "answers", "submissions", "report_links", "webhooks", "deliveries",
}

// contents reads all rows of all tables that a version had.
func contents(t *testing.T, c library.Config, version int) map[string][]values {
	t.Helper()
	db := librarytest.Plain(t, c)
	all := map[string][]values{}
	names := tables
	if version >= 4 {
		names = slices.Concat(names, tablesSince4)
	}
	if version >= 5 {
		names = slices.Concat(names, tablesSince5)
	}
	if version >= 6 {
		names = slices.Concat(names, tablesSince6)
	}
	if version >= 7 {
		names = slices.Concat(names, tablesSince7)
	}
	for _, table := range names {
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
	no := before["documents"][1]["in_library"] // false, as the database writes it
	for _, s := range before["settings"] {
		if s["name"] == "schema" {
			s["value"] = strconv.Itoa(zhiwen.SchemaVersion)
		}
	}
	if version >= 7 {
		return
	}
	for _, d := range before["documents"] {
		d["web"] = ""
		d["batch"] = no
	}
	for _, c := range before["checks"] {
		c["compared"], c["batch"] = no, no
	}
	if version >= 6 {
		return
	}
	for _, d := range before["documents"] {
		d["call_id"], d["arrival"] = "0", "0"
		d["reference"], d["status"] = "", ""
		parts := []string{d["title"], d["applicant"], d["institution"], "", "", d["filename"]}
		if version >= 4 {
			parts[4] = strings.ToLower(d["number"])
		}
		d["search"] = strings.Join(parts, "\n")
		d["entered"] = "0"
		d["format"] = map[string]string{"3": "txt", "4": "txt", "5": "txt"}[d["id"]] // 6 has not been read
	}
	for _, c := range before["checks"] {
		for _, column := range []string{"left_quoted", "left_largest", "largest_id", "flags", "unread", "rank", "arrivals"} {
			c[column] = "0"
		}
		c["findings"] = ""
		if c["state"] == "done" { // it is counted anew
			c["left_covered"] = "-1"
		}
	}
	for _, x := range before["sessions"] {
		x["logout"] = ""
	}
	for _, x := range before["assignments"] {
		x["due"] = ""
	}
	if version >= 5 {
		return
	}
	for _, c := range before["checks"] {
		c["left_here"] = "0"
	}
	for _, m := range before["marks"] {
		m["nth"] = "0" // whichever of the places of a label
	}
	if version >= 4 {
		return
	}
	for _, d := range before["documents"] {
		d["is_form"] = d["is_template"]
		delete(d, "is_template")
		if version < 3 || d["state"] != "waiting" { // what is read is no scan any more
			d["scans_read"], d["scans"] = "0", "0"
		}
		d["applicant_key"], d["number_key"] = score.NameKey(d["applicant"]), ""
		d["revision"], d["number"], d["date"], d["people"], d["is_standard"] = "0", "", "", "{}", no
	}
	for _, c := range before["checks"] {
		c["newest_id"], c["patient"], c["unseen"] = "0", no, "0"
		if c["state"] == "queued" {
			c["newest_id"] = "6" // before, its job knew what a check waits for
		}
		for _, left := range []string{"left_covered", "left_sources", "left_others"} {
			c[left] = "-1"
		}
		c["doubts"] = ""
		delete(c, "matches") // nothing shows it
	}
}

// A database of every version before the present one is brought up to date when it is opened.
func TestMigrate(t *testing.T) {
	fresh := map[bool][]string{} // the tables of a new database, on SQLite or not
	freshSchema := func(t *testing.T, isSQLite bool) []string {
		if fresh[isSQLite] == nil {
			empty := librarytest.EmptyPostgres
			if isSQLite {
				empty = librarytest.EmptySQLite
			}
			fresh[isSQLite] = schemaOf(t, librarytest.Open(t, empty(t)))
		}
		return fresh[isSQLite]
	}
	for version := 1; version < zhiwen.SchemaVersion; version++ {
		t.Run("from "+strconv.Itoa(version), func(t *testing.T) {
			librarytest.EachEmpty(t, func(t *testing.T, c library.Config) {
				makeVersion(t, c, version)
				want := contents(t, c, version)
				if err := librarytest.Must(library.Open(context.Background(), c))(t).Close(); err != nil {
					t.Fatal(err)
				}
				migratedContents(t, want, contents(t, c, version), version)
				s := librarytest.Open(t, c)
				migratedSchema(t, freshSchema(t, c.DatabaseURL == ""), schemaOf(t, s))
				migratedRecord(t, s, version)
				migratedLibrary(t, s, version)
			})
		})
	}
}

// migratedRecord looks at the record of a library of before it, which begins when that is
// brought up to date: nobody takes it for one whose record was removed.
func migratedRecord(t *testing.T, s *library.Store, version int) {
	t.Helper()
	if version >= trail.Since { // whose record has begun
		return
	}
	if err := s.CheckEnd(t.Context()); err != nil {
		t.Errorf("the end of its record: %v", err)
	}
	entries, _, err := s.Entries(t.Context(), audit.Filter{}, 9)
	if err != nil || len(entries) != 1 || entries[0].Act.Action != audit.Start || entries[0].Act.Subject != audit.SubjectRecord {
		t.Errorf("its record: %+v, %v", entries, err)
	}
}

// migratedContents holds what was stored to be the same afterwards, value by value.
func migratedContents(t *testing.T, before, after map[string][]values, version int) {
	t.Helper()
	if len(before["documents"]) != 4 {
		t.Fatalf("only %v", before["documents"])
	}
	broughtAlong(before, version)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("-stored +brought up to date\n%s", diff)
	}
}

// migratedSchema holds the tables to be those of a new database.
func migratedSchema(t *testing.T, fresh, got []string) {
	t.Helper()
	if len(fresh) < 60 {
		t.Fatalf("only %d columns and indexes were found: %q", len(fresh), fresh)
	}
	if diff := cmp.Diff(fresh, got); diff != "" {
		t.Errorf("-new +brought up to date\n%s", diff)
	}
}

// migratedLibrary reads what was stored as the program does, and goes on with it.
func migratedLibrary(t *testing.T, s *library.Store, version int) {
	t.Helper()
	ctx := context.Background()
	d := librarytest.Must(s.Document(ctx, 3))(t)
	want := evidence.Identity{SHA256: "0a", Filename: "past.txt", Title: "题目", Applicant: "王某", Institution: "某大学", Year: 2024, Programme: "面上", Keywords: []string{"图", "网"}}
	if version >= 4 {
		want.Number, want.Date, want.Participants = "K-7", "2024-05", []evidence.Person{{Name: "李某"}}
	}
	if diff := cmp.Diff(want, d.Identity); diff != "" || !d.InLibrary || d.State != record.DocumentReady || d.CreatedAt.Unix() != 1767323045 {
		t.Errorf("document %+v\n%s", d, diff)
	}
	if d := librarytest.Must(s.Document(ctx, 5))(t); !d.Form || d.InLibrary {
		t.Errorf("the blank form is %+v", d)
	}
	if forms := librarytest.Must(s.Forms(ctx))(t); len(forms) != 1 || forms[0].Document.Text != "form" {
		t.Errorf("forms %+v", forms)
	}
	sources := librarytest.Must(s.Sources(ctx, []int64{3, 4}))(t)
	if len(sources) != 1 || sources[0].Document.Text != "past" || len(sources[0].Units) != 1 || sources[0].Units[0].Groups[4] != 1048575 {
		t.Errorf("sources %+v", sources)
	}
	if file := librarytest.Must(s.File(ctx, 4))(t); string(file) != "fresh\n" {
		t.Errorf("file %q", file)
	}
	if c := librarytest.Must(s.Check(ctx, 9))(t); c.State != record.CheckDone || c.Covered != 4 || c.Document.ID != 4 {
		t.Errorf("check %+v", c)
	}
	if xml := librarytest.Must(s.Evidence(ctx, 9))(t); string(xml) != "<evidence/>\n" {
		t.Errorf("evidence %q", xml)
	}
	decisions := librarytest.Must(s.Decisions(ctx, 9))(t)
	if len(decisions) < 4 || decisions[0].Verdict != evidence.Dismissed || decisions[0].Reviewer != "张三" || decisions[0].Comment != "套话" {
		t.Errorf("decisions %+v", decisions)
	}
	// Who gave a verdict had that opinion.
	opinions := librarytest.Must(s.Opinions(ctx, 9))(t)
	if len(opinions) != len(decisions)-1 {
		t.Fatalf("opinions %+v", opinions)
	}
	for i, o := range opinions {
		d, account := decisions[i+1], int64(0)
		if d.Reviewer == "张三 (Zhang)" {
			account = 1
		}
		if o.Account != account || o.Opinion != (evidence.Opinion{Verdict: d.Verdict, Reviewer: d.Reviewer, Reason: d.Comment, At: d.At}) {
			t.Errorf("opinion %+v of decision %+v", o, d)
		}
	}
	if version >= 5 {
		if got := librarytest.Must(s.Assignments(ctx, 4))(t); len(got) != 1 || got[0].Due != "" {
			t.Errorf("assignments %+v", got)
		}
	}
	start := func() error {
		return s.InTx(ctx, func(tx *library.Tx) error { return tx.StartCheck(ctx, 10) })
	}
	if err := start(); !errors.Is(err, library.ErrTooSoon) {
		t.Errorf("start of the check that waits: %v, want ErrTooSoon", err)
	}
	librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		return tx.FailDocument(ctx, 6, record.Failure{Name: record.FailureDamaged})
	})
	if err := start(); err != nil {
		t.Error(err)
	}
	librarytest.Must(s.Load(ctx, []library.Prepared{{Upload: librarytest.Upload("new"), Document: librarytest.Document("new"), Units: librarytest.Units(1, 1)}}))(t)
	if n := librarytest.Must(s.Snapshot(ctx))(t).Documents; n != 2 {
		t.Errorf("%d documents, want the old and the new", n)
	}
}

// schemaOf lists columns, constraints and indexes.
func schemaOf(t *testing.T, s *library.Store) (out []string) {
	t.Helper()
	queries := []string{
		`SELECT m.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || COALESCE(c.dflt_value, '') || ' ' || c.pk
			FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
		`SELECT m.name || '.' || f."from" || ' -> ' || f."table" FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`,
		`SELECT sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`,
	}
	if s.Postgres() != nil {
		queries = []string{
			`SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '') || ' ' || is_identity
				FROM information_schema.columns WHERE table_schema = 'public'`,
			`SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace`,
			`SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'`,
			`SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
		}
	}
	for _, q := range queries {
		for _, line := range lines(t, s, q) {
			out = append(out, strings.Join(strings.Fields(line), " "))
		}
	}
	slices.Sort(out)
	return out
}

// lines runs a query for texts.
func lines(t *testing.T, s *library.Store, query string) (out []string) {
	t.Helper()
	ctx := context.Background()
	if p := s.Postgres(); p != nil {
		rows, err := p.Query(ctx, query)
		if err != nil {
			t.Fatal(err)
		}
		return librarytest.Must(pgx.CollectRows(rows, pgx.RowTo[string]))(t)
	}
	rows, err := s.SQLite().QueryContext(ctx, query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// A step that fails, the second here, leaves the version and the tables as they
// were before the first; without it all of them are done once.
func TestMigrateWholeOrNotAtAll(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Open(t, c)
		before := schemaOf(t, s)
		const (
			one = `CREATE TABLE extra (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, bytes BYTEA); -- a comment`
			two = `ALTER TABLE extra ADD COLUMN at TIMESTAMPTZ; INSERT INTO extra (id) VALUES (7);`
		)
		if err := migrateBy(t, c, 1, one, `ALTER TABLE nowhere ADD COLUMN x INTEGER`); err == nil || !strings.Contains(err.Error(), "from schema version 2 to 3") {
			t.Errorf("got %v", err)
		}
		if diff := cmp.Diff(before, schemaOf(t, s)); diff != "" {
			t.Errorf("a failed step left something:\n%s", diff)
		}
		if got := setting(t, s, "schema"); got != strconv.Itoa(zhiwen.SchemaVersion) {
			t.Errorf("version %s after a failed step", got)
		}
		if err := migrateBy(t, c, 1, one, two); err != nil {
			t.Fatal(err)
		}
		if got := setting(t, s, "schema"); got != "3" {
			t.Errorf("version %s, want 3", got)
		}
		if err := migrateBy(t, c, 2, `fault`, `DELETE FROM extra WHERE id = 7`); err != nil { // only what is left
			t.Fatal(err)
		}
	})
}

// setting reads the table settings.
func setting(t *testing.T, s *library.Store, name string) (value string) {
	t.Helper()
	librarytest.InTx(t, s, func(ctx context.Context, tx *library.Tx) error {
		const query = `SELECT value FROM settings WHERE name = $1`
		if p := tx.Postgres(); p != nil {
			return p.QueryRow(ctx, query, name).Scan(&value)
		}
		return tx.SQLite().QueryRowContext(ctx, query, name).Scan(&value)
	})
	return value
}

// Servers that find an old database at the same time bring it up to date once.
func TestMigrateConcurrently(t *testing.T) {
	c := librarytest.EmptyPostgres(t)
	makeVersion(t, c, 1)
	librarytest.OpenAtOnce(t, c)
}

// A newer database is left alone, by a program that knows none of its steps.
func TestNewerDatabaseIsLeftAlone(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Must(library.Open(ctx, c))(t)
		if err := migrateBy(t, c, 999, make([]string, 999)...); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if s, err := library.Open(ctx, c); !errors.Is(err, library.ErrVersion) {
			if err == nil {
				_ = s.Close()
			}
			t.Errorf("got %v, want ErrVersion", err)
		}
	})
}
