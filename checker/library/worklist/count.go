package worklist

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// CountWork returns how many rows of the work list a filter chooses.
func (r Reader) CountWork(ctx context.Context, f record.WorkFilter) (n int, err error) {
	c := r.conditions(f)
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM worklist w`+c.Where(), c.Args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the work list: %w", err)
	}
	return n, nil
}

// WorkQueues counts what people have yet to do of the rows that a filter chooses, by call, 0 for none; grave is the
// severity of record.Queue.Grave.
func (r Reader) WorkQueues(ctx context.Context, f record.WorkFilter, grave int) (map[int64]record.Queue, error) {
	c := r.conditions(f)
	still := `CASE WHEN ` + open(f) + ` THEN 1 ELSE 0 END`
	c.Args = append(c.Args, grave)
	queues, err := database.Map(ctx, r.conn, func(row pgx.Row) (call int64, q record.Queue, err error) {
		err = row.Scan(&call, &q.Total, &q.Open, &q.Grave)
		return call, q, err
	}, fmt.Sprintf(`SELECT w.call_id, count(*), sum(%s), sum(CASE WHEN w.rank >= $%d THEN %s ELSE 0 END) FROM worklist w%s
		GROUP BY w.call_id`, still, len(c.Args), still, c.Where()), c.Args...)
	return queues, wrap.Error(err, "count queues")
}

// CountBefore counts the rows that a query chooses before the key q.Before.
func (r Reader) CountBefore(ctx context.Context, q record.WorkQuery) (n int, err error) {
	order, _, err := r.order(q)
	if err != nil {
		return 0, err
	}
	if q.Call > 0 && !order.text && q.Sort != record.SortArrival {
		// The rows of a call are fewer than those that have the same value in the index of what is sorted by, as most have no
		// due day; an expression has no index.
		order.column += ` + 0`
	}
	c := r.conditions(q.WorkFilter)
	order.beyond(c, q.Before, true)
	if err := r.conn.QueryRow(ctx, `SELECT count(*) FROM worklist w`+c.Where(), c.Args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count rows before one: %w", err)
	}
	return n, nil
}

// WorkFacets returns the values of the filter boxes for the rows that a filter chooses.
func (r Reader) WorkFacets(ctx context.Context, f record.WorkFilter) (record.WorkFacets, error) {
	out, err := r.facets(ctx, f)
	return out, wrap.Error(err, "count by values")
}

func (r Reader) facets(ctx context.Context, f record.WorkFilter) (out record.WorkFacets, err error) {
	var unshown int
	marks := []mark{
		{`w.flags > 0`, &out.Flagged}, {`w.unread > 0`, &out.Unread}, {`w.doubtful > 0`, &out.Doubtful}, {`w.rank > 0`, &out.Found},
		{`w.reviewers = 0`, &out.Unassigned}, {awaited, &out.Awaited}, {differ, &out.Differ}, {further, &out.Further},
		{`w.shown_id = 0`, &unshown},
	}
	count := r.countBoxesTogether
	if r.conn.IsSQLite {
		count = r.countBoxesEach
	}
	counts, err := count(ctx, r.conditions(f), marks)
	if err != nil {
		return out, err
	}
	out.Programmes, out.Institutions, out.Years = record.Facets(counts["programme"]), record.Facets(counts["institution"]),
		record.Facets(counts["year"])
	slices.SortFunc(out.Years, func(a, b record.Facet) int { return strings.Compare(b.Value, a.Value) })
	for _, s := range record.WorkStates() {
		if n := counts["state"][string(s)]; n > 0 {
			out.States = append(out.States, record.Facet{Value: string(s), Count: n})
			out.Total += n
		}
	}
	if err := r.hideBlind(ctx, f, &out); err != nil {
		return out, err
	}
	counts["verdict"][string(evidence.Withdrawn)] -= unshown // nothing that could have a verdict
	for _, v := range append([]evidence.Verdict{evidence.Withdrawn}, evidence.SubjectCheck.Verdicts()...) {
		if n := counts["verdict"][string(v)]; n > 0 {
			out.Verdicts = append(out.Verdicts, record.Facet{Value: string(v), Count: n})
		}
	}
	return out, nil
}

// hideBlind removes applications whose opinions are hidden from the reader from the counts that
// would reveal them. They are few.
func (r Reader) hideBlind(ctx context.Context, f record.WorkFilter, out *record.WorkFacets) error {
	if len(f.Blind) == 0 {
		return nil
	}
	hidden := f
	hidden.Blind, hidden.IDs = nil, []int64{}
	for _, id := range f.Blind {
		if f.IDs == nil || slices.Contains(f.IDs, id) {
			hidden.IDs = append(hidden.IDs, id)
		}
	}
	for _, x := range []struct {
		on   func(*record.WorkFilter)
		from *int
	}{
		{func(f *record.WorkFilter) { f.Awaited = true }, &out.Awaited},
		{func(f *record.WorkFilter) { f.Differ = true }, &out.Differ},
		{func(f *record.WorkFilter) { f.Further = true }, &out.Further},
	} {
		only := hidden
		x.on(&only)
		n, err := r.CountWork(ctx, only)
		if err != nil {
			return err
		}
		*x.from -= n
	}
	return nil
}

// mark is a condition on rows of the work list, and where to put how many meet it.
type mark struct {
	condition string
	into      *int
}

// boxColumns are the columns whose values the filter boxes list: first those of few values,
// of which few combinations exist, so that rows are counted by all of them at once.
var boxColumns = []string{"programme", "year", "state", "verdict", "institution"}

// fewValues is how many of boxColumns have few values.
const fewValues = 4

// boxCounts are how many rows have each value of each of boxColumns.
type boxCounts map[string]map[string]int

func newBoxCounts() boxCounts {
	return each.Map(boxColumns, func(column string) (string, map[string]int) { return column, map[string]int{} })
}

// countBoxesEach counts rows by the values of each of boxColumns, and marks, each by its
// index, which holds all that is asked for: SQLite's way.
func (r Reader) countBoxesEach(ctx context.Context, c *database.Conditions, marks []mark) (boxCounts, error) {
	var each []string
	for i, column := range boxColumns {
		each = append(each, fmt.Sprintf(`SELECT %d, CAST(w.%s AS TEXT), count(*) FROM worklist w%s GROUP BY w.%[2]s`, i, column, c.Where()))
	}
	counts := newBoxCounts()
	var box, n int
	var value string
	if err := r.conn.Each(ctx, []any{&box, &value, &n}, func() error {
		counts[boxColumns[box]][value] = n
		return nil
	}, strings.Join(each, ` UNION ALL `), c.Args...); err != nil {
		return nil, err
	}
	var sums []string
	var into []any
	for _, m := range marks {
		all := database.Conditions{All: slices.Concat(c.All, []string{m.condition})}
		sums, into = append(sums, `(SELECT count(*) FROM worklist w`+all.Where()+`)`), append(into, m.into)
	}
	return counts, r.conn.QueryRow(ctx, `SELECT `+strings.Join(sums, ", "), c.Args...).Scan(into...)
}

// countBoxesTogether counts the same with two looks at each row: PostgreSQL's way. Rows that
// are alike in all boxes of few values are counted first, and these counts, which are much
// fewer, are added up for each box.
func (r Reader) countBoxesTogether(ctx context.Context, c *database.Conditions, marks []mark) (boxCounts, error) {
	var boxes, values, filters, sums []string
	for i, column := range boxColumns[:fewValues] {
		boxes = append(boxes, fmt.Sprintf(`v%d`, i))
		values = append(values, fmt.Sprintf(`CAST(w.%s AS TEXT) COLLATE "C" AS v%d`, column, i))
	}
	for i, m := range marks {
		filters = append(filters, fmt.Sprintf(`count(*) FILTER (WHERE %s) AS m%d`, m.condition, i))
		sums = append(sums, fmt.Sprintf(`COALESCE(sum(m%d), 0)::BIGINT`, i))
	}
	together := `SELECT ` + whichSet(boxes, len(boxColumns)) + `, COALESCE(` + strings.Join(boxes, `, `) +
		`, ''), COALESCE(sum(n), 0)::BIGINT, ` + strings.Join(sums, `, `) + `
		FROM (SELECT ` + strings.Join(values, `, `) + `, count(*) AS n, ` + strings.Join(filters, `, `) + ` FROM worklist w` + c.Where() +
		` GROUP BY ` + strings.Join(boxes, `, `) + `) x
		GROUP BY GROUPING SETS ((), (` + strings.Join(boxes, `), (`) + `))`
	for i, column := range boxColumns[fewValues:] {
		together += fmt.Sprintf(` UNION ALL SELECT %d, w.%s COLLATE "C", count(*)%s FROM worklist w%s GROUP BY 2`, fewValues+i, column,
			strings.Repeat(`, 0`, len(marks)), c.Where())
	}
	counts, met := newBoxCounts(), make([]int, len(marks))
	var box, n int
	var value string
	into := []any{&box, &value, &n}
	for i := range met {
		into = append(into, &met[i])
	}
	return counts, r.conn.Each(ctx, into, func() error {
		if box < len(boxColumns) {
			counts[boxColumns[box]][value] = n
			return nil
		}
		for i, m := range marks { // of all rows
			*m.into = met[i]
		}
		return nil
	}, together, c.Args...)
}

// whichSet returns the place of the column that a row of GROUPING SETS of single columns is about,
// or what stands for none.
func whichSet(columns []string, none int) string {
	which := make([]string, len(columns))
	for i, column := range columns {
		which[i] = fmt.Sprintf(`WHEN GROUPING(%s) THEN %d`, column, i)
	}
	return fmt.Sprintf(`CASE 0 %s ELSE %d END`, strings.Join(which, ` `), none)
}

// countedTogether is PostgreSQL's statement that counts rows of the work list by the
// values of several expressions of one type, and reads them once for all: plain columns or
// figures, of which it knows that there are few, or it sorts the rows for each. It gives the
// place of the expression, the value, and how many.
func countedTogether(values []string, where string) string {
	names, columns := make([]string, len(values)), make([]string, len(values))
	for i, value := range values {
		names[i] = fmt.Sprintf(`v%d`, i)
		columns[i] = value + ` AS ` + names[i]
	}
	return `SELECT ` + whichSet(names, len(names)) + `, COALESCE(` + strings.Join(names, `, `) + `), count(*)
		FROM (SELECT ` + strings.Join(columns, `, `) + ` FROM worklist w` + where + `) x GROUP BY GROUPING SETS ((` +
		strings.Join(names, `), (`) + `))`
}

// WorkProgress counts the rows that a filter chooses by their states.
func (r Reader) WorkProgress(ctx context.Context, f record.WorkFilter) (record.CallProgress, error) {
	c := r.conditions(f)
	counts, total, err := database.CountBy[record.WorkState](ctx, r.conn,
		`SELECT w.state, count(*) FROM worklist w`+c.Where()+` GROUP BY w.state`, c.Args...)
	return record.CallProgress{ByState: counts, Total: total}, wrap.Error(err, "progress")
}

// WorkHistogram counts the checked rows that a filter chooses by the shares of each
// figure.
func (r Reader) WorkHistogram(ctx context.Context, f record.WorkFilter) (record.Histogram, error) {
	const width = 10000 / record.HistogramBins
	c := r.conditions(f)
	// PostgreSQL reads the rows once for the four figures, which a row has all or none.
	// SQLite reads some rows once a figure; of all rows its indexes know how many lie
	// between two shares.
	var counts, values []string
	for i, name := range record.FigureNames() {
		column := "w." + figureColumn(name)
		values = append(values, fmt.Sprintf(`%s / %d`, column, width))
		if len(c.All) > 0 {
			some := database.Conditions{All: append(slices.Clone(c.All), column+` >= 0`)}
			counts = append(counts, fmt.Sprintf(`SELECT %d, %s / %d, count(*) FROM worklist w%s GROUP BY 2`, i, column, width,
				some.Where()))
			continue
		}
		for bin := range record.HistogramBins {
			end := fmt.Sprintf(` AND %s < %d`, column, (bin+1)*width)
			if bin == record.HistogramBins-1 {
				end = ""
			}
			counts = append(counts, fmt.Sprintf(`SELECT %d, %d, (SELECT count(*) FROM worklist w WHERE %s >= %d%s)`, i, bin, column,
				bin*width, end))
		}
	}
	statement := strings.Join(counts, "\nUNION ALL\n")
	if !r.conn.IsSQLite {
		some := database.Conditions{All: append(slices.Clone(c.All), `w.overall >= 0`)}
		statement = countedTogether(values, some.Where())
	}
	var shares [4][record.HistogramBins]int
	var figure, bin, n int
	if err := r.conn.Each(ctx, []any{&figure, &bin, &n}, func() error {
		shares[figure][min(bin, record.HistogramBins-1)] += n
		return nil
	}, statement, c.Args...); err != nil {
		return nil, fmt.Errorf("histogram: %w", err)
	}
	out := record.Histogram{}
	for i, name := range record.FigureNames() {
		out[name] = shares[i]
	}
	return out, nil
}
