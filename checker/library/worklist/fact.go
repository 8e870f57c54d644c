package worklist

import (
	"context"
	"fmt"

	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// WorkFacts returns what statistics count of each application that a filter chooses, in no
// particular order. An error of do ends it.
func (r Reader) WorkFacts(ctx context.Context, f record.WorkFilter, do func(record.WorkFact) error) error {
	c := r.conditions(f)
	rows, err := r.conn.Query(ctx,
		`SELECT w.institution, w.programme, w.year, w.overall, w.without_own, w.without_quoted, w.largest, w.verdict, w.shown_id, `+
			`COALESCE(y.findings, '')
		FROM worklist w LEFT JOIN checks y ON y.id = w.shown_id AND w.rank > 0`+c.Where(), c.Args...)
	if err != nil {
		return fmt.Errorf("read for statistics: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var x record.WorkFact
		var shown int64
		if err := rows.Scan(&x.Institution, &x.Programme, &x.Year, &x.Shares[0], &x.Shares[1], &x.Shares[2], &x.Shares[3], &x.Verdict,
			&shown, &x.Findings); err != nil {
			return fmt.Errorf("read for statistics: %w", err)
		}
		x.Checked = shown != 0
		if err := do(x); err != nil {
			return err
		}
	}
	return wrap.Error(rows.Err(), "read for statistics")
}
