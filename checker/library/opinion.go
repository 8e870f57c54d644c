package library

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/document"
	"zhiwen/checker/library/worklist"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/internal/wrap"
)

// Opinions returns all opinions on a check as a whole, in the order in which they were given; the
// last one of each person counts (record.StandingOpinions). A deleted check has none.
func (r Reader) Opinions(ctx context.Context, checkID int64) ([]record.Opinion, error) {
	opinions, err := database.List(ctx, r.conn(), func(row pgx.Row) (o record.Opinion, err error) {
		err = row.Scan(&o.Account, &o.Reviewer, &o.Verdict, &o.Reason, &o.At)
		o.At = o.At.UTC()
		return o, err
	}, `SELECT account_id, reviewer, verdict, reason, given_at FROM opinions WHERE check_id = $1 ORDER BY id`, checkID)
	return opinions, wrap.Error(err, "opinions of check %d", checkID)
}

// GiveOpinion adds what somebody thinks of a done check as a whole, or takes it back; At
// is set to now. Whether they were asked is not looked at. The error is ErrNotFound where
// the check is gone or not done, ErrSettled where it has its final verdict, ErrDecision
// where the opinion makes no sense.
func (s *Store) GiveOpinion(ctx context.Context, checkID int64, o record.Opinion) error {
	if err := o.Validate(); err != nil {
		return fmt.Errorf("give an opinion on check %d: %w: %w", checkID, record.ErrDecision, err)
	}
	err := s.InTx(ctx, func(tx *Tx) error {
		// Locked, so that it cannot go meanwhile, nor get its verdict.
		if err := tx.conn().LockRow(ctx, `checks WHERE id = $1 AND state = $2`, checkID,
			string(record.CheckDone)); err != nil {
			return err
		}
		steps, err := tx.Decisions(ctx, checkID)
		if err != nil {
			return err
		}
		if score.Decide(steps).Check() != nil {
			return record.ErrSettled
		}
		if err := tx.addOpinion(ctx, checkID, o); err != nil {
			return err
		}
		tx.changes.move(checkID)
		tx.Record(opinionAct(checkID, o))
		return nil
	})
	return wrap.Error(err, "give an opinion on check %d", checkID)
}

// addOpinion adds a step to the opinions on a check.
func (tx *Tx) addOpinion(ctx context.Context, checkID int64, o record.Opinion) error {
	_, err := tx.q.Exec(ctx, `INSERT INTO opinions (check_id, account_id, reviewer, verdict, reason, given_at)
		VALUES ($1, $2, $3, $4, $5, $6)`,
		checkID, o.Account, storable(o.Reviewer), string(o.Verdict), storable(o.Reason), now())
	return err
}

// opinionOf adds the opinion of who decides about a check as a whole, where one is wanted:
// then the verdict is what they think. Where several are, it stands apart from them.
func (tx *Tx) opinionOf(ctx context.Context, checkID int64, d evidence.Decision) error {
	var wanted int
	err := tx.q.QueryRow(ctx, `SELECT `+worklist.WantedOpinions(tx.sqlite)+` FROM checks c JOIN documents d ON d.id = c.doc_id
		WHERE c.id = $1`, checkID).Scan(&wanted)
	if err != nil || wanted > 1 {
		return err
	}
	return tx.addOpinion(ctx, checkID, record.Opinion{
		Account: audit.ActorOf(ctx).Account, Opinion: evidence.Opinion{Verdict: d.Verdict, Reviewer: d.Reviewer, Reason: d.Comment},
	})
}

// Sharing returns what a rule that gives documents to reviewers has to know of them, by id;
// those that are gone, and blank forms, are missing.
func (r Reader) Sharing(ctx context.Context, documents []int64) (out []record.Sharing, err error) {
	err = r.inSnapshot(ctx, func(r Reader) error {
		out, err = r.sharing(ctx, documents)
		return err
	})
	return out, wrap.Error(err, "what there is to share out")
}

func (r Reader) sharing(ctx context.Context, documents []int64) (out []record.Sharing, err error) {
	ids := idParameter(r.sqlite, slices.Compact(slices.Sorted(slices.Values(documents))))
	among := func(column string) string { return oneOf(r.sqlite, column, 1) }
	found, err := document.Select(ctx, r.conn(), ` WHERE NOT d.is_form AND `+among("d.id")+` ORDER BY d.id`, ids)
	if err != nil {
		return nil, err
	}
	place := map[int64]int{} // in out, by document
	for i, d := range found {
		place[d.ID] = i
		out = append(out, record.Sharing{Document: d.ID, Call: d.Call, Identity: d.Identity, Wanted: 1, Due: map[int64]string{}})
	}
	var document, account int64
	var wanted int
	var verdict evidence.Verdict
	var given record.Opinion
	var due string
	each := func(do func(*record.Sharing), sql string, targets ...any) error {
		return r.conn().Each(ctx, append([]any{&document}, targets...), func() error {
			if i, ok := place[document]; ok {
				do(&out[i])
			}
			return nil
		}, sql, ids)
	}
	err = each(func(s *record.Sharing) { s.Wanted, s.Verdict = wanted, verdict },
		`SELECT w.doc_id, w.wanted, w.verdict FROM worklist w WHERE `+among("w.doc_id"), &wanted, &verdict)
	if err != nil {
		return nil, err
	}
	err = each(func(s *record.Sharing) { s.Given = append(s.Given, given) }, `SELECT w.doc_id, o.account_id, o.reviewer, o.verdict
		FROM worklist w JOIN opinions o ON o.check_id = w.shown_id WHERE `+among("w.doc_id")+` ORDER BY o.id`,
		&given.Account, &given.Reviewer, &given.Verdict)
	if err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Given = record.StandingOpinions(out[i].Given)
	}
	err = each(func(s *record.Sharing) {
		s.Assigned = append(s.Assigned, account)
		s.Due[account] = due
	}, `SELECT x.doc_id, x.account_id, x.due FROM assignments x WHERE `+among("x.doc_id")+` ORDER BY x.doc_id, x.account_id`,
		&account, &due)
	return out, err
}

// opinionAct names who thinks so as the opinion does.
func opinionAct(check int64, o record.Opinion) audit.Act {
	d := evidence.Decision{Subject: evidence.SubjectCheck, Verdict: o.Verdict, Reviewer: o.Reviewer}
	a := decisionAct(check, d)
	a.Detail["what"] = "opinion"
	return a
}
