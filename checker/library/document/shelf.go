package document

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// shelfColumn returns the column of a field.
func shelfColumn(f record.ShelfField) (string, error) {
	if !slices.Contains(record.ShelfFields(), f) {
		return "", fmt.Errorf("%w: the library has no field %q", record.ErrNotFound, f)
	}
	return "d." + string(f), nil
}

// shelfConditions returns those of a filter on library documents d, without what it says of one
// field, "" for none.
func (r Reader) shelfConditions(f record.ShelfFilter, without record.ShelfField) (*database.Conditions, error) {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite, All: []string{`d.in_library`}}
	for _, field := range record.ShelfFields() {
		value, chosen := f.Values[field]
		if !chosen || field == without {
			continue
		}
		column, err := shelfColumn(field)
		if err != nil {
			return nil, err
		}
		if field == record.ShelfYear {
			year, err := strconv.Atoi("0" + value)
			if err != nil {
				return nil, fmt.Errorf("%w: no year %q", record.ErrNotFound, value)
			}
			c.Add(column+` = $%d`, year)
			continue
		}
		c.Add(column+` = $%d`, database.Storable(value))
	}
	if f.Collection != 0 {
		c.Add(`d.id IN (SELECT m.doc_id FROM collection_documents m WHERE m.collection_id = $%d)`, f.Collection)
	}
	switch f.State {
	case "":
	case record.DocumentWaiting, record.DocumentReady, record.DocumentFailed:
		c.All = append(c.All, stateIs(f.State))
	default:
		return nil, fmt.Errorf("%w: no document is %q", record.ErrNotFound, f.State)
	}
	c.IDs("d.id", f.IDs)
	return c, nil
}

// waitingTable returns the table with what waits: SQLite is told the index, where of itself it would visit the row of
// each document.
func (r Reader) waitingTable() string {
	if r.conn.IsSQLite {
		return `documents d INDEXED BY documents_waiting`
	}
	return `documents d`
}

// stateIs returns the condition for a state, written out: an index that holds one state alone is used for no
// parameter.
func stateIs(state record.DocumentState) string { return `d.state = '` + string(state) + `'` }

// ShelfStates counts the documents of the library: all, those still to be read, and those that cannot be. It reads only
// indexes: the failed ones are the rest.
func (r Reader) ShelfStates(ctx context.Context) (all, waiting, failed int, err error) {
	ready := 0
	err = r.conn.QueryRow(ctx, `SELECT (SELECT count(*) FROM documents d WHERE d.in_library),
		(SELECT count(*) FROM `+r.waitingTable()+` WHERE d.in_library AND `+stateIs(record.DocumentWaiting)+`),
		(SELECT count(*) FROM documents d WHERE d.in_library AND `+stateIs(record.DocumentReady)+`)`).Scan(&all, &waiting, &ready)
	if err != nil {
		return 0, 0, 0, fmt.Errorf("count the library by states: %w", err)
	}
	return all, waiting, all - waiting - ready, nil
}

// Shelf returns a page of the library. Documents that are equal in what is sorted by are in
// order of their arrival, in the same direction.
func (r Reader) Shelf(ctx context.Context, q record.ShelfQuery) ([]record.Document, error) {
	documents, err := r.shelf(ctx, q)
	return documents, wrap.Error(err, "library")
}

func (r Reader) shelf(ctx context.Context, q record.ShelfQuery) ([]record.Document, error) {
	c, err := r.shelfConditions(q.ShelfFilter, "")
	if err != nil {
		return nil, err
	}
	var column string
	switch q.Sort {
	case record.ShelfByYear:
		column = `d.year`
	case record.ShelfByTitle, record.ShelfByApplicant, record.ShelfByInstitution:
		column = `d.` + string(q.Sort)
		if !r.conn.IsSQLite {
			column += ` COLLATE "C"` // as SQLite compares
		}
	case "", record.ShelfByMatch, record.ShelfByArrival:
	default:
		return nil, fmt.Errorf("%w: the library is not sorted by %q", record.ErrNotFound, q.Sort)
	}
	direction := ` ASC`
	if q.Descending {
		direction = ` DESC`
	}
	order := ` ORDER BY d.id` + direction
	if column != "" {
		order = ` ORDER BY ` + column + direction + `, d.id` + direction
	}
	// The ids first, which indexes know: rows are wide, and before the page there may be
	// most of the library.
	limit := c.Limit(q.Limit, q.Offset)
	return Select(ctx, r.conn, ` WHERE d.id IN (SELECT d.id FROM documents d`+c.Where()+order+limit+`)`+order, c.Args...)
}

