package library

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/retention"
	"zhiwen/internal/wrap"
)

// retained is the query for what rules go by; its condition stands at the end. Open is what has a
// verdict that asks or suspects, or, without a verdict, an opinion that does.
const retained = `SELECT d.id, d.sha256, d.in_library, d.call_id, d.state, d.created_at,
	COALESCE((SELECT y.verdict FROM decisions y WHERE y.subject = 'check' AND y.id = (SELECT max(z.id) FROM decisions z
		WHERE z.subject = 'check' AND z.check_id = (SELECT max(c.id) FROM checks c WHERE c.doc_id = d.id AND c.state = 'done'))), ''),
	(SELECT count(*) FROM checks c JOIN decisions y ON y.check_id = c.id AND y.subject = 'check' AND y.verdict IN ('explain', 'suspected')
		WHERE c.doc_id = d.id AND y.id = (SELECT max(z.id) FROM decisions z WHERE z.check_id = c.id AND z.subject = 'check')) +
	(SELECT count(*) FROM checks c JOIN opinions o ON o.check_id = c.id AND o.verdict IN ('explain', 'suspected')
		WHERE c.doc_id = d.id AND o.id = (SELECT max(x.id) FROM opinions x WHERE x.check_id = c.id AND x.account_id = o.account_id
		AND (o.account_id <> 0 OR x.reviewer = o.reviewer))
		AND COALESCE((SELECT y.verdict FROM decisions y WHERE y.id = (SELECT max(z.id) FROM decisions z WHERE z.check_id = c.id
		AND z.subject = 'check')), '') = ''),
	(SELECT count(*) FROM holds h WHERE h.doc_id = d.id),
	(SELECT count(*) FROM checks c WHERE c.doc_id = d.id AND c.state IN ('queued', 'running'))
	FROM documents d WHERE NOT d.is_form AND `

// Retained returns what rules of retention go by, of the documents that came before a time,
// by id; blank forms and standard texts are left out.
func (r Reader) Retained(ctx context.Context, before time.Time) ([]retention.Document, error) {
	return r.retained(ctx, `d.created_at <= $1 ORDER BY d.id`, before.UTC())
}

func (r Reader) retained(ctx context.Context, condition string, args ...any) ([]retention.Document, error) {
	out, err := database.List(ctx, r.conn(), func(row pgx.Row) (d retention.Document, err error) {
		var inLibrary bool
		var call int64
		var verdict string
		var open, held, busy int
		if err := row.Scan(&d.ID, &d.SHA256, &inLibrary, &call, &d.State, &d.Came, &verdict, &open, &held, &busy); err != nil {
			return d, err
		}
		d.Kind = retention.Checked
		switch {
		case call != 0:
			d.Kind = retention.Call
		case inLibrary:
			d.Kind = retention.Library
		}
		d.Came, d.Verdict, d.Open, d.Held = d.Came.UTC(), evidence.Verdict(verdict), open > 0, held > 0
		d.Busy = busy > 0 || d.State == string(record.DocumentWaiting) && d.Kind != retention.Checked
		return d, nil
	}, retained+condition, args...)
	if err == nil {
		err = r.ageBySetBacks(ctx, out)
	}
	return out, wrap.Error(err, "documents for rules of retention")
}

// setBack is where documents, in the order in which they came, have times that go back: a clock was set back.
type setBack struct {
	document int64     // the first with an earlier time
	before   time.Time // the time of the one before it
}

// ageBySetBacks adjusts the times of documents, given by id, so that none is older than an earlier one. A time before
// that of an earlier document comes from a clock that was behind, and a rule would delete yesterday's documents by it.
// Times in the future are ignored: they come from a clock that was ahead.
func (r Reader) ageBySetBacks(ctx context.Context, documents []retention.Document) error {
	anHourBefore := `b.created_at - interval '1 hour'` // documents that come together are stored in any order
	if r.sqlite {
		anHourBefore = `datetime(b.created_at, '-1 hour')`
	}
	backs, err := database.List(ctx, r.conn(), func(row pgx.Row) (b setBack, err error) {
		err = row.Scan(&b.document, &b.before)
		return b, err
	}, `SELECT d.id, b.created_at FROM (SELECT id, created_at, lag(id) OVER (ORDER BY id) AS before FROM documents) AS d
		JOIN documents AS b ON b.id = d.before WHERE d.created_at < `+anHourBefore+` ORDER BY d.id`)
	if err != nil {
		return fmt.Errorf("look for a clock that was set back: %w", err)
	}
	at := now()
	for _, b := range backs {
		for i := range documents {
			if d := &documents[i]; d.ID >= b.document && d.Came.Before(b.before) && !b.before.After(at) {
				d.Came = b.before.UTC()
			}
		}
	}
	return nil
}

