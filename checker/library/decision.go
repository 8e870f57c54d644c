package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/internal/wrap"
)

// Decide adds a decision about a done check; At is set to now. seen is how many
// of the check's decisions the reviewer had before them: where somebody else
// has decided about the same subject since, nothing is stored and the error is
// ErrOvertaken. What the decision is about is not looked up in the evidence. The
// error is ErrNotFound where the check is gone or not done, ErrDecision where
// the decision makes no sense. A verdict on the whole is the opinion of who acts too, unless
// the call of the application wants several.
func (s *Store) Decide(ctx context.Context, checkID int64, d evidence.Decision, seen int) error {
	if err := d.Validate(); err != nil {
		return fmt.Errorf("decide about check %d: %w: %w", checkID, record.ErrDecision, err)
	}
	err := s.InTx(ctx, func(tx *Tx) error {
		// The row is locked, so that the check cannot go meanwhile and decisions
		// about it come one after the other.
		// What is left by them is counted anew when it is asked for; a verdict on the
		// whole takes nothing away.
		left := `-1`
		if d.Subject == evidence.SubjectCheck {
			left = `left_covered`
		}
		if err := tx.updateRow(ctx, `UPDATE checks SET left_covered = `+left+` WHERE id = $1 AND state = $2`, checkID,
			string(record.CheckDone)); err != nil {
			return err
		}
		tx.changes.move(checkID)
		steps, err := tx.Decisions(ctx, checkID)
		if err != nil {
			return err
		}
		if record.Overtaken(steps, d, seen) {
			return record.ErrOvertaken
		}
		_, err = tx.q.Exec(ctx, `INSERT INTO decisions
			(check_id, subject, subject_id, verdict, reason, comment, reviewer, decided_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			checkID, string(d.Subject), d.ID, string(d.Verdict), string(d.Reason), storable(d.Comment), storable(d.Reviewer), now())
		if err != nil {
			return err
		}
		tx.Record(decisionAct(checkID, d))
		if err := tx.tellDecided(ctx, checkID, d); err != nil {
			return err
		}
		if d.Subject != evidence.SubjectCheck {
			return nil
		}
		return tx.opinionOf(ctx, checkID, d)
	})
	return wrap.Error(err, "decide about check %d", checkID)
}

// Decisions returns all decisions about a check, in the order in which they were made; the last one
// about each subject counts. A deleted check has none.
func (r Reader) Decisions(ctx context.Context, checkID int64) ([]evidence.Decision, error) {
	decisions, err := database.List(ctx, r.conn(), func(row pgx.Row) (evidence.Decision, error) {
		var d evidence.Decision
		err := row.Scan(&d.Subject, &d.ID, &d.Verdict, &d.Reason, &d.Comment, &d.Reviewer, &d.At)
		d.At = d.At.UTC()
		return d, err
	}, `SELECT subject, subject_id, verdict, reason, comment, reviewer, decided_at
		FROM decisions WHERE check_id = $1 ORDER BY id`, checkID)
	return decisions, wrap.Error(err, "decisions of check %d", checkID)
}

// Verdicts returns what was decided about each of the checks as a whole, by id;
// those without a verdict are missing.
func (r Reader) Verdicts(ctx context.Context, checkIDs []int64) (map[int64]evidence.Verdict, error) {
	steps := map[int64][]evidence.Decision{}
	var id int64
	d := evidence.Decision{Subject: evidence.SubjectCheck}
	if err := r.conn().Each(ctx, []any{&id, &d.Verdict}, func() error {
		steps[id] = append(steps[id], d)
		return nil
	}, `SELECT check_id, verdict FROM decisions
		WHERE subject = 'check' AND `+oneOf(r.sqlite, "check_id", 1)+` ORDER BY id`, idParameter(r.sqlite, checkIDs)); err != nil {
		return nil, fmt.Errorf("verdicts: %w", err)
	}
	out := map[int64]evidence.Verdict{}
	for id, of := range steps {
		if d := score.Decide(of).Check(); d != nil {
			out[id] = d.Verdict
		}
	}
	return out, nil
}
