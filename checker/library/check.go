package library

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/worklist"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

const checkColumns = `c.id, c.state, c.progress, c.failure, c.created_at, c.started_at, c.finished_at,
	c.countable, c.covered, c.sources, c.unseen,
	c.left_covered, c.left_sources, c.left_others, c.left_here, c.left_quoted, c.left_largest, c.doubts, c.profile, ` + document.Columns

const checkTables = ` FROM checks c JOIN documents d ON d.id = c.doc_id JOIN files f ON f.sha256 = d.sha256`

func scanCheck(row pgx.Row) (record.Check, error) {
	var c record.Check
	var started, finished *time.Time
	var failure, doubts string
	targets, finish := document.Fields(&c.Document)
	err := row.Scan(append([]any{
		&c.ID, &c.State, &c.Progress, &failure, &c.CreatedAt, &started, &finished,
		&c.Countable, &c.Covered, &c.Sources, &c.Unseen,
		&c.Left.Covered, &c.Left.Sources, &c.Left.Others, &c.Left.Here, &c.Left.Quoted, &c.Left.Largest, &doubts, &c.Profile,
	}, targets...)...)
	if err != nil {
		return record.Check{}, notFound(err)
	}
	c.Doubts = record.ReadDoubts(doubts)
	c.CreatedAt, c.Failure = c.CreatedAt.UTC(), document.DecodeFailure(failure)
	if started != nil {
		c.StartedAt = started.UTC()
	}
	if finished != nil {
		c.FinishedAt = finished.UTC()
	}
	finish() // before c is copied
	return c, err
}

// Check returns the record of one check, or ErrNotFound.
func (r Reader) Check(ctx context.Context, id int64) (record.Check, error) {
	c, err := scanCheck(r.q.QueryRow(ctx, `SELECT `+checkColumns+checkTables+` WHERE c.id = $1`, id))
	return c, wrap.Error(err, "check %d", id)
}

// Checks returns the checks that f chooses, newest first, and how many there are without
// limit and offset.
func (r Reader) Checks(ctx context.Context, f record.CheckFilter) (checks []record.Check, total int, err error) {
	where := r.checkConditions(f)
	if err := r.q.QueryRow(ctx, `SELECT count(*) FROM checks c`+where.Where(), where.Args...).Scan(&total); err != nil {
		return nil, 0, fmt.Errorf("count checks: %w", err)
	}
	checks, err = r.CheckPage(ctx, f)
	return checks, total, err
}

// CheckPage is Checks without the count: for pages that follow one another by
// CheckFilter.Before.
func (r Reader) CheckPage(ctx context.Context, f record.CheckFilter) ([]record.Check, error) {
	where := r.checkConditions(f)
	limit := where.Limit(f.Limit, f.Offset)
	return r.listChecks(ctx, where.Where()+` ORDER BY c.id DESC`+limit, where.Args...)
}

// checkConditions returns those of a filter on checks c.
func (r Reader) checkConditions(f record.CheckFilter) *database.Conditions {
	where := &database.Conditions{IsSQLite: r.sqlite}
	if f.Reviewer != 0 {
		where.Add(`EXISTS (SELECT 1 FROM assignments x WHERE x.account_id = $%d AND x.doc_id = c.doc_id)`, f.Reviewer)
	}
	if f.Call != 0 {
		where.Add(`EXISTS (SELECT 1 FROM documents x WHERE x.id = c.doc_id AND x.call_id = $%d AND x.call_id <> 0)`, f.Call)
	}
	if f.State != "" {
		where.Add(`c.state = $%d`, string(f.State))
	}
	if f.Latest {
		where.Is(`NOT EXISTS (SELECT 1 FROM checks l WHERE l.doc_id = c.doc_id AND l.id > c.id AND l.compared = c.compared)`)
	}
	if f.Compared {
		where.Is(`c.compared`)
	} else {
		where.Is(`NOT c.compared`)
	}
	if f.Before != 0 {
		where.Add(`c.id < $%d`, f.Before)
	}
	return where
}

// DocumentChecks returns the checks of one document, newest first.
func (r Reader) DocumentChecks(ctx context.Context, docID int64) ([]record.Check, error) {
	return r.listChecks(ctx, ` WHERE c.doc_id = $1 ORDER BY c.id DESC`, docID)
}

func (r Reader) listChecks(ctx context.Context, rest string, args ...any) ([]record.Check, error) {
	checks, err := database.List(ctx, r.conn(), scanCheck, `SELECT `+checkColumns+checkTables+rest, args...)
	return checks, wrap.Error(err, "list checks")
}

// Evidence returns the XML of a check that is done, byte for byte as it was
// stored, or ErrNotFound.
func (r Reader) Evidence(ctx context.Context, checkID int64) ([]byte, error) {
	var xml []byte
	if err := r.q.QueryRow(ctx, `SELECT xml FROM evidence WHERE check_id = $1`, checkID).Scan(&xml); err != nil {
		return nil, fmt.Errorf("evidence of check %d: %w", checkID, notFound(err))
	}
	return xml, nil
}

