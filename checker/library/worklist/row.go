package worklist

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/finding"
	"zhiwen/checker/library/database"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// share returns the SQL of a figure in ten-thousandths of the characters that count.
func share(part string) string {
	return `CASE WHEN s.id IS NULL THEN -1 WHEN s.countable <= 0 THEN 0 ELSE CAST(` + part + ` AS BIGINT) * 10000 / s.countable END`
}

// microseconds returns a column of times as microseconds since 1970, on both databases.
func microseconds(sqlite bool, column string) string {
	if sqlite { // "2026-01-02 03:04:05.123456+00:00"
		return `COALESCE(CAST(strftime('%%s', ` + column + `) AS INTEGER) * 1000000
			+ CAST(CASE WHEN substr(` + column + `, 20, 1) = '.' THEN substr(replace(substr(` + column +
			`, 21), '+00:00', '') || '000000', 1, 6) ELSE '0' END AS INTEGER), 0)`
	}
	return `COALESCE(CAST(EXTRACT(EPOCH FROM ` + column + `) * 1000000 AS BIGINT), 0)`
}

// standing returns the opinions on a check that stand, for the end of a query of opinions o: the
// last of each person, unless it takes back what they said before.
func standing(check string) string {
	return `FROM opinions o WHERE o.check_id = ` + check + ` AND o.verdict <> '' AND NOT EXISTS (SELECT 1 FROM opinions p
		WHERE p.check_id = o.check_id AND p.id > o.id AND p.account_id = o.account_id AND (o.account_id <> 0 OR p.reviewer = o.reviewer))`
}

// ownOpinion returns what an account thinks of a check, ” for nothing.
func ownOpinion(check, account string) string {
	return `COALESCE((SELECT o.verdict FROM opinions o WHERE o.check_id = ` + check + ` AND o.account_id = ` + account +
		` ORDER BY o.id DESC LIMIT 1), '')`
}

// dueNumber converts a column of days to numbers YYYYMMDD; an empty text stands for no day.
func dueNumber(column string) string { return `CAST(replace(` + column + `, '-', '') AS INTEGER)` }

// WantedOpinions returns an expression for how many opinions the call of documents d wants.
func WantedOpinions(sqlite bool) string {
	wanted := `CAST(CAST(k.settings AS JSONB) ->> 'opinions' AS INTEGER)`
	if sqlite {
		wanted = `json_extract(k.settings, '$.opinions')`
	}
	return `COALESCE((SELECT ` + wanted + ` FROM calls k WHERE k.id = d.call_id), 1)`
}

// asked is what a check c has that somebody asked for: what pages of the web repeat is listed
// by itself, and a page is no application that waits for a decision. A page that somebody checks is
// in the list as all else.
const asked = ` AND NOT c.compared`

