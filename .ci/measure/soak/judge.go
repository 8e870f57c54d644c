package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"

	"zhiwen/checker/evidence"
)

// sampled is how many checks are made again without disturbance.
const sampled = 40

// open opens the database of a part beside its servers, to read.
func (p part) open() (*sql.DB, error) {
	if p.database != "" {
		return sql.Open("pgx", p.database)
	}
	return sql.Open("sqlite", "file:"+filepath.Join(p.folder, "server-1", "data", "zhiwen.db")+"?mode=ro")
}

// unfinished counts what has yet to be done.
const unfinished = `SELECT (SELECT count(*) FROM documents WHERE state = 'waiting' AND (in_library OR is_form)) +
	(SELECT count(*) FROM checks WHERE state IN ('queued', 'running'))`

// settle waits until the servers have done all work, and counts what they have not.
func (r *result) settle(ctx context.Context, p part) error {
	db, err := p.open()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	begun := time.Now()
	for {
		err := db.QueryRowContext(ctx, unfinished).Scan(&r.stuck)
		r.settled = time.Since(begun)
		if err != nil || r.stuck == 0 || r.settled > patience {
			return err
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
}

// orphans are rows that belong to nothing.
var orphans = map[string]string{
	"texts":       `SELECT count(*) FROM texts x WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = x.doc_id)`,
	"units":       `SELECT count(*) FROM sentences x WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = x.doc_id)`,
	"evidence":    `SELECT count(*) FROM evidence x WHERE NOT EXISTS (SELECT 1 FROM checks c WHERE c.id = x.check_id AND c.state = 'done')`,
	"done checks": `SELECT count(*) FROM checks c WHERE c.state = 'done' AND NOT EXISTS (SELECT 1 FROM evidence x WHERE c.id = x.check_id)`,
	"files":       `SELECT count(*) FROM files x WHERE NOT EXISTS (SELECT 1 FROM documents d WHERE d.sha256 = x.sha256)`,
	"documents":   `SELECT count(*) FROM documents d WHERE NOT in_library AND NOT is_form AND NOT EXISTS (SELECT 1 FROM checks c WHERE c.doc_id = d.id)`,
	"unit counts": `SELECT count(*) FROM documents d WHERE d.in_library AND d.units <> (SELECT count(*) FROM sentences x WHERE x.doc_id = d.id)`,
}

// judge holds what is stored against what was acknowledged, and the evidence of some
// checks against that of a server which nobody disturbs.
func (r *result) judge(ctx context.Context, p part, o options, servers []*server) error {
	db, err := p.open()
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for _, s := range servers {
		r.crashes += s.crashes.Load()
	}
	if err := r.count(ctx, db); err != nil {
		return err
	}
	for _, kind := range slices.Sorted(maps.Keys(orphans)) {
		var n int
		if err := db.QueryRowContext(ctx, orphans[kind]).Scan(&n); err != nil {
			return fmt.Errorf("orphans among %s: %w", kind, err)
		}
		if n > 0 {
			r.orphans[kind] = n
		}
	}
	return r.compare(ctx, db, p, o, servers[0])
}

// count looks for every file that was sent.
func (r *result) count(ctx context.Context, db *sql.DB) error {
	rows, err := db.QueryContext(ctx, `SELECT filename, in_library, state,
		(SELECT count(*) FROM checks c WHERE c.doc_id = d.id AND c.state = 'done') FROM documents d`)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	stored := map[string]int{}
	for rows.Next() {
		var name, state string
		var library bool
		var checks int
		if err := rows.Scan(&name, &library, &state, &checks); err != nil {
			return err
		}
		u := r.uploads[name]
		if u == nil {
			r.notes = append(r.notes, "nobody sent "+name)
			continue
		}
		if stored[name]++; stored[name] == 2 {
			r.doubled = append(r.doubled, name)
		}
		if u.library && state != "ready" || !u.library && checks == 0 {
			r.lost = append(r.lost, fmt.Sprintf("%s: %s, %d checks", name, state, checks))
		}
	}
	for name, u := range r.uploads {
		if u.acknowledged && stored[name] == 0 {
			r.lost = append(r.lost, name+": not stored")
		}
	}
	return rows.Err()
}

// file is a stored application.
type file struct {
	id    int64
	name  string
	bytes []byte
}

// compare makes some checks anew, on the servers that were disturbed and on one with the
// same library that was not.
func (r *result) compare(ctx context.Context, db *sql.DB, p part, o options, disturbed *server) error {
	const from = ` FROM documents d JOIN files f ON f.sha256 = d.sha256 WHERE d.state = 'ready' AND `
	library, err := files(ctx, db, `SELECT d.id, d.filename, f.bytes`+from+`d.in_library ORDER BY d.id`)
	if err != nil {
		return err
	}
	sample, err := files(ctx, db, `SELECT d.id, d.filename, f.bytes`+from+`NOT d.in_library ORDER BY d.id DESC LIMIT $1`, sampled)
	if err != nil {
		return err
	}
	quiet, err := newServer(o.binary, filepath.Join(p.folder, "undisturbed"), "")
	if err != nil {
		return err
	}
	if err := quiet.start(ctx); err != nil {
		return err
	}
	defer quiet.kill()
	for batch := range slices.Chunk(library, 40) {
		if err := quiet.send(ctx, "/library", batch); err != nil {
			return err
		}
	}
	beside, err := sql.Open("sqlite", "file:"+filepath.Join(quiet.folder, "data", "zhiwen.db")+"?mode=ro")
	if err != nil {
		return err
	}
	defer func() { _ = beside.Close() }()
	if err := finish(ctx, beside); err != nil {
		return err
	}
	for _, f := range sample {
		if err := disturbed.post(ctx, fmt.Sprintf("/documents/%d/check", f.id)); err != nil {
			return err
		}
	}
	if len(sample) > 0 {
		if err := quiet.send(ctx, "/checks", sample); err != nil {
			return err
		}
	}
	if err := finish(ctx, beside); err != nil {
		return err
	}
	if err := finish(ctx, db); err != nil {
		return err
	}
	for _, f := range sample {
		one, err := findings(ctx, db, f.name)
		if err != nil {
			return err
		}
		other, err := findings(ctx, beside, f.name)
		if err != nil {
			return err
		}
		r.compared++
		if one != other {
			r.differing = append(r.differing, f.name+":\n"+one+"undisturbed:\n"+other)
		}
	}
	return nil
}

func files(ctx context.Context, db *sql.DB, query string, args ...any) (all []file, err error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var f file
		if err := rows.Scan(&f.id, &f.name, &f.bytes); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, rows.Err()
}

// finish waits until a database has no work left.
func finish(ctx context.Context, db *sql.DB) error {
	for begun := time.Now(); time.Since(begun) < patience; {
		var left int
		if err := db.QueryRowContext(ctx, unfinished).Scan(&left); err != nil || left == 0 {
			return err
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return fmt.Errorf("work is left after %s", patience)
}

// findings is what the newest done check of a file found, in lines, without what differs
// from run to run: numbers of rows and times.
func findings(ctx context.Context, db *sql.DB, name string) (string, error) {
	var xml []byte
	err := db.QueryRowContext(ctx, `SELECT e.xml FROM evidence e JOIN checks c ON c.id = e.check_id JOIN documents d ON d.id = c.doc_id
		WHERE d.filename = $1 ORDER BY c.id DESC LIMIT 1`, name).Scan(&xml)
	if err != nil {
		return "", fmt.Errorf("evidence of %s: %w", name, err)
	}
	e, err := evidence.Decode(bytes.NewReader(xml))
	if err != nil {
		return "", fmt.Errorf("evidence of %s: %w", name, err)
	}
	var lines []string
	for i := range e.Sources {
		s := &e.Sources[i]
		for j := range s.Matches {
			m := &s.Matches[j]
			lines = append(lines, fmt.Sprintf("  %s %s [%d+%d] [%d+%d] %d\n", s.Identity.Filename, m.Kind,
				m.This.Offset, m.This.Length, m.Source.Offset, m.Source.Length, m.Counted))
		}
	}
	slices.Sort(lines)
	return fmt.Sprintf("  %d of %d\n", e.Scores.Covered, e.Scores.Countable) + strings.Join(lines, ""), nil
}

// send uploads files and fails where they are not all taken.
func (s *server) send(ctx context.Context, path string, all []file) error {
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, f := range all {
		w, err := form.CreateFormFile("file", f.name)
		if err != nil {
			return err
		}
		if _, err := w.Write(f.bytes); err != nil {
			return err
		}
	}
	if err := form.Close(); err != nil {
		return err
	}
	return s.demand(ctx, path, form.FormDataContentType(), &body)
}

// post sends a form without fields.
func (s *server) post(ctx context.Context, path string) error {
	return s.demand(ctx, path, "application/x-www-form-urlencoded", nil)
}

// demand posts something and fails where the answer is not to look elsewhere.
func (s *server) demand(ctx context.Context, path, kind string, body io.Reader) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.base()+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", kind)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusSeeOther {
		return fmt.Errorf("POST %s: %s", path, answer.Status)
	}
	return nil
}
