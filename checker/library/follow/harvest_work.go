package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// What jobs do with sources and items. An item that is due stays due until its outcome is
// stored, and a list that is not at its end is gone on with by its token, so whatever ends a
// job, nothing is lost.

// DueHarvests returns the sources that have work to do and no job, most overdue first; folders only
// if they are on the given machine (all on SQLite, which has only one). It releases sources whose
// jobs ended without updating them.
func (tx Tx) DueHarvests(ctx context.Context, place string, now time.Time, limit int) ([]record.HarvestSource, error) {
	if err := sources.Release(ctx, tx.Tx); err != nil {
		return nil, err
	}
	due, err := database.List(ctx, tx.Conn, scanSource, `SELECT `+sourceColumns+` FROM harvest_sources
		WHERE job_id = 0 AND NOT paused AND wake_at <= $1 AND (kind = 'oai' OR place = $2 OR $3) ORDER BY wake_at, id LIMIT $4`, now.UTC(),
		place, tx.IsSQLite, limit)
	return due, wrap.Error(err, "list due harvests")
}

// TakeHarvest stores which job works on a source. The error is ErrNotFound if another one does, or
// the source is gone.
func (tx Tx) TakeHarvest(ctx context.Context, id, job int64) error {
	return sources.Take(ctx, tx.Tx, id, job)
}

// HoldHarvest locks the source at the start of a job's transaction, so that it does not change
// until the end. The error is ErrNotFound if it is gone, another job holds it, or its rules differ
// from those that the job read.
func (tx Tx) HoldHarvest(ctx context.Context, s record.HarvestSource) error {
	err := tx.LockRow(ctx, `harvest_sources WHERE id = $1 AND job_id = $2 AND change = $3`, s.ID, s.Job, s.Change)
	return wrap.Error(err, "harvest source %d", s.ID)
}

// BeginHarvest stores the start of a round of a source and of its list.
func (tx Tx) BeginHarvest(ctx context.Context, s record.HarvestSource, at time.Time) error {
	progress, err := json.Marshal(s.Cursor)
	if err != nil {
		return err
	}
	err = tx.UpdateRow(ctx, `UPDATE harvest_sources SET round_at = $2, progress = $3 WHERE id = $1`, s.ID, at.UTC(),
		database.Storable(string(progress)))
	return wrap.Error(err, "begin a round of harvest source %d", s.ID)
}

// PutHarvestProgress stores the progress of the list of a source and its trouble.
func (tx Tx) PutHarvestProgress(ctx context.Context, s record.HarvestSource) error {
	s.Cursor.Token, s.Trouble.Detail = database.Storable(s.Cursor.Token), database.Short(s.Trouble.Detail)
	progress, err := json.Marshal(s.Cursor)
	if err != nil {
		return err
	}
	trouble, err := json.Marshal(s.Trouble)
	if err != nil {
		return err
	}
	err = tx.UpdateRow(ctx, `UPDATE harvest_sources SET progress = $2, trouble = $3, since = $4, ended_at = $5 WHERE id = $1`,
		s.ID, string(progress), string(trouble), database.Storable(s.Since), database.OrNull(s.EndedAt))
	return wrap.Error(err, "progress of harvest source %d", s.ID)
}

// RestHarvest stores that the job of a source has stopped and when the source has work again: when
// its first item is due, or its list. The error is ErrNotFound if another job has it.
func (tx Tx) RestHarvest(ctx context.Context, s record.HarvestSource, list time.Time) error {
	return sources.Rest(ctx, tx.Tx, s.ID, s.Job, s.Change, list)
}

