package main

import (
	"bytes"
	"context"
	"database/sql"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
)

// recordedData makes a data folder whose record has entries and a signed head after
// the second of them.
func recordedData(t *testing.T) string {
	t.Helper()
	ctx := context.Background()
	data := t.TempDir()
	store, err := library.Open(ctx, library.Config{DataDir: data, IndexKey: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if code, _, complaint := zhiwen(t, "key", "--data", data); code != exitDone {
		t.Fatal(complaint)
	}
	for i := range 4 {
		if i == 2 {
			if err := store.SignHead(ctx, keysOf(t, data).SignText); err != nil {
				t.Fatal(err)
			}
		}
		act := audit.Act{Action: audit.View, Subject: audit.SubjectDocument, ID: int64(i + 1)}
		if err := store.Record(audit.By(ctx, audit.Actor{Name: "王某"}), act); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestAuditVerify(t *testing.T) {
	data := recordedData(t)
	code, out, complaint := zhiwen(t, "audit", "verify", "--data", data)
	if code != exitDone || !strings.Contains(out, "4 entries") || !strings.Contains(out, "at entry 2") {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	_, head, _ := strings.Cut(out, "End: ")
	head, _, _ = strings.Cut(head, " ")
	if !strings.HasPrefix(head, "4:") {
		t.Fatalf("the end is %q", head)
	}
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data, "--head", head); code != exitDone {
		t.Errorf("with its own head: exit %d: %s", code, out)
	}
	if code, out, _ := zhiwen(t, "audit", "verify", "--data", data, "--head", "9:"+head[2:]); code != exitFailed || !strings.Contains(out, "missing") {
		t.Errorf("with a head further on: exit %d: %s", code, out)
	}
	if code, _, _ := zhiwen(t, "audit", "verify", "--data", data, "--head", "4"); code != exitUsage {
		t.Errorf("with half a head: exit %d", code)
	}
}

// Whoever has the database and not the key is found out.
func TestAuditVerifyChanged(t *testing.T) {
	testrun.NeedWhole(t)
	for name, tc := range map[string]struct{ statement, want string }{
		"a name":                {`UPDATE audit SET entry = replace(entry, '王某', '李某') WHERE number = 3`, "Entry 3"},
		"one less":              {`DELETE FROM audit WHERE number = 2`, "Entry 2"},
		"the end":               {`DELETE FROM audit WHERE number >= 2`, "Entry 2: a signature confirms"},
		"the whole":             {`DELETE FROM audit`, "Entry 2: a signature confirms"},
		"another order":         {`UPDATE audit SET number = CASE number WHEN 3 THEN 14 ELSE 13 END WHERE number > 2`, "Entry 3"},
		"what finds an actor":   {`UPDATE audit SET actor = 'nobody' WHERE number = 3`, "Entry 3: the columns"},
		"what finds an action":  {`UPDATE audit SET action = 'download' WHERE number = 3`, "Entry 3: the columns"},
		"what finds a subject":  {`UPDATE audit SET subject = 'check' WHERE number = 3`, "Entry 3: the columns"},
		"what finds a document": {`UPDATE audit SET subject_id = 9 WHERE number = 3`, "Entry 3: the columns"},
		"what finds a time":     {`UPDATE audit SET at = '2001-01-01 00:00:00+00:00' WHERE number = 3`, "Entry 3: the columns"},
		"no time":               {`UPDATE audit SET at = 'no time' WHERE number = 3`, "Entry 3"},
		"no number":             {`UPDATE audit SET subject_id = 'none' WHERE number = 3`, "Entry 3"},
		"a head":                {`UPDATE audit_heads SET head = replace(head, 'head 2', 'head 3')`, "Entry 3"},
	} {
		t.Run(name, func(t *testing.T) {
			data := recordedData(t)
			db, err := sql.Open("sqlite", filepath.Join(data, "zhiwen.db"))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []string{`DROP TRIGGER audit_kept`, `DROP TRIGGER audit_unchanged`, tc.statement} {
				if _, err := db.ExecContext(context.Background(), s); err != nil {
					t.Fatal(err)
				}
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			code, out, _ := zhiwen(t, "audit", "verify", "--data", data)
			if code != exitFailed || !strings.Contains(out, tc.want) {
				t.Errorf("exit %d, want %q: %s", code, tc.want, out)
			}
			if !strings.Contains(tc.want, "columns") {
				return
			}
			if code, out, _ := zhiwen(t, "doctor", "--data", data); code != exitFailed || !strings.Contains(out, "entry 3 of the record: columns") {
				t.Errorf("doctor: exit %d: %s", code, out)
			}
		})
	}
}

// An exported record is verified without its database; one that is signed by another
// key is not believed.
func TestAuditExport(t *testing.T) {
	data := recordedData(t)
	code, out, complaint := zhiwen(t, "audit", "export", "--data", data)
	if code != exitDone || strings.Count(out, "\n") != 6 {
		t.Fatalf("exit %d: %s%s", code, out, complaint)
	}
	path := filepath.Join(t.TempDir(), "record.jsonl")
	write(t, path, []byte(out))
	if code, said, _ := zhiwen(t, "audit", "verify", "--data", data, path); code != exitDone {
		t.Errorf("exit %d: %s", code, said)
	}
	if code, said, _ := zhiwen(t, "audit", "verify", "--data", t.TempDir(), path); code != exitFailed || !strings.Contains(said, "not known here") {
		t.Errorf("elsewhere: exit %d: %s", code, said)
	}
	key := keysOf(t, data).Public()[0].Fingerprint()
	if code, said, _ := zhiwen(t, "audit", "verify", "--data", t.TempDir(), "--key", key, path); code != exitDone {
		t.Errorf("elsewhere with the key: exit %d: %s", code, said)
	}
	for _, cut := range []string{"", out[:strings.LastIndex(strings.TrimSpace(out), "\n")+1], strings.SplitAfter(out, "\n")[0]} {
		write(t, path, []byte(cut))
		if code, said, _ := zhiwen(t, "audit", "verify", "--data", data, path); code != exitFailed || !strings.Contains(said, "the end of the export is not signed") {
			t.Errorf("cut to %d bytes: exit %d: %s", len(cut), code, said)
		}
	}
	write(t, path, bytes.Replace([]byte(out), []byte("view"), []byte("find"), 1))
	if code, said, _ := zhiwen(t, "audit", "verify", "--data", data, path); code != exitFailed || !strings.Contains(said, "Entry 2") {
		t.Errorf("changed: exit %d: %s", code, said)
	}
}

// The signature of a head is none of evidence.
func TestSignText(t *testing.T) {
	keys, err := evidence.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	s := keys.SignText([]byte("a"))
	if _, err := evidence.VerifyText([]byte("b"), s); err == nil {
		t.Error("a signature of another text is good")
	}
	if key, err := evidence.VerifyText([]byte("a"), s); err != nil || len(key) != 1 || key[0] != keys.Public()[0] {
		t.Errorf("%v", err)
	}
}

// What was cut off at the end together with what was signed of it is missed, since what it
// speaks of is still there.
func TestRecordCutOff(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		p, arguments := stocked(t, c)
		verified := func() (int, string) {
			code, out, _ := zhiwen(t, append([]string{"audit", "verify"}, arguments...)...)
			return code, out
		}
		if code, out := verified(); code != exitDone {
			t.Fatalf("whole: exit %d: %s", code, out)
		}
		store, err := library.OpenBeside(context.Background(), library.Config{DataDir: p.Data, DatabaseURL: p.DatabaseURL})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = store.Close() }()
		if c.DatabaseURL == "" {
			librarytest.Exec(t, store, `DROP TRIGGER audit_kept`)
		} else {
			librarytest.Exec(t, store, `DROP TRIGGER audit_kept ON audit`)
		}
		librarytest.Exec(t, store, `DELETE FROM audit_heads`)
		err = store.InTx(context.Background(), func(tx *library.Tx) error {
			_, err := tx.CreateCheck(context.Background(), 1)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if code, out := verified(); code != exitDone {
			t.Fatalf("with another check: exit %d: %s", code, out)
		}
		for _, cut := range []struct{ statement, want, fault string }{
			{`DELETE FROM audit WHERE number = (SELECT max(number) FROM audit)`, "checks, decisions or accounts are newer", "of the record: cut"},
			{`DELETE FROM audit`, "The audit log is empty, but", "of the record: gone"},
		} {
			librarytest.Exec(t, store, cut.statement)
			if code, out := verified(); code != exitFailed || !strings.Contains(out, cut.want) {
				t.Errorf("%s: exit %d: %s", cut.statement, code, out)
			}
			if out := doctorSays(t, arguments, exitFailed); !strings.Contains(out, cut.fault) {
				t.Errorf("doctor after %s: %s", cut.statement, out)
			}
		}
	})
}

// Of a database that cannot be opened the doctor says so, and does not send to itself.
func TestDoctorUnreadable(t *testing.T) {
	data := recordedData(t)
	path := filepath.Join(data, "zhiwen.db")
	write(t, path, bytes.Repeat([]byte("no database. "), 1000))
	code, out, complaint := zhiwen(t, "doctor", "--data", data)
	if code != exitFailed || !strings.Contains(complaint, "none of it can be read") || strings.Contains(out+complaint, "zhiwen doctor") {
		t.Errorf("exit %d: %s%s", code, out, complaint)
	}
}

// What a command writes to the record names who gave it, and is signed when it ends; what
// stays unsigned for longer than a server takes to sign it is a fault.
func TestCommandsSignTheRecord(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		p, arguments := stocked(t, c)
		who, err := user.Current()
		if err != nil {
			t.Fatal(err)
		}
		form := filepath.Join(t.TempDir(), "new.txt")
		write(t, form, []byte(passage))
		archive := filepath.Join(t.TempDir(), "a.backup")
		for _, command := range [][]string{
			{"account add", "li"},
			{"account reset", "li"},
			{"retention hold", "1", "--reason", "asked for"},
			{"retention release", "1"},
			{"import", form},
			{"backup", archive},
			{"key", "--renew"},
		} {
			name := command[0]
			if code, out, complaint := zhiwen(t, slices.Concat(strings.Fields(name), command[1:], arguments)...); code != exitDone {
				t.Fatalf("%s: exit %d: %s%s", name, code, out, complaint)
			}
			entries, signed := recordOf(t, p)
			last := entries[len(entries)-1]
			if name == "key" && c.DatabaseURL == "" { // its file is no matter of the record
				continue
			}
			if want := "zhiwen " + name + " (" + who.Username + ")"; last.Actor.Name != want {
				t.Errorf("the record names %q, not %q", last.Actor.Name, want)
			}
			if signed != last.Number {
				t.Errorf("%s: signed up to %d of %d entries", name, signed, last.Number)
			}
		}
		into := []string{"restore", archive, "--data", filepath.Join(t.TempDir(), "again")}
		restored := installation.Place{Data: into[3]}
		if c.DatabaseURL != "" {
			restored.DatabaseURL = librarytest.EmptyPostgres(t).DatabaseURL
			into = append(into, "--database-url", restored.DatabaseURL)
		}
		if code, out, complaint := zhiwen(t, into...); code != exitDone {
			t.Fatalf("restore: exit %d: %s%s", code, out, complaint)
		}
		entries, signed := recordOf(t, restored)
		if last := entries[len(entries)-1]; signed != last.Number || last.Actor.Name != "zhiwen restore ("+who.Username+")" {
			t.Errorf("restored: %+v, signed up to %d", last, signed)
		}
	})
}

// recordOf returns the entries of the record of an installation, and the last one that is signed.
func recordOf(t *testing.T, p installation.Place) (entries []audit.Entry, signed int64) {
	t.Helper()
	view, err := library.OpenView(t.Context(), library.Config{DataDir: p.Data, DatabaseURL: p.DatabaseURL})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = view.Close() }()
	err = audit.Each(t.Context(), view, func(line []byte, _ string) error {
		e, err := audit.Decode(line)
		entries = append(entries, e)
		return err
	}, func(h audit.SignedHead) error {
		head, err := audit.DecodeHead([]byte(h.Head))
		signed = head.Number
		return err
	})
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d entries: %v", len(entries), err)
	}
	return entries, signed
}

