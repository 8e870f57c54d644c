package library

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/schema"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// When a check starts
//
// A check is about the library as it was when it was asked for: it waits until
// the library documents and blank forms that were stored before it, those of its
// own upload and of its call too, are read or have failed. So the applications of one
// upload are compared with one another. After the library has been bound to another index
// key, it also waits for all documents of then.
//
// It does not wait for long scans, of more than MostAwaitedScans pages that must
// be recognised: one takes up to twenty minutes, all others seconds. A check
// that starts while some are not read notes how many they are (unseen), and its
// end makes a further check of the same document, which is patient: it waits for
// them too, and is about the same library, now whole. Both are kept; the
// evidence of each is about what the library held when it ran, as it says. A
// check whose own document is a long scan in the library waits for that.
//
// Nor does a check that somebody waits for wait for documents that came with many others, in
// an import say: it starts without, says how many it has not seen, and its end makes a patient
// check in the same way, for which nobody waits. A check that is itself one of many waits for all. (Of a library that is
// bound to another index key every check waits for all: nothing of it could be compared.)
//
// A queued check has no job until it may start. Startable gives those that may;
// it is asked after every change (Watch).

// MostAwaitedScans is how many scanned pages a document may have for checks of
// others to wait for it. They are recognised in half a minute, at three seconds
// a page.
const MostAwaitedScans = 10

// ErrTooSoon says that a check must wait for documents that came before it.
var ErrTooSoon = errors.New("documents before the check are not read yet")

// The documents d that are not read and that a check c is about, and of those the
// ones that it waits for.
var (
	reindexed   = `COALESCE((SELECT CAST(value AS BIGINT) FROM settings WHERE name = '` + schema.Reindexed + `'), 0)`
	aboutUnread = ` FROM documents d WHERE d.state = 'waiting'
		AND (d.in_library OR d.is_form OR d.call_id <> 0 AND d.call_id = (SELECT o.call_id FROM documents o WHERE o.id = c.doc_id))
		AND (d.id <= c.newest_id
		OR d.id <= ` + reindexed + `)`
	waitsFor = aboutUnread + fmt.Sprintf(` AND (c.patient OR d.id = c.doc_id
		OR d.scans <= %d AND (c.batch OR NOT d.batch OR d.id <= `+reindexed+`))`, MostAwaitedScans)
)

// StartCheck puts a queued check, or one whose run was cut off, to running. The
// error is ErrTooSoon where a queued one must wait, record.ErrFinal where the
// check has ended, record.ErrNotFound where it is gone.
func (tx *Tx) StartCheck(ctx context.Context, id int64) error {
	err := tx.updateCheck(ctx, id,
		`UPDATE checks AS c SET state = 'running', progress = 0, started_at = $2, unseen = (SELECT count(*)`+aboutUnread+`),
		arrivals = COALESCE((SELECT k.arrivals FROM documents o JOIN calls k ON k.id = o.call_id WHERE o.id = c.doc_id), 0)
		WHERE id = $1 AND (state = 'running' OR state = 'queued' AND NOT EXISTS (SELECT 1`+waitsFor+`))`, id, now())
	if !errors.Is(err, record.ErrFinal) {
		return err
	}
	if c, err := tx.Check(ctx, id); err != nil {
		return err
	} else if c.State == record.CheckQueued {
		return fmt.Errorf("start check %d: %w", id, ErrTooSoon)
	}
	return err
}

// Starting is a check that may start.
type Starting struct {
	ID    int64
	Batch bool // nobody waits for it
	// Began is when its batch did: the import that brought it, or else when it was made.
	Began time.Time
}

// Startable returns some checks, limit at most, that may start and have
// no job: those that somebody waits for first, and then the oldest.
func (r Reader) Startable(ctx context.Context, limit int) ([]Starting, error) {
	scan := func(row pgx.Row) (c Starting, err error) {
		var came *time.Time
		if err := row.Scan(&c.ID, &c.Batch, &c.Began, &came); err != nil {
			return c, err
		}
		if came != nil {
			c.Began = *came
		}
		return c, nil
	}
	checks, err := database.List(ctx, r.conn(), scan, `SELECT c.id, c.batch, c.created_at, (SELECT i.created_at FROM import_items x
		JOIN imports i ON i.id = x.import_id
			WHERE x.doc_id = c.doc_id AND x.doc_id <> 0 AND c.created_at BETWEEN i.created_at AND COALESCE(i.ended_at, c.created_at)
			ORDER BY i.id LIMIT 1)
		FROM checks c WHERE c.state = 'queued' AND job_id = 0 AND NOT EXISTS (SELECT 1`+waitsFor+`)
		ORDER BY c.batch, c.id LIMIT $1`, limit)
	return checks, wrap.Error(err, "list checks that may start")
}

// TakeStartable is Startable for one who makes their jobs: until the transaction
// ends nobody else is given any.
func (tx *Tx) TakeStartable(ctx context.Context, limit int) ([]Starting, error) {
	if err := tx.lockSettings(ctx); err != nil {
		return nil, err
	}
	return tx.Startable(ctx, limit)
}

// followUp queues a patient check, unless there is one, after a finished check that has not seen
// everything.
func (tx *Tx) followUp(ctx context.Context, id int64) error {
	ids, err := tx.ids(ctx, `INSERT INTO checks
		(doc_id, state, progress, failure, job_id, created_at, countable, covered, sources, newest_id, patient, batch, profile)
		SELECT doc_id, 'queued', 0, '', 0, $2, 0, 0, 0, newest_id, $3, $3, profile FROM checks WHERE id = $1 AND unseen > 0 RETURNING id`,
		id, now(),
		true)
	if err != nil {
		return fmt.Errorf("store check to follow check %d: %w", id, err)
	}
	for _, next := range ids {
		tx.changes.move(next)
		tx.Record(audit.Act{Action: audit.Check, Subject: audit.SubjectCheck, ID: next})
	}
	return nil
}
