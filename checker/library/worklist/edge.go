package worklist

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// CallEdges returns with whom the applications of a call share text, as their newest done
// checks say, the largest shares first, most at the most. ErrNotFound is not given: a call
// that is gone has none.
func (r Reader) CallEdges(ctx context.Context, call int64, f record.EdgeFilter, most int) ([]record.Edge, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Add(`w.call_id = $%d`, call)
	assigned(c, f.Reviewer)
	if f.Least > 0 {
		c.Add(`(e.here >= $%[1]d OR e.there >= $%[1]d)`, f.Least)
	}
	database.Among(c, "e.relation", f.Relations)
	database.AmongNumbers(c, "e.year", f.Years)
	if f.SameCall {
		c.Is(`e.same_call = 1`)
	}
	if f.Document != 0 {
		c.Add(`(e.doc_id = $%[1]d OR e.source_id = $%[1]d)`, f.Document)
	}
	limit := c.Limit(most, 0)
	edges, err := database.List(ctx, r.conn, scanEdge, edgesOfRows+c.Where()+` ORDER BY e.here DESC, e.doc_id, e.source_id`+limit,
		c.Args...)
	return edges, wrap.Error(err, "edges of call %d", call)
}

// WorkSources returns the sources of the shown checks of applications, by document, those
// that cover most first.
func (r Reader) WorkSources(ctx context.Context, documents []int64) (map[int64][]record.Edge, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.IDs("w.doc_id", documents)
	edges, err := database.List(ctx, r.conn, scanEdge, edgesOfRows+c.Where()+` ORDER BY e.characters DESC, e.source_id`, c.Args...)
	if err != nil {
		return nil, fmt.Errorf("sources of %d applications: %w", len(documents), err)
	}
	out := map[int64][]record.Edge{}
	for _, e := range edges {
		out[e.Document] = append(out[e.Document], e)
	}
	return out, nil
}

// edgesOfRows reads edges of the shown checks of rows w.
const edgesOfRows = `SELECT e.doc_id, e.source_id, e.same_call, e.relation, e.year, e.characters, e.here, e.there
	FROM worklist w JOIN edges e ON e.check_id = w.shown_id`

func scanEdge(row pgx.Row) (e record.Edge, err error) {
	var sameCall int
	err = row.Scan(&e.Document, &e.Source, &sameCall, &e.Relation, &e.Year, &e.Characters, &e.Here, &e.There)
	e.SameCall = sameCall == 1
	return e, err
}

// Nodes returns the documents at the ends of edges, by id; those that are gone are left out.
func (r Reader) Nodes(ctx context.Context, documents []int64) ([]record.Node, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Add(database.OneOf(c.IsSQLite, "d.id"), database.IDParameter(c.IsSQLite, documents))
	nodes, err := database.List(ctx, r.conn, func(row pgx.Row) (n record.Node, err error) {
		return n, row.Scan(&n.Document, &n.Title, &n.Filename, &n.Applicant, &n.Call, &n.Shown, &n.Findings)
	}, `SELECT d.id, d.title, d.filename, d.applicant, d.call_id, COALESCE(w.shown_id, 0), COALESCE(k.findings, '')
		FROM documents d LEFT JOIN worklist w ON w.doc_id = d.id LEFT JOIN checks k ON k.id = w.shown_id`+c.Where()+` ORDER BY d.id`,
		c.Args...)
	return nodes, wrap.Error(err, "%d documents of a network", len(documents))
}
