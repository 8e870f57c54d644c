package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
	"zhiwen/server/worker"
)

// stocked makes an installation as a server leaves it: the samples, a check with signed
// evidence, a record. It gives the arguments that name it.
func stocked(t *testing.T, c library.Config) (p installation.Place, arguments []string) {
	t.Helper()
	data := t.TempDir()
	p = installation.Place{Data: data, DatabaseURL: c.DatabaseURL}
	arguments = []string{"--data", data}
	if c.DatabaseURL != "" {
		arguments = append(arguments, "--database-url", c.DatabaseURL)
	}
	t.Run("stock", func(t *testing.T) {
		base := serveArguments(t, arguments...)
		answer, err := http.Post(base+"/samples", "application/x-www-form-urlencoded", nil)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		ready := func(path, sign string, want int) func() bool {
			return func() bool {
				answer, err := http.Get(base + path)
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = answer.Body.Close() }()
				b, err := io.ReadAll(answer.Body)
				return err == nil && strings.Count(string(b), sign) >= want
			}
		}
		waitFor(t, "the check is done", ready("/checks/1/evidence.xml", "</evidence>", 1))
	})
	return p, arguments
}

// doctorSays runs the doctor and returns what it says.
func doctorSays(t *testing.T, arguments []string, want int) string {
	t.Helper()
	code, out, complaint := zhiwen(t, append([]string{"doctor"}, arguments...)...)
	if code != want {
		t.Fatalf("exit %d, want %d: %s%s", code, want, out, complaint)
	}
	return out
}

// Each sort of damage is found, with the documents and checks that it concerns and what to
// do; what is whole is said to be.
func TestDoctor(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		p, arguments := stocked(t, c)
		if out := doctorSays(t, arguments, exitDone); !strings.Contains(out, "All stored data is intact") || !strings.Contains(out, "checks with evidence 1") {
			t.Fatal(out)
		}
		store, err := library.OpenBeside(context.Background(), library.Config{DataDir: p.Data, DatabaseURL: p.DatabaseURL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = store.Close() }()
		if c.DatabaseURL == "" {
			librarytest.Exec(t, store, `DROP TRIGGER audit_unchanged`)
			librarytest.Exec(t, store, `PRAGMA foreign_keys = 0`)
		} else {
			librarytest.Exec(t, store, `DROP TRIGGER audit_kept ON audit`)
		}
		librarytest.Exec(t, store, `INSERT INTO claims (subject, doc_id, account_id, statement, state, made_at) VALUES ('document 5', 5, 1, 'mine', 'open', '2026-01-01 00:00:00+00:00')`)
		for _, damage := range []struct{ statement, want, advice string }{
			{`UPDATE files SET bytes = $1 WHERE sha256 = (SELECT sha256 FROM documents WHERE id = 2)`, "A file differs from what was uploaded: documents 2 — ", "→ Files: upload"},
			{`UPDATE texts SET text = text || 'x' WHERE doc_id = 3`, "A text is damaged or missing: documents 3 — ", "→ Texts: delete"},
			{`DELETE FROM texts WHERE doc_id = 1`, "A text is damaged or missing: documents 1 — ", "→ Texts: delete"},
			{`UPDATE texts SET structure = '{' WHERE doc_id = 6`, "A text is damaged or missing: documents 6 — ", "→ Texts: delete"},
			{`DELETE FROM sentences WHERE doc_id = 4 AND ordinal = 1`, "of a document are damaged: documents 4 — ", "→ The listed documents"},
			{`UPDATE sentences SET a = (a + 1) % 1000 WHERE doc_id = 5 AND ordinal = 2`, "of a document are damaged: documents 5 — ", "→ The listed documents"},
			{`INSERT INTO paper_documents VALUES (2, 1)`, "of a document are damaged: documents 2 — units of document 2 by the published method: 0, 1 are noted\n", "→ The listed documents"},
			{`INSERT INTO paper_sentences VALUES (2, 0, 0, 5, 1, 2, 3, 4, 5), (2, 1, 5, 9, 1, 2, 3, 4, 5)`, "of document 2 by the published method: 2, 1 are noted\n", "→ The listed documents"},
			{`DELETE FROM paper_documents`, "of document 2 by the published method: 2, 0 are noted\n", "→ The listed documents"},
			{`INSERT INTO sentences SELECT 77, ordinal, start_offset, end_offset, a, b, c, d, e FROM sentences WHERE doc_id = 4`, "There are rows without an owner — ", "→ Rows without an owner"},
			{`UPDATE evidence SET xml = $2 WHERE check_id = 1`, "Evidence is damaged or missing: checks 1 — ", "→ Evidence: repeat"},
			{`INSERT INTO claim_files SELECT id, 1, 'a.pdf', 5, 'of another', $1 FROM claims`, "A file differs from what was uploaded: documents 5 — file 1 of claim ", "→ Files: upload"},
			{`UPDATE audit SET entry = substr(entry, 1, length(entry) - 1) || ' }' WHERE number = 1`, "The audit log was changed or cut short — ", "→ Audit log: keep"},
		} {
			var xml []byte
			if strings.Contains(damage.statement, "$2") {
				if xml, err = store.Evidence(context.Background(), 1); err != nil {
					t.Fatal(err)
				}
				xml[len(xml)/2] ^= 1
				damage.statement = strings.ReplaceAll(damage.statement, "$2", "$1")
			}
			if c.DatabaseURL != "" && strings.Contains(damage.statement, " 77,") {
				librarytest.Exec(t, store, `ALTER TABLE sentences DROP CONSTRAINT sentences_doc_id_fkey`)
			}
			if strings.Contains(damage.statement, "$1") {
				librarytest.Exec(t, store, damage.statement, append(xml, "other"[:5-min(5, len(xml))]...))
			} else {
				librarytest.Exec(t, store, damage.statement)
			}
			if out := doctorSays(t, arguments, exitFailed); strings.Count(out, damage.want) != 1 || strings.Count(out, damage.advice) != 1 {
				t.Errorf("after %s:\n%s", damage.statement, out)
			}
		}
		librarytest.Exec(t, store, `INSERT INTO paper_documents VALUES (2, 2)`)
		if out := doctorSays(t, arguments, exitFailed); strings.Contains(out, "by the published method") {
			t.Errorf("with all units of the published method:\n%s", out)
		}
		if code, out, _ := zhiwenIn(t, map[string]string{"LANG": "zh_CN.UTF-8"}, append([]string{"doctor"}, arguments...)...); code != exitFailed || !strings.Contains(out, "文件与上传时不一致：文档 2") {
			t.Errorf("in Chinese: %s", out)
		}
	})
}

