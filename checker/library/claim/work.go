package claim

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// MakeClaim stores a claim with its files and returns its id. The error wraps ErrNotFound where
// there is no such document, ErrClaimTwice where the person's first still waits or holds,
// ErrClaimMany where too many of theirs wait, and ErrClaimBounds where it has no statement
// or is too large.
func (s *Store) MakeClaim(ctx context.Context, c record.NewClaim) (id int64, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		id, err = makeClaim(ctx, tx, c)
		return err
	})
	return id, wrap.Error(err, "claim document %d", c.Document)
}

func makeClaim(ctx context.Context, tx *trail.Tx, c record.NewClaim) (id int64, err error) {
	size := each.Sum(c.Files, func(f record.ClaimUpload) int { return len(f.Data) })
	c.Statement = strings.TrimSpace(c.Statement)
	if c.Statement == "" || utf8.RuneCountInString(c.Statement) > record.MostStatement || len(c.Files) > record.MostClaimFiles ||
		size > record.MostClaimBytes {
		return 0, record.ErrClaimBounds
	}
	if err := tx.LockSettings(ctx); err != nil { // two of one person come one after the other
		return 0, err
	}
	// Locked first, so that it is not deleted meanwhile.
	if err := tx.LockRow(ctx, `documents WHERE id = $1`, c.Document); err != nil {
		return 0, err
	}
	about, err := NewReader(tx.Conn).subjectOf(ctx, c.Document)
	if err != nil {
		return 0, err
	}
	var same, waiting int
	err = tx.QueryRow(ctx, `SELECT (SELECT count(*) FROM claims WHERE subject = $1 AND account_id = $2 AND state IN ('open', 'accepted')),
		(SELECT count(*) FROM claims WHERE account_id = $2 AND state = 'open')`, about, c.Account).Scan(&same, &waiting)
	switch {
	case err != nil:
		return 0, err
	case same > 0:
		return 0, record.ErrClaimTwice
	case waiting >= record.MostOpenClaims:
		return 0, record.ErrClaimMany
	}
	now := database.Now()
	err = tx.QueryRow(ctx, `INSERT INTO claims (subject, doc_id, account_id, statement, state, made_at) VALUES ($1, $2, $3, $4, 'open', $5)
		RETURNING id`,
		about, c.Document, c.Account, database.Storable(c.Statement), now).Scan(&id)
	if err != nil {
		return 0, err
	}
	for i, f := range c.Files {
		data := f.Data
		if data == nil {
			data = []byte{} // NULL would be stored
		}
		_, err := tx.Exec(ctx, `INSERT INTO claim_files (claim_id, ordinal, name, size, sha256, bytes) VALUES ($1, $2, $3, $4, $5, $6)`,
			id, i+1, database.Storable(f.Name), int64(len(data)), database.SHA256(data), data)
		if err != nil {
			return 0, err
		}
	}
	return id, step(ctx, tx, id, c.Document, record.ClaimEvent{State: record.ClaimOpen, Account: c.Account})
}

// step notes that a claim came into a state, in its history and in the record, which gets no
// texts.
func step(ctx context.Context, tx *trail.Tx, claim, document int64, e record.ClaimEvent) error {
	_, err := tx.Exec(ctx, `INSERT INTO claim_events (claim_id, state, reason, account_id, at) VALUES ($1, $2, $3, $4, $5)`,
		claim, string(e.State), database.Storable(e.Reason), e.Account, database.Now())
	if err != nil {
		return err
	}
	action := audit.Decide
	switch e.State {
	case record.ClaimOpen:
		action = audit.Add
	case record.ClaimRevoked:
		action = audit.Withdraw
	case record.ClaimWithdrawn:
		action = audit.End
	}
	tx.Record(audit.Act{Action: action, Subject: audit.SubjectClaim, ID: claim, Detail: map[string]string{
		"document": strconv.FormatInt(document, 10), "state": string(e.State),
	}})
	return nil
}

