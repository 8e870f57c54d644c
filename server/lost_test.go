package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zhiwen/checker"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// imported makes a data folder with a document, and a key as a server makes it.
func imported(t *testing.T, c library.Config) (p installation.Place, again func(flags ...string) (int, string)) {
	t.Helper()
	data := t.TempDir()
	file := filepath.Join(folder(t, map[string]string{"a.txt": passage}), "a.txt")
	p = installation.Place{Data: data, DatabaseURL: c.DatabaseURL}
	run := func(flags ...string) (int, string) {
		arguments := append([]string{"import", "--data", data}, flags...)
		if c.DatabaseURL != "" {
			arguments = append(arguments, "--database-url", c.DatabaseURL)
		}
		code, _, complaint := zhiwen(t, append(arguments, file)...)
		return code, complaint
	}
	if code, complaint := run(); code != exitDone {
		t.Fatal(complaint)
	}
	return p, run
}

// A database that is gone beside what is left of the installation is noticed, and
// nothing is made in its place unless that is asked for.
func TestLostDatabase(t *testing.T) {
	testrun.NeedWhole(t)
	for name, lose := range map[string]func(path string) error{
		"missing": os.Remove,
		"empty":   func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			p, run := imported(t, library.Config{})
			path := filepath.Join(p.Data, "zhiwen.db")
			for _, beside := range []string{path + "-wal", path + "-shm"} {
				if err := os.Remove(beside); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			if err := lose(path); err != nil {
				t.Fatal(err)
			}
			code, complaint := run()
			if code != exitFailed || !strings.Contains(complaint, "--new") || !strings.Contains(complaint, p.Data) {
				t.Errorf("exit %d: %s", code, complaint)
			}
			if database.HasFile(p.Data) {
				t.Error("a database was made")
			}
			if code, complaint := run("--new"); code != exitDone {
				t.Errorf("with --new: exit %d: %s", code, complaint)
			}
		})
	}
}

// The same of another database server: an empty database beside a full-text index.
func TestLostPostgres(t *testing.T) {
	c := librarytest.Postgres(t)
	p, _ := imported(t, c)
	second := librarytest.EmptyPostgres(t)
	file := filepath.Join(folder(t, map[string]string{"b.txt": other}), "b.txt")
	code, _, complaint := zhiwen(t, "import", "--data", p.Data, "--database-url", second.DatabaseURL, file)
	if code != exitFailed || !strings.Contains(complaint, "--new") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}

// A key that is gone is noticed: no other one takes its place by itself.
func TestLostKey(t *testing.T) {
	testrun.NeedWhole(t)
	p, run := imported(t, library.Config{})
	open := func(fresh bool) (string, error) {
		ctx := context.Background()
		store, err := library.Open(ctx, library.Config{DataDir: p.Data, IndexKey: testIndexKey(t)})
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = store.Close() }()
		var said strings.Builder
		q := p
		q.New = fresh
		_, err = q.Keys(ctx, terminal.Terminal{Out: &said, Err: &said, Getenv: func(string) string { return "" }}, store)
		return said.String(), err
	}
	if said, err := open(false); err != nil { // as a server does at its start
		t.Fatal(err, said)
	}
	path := filepath.Join(p.Data, installation.KeyFile)
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := open(false); err == nil || !strings.Contains(said, path) || !strings.Contains(said, "from a backup") || !strings.Contains(said, "--new") {
		t.Errorf("damaged: %v: %s", err, said)
	}
	if code, _, complaint := zhiwen(t, "doctor", "--data", p.Data); code != exitFailed || !strings.Contains(complaint, path+" is damaged") {
		t.Errorf("doctor: exit %d: %s", code, complaint)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := open(false); err == nil || !strings.Contains(said, path) || !strings.Contains(said, "empty") {
		t.Errorf("empty: %v: %s", err, said)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	said, err := open(false)
	if err == nil || !strings.Contains(said, path) || !strings.Contains(said, "--new") {
		t.Errorf("%v: %s", err, said)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a key was made")
	}
	if said, err := open(true); err != nil {
		t.Errorf("with --new: %v: %s", err, said)
	}
	if code, complaint := run(); code != exitDone {
		t.Errorf("afterwards: exit %d: %s", code, complaint)
	}
}

// testIndexKey is that of the program's own engine.
func testIndexKey(t *testing.T) string {
	t.Helper()
	engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		t.Fatal(err)
	}
	return engine.IndexKey()
}
