package trail

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// AskStamp notes that something is to have a time stamp; what has one, or waits for one, stays as it is.
func (s *Store) AskStamp(ctx context.Context, subject record.StampSubject, id int64, sum string) error {
	err := s.InTx(ctx, func(tx *Tx) error { return ask(ctx, tx, subject, id, sum) })
	return wrap.Error(err, "ask for a time stamp of %s %d", subject, id)
}

func ask(ctx context.Context, tx *Tx, subject record.StampSubject, id int64, sum string) error {
	at := database.Now()
	_, err := tx.Exec(ctx, `INSERT INTO stamps (sha256, subject, subject_id, response, failure, attempts, next_at, asked_at)
		VALUES ($1, $2, $3, $4, '', 0, $5, $5) ON CONFLICT (sha256) DO NOTHING`, sum, string(subject), id, []byte{}, at)
	return err
}

// unstamped are, by subject, the queries for what has no row in stamps: its number, and
// the bytes that are stamped.
var unstamped = map[record.StampSubject]string{
	record.StampEvidence: `SELECT e.check_id, e.xml FROM evidence e
		WHERE NOT EXISTS (SELECT 1 FROM stamps s WHERE s.subject = 'evidence' AND s.subject_id = e.check_id) ORDER BY e.check_id LIMIT $1`,
	record.StampHead: `SELECT h.number, h.head || h.signature FROM audit_heads h
		WHERE NOT EXISTS (SELECT 1 FROM stamps s WHERE s.subject = 'head' AND s.subject_id = h.number) ORDER BY h.number LIMIT $1`,
	record.StampDeletion: `SELECT d.id, d.certificate FROM deletions d
		WHERE NOT EXISTS (SELECT 1 FROM stamps s WHERE s.subject = 'deletion' AND s.subject_id = d.id) ORDER BY d.id LIMIT $1`,
}

// AskStamps requests time stamps for stored evidence, signed heads of the record and certificates
// of deletion that have none, at most most of each, and returns how many it requested.
func (s *Store) AskStamps(ctx context.Context, most int) (asked int, err error) {
	for _, subject := range []record.StampSubject{record.StampHead, record.StampDeletion, record.StampEvidence} {
		n := 0
		err := s.InTx(ctx, func(tx *Tx) error {
			type thing struct {
				id  int64
				sum string
			}
			found, err := database.List(ctx, tx.Conn, func(row pgx.Row) (t thing, err error) {
				var bytes []byte
				if subject == record.StampEvidence {
					err = row.Scan(&t.id, &bytes)
				} else {
					var text string
					err = row.Scan(&t.id, &text)
					bytes = []byte(text)
				}
				t.sum = database.SHA256(bytes)
				return t, err
			}, unstamped[subject], most)
			if err != nil {
				return err
			}
			for _, t := range found {
				if err := ask(ctx, tx, subject, t.id, t.sum); err != nil {
					return err
				}
			}
			n = len(found)
			return nil
		})
		if err != nil {
			return asked, fmt.Errorf("ask for time stamps of %s: %w", subject, err)
		}
		asked += n
	}
	return asked, nil
}

const stampColumns = `sha256, subject, subject_id, response, failure, attempts, stamped_at`

func scanStamp(row pgx.Row) (s record.Stamp, err error) {
	var at *time.Time
	if err := row.Scan(&s.SHA256, &s.Subject, &s.ID, &s.Response, &s.Failure, &s.Attempts, &at); err != nil {
		return s, err
	}
	if at != nil {
		s.At = at.UTC()
	} else {
		s.Response = nil
	}
	return s, nil
}

// DueStamps returns what waits for a time stamp and may be tried now, oldest first.
func (r Reader) DueStamps(ctx context.Context, most int) ([]record.Stamp, error) {
	found, err := database.List(ctx, r.conn, scanStamp,
		`SELECT `+stampColumns+` FROM stamps WHERE stamped_at IS NULL AND next_at <= $1 ORDER BY next_at, sha256 LIMIT $2`, database.Now(),
		most)
	return found, wrap.Error(err, "time stamps that are waited for")
}

// MissingStamps returns how many time stamps are waited for.
func (r Reader) MissingStamps(ctx context.Context) (n int, err error) {
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM stamps WHERE stamped_at IS NULL`).Scan(&n); err != nil {
		return 0, fmt.Errorf("time stamps that are waited for: %w", err)
	}
	return n, nil
}

// Stamp returns the time stamp of what has a sum, or that one is waited for; the error wraps
// record.ErrNotFound where none was asked for.
func (r Reader) Stamp(ctx context.Context, sum string) (record.Stamp, error) {
	found, err := database.List(ctx, r.conn, scanStamp, `SELECT `+stampColumns+` FROM stamps WHERE sha256 = $1`, sum)
	if err == nil && len(found) == 0 {
		err = record.ErrNotFound
	}
	if err != nil {
		return record.Stamp{}, fmt.Errorf("time stamp: %w", err)
	}
	return found[0], nil
}

// KeepStamp keeps what the service has given.
func (s *Store) KeepStamp(ctx context.Context, sum string, response []byte, at time.Time) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		_, err := tx.Exec(ctx, `UPDATE stamps SET response = $2, stamped_at = $3, failure = '' WHERE sha256 = $1 AND stamped_at IS NULL`,
			sum, response, at.UTC())
		return err // one that went meanwhile with its check is not missed
	})
	return wrap.Error(err, "keep a time stamp")
}

// FailStamp stores that no stamp was obtained, why, and when to try again.
func (s *Store) FailStamp(ctx context.Context, sum, failure string, next time.Time) error {
	err := Exec(ctx, s, `UPDATE stamps SET failure = $2, attempts = attempts + 1, next_at = $3 WHERE sha256 = $1`, sum,
		database.Storable(failure), next.UTC())
	return wrap.Error(err, "note that a time stamp is missing")
}
