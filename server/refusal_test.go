package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
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

// PgBouncer, where it is installed: what gives each transaction another connection is refused at every start, with what to do, and
// what gives each session its own is not.
func TestPgBouncer(t *testing.T) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("pgbouncer is not installed")
	}
	c := librarytest.EmptyPostgres(t)
	server, err := pgx.ParseConfig(c.DatabaseURL)
	if err != nil {
		t.Fatal(err)
	}
	network, _ := pgNetwork(server.Host, int(server.Port))
	if network != "tcp" {
		t.Skip("the PostgreSQL of the tests has no port")
	}
	file := filepath.Join(folder(t, map[string]string{"n.txt": other}), "n.txt")
	for mode, want := range map[string]int{"transaction": exitFailed, "session": exitDone} {
		t.Run(mode, func(t *testing.T) {
			dir, port := t.TempDir(), strconv.Itoa(portOf(t, freeAddress(t)))
			putFile(t, filepath.Join(dir, "users"), fmt.Appendf(nil, "%q %q\n", server.User, server.Password))
			putFile(t, filepath.Join(dir, "ini"), fmt.Appendf(nil, "[databases]\n%s = host=%s port=%d user=%s password=%s\n[pgbouncer]\n"+
				"listen_addr = 127.0.0.1\nlisten_port = %s\nauth_type = plain\nauth_file = users\npool_mode = %s\nunix_socket_dir =\n",
				server.Database, server.Host, server.Port, server.User, server.Password, port, mode))
			command := exec.CommandContext(t.Context(), program, "ini")
			if os.Geteuid() == 0 { // as whom it refuses to run
				const nobody = 65534
				command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
				for _, path := range []string{filepath.Dir(dir), dir, filepath.Join(dir, "users"), filepath.Join(dir, "ini")} {
					if err := os.Chmod(path, 0o755); err != nil {
						t.Fatal(err)
					}
				}
			}
			said := &output{}
			command.Dir, command.Stdout, command.Stderr = dir, said, said
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = command.Process.Kill(); _ = command.Wait() }()
			address := (&url.URL{Scheme: "postgres", User: url.UserPassword(server.User, server.Password), Host: "127.0.0.1:" + port,
				Path: "/" + server.Database, RawQuery: "sslmode=disable"}).String()
			waitFor(t, "the pooler answers", func() bool {
				conn, err := pgx.Connect(t.Context(), address)
				if err == nil {
					_ = conn.Close(t.Context())
				}
				return err == nil
			})
			for i := range 3 {
				code, out, complaint := zhiwenWithin(t.Context(), t, map[string]string{"LANG": "en_GB.UTF-8"},
					"import", file, "--data", t.TempDir(), "--database-url", address)
				if code != want || strings.Contains(complaint, "pool_mode = session") != (want == exitFailed) {
					t.Errorf("start %d: exit %d: %s%s\n%s", i, code, out, complaint, said.String())
				}
			}
		})
	}
}
