package librarytest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"zhiwen"
	"zhiwen/checker/library"
	"zhiwen/checker/library/database"
)

// Most tests begin with a library in which nothing is stored. To make its tables takes longer
// than most of them take, above all on PostgreSQL: so they are made once, and each test has a copy.

// extra is what belongs to the libraries of a package's tests beside the library's own tables.
var extra struct {
	name string
	make func(*library.Store) error
}

// Template has the libraries that tests begin with made with more than the library's own
// tables, such as those of the job queue; the name tells them apart from others on a shared
// server. A package calls it in TestMain.
func Template(name string, more func(*library.Store) error) {
	extra.name, extra.make = name, more
}

// makeLibrary makes the tables of a library in an empty database.
func makeLibrary(ctx context.Context, c library.Config) error {
	s, err := library.Open(ctx, c)
	if err != nil {
		return err
	}
	if extra.make != nil {
		err = extra.make(s)
	}
	return errors.Join(err, s.Close())
}

// sqliteTemplate returns the file of a new library.
var sqliteTemplate = sync.OnceValues(func() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "zhiwen-template-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := makeLibrary(context.Background(), library.Config{DataDir: dir, IndexKey: IndexKey}); err != nil {
		return nil, err
	}
	return os.ReadFile(database.SQLitePath(dir))
})

// server is the one that makes databases for tests. Its connections are kept: to connect takes
// as long as to copy a small database.
var server = sync.OnceValues(func() (*pgxpool.Pool, error) {
	return pgxpool.New(context.Background(), os.Getenv(postgresVariable))
})

// copyStatement is how a database becomes a copy of another: by its files, which takes a third
// of the time that PostgreSQL's usual way takes since version 15, page by page through the log.
const copyStatement = "CREATE DATABASE %s TEMPLATE %s STRATEGY FILE_COPY"

// copyBefore15 is copyStatement for versions that know no other way.
const copyBefore15 = "CREATE DATABASE %s TEMPLATE %s"

// postgresTemplate makes a database with a new library on the server of the tests, where
// there is none yet, and gives the statement that copies it. It stays there for the tests to
// come. Its name says what it was made of, so that another schema has another one.
var postgresTemplate = sync.OnceValues(func() (statement string, err error) {
	ctx := context.Background()
	pool, err := server()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{zhiwen.Schema, IndexKey, extra.name}, "\x00")))
	name := "zhiwen_template_" + hex.EncodeToString(sum[:8])
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer conn.Release()
	// Packages are tested at the same time.
	key := int64(binary.BigEndian.Uint64(sum[:]))
	if _, err := conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, key); err != nil {
		return "", err
	}
	defer func() {
		_, unlock := conn.Exec(ctx, `SELECT pg_advisory_unlock($1)`, key)
		err = errors.Join(err, unlock)
	}()
	var there bool
	var version int
	if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database
		WHERE datname = $1), current_setting('server_version_num')::INTEGER`, name).Scan(&there, &version); err != nil {
		return "", err
	}
	if !there {
		if err := makeTemplate(ctx, conn.Conn(), name); err != nil {
			return "", fmt.Errorf("make the database that others are copied from: %w", err)
		}
	}
	if version < 150000 {
		return fmt.Sprintf(copyBefore15, "%s", name), nil
	}
	return fmt.Sprintf(copyStatement, "%s", name), nil
})

// makeTemplate makes a database with a new library; one that has the name is whole.
func makeTemplate(ctx context.Context, conn *pgx.Conn, name string) error {
	half := name + "_half"
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + half + " WITH (FORCE)", "CREATE DATABASE " + half} {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return err
		}
	}
	url, err := urlOf(half)
	if err == nil {
		err = makeLibrary(ctx, library.Config{DatabaseURL: url, IndexKey: IndexKey})
	}
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER DATABASE "+half+" RENAME TO "+name)
	return err
}