// JudgeClaim accepts, refuses or takes back the acceptance of a claim, with a reason. The error
// wraps ErrNotFound; ErrClaimState where it does not stand so that this can be; ErrOwnClaim;
// ErrClaimTaken where another person's claim to the same is accepted; or ErrClaimBounds where
// the reason is missing or too long.
func (s *Store) JudgeClaim(ctx context.Context, id int64, to record.ClaimState, reason string, by int64) error {
	reason = strings.TrimSpace(reason)
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		if reason == "" || utf8.RuneCountInString(reason) > record.MostClaimReason {
			return record.ErrClaimBounds
		}
		return change(ctx, tx, id, record.ClaimEvent{State: to, Reason: reason, Account: by}, func(c record.Claim) error {
			switch {
			case c.Account == by:
				return record.ErrOwnClaim
			case !slices.Contains(c.State.Next(), to):
				return record.ErrClaimState
			}
			return nil
		})
	})
	return wrap.Error(err, "judge claim %d", id)
}

// WithdrawClaim takes a claim back that waits or holds, for who made it. The error wraps ErrNotFound,
// for others too, or ErrClaimState.
func (s *Store) WithdrawClaim(ctx context.Context, id, by int64) error {
	err := s.trail.InTx(ctx, func(tx *trail.Tx) error {
		return change(ctx, tx, id, record.ClaimEvent{State: record.ClaimWithdrawn, Account: by}, func(c record.Claim) error {
			switch {
			case c.Account != by:
				return record.ErrNotFound
			case !c.State.Live():
				return record.ErrClaimState
			}
			return nil
		})
	})
	return wrap.Error(err, "withdraw claim %d", id)
}

// SeeClaim stores that the author of a claim has seen the outcome; it ignores others' claims and
// those without news.
func (s *Store) SeeClaim(ctx context.Context, id, account int64) error {
	err := trail.Exec(ctx, s.trail, `UPDATE claims SET news = FALSE WHERE id = $1 AND account_id = $2 AND news`, id, account)
	return wrap.Error(err, "claim %d was seen", id)
}

// change brings a claim into another state, unless allowed refuses it as it stands. Changes
// come one after the other.
func change(ctx context.Context, tx *trail.Tx, id int64, e record.ClaimEvent, allowed func(record.Claim) error) error {
	if err := tx.LockSettings(ctx); err != nil {
		return err
	}
	c, err := NewReader(tx.Conn).Claim(ctx, id)
	if err == nil {
		err = allowed(c)
	}
	if err != nil {
		return err
	}
	if e.State == record.ClaimAccepted {
		holding, err := tx.IDs(ctx, `SELECT id FROM claims WHERE subject = (SELECT subject FROM claims WHERE id = $1)
			AND state = 'accepted'`, id)
		if err != nil {
			return err
		}
		if len(holding) > 0 {
			return record.ErrClaimTaken
		}
	}
	if err := tx.UpdateRow(ctx, `UPDATE claims SET state = $2, news = $3 WHERE id = $1`, id, string(e.State),
		e.Account != c.Account); err != nil {
		return err
	}
	return step(ctx, tx, id, c.Document, e)
}

// ForgetDocument is for a document that is about to be deleted, and before its page forgets it: claims to a
// page are from then on about another of its documents, where there is one; all else that was claimed of the
// document is deleted with statements, files and history.
func ForgetDocument(ctx context.Context, tx *trail.Tx, document int64) error {
	claims, err := tx.IDs(ctx, `SELECT id FROM claims WHERE doc_id = $1 ORDER BY id`, document)
	if err != nil || len(claims) == 0 {
		return err
	}
	others, err := tx.IDs(ctx, `SELECT n.doc_id FROM web_versions v JOIN web_versions n ON n.page_id = v.page_id WHERE v.doc_id = $1
		AND n.doc_id <> $1 ORDER BY n.doc_id DESC LIMIT 1`, document)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		_, err := tx.Exec(ctx, `UPDATE claims SET doc_id = $2 WHERE doc_id = $1`, document, others[0])
		return err
	}
	if err := tx.ExecEach(ctx, document,
		`DELETE FROM claim_files WHERE claim_id IN (SELECT id FROM claims WHERE doc_id = $1)`,
		`DELETE FROM claim_events WHERE claim_id IN (SELECT id FROM claims WHERE doc_id = $1)`,
		`DELETE FROM claims WHERE doc_id = $1`,
	); err != nil {
		return err
	}
	for _, id := range claims {
		tx.Record(audit.Act{Action: audit.Delete, Subject: audit.SubjectClaim, ID: id,
			Detail: map[string]string{"document": strconv.FormatInt(document, 10)}})
	}
	return nil
}
