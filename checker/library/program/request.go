package program

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

const (
	// AnswerLife is for how long an answer is kept.
	AnswerLife = 24 * time.Hour
	// longestRequest is after how long a request has ended in any case: a server reads one
	// for ten minutes at the most. One that has not says no more by then.
	longestRequest = 15 * time.Minute
	// submissionLife is for how long a submission waits for its file.
	submissionLife = 7 * 24 * time.Hour
)

// BeginRequest begins the request of a key: the caller carries it out and calls EndRequest.
// Where it was carried out before, its answer comes back. The errors are
// record.ErrOtherRequest, record.ErrUnderWay, and record.ErrAnswerLost where the server that
// carried it out has ended before it could answer: what was done is in the record.
func (s *Store) BeginRequest(ctx context.Context, k record.RequestKey) (answer *record.ProgramAnswer, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		now := database.Now()
		answer = nil
		if _, err := tx.Exec(ctx, `DELETE FROM answers WHERE begun_at < $1`, now.Add(-AnswerLife)); err != nil {
			return err
		}
		// Of two that come together one stores the row, and the other finds it.
		tag, err := tx.Exec(ctx, `INSERT INTO answers (account_id, token_id, key, fingerprint, request, since, status, location, body, `+
			`begun_at)
			VALUES ($1, $2, $3, $4, $5, COALESCE((SELECT max(number) FROM audit), 0), 0, '', '', $6)
				ON CONFLICT (account_id, token_id, key) DO NOTHING`,
			k.Account, k.Token, database.Storable(k.Key), k.Fingerprint, k.Request, now)
		if err != nil || tag.RowsAffected() > 0 {
			return err
		}
		return again(ctx, tx, k, now, &answer)
	})
	return answer, wrap.Error(err, "begin a request by its key")
}

// again is BeginRequest for a key that is known.
func again(ctx context.Context, tx *trail.Tx, k record.RequestKey, now time.Time, answer **record.ProgramAnswer) error {
	var a record.ProgramAnswer
	var fingerprint, request, body string
	var since int64
	var begun time.Time
	err := tx.QueryRow(ctx, `SELECT fingerprint, request, since, status, location, body, begun_at FROM answers WHERE account_id = $1
		AND token_id = $2 AND key = $3`,
		k.Account, k.Token, database.Storable(k.Key)).Scan(&fingerprint, &request, &since, &a.Status, &a.Location, &body, &begun)
	switch {
	case err != nil:
		return database.NotFound(err)
	case fingerprint != k.Fingerprint:
		return record.ErrOtherRequest
	case a.Status != 0:
		a.Body = []byte(body)
		*answer = &a
		return nil
	case now.Sub(begun) < longestRequest:
		return record.ErrUnderWay
	}
	// The server that worked on it has ended. What it has done is in the record, under the id
	// of the request; where there is nothing, nothing was done.
	var done int
	err = tx.QueryRow(ctx, `SELECT count(*) FROM audit WHERE number > $1 AND entry LIKE $2`, since,
		`%"request":"`+escape(request)+`"%`).Scan(&done)
	if err != nil {
		return err
	}
	if done > 0 {
		return record.ErrAnswerLost
	}
	_, err = tx.Exec(ctx, `UPDATE answers SET request = $4, begun_at = $5, since = COALESCE((SELECT max(number) FROM audit), 0)
		WHERE account_id = $1 AND token_id = $2 AND key = $3`,
		k.Account, k.Token, database.Storable(k.Key), k.Request, now)
	return err
}

