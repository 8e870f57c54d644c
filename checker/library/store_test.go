package library_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
)

// strange is text that databases and JSON have been known to change.
const strange = "知文𠮷😀\u2028\u2029\uFFFD\"'\\ \t{}$1 ?:a\u200b\U0010FFFFe\u0301"

// What tests of other packages use too.
var (
	upload, document, units = librarytest.Upload, librarytest.Document, librarytest.Units
	inTx, call, work        = librarytest.InTx, librarytest.Call, librarytest.Work
	create, load            = librarytest.Create, librarytest.Load
	applied, named          = librarytest.Applied, librarytest.Named
	someWork                = librarytest.SomeWork
)

// errOf leaves a value away.
func errOf[T any](_ T, err error) error { return err }

func createCheck(t testing.TB, s *library.Store, docID int64) (id int64) {
	t.Helper()
	inTx(t, s, func(ctx context.Context, tx *library.Tx) (err error) {
		id, err = tx.CreateCheck(ctx, docID)
		return err
	})
	return id
}

func TestOpenAgain(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Must(library.Open(ctx, c))(t)
		id := load(t, s, library.Prepared{Upload: upload("one"), Document: document(strange), Units: units(3, 1)})[0]
		before := librarytest.Must(s.Document(ctx, id))(t)
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}

		s = librarytest.Open(t, c)
		if diff := cmp.Diff(before, librarytest.Must(s.Document(ctx, id))(t)); diff != "" {
			t.Errorf("the document changed (-before +after):\n%s", diff)
		}
		want := evidence.Snapshot{Documents: 1, Units: 3, NewestID: id}
		if got := librarytest.Must(s.Snapshot(ctx, 0))(t); !cmp.Equal(got, want) {
			t.Errorf("snapshot %+v, want %+v", got, want)
		}
	})
}

func TestOpenRefuses(t *testing.T) {
	tests := []struct {
		name      string
		statement string // run on a new database
		key       string
		want      string // part of the message
	}{
		{"no version", `UPDATE settings SET value = '0' WHERE name = 'schema'`, librarytest.IndexKey, "schema version 0, from before release 1.0.0"},
		{"newer", `UPDATE settings SET value = '1000' WHERE name = 'schema'`, librarytest.IndexKey, "install the newer program"},
		{"no number", `UPDATE settings SET value = 'x' WHERE name = 'schema'`, librarytest.IndexKey, "not a number"},
		{"another's table", `DELETE FROM settings`, librarytest.IndexKey, "use another database"},
	}
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				ctx := context.Background()
				c := c
				if c.DatabaseURL == "" {
					c = librarytest.SQLite(t)
				} else {
					c = librarytest.Postgres(t)
				}
				s := librarytest.Must(library.Open(ctx, c))(t)
				if tt.statement != "" {
					librarytest.Exec(t, s, tt.statement)
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				c.IndexKey = tt.key
				s, err := library.Open(ctx, c)
				if err == nil {
					_ = s.Close()
				}
				if !errors.Is(err, library.ErrVersion) || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("got %v, want ErrVersion with %q", err, tt.want)
				}
			})
		}
	})
}

func TestOpenConcurrently(t *testing.T) { librarytest.OpenAtOnce(t, librarytest.EmptyPostgres(t)) }

func TestDataFolder(t *testing.T) {
	c := librarytest.EmptySQLite(t)
	c.DataDir = filepath.Join(c.DataDir, "new", "folder with ? and %41 #")
	s := librarytest.Must(library.Open(context.Background(), c))(t)
	create(t, s, upload("one"))

	if _, err := library.Open(context.Background(), c); !errors.Is(err, database.ErrLocked) ||
		!strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("second opening: %v, want ErrLocked with the process id", err)
	}
	entries := 0
	err := filepath.WalkDir(c.DataDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v: others can read it", path, info.Mode())
		}
		entries++
		return nil
	})
	if err != nil || entries < 3 {
		t.Errorf("%d entries, error %v", entries, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	librarytest.Open(t, c) // the lock is gone
}

func TestRollback(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		s := librarytest.Open(t, c)
		wish := errors.New("no")
		var ids []int64
		err := s.InTx(ctx, func(tx *library.Tx) (err error) {
			if ids, err = tx.CreateDocuments(ctx, []record.Upload{upload("one")}); err != nil {
				return err
			}
			return wish
		})
		if !errors.Is(err, wish) {
			t.Fatalf("got %v", err)
		}
		if _, err := s.Document(ctx, ids[0]); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("after rollback: %v, want ErrNotFound", err)
		}
		func() {
			defer func() { _ = recover() }()
			_ = s.InTx(ctx, func(*library.Tx) error { panic("bad") })
		}()
		create(t, s, upload("two")) // the connection came back
	})
}

func TestPing(t *testing.T) {
	librarytest.Each(t, func(t *testing.T, c library.Config) {
		s := librarytest.Must(library.Open(t.Context(), c))(t)
		if err := s.Ping(t.Context()); err != nil {
			t.Errorf("an open database: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if s.Ping(t.Context()) == nil {
			t.Error("a closed database answers")
		}
	})
}

// Accounts can be changed beside the server that has the library open.
func TestOpenBeside(t *testing.T) {
	librarytest.EachEmpty(t, func(t *testing.T, c library.Config) {
		ctx := context.Background()
		if err := errOf(library.OpenBeside(ctx, c)); !errors.Is(err, record.ErrNotFound) {
			t.Errorf("without a library: %v", err)
		}
		s := librarytest.Open(t, c)
		beside := librarytest.Must(library.OpenBeside(ctx, c))(t)
		id := librarytest.Must(beside.AddAccount(ctx, record.Account{Login: "root", State: record.AccountActive}, false))(t)
		if err := beside.Close(); err != nil {
			t.Error(err)
		}
		if got := librarytest.Must(s.Account(ctx, id))(t); got.Login != "root" {
			t.Errorf("the server sees %+v", got)
		}
	})
}
