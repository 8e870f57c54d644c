package library

import (
	"context"
	"fmt"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
)

// Funded returns which of some documents are known to have been funded.
func (r Reader) Funded(ctx context.Context, documents []int64) (map[int64]bool, error) {
	ids, err := r.ids(ctx, `SELECT id FROM documents WHERE status = '`+string(record.StatusFunded)+`' AND `+oneOf(r.sqlite, "id", 1),
		idParameter(r.sqlite, documents))
	if err != nil {
		return nil, fmt.Errorf("funded documents: %w", err)
	}
	out := each.Set(ids)
	return out, nil
}