// CountShelf returns how many library documents a filter chooses.
func (r Reader) CountShelf(ctx context.Context, f record.ShelfFilter) (n int, err error) {
	c, err := r.shelfConditions(f, "")
	if err == nil {
		err = r.conn.QueryRow(ctx, `SELECT count(*) FROM `+r.countingTable(f, c)+c.Where(), c.Args...).Scan(&n)
	}
	return n, wrap.Error(err, "count the library")
}

// ShelfIDs returns the library documents that a filter chooses, newest first, most at the
// most.
func (r Reader) ShelfIDs(ctx context.Context, f record.ShelfFilter, most int) ([]int64, error) {
	c, err := r.shelfConditions(f, "")
	var ids []int64
	if err == nil {
		limit := c.Limit(most, 0)
		ids, err = r.conn.IDs(ctx, `SELECT d.id FROM documents d`+c.Where()+` ORDER BY d.id DESC`+limit, c.Args...)
	}
	return ids, wrap.Error(err, "list the library")
}

// ShelfFacets counts the library by the values of each field, as record.ShelfFacets says.
func (r Reader) ShelfFacets(ctx context.Context, f record.ShelfFilter) (record.ShelfFacets, error) {
	fields := record.ShelfFields()
	counted := make([]map[string]int, len(fields))
	group, ctx := errgroup.WithContext(ctx)
	if !r.conn.Concurrent() {
		group.SetLimit(1)
	}
	for i, field := range fields {
		group.Go(func() (err error) {
			if counted[i], err = r.countShelf(ctx, f, field); err != nil {
				return fmt.Errorf("count the library by %s: %w", field, err)
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	out := record.ShelfFacets{}
	for i, field := range fields {
		out[field] = shelfFacets(field, counted[i])
	}
	return out, nil
}

// countingTable returns the table that is counted: SQLite is told the index that holds all that a
// filter asks for, where it would visit the rows.
func (r Reader) countingTable(f record.ShelfFilter, c *database.Conditions) string {
	_, one := f.Values[record.ShelfInstitution] // few have it
	if f.State == record.DocumentWaiting {
		return r.waitingTable()
	}
	if !r.conn.IsSQLite || one || len(c.All) == 1 || f.Collection != 0 || f.State != "" || f.IDs != nil {
		return `documents d`
	}
	return `documents d INDEXED BY documents_shelf`
}

func (r Reader) countShelf(ctx context.Context, f record.ShelfFilter, field record.ShelfField) (map[string]int, error) {
	c, err := r.shelfConditions(f, field)
	if err != nil {
		return nil, err
	}
	column, err := shelfColumn(field)
	if err != nil {
		return nil, err
	}
	if !r.conn.IsSQLite && field != record.ShelfYear {
		column += ` COLLATE "C"`
	}
	counts, _, err := database.CountBy[string](ctx, r.conn,
		`SELECT CAST(`+column+` AS TEXT), count(*) FROM `+r.countingTable(f, c)+c.Where()+` GROUP BY `+column, c.Args...)
	if err != nil {
		return nil, err
	}
	if n, ok := counts["0"]; ok && field == record.ShelfYear { // none is given
		delete(counts, "0")
		counts[""] = n
	}
	return counts, nil
}

// shelfFacets puts the values of a field in order.
func shelfFacets(field record.ShelfField, counts map[string]int) []record.Facet {
	out := record.Facets(counts)
	if field == record.ShelfYear {
		slices.SortFunc(out, func(a, b record.Facet) int { return strings.Compare(b.Value, a.Value) })
	}
	return out
}
