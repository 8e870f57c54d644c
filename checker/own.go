package checker

import (
	"context"
	"slices"

	"zhiwen/checker/score"
)

// listed reports whether a source stands in the evidence: one with a match, and
// every application of the same applicant, whatever it has in common with this one.
func (e *Engine) listed(q *query, c comparison) bool {
	return len(c.matches) > 0 || score.SameApplicant(q.input.Identity, c.source.Identity)
}

// withOwn adds the applicant's own applications that are not among the sources
// found, each compared as a whole.
func (e *Engine) withOwn(ctx context.Context, q *query, lib Library, found []comparison) ([]comparison, error) {
	who := q.input.Identity
	own, err := lib.Applications(ctx, who.Applicant, who.Number, q.input.ID)
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, n := range own {
		known := slices.ContainsFunc(found, func(c comparison) bool { return c.source.ID == n.ID })
		if !known && score.SameApplicant(who, n.Identity) {
			ids = append(ids, n.ID)
		}
	}
	for batch := range slices.Chunk(ids, sourceBatch) {
		sources, err := lib.Sources(ctx, batch)
		if err != nil {
			return nil, err
		}
		compared, err := q.faults.compareAll(ctx, sources, func(s *Source) comparison {
			if e.paper() {
				return comparison{source: s}
			}
			return e.align(q, s)
		})
		if err != nil {
			return nil, err
		}
		found = append(found, compared...)
	}
	return found, nil
}
