package schema

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/worklist"
	"zhiwen/checker/score"
)

// What steps, and another index key, make of rows that are stored.

// keyNames makes the keys anew by which the applications of one applicant are
// found.
func keyNames(ctx context.Context, tx *database.Tx) error {
	type named struct {
		id                int64
		applicant, number string
	}
	rows, err := tx.Query(ctx, `SELECT id, applicant, number FROM documents WHERE applicant <> '' OR number <> ''`)
	if err != nil {
		return fmt.Errorf("key names: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n named, err error) {
		return n, row.Scan(&n.id, &n.applicant, &n.number)
	})
	if err != nil {
		return fmt.Errorf("key names: %w", err)
	}
	for _, n := range all {
		_, err := tx.Exec(ctx, `UPDATE documents SET applicant_key = $2, number_key = $3 WHERE id = $1`, n.id, score.NameKey(n.applicant), score.NameKey(n.number))
		if err != nil {
			return fmt.Errorf("key names: %w", err)
		}
	}
	return nil
}

// keepFormats notes the format of the documents that were read before there was a
// column for it.
func keepFormats(ctx context.Context, tx *database.Tx) error {
	method := `split_part(split_part(CAST(t.structure AS JSON) ->> 'method', '/', 1), '+', 1)`
	if tx.IsSQLite {
		method = `json_extract(t.structure, '$.method')`
		for _, end := range []string{"/", "+"} {
			method = fmt.Sprintf(`substr(%[1]s, 1, CASE instr(%[1]s, '%[2]s') WHEN 0 THEN length(%[1]s) ELSE instr(%[1]s, '%[2]s') - 1 END)`, method, end)
		}
	}
	_, err := tx.Exec(ctx, `UPDATE documents SET format = COALESCE((SELECT `+method+` FROM texts t WHERE t.doc_id = documents.id), '')`)
	if err != nil {
		return fmt.Errorf("keep formats: %w", err)
	}
	return nil
}

func keySearch(ctx context.Context, tx *database.Tx) error { return worklist.KeySearch(ctx, tx.Conn) }

func listWork(ctx context.Context, tx *database.Tx) error { return worklist.MakeOf6(ctx, tx.Conn) }
