// Package worklist is the SQL of the work list: the table worklist, and what is read of
// edges.
//
// The table worklist says again what documents, checks, decisions, opinions and assignments
// say, a row an application, so that 100,000 of them are filtered and sorted at once.
// Whoever changes one of those has the rows made anew by the same transaction (Keep): there
// is one statement that says what a row is. In go filters and queries; out come pages,
// counts and edges. It does not know how what it says again is changed.
package worklist

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Reader reads the work list.
type Reader struct{ conn database.Conn }

// NewReader returns a Reader of a database or a transaction.
func NewReader(c database.Conn) Reader { return Reader{c} }

// due returns the SQL of the day on which an opinion is due: that of the person the filter names,
// or the first of all.
func due(f record.WorkFilter) string {
	person := cmp.Or(f.Reviewer, f.AssignedTo)
	if person == 0 {
		return "w.due"
	}
	account := strconv.FormatInt(person, 10)
	return `COALESCE((SELECT ` + dueNumber("x.due") + ` FROM assignments x WHERE x.account_id = ` + account +
		` AND x.doc_id = w.doc_id AND x.due <> ''
		AND w.verdict = '' AND ` + ownOpinion("w.shown_id", account) + ` = ''), ` + noDue + `)`
}

// sortedColumn returns the column that the work list of a filter is sorted by.
func sortedColumn(s record.WorkSort, f record.WorkFilter) (string, error) {
	switch s {
	case record.SortOverall, record.SortLargest, record.SortSources, record.SortFlags, record.SortUnread, record.SortRank, record.SortYear,
		record.SortTitle, record.SortApplicant, record.SortInstitution, record.SortNumber:
		return "w." + string(s), nil
	case record.SortWithoutOwn, record.SortWithoutQuoted:
		return "w." + figureColumn(record.FigureName(s)), nil
	case record.SortArrival:
		return "w.doc_id", nil
	case record.SortEnded:
		return "w.ended_at", nil
	case record.SortDecided:
		return "w.decided_at", nil
	case record.SortDue:
		return due(f), nil
	}
	if part := s.Part(); part != "" {
		return partShare(part), nil
	}
	return "", fmt.Errorf("%w: work lists are not sorted by %q", record.ErrNotFound, s)
}

func figureColumn(f record.FigureName) string {
	columns := map[record.FigureName]string{
		record.FigureWithoutOwn: "without_own", record.FigureWithoutQuoted: "without_quoted", record.FigureLargest: "largest",
	}
	return cmp.Or(columns[f], "overall")
}

// What opinions come to, as score.Opinions says it.
const (
	awaited = `w.wanted > 1 AND w.opinions < w.wanted AND w.verdict = ''`
	differ  = `w.wanted > 1 AND w.agreeing < w.opinions`
	further = `w.wanted > 1 AND w.opinions = w.wanted AND w.agreeing * 2 <= w.opinions AND w.verdict = ''`
)

// assigned adds that rows of worklist w are assigned to an account; 0 is no condition.
func assigned(c *database.Conditions, account int64) {
	if account != 0 {
		c.Add(`EXISTS (SELECT 1 FROM assignments x WHERE x.account_id = $%d AND x.doc_id = w.doc_id)`, account)
	}
}

// harmless is of record.WorkFilter.NoFinding. Doubts and unread pages are asked for beside the rank, since a check of an earlier
// version is not yet counted anew.
const harmless = `w.rank = 0 AND w.doubtful = 0 AND w.unread = 0 AND w.overall >= 0`

// open returns the condition of record.WorkFilter.Open.
func open(f record.WorkFilter) string {
	if f.Reviewer == 0 {
		return `w.verdict = ''`
	}
	return `w.verdict = '' AND ` + ownOpinion("w.shown_id", strconv.FormatInt(f.Reviewer, 10)) + ` = ''`
}

