package library

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
)

// CountWork gives how many rows of the work list a filter chooses.
func (r Reader) CountWork(ctx context.Context, f record.WorkFilter) (n int, err error) {
	c := r.workConditions(f)
	if err := r.q.QueryRow(ctx, `SELECT count(*) FROM worklist w`+c.where(), c.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count the work list: %w", err)
	}
	return n, nil
}

// WorkFacets gives the values of the filter boxes for what a filter chooses.
func (r Reader) WorkFacets(ctx context.Context, f record.WorkFilter) (record.WorkFacets, error) {
	out, err := r.workFacets(ctx, f)
	if err != nil {
		return record.WorkFacets{}, fmt.Errorf("count by values: %w", err)
	}
	return out, nil
}

func (r Reader) workFacets(ctx context.Context, f record.WorkFilter) (out record.WorkFacets, err error) {
	c := r.workConditions(f)
	counts, err := r.countBoxes(ctx, c)
	if err != nil {
		return out, err
	}
	out.Programmes, out.Institutions, out.Years = facets(counts["programme"]), facets(counts["institution"]), facets(counts["year"])
	slices.SortFunc(out.Years, func(a, b record.Facet) int { return strings.Compare(b.Value, a.Value) })
	for _, s := range record.WorkStates() {
		if n := counts["state"][string(s)]; n > 0 {
			out.States = append(out.States, record.Facet{Value: string(s), Count: n})
			out.Total += n
		}
	}
	var sums []string
	var into []any
	var unshown int
	for _, x := range []struct {
		condition string
		into      *int
	}{
		{`w.flags > 0`, &out.Flagged}, {`w.unread > 0`, &out.Unread}, {`w.doubtful > 0`, &out.Doubtful}, {`w.rank > 0`, &out.Found},
		{`w.reviewers = 0`, &out.Unassigned}, {workAwaited, &out.Awaited}, {workDiffer, &out.Differ}, {workFurther, &out.Further}, {workNoFinding, &out.NoFinding},
		{`w.shown_id = 0`, &unshown},
	} {
		sum := `count(*) FILTER (WHERE ` + x.condition + `)`
		if r.sqlite { // each by its index
			all := conditions{all: slices.Concat(c.all, []string{x.condition})}
			sum = `(SELECT count(*) FROM worklist w` + all.where() + `)`
		}
		sums, into = append(sums, sum), append(into, x.into)
	}
	statement := `SELECT ` + strings.Join(sums, ", ")
	if !r.sqlite {
		statement += ` FROM worklist w` + c.where()
	}
	if err := r.q.QueryRow(ctx, statement, c.args...).Scan(into...); err != nil {
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

// workBoxes are the columns whose values the filter boxes list.
var workBoxes = []string{"programme", "institution", "year", "state", "verdict"}

// countBoxes counts rows by the values of each of workBoxes. SQLite counts each by its
// index, which holds all that is asked for; PostgreSQL reads the rows once for all of them.
func (r Reader) countBoxes(ctx context.Context, c *conditions) (map[string]map[string]int, error) {
	var each, values []string
	for i, column := range workBoxes {
		each = append(each, fmt.Sprintf(`SELECT %d, CAST(w.%s AS TEXT), count(*) FROM worklist w%s GROUP BY w.%[2]s`, i, column, c.where()))
		values = append(values, fmt.Sprintf(`CAST(w.%s AS TEXT) COLLATE "C"`, column))
	}
	statement := strings.Join(each, ` UNION ALL `)
	if !r.sqlite {
		statement = countedTogether(values, c.where())
	}
	rows, err := r.q.Query(ctx, statement, c.args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := make(map[string]map[string]int, len(workBoxes))
	for _, column := range workBoxes {
		counts[column] = map[string]int{}
	}
	for rows.Next() {
		var box, n int
		var value string
		if err := rows.Scan(&box, &value, &n); err != nil {
			return nil, err
		}
		counts[workBoxes[box]][value] = n
	}
	return counts, rows.Err()
}

// countedTogether is PostgreSQL's statement that counts rows of the work list by the
// values of several expressions of one type, and reads them once for all: plain columns or
// figures, of which it knows that there are few, or it sorts the rows for each. It gives the
// place of the expression, the value, and how many.
func countedTogether(values []string, where string) string {
	names, columns, sets, which := make([]string, len(values)), make([]string, len(values)), make([]string, len(values)), make([]string, len(values))
	for i, value := range values {
		names[i] = fmt.Sprintf(`v%d`, i)
		columns[i] = value + ` AS ` + names[i]
		sets[i] = `(` + names[i] + `)`
		which[i] = fmt.Sprintf(`WHEN GROUPING(%s) THEN %d`, names[i], i)
	}
	return `SELECT CASE 0 ` + strings.Join(which, ` `) + ` END, COALESCE(` + strings.Join(names, `, `) + `), count(*)
		FROM (SELECT ` + strings.Join(columns, `, `) + ` FROM worklist w` + where + `) x GROUP BY GROUPING SETS (` + strings.Join(sets, `, `) + `)`
}

// facets puts counted values in order, most first.
func facets(counts map[string]int) []record.Facet {
	out := make([]record.Facet, 0, len(counts))
	for value, n := range counts {
		out = append(out, record.Facet{Value: value, Count: n})
	}
	slices.SortFunc(out, func(a, b record.Facet) int {
		if a.Count != b.Count {
			return b.Count - a.Count
		}
		return strings.Compare(a.Value, b.Value)
	})
	return out
}

// WorkProgress counts the rows that a filter chooses by their states.
func (r Reader) WorkProgress(ctx context.Context, f record.WorkFilter) (record.CallProgress, error) {
	p := record.CallProgress{ByState: map[record.WorkState]int{}}
	c := r.workConditions(f)
	rows, err := r.q.Query(ctx, `SELECT w.state, count(*) FROM worklist w`+c.where()+` GROUP BY w.state`, c.args...)
	if err != nil {
		return p, fmt.Errorf("progress: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var state record.WorkState
		var n int
		if err := rows.Scan(&state, &n); err != nil {
			return p, fmt.Errorf("progress: %w", err)
		}
		p.ByState[state] = n
		p.Total += n
	}
	if err := rows.Err(); err != nil {
		return p, fmt.Errorf("progress: %w", err)
	}
	return p, nil
}

// WorkHistogram counts the checked rows that a filter chooses by the shares of each
// figure.
func (r Reader) WorkHistogram(ctx context.Context, f record.WorkFilter) (record.Histogram, error) {
	const width = 10000 / record.HistogramBins
	c := r.workConditions(f)
	// PostgreSQL reads the rows once for the four figures, which a row has all or none.
	// SQLite reads some rows once a figure; of all rows its indexes know how many lie
	// between two shares.
	var counts, values []string
	for i, name := range record.FigureNames() {
		column := "w." + figureColumn(name)
		values = append(values, fmt.Sprintf(`%s / %d`, column, width))
		if len(c.all) > 0 {
			some := conditions{all: append(slices.Clone(c.all), column+` >= 0`)}
			counts = append(counts, fmt.Sprintf(`SELECT %d, %s / %d, count(*) FROM worklist w%s GROUP BY 2`, i, column, width, some.where()))
			continue
		}
		for bin := range record.HistogramBins {
			end := fmt.Sprintf(` AND %s < %d`, column, (bin+1)*width)
			if bin == record.HistogramBins-1 {
				end = ""
			}
			counts = append(counts, fmt.Sprintf(`SELECT %d, %d, (SELECT count(*) FROM worklist w WHERE %s >= %d%s)`, i, bin, column, bin*width, end))
		}
	}
	statement := strings.Join(counts, "\nUNION ALL\n")
	if !r.sqlite {
		some := conditions{all: append(slices.Clone(c.all), `w.overall >= 0`)}
		statement = countedTogether(values, some.where())
	}
	rows, err := r.q.Query(ctx, statement, c.args...)
	if err != nil {
		return nil, fmt.Errorf("histogram: %w", err)
	}
	defer rows.Close()
	var shares [4][record.HistogramBins]int
	for rows.Next() {
		var figure, bin, n int
		if err := rows.Scan(&figure, &bin, &n); err != nil {
			return nil, fmt.Errorf("histogram: %w", err)
		}
		shares[figure][min(bin, record.HistogramBins-1)] += n
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("histogram: %w", err)
	}
	out := record.Histogram{}
	for i, name := range record.FigureNames() {
		out[name] = shares[i]
	}
	return out, nil
}
