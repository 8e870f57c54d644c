package worklist

import (
	"context"
	"fmt"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/people"
	"zhiwen/checker/record"
)

// WorkDetails returns what tables say of applications beside their rows of the work list, by
// document; those without anything are left out.
func (r Reader) WorkDetails(ctx context.Context, documents []int64) (map[int64]record.WorkDetail, error) {
	out := map[int64]record.WorkDetail{}
	list := database.IDParameter(r.conn.IsSQLite, documents)
	among := fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "doc_id"), 1)
	var id int64
	var a record.Account
	targets, finish := people.Fields(&a)
	err := r.conn.Each(ctx, append([]any{&id}, targets...), func() error {
		finish()
		d := out[id]
		d.Assigned = append(d.Assigned, a.Signature())
		out[id] = d
		return nil
	}, `SELECT x.doc_id, `+people.Columns+` FROM assignments x JOIN accounts a ON a.id = x.account_id WHERE x.`+among+`
		ORDER BY x.doc_id, a.login_key`, list)
	if err != nil {
		return nil, fmt.Errorf("reviewers of applications: %w", err)
	}
	var o record.Opinion
	err = r.conn.Each(ctx, []any{&id, &o.Account, &o.Reviewer, &o.Verdict, &o.Reason, &o.At}, func() error {
		o.At = o.At.UTC()
		d := out[id]
		d.Opinions = append(d.Opinions, o)
		out[id] = d
		return nil
	}, `SELECT w.doc_id, o.account_id, o.reviewer, o.verdict, o.reason, o.given_at FROM worklist w
		JOIN opinions o ON o.check_id = w.shown_id WHERE w.`+among+` ORDER BY w.doc_id, o.id`, list)
	if err != nil {
		return nil, fmt.Errorf("opinions on applications: %w", err)
	}
	for id, d := range out {
		d.Opinions = record.StandingOpinions(d.Opinions)
		out[id] = d
	}
	return out, nil
}
