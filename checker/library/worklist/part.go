package worklist

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
)

// partShare returns the SQL of a part's share in the shown check of rows w, in ten-thousandths, or
// -1.
func partShare(part record.PartName) string {
	return `COALESCE((SELECT x.share FROM check_shares x WHERE x.check_id = w.shown_id AND x.part = '` + string(part) + `'), -1)`
}

// SaveParts stores the shares of the parts of a check in place of earlier ones.
func SaveParts(ctx context.Context, c database.Conn, check int64, parts map[record.PartName]int) error {
	if _, err := c.Exec(ctx, `DELETE FROM check_shares WHERE check_id = $1`, check); err != nil {
		return err
	}
	for part, share := range parts {
		_, err := c.Exec(ctx, `INSERT INTO check_shares (check_id, part, share)
			SELECT c.id, $2, $3 FROM checks c WHERE c.id = $1`, check, string(part), share)
		if err != nil {
			return err
		}
	}
	return nil
}

// addParts adds the shares of parts to rows.
func (r Reader) addParts(ctx context.Context, items []record.WorkItem) error {
	var checks []int64
	at := map[int64]int{}
	for i, w := range items {
		if w.Shown != 0 {
			checks, at[w.Shown] = append(checks, w.Shown), i
		}
	}
	if len(checks) == 0 {
		return nil
	}
	type shareOf struct {
		check int64
		part  record.PartName
		share int
	}
	shares, err := database.List(ctx, r.conn, func(row pgx.Row) (s shareOf, err error) { return s, row.Scan(&s.check, &s.part, &s.share) },
		`SELECT check_id, part, share FROM check_shares WHERE `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "check_id"), 1),
		database.IDParameter(r.conn.IsSQLite, checks))
	if err != nil {
		return fmt.Errorf("shares of parts: %w", err)
	}
	for _, s := range shares {
		item := &items[at[s.check]]
		if item.Parts == nil {
			item.Parts = map[record.PartName]int{}
		}
		item.Parts[s.part] = s.share
	}
	return nil
}
