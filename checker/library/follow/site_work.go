package follow

import (
	"context"
	"time"

	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/wrap"
)

// What jobs do with sites and pages. A page that is due stays due until its outcome is
// stored, so whatever ends a job, no address is lost.

// DueSites returns the sites that have something to do and no job, the most overdue first.
// Of jobs that have ended without their site it is forgotten that they were at it.
func (tx Tx) DueSites(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	if err := sites.Release(ctx, tx.Tx); err != nil {
		return nil, err
	}
	ids, err := tx.IDs(ctx, `SELECT id FROM web_sites WHERE job_id = 0 AND NOT paused AND wake_at <= $1 ORDER BY wake_at, id LIMIT $2`,
		now.UTC(), limit)
	return ids, wrap.Error(err, "list due sites")
}

// TakeSite stores which job works on a site. The error is ErrNotFound if another one does, or the
// site is gone.
func (tx Tx) TakeSite(ctx context.Context, id, job int64) error {
	return sites.Take(ctx, tx.Tx, id, job)
}

// BeginRound has the starts of a site asked for, those that it has by now: starts that
// were taken out of its rules are no longer.
func (tx Tx) BeginRound(ctx context.Context, s record.Site, starts []string, now time.Time) error {
	err := tx.UpdateRow(ctx, `UPDATE web_sites SET round_at = $2 WHERE id = $1`, s.ID, now.UTC())
	if err == nil {
		_, err = tx.Exec(ctx, `UPDATE web_pages SET next_at = NULL WHERE site_id = $1 AND role = 'start'`, s.ID)
	}
	for _, address := range starts {
		if err == nil {
			_, err = tx.Exec(ctx, `INSERT INTO web_pages (site_id, address, role, depth, fate, status, detail, title, etag, modified, `+
				`doc_id, published, found_at, asked_at, next_at, tries, calm)
				VALUES ($1, $2, 'start', 0, 'waiting', 0, '', '', '', '', 0, '', $3, NULL, $3, 0, 0)
				ON CONFLICT (site_id, address) DO UPDATE SET role = 'start', depth = 0, next_at = excluded.next_at`, s.ID,
				database.Storable(address), now.UTC())
		}
	}
	return wrap.Error(err, "begin a round of site %d", s.ID)
}

// Found is an address that a page leads to.
type Found struct {
	Address string
	Role    record.PageRole
}

// AddPages adds addresses that are not known to a site, up to so many pages in all, to be
// asked for at once. It says how many were new, and how many would have been too many.
func (tx Tx) AddPages(ctx context.Context, site int64, found []Found, depth, most int, now time.Time) (added, left int, err error) {
	total, err := sites.Count(ctx, tx.Conn, site)
	if err != nil {
		return 0, 0, err
	}
	for i, f := range found {
		if total+added >= most {
			return added, len(found) - i, nil
		}
		n, err := tx.addPage(ctx, site, f, depth, now, now)
		if err != nil {
			return 0, 0, err
		}
		added += n
	}
	return added, 0, nil
}

// addPage adds an address to a site, and returns 1 if it was new, else 0.
func (tx Tx) addPage(ctx context.Context, site int64, f Found, depth int, now, due time.Time) (int, error) {
	tag, err := tx.Exec(ctx, `INSERT INTO web_pages (site_id, address, role, depth, fate, status, detail, title, etag, modified, doc_id, `+
		`published, found_at, asked_at, next_at, tries, calm)
		VALUES ($1, $2, $3, $4, 'waiting', 0, '', '', '', '', 0, '', $5, NULL, $6, 0, 0) ON CONFLICT (site_id, address) DO NOTHING`,
		site, database.Storable(f.Address), string(f.Role), depth, now.UTC(), due.UTC())
	return int(tag.RowsAffected()), wrap.Error(err, "add a page to site %d", site)
}

// SettlePage stores what became of a page, and when it is asked for next. The error is
// ErrNotFound where the page is gone.
func (tx Tx) SettlePage(ctx context.Context, p record.WebPage) error {
	err := tx.UpdateRow(ctx, `UPDATE web_pages SET role = $2, fate = $3, status = $4, detail = $5, title = $6, etag = $7,
		modified = $8, doc_id = $9, published = $10, asked_at = $11, next_at = $12, tries = $13, calm = $14 WHERE id = $1`,
		p.ID, string(p.Role), string(p.Outcome), p.Status, database.Short(p.Detail), database.Short(p.Title), database.Storable(p.ETag),
		database.Storable(p.Modified), p.Document, p.Published, database.OrNull(p.AskedAt), database.OrNull(p.NextAt), p.Tries, p.Calm)
	return wrap.Error(err, "settle page %d", p.ID)
}

// PutVersion stores that a document is a version of a page.
func (tx Tx) PutVersion(ctx context.Context, page, document int64, textSHA256 string, seen time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO web_versions (doc_id, page_id, text_sha256, seen_at, compared, job_id)
		VALUES ($1, $2, $3, $4, 'waiting', 0)`, document, page, textSHA256, seen.UTC())
	return wrap.Error(err, "version %d of page %d", document, page)
}

// TextOf returns the hash of the text of a version, or "".
func (r Reader) TextOf(ctx context.Context, document int64) (string, error) {
	texts, err := r.conn.Texts(ctx, `SELECT text_sha256 FROM web_versions WHERE doc_id = $1`, document)
	if err != nil || len(texts) == 0 {
		return "", err
	}
	return texts[0], nil
}

// RestSite stores that the job of a site has stopped and when the site has work again: when its
// first page is due, or its next round. The error is ErrNotFound if another job has it.
func (tx Tx) RestSite(ctx context.Context, s record.Site, round time.Time) error {
	return sites.Rest(ctx, tx.Tx, s.ID, s.Job, s.Change, round)
}

// Turn returns how long to wait until a host may be asked, and keeps that moment: whoever
// asks next, on whichever server, comes a pause later.
func (s *Store) Turn(ctx context.Context, host string, pause time.Duration) (wait time.Duration, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		now := database.Now()
		// Written first: of two that ask at once one waits here for the other.
		if _, err := tx.Exec(ctx, `INSERT INTO web_hosts (host, free_at) VALUES ($1, $2) ON CONFLICT (host) DO UPDATE
			SET host = excluded.host`, database.Storable(host), now); err != nil {
			return err
		}
		var free time.Time
		if err := tx.QueryRow(ctx, `SELECT free_at FROM web_hosts WHERE host = $1`, database.Storable(host)).Scan(&free); err != nil {
			return err
		}
		wait = max(0, free.Sub(now))
		return tx.UpdateRow(ctx, `UPDATE web_hosts SET free_at = $2 WHERE host = $1`, database.Storable(host), now.Add(wait+pause))
	})
	return wait, wrap.Error(err, "turn at a host")
}