// conditions returns those of a filter on worklist w.
func (r Reader) conditions(f record.WorkFilter) *database.Conditions {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	switch {
	case f.Call > 0:
		c.Add(`w.call_id = $%d`, f.Call)
	case f.Call == record.NoCall:
		c.Is(`w.call_id = 0`)
	}
	assigned(c, f.Reviewer)
	assigned(c, f.AssignedTo)
	c.IDs("w.doc_id", f.IDs)
	database.Among(c, "w.programme", f.Programmes)
	database.Among(c, "w.institution", f.Institutions)
	database.Among(c, "w.state", f.States)
	if len(f.Verdicts) > 0 {
		c.Is(`w.shown_id <> 0`)
		database.Among(c, "w.verdict", f.Verdicts)
	}
	database.AmongNumbers(c, "w.year", f.Years)
	for _, x := range []struct {
		on        bool
		condition string
	}{
		{f.Flagged, `w.flags > 0`}, {f.Unread, `w.unread > 0`}, {f.Doubtful, `w.doubtful > 0`}, {f.Found, `w.rank > 0`},
		{f.Unassigned, `w.reviewers = 0`},
		{f.Awaited, awaited}, {f.Differ, differ}, {f.Further, further}, {f.NoFinding, `w.verdict = '' AND ` + harmless},
		{f.Remaining, `w.verdict = '' AND NOT (` + harmless + `)`}, {f.Open, open(f)}, {f.Decided, `NOT (` + open(f) + `)`},
	} {
		if x.on {
			c.Is(x.condition)
		}
	}
	if len(f.Blind) > 0 && (f.Awaited || f.Differ || f.Further) {
		c.Add(`NOT `+database.OneOf(c.IsSQLite, "w.doc_id"), database.IDParameter(c.IsSQLite, f.Blind))
	}
	if f.LeastRank != 0 {
		c.Add(`w.rank >= $%d`, f.LeastRank)
	}
	if f.Overdue != 0 {
		c.Add(due(f)+` < $%d`, f.Overdue)
	}
	if f.Finding != "" {
		holds := `strpos(y.findings, $%d)`
		if r.conn.IsSQLite {
			holds = `instr(y.findings, $%d)`
		}
		c.Add(`w.rank > 0 AND EXISTS (SELECT 1 FROM checks y WHERE y.id = w.shown_id AND `+holds+` > 0)`,
			`"kind":"`+database.Storable(f.Finding)+`"`)
	}
	for _, figure := range record.FigureNames() {
		if from, ok := f.From[figure]; ok {
			c.Add(`w.`+figureColumn(figure)+` >= $%d`, from)
		}
		if to, ok := f.To[figure]; ok {
			c.Is(`w.` + figureColumn(figure) + ` >= 0`)
			c.Add(`w.`+figureColumn(figure)+` < $%d`, to)
		}
	}
	for _, part := range record.Parts() {
		if least, ok := f.Least[part]; ok {
			c.Add(partShare(part)+` >= $%d`, least)
		}
	}
	if !f.Since.IsZero() {
		c.Add(`EXISTS (SELECT 1 FROM documents x WHERE x.id = w.doc_id AND x.created_at >= $%d)`, f.Since.UTC())
	}
	if !f.Until.IsZero() {
		c.Add(`EXISTS (SELECT 1 FROM documents x WHERE x.id = w.doc_id AND x.created_at < $%d)`, f.Until.UTC())
	}
	find := `strpos(w.search, $%d) > 0`
	if r.conn.IsSQLite {
		find = `instr(w.search, $%d) > 0`
	}
	for _, word := range strings.Fields(foldWords(database.Storable(f.Search))) {
		c.Add(find, word)
	}
	return c
}

// pageOrder is how the rows of a query are put in order and where a page begins.
type pageOrder struct {
	column     string
	text       bool
	descending bool
}

// by returns the ORDER BY clause, backwards or not. Rows that are equal are in order of their
// documents, in the same direction.
func (o pageOrder) by(alias string, backwards bool) string {
	direction := ` ASC`
	if o.descending != backwards {
		direction = ` DESC`
	}
	column := strings.ReplaceAll(o.column, "w.", alias+".")
	if o.column == "w.doc_id" {
		return ` ORDER BY ` + column + direction
	}
	return ` ORDER BY ` + column + direction + `, ` + alias + `.doc_id` + direction
}