// DeleteByRule deletes the documents that a rule still deletes, with their checks, and stores the
// certificate, all or nothing: sign returns the signature of a text. It returns the number of the
// deletion, 0 if nothing was deleted, and the deleted documents.
func (s *Store) DeleteByRule(
	ctx context.Context, rules []retention.Rule, documents []int64, by string, sign func(text []byte) string,
) (id int64, deleted []retention.Entry, err error) {
	err = s.InTx(ctx, func(tx *Tx) error {
		id, deleted = 0, nil
		at := now()
		found, err := tx.retained(ctx, oneOf(tx.sqlite, "d.id", 1)+` ORDER BY d.id`, idParameter(tx.sqlite, documents))
		if err != nil {
			return err
		}
		for _, d := range found {
			rule, kept := retention.Choose(rules, d, at)
			if rule == nil || kept != "" {
				continue
			}
			if err := tx.deleteDocument(ctx, d.ID); err != nil {
				return fmt.Errorf("document %d: %w", d.ID, err)
			}
			deleted = append(deleted, retention.Entry{Document: d, Rule: *rule})
		}
		if len(deleted) == 0 {
			return nil
		}
		text := retention.Certificate(at, by, deleted)
		signed := string(retention.Signed(text, sign(text)))
		if err := tx.q.QueryRow(ctx, `INSERT INTO deletions (documents, certificate, made_at) VALUES ($1, $2, $3) RETURNING id`,
			len(deleted), signed, at.UTC()).Scan(&id); err != nil {
			return err
		}
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectLibrary,
			Detail: map[string]string{"documents": fmt.Sprint(len(deleted)), "sha256": database.SHA256([]byte(signed))}})
		return nil
	})
	return id, deleted, wrap.Error(err, "delete by rule")
}

// Deletions returns the certificates of deletions by rule, oldest first.
func (r Reader) Deletions(ctx context.Context) ([]retention.Deletion, error) {
	out, err := database.List(ctx, r.conn(), func(row pgx.Row) (d retention.Deletion, err error) {
		var text string
		err = row.Scan(&d.ID, &d.Documents, &text, &d.At)
		d.Certificate, d.At = []byte(text), d.At.UTC()
		return d, err
	}, `SELECT id, documents, certificate, made_at FROM deletions ORDER BY id`)
	return out, wrap.Error(err, "certificates of deletion")
}

// Hold keeps a document from being deleted by rule; the error wraps record.ErrNotFound where it is not there.
func (s *Store) Hold(ctx context.Context, document int64, reason, by string) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		if _, err := tx.Document(ctx, document); err != nil {
			return err
		}
		_, err := tx.q.Exec(ctx, `INSERT INTO holds (doc_id, reason, placed_by, placed_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (doc_id) DO UPDATE SET reason = excluded.reason, placed_by = excluded.placed_by, placed_at = excluded.placed_at`,
			document, storable(reason), storable(by), now())
		tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectDocument, ID: document, Detail: map[string]string{"what": "hold"}})
		return err
	})
	return wrap.Error(err, "hold document %d", document)
}

// Release takes a hold from a document; the error wraps record.ErrNotFound where there is none.
func (s *Store) Release(ctx context.Context, document int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		var held int
		if err := tx.q.QueryRow(ctx, `SELECT count(*) FROM holds WHERE doc_id = $1`, document).Scan(&held); err != nil {
			return err
		}
		if held == 0 {
			return record.ErrNotFound
		}
		_, err := tx.q.Exec(ctx, `DELETE FROM holds WHERE doc_id = $1`, document)
		tx.Record(audit.Act{Action: audit.End, Subject: audit.SubjectDocument, ID: document, Detail: map[string]string{"what": "hold"}})
		return err
	})
	return wrap.Error(err, "release document %d", document)
}
