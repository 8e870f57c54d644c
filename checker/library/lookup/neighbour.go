package lookup

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library/document"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/internal/each"
)

// Neighbours implements checker.Library: each query reads the newest ids of an
// index and stops when there are enough.
func (r Reader) Neighbours(ctx context.Context, like evidence.Identity, exclude int64, most int) ([]checker.Neighbour, error) {
	fail := func(err error) ([]checker.Neighbour, error) { return nil, fmt.Errorf("neighbours: %w", err) }
	newest := ` AND ` + r.member("") + ` AND web = '' AND state = 'ready' AND id <> $1 ORDER BY id DESC LIMIT $2`
	taken := map[int64]bool{}
	var ids []int64
	// take adds documents until there are enough. At most the ones that are missing
	// are among the newest beside those that are there already.
	take := func(enough int, where string, args ...any) error {
		if len(ids) >= enough {
			return nil
		}
		rows, err := r.conn.IDs(ctx, `SELECT id FROM documents WHERE `+where+newest,
			append([]any{exclude, most}, args...)...)
		for _, id := range rows {
			if len(ids) < enough && !taken[id] {
				taken[id] = true
				ids = append(ids, id)
			}
		}
		return err
	}
	if err := take(most, `year = $3 AND programme = $4`, like.Year, like.Programme); err != nil {
		return fail(err)
	}
	if err := take(most, `year = $3`, like.Year); err != nil {
		return fail(err)
	}
	if err := take(most, `TRUE`); err != nil {
		return fail(err)
	}
	found, err := r.identities(ctx, ids)
	if err != nil {
		return fail(err)
	}
	if like.Institution != "" {
		same := each.Count(found, func(n checker.Neighbour) bool { return n.Identity.Institution == like.Institution })
		ids = nil
		if err := take(max(0, most-same), `institution = $3`, like.Institution); err != nil {
			return fail(err)
		}
		colleagues, err := r.identities(ctx, ids)
		if err != nil {
			return fail(err)
		}
		found = append(found, colleagues...)
	}
	slices.SortFunc(found, func(a, b checker.Neighbour) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}

// Applications implements checker.Library.
func (r Reader) Applications(ctx context.Context, applicant, number string, exclude int64) ([]checker.Neighbour, error) {
	ids, err := r.conn.IDs(ctx, `SELECT id FROM documents WHERE (applicant_key = $1 AND applicant_key <> '' OR number_key = $2
		AND number_key <> '')
		AND `+r.member("")+` AND state = 'ready' AND id <> $3 ORDER BY id LIMIT $4`,
		score.NameKey(applicant), score.NameKey(number), exclude, checker.MostApplications)
	if err != nil {
		return nil, fmt.Errorf("applications of one applicant: %w", err)
	}
	found, err := r.identities(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("applications of one applicant: %w", err)
	}
	slices.SortFunc(found, func(a, b checker.Neighbour) int { return cmp.Compare(a.ID, b.ID) })
	return found, nil
}

// identities reads the titles and applicants of these documents.
func (r Reader) identities(ctx context.Context, ids []int64) ([]checker.Neighbour, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	documents, err := document.NewReader(r.conn).DocumentPage(ctx, record.Filter{IDs: ids})
	return each.Of(documents, func(d record.Document) checker.Neighbour { return checker.Neighbour{ID: d.ID, Identity: d.Identity} }), err
}
