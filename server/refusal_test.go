package main

import (
	"context"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"zhiwen/checker/library/librarytest"
	"zhiwen/server/terminal"
)

// What PostgreSQL refuses is told in a sentence that says what to do.
func TestPostgresRefuses(t *testing.T) {
	c := librarytest.EmptyPostgres(t)
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	u, err := url.Parse(c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder(t, map[string]string{"n.txt": other}), "n.txt")
	name := strings.TrimPrefix(u.Path, "/")
	run := func(statement string) {
		t.Helper()
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	role := pgx.Identifier{"poor_" + name}.Sanitize()
	run(`CREATE ROLE ` + role + ` LOGIN PASSWORD 'poor'`)
	t.Cleanup(func() { // once the databases are gone that it has rights in, or at the end of the server
		_, _ = conn.Exec(context.Background(), `DROP ROLE `+role)
	})
	run(`REVOKE CREATE ON SCHEMA public FROM PUBLIC`) // as it is from version 15 on
	change := func(do func(u *url.URL)) string {
		other := *u
		do(&other)
		return other.String()
	}
	for _, tc := range []struct{ name, address, want string }{
		{"no right to make tables", change(func(u *url.URL) { u.User = url.UserPassword("poor_"+name, "poor") }), "GRANT CREATE ON SCHEMA public"},
		{"a wrong password", change(func(u *url.URL) { u.User = url.UserPassword("poor_"+name, "rich") }), "Correct the user name and password"},
		{"a wrong database", change(func(u *url.URL) { u.Path = "/no_such_database" }), "Create it (createdb)"},
		{"one that is only read", change(func(u *url.URL) {
			q := u.Query()
			q.Set("default_transaction_read_only", "on")
			u.RawQuery = q.Encode()
		}), "Name the primary server"},
	} {
		for _, command := range [][]string{{"import", file}, {"serve", "--addr", "127.0.0.1:0"}} {
			args := append(command, "--data", t.TempDir(), "--database-url", tc.address)
			within, cancel := context.WithTimeout(ctx, 2*time.Minute) // a server that starts ends then, without a complaint
			code, out, complaint := zhiwenWithin(within, t, map[string]string{"LANG": "en_GB.UTF-8"}, args...)
			cancel()
			if code == exitDone || !strings.Contains(complaint, tc.want) || strings.Contains(out+complaint, ":poor@") {
				t.Errorf("%s, %s: exit %d: %s%s", command[0], tc.name, code, out, complaint)
			}
		}
	}
	english := terminal.Terminal{Getenv: func(string) string { return "en" }}
	if said := english.Explain(&pgconn.PgError{Code: "42P05"}); !strings.Contains(said, "pool_mode = session") {
		t.Errorf("a pooler: %s", said)
	}
}