// beyond adds that rows come behind a key, or before it.
func (o pageOrder) beyond(c *database.Conditions, key record.WorkKey, backwards bool) {
	compare := ">"
	if o.descending != backwards {
		compare = "<"
	}
	if o.column == "w.doc_id" {
		c.Add(`w.doc_id `+compare+` $%d`, key.Document)
		return
	}
	var value any = key.Number
	if o.text {
		value = key.Text
	}
	c.Args = append(c.Args, value, key.Document)
	n := len(c.Args)
	c.Is(fmt.Sprintf(`(%s, w.doc_id) %s ($%d, $%d)`, o.column, compare, n-1, n))
}

// order is that of a query, with the column that it sorts by.
func (r Reader) order(q record.WorkQuery) (order pageOrder, column string, err error) {
	q.Sort = cmp.Or(q.Sort, record.SortRank)
	order = pageOrder{text: q.Sort.Text(), descending: q.Descending}
	if column, err = sortedColumn(q.Sort, q.WorkFilter); err != nil {
		return order, "", err
	}
	if order.column = column; order.text && !r.conn.IsSQLite {
		order.column += ` COLLATE "C"` // as SQLite compares
	}
	return order, column, nil
}

// sparse reports whether the filter may be selective and is not served by an index.
func sparse(f record.WorkFilter) bool {
	return f.Search != "" || f.Flagged || f.Unread || f.Doubtful
}

// Work returns a page of the work list.
func (r Reader) Work(ctx context.Context, q record.WorkQuery) (record.WorkPage, error) {
	page, err := r.work(ctx, q)
	return page, wrap.Error(err, "work list")
}

func (r Reader) work(ctx context.Context, q record.WorkQuery) (page record.WorkPage, err error) {
	order, sortColumn, err := r.order(q)
	if err != nil {
		return page, err
	}
	if sparse(q.WorkFilter) && q.Sort != record.SortArrival && (r.conn.IsSQLite || !order.text) {
		// By the index of what is sorted by, rows all over the table would be visited until
		// enough are found, which may be never; an expression has no index.
		order.column = `+` + order.column
	}
	c := r.conditions(q.WorkFilter)
	backwards, limit, offset := false, max(q.Limit, 1), 0
	switch {
	case q.After.Document != 0:
		order.beyond(c, q.After, false)
	case q.Before.Document != 0:
		backwards = true
		order.beyond(c, q.Before, true)
	default:
		offset = max(q.Offset, 0)
	}
	c.Args = append(c.Args, limit+1, offset)
	n := len(c.Args)
	own := `''`
	if q.Reviewer != 0 {
		own = ownOpinion("p.shown_id", strconv.FormatInt(q.Reviewer, 10))
	}
	var keys []record.WorkKey
	page.Items, err = database.List(ctx, r.conn, func(row pgx.Row) (w record.WorkItem, err error) {
		var doubts string
		var ended, decided int64
		var key record.WorkKey
		var value any = &key.Number
		if order.text {
			value = &key.Text
		}
		err = row.Scan(&w.Document, &w.Call, &w.Filename, &w.Title, &w.Applicant, &w.Institution, &w.Number, &w.Programme, &w.Year,
			&w.InLibrary,
			&w.State, &w.Progress, &w.Newest, &w.Shown, &w.Countable, &w.Left.Covered, &w.Left.Others, &w.Left.Sources, &w.Left.Here,
			&w.Left.Quoted, &w.Left.Largest, &doubts, &w.Flags, &w.Unread, &w.Largest, &w.Verdict, &w.Rank, &w.Findings, &w.Reviewers,
			&w.CreatedAt, &ended, &decided,
			&w.Wanted, &w.Opinions, &w.Agreeing, &w.Profile, &w.Own, &w.Due, value)
		w.Doubts, w.CreatedAt, w.EndedAt, w.DecidedAt = record.ReadDoubts(doubts), w.CreatedAt.UTC(), fromMicroseconds(ended),
			fromMicroseconds(decided)
		key.Document = w.Document
		keys = append(keys, key)
		return w, err
	},
		fmt.Sprintf(`SELECT p.doc_id, p.call_id, d.filename, p.title, p.applicant, p.institution, p.number, p.programme, p.year, `+
			`d.in_library,
		p.state, COALESCE(n.progress, 0), p.newest_id, p.shown_id, COALESCE(s.countable, 0), COALESCE(s.left_covered, 0), `+
			`COALESCE(s.left_others, 0),
		COALESCE(s.left_sources, 0), COALESCE(s.left_here, 0), COALESCE(s.left_quoted, 0), COALESCE(s.left_largest, 0),
		COALESCE(s.doubts, ''), p.flags, p.unread, COALESCE(s.largest_id, 0), p.verdict, p.rank, COALESCE(s.findings, ''), p.reviewers, `+
			`d.created_at, p.ended_at, p.decided_at,
		p.wanted, p.opinions, p.agreeing, COALESCE(s.profile, ''), %s, %s, %s AS key
		FROM (SELECT w.doc_id FROM worklist w%s%s LIMIT $%d OFFSET $%d) k
		JOIN worklist p ON p.doc_id = k.doc_id JOIN documents d ON d.id = p.doc_id LEFT JOIN checks n ON n.id = p.newest_id LEFT JOIN `+
			`checks s ON s.id = p.shown_id%s`,
			own, strings.ReplaceAll(due(q.WorkFilter), "w.", "p."), strings.ReplaceAll(sortColumn, "w.", "p."), c.Where(),
			order.by("w", backwards), n-1, n, order.by("p", backwards)), c.Args...)
	if err != nil {
		return page, err
	}
	more := len(page.Items) > limit
	if more {
		page.Items, keys = page.Items[:limit], keys[:limit]
	}
	if backwards {
		slices.Reverse(page.Items)
		slices.Reverse(keys)
	}
	page.Prev, page.Next = offset > 0 || q.After.Document != 0, more
	if backwards {
		page.Prev, page.Next = more, true
	}
	if len(keys) > 0 {
		page.First, page.Last = keys[0], keys[len(keys)-1]
	}
	if err := r.addParts(ctx, page.Items); err != nil {
		return page, err
	}
	return page, r.addEarlier(ctx, page.Items)
}