// Files that belong to nothing are found and said, with what to do; what belongs to a server
// at work, to an import that is under way, or to a stored file is not among them.
func TestDoctorLeftovers(t *testing.T) {
	testrun.NeedWhole(t)
	p, arguments := stocked(t, library.Config{})
	store, err := library.OpenBeside(t.Context(), library.Config{DataDir: p.Data})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	stored, err := store.StoredAs(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	put := func(name string, age time.Duration) {
		t.Helper()
		path := filepath.Join(p.Data, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, path, []byte("confidential"))
		for _, at := range []string{path, filepath.Dir(path)} {
			if err := os.Chtimes(at, time.Now(), time.Now().Add(-age)); err != nil {
				t.Fatal(err)
			}
		}
	}
	version := fmt.Sprint(extract.DrawingVersion)
	put("pages/"+version+"/"+stored.SHA256+"/1", 0)
	put("imports/going/a.pdf", 2*time.Hour)
	running := record.Import{Name: "x", ToLibrary: true, Place: worker.ImportPlace(filepath.Join(p.Data, "imports", "going"))}
	if _, err := store.CreateImport(t.Context(), running, nil); err != nil {
		t.Fatal(err)
	}
	if out := doctorSays(t, arguments, exitDone); !strings.Contains(out, "All stored data is intact") {
		t.Errorf("where nothing is left over:\n%s", out)
	}
	put("incoming/zhiwen-parcel-1/a.pdf", 0)
	put("print/1/report.html", 2*time.Hour)
	put("imports/left/b.pdf", 2*time.Hour)
	put("pages/"+version+"/"+strings.Repeat("0", 64)+"/1", 0)
	put(".zhiwen-restore-1/zhiwen.db", 2*time.Hour)
	put(".zhiwen-restore-2/zhiwen.db", 0) // which may be under way
	all := "There are files without an owner in the data folder — 5, 1 KB: .zhiwen-restore-1, imports/left, incoming/zhiwen-parcel-1, pages/" + version + "/" + strings.Repeat("0", 64) + ", print/1\n"
	if out := doctorSays(t, arguments, exitFailed); strings.Count(out, all) != 1 || !strings.Contains(out, "→ Files without an owner") {
		t.Errorf("got\n%s", out)
	}
	index, closeIndex, err := searched(filepath.Join(p.Data, installation.SearchFolder)) // as a server has it open
	if err != nil || index == nil {
		t.Fatal(err)
	}
	defer func() { _ = closeIndex() }()
	if out := doctorSays(t, arguments, exitFailed); !strings.Contains(out, "— 3, 1 KB: .zhiwen-restore-1, imports/left, print/1\n") {
		t.Errorf("beside a server:\n%s", out)
	}
}

// Evidence of another key is told from damaged one, and a library that search lacks
// documents of from a whole one.
func TestDoctorSearch(t *testing.T) {
	testrun.NeedWhole(t)
	p, arguments := stocked(t, library.Config{})
	dir := filepath.Join(p.Data, installation.SearchFolder)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	for range 2 { // as a restored folder is; looking makes no index
		if out := doctorSays(t, arguments, exitDone); !strings.Contains(out, "– There is no full-text index yet") {
			t.Error(out)
		}
	}
	_, closeEmpty, err := searched(dir)
	if err := errors.Join(err, closeEmpty()); err != nil {
		t.Fatal(err)
	}
	if out := doctorSays(t, arguments, exitFailed); !strings.Contains(out, "Full-text search differs from the library: documents 1, 2") || strings.Count(out, "✗") != 1 {
		t.Error(out)
	}
	if code, _, complaint := zhiwen(t, append([]string{"key", "--renew"}, arguments...)...); code != exitDone {
		t.Fatal(complaint)
	}
	if out := doctorSays(t, arguments, exitFailed); strings.Contains(out, "Evidence is signed") {
		t.Errorf("a key of before is a stranger: %s", out)
	}
	if err := os.Remove(filepath.Join(p.Data, installation.KeyFile)); err != nil {
		t.Fatal(err)
	}
	if code, _, complaint := zhiwen(t, append([]string{"key"}, arguments...)...); code != exitDone {
		t.Fatal(complaint)
	}
	if out := doctorSays(t, arguments, exitFailed); !strings.Contains(out, "signed with a key that does not belong to this installation: checks 1") {
		t.Error(out)
	}
}

// The doctor reads every value as pages do: a row that a page cannot show whole is named.
func TestDoctorValues(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		p, arguments := stocked(t, c)
		ctx := context.Background()
		store, err := library.OpenBeside(ctx, library.Config{DataDir: p.Data, DatabaseURL: p.DatabaseURL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = store.Close() }()
		at := "'2026-01-01 00:00:00+00:00'"
		for _, statement := range []string{
			`INSERT INTO calls (name, programme, year, deadline, state, settings, created_by, created_at, changed_by, changed_at, arrivals) VALUES ('a', '', 0, '', 'open', '{}', '', ` + at + `, '', ` + at + `, 0)`,
			`INSERT INTO roles (entry, added_by, added_at, ended_by) VALUES ('{}', '', ` + at + `, '')`,
			`INSERT INTO setting_changes (name, value, changed_by, changed_at) VALUES ('web', '', '', ` + at + `)`,
		} {
			librarytest.Exec(t, store, statement)
		}
		if out := doctorSays(t, arguments, exitDone); !strings.Contains(out, "All stored data is intact") {
			t.Fatal(out)
		}
		for _, tc := range []struct{ column, where, want string }{
			{"documents.keywords", "id = 3", "(basic information of documents): documents 3 — keywords of document 3"},
			{"documents.people", "id = 4", "(basic information of documents): documents 4 — people of document 4"},
			{"documents.web", "id = 5", "(basic information of documents): documents 5 — page of document 5"},
			{"checks.findings", "id = 1", ": checks 1 — findings of check 1"},
			{"calls.settings", "name = 'a'", "table calls"},
			{"roles.entry", "id > 0", "table roles"},
			{"setting_changes.value", "name = 'web'", "table settings"},
		} {
			table, column, _ := strings.Cut(tc.column, ".")
			librarytest.Exec(t, store, `UPDATE `+table+` SET `+column+` = '{not json' WHERE `+tc.where)
			if out := doctorSays(t, arguments, exitFailed); !strings.Contains(out, "Some stored values cannot be read") ||
				strings.Count(out, tc.want) != 1 ||
				!strings.Contains(out, "→ Values: pages show") {
				t.Errorf("%s is damaged:\n%s", tc.column, out)
			}
		}
	})
}

