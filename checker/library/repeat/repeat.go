// Package repeat is the SQL of what pages of the web have in common with one another and
// with the library: the table web_repeats, and which pages have yet to be compared
// (web_versions.compared).
//
// In go what comparisons found; out come pairs, pages that wait, and the last result of an
// address. It compares nothing and fetches nothing.
package repeat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// Rights says in which of some documents somebody's rights were verified.
type Rights interface {
	Verified(ctx context.Context, documents []int64) (map[int64]bool, error)
}

// Reader reads pairs and results.
type Reader struct {
	conn   database.Conn
	rights Rights // nil: none were
}

// Tx changes the state of comparisons in a transaction, for jobs.
type Tx struct{ *trail.Tx }

// NewReader returns a Reader of a database or a transaction; rights may be nil.
func NewReader(c database.Conn, rights Rights) Reader { return Reader{c, rights} }

const pairColumns = `r.doc_id, d.title, d.filename, d.web, r.site_id, COALESCE(p.doc_id, 0) = r.doc_id, r.here,
	r.source_id, s.title, s.filename, s.web, r.source_site, COALESCE(q.doc_id, 0) = r.source_id, r.there, s.date,
	r.characters, CASE WHEN EXISTS (SELECT 1 FROM checks c
		WHERE c.id = r.check_id) THEN r.check_id ELSE 0 END, r.of_source, r.day, r.found_at`

const pairTables = ` FROM web_repeats r JOIN documents d ON d.id = r.doc_id JOIN documents s ON s.id = r.source_id
	LEFT JOIN web_versions v ON v.doc_id = r.doc_id LEFT JOIN web_pages p ON p.id = v.page_id
	LEFT JOIN web_versions w ON w.doc_id = r.source_id LEFT JOIN web_pages q ON q.id = w.page_id`

func scanPair(row pgx.Row) (r record.Repeat, err error) {
	var here, there, date string
	err = row.Scan(&r.Page.Document, &r.Page.Title, &r.Page.Filename, &here, &r.Page.SiteID, &r.Page.Current, &r.Page.Share,
		&r.Other.Document, &r.Other.Title, &r.Other.Filename, &there, &r.Other.SiteID, &r.Other.Current, &r.Other.Share, &date,
		&r.Characters, &r.Check, &r.OfOther, &r.Day, &r.FoundAt)
	if err != nil {
		return r, err
	}
	r.FoundAt = r.FoundAt.UTC()
	return r, errors.Join(describe(&r.Page, here, ""), describe(&r.Other, there, date))
}

// describe sets the fields of a page from documents.web, or the date of an application.
func describe(s *record.RepeatSide, web, date string) error {
	if web == "" {
		s.Application, s.Current, s.Published = true, true, date
		return nil
	}
	var w evidence.Web
	err := database.Decode(record.StoredPage, s.Document, web, &w)
	s.Address, s.Site, s.Published, s.Views = w.Address, w.Site, w.Published, w.Views
	return err
}

// verify fills in whose rights were verified.
func (r Reader) verify(ctx context.Context, pairs []record.Repeat) error {
	if r.rights == nil || len(pairs) == 0 {
		return nil
	}
	var ids []int64
	for _, p := range pairs {
		ids = append(ids, p.Page.Document, p.Other.Document)
	}
	verified, err := r.rights.Verified(ctx, ids)
	for i := range pairs {
		p := &pairs[i]
		p.Page.Verified, p.Other.Verified = verified[p.Page.Document], verified[p.Other.Document]
	}
	return err
}

// chosen returns the conditions of a filter, except its limit and its position.
func (r Reader) chosen(f record.RepeatFilter) *database.Conditions {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	if f.From != "" {
		c.Add(`r.day >= $%d`, database.Storable(f.From))
	}
	if f.To != "" {
		c.Add(`r.day <= $%d`, database.Storable(f.To))
	}
	if f.Site != 0 {
		c.Add(`(r.site_id = $%[1]d OR r.source_site = $%[1]d)`, f.Site)
	}
	if f.Least > 0 {
		c.Add(`(r.here >= $%[1]d OR r.there >= $%[1]d)`, f.Least)
	}
	if !f.Within {
		c.Is(`r.site_id <> r.source_site`)
	}
	if f.Applications {
		c.Is(`r.source_site = 0`)
	}
	return c
}

// RepeatDays returns the number of pairs that a filter chooses, by day, newest first, regardless of
// its limit.
func (r Reader) RepeatDays(ctx context.Context, f record.RepeatFilter) ([]record.RepeatDay, error) {
	c := r.chosen(f)
	days, err := database.List(ctx, r.conn, func(row pgx.Row) (d record.RepeatDay, err error) {
		err = row.Scan(&d.Day, &d.Pairs)
		return d, err
	}, `SELECT r.day, count(*) FROM web_repeats r`+c.Where()+` GROUP BY r.day ORDER BY r.day DESC`, c.Args...)
	return days, wrap.Error(err, "days of repeats")
}

