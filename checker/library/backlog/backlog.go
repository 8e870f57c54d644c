// Package backlog is the SQL of what waits in the queue of jobs, and says when it will be done.
//
// In goes a call or an import; out comes record.Outlook: how long until its documents are read and
// its checks done, reckoned from all that is done before them and from how long the last jobs of the
// same kind took (estimate.go). It reads the tables documents, checks, import_items and, beside River, whose
// it is, river_job; it changes nothing and does not know what jobs do.
package backlog

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// Reader reads the queue. It is safe for concurrent use where its connection is.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// CallOutlook returns when the applications of a call that wait will be read and checked.
func (r Reader) CallOutlook(ctx context.Context, call int64) (record.Outlook, error) {
	return r.outlook(ctx, subject{
		documents: `SELECT id FROM documents WHERE call_id = $1`,
		imports:   `i.call_id = $1`, id: call,
	})
}

// ImportOutlook returns when the files of an import that wait will be read, and checked where
// they are to be.
func (r Reader) ImportOutlook(ctx context.Context, id int64) (record.Outlook, error) {
	return r.outlook(ctx, subject{
		documents: `SELECT doc_id FROM import_items WHERE import_id = $1 AND doc_id <> 0`,
		imports:   `i.id = $1`, id: id,
	})
}

// subject is what an outlook is about.
type subject struct {
	documents string // a query for the ids of its documents
	imports   string // which imports bring more
	id        int64
}

func (r Reader) outlook(ctx context.Context, s subject) (o record.Outlook, err error) {
	var w work
	var past history
	err = r.conn.InSnapshot(ctx, func(c database.Conn) (err error) {
		in := Reader{c}
		if w, err = in.waiting(ctx, s); err != nil || !w.open() {
			return err
		}
		past, err = in.history(ctx)
		return err
	})
	if err != nil {
		return o, fmt.Errorf("when what waits will be done: %w", err)
	}
	return estimate(w, past), nil
}

// kindOf returns the expression for what tells how long a file takes to read: the end of its name.
func (r Reader) kindOf(filename string) string {
	if r.conn.IsSQLite {
		return `lower(substr(` + filename + `, -4))`
	}
	return `lower(right(` + filename + `, 4))`
}

// classes returns what rows are grouped by beside their first column: the class of a size, which is its first digit
// and how many follow. What takes a time by its size is known well enough by its class (duration.go).
func classes(size string) string {
	digits := `CAST(` + size + ` AS TEXT)`
	return ` GROUP BY 1, length(` + digits + `), substr(` + digits + `, 1, 1) ORDER BY 1, length(` + digits + `), substr(` + digits +
		`, 1, 1)`
}