// Whatever bytes of the database are lost, the doctor ends with what is concerned or with
// what to do, and never with nothing but an error of the database's own; nor does the
// server that is started on it.
func TestDamagedDatabase(t *testing.T) {
	testrun.NeedWhole(t)
	p, arguments := stocked(t, library.Config{})
	path := database.SQLitePath(p.Data)
	if _, err := os.Stat(path + "-wal"); err == nil { // what a server that has ended leaves is one file
		t.Fatal("there is a log beside the database")
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := roots(t, path)
	put := func(t *testing.T, b []byte) {
		t.Helper()
		for _, rest := range []string{"-wal", "-shm"} {
			_ = os.Remove(path + rest)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// What cannot be opened at all, by the doctor or by a server.
	for name, b := range map[string][]byte{
		"truncated": whole[:len(whole)/2/4096*4096], "cut in a page": whole[:len(whole)/3+17], "no database": []byte(strings.Repeat("nothing ", 1000)),
	} {
		t.Run(name, func(t *testing.T) {
			put(t, b)
			code, out, complaint := zhiwen(t, append([]string{"doctor"}, arguments...)...)
			if said := out + complaint; code == exitDone || !strings.Contains(said, "→ ") && !strings.Contains(said, "restore the latest good backup") {
				t.Errorf("exit %d without advice:\n%s", code, said)
			}
			code, _, complaint = zhiwen(t, append([]string{"import"}, append(arguments, filepath.Join(folder(t, map[string]string{"n.txt": other}), "n.txt"))...)...)
			if code == exitDone || !strings.Contains(complaint, "restore the latest good backup") {
				t.Errorf("a start: exit %d: %s", code, complaint)
			}
		})
	}
	// What can be opened still is read table by table: which is damaged is named, with what it
	// holds and which documents and checks that concerns; what is whole is looked at.
	for table, want := range map[string][]string{
		"documents": {"table documents (basic information of documents)", "documents 1, 2, 3, 4, 5, 6", "checks with evidence 1"},
		"texts":     {"table texts (texts of documents)", "A text is damaged or missing: documents 1 ", "A text is damaged or missing: documents 6 ", "files 6"},
		"files":     {"table files (uploaded files)", "A file differs from what was uploaded: documents 1 ", "A file differs from what was uploaded: documents 6 ", "checks with evidence 1"},
		"sentences": {"table sentences (text and pictures used for comparison)", "of a document are damaged: documents 2 ", "files 6", "checks with evidence 1"},
		"checks":    {"table checks (checks and their results)", ": checks 1 ", "documents 6, files 6"},
		"evidence":  {"table evidence (evidence)", "Evidence is damaged or missing: checks 1 ", "documents 6, files 6"},
		"audit":     {"table audit (the audit log)", "The audit log was changed or cut short", "documents 6, files 6, checks with evidence 1"},
		"settings":  {"table settings (settings and rules)", "documents 6, files 6, checks with evidence 1"},
		"imports":   {"table imports (bulk actions and imports)", "documents 6, files 6, checks with evidence 1"},
		"accounts":  {"table accounts (accounts and logins)", "documents 6, files 6, checks with evidence 1"},
	} {
		t.Run(table, func(t *testing.T) {
			b := append([]byte(nil), whole...)
			page := b[(pages[table]-1)*4096:]
			random := rand.New(rand.NewPCG(1, uint64(pages[table])))
			for i := range 600 {
				page[i] = byte(random.Int())
			}
			page[0] = 0xff // no kind of page
			put(t, b)
			code, out, complaint := zhiwen(t, append([]string{"doctor"}, arguments...)...)
			if code != exitFailed || !strings.Contains(out, "→ Database: stop the server") {
				t.Errorf("exit %d: %s%s", code, out, complaint)
			}
			for _, w := range want {
				if !strings.Contains(out, w) {
					t.Errorf("%q is missing in\n%s%s", w, out, complaint)
				}
			}
			for other := range pages {
				if other != table && strings.Contains(out, "table "+other+" ") {
					t.Errorf("table %s is said to be damaged:\n%s", other, out)
				}
			}
		})
	}
}

// roots returns the first pages of the tables of a database.
func roots(t *testing.T, path string) map[string]int {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?mode=ro&immutable=1")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.Query(`SELECT name, rootpage FROM sqlite_master WHERE type = 'table' AND rootpage > 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	pages := map[string]int{}
	for rows.Next() {
		var name string
		var page int
		if err := rows.Scan(&name, &page); err != nil {
			t.Fatal(err)
		}
		pages[name] = page
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return pages
}

// A server looks by itself soon after its start, says in its log what is damaged and whom it
// concerns, and goes on.
func TestServerNoticesDamage(t *testing.T) {
	testrun.NeedWhole(t)
	p, arguments := stocked(t, library.Config{})
	db, err := sql.Open("sqlite", database.SQLitePath(p.Data))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`UPDATE texts SET text = 'other' WHERE doc_id = 2`); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	var out, complaint output
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	metrics := freeAddress(t)
	go func() {
		ended <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--metrics", metrics}, arguments...), terminal.Terminal{Out: &out, Err: &complaint, Getenv: func(string) string { return "" }})
	}()
	defer func() { stop(); <-ended }()
	waitFor(t, "the look has ended", func() bool { return strings.Contains(complaint.String(), "what is stored was looked at") })
	for _, want := range []string{`"kind":"text","document numbers":[2]`, `"faults":1`} {
		if !strings.Contains(complaint.String(), want) {
			t.Errorf("%s is missing in %s", want, complaint.String())
		}
	}
	answer, err := http.Get("http://" + metrics + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if b, err := io.ReadAll(answer.Body); err != nil || !strings.Contains(string(b), `zhiwen_integrity_faults{kind="text"} 1`) || !strings.Contains(string(b), `zhiwen_integrity_faults{kind="file"} 0`) {
		t.Errorf("%v: %s", err, b)
	}
}
