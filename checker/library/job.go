package library

import (
	"context"
	"strconv"

	"zhiwen/checker/audit"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// The queue's table river_job is River's, and only this file, package lease and
// package backlog, which reads, know it besides River: which jobs run, and which have ended, must be known in the same
// statement as what they are for.

// Unqueued returns the ids of some documents, limit at most, that wait for units
// and have no job. Until the transaction ends nobody else is given any.
func (tx *Tx) Unqueued(ctx context.Context, limit int) ([]int64, error) {
	if err := tx.lockSettings(ctx); err != nil {
		return nil, err
	}
	ids, err := tx.ids(ctx, `SELECT id FROM documents WHERE (in_library OR call_id <> 0) AND state = 'waiting' AND job_id = 0 ORDER BY id
		LIMIT $1`, limit)
	return ids, wrap.Error(err, "list documents without a job")
}

// ReleaseJob lets a job run that the queue keeps for a time, at once: the time is its place among the others then.
func (tx *Tx) ReleaseJob(ctx context.Context, job int64) error {
	_, err := tx.q.Exec(ctx, `UPDATE river_job SET state = 'available' WHERE id = $1 AND state = 'scheduled'`, job)
	return wrap.Error(err, "release job %d", job)
}

// BringForward moves the job that reads a document from one queue to another, with another
// priority, unless it has begun: somebody waits for it now.
func (tx *Tx) BringForward(ctx context.Context, document int64, from, to string, priority int) error {
	_, err := tx.q.Exec(ctx, `UPDATE river_job SET queue = $3, priority = $4
		WHERE id = (SELECT job_id FROM documents WHERE id = $1) AND queue = $2 AND state IN ('available', 'retryable', 'scheduled')`,
		document, from, to, priority)
	return wrap.Error(err, "bring document %d forward", document)
}

// WaitingIDs returns the ids of the library documents whose units are not made
// yet.
func (r Reader) WaitingIDs(ctx context.Context) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE in_library AND state = 'waiting' ORDER BY id`)
	return ids, wrap.Error(err, "list waiting documents")
}

// FailOrphans fails the checks and documents whose job has ended or is gone without them, as
// happens when even storing a failure failed. It returns how many they were.
func (s *Store) FailOrphans(ctx context.Context) (checks, documents int64, err error) {
	const jobIsOver = ` NOT EXISTS (SELECT 1 FROM river_job j WHERE j.id = job_id AND j.finalized_at IS NULL)`
	internal := string(record.FailureInternal)
	err = s.InTx(ctx, func(tx *Tx) error {
		tag, err := tx.q.Exec(ctx, `UPDATE checks SET state = 'failed', failure = $1, finished_at = $2
			WHERE (state = 'running' OR state = 'queued' AND job_id <> 0) AND`+jobIsOver, internal, now())
		if err != nil {
			return err
		}
		checks = tag.RowsAffected()
		tag, err = tx.q.Exec(ctx, `UPDATE documents SET state = 'failed', failure = $1
			WHERE (in_library OR is_form OR call_id <> 0) AND state = 'waiting' AND job_id <> 0 AND`+jobIsOver, internal)
		if err != nil {
			return err
		}
		documents = tag.RowsAffected()
		if tx.changes.Everything = checks+documents > 0; tx.changes.Everything {
			tx.Record(audit.Act{Action: audit.Fail, Subject: audit.SubjectLibrary, Detail: map[string]string{
				"checks": strconv.FormatInt(checks, 10), "documents": strconv.FormatInt(documents, 10),
			}})
		}
		return nil
	})
	return checks, documents, wrap.Error(err, "fail what has lost its job")
}