// Repeats returns the pairs that a filter chooses, the newest first.
func (r Reader) Repeats(ctx context.Context, f record.RepeatFilter) ([]record.Repeat, error) {
	c := r.chosen(f)
	if f.After != (record.RepeatKey{}) {
		n := len(c.Args)
		c.Is(fmt.Sprintf(`(r.day, r.doc_id, r.source_id) < ($%d, $%d, $%d)`, n+1, n+2, n+3))
		c.Args = append(c.Args, database.Storable(f.After.Day), f.After.Page, f.After.Other)
	}
	limit := c.Limit(f.Limit, f.Offset)
	pairs, err := database.List(ctx, r.conn, scanPair,
		`SELECT `+pairColumns+pairTables+c.Where()+` ORDER BY r.day DESC, r.doc_id DESC, r.source_id DESC`+limit, c.Args...)
	if err == nil {
		err = r.verify(ctx, pairs)
	}
	return pairs, wrap.Error(err, "list repeats")
}

// Pending returns how many pages have yet to be compared, or could not be.
func (r Reader) Pending(ctx context.Context) (record.Pending, error) {
	counts, _, err := database.CountBy[string](ctx, r.conn,
		`SELECT compared, count(*) FROM web_versions WHERE compared <> 'done' GROUP BY compared`)
	return record.Pending{Waiting: counts["waiting"], Failed: counts["failed"]}, wrap.Error(err, "pages to be compared")
}

// Newest returns the number of the newest document.
func (r Reader) Newest(ctx context.Context) (id int64, err error) {
	if err := r.conn.QueryRow(ctx, `SELECT COALESCE(max(id), 0) FROM documents`).Scan(&id); err != nil {
		return 0, fmt.Errorf("newest document: %w", err)
	}
	return id, nil
}

// Uncompared returns pages that may be compared now and have no job, the oldest first. A page
// waits for what was stored before it and is still being read: what one of two that came
// together does not see, the other does. Of jobs that have ended without their page it is
// forgotten that they were at it.
func (tx Tx) Uncompared(ctx context.Context, limit int) ([]int64, error) {
	if err := tx.LockSettings(ctx); err != nil { // until the transaction ends nobody else is given any
		return nil, err
	}
	if _, err := tx.Exec(ctx, `UPDATE web_versions SET job_id = 0 WHERE compared = 'waiting' AND job_id <> 0
		AND NOT EXISTS (SELECT 1 FROM river_job j WHERE j.id = job_id AND j.finalized_at IS NULL)`); err != nil {
		return nil, fmt.Errorf("list pages to be compared: %w", err)
	}
	ids, err := tx.IDs(ctx, `SELECT v.doc_id FROM web_versions v JOIN documents d ON d.id = v.doc_id
		WHERE v.compared = 'waiting' AND v.job_id = 0 AND d.state = 'ready'
			AND NOT EXISTS (SELECT 1 FROM documents o WHERE o.state = 'waiting' AND o.in_library AND o.id < v.doc_id)
		ORDER BY v.doc_id LIMIT $1`, limit)
	return ids, wrap.Error(err, "list pages to be compared")
}

// TakeComparison notes which job compares a page.
func (tx Tx) TakeComparison(ctx context.Context, document, job int64) error {
	err := tx.UpdateRow(ctx, `UPDATE web_versions SET job_id = $2 WHERE doc_id = $1 AND job_id = 0 AND compared = 'waiting'`, document, job)
	return wrap.Error(err, "page of document %d", document)
}

// Awaits reports whether a page still waits for a comparison by a job; deleted ones do not.
func (r Reader) Awaits(ctx context.Context, document, job int64) (bool, error) {
	ids, err := r.conn.IDs(ctx, `SELECT doc_id FROM web_versions WHERE doc_id = $1 AND job_id = $2 AND compared = 'waiting'`, document, job)
	return len(ids) > 0, err
}

// Settle stores that a job has compared a page, or could not. The error is ErrNotFound if the page
// is gone or another job has it.
func Settle(ctx context.Context, tx *trail.Tx, document, job int64, failed bool) error {
	state := map[bool]string{true: "failed", false: "done"}[failed]
	err := tx.UpdateRow(ctx, `UPDATE web_versions SET compared = $3, compared_at = $4, job_id = 0 WHERE doc_id = $1 AND job_id = $2
		AND compared = 'waiting'`, document, job, state, database.Now())
	return wrap.Error(err, "page of document %d was compared", document)
}

// Again has the pages compared that could not be, and says how many.
func Again(ctx context.Context, tx *trail.Tx) (int, error) {
	tag, err := tx.Exec(ctx, `UPDATE web_versions SET compared = 'waiting', compared_at = NULL, job_id = 0 WHERE compared = 'failed'`)
	return int(tag.RowsAffected()), wrap.Error(err, "compare pages again")
}

