package main

import (
	"bytes"
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
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
	for name, tc := range map[string]struct{ statement, want string }{
		"a name":        {`UPDATE audit SET entry = replace(entry, '王某', '李某') WHERE number = 3`, "Entry 3"},
		"one less":      {`DELETE FROM audit WHERE number = 2`, "Entry 2"},
		"the end":       {`DELETE FROM audit WHERE number >= 2`, "Entry 2: it is signed"},
		"the whole":     {`DELETE FROM audit`, "Entry 2: it is signed"},
		"another order": {`UPDATE audit SET number = CASE number WHEN 3 THEN 14 ELSE 13 END WHERE number > 2`, "Entry 3"},
		"a head":        {`UPDATE audit_heads SET head = replace(head, 'head 2', 'head 3')`, "Entry 3"},
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
		if code, said, _ := zhiwen(t, "audit", "verify", "--data", data, path); code != exitFailed || !strings.Contains(said, "not signed at its end") {
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
