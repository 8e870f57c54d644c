package library

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// KeptFiles gives those of the files, named by their SHA-256, that are stored.
func (r Reader) KeptFiles(ctx context.Context, hashes []string) (map[string]bool, error) {
	statement, asked := `SELECT sha256 FROM files WHERE sha256 = ANY($1::TEXT[])`, any(hashes)
	if r.sqlite {
		list, _ := json.Marshal(hashes) // cannot fail
		statement, asked = `SELECT sha256 FROM files WHERE sha256 IN (SELECT value FROM json_each($1))`, string(list)
	}
	rows, err := r.q.Query(ctx, statement, asked)
	if err != nil {
		return nil, fmt.Errorf("kept files: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("kept files: %w", err)
	}
	kept := make(map[string]bool, len(found))
	for _, h := range found {
		kept[h] = true
	}
	return kept, nil
}