// PutHarvestItem stores an item that was listed: a new one where its ID is 0. The error is
// ErrNotFound where it is gone.
func (tx Tx) PutHarvestItem(ctx context.Context, i record.HarvestItem) error {
	given, err := json.Marshal(i.Given)
	if err != nil {
		return err
	}
	if i.Links == nil {
		i.Links = []string{}
	}
	links, err := json.Marshal(i.Links)
	if err != nil {
		return err
	}
	if i.ID == 0 {
		_, err = tx.Exec(ctx, `INSERT INTO harvest_items (source_id, key, name, stamp, fate, reason, detail, status, given, links,
			came_from, sha256, doc_id, seen_at, asked_at, next_at, tries)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
			i.Source, database.Storable(i.Key), database.Short(i.Name), database.Storable(i.Stamp), string(i.Outcome), i.Reason,
			database.Short(i.Detail), i.Status, database.Storable(string(given)), database.Storable(string(links)),
			database.Storable(i.From), i.SHA256, i.Document, i.SeenAt.UTC(), database.OrNull(i.AskedAt), database.OrNull(i.NextAt), i.Tries)
	} else {
		err = tx.UpdateRow(ctx, `UPDATE harvest_items SET name = $2, stamp = $3, fate = $4, reason = $5, detail = $6, status = $7,
			given = $8, links = $9, came_from = $10, sha256 = $11, doc_id = $12,
			seen_at = $13, asked_at = $14, next_at = $15, tries = $16 WHERE id = $1`,
			i.ID, database.Short(i.Name), database.Storable(i.Stamp), string(i.Outcome), i.Reason, database.Short(i.Detail), i.Status,
			database.Storable(string(given)), database.Storable(string(links)),
			database.Storable(i.From), i.SHA256, i.Document, i.SeenAt.UTC(), database.OrNull(i.AskedAt), database.OrNull(i.NextAt), i.Tries)
	}
	return wrap.Error(err, "item of harvest source %d", i.Source)
}

// LoseHarvestFiles notes that files of a folder are there no more. Documents that were stored of them
// stay.
func (tx Tx) LoseHarvestFiles(ctx context.Context, source int64, items []int64, at time.Time) error {
	for _, id := range items {
		if _, err := tx.Exec(ctx, `UPDATE harvest_items SET fate = 'deleted', reason = '', detail = '', next_at = NULL, tries = 0,
			seen_at = $3 WHERE source_id = $1 AND id = $2`, source, id, at.UTC()); err != nil {
			return fmt.Errorf("files of harvest source %d: %w", source, err)
		}
	}
	return nil
}

// MoveHarvestFiles notes of files that a folder has no more, and whose bytes are there under another
// name, what they are called now.
func (tx Tx) MoveHarvestFiles(ctx context.Context, source int64) error {
	const now = `FROM harvest_items n WHERE n.source_id = harvest_items.source_id AND n.sha256 = harvest_items.sha256
		AND n.fate IN ('stored', 'updated', 'same')`
	_, err := tx.Exec(ctx, `UPDATE harvest_items SET fate = 'moved', detail = (SELECT min(n.name) `+now+`)
		WHERE source_id = $1 AND fate = 'deleted' AND sha256 <> '' AND EXISTS (SELECT 1 `+now+`)`, source)
	return wrap.Error(err, "renamed files of harvest source %d", source)
}

// PutHarvestVersion stores that a document is a version of an item.
func (tx Tx) PutHarvestVersion(ctx context.Context, item, document int64, at time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO harvest_versions (doc_id, item_id, stored_at) VALUES ($1, $2, $3)`, document, item,
		at.UTC())
	return wrap.Error(err, "document %d of harvest item %d", document, item)
}

// ForgetDocument records that a document is deleted: its pages and items are left alone until
// somebody wants them again, so that nothing returns by itself.
func ForgetDocument(ctx context.Context, c database.Conn, document int64) error {
	for _, statement := range []string{
		`UPDATE web_pages SET doc_id = 0, fate = 'removed', next_at = NULL, etag = '', modified = '' WHERE doc_id = $1`,
		`DELETE FROM web_versions WHERE doc_id = $1`,
		`UPDATE harvest_items SET doc_id = 0, sha256 = '', fate = CASE WHEN fate IN ('deleted', 'moved') THEN fate ELSE 'removed' END,
			reason = '', next_at = NULL WHERE doc_id = $1`,
		`DELETE FROM harvest_versions WHERE doc_id = $1`,
	} {
		if _, err := c.Exec(ctx, statement, document); err != nil {
			return fmt.Errorf("forget what is followed of document %d: %w", document, err)
		}
	}
	return nil
}
