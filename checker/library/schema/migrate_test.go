package schema_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"zhiwen"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/library/schema"
	"zhiwen/checker/record"
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
	if schema.Steps() != zhiwen.SchemaVersion-zhiwen.FirstSchemaVersion {
		t.Errorf("%d steps from version %d, but the schema has version %d", schema.Steps(), zhiwen.FirstSchemaVersion, zhiwen.SchemaVersion)
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
	for version := zhiwen.FirstSchemaVersion; version < zhiwen.SchemaVersion; version++ {
		t.Run("from "+strconv.Itoa(version), func(t *testing.T) {
			librarytest.EachEmpty(t, func(t *testing.T, c library.Config) {
				makeVersion(t, c, version)
				want := contents(t, c)
				if err := librarytest.Must(library.Open(context.Background(), c))(t).Close(); err != nil {
					t.Fatal(err)
				}
				migratedContents(t, want, contents(t, c), version)
				s := librarytest.Open(t, c)
				migratedSchema(t, freshSchema(t, c.DatabaseURL == ""), schemaOf(t, s))
				migratedLibrary(t, s)
			})
		})
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
func migratedLibrary(t *testing.T, s *library.Store) {
	t.Helper()
	ctx := context.Background()
	d := librarytest.Must(s.Document(ctx, 3))(t)
	want := evidence.Identity{SHA256: "0a", Filename: "past.txt", Title: "题目", Applicant: "王某", Institution: "某大学", Year: 2024, Programme: "面上", Keywords: []string{"图", "网"},
		Number: "K-7", Date: "2024-05", Participants: []evidence.Person{{Name: "李某"}}}
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
	if got := librarytest.Must(s.Assignments(ctx, 4))(t); len(got) != 1 || got[0].Due != "" {
		t.Errorf("assignments %+v", got)
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
	if n := librarytest.Must(s.Snapshot(ctx, 0))(t).Documents; n != 2 {
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
		if err := migrateBy(t, c, zhiwen.FirstSchemaVersion, one, `ALTER TABLE nowhere ADD COLUMN x INTEGER`); err == nil || !strings.Contains(err.Error(), "from schema version 9 to 10") {
			t.Errorf("got %v", err)
		}
		if diff := cmp.Diff(before, schemaOf(t, s)); diff != "" {
			t.Errorf("a failed step left something:\n%s", diff)
		}
		if got := setting(t, s, "schema"); got != strconv.Itoa(zhiwen.SchemaVersion) {
			t.Errorf("version %s after a failed step", got)
		}
		if err := migrateBy(t, c, zhiwen.FirstSchemaVersion, one, two); err != nil {
			t.Fatal(err)
		}
		if got := setting(t, s, "schema"); got != "10" {
			t.Errorf("version %s, want 10", got)
		}
		if err := migrateBy(t, c, zhiwen.FirstSchemaVersion+1, `fault`, `DELETE FROM extra WHERE id = 7`); err != nil { // only what is left
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
	makeVersion(t, c, zhiwen.FirstSchemaVersion)
	librarytest.OpenAtOnce(t, c)
}

// A database of before the first release is refused in a sentence, and left alone.
func TestOlderDatabaseIsRefused(t *testing.T) {
	librarytest.EachEmpty(t, func(t *testing.T, c library.Config) {
		makeVersion(t, c, zhiwen.FirstSchemaVersion)
		if _, err := librarytest.Plain(t, c).ExecContext(t.Context(), `UPDATE settings SET value = '7' WHERE name = 'schema'`); err != nil {
			t.Fatal(err)
		}
		before := contents(t, c)
		s, err := library.Open(t.Context(), c)
		if err == nil {
			_ = s.Close()
		}
		if !errors.Is(err, library.ErrVersion) || !strings.Contains(err.Error(), "schema version 7, from before release 1.0.0") {
			t.Errorf("got %v", err)
		}
		if diff := cmp.Diff(before, contents(t, c)); diff != "" {
			t.Error(diff)
		}
	})
}

// A newer database is left alone, by a program that knows none of its steps.
func TestNewerDatabaseIsLeftAlone(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Must(library.Open(ctx, c))(t)
		if err := migrateBy(t, c, 999, make([]string, 999-zhiwen.FirstSchemaVersion)...); err != nil {
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