// CheckJob returns the id of the queue's job of a check, 0 for none.
func (r Reader) CheckJob(ctx context.Context, id int64) (int64, error) {
	var job int64
	if err := r.q.QueryRow(ctx, `SELECT job_id FROM checks WHERE id = $1`, id).Scan(&job); err != nil {
		return 0, fmt.Errorf("job of check %d: %w", id, notFound(err))
	}
	return job, nil
}

// CreateCheck stores a queued check of a document, against the library as it is
// now, and returns its id. Somebody waits for it: it does not wait for documents that
// come with many others (wait.go). It compares as its call says; without a call as the document's newest check did.
func (tx *Tx) CreateCheck(ctx context.Context, docID int64) (int64, error) {
	return tx.createCheck(ctx, docID, false)
}

// SetProfile sets the profile by which a check compares. The error is ErrNotFound if there is no such check, or if it is done.
func (tx *Tx) SetProfile(ctx context.Context, id int64, profile string) error {
	return tx.updateRow(ctx, `UPDATE checks SET profile = $2 WHERE id = $1 AND state IN ('queued', 'running')`, id, profile)
}

// CreateBatchCheck is CreateCheck for checks that nobody waits for.
func (tx *Tx) CreateBatchCheck(ctx context.Context, docID int64) (int64, error) {
	return tx.createCheck(ctx, docID, true)
}

func (tx *Tx) createCheck(ctx context.Context, docID int64, batch bool) (int64, error) {
	var id int64
	// Without a call it compares as the newest check did.
	const profile = `COALESCE((SELECT c.profile FROM checks c WHERE c.doc_id = $1
		AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = $1 AND d.call_id <> 0) ORDER BY c.id DESC LIMIT 1), '')`
	err := tx.q.QueryRow(ctx, `INSERT INTO checks
		(doc_id, state, progress, failure, job_id, created_at, countable, covered, sources, newest_id, batch, profile)
		VALUES ($1, $2, 0, '', 0, $3, 0, 0, 0, (SELECT max(id) FROM documents), $4, `+profile+`) RETURNING id`, docID,
		string(record.CheckQueued), now(),
		batch).Scan(&id)
	if err != nil {
		return 0, fmt.Errorf("store check of document %d: %w", docID, err)
	}
	tx.changes.move(id)
	tx.Record(checkAct(audit.Check, id, docID))
	return id, nil
}

// SetCheckJob stores which job of the queue works on a check; 0 is none.
func (tx *Tx) SetCheckJob(ctx context.Context, id, jobID int64) error {
	tx.changes.Check(id)
	return tx.updateRow(ctx, `UPDATE checks SET job_id = $2 WHERE id = $1`, id, jobID)
}

// Progress notes how far a running check is, 0 to 100. The error is ErrFinal
// where it is no longer running, because it was cancelled for example, and
// ErrNotFound where it is gone; the work should stop then.
func (tx *Tx) Progress(ctx context.Context, id int64, percent int) error {
	return tx.updateOpen(ctx, id, `UPDATE checks SET progress = $2 WHERE id = $1 AND state = 'running'`,
		id, min(max(percent, 0), 100))
}

// RequeueCheck puts a running check back to queued, because it will be run
// again. It has the errors of Progress.
func (tx *Tx) RequeueCheck(ctx context.Context, id int64) error {
	return tx.updateCheck(ctx, id, `UPDATE checks SET state = 'queued', progress = 0, started_at = NULL
		WHERE id = $1 AND state = 'running'`, id)
}

// FinishCheck ends a running check with its evidence, and makes a further one
// where it has not seen all (see StartCheck), and of applications of its call that have
// not seen it (crossCheck). It has the errors of
// Progress; then nothing is stored.
func (tx *Tx) FinishCheck(ctx context.Context, id int64, s record.Summary, xml []byte) error {
	err := tx.updateCheck(ctx, id, `UPDATE checks SET state = 'done', progress = 100, finished_at = $2,
		countable = $3, covered = $4, sources = $5, left_covered = $4, left_sources = $5, left_others = $6, left_here = $7, doubts = $8,
		left_quoted = $9, left_largest = $10, largest_id = $11, flags = $12, unread = $13, findings = $14, rank = $15
		WHERE id = $1 AND state = 'running'`,
		id, now(), s.Countable, s.Covered, s.Sources, s.Others, s.Here, record.JoinDoubts(s.Doubts), s.Quoted, s.Largest, s.Most, s.Flags,
		s.Unread, storable(s.Findings), s.Rank)
	if err != nil {
		return err
	}
	if _, err := tx.q.Exec(ctx, `INSERT INTO evidence (check_id, xml) VALUES ($1, $2)`, id, nonNil(xml)); err != nil {
		return fmt.Errorf("store evidence of check %d: %w", id, err)
	}
	tx.Record(audit.Act{Action: audit.Finish, Subject: audit.SubjectCheck, ID: id,
		Detail: map[string]string{"evidence": database.SHA256(xml)}})
	if err := tx.putEdges(ctx, id, s.Edges); err != nil {
		return fmt.Errorf("store edges of check %d: %w", id, err)
	}
	if err := worklist.SaveParts(ctx, tx.conn(), id, s.Parts); err != nil {
		return fmt.Errorf("store shares of parts of check %d: %w", id, err)
	}
	if err := tx.crossCheck(ctx, id, s.Edges); err != nil {
		return fmt.Errorf("check again what shares text with check %d: %w", id, err)
	}
	if err := tx.tellFinished(ctx, id, record.CheckDone); err != nil {
		return fmt.Errorf("tell of check %d: %w", id, err)
	}
	return tx.followUp(ctx, id)
}

