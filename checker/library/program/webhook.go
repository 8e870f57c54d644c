// Package program is the SQL of what programs ask for and are told of: the tables answers,
// submissions and report_links (request.go), webhooks and deliveries (webhook.go).
//
// In go requests that may be repeated, applications handed in by programs, links to reports, and
// events; out come what was answered, and the messages that are due. It sends nothing.
package program

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

const (
	// MostAttempts is how often a message is sent before it has failed.
	MostAttempts = 11
	// firstPause is between the first attempt and the second; each next is three times as long, up
	// to longestPause: the last is made after more than a day.
	firstPause, longestPause = 15 * time.Second, 8 * time.Hour
	// claimedFor is for how long a server has a message to itself that it is sending.
	claimedFor = time.Minute
	// keptFor is for how long the log has messages that have ended.
	keptFor = 30 * 24 * time.Hour
)

// Pause returns the pause before the next attempt to send a message, by the number of attempts.
func Pause(attempts int) time.Duration {
	pause := firstPause
	for range attempts - 1 {
		if pause *= 3; pause >= longestPause {
			return longestPause
		}
	}
	return pause
}

// Reader reads what programs asked for, webhooks and their deliveries.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// Store changes them. It is safe for concurrent use.
type Store struct {
	trail *trail.Store
	read  Reader
}

// New returns the Store of the database of a record.
func New(db *database.DB, record *trail.Store) *Store { return &Store{record, NewReader(db.Conn)} }

const columns = `w.id, w.name, w.address, w.events, w.secret, w.paused, w.created_by, w.created_at,
	(SELECT count(*) FROM deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting'), (SELECT count(*) FROM deliveries d
		WHERE d.webhook_id = w.id AND d.state = 'failed')`

func scanWebhook(row pgx.Row) (w record.Webhook, err error) {
	var events string
	if err := row.Scan(&w.ID, &w.Name, &w.Address, &events, &w.Secret, &w.Paused, &w.CreatedBy, &w.CreatedAt, &w.Waiting,
		&w.Failed); err != nil {
		return w, database.NotFound(err)
	}
	for e := range strings.SplitSeq(events, ",") {
		w.Events = append(w.Events, record.Event(e))
	}
	w.CreatedAt = w.CreatedAt.UTC()
	return w, nil
}

// Webhooks returns all webhooks in the order in which they were made.
func (r Reader) Webhooks(ctx context.Context) ([]record.Webhook, error) {
	all, err := database.List(ctx, r.conn, scanWebhook, `SELECT `+columns+` FROM webhooks w ORDER BY w.id`)
	return all, wrap.Error(err, "list webhooks")
}

// Webhook returns a webhook, or record.ErrNotFound.
func (r Reader) Webhook(ctx context.Context, id int64) (record.Webhook, error) {
	w, err := scanWebhook(r.conn.QueryRow(ctx, `SELECT `+columns+` FROM webhooks w WHERE w.id = $1`, id))
	return w, wrap.Error(err, "webhook %d", id)
}

const deliveryColumns = `id, webhook_id, event, subject_id, body, state, attempts, status, failure, next_at, created_at, ended_at`

func scanDelivery(row pgx.Row) (d record.Delivery, err error) {
	var body string
	var ended *time.Time
	if err := row.Scan(&d.ID, &d.Webhook, &d.Event, &d.Subject, &body, &d.State, &d.Attempts, &d.Status, &d.Failure, &d.NextAt,
		&d.CreatedAt, &ended); err != nil {
		return d, database.NotFound(err)
	}
	d.Body, d.NextAt, d.CreatedAt = []byte(body), d.NextAt.UTC(), d.CreatedAt.UTC()
	if ended != nil {
		d.EndedAt = ended.UTC()
	}
	return d, nil
}