// rowsOf returns the statement that makes the rows of documents d anew that its
// condition, at the end, chooses, of checks c that meet another one.
func rowsOf(sqlite bool, thresholds map[record.FigureName]record.Threshold) string {
	figure := func(left string) string {
		return share(`CASE WHEN s.left_covered < 0 THEN s.covered ELSE s.` + left + ` END`)
	}
	state := `CASE WHEN d.state = 'waiting' AND (n.id IS NULL OR n.state = 'queued') AND (d.in_library OR d.call_id <> 0) THEN 'waiting'
			WHEN n.id IS NOT NULL THEN n.state WHEN d.state = 'failed' THEN 'unread' ELSE 'unchecked' END`
	greatest := `GREATEST`
	if sqlite {
		greatest = `max`
	}
	return `INSERT INTO worklist (doc_id, call_id, state, verdict, year, overall, without_own, without_quoted, largest, sources, flags, ` +
		`unread, rank,
		doubtful, reviewers, newest_id, shown_id, ended_at, decided_at, programme, institution, applicant, number, title, search,
		wanted, opinions, agreeing, due)
	SELECT d.id, d.call_id, ` + state + `, COALESCE(v.verdict, ''), d.year, ` +
		figure("left_covered") + `, ` + figure("left_others") + `, ` + figure("left_quoted") + `, ` + figure("left_largest") + `,
		CASE WHEN s.id IS NULL THEN -1 WHEN s.left_covered < 0 THEN s.sources ELSE s.left_sources END,
		COALESCE(s.flags, 0), COALESCE(s.unread, 0), ` + greatest + `(COALESCE(s.rank, 0),
			CASE WHEN ` + state + ` IN ('failed', 'unread') THEN ` + rankOf(finding.Facts{Failed: true}) + ` ELSE 0 END,
			` + reached(sqlite, thresholds, func(f record.FigureName) string { return figure(leftColumn(f)) }) + `), ` + grave("s.doubts") +
		`,
		(SELECT count(*) FROM assignments x WHERE x.doc_id = d.id), COALESCE(n.id, 0), COALESCE(s.id, 0), ` +
		microseconds(sqlite, "s.finished_at") + `, CASE WHEN COALESCE(v.verdict, '') = '' THEN 0 ELSE ` +
		microseconds(sqlite, "v.decided_at") + ` END,
		d.programme, d.institution, d.applicant, COALESCE(NULLIF(d.reference, ''), d.number), d.title, d.search,
		` + WantedOpinions(sqlite) + `, (SELECT count(*) ` + standing("s.id") + `),
		COALESCE((SELECT count(*) ` + standing("s.id") + ` GROUP BY o.verdict ORDER BY 1 DESC LIMIT 1), 0),
		CASE WHEN COALESCE(v.verdict, '') <> '' THEN ` + noDue + ` ELSE COALESCE((SELECT min(` + dueNumber("x.due") + `)
			FROM assignments x WHERE x.doc_id = d.id AND x.due <> '' AND ` + ownOpinion("s.id", "x.account_id") + ` = ''), ` + noDue +
		`) END
	FROM documents d LEFT JOIN calls k ON k.id = d.call_id
		LEFT JOIN checks n ON n.id = (SELECT max(c.id) FROM checks c WHERE c.doc_id = d.id` + asked + `)
		LEFT JOIN checks s ON s.id = (SELECT max(c.id) FROM checks c WHERE c.doc_id = d.id AND c.state = 'done'` + asked + `)
		LEFT JOIN decisions v ON v.id = (SELECT max(y.id) FROM decisions y WHERE y.check_id = s.id AND y.subject = 'check')
	WHERE (d.call_id <> 0 OR n.id IS NOT NULL) AND %s
	ON CONFLICT (doc_id) DO UPDATE SET call_id = excluded.call_id, state = excluded.state, verdict = excluded.verdict, year = excluded.year,
		overall = excluded.overall, without_own = excluded.without_own, without_quoted = excluded.without_quoted, largest = ` +
		`excluded.largest,
		sources = excluded.sources, flags = excluded.flags, unread = excluded.unread, rank = excluded.rank, doubtful = excluded.doubtful,
		reviewers = excluded.reviewers, newest_id = excluded.newest_id, shown_id = excluded.shown_id, ended_at = excluded.ended_at,
		decided_at = excluded.decided_at, programme = excluded.programme, institution = excluded.institution, applicant = ` +
		`excluded.applicant,
		number = excluded.number, title = excluded.title, search = excluded.search,
		wanted = excluded.wanted, opinions = excluded.opinions, agreeing = excluded.agreeing, due = excluded.due`
}

// leftColumn returns the column of checks that has the characters of a figure.
func leftColumn(f record.FigureName) string {
	columns := map[record.FigureName]string{
		record.FigureWithoutOwn: "left_others", record.FigureWithoutQuoted: "left_quoted", record.FigureLargest: "left_largest",
	}
	return cmp.Or(columns[f], "left_covered")
}

// threshold returns an expression for the share, in thousandths, from which a figure is coloured: the one of call k,
// else usual; 0 is none.
func threshold(sqlite bool, f record.FigureName, usual record.Threshold) string {
	of := func(path ...string) string {
		if sqlite {
			return `json_extract(NULLIF(k.settings, ''), '$.thresholds.` + strings.Join(path, ".") + `')`
		}
		return `(CAST(NULLIF(k.settings, '') AS JSONB) #>> '{thresholds,` + strings.Join(path, ",") + `}')`
	}
	number := func(field string) string { return `CAST(` + of(string(f), field) + ` AS INTEGER)` }
	return fmt.Sprintf(`CASE WHEN %s IS NULL THEN %d ELSE COALESCE(%s, %s) END`,
		of(string(f)), cmp.Or(usual.Notable, usual.Grave), number("notable"), number("grave"))
}

