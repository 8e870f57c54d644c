package worklist

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Unsaid returns the applications that are assigned to an account, on which several opinions
// are wanted and the account has given none, as long as there is no final verdict.
func (r Reader) Unsaid(ctx context.Context, account int64) ([]int64, error) {
	ids, err := r.conn.IDs(ctx, `SELECT w.doc_id FROM worklist w JOIN assignments x ON x.doc_id = w.doc_id
		WHERE x.account_id = $1 AND w.wanted > 1 AND w.shown_id <> 0 AND w.verdict = '' AND `+ownOpinion("w.shown_id",
		"x.account_id")+` = '' ORDER BY w.doc_id`, account)
	return ids, wrap.Error(err, "opinions that account %d has yet to give", account)
}

// ReviewerCounts returns the progress of reviewers with the applications that a filter chooses, by
// account; overdue counts those due before today, a DueNumber.
func (r Reader) ReviewerCounts(ctx context.Context, f record.WorkFilter, today int) ([]record.ReviewerCount, error) {
	c := r.conditions(f)
	c.Args = append(c.Args, today)
	done := `(w.verdict <> '' OR ` + ownOpinion("w.shown_id", "x.account_id") + ` <> '')`
	counts, err := database.List(ctx, r.conn, func(row pgx.Row) (n record.ReviewerCount, err error) {
		return n, row.Scan(&n.Account, &n.Given, &n.Done, &n.Overdue, &n.Next)
	}, fmt.Sprintf(`SELECT k.account_id, count(*), sum(k.done), sum(CASE WHEN k.done = 0 AND k.due < $%d THEN 1 ELSE 0 END),
			min(CASE WHEN k.done = 0 THEN k.due ELSE `+noDue+` END)
		FROM (SELECT x.account_id, CASE WHEN %s THEN 1 ELSE 0 END AS done, CASE WHEN x.due = '' THEN `+noDue+` ELSE %s END AS due
			FROM worklist w JOIN assignments x ON x.doc_id = w.doc_id%s) k
		GROUP BY k.account_id ORDER BY k.account_id`, len(c.Args), done, dueNumber("x.due"), c.Where()), c.Args...)
	return counts, wrap.Error(err, "count by reviewers")
}
