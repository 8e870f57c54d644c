// Package librarytest gives tests empty databases to open a library on: SQLite
// in a temporary folder always, PostgreSQL where ZHIWEN_TEST_POSTGRES names a
// server, and a library on many machines where CITUS_URL names a database of a
// coordinator of Citus. Each test has a database of its own, dropped at its end: one with the
// tables of a library in which nothing is stored, or an empty one. It also gives documents, calls
// and checks to put into one.
package librarytest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"testing"

	"github.com/jackc/pgx/v5"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"

	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
	"zhiwen/internal/testrun"
)

// IndexKey is the key that the databases are opened with.
const IndexKey = "test/1"

// URL of a PostgreSQL server where the tests may create databases.
const postgresVariable = "ZHIWEN_TEST_POSTGRES"

// Each runs do as subtest "sqlite", as subtest "postgres" and as subtest "citus", each with
// the configuration of a library in which nothing is stored.
func Each(t *testing.T, do func(t *testing.T, c library.Config)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { do(t, SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { do(t, Postgres(t)) })
	t.Run("citus", func(t *testing.T) { do(t, Citus(t)) })
}

// EachEmpty is Each for tests that start without a library, on empty databases: not in subtest
// "citus", whose database must have tables to be distributed.
func EachEmpty(t *testing.T, do func(t *testing.T, c library.Config)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { do(t, EmptySQLite(t)) })
	t.Run("postgres", func(t *testing.T) { do(t, EmptyPostgres(t)) })
}

// SQLite makes a library in a temporary data folder and returns its configuration.
func SQLite(t testing.TB) library.Config {
	t.Helper()
	c := EmptySQLite(t)
	file, err := sqliteTemplate()
	if err == nil {
		err = os.WriteFile(database.SQLitePath(c.DataDir), file, 0o600)
	}
	if err != nil {
		t.Fatalf("make a library: %v", err)
	}
	return c
}

// EmptySQLite is SQLite with an empty data folder.
func EmptySQLite(t testing.TB) library.Config {
	t.Helper()
	return library.Config{DataDir: t.TempDir(), IndexKey: IndexKey}
}

// Postgres makes a library in a database of its own on the test server and returns its
// configuration. Without a server the test is skipped, or fails if all tests are asked for.
func Postgres(t testing.TB) library.Config {
	t.Helper()
	needPostgres(t)
	statement, err := postgresTemplate()
	if err != nil {
		t.Fatal(err)
	}
	return postgresBy(t, statement)
}

// EmptyPostgres is Postgres with an empty database.
func EmptyPostgres(t testing.TB) library.Config {
	t.Helper()
	needPostgres(t)
	return postgresBy(t, "CREATE DATABASE %s")
}

func needPostgres(t testing.TB) {
	t.Helper()
	if os.Getenv(postgresVariable) != "" {
		return
	}
	testrun.Missing(t, postgresVariable+" is not set")
}

// postgresBy makes a database by a statement that takes its name.
func postgresBy(t testing.TB, statement string) library.Config {
	t.Helper()
	pool, err := server()
	if err != nil {
		t.Fatalf("%s: %v", postgresVariable, err)
	}
	do := func(statement string) {
		t.Helper()
		if _, err := pool.Exec(context.Background(), statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	name := "zhiwen_test_" + hex.EncodeToString(random[:])
	do(fmt.Sprintf(statement, name))
	t.Cleanup(func() { do("DROP DATABASE " + name + " WITH (FORCE)") })
	u, err := urlOf(name)
	if err != nil {
		t.Fatal(err)
	}
	return library.Config{DatabaseURL: u, DataDir: t.TempDir(), IndexKey: IndexKey}
}

// urlOf returns the URL of a database on the server of the tests.
func urlOf(name string) (string, error) {
	u, err := url.Parse(os.Getenv(postgresVariable))
	if err != nil {
		return "", fmt.Errorf("%s: %w", postgresVariable, err)
	}
	u.Path = "/" + name
	return u.String(), nil
}

// onServer runs a statement on a server of Citus.
func onServer(t testing.TB, server, statement string, args ...any) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatalf("connect to the server of the tests: %v", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Exec runs a statement on the database of a library, beside what the library
// does, and returns the number of rows it changed. Parameters are $1 and so on.
func Exec(t testing.TB, s *library.Store, statement string, args ...any) int64 {
	t.Helper()
	ctx := context.Background()
	if p := s.Postgres(); p != nil {
		tag, err := p.Exec(ctx, statement, args...)
		if err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
		return tag.RowsAffected()
	}
	result, err := s.SQLite().ExecContext(ctx, statement, args...)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	return n
}

// Open opens the library of c until the test ends.
func Open(t testing.TB, c library.Config) *library.Store {
	t.Helper()
	s, err := library.Open(context.Background(), c)
	if err != nil {
		t.Fatalf("open library: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close library: %v", err)
		}
	})
	return s
}

// Plain opens the database of c without the library, until the test ends.
func Plain(t testing.TB, c library.Config) *sql.DB {
	t.Helper()
	driver, source := "sqlite", database.SQLitePath(c.DataDir)
	if c.DatabaseURL != "" {
		driver, source = "pgx", c.DatabaseURL
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// OpenAtOnce opens a database from several servers at the same time.
func OpenAtOnce(t testing.TB, c library.Config) {
	t.Helper()
	const servers = 4
	errs := make(chan error)
	for range servers {
		go func() {
			s, err := library.Open(context.Background(), c)
			if err == nil {
				err = s.Close()
			}
			errs <- err
		}()
	}
	for range servers {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