// FailCheck ends a queued or running check that could not be done. The error is
// ErrFinal where it has ended already, ErrNotFound where it is gone.
func (tx *Tx) FailCheck(ctx context.Context, id int64, f record.Failure) error {
	err := tx.updateCheck(ctx, id, `UPDATE checks SET state = 'failed', failure = $2, finished_at = $3
		WHERE id = $1 AND state IN ('queued', 'running')`, id, document.EncodeFailure(f), now())
	if err != nil {
		return err
	}
	tx.Record(failAct(audit.SubjectCheck, id, f))
	return tx.tellFinished(ctx, id, record.CheckFailed)
}

// CancelCheck ends a queued or running check because somebody wishes so. The
// error is ErrFinal where it has ended already, ErrNotFound where it is gone.
func (tx *Tx) CancelCheck(ctx context.Context, id int64) error {
	err := tx.updateCheck(ctx, id, `UPDATE checks SET state = 'cancelled', finished_at = $2
		WHERE id = $1 AND state IN ('queued', 'running')`, id, now())
	if err != nil {
		return err
	}
	tx.Record(audit.Act{Action: audit.Cancel, Subject: audit.SubjectCheck, ID: id})
	return tx.tellFinished(ctx, id, record.CheckCancelled)
}

// updateCheck runs an update of one check that only holds in some states, and changes
// what lists say of it.
func (tx *Tx) updateCheck(ctx context.Context, id int64, sql string, args ...any) error {
	err := tx.updateOpen(ctx, id, sql, args...)
	if err == nil {
		tx.changes.move(id)
	}
	return err
}

// updateOpen is updateCheck for changes that lists do not show.
func (tx *Tx) updateOpen(ctx context.Context, id int64, sql string, args ...any) error {
	tag, err := tx.q.Exec(ctx, sql, args...)
	if err == nil && tag.RowsAffected() == 0 {
		if _, err = tx.CheckJob(ctx, id); err == nil { // it is there
			err = record.ErrFinal
		}
	}
	if err != nil {
		return fmt.Errorf("update check %d: %w", id, err)
	}
	tx.changes.Check(id)
	return nil
}

// DeleteCheck deletes a check with its evidence, and its document too unless
// that is in the library or has another check. The error is ErrNotFound, or
// ErrBusy while the check runs, or ErrDecided where it has decisions or opinions (DeleteDecided).
func (s *Store) DeleteCheck(ctx context.Context, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		if err := tx.lockCheck(ctx, id); err != nil {
			return err
		}
		if err := tx.undecided(ctx, `c.id = $1`, id); err != nil {
			return err
		}
		return tx.deleteCheck(ctx, id)
	})
	return wrap.Error(err, "delete check %d", id)
}

// lockCheck keeps other transactions from starting, deciding about or deleting a check until this one ends.
func (tx *Tx) lockCheck(ctx context.Context, id int64) error {
	return tx.conn().LockRow(ctx, `checks WHERE id = $1`, id)
}

// deleteCheck deletes a check whose row the transaction has locked.
func (tx *Tx) deleteCheck(ctx context.Context, id int64) error {
	c, err := tx.Check(ctx, id)
	if err != nil {
		return err
	}
	if c.State == record.CheckRunning {
		return record.ErrBusy
	}
	tx.changes.Check(id)
	tx.changes.row(c.Document.ID)
	if err := tx.conn().ExecEach(ctx, id,
		`DELETE FROM decisions WHERE check_id = $1`,
		`DELETE FROM opinions WHERE check_id = $1`,
		`DELETE FROM deletion_requests WHERE check_id = $1`,
		`DELETE FROM evidence WHERE check_id = $1`,
		`DELETE FROM stamps WHERE subject IN ('evidence', 'decided') AND subject_id = $1`,
		`DELETE FROM edges WHERE check_id = $1`,
		`DELETE FROM check_shares WHERE check_id = $1`,
		`DELETE FROM report_links WHERE check_id = $1`,
		`DELETE FROM checks WHERE id = $1`,
	); err != nil {
		return err
	}
	tx.Record(checkAct(audit.Delete, id, c.Document.ID))
	others, err := tx.DocumentChecks(ctx, c.Document.ID)
	if err != nil || c.Document.Kept() || len(others) > 0 {
		return err
	}
	return tx.deleteDocument(ctx, c.Document.ID)
}