// Deliveries returns at most most deliveries to a webhook, newest first, after the given offset,
// and their total number.
func (r Reader) Deliveries(ctx context.Context, webhook int64, most, offset int) (all []record.Delivery, total int, err error) {
	all, err = database.List(ctx, r.conn, scanDelivery,
		`SELECT `+deliveryColumns+` FROM deliveries WHERE webhook_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`, webhook, most, offset)
	if err == nil {
		err = r.conn.QueryRow(ctx, `SELECT count(*) FROM deliveries WHERE webhook_id = $1`, webhook).Scan(&total)
	}
	return all, total, wrapped(fmt.Sprintf("deliveries to webhook %d", webhook), err)
}

func act(a audit.Action, id int64, what string) audit.Act {
	out := audit.Act{Action: a, Subject: audit.SubjectWebhook, ID: id}
	if what != "" {
		out.Detail = map[string]string{"what": what}
	}
	return out
}

// AddWebhook keeps a webhook and returns its number.
func (s *Store) AddWebhook(ctx context.Context, w record.Webhook) (id int64, err error) {
	names := each.Of(w.Events, func(e record.Event) string { return string(e) })
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		err := tx.QueryRow(ctx, `INSERT INTO webhooks (name, address, events, secret, paused, created_by, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
			database.Storable(w.Name), database.Storable(w.Address), strings.Join(names, ","), w.Secret, false,
			database.Storable(w.CreatedBy), database.Now()).Scan(&id)
		tx.Record(act(audit.Add, id, ""))
		return err
	})
	return id, wrap.Error(err, "keep a webhook")
}

// PauseWebhook has a webhook told of nothing, or of events again. What waits stays.
func (s *Store) PauseWebhook(ctx context.Context, id int64, paused bool) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(act(audit.Change, id, map[bool]string{true: "paused", false: "resumed"}[paused]))
		return tx.UpdateRow(ctx, `UPDATE webhooks SET paused = $2 WHERE id = $1`, id, paused)
	})
	return wrap.Error(err, "pause webhook %d", id)
}

// SetWebhookSecret has messages signed with another secret from now on.
func (s *Store) SetWebhookSecret(ctx context.Context, id int64, secret string) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(act(audit.Change, id, "secret"))
		return tx.UpdateRow(ctx, `UPDATE webhooks SET secret = $2 WHERE id = $1`, id, secret)
	})
	return wrap.Error(err, "secret of webhook %d", id)
}

// DeleteWebhook deletes a webhook with its log.
func (s *Store) DeleteWebhook(ctx context.Context, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM deliveries WHERE webhook_id = $1`, id); err != nil {
			return err
		}
		tx.Record(act(audit.Delete, id, ""))
		return tx.UpdateRow(ctx, `DELETE FROM webhooks WHERE id = $1`, id)
	})
	return wrap.Error(err, "delete webhook %d", id)
}

// SendAgain has a delivery that has ended sent once more, at once, and as often as a new one.
func (s *Store) SendAgain(ctx context.Context, webhook, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(act(audit.Retry, webhook, ""))
		return tx.UpdateRow(ctx, `UPDATE deliveries SET state = 'waiting', attempts = 0, next_at = $3, ended_at = NULL WHERE webhook_id = $1
			AND id = $2 AND state IN ('delivered', 'failed')`,
			webhook, id, database.Now())
	})
	return wrap.Error(err, "send delivery %d again", id)
}

// SendFailedAgain has all deliveries that have failed sent once more, as SendAgain does one.
func (s *Store) SendFailedAgain(ctx context.Context, webhook int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		tx.Record(act(audit.Retry, webhook, "failed"))
		_, err := tx.Exec(ctx, `UPDATE deliveries SET state = 'waiting', attempts = 0, next_at = $2, ended_at = NULL WHERE webhook_id = $1
			AND state = 'failed'`, webhook, database.Now())
		return err
	})
	return wrapped(fmt.Sprintf("send what failed of webhook %d again", webhook), err)
}

// Try queues a message that only tries whether a webhook answers.
func (s *Store) Try(ctx context.Context, id int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		if _, err := NewReader(tx.Conn).Webhook(ctx, id); err != nil {
			return err
		}
		tx.Record(act(audit.Retry, id, "test"))
		return add(ctx, tx.Conn, id, record.EventTest, 0, message{Event: record.EventTest}, record.DeliveryWaiting)
	})
	return wrap.Error(err, "try webhook %d", id)
}