// Fresh returns those of the pairs that a comparison of a page has found which are to be
// stored: none with another state of the same page or address, and of two pages that are
// listed already only newer states.
func (r Reader) Fresh(ctx context.Context, document int64, found []record.FoundRepeat) (out []record.FoundRepeat, err error) {
	own, err := r.stateOf(ctx, document)
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		other, err := r.stateOf(ctx, f.Source)
		if err != nil {
			return nil, err
		}
		if f.Application = other.address == ""; !f.Application &&
			(own.address == other.address || own.page != 0 && own.page == other.page) {
			continue
		}
		newest, err := r.newestPair(ctx, own, other)
		if err != nil {
			return nil, err
		}
		if newest.day == "" || document >= newest.own && f.Source >= newest.other && (document > newest.own || f.Source > newest.other) {
			out = append(out, f)
		}
	}
	return out, nil
}

// state is a document and the page of which it is one version.
type state struct {
	document, page, site int64
	address, day         string
}

func (r Reader) stateOf(ctx context.Context, document int64) (s state, err error) {
	var web string
	var seen *time.Time
	err = r.conn.QueryRow(ctx, `SELECT d.id, d.web, COALESCE(p.id, 0), COALESCE(p.site_id, 0), v.seen_at FROM documents d
		LEFT JOIN web_versions v ON v.doc_id = d.id LEFT JOIN web_pages p ON p.id = v.page_id WHERE d.id = $1`, document).Scan(&s.document,
		&web, &s.page, &s.site, &seen)
	if err != nil {
		return s, fmt.Errorf("state of document %d: %w", document, database.NotFound(err))
	}
	if web != "" {
		var w evidence.Web
		if err := database.Decode(record.StoredPage, document, web, &w); err != nil {
			return s, fmt.Errorf("document %d: %w", document, err)
		}
		s.address = w.Address
	}
	if seen != nil {
		s.day = seen.Local().Format(time.DateOnly)
	}
	return s, nil
}

// pairOfPages is a pair of states of two pages as it is listed.
type pairOfPages struct {
	own, other int64
	day        string // "" is none
}

// newestPair returns the pair that is listed of any states of two pages, or of a page and an
// application.
func (r Reader) newestPair(ctx context.Context, own, other state) (p pairOfPages, err error) {
	states := func(column string, s state, n int) string {
		return fmt.Sprintf(`(%s = $%d OR %s IN (SELECT v.doc_id FROM web_versions v WHERE v.page_id = $%d AND v.page_id <> 0))`, column, n,
			column, n+1)
	}
	err = r.conn.QueryRow(ctx, `SELECT doc_id, source_id, day FROM web_repeats WHERE `+states("doc_id", own,
		1)+` AND `+states("source_id", other, 3)+`
		UNION ALL SELECT source_id, doc_id, day FROM web_repeats WHERE `+states("source_id", own, 1)+` AND `+states("doc_id", other,
		3)+` ORDER BY 3 LIMIT 1`,
		own.document, own.page, other.document, other.page).Scan(&p.own, &p.other, &p.day)
	if err = database.NotFound(err); errors.Is(err, record.ErrNotFound) {
		return p, nil
	}
	return p, err
}

// Put stores pairs that Fresh has chosen in the same transaction, with the check that shows
// them. A pair of two pages is listed once, as their newest states have it, on the day on
// which it was first found.
func Put(ctx context.Context, tx *trail.Tx, document, check int64, found []record.FoundRepeat) error {
	r := NewReader(tx.Conn, nil)
	own, err := r.stateOf(ctx, document)
	if err != nil {
		return err
	}
	now := database.Now()
	for _, f := range found {
		other, err := r.stateOf(ctx, f.Source)
		if err != nil {
			return err
		}
		before, err := r.newestPair(ctx, own, other)
		if err != nil {
			return err
		}
		day := own.day
		if before.day != "" {
			day = before.day
			if _, err := tx.Exec(ctx, `DELETE FROM web_repeats WHERE doc_id = $1 AND source_id = $2 OR doc_id = $2 AND source_id = $1`,
				before.own, before.other); err != nil {
				return err
			}
		}
		page, source, here, there, turned := own, other, f.Here, f.There, false
		if !f.Application && f.Source > document { // as the check of the other would have found it
			page, source, here, there, turned = other, own, f.There, f.Here, true
			if before.day == "" {
				day = other.day
			}
		}
		if _, err := tx.Exec(ctx, `INSERT INTO web_repeats (doc_id, source_id, site_id, source_site, check_id, of_source, here, there, `+
			`characters, day, found_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
			page.document, source.document, page.site, source.site, check, turned, here, there, f.Characters, day, now); err != nil {
			return fmt.Errorf("store what documents %d and %d repeat: %w", page.document, source.document, err)
		}
	}
	return nil
}

// Forget deletes the pairs of a document that is deleted.
func Forget(ctx context.Context, c database.Conn, document int64) error {
	_, err := c.Exec(ctx, `DELETE FROM web_repeats WHERE doc_id = $1 OR source_id = $1`, document)
	return wrap.Error(err, "forget what document %d repeats", document)
}

// said returns an address as it is looked up.
func said(address string) string { return strings.TrimSpace(database.Storable(address)) }
