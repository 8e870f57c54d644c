package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/server/terminal"
)

// furnished makes an installation with a library document, a check that is done, its
// evidence, a key and a record, and returns the arguments that name it.
func furnished(t *testing.T, c library.Config) (arguments []string) {
	t.Helper()
	ctx := context.Background()
	p, _ := imported(t, c)
	arguments = []string{"--data", p.Data}
	if p.DatabaseURL != "" {
		arguments = append(arguments, "--database-url", p.DatabaseURL)
	}
	store, err := library.Open(ctx, library.Config{DataDir: p.Data, DatabaseURL: p.DatabaseURL, IndexKey: testIndexKey(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	if _, err := p.Keys(ctx, terminal.Terminal{Getenv: os.Getenv}, store); err != nil {
		t.Fatal(err)
	}
	err = store.InTx(ctx, func(tx *library.Tx) error {
		check, err := tx.CreateCheck(ctx, 1)
		if err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, check, record.Summary{Countable: 7}, []byte("<evidence>文</evidence>\n"))
	})
	if err != nil {
		t.Fatal(err)
	}
	return arguments
}

// emptyPlace returns where a backup of c's sort of database can be restored.
func emptyPlace(t *testing.T, c library.Config) (library.Config, []string) {
	t.Helper()
	to := library.Config{DataDir: filepath.Join(t.TempDir(), "data")}
	arguments := []string{"--data", to.DataDir}
	if c.DatabaseURL != "" {
		to.DatabaseURL = librarytest.EmptyPostgres(t).DatabaseURL
		arguments = append(arguments, "--database-url", to.DatabaseURL)
	}
	return to, arguments
}

// What was backed up is there again: texts, evidence byte for byte, the key and the
// record, and the library goes on from there.
func TestBackup(t *testing.T) {
	testrun.NeedWhole(t)
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		from := furnished(t, library.Config{DatabaseURL: c.DatabaseURL})
		archive := filepath.Join(t.TempDir(), "a.backup")
		dir := folder(t, map[string]string{"a.txt": before + passage, "b.txt": passage + after})
		signed := filepath.Join(dir, "signed.xml") // by Ed25519 and SM2
		if code, _, complaint := zhiwen(t, append([]string{"compare", "--sign-sm2", "--out", signed, filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}, from...)...); code != exitDone {
			t.Fatal(complaint)
		}
		if code, _, complaint := zhiwen(t, append(append([]string{"backup"}, from...), archive)...); code != exitDone {
			t.Fatal(complaint)
		}
		if code, _, complaint := zhiwen(t, append(append([]string{"backup"}, from...), archive)...); code == exitDone || !strings.Contains(complaint, archive+" already exists") {
			t.Errorf("an archive that is there: exit %d: %s", code, complaint)
		}
		nowhere := filepath.Join(t.TempDir(), "nowhere", "a.backup")
		if code, _, complaint := zhiwen(t, append(append([]string{"backup"}, from...), nowhere)...); code == exitDone || !strings.Contains(complaint, "The folder "+filepath.Dir(nowhere)+" does not exist") {
			t.Errorf("a folder that is not there: exit %d: %s", code, complaint)
		}
		if code, out, complaint := zhiwen(t, "restore", "--check", archive); code != exitDone || !strings.Contains(out, "is complete") || !strings.Contains(out, "documents: 1, checks: 1") {
			t.Errorf("exit %d: %s%s", code, out, complaint)
		}
		to, arguments := emptyPlace(t, c)
		restore := append(append([]string{"restore"}, arguments...), archive)
		if code, _, complaint := zhiwen(t, restore...); code != exitDone {
			t.Fatal(complaint)
		}
		to.IndexKey = testIndexKey(t)
		store, err := library.Open(ctx, to)
		if err != nil {
			t.Fatal(err)
		}
		xml, err := store.Evidence(ctx, 1)
		if err != nil || string(xml) != "<evidence>文</evidence>\n" {
			t.Errorf("evidence %q: %v", xml, err)
		}
		if n, err := store.Snapshot(ctx, 0); err != nil || n.Documents != 1 {
			t.Errorf("%+v documents: %v", n, err)
		}
		var id int64
		err = store.InTx(ctx, func(tx *library.Tx) error {
			ids, err := tx.CreateDocuments(ctx, []record.Upload{{Data: []byte("new"), ToLibrary: true}})
			if err == nil {
				id = ids[0]
			}
			return err
		})
		if err != nil || id != 2 {
			t.Errorf("the next document is %d: %v", id, err)
		}
		if err := store.Close(); err != nil {
			t.Error(err)
		}
		key := func(arguments []string) string {
			_, out, _ := zhiwen(t, append([]string{"key"}, arguments...)...)
			return out
		}
		if key(from) != key(arguments) || strings.Count(key(from), "BEGIN PUBLIC KEY") != 2 || !strings.Contains(key(from), "(SM2 with SM3)") {
			t.Errorf("the keys are other ones:\n%s%s", key(from), key(arguments))
		}
		if code, out, _ := zhiwen(t, append([]string{"verify", signed}, arguments...)...); code != exitDone || strings.Count(out, "✓ Signature: valid, by the known key") != 2 {
			t.Errorf("evidence of before: exit %d\n%s", code, out)
		}
		again := filepath.Join(dir, "again.xml")
		if code, _, complaint := zhiwen(t, append([]string{"compare", "--sign-sm2", "--out", again, filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}, arguments...)...); code != exitDone {
			t.Error(complaint)
		}
		if code, out, _ := zhiwen(t, append([]string{"verify", again}, from...)...); code != exitDone || strings.Count(out, "✓ Signature: valid, by the known key") != 2 {
			t.Errorf("evidence signed with the restored keys: exit %d\n%s", code, out)
		}
		if code, out, _ := zhiwen(t, append([]string{"audit", "verify"}, arguments...)...); code != exitDone {
			t.Errorf("the record: %s", out)
		}
		if code, _, complaint := zhiwen(t, restore...); code != exitFailed {
			t.Errorf("over what is there: exit %d: %s", code, complaint)
		}
	})
}