// waiting returns the work left until all of a subject is finished.
func (r Reader) waiting(ctx context.Context, s subject) (w work, err error) {
	// The last of its documents that are to be read, and the last of its checks. Batches
	// are worked off one after the other, each in mixed order (server/worker): of its own all come before its end, and nothing of later
	// ones.
	var lastDocument, lastCheck int64
	err = r.conn.QueryRow(ctx,
		`SELECT COALESCE((SELECT max(d.id) FROM documents d WHERE d.state = 'waiting' AND d.id IN (`+s.documents+`)), 0),
		COALESCE((SELECT max(c.id) FROM checks c WHERE c.state IN ('queued', 'running') AND c.doc_id IN (`+s.documents+`)), 0)`, s.id).
		Scan(&lastDocument, &lastCheck)
	if err != nil {
		return w, err
	}
	err = r.conn.QueryRow(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN i.checks THEN 1 ELSE 0 END), 0) FROM import_items x
		JOIN imports i ON i.id = x.import_id
		WHERE x.fate = 'waiting' AND i.state = 'running' AND `+s.imports, s.id).Scan(&w.unstored, &w.unstoredChecks)
	if err != nil {
		return w, err
	}
	w.checking = lastCheck > 0 || w.unstoredChecks > 0
	if lastDocument == 0 && lastCheck == 0 {
		return w, nil
	}
	// Reading comes before checks, whatever is read: a check waits for all of it. Where nothing is to be
	// checked, what comes later in the queue does not matter.
	scanBatch := func(row pgx.Row) (b batch, err error) {
		return b, row.Scan(&b.kind, &b.count, &b.bytes, &b.scans)
	}
	w.reading, err = database.List(ctx, r.conn, scanBatch,
		`SELECT `+r.kindOf("d.filename")+`, count(*), CAST(sum(f.size) AS BIGINT), COALESCE(sum(CASE WHEN d.scans > $3 THEN d.scans - `+
			`d.scans_read ELSE 0 END), 0)
		FROM documents d JOIN files f ON f.sha256 = d.sha256 WHERE d.state = 'waiting' AND (d.job_id <> 0 OR EXISTS (SELECT 1 FROM checks c
		WHERE c.doc_id = d.id AND c.state IN ('queued', 'running')))
		AND (CAST($2 AS BIGINT) > 0 OR d.id <= $1 OR NOT d.batch)`+classes("f.size"), lastDocument, lastCheck, longScan)
	if err != nil || lastCheck == 0 {
		return w, err
	}
	scanChecks := func(row pgx.Row) (b batch, err error) {
		return b, row.Scan(&b.kind, &b.count, &b.bytes, &b.characters, &b.begun)
	}
	w.checks, err = database.List(ctx, r.conn, scanChecks,
		`SELECT CASE WHEN d.state = 'waiting' THEN `+r.kindOf("d.filename")+` ELSE '' END, count(*), CAST(sum(f.size) AS BIGINT), `+
			`sum(d.characters),
		COALESCE(sum(CASE WHEN c.state = 'running' THEN c.progress ELSE 0 END), 0)
		FROM checks c JOIN documents d ON d.id = c.doc_id JOIN files f ON f.sha256 = d.sha256
		WHERE c.state IN ('queued', 'running') AND d.state <> 'failed' AND (c.id <= $1
		OR NOT c.batch)`+classes("CASE WHEN d.state = 'waiting' THEN f.size ELSE d.characters END"), lastCheck)
	return w, err
}

// longScan is how many scanned pages a document may have and be read with the others
// (library.MostAwaitedScans).
const longScan = 10

// history returns the last jobs that were done.
func (r Reader) history(ctx context.Context) (h history, err error) {
	seconds, id := `extract(epoch FROM %s)::float8`, `(j.args->>'%s')::bigint`
	if r.conn.IsSQLite {
		seconds, id = `unixepoch(%s, 'subsec')`, `json_extract(j.args, '$.%s')`
	}
	from, to := fmt.Sprintf(seconds, "j.attempted_at"), fmt.Sprintf(seconds, "j.finalized_at")
	scan := func(row pgx.Row) (j job, err error) {
		return j, row.Scan(&j.from, &j.to, &j.queue, &j.kind, &j.bytes, &j.characters, &j.pages)
	}
	if h.read, err = database.List(ctx, r.conn, scan,
		`SELECT `+from+`, `+to+`, j.queue, `+r.kindOf("d.filename")+`, f.size, d.characters, d.pages
		FROM river_job j JOIN documents d ON d.id = `+fmt.Sprintf(id, "document")+` JOIN files f ON f.sha256 = d.sha256
		WHERE j.state = 'completed' AND j.kind = 'index' AND d.state = 'ready' ORDER BY j.finalized_at DESC LIMIT $1`,
		mostJobs); err != nil {
		return h, err
	}
	h.checked, err = database.List(ctx, r.conn, scan, `SELECT `+from+`, `+to+`, j.queue, '', f.size, d.characters, d.pages
		FROM river_job j JOIN checks c ON c.id = `+fmt.Sprintf(id, "check")+` JOIN documents d ON d.id = c.doc_id
		JOIN files f ON f.sha256 = d.sha256
		WHERE j.state = 'completed' AND j.kind = 'check' AND c.state = 'done' ORDER BY j.finalized_at DESC LIMIT $1`, mostJobs)
	if err != nil || len(h.checked) >= fewJobs {
		return h, err
	}
	// The queue forgets its jobs after a day; checks remember when they ran.
	remembered := func(row pgx.Row) (j job, err error) {
		var began, ended *time.Time
		if err := row.Scan(&began, &ended, &j.characters); err != nil {
			return j, err
		}
		j.from, j.to = float64(began.UnixMicro())/1e6, float64(ended.UnixMicro())/1e6
		return j, nil
	}
	h.checked, err = database.List(ctx, r.conn, remembered, `SELECT c.started_at, c.finished_at, d.characters
		FROM checks c JOIN documents d ON d.id = c.doc_id
		WHERE c.state = 'done' AND NOT c.compared AND c.started_at IS NOT NULL AND c.finished_at IS NOT NULL ORDER BY c.id DESC LIMIT $1`,
		mostJobs)
	return h, err
}
