package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker"
	"zhiwen/extract"
)

// Glances implements checker.Library in three queries of one snapshot: which documents
// there are, their texts without structures, and the places of units. The first is apart,
// since texts and units may lie on other machines than documents. Documents that are not ready or not in
// the library are left out like unknown ones.
func (r Reader) Glances(ctx context.Context, ids []int64) (glances []*checker.Glance, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	err = r.inSnapshot(ctx, func(r Reader) error {
		found := map[int64]*checker.Glance{}
		there, err := r.ids(ctx, `SELECT d.id FROM documents d WHERE `+r.member("d")+` AND d.state = 'ready' AND `+fmt.Sprintf(oneOf(r.sqlite, "d.id"), 1), idParameter(r.sqlite, ids))
		if err != nil {
			return err
		}
		err = r.each(ctx, `SELECT doc_id, text FROM texts WHERE `+fmt.Sprintf(oneOf(r.sqlite, "doc_id"), 1), there, func(row pgx.Rows) error {
			g := &checker.Glance{}
			var text string
			if err := row.Scan(&g.ID, &text); err != nil {
				return err
			}
			g.Text = plainText([]rune(text))
			found[g.ID] = g
			glances = append(glances, g)
			return nil
		})
		if err != nil {
			return err
		}
		for _, table := range r.unitTables() {
			err := r.each(ctx, `SELECT doc_id, start_offset, end_offset FROM `+table+` WHERE `+fmt.Sprintf(oneOf(r.sqlite, "doc_id"), 1)+` ORDER BY doc_id, ordinal`, ids, func(row pgx.Rows) error {
				var id int64
				var u extract.Span
				if err := row.Scan(&id, &u.Start, &u.End); err != nil {
					return err
				}
				if g := found[id]; g != nil {
					g.Units = append(g.Units, u)
				}
				return nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("glance at %d documents: %w", len(ids), err)
	}
	return glances, nil
}

// each calls do for every row of a query whose parameter is ids.
func (r Reader) each(ctx context.Context, sql string, ids []int64, do func(pgx.Rows) error) error {
	rows, err := r.q.Query(ctx, sql, idParameter(r.sqlite, ids))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := do(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// plainText is a text of which parts can be read.
type plainText []rune

func (p plainText) Length() int                            { return len(p) }
func (p plainText) Excerpt(start, end int) (string, error) { return string(p[start:end]), nil }
