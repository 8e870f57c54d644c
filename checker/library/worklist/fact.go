package worklist

import (
	"context"

	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// WorkFacts returns what statistics count of each application that a filter chooses, in no
// particular order. An error of do ends it.
func (r Reader) WorkFacts(ctx context.Context, f record.WorkFilter, do func(record.WorkFact) error) error {
	c := r.conditions(f)
	var x record.WorkFact
	var shown int64
	err := r.conn.Each(ctx, []any{
		&x.Institution, &x.Programme, &x.Year, &x.Shares[0], &x.Shares[1], &x.Shares[2], &x.Shares[3], &x.Verdict, &shown, &x.Findings,
	}, func() error {
		x.Checked = shown != 0
		return do(x)
	}, `SELECT w.institution, w.programme, w.year, w.overall, w.without_own, w.without_quoted, w.largest, w.verdict, w.shown_id, `+
		`COALESCE(y.findings, '')
		FROM worklist w LEFT JOIN checks y ON y.id = w.shown_id AND w.rank > 0`+c.Where(), c.Args...)
	return wrap.Error(err, "read for statistics")
}