// reached returns an expression for the severity of a figure, in ten-thousandths, that reaches its threshold; 0 where
// none does.
func reached(sqlite bool, thresholds map[record.FigureName]record.Threshold, figure func(record.FigureName) string) string {
	var each []string
	for _, f := range record.FigureNames() {
		each = append(each, figure(f)+` >= 10 * NULLIF(`+threshold(sqlite, f, thresholds[f])+`, 0)`)
	}
	return `CASE WHEN ` + strings.Join(each, ` OR `) + ` THEN ` + rankOf(finding.Facts{Reached: true}) + ` ELSE 0 END`
}

// rankOf returns a severity as an SQL expression.
func rankOf(x finding.Facts) string { return strconv.Itoa(finding.Severity(x)) }

// grave is 1 where a column of doubts (record.JoinDoubts) has one for which nothing found
// says nothing (evidence.Doubt.Hollow), else 0: those of a passage come last.
func grave(doubts string) string {
	return `CASE WHEN COALESCE(` + doubts + `, '') <> '' AND ` + doubts + ` NOT LIKE '` + string(evidence.DoubtPassage) +
		`%%' THEN 1 ELSE 0 END`
}

// noDue is record.NoDue.
var noDue = strconv.Itoa(record.NoDue)

// Keep makes the rows anew that a transaction has changed: those of documents, and of the
// documents of checks. It is the last thing that the transaction does to them. The thresholds are those that are set for all calls.
func Keep(ctx context.Context, c database.Conn, thresholds map[record.FigureName]record.Threshold, documents, checks []int64) error {
	ids := slices.Clone(documents)
	if len(checks) > 0 {
		of, err := c.IDs(ctx, `SELECT DISTINCT doc_id FROM checks WHERE `+fmt.Sprintf(database.OneOf(c.IsSQLite, "id"), 1),
			database.IDParameter(c.IsSQLite, checks))
		if err != nil {
			return err
		}
		ids = append(ids, of...)
	}
	if len(ids) == 0 {
		return nil
	}
	list := database.IDParameter(c.IsSQLite, ids)
	if !c.IsSQLite {
		// Two that change one row follow one another: the later sees what the earlier has
		// changed, by a statement that begins when that has ended.
		if _, err := c.Exec(ctx, `SELECT doc_id FROM worklist WHERE doc_id = ANY($1::BIGINT[]) ORDER BY doc_id FOR UPDATE`,
			list); err != nil {
			return err
		}
	}
	chosen := fmt.Sprintf(database.OneOf(c.IsSQLite, "d.id"), 1)
	if _, err := c.Exec(ctx, fmt.Sprintf(rowsOf(c.IsSQLite, thresholds), chosen), list); err != nil {
		return err
	}
	// What lost its last check, or its call, and was not deleted.
	_, err := c.Exec(ctx, `DELETE FROM worklist WHERE `+fmt.Sprintf(database.OneOf(c.IsSQLite, "doc_id"), 1)+`
		AND EXISTS (SELECT 1 FROM documents d WHERE d.id = worklist.doc_id AND d.call_id = 0)
		AND NOT EXISTS (SELECT 1 FROM checks c WHERE c.doc_id = worklist.doc_id`+asked+`)`, list)
	return err
}

// KeepAll makes all rows anew.
func KeepAll(ctx context.Context, c database.Conn, thresholds map[record.FigureName]record.Threshold) error {
	_, err := c.Exec(ctx, fmt.Sprintf(rowsOf(c.IsSQLite, thresholds), `TRUE`))
	return wrap.Error(err, "make the work list")
}

// KeepReached changes the ranks that depend on the thresholds that are set for all calls: of rows with nothing else to look at.
func KeepReached(ctx context.Context, c database.Conn, thresholds map[record.FigureName]record.Threshold) error {
	rank := reached(c.IsSQLite, thresholds, func(f record.FigureName) string { return "w." + figureColumn(f) })
	_, err := c.Exec(ctx, `UPDATE worklist SET rank = x.now FROM (SELECT w.doc_id, `+rank+` AS now
		FROM worklist w LEFT JOIN calls k ON k.id = w.call_id
			WHERE w.rank <= `+rankOf(finding.Facts{Reached: true})+`) x WHERE worklist.doc_id = x.doc_id AND worklist.rank <> x.now`)
	return wrap.Error(err, "rank the work list by thresholds")
}
