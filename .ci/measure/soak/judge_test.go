package main

import (
	"context"
	"database/sql"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/library"
)

// What is stored twice, failed, or not there is named, and so are rows that belong to nothing.
func TestJudgeNamesFaults(t *testing.T) {
	ctx := context.Background()
	p := part{folder: t.TempDir()}
	data := filepath.Join(p.folder, "server-1", "data")
	store, err := library.Open(ctx, library.Config{DataDir: data, IndexKey: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+filepath.Join(data, "zhiwen.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	document := `INSERT INTO documents (sha256, filename, title, applicant, institution, year, programme, keywords, in_library, is_form, state, failure, characters, pages, units, job_id, created_at)
		VALUES ('0a', ?, '', '', '', 0, '', '[]', ?, FALSE, ?, '', 0, 0, 0, 0, '2026-01-02 03:04:05+00:00')`
	for _, d := range []struct {
		name, state string
		library     bool
	}{{"twice.txt", "ready", true}, {"twice.txt", "ready", true}, {"failed.txt", "failed", true}, {"unchecked.txt", "ready", false}, {"good.txt", "ready", true}} {
		if _, err := db.ExecContext(ctx, document, d.name, d.library, d.state); err != nil {
			t.Fatal(err)
		}
	}
	r := newResult()
	r.sent([]string{"twice.txt", "failed.txt", "missing.txt", "good.txt", "unanswered.txt"}, true)
	r.sent([]string{"unchecked.txt"}, false)
	r.acknowledge([]string{"twice.txt", "failed.txt", "missing.txt", "good.txt", "unchecked.txt"})
	if err := r.count(ctx, db); err != nil {
		t.Fatal(err)
	}
	slices.Sort(r.lost)
	if got := strings.Join(r.lost, "; "); got != "failed.txt: failed, 0 checks; missing.txt: not stored; unchecked.txt: ready, 0 checks" {
		t.Errorf("lost: %s", got)
	}
	if got := strings.Join(r.doubled, "; "); got != "twice.txt" {
		t.Errorf("doubled: %s", got)
	}
	var n int
	if err := db.QueryRowContext(ctx, orphans["documents"]).Scan(&n); err != nil || n != 1 {
		t.Errorf("%d orphaned documents, %v", n, err)
	}
	if r.good() {
		t.Error("all that is called good")
	}
}

// Every kind of misfortune comes, and as many kills as are asked for.
func TestPlan(t *testing.T) {
	acts := plan(part{database: "postgres://"}, options{kills: 20, small: true}, rand.New(rand.NewPCG(1, 2)))
	count := map[act]int{}
	for _, a := range acts {
		count[a]++
	}
	if count[killed] != 20 || count[stopped] != 3 || count[halted] != 3 || count[filled] != 3 {
		t.Errorf("the plan has %v", count)
	}
}