// escape returns an id of a request within a pattern; ids have letters and digits alone.
func escape(id string) string {
	return strings.NewReplacer("%", "", "_", "", `\`, "", `"`, "").Replace(id)
}

// EndRequest keeps the answer to the request of a key; nil forgets that it was made, as
// nothing was done.
func (s *Store) EndRequest(ctx context.Context, k record.RequestKey, a *record.ProgramAnswer) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		if a == nil {
			_, err := tx.Exec(ctx, `DELETE FROM answers WHERE account_id = $1 AND token_id = $2 AND key = $3 AND request = $4`, k.Account,
				k.Token, database.Storable(k.Key), k.Request)
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE answers SET status = $5, location = $6, body = $7 WHERE account_id = $1 AND token_id = $2
			AND key = $3 AND request = $4`,
			k.Account, k.Token, database.Storable(k.Key), k.Request, a.Status, a.Location, string(a.Body))
		return err
	})
	return wrap.Error(err, "keep the answer to a request")
}

// announced is what submissions keep of an application.
type announced struct {
	Identity  evidence.Identity `json:"identity"`
	ToLibrary bool              `json:"library,omitempty"`
	Check     bool              `json:"check,omitempty"`
	Call      int64             `json:"call,omitempty"`
	Reference string            `json:"reference,omitempty"`
	Profile   string            `json:"profile,omitempty"`
}

const submissionColumns = `id, account_id, upload, doc_id, check_id, created_at, expires_at, taken_at, ` + unreadable

func scanSubmission(row pgx.Row) (s record.Submission, err error) {
	var upload string
	var taken *time.Time
	var unread bool
	if err := row.Scan(&s.ID, &s.Account, &upload, &s.Document, &s.Checked, &s.CreatedAt, &s.ExpiresAt, &taken, &unread); err != nil {
		return s, database.NotFound(err)
	}
	var a announced
	if err := database.Decode(record.StoredSubmission, s.ID, upload, &a); err != nil {
		return s, err
	}
	s.Identity, s.ToLibrary, s.Check, s.Call, s.Reference, s.Profile = a.Identity, a.ToLibrary, a.Check, a.Call, a.Reference, a.Profile
	s.CreatedAt, s.ExpiresAt = s.CreatedAt.UTC(), s.ExpiresAt.UTC()
	if taken != nil && !unread {
		s.TakenAt = taken.UTC()
	}
	return s, nil
}

// Submission returns a submission, or record.ErrNotFound; so it is with one that has expired
// and was swept.
func (r Reader) Submission(ctx context.Context, id int64) (record.Submission, error) {
	s, err := scanSubmission(r.conn.QueryRow(ctx, `SELECT `+submissionColumns+` FROM submissions WHERE id = $1`, id))
	return s, wrap.Error(err, "submission %d", id)
}

// Submissions lists those of an account with numbers below before, 0 for all, the newest first.
func (r Reader) Submissions(ctx context.Context, account, before int64, limit int) ([]record.Submission, error) {
	all, err := database.List(ctx, r.conn, scanSubmission,
		`SELECT `+submissionColumns+` FROM submissions
			WHERE account_id = $1 AND ($2 = 0 OR id < $2) ORDER BY id DESC LIMIT $3`, account, before, limit)
	return all, wrap.Error(err, "submissions of account %d", account)
}

// unreadable says of a submission that its file came and could not be read: it waits for another.
const unreadable = `EXISTS (SELECT 1 FROM documents d WHERE d.id = submissions.doc_id AND d.state = 'failed')`

// Announce keeps a new submission and returns its id. Those that have waited too long go.
func (s *Store) Announce(ctx context.Context, n record.Submission) (id int64, err error) {
	upload, err := json.Marshal(announced{n.Identity, n.ToLibrary, n.Check, n.Call, n.Reference, n.Profile})
	if err != nil {
		return 0, err
	}
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		now := database.Now()
		if _, err := tx.Exec(ctx, `DELETE FROM submissions WHERE taken_at IS NULL AND expires_at < $1`,
			now.Add(-submissionLife)); err != nil {
			return err
		}
		err := tx.QueryRow(ctx, `INSERT INTO submissions (account_id, upload, doc_id, check_id, created_at, expires_at)
			VALUES ($1, $2, 0, 0, $3, $4) RETURNING id`,
			n.Account, database.Storable(string(upload)), now, now.Add(submissionLife)).Scan(&id)
		tx.Record(audit.Act{Action: audit.Add, Subject: audit.SubjectSubmission, ID: id})
		return err
	})
	return id, wrap.Error(err, "keep a submission")
}

// TakeSubmission notes, in a transaction that stores its file, what a submission became. The
// error is record.ErrTaken, record.ErrExpired or record.ErrNotFound.
func TakeSubmission(ctx context.Context, c database.Conn, id, document, check int64) error {
	now := database.Now()
	err := c.UpdateRow(ctx, `UPDATE submissions SET doc_id = $2, check_id = $3, taken_at = $4
		WHERE id = $1 AND (taken_at IS NULL OR `+unreadable+`) AND expires_at > $4`, id, document, check, now)
	if errors.Is(err, record.ErrNotFound) {
		s, there := NewReader(c).Submission(ctx, id)
		switch {
		case there != nil:
			err = there
		case !s.TakenAt.IsZero():
			err = record.ErrTaken
		default:
			err = record.ErrExpired
		}
	}
	return wrap.Error(err, "file of submission %d", id)
}

const linkColumns = `id, hash, check_id, account_id, note, created_at, expires_at, used_at, ended_at`

func scanLink(row pgx.Row) (l record.ReportLink, err error) {
	var used, ended *time.Time
	if err := row.Scan(&l.ID, &l.Hash, &l.Check, &l.Account, &l.Note, &l.CreatedAt, &l.ExpiresAt, &used, &ended); err != nil {
		return l, database.NotFound(err)
	}
	l.CreatedAt, l.ExpiresAt = l.CreatedAt.UTC(), l.ExpiresAt.UTC()
	if used != nil {
		l.UsedAt = used.UTC()
	}
	if ended != nil {
		l.EndedAt = ended.UTC()
	}
	return l, nil
}

// ReportLink returns the link of a hash, whether or not it holds, or record.ErrNotFound.
func (r Reader) ReportLink(ctx context.Context, hash string) (record.ReportLink, error) {
	l, err := scanLink(r.conn.QueryRow(ctx, `SELECT `+linkColumns+` FROM report_links WHERE hash = $1`, hash))
	return l, wrap.Error(err, "link to a report")
}

// ReportLinks returns the links to the report of a check, the newest first.
func (r Reader) ReportLinks(ctx context.Context, check int64) ([]record.ReportLink, error) {
	links, err := database.List(ctx, r.conn, scanLink, `SELECT `+linkColumns+` FROM report_links WHERE check_id = $1 ORDER BY id DESC`,
		check)
	return links, wrap.Error(err, "links to the report of check %d", check)
}

// linkAct returns an act on a link to the report of a check.
func linkAct(a audit.Action, check, link int64) audit.Act {
	return audit.Act{Action: a, Subject: audit.SubjectCheck, ID: check,
		Detail: map[string]string{"what": "report-link", "link": fmt.Sprint(link)}}
}

// AddReportLink keeps a link and returns its id.
func (s *Store) AddReportLink(ctx context.Context, l record.ReportLink) (id int64, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		err := tx.QueryRow(ctx, `INSERT INTO report_links (hash, check_id, account_id, note, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
			l.Hash, l.Check, l.Account, database.Storable(l.Note), database.Now(), l.ExpiresAt.UTC()).Scan(&id)
		tx.Record(linkAct(audit.Add, l.Check, id))
		return err
	})
	return id, wrap.Error(err, "keep a link to the report of check %d", l.Check)
}

// UseReportLink stores and records that a link was followed.
func (s *Store) UseReportLink(ctx context.Context, l record.ReportLink) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(linkAct(audit.View, l.Check, l.ID))
		return tx.UpdateRow(ctx, `UPDATE report_links SET used_at = $2 WHERE id = $1`, l.ID, database.Now())
	})
	return wrap.Error(err, "note the use of link %d", l.ID)
}

// EndReportLink ends a link to the report of a check; one that has ended stays so. The error
// is record.ErrNotFound.
func (s *Store) EndReportLink(ctx context.Context, check, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(linkAct(audit.End, check, id))
		return tx.UpdateRow(ctx, `UPDATE report_links SET ended_at = COALESCE(ended_at, $3) WHERE check_id = $1 AND id = $2`, check, id,
			database.Now())
	})
	return wrap.Error(err, "end link %d to the report of check %d", id, check)
}
