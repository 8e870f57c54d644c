package schema

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/spread"
	"zhiwen/checker/score"
)

// refuseOthers refuses to change tables or units while other servers work with them as
// they were.
func refuseOthers(ctx context.Context, tx *database.Tx) error {
	n, err := spread.Others(ctx, tx.Conn)
	if err == nil && n > 0 {
		err = fmt.Errorf("%w: it must be brought up to date, and %d servers of another version work on it; stop them, wait %d seconds, "+
			"and start again",
			ErrVersion, n, int(spread.Period.Seconds()))
	}
	return err
}

// reindex binds the database to another index key: the units, which cannot be
// compared with those to come, go, and the documents of the library wait for new
// ones, to be made of the stored texts by jobs that are yet to be made. Checks
// wait for them. All else, texts, evidence and decisions, stays.
func reindex(ctx context.Context, tx *database.Tx, key string) error {
	if err := refuseOthers(ctx, tx); err != nil {
		return err
	}
	empty := []string{`TRUNCATE sentences, call_sentences, paper_sentences`}
	if tx.IsSQLite {
		empty = []string{`DELETE FROM sentences`, `DELETE FROM call_sentences`, `DELETE FROM paper_sentences`}
	}
	var newest int64
	if err := tx.QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM documents`).Scan(&newest); err != nil {
		return fmt.Errorf("index anew: %w", err)
	}
	for _, statement := range append(empty,
		`DELETE FROM paper_documents`,
		`UPDATE documents SET state = 'waiting', units = 0, job_id = 0 WHERE (in_library OR call_id <> 0) AND state = 'ready'`,
		// A check that was cut off does not wait unless it is queued.
		`UPDATE checks SET state = 'queued', progress = 0, started_at = NULL WHERE state = 'running'`,
	) {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return fmt.Errorf("index anew: %w", err)
		}
	}
	if err := keyNames(ctx, tx); err != nil { // another engine may fold them otherwise
		return err
	}
	if err := set(ctx, tx, Reindexed, strconv.FormatInt(newest, 10)); err != nil {
		return err
	}
	return set(ctx, tx, noteIndex, key)
}

// keyNames makes the keys anew by which the applications of one applicant are
// found.
func keyNames(ctx context.Context, tx *database.Tx) error {
	type named struct {
		id                int64
		applicant, number string
	}
	all, err := database.List(ctx, tx.Conn, func(row pgx.Row) (n named, err error) {
		return n, row.Scan(&n.id, &n.applicant, &n.number)
	}, `SELECT id, applicant, number FROM documents WHERE applicant <> '' OR number <> ''`)
	if err != nil {
		return fmt.Errorf("key names: %w", err)
	}
	for _, n := range all {
		_, err := tx.Exec(ctx, `UPDATE documents SET applicant_key = $2, number_key = $3 WHERE id = $1`, n.id, score.NameKey(n.applicant),
			score.NameKey(n.number))
		if err != nil {
			return fmt.Errorf("key names: %w", err)
		}
	}
	return nil
}