// addEarlier adds the verdicts on earlier checks to applications whose newest check has none.
func (r Reader) addEarlier(ctx context.Context, items []record.WorkItem) error {
	var ids []int64
	at := map[int64]int{}
	for i, w := range items {
		if w.Verdict == "" && w.Shown != 0 {
			ids, at[w.Document] = append(ids, w.Document), i
		}
	}
	if len(ids) == 0 {
		return nil
	}
	type said struct {
		document, check int64
		verdict         evidence.Verdict
	}
	earlier, err := database.List(ctx, r.conn, func(row pgx.Row) (s said, err error) {
		return s,
			row.Scan(&s.document, &s.check, &s.verdict)
	},
		`SELECT c.doc_id, c.id, y.verdict FROM checks c JOIN decisions y ON y.id = (SELECT max(z.id) FROM decisions z
			WHERE z.check_id = c.id AND z.subject = 'check')
		WHERE c.state = 'done' AND y.verdict <> '' AND `+fmt.Sprintf(database.OneOf(r.conn.IsSQLite, "c.doc_id"), 1)+` ORDER BY c.id`,
		database.IDParameter(r.conn.IsSQLite, ids))
	if err != nil {
		return fmt.Errorf("verdicts on earlier checks: %w", err)
	}
	for _, s := range earlier { // the newest last
		if w := &items[at[s.document]]; s.check < w.Shown {
			w.Earlier = s.verdict
		}
	}
	return nil
}

func fromMicroseconds(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}

// WorkIDs returns the documents that a filter chooses, by id: what a bulk action on all of
// a list is about.
func (r Reader) WorkIDs(ctx context.Context, f record.WorkFilter) ([]int64, error) {
	c := r.conditions(f)
	ids, err := r.conn.IDs(ctx, `SELECT w.doc_id FROM worklist w`+c.Where()+` ORDER BY w.doc_id`, c.Args...)
	return ids, wrap.Error(err, "list the work list")
}