// message is what a webhook is told, as JSON: numbers, states and addresses, and nothing of a
// text or a person.
type message struct {
	Event    record.Event `json:"event"`
	At       string       `json:"at"`
	Check    int64        `json:"check,omitempty"`
	Document int64        `json:"document,omitempty"`
	Call     int64        `json:"call,omitempty"`
	State    string       `json:"state,omitempty"`
	Subject  string       `json:"subject,omitempty"`
	Ref      int64        `json:"ref,omitempty"`
	Verdict  string       `json:"verdict,omitempty"`
	Resource string       `json:"resource,omitempty"` // address of the interface
}

// add queues a message to one webhook.
func add(ctx context.Context, c database.Conn, webhook int64, e record.Event, subject int64, m message, state record.DeliveryState) error {
	now := database.Now()
	m.At = now.Format(time.RFC3339)
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = c.Exec(ctx, `INSERT INTO deliveries (webhook_id, event, subject_id, body, state, attempts, status, failure, next_at, `+
		`created_at) VALUES ($1, $2, $3, $4, $5, 0, 0, '', $6, $6)
		ON CONFLICT (webhook_id, event, subject_id) WHERE state = 'held' DO NOTHING`, webhook, string(e), subject, string(body),
		string(state), now)
	return err
}

// told returns the webhooks that are told of an event.
func told(ctx context.Context, c database.Conn, e record.Event) ([]record.Webhook, error) {
	all, err := NewReader(c).Webhooks(ctx)
	if err != nil {
		return nil, err
	}
	out := each.Where(all, func(w record.Webhook) bool { return !w.Paused && w.Tells(e) })
	return out, nil
}

// CheckFinished queues, in the transaction that ends a check, what is told of it. Where its
// document was handed in to a call, word that the call has finished is held until no
// application of it needs anything more.
func CheckFinished(ctx context.Context, c database.Conn, check, document, call int64, state record.CheckState) error {
	hooks, err := told(ctx, c, record.EventCheckFinished)
	if err != nil {
		return err
	}
	for _, w := range hooks {
		m := message{Event: record.EventCheckFinished, Check: check, Document: document, Call: call, State: string(state),
			Resource: fmt.Sprintf("/api/v1/checks/%d", check)}
		if err := add(ctx, c, w.ID, record.EventCheckFinished, check, m, record.DeliveryWaiting); err != nil {
			return err
		}
	}
	if call == 0 {
		return nil
	}
	if hooks, err = told(ctx, c, record.EventCallFinished); err != nil {
		return err
	}
	for _, w := range hooks {
		m := message{Event: record.EventCallFinished, Call: call, Resource: fmt.Sprintf("/api/v1/calls/%d", call)}
		if err := add(ctx, c, w.ID, record.EventCallFinished, call, m, record.DeliveryHeld); err != nil {
			return err
		}
	}
	return nil
}

// DecisionMade queues the messages about a decision, in the transaction that stores it.
func DecisionMade(ctx context.Context, c database.Conn, check int64, subject string, ref int64, verdict string) error {
	hooks, err := told(ctx, c, record.EventDecisionMade)
	if err != nil {
		return err
	}
	for _, w := range hooks {
		m := message{Event: record.EventDecisionMade, Check: check, Subject: subject, Ref: ref, Verdict: verdict,
			Resource: fmt.Sprintf("/api/v1/checks/%d/decisions", check)}
		if err := add(ctx, c, w.ID, record.EventDecisionMade, check, m, record.DeliveryWaiting); err != nil {
			return err
		}
	}
	return nil
}

