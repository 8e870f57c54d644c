package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/server/installation"
	"zhiwen/server/terminal"
)

// A database that takes no more refuses uploads by a page that says so, and never by an
// error of the server; readers go on, and when there is room again so do uploads.
func TestFullDatabase(t *testing.T) {
	testrun.NeedWhole(t)
	data := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	var out, complaint output
	on := terminal.Terminal{Out: &out, Err: &complaint, Getenv: func(string) string { return "" }}
	c := &serveCommand{Place: installation.Place{Data: data}, Addr: "127.0.0.1:0", MaxUpload: 50, SourceContext: 200}
	log := on.Log()
	inst, err := c.Open(ctx, on, c.RoleTable, log)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := inst.Close(); err != nil {
			t.Error(err)
		}
	}()
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- c.serve(ctx, on, log, inst, listener) }()
	defer func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}()
	base := "http://" + listener.Addr().String()
	upload := func(size int) (int, string) {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		part, err := form.CreateFormFile("file", "a.txt")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write([]byte(strings.Repeat(passage, 1+size/len(passage)))); err != nil {
			t.Fatal(err)
		}
		if err := form.Close(); err != nil {
			t.Fatal(err)
		}
		answer, err := http.Post(base+"/library", form.FormDataContentType(), &body)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		page, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(page)
	}
	limit := func(pages string) {
		if _, err := inst.Store.SQLite().Exec(`PRAGMA max_page_count = ` + pages); err != nil {
			t.Fatal(err)
		}
	}
	waitFor(t, "the server answers", func() bool { return strings.Contains(out.String(), "signed with") })
	limit("1") // SQLite takes what there is
	code, page := upload(2 << 20)
	if code != http.StatusInsufficientStorage || !strings.Contains(page, "磁盘空间不足") && !strings.Contains(page, "Not enough disk space") {
		t.Errorf("status %d: %s", code, page)
	}
	for _, path := range []string{"/", "/library", "/checks", "/healthz"} {
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusInsufficientStorage {
			t.Errorf("%s: status %d", path, answer.StatusCode)
		}
	}
	if n, err := inst.Store.Snapshot(ctx, 0); err != nil || n.Documents != 0 {
		t.Errorf("%d documents are half stored: %v", n.Documents, err)
	}
	limit("1000000")
	if code, page := upload(1 << 10); code != http.StatusOK && code != http.StatusSeeOther {
		t.Errorf("with room again: status %d: %s", code, page)
	}
	waitFor(t, "the document is read", func() bool {
		d, err := inst.Store.Document(ctx, 1)
		if err != nil && !errors.Is(err, record.ErrNotFound) {
			t.Fatal(err)
		}
		return d.State == record.DocumentReady
	})
}