func TestAuditVerifyLate(t *testing.T) {
	for name, tc := range map[string]struct {
		age    time.Duration
		signed bool
		want   int
	}{
		"of just now":      {time.Minute, false, exitDone},
		"older":            {audit.SignLimit + time.Minute, false, exitFailed},
		"older and signed": {audit.SignLimit + time.Minute, true, exitDone},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			store, err := library.Open(t.Context(), library.Config{DataDir: data, IndexKey: "test"})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = store.Close() }()
			if code, _, complaint := zhiwen(t, "key", "--data", data); code != exitDone {
				t.Fatal(complaint)
			}
			e := audit.Entry{Number: 1, At: time.Now().Add(-tc.age).UTC().Truncate(time.Microsecond), Act: audit.Act{Action: audit.Start, Subject: audit.SubjectProgram}}
			line, err := e.Encode()
			if err != nil {
				t.Fatal(err)
			}
			librarytest.Exec(t, store, `INSERT INTO audit (number, entry, hash, at, actor, action, subject, subject_id) VALUES (1, '`+string(line)+`', '`+
				audit.HashOf(line).String()+`', '`+e.At.Format("2006-01-02 15:04:05.000000+00:00")+`', '', 'start', 'program', 0)`)
			if tc.signed {
				if err := store.SignHead(t.Context(), keysOf(t, data).SignText); err != nil {
					t.Fatal(err)
				}
			}
			code, out, complaint := zhiwen(t, "audit", "verify", "--data", data)
			if code != tc.want || strings.Contains(out, "From entry 1: not signed") != (tc.want == exitFailed) {
				t.Errorf("exit %d: %s%s", code, out, complaint)
			}
		})
	}
}