// A damaged archive is told, and nothing is restored from it.
func TestRestoreDamaged(t *testing.T) {
	testrun.NeedWhole(t)
	from := furnished(t, library.Config{})
	archive := filepath.Join(t.TempDir(), "a.backup")
	if code, _, complaint := zhiwen(t, append(append([]string{"backup"}, from...), archive)...); code != exitDone {
		t.Fatal(complaint)
	}
	whole := read(t, archive)
	for name, bad := range map[string][]byte{
		"cut off":        whole[:len(whole)/2],
		"without an end": whole[:len(whole)-4],
		"changed":        append(bytes.Clone(whole[:len(whole)/2]), append([]byte{^whole[len(whole)/2]}, whole[len(whole)/2+1:]...)...),
		"something else": []byte("PK\x03\x04"),
		"empty":          nil,
	} {
		path := filepath.Join(t.TempDir(), "bad")
		write(t, path, bad)
		data := filepath.Join(t.TempDir(), "data")
		if code, _, complaint := zhiwen(t, "restore", "--data", data, path); code != exitFailed || !strings.Contains(complaint, "not a complete backup") {
			t.Errorf("%s: exit %d: %s", name, code, complaint)
		}
		if database.HasFile(data) {
			t.Errorf("%s: something was restored", name)
		}
	}
}

// A restore that was killed, while it unpacked or while it put files where they belong, is begun again, and leaves nothing
// behind. Files of another installation are not taken for what it left.
func TestRestoreKilled(t *testing.T) {
	testrun.NeedWhole(t)
	from := furnished(t, library.Config{})
	archive := filepath.Join(t.TempDir(), "a.backup")
	if code, _, complaint := zhiwen(t, append(append([]string{"backup"}, from...), archive)...); code != exitDone {
		t.Fatal(complaint)
	}
	whole := filepath.Join(t.TempDir(), "whole")
	if code, _, complaint := zhiwen(t, "restore", "--data", whole, archive); code != exitDone {
		t.Fatal(complaint)
	}
	key := read(t, filepath.Join(whole, "signing.key"))
	for name, tc := range map[string]struct {
		key  []byte
		done bool
	}{"of this archive": {key, true}, "of another": {append(bytes.Clone(key), '\n'), false}} {
		data := filepath.Join(t.TempDir(), "data")
		left := filepath.Join(data, ".zhiwen-restore-1")
		if err := os.MkdirAll(left, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(left, "zhiwen.db"), []byte("half"))
		write(t, filepath.Join(data, "signing.key"), tc.key)
		code, _, complaint := zhiwen(t, "restore", "--data", data, archive)
		if (code == exitDone) != tc.done || database.HasFile(data) != tc.done {
			t.Errorf("%s: exit %d: %s", name, code, complaint)
		}
		if rest, err := filepath.Glob(filepath.Join(data, ".zhiwen-*")); err != nil || len(rest) > 0 {
			t.Errorf("%s: left behind: %q %v", name, rest, err)
		}
	}
	release, err := database.Lock(whole)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = release() }()
	if code, _, complaint := zhiwen(t, "restore", "--data", whole, archive); code == exitDone || !strings.Contains(complaint, "another") {
		t.Errorf("into a folder that is in use: exit %d: %s", code, complaint)
	}
}

func TestBackupEncrypted(t *testing.T) {
	testrun.NeedWhole(t)
	from := furnished(t, library.Config{})
	dir := t.TempDir()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	keys, words, others := filepath.Join(dir, "key"), filepath.Join(dir, "words"), filepath.Join(dir, "others")
	write(t, keys, []byte(identity.String()+"\n"))
	write(t, words, []byte("一二三四\nmore"))
	write(t, others, []byte("五六七八\n"))
	for name, tc := range map[string]struct{ encrypt, decrypt, wrong []string }{
		"for a key":       {[]string{"--recipient", identity.Recipient().String()}, []string{"--identity", keys}, []string{"--passphrase", words}},
		"by a passphrase": {[]string{"--passphrase", words}, []string{"--passphrase", words}, []string{"--passphrase", others}},
	} {
		archive := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if code, _, complaint := zhiwen(t, append(append(append([]string{"backup"}, from...), tc.encrypt...), archive)...); code != exitDone {
			t.Fatalf("%s: %s", name, complaint)
		}
		if b := read(t, archive); bytes.Contains(b, []byte("manifest")) || !bytes.HasPrefix(b, []byte("age-encryption.org/")) {
			t.Errorf("%s: it is not encrypted", name)
		}
		for _, wrong := range [][]string{nil, tc.wrong} {
			if code, _, complaint := zhiwen(t, append(append([]string{"restore", "--check"}, wrong...), archive)...); code != exitFailed {
				t.Errorf("%s with %v: exit %d: %s", name, wrong, code, complaint)
			}
		}
		if code, _, complaint := zhiwen(t, append(append([]string{"restore", "--check"}, tc.decrypt...), archive)...); code != exitDone {
			t.Errorf("%s: exit %d: %s", name, code, complaint)
		}
	}
}
