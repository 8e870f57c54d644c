package library

import (
	"context"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// decidedChecks is the query for checks c that have decisions or opinions, to which a condition is appended.
const decidedChecks = `SELECT c.id FROM checks c WHERE (EXISTS (SELECT 1 FROM decisions x WHERE x.check_id = c.id)
	OR EXISTS (SELECT 1 FROM opinions o WHERE o.check_id = c.id)) AND `

// undecided returns record.ErrDecided where one of the checks of a condition has decisions or opinions.
func (tx *Tx) undecided(ctx context.Context, condition string, id int64) error {
	found, err := tx.ids(ctx, decidedChecks+condition+` LIMIT 1`, id)
	if err == nil && len(found) > 0 {
		err = record.ErrDecided
	}
	return err
}

// DeletionAsked returns the request to delete a check with decisions or opinions, or nil.
func (r Reader) DeletionAsked(ctx context.Context, check int64) (*record.DeletionRequest, error) {
	found, err := database.List(ctx, r.conn(), func(row pgx.Row) (d record.DeletionRequest, err error) {
		err = row.Scan(&d.Reason, &d.Account, &d.By, &d.At)
		d.At = d.At.UTC()
		return d, err
	}, `SELECT reason, account_id, asked_by, asked_at FROM deletion_requests WHERE check_id = $1`, check)
	if err != nil {
		return nil, fmt.Errorf("request to delete check %d: %w", check, err)
	}
	if len(found) == 0 {
		return nil, nil
	}
	return &found[0], nil
}

// DeleteDecided deletes a check as DeleteCheck does, even if it has decisions or opinions, and reports whether it is gone. Such a
// check needs a reason (else the error wraps record.ErrNoReason) and, where there are accounts, two people: the first request is
// stored, and a request of another account with the same reason deletes the check. With a different reason the error wraps
// record.ErrOvertaken.
func (s *Store) DeleteDecided(ctx context.Context, id int64, by record.DeletionRequest) (gone bool, err error) {
	err = s.InTx(ctx, func(tx *Tx) (err error) {
		gone, err = tx.deleteDecided(ctx, id, by)
		return err
	})
	return gone, wrap.Error(err, "delete check %d", id)
}

func (tx *Tx) deleteDecided(ctx context.Context, id int64, by record.DeletionRequest) (gone bool, err error) {
	if err := tx.lockCheck(ctx, id); err != nil {
		return false, err
	}
	decided, err := tx.ids(ctx, decidedChecks+`c.id = $1`, id)
	if err != nil {
		return false, err
	}
	if len(decided) == 0 {
		return true, tx.deleteCheck(ctx, id)
	}
	by.Reason = storable(by.Reason)
	if by.Reason == "" || !utf8.ValidString(by.Reason) {
		return false, record.ErrNoReason
	}
	asked, err := tx.DeletionAsked(ctx, id)
	switch {
	case err != nil:
		return false, err
	case by.Account == 0:
	case asked == nil || asked.Account == by.Account:
		return false, tx.askDeletion(ctx, id, by)
	case !asked.ConfirmedBy(by):
		return false, record.ErrOvertaken
	}
	detail := map[string]string{"what": "decided", "reason": by.Reason}
	if asked != nil {
		detail["asked"] = strconv.FormatInt(asked.Account, 10)
	}
	if err := tx.deleteCheck(ctx, id); err != nil {
		return false, err
	}
	tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectCheck, ID: id, Detail: detail})
	return true, nil
}

// askDeletion stores a request to delete a check, with its author and reason.
func (tx *Tx) askDeletion(ctx context.Context, id int64, by record.DeletionRequest) error {
	_, err := tx.q.Exec(ctx, `INSERT INTO deletion_requests (check_id, reason, account_id, asked_by, asked_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (check_id) DO UPDATE SET reason = excluded.reason, asked_by = excluded.asked_by, asked_at = excluded.asked_at`,
		id, by.Reason, by.Account, storable(by.By), now())
	detail := map[string]string{"what": "deletion", "reason": by.Reason}
	tx.Record(audit.Act{Action: audit.Change, Subject: audit.SubjectCheck, ID: id, Detail: detail})
	return err
}

// KeepDecided ends the request to delete a check; the error wraps record.ErrNotFound if there is no request.
func (s *Store) KeepDecided(ctx context.Context, id int64) error {
	err := s.InTx(ctx, func(tx *Tx) error {
		tx.Record(audit.Act{Action: audit.End, Subject: audit.SubjectCheck, ID: id, Detail: map[string]string{"what": "deletion"}})
		return tx.updateRow(ctx, `DELETE FROM deletion_requests WHERE check_id = $1`, id)
	})
	return wrap.Error(err, "keep check %d", id)
}