// ReleaseCalls lets go of what is held for calls that are at rest: none of their applications
// is being read, waits for a check or is being checked.
func (s *Store) ReleaseCalls(ctx context.Context) error {
	held, err := s.read.conn.IDs(ctx, `SELECT DISTINCT subject_id FROM deliveries WHERE state = 'held'`)
	if err == nil && len(held) == 0 {
		return nil
	}
	if err == nil {
		err = trail.Exec(ctx, s.trail, `UPDATE deliveries SET state = 'waiting', next_at = $1 WHERE state = 'held'
				AND NOT EXISTS (SELECT 1 FROM worklist x WHERE x.call_id = deliveries.subject_id
					AND x.state IN ('waiting', 'queued', 'running'))`, database.Now())
	}
	return wrap.Error(err, "calls that have finished")
}

// due selects the deliveries due at time $1. Queries of it name the webhook as +d.webhook_id, so
// that they read the index of due deliveries, and not all that the webhook was ever sent.
const due = ` FROM deliveries d WHERE d.state = 'waiting' AND d.next_at <= $1 AND EXISTS (SELECT 1 FROM webhooks w WHERE w.id = d.webhook_id
	AND NOT w.paused)`

// DueWebhooks returns the webhooks that messages are to be sent to now.
func (s *Store) DueWebhooks(ctx context.Context) ([]int64, error) {
	ids, err := s.read.conn.IDs(ctx, `SELECT DISTINCT +d.webhook_id`+due, database.Now())
	return ids, wrapped("webhooks that are due", err)
}

// DueDeliveries claims messages that are to be sent to a webhook now, at the most so many: no other
// server sends them meanwhile.
func (s *Store) DueDeliveries(ctx context.Context, webhook int64, most int) (claimed []record.Delivery, err error) {
	now := database.Now()
	waiting, err := database.List(ctx, s.read.conn, scanDelivery,
		`SELECT `+deliveryColumns+due+` AND +d.webhook_id = $2 ORDER BY d.next_at, d.id LIMIT $3`, now, webhook, most)
	if err != nil || len(waiting) == 0 {
		return nil, wrapped("deliveries that are due", err)
	}
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		claimed = nil
		for _, d := range waiting {
			tag, err := tx.Exec(ctx, `UPDATE deliveries SET attempts = attempts + 1, next_at = $3 WHERE id = $1 AND state = 'waiting'
				AND attempts = $2 AND next_at <= $4`,
				d.ID, d.Attempts, now.Add(claimedFor), now)
			if err != nil {
				return err
			}
			if tag.RowsAffected() > 0 {
				d.Attempts++
				claimed = append(claimed, d)
			}
		}
		return nil
	})
	return claimed, wrapped("claim deliveries", err)
}

func wrapped(what string, err error) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", what, err)
	}
	return err
}

// EndDelivery notes how an attempt ended: failure "" is a success. A message that was sent as
// often as it is has failed.
func (s *Store) EndDelivery(ctx context.Context, d record.Delivery, status int, failure record.DeliveryFailure) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		now := database.Now()
		state, next := record.DeliveryWaiting, now.Add(Pause(d.Attempts))
		var ended *time.Time
		switch {
		case failure == "":
			state, ended = record.DeliveryDelivered, &now
		case d.Attempts >= MostAttempts:
			state, ended = record.DeliveryFailed, &now
		}
		_, err := tx.Exec(ctx, `UPDATE deliveries SET state = $2, status = $3, failure = $4, next_at = $5, ended_at = $6 WHERE id = $1
			AND state = 'waiting' AND attempts = $7`,
			d.ID, string(state), status, string(failure), next, ended, d.Attempts)
		return err // one that went meanwhile with its webhook is not missed
	})
	return wrapped(fmt.Sprintf("note delivery %d", d.ID), err)
}

// SweepDeliveries forgets what ended long ago, and has sent now what waits longer than anything does: the clock was set back.
func (s *Store) SweepDeliveries(ctx context.Context) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		now := database.Now()
		if _, err := tx.Exec(ctx, `DELETE FROM deliveries WHERE ended_at IS NOT NULL AND ended_at < $1`, now.Add(-keptFor)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE deliveries SET next_at = $1 WHERE state = 'waiting' AND next_at > $2`, now, now.Add(longestPause))
		return err
	})
	return wrapped("sweep deliveries", err)
}
