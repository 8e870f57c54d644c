package worklist

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/jackc/pgx/v5"
	"golang.org/x/text/unicode/norm"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/script"
)

// SearchText is what the row of a document is found by: each part folded, parted by line ends, which no
// word holds.
func SearchText(i evidence.Identity, reference string) string {
	parts := []string{i.Title, i.Applicant, i.Institution, reference, i.Number, i.Filename}
	for n, p := range parts {
		parts[n] = foldWords(database.Storable(p))
	}
	return strings.Join(parts, "\n")
}

// foldWords makes texts alike that readers take for the same: width, case, script and
// spacing make no difference.
func foldWords(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return script.Simplified(unicode.ToLower(r))
	}, norm.NFKC.String(s))
	return strings.Join(strings.Fields(s), " ")
}

// KeySearch makes anew what all documents are found by in the work list.
func KeySearch(ctx context.Context, c database.Conn) error {
	rows, err := c.Query(ctx, `SELECT id, title, applicant, institution, number, filename FROM documents`)
	if err != nil {
		return fmt.Errorf("key search: %w", err)
	}
	type named struct {
		id int64
		of evidence.Identity
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (n named, err error) {
		return n, row.Scan(&n.id, &n.of.Title, &n.of.Applicant, &n.of.Institution, &n.of.Number, &n.of.Filename)
	})
	if err != nil {
		return fmt.Errorf("key search: %w", err)
	}
	for _, n := range all {
		if _, err := c.Exec(ctx, `UPDATE documents SET search = $2 WHERE id = $1`, n.id, SearchText(n.of, "")); err != nil {
			return fmt.Errorf("key search: %w", err)
		}
	}
	return nil
}
