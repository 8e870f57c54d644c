package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"zhiwen/internal/testrun"
	"zhiwen/server/terminal"
)

// control runs .ci/postgres.sh and returns the last line of what it prints.
func control(t *testing.T, arguments ...string) string {
	t.Helper()
	command := exec.Command(filepath.Join("..", ".ci", "postgres.sh"), arguments...)
	var complaint bytes.Buffer
	command.Stderr = &complaint
	out, err := command.Output()
	if err != nil {
		t.Fatalf("postgres.sh %v: %v: %s", arguments, err, &complaint)
	}
	lines := strings.Fields(string(out))
	if len(lines) == 0 {
		return ""
	}
	return lines[len(lines)-1]
}

// A primary that fails and gives way to its standby, and one that can only be read for a while, lose nothing that was
// acknowledged: pages say what is the matter, the log says it once, and the server goes on by itself.
func TestFailover(t *testing.T) {
	testrun.NeedWhole(t)
	place := t.TempDir()
	if err := os.Chmod(filepath.Dir(place), 0o711); err != nil { // the database's user passes through
		t.Fatal(err)
	}
	first, second := filepath.Join(place, "first"), filepath.Join(place, "second")
	t.Cleanup(func() { control(t, "stop", first); control(t, "stop", second) })
	primary := pgxConfig(t, control(t, "start", first))
	standbyURL := control(t, "standby", second, first)
	standby := pgxConfig(t, standbyURL)
	both := fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable&target_session_attrs=read-write",
		primary.User, primary.Password, primary.Port, standby.Port)
	var out, complaint output
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--database-url", both, "--log-format", "json"},
			terminal.Terminal{Out: &out, Err: &complaint, Getenv: func(string) string { return "" }})
	}()
	defer func() {
		stop()
		if code := <-ended; code != exitDone {
			t.Errorf("the server ended with %d: %s", code, complaint.String())
		}
	}()
	waitFor(t, "the server says where it is", func() bool { return strings.Contains(out.String(), "http://") })
	_, rest, _ := strings.Cut(out.String(), "http://")
	base := "http://" + strings.TrimSuffix(strings.Fields(rest)[0], "/")
	status := func(path string) int {
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	var acknowledged []string
	// upload sends a file to be checked, and returns the page where it is refused.
	upload := func(name string) (page string) {
		t.Helper()
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", name)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = part.Write([]byte(name + "\n" + passage))
		_ = form.Close()
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.Post(base+"/checks", form.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, _ := io.ReadAll(answer.Body)
		if answer.StatusCode == http.StatusSeeOther {
			acknowledged = append(acknowledged, name)
			return ""
		}
		if answer.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: status %d", name, answer.StatusCode)
		}
		if answer.Header.Get("Retry-After") == "" {
			t.Errorf("%s: it is not said when to come again", name)
		}
		return string(text)
	}
	waitFor(t, "the server is ready", func() bool { return status("/readyz") == http.StatusOK })
	for i := range 20 {
		upload(fmt.Sprintf("before-%d.txt", i))
	}
	control(t, "halt", first) // with checks under way
	if page := upload("during.txt"); !strings.Contains(page, "数据库没有响应") {
		t.Error("without a primary an upload gets another page")
	}
	control(t, "promote", second)
	waitFor(t, "the standby is found", func() bool { return status("/readyz") == http.StatusOK })
	upload("after.txt")
	waitFor(t, "the log says so", func() bool { return strings.Contains(complaint.String(), "answers again") })

	administrator, err := pgx.Connect(t.Context(), standbyURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = administrator.Close(context.Background()) }()
	set := func(statements ...string) {
		t.Helper()
		for _, statement := range append([]string{`SET default_transaction_read_only = off`}, statements...) {
			if _, err := administrator.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	set(`ALTER SYSTEM SET default_transaction_read_only = on`, `SELECT pg_reload_conf()`)
	var refused string
	waitFor(t, "an upload is refused", func() bool { refused = upload("read-only.txt"); return refused != "" })
	if !strings.Contains(refused, "数据库暂时只能读取") {
		t.Error("with a database that can only be read an upload gets another page")
	}
	waitFor(t, "the log says so", func() bool { return strings.Contains(complaint.String(), "can only be read") })
	for range 5 {
		if code := status("/checks"); code != http.StatusOK {
			t.Errorf("the list, which only reads, comes with status %d", code)
		}
	}
	set(`ALTER SYSTEM RESET default_transaction_read_only`, `SELECT pg_reload_conf()`)
	waitFor(t, "it takes changes again", func() bool { return strings.Contains(complaint.String(), "takes changes again") })
	upload("at-last.txt")

	waitFor(t, "all checks are done", func() bool {
		var left int
		err := administrator.QueryRow(t.Context(), `SELECT count(*) FROM checks WHERE state <> 'done'`).Scan(&left)
		return err == nil && left == 0
	})
	rows, err := administrator.Query(t.Context(), `SELECT filename FROM documents ORDER BY id`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(stored, acknowledged) {
		t.Errorf("stored are %q, acknowledged were %q", stored, acknowledged)
	}
	var said []string
	for _, l := range linesOf(t, complaint.String()) {
		if l.Level != "INFO" || strings.Contains(l.Msg, "database") {
			said = append(said, l.Msg)
		}
	}
	want := []string{
		"the database does not answer; what fails for that is not logged until it does", "the database answers again",
		"the database can only be read, as a standby; what fails for that is not logged until it takes changes",
		"the database takes changes again",
	}
	if !slices.Equal(said, want) {
		t.Errorf("the log says\n%s\nwant\n%s", strings.Join(said, "\n"), strings.Join(want, "\n"))
	}
}

func pgxConfig(t *testing.T, url string) *pgx.ConnConfig {
	t.Helper()
	c, err := pgx.ParseConfig(url)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
