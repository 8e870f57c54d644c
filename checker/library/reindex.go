package library

import (
	"context"
	"fmt"
	"strconv"
)

// refuseOthers refuses to change tables or units while other servers work with them as
// they were. On SQLite the lock of the data folder has seen to that.
func (tx *Tx) refuseOthers(ctx context.Context) error {
	if tx.sqlite {
		return nil
	}
	var n int
	err := tx.q.QueryRow(ctx, `SELECT count(*) FROM servers WHERE seen_at > now() - make_interval(secs => $1)`, Lease.Seconds()).Scan(&n)
	if err != nil {
		return fmt.Errorf("look for other servers: %w", err)
	}
	if n > 0 {
		return fmt.Errorf("%w: it must be brought up to date, and %d servers of another version work on it; stop them, wait %d seconds, and start again",
			ErrVersion, n, int(Lease.Seconds()))
	}
	return nil
}

// reindex binds the database to another index key: the units, which cannot be
// compared with those to come, go, and the documents of the library wait for new
// ones, to be made of the stored texts by jobs that Unqueued asks for. Checks
// wait for them. All else, texts, evidence and decisions, stays.
func (tx *Tx) reindex(ctx context.Context, key string) error {
	if err := tx.refuseOthers(ctx); err != nil {
		return err
	}
	empty := []string{`TRUNCATE sentences, call_sentences`}
	if tx.sqlite {
		empty = []string{`DELETE FROM sentences`, `DELETE FROM call_sentences`}
	}
	var newest int64
	if err := tx.q.QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM documents`).Scan(&newest); err != nil {
		return fmt.Errorf("index anew: %w", err)
	}
	for _, statement := range append(empty,
		`UPDATE documents SET state = 'waiting', units = 0, job_id = 0 WHERE (in_library OR call_id <> 0) AND state = 'ready'`,
		// A check that was cut off does not wait unless it is queued.
		`UPDATE checks SET state = 'queued', progress = 0, started_at = NULL WHERE state = 'running'`,
	) {
		if _, err := tx.q.Exec(ctx, statement); err != nil {
			return fmt.Errorf("index anew: %w", err)
		}
	}
	if err := keyNames(ctx, tx); err != nil { // another engine may fold them otherwise
		return err
	}
	tx.changes.everything = true
	if err := tx.set(ctx, settingReindexed, strconv.FormatInt(newest, 10)); err != nil {
		return err
	}
	return tx.set(ctx, settingIndex, key)
}

// Unqueued gives the ids of some documents, limit at most, that wait for units
// and have no job. Until the transaction ends nobody else is given any.
func (tx *Tx) Unqueued(ctx context.Context, limit int) ([]int64, error) {
	if err := tx.lockSettings(ctx); err != nil {
		return nil, err
	}
	ids, err := tx.ids(ctx, `SELECT id FROM documents WHERE (in_library OR call_id <> 0) AND state = 'waiting' AND job_id = 0 ORDER BY id LIMIT $1`, limit)
	if err != nil {
		return nil, fmt.Errorf("list documents without a job: %w", err)
	}
	return ids, nil
}

// WaitingIDs gives the ids of the library documents whose units are not made
// yet.
func (r Reader) WaitingIDs(ctx context.Context) ([]int64, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE in_library AND state = 'waiting' ORDER BY id`)
	if err != nil {
		return nil, fmt.Errorf("list waiting documents: %w", err)
	}
	return ids, nil
}
