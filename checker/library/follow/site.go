package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"zhiwen/checker/audit"
	"zhiwen/checker/library/database"
	"zhiwen/checker/library/trail"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/internal/wrap"
)

// sites are the tables of followed web sites.
var sites = Tables{
	Sources: "web_sites", Items: "web_pages", Source: "site_id", Versions: "web_versions", Item: "page_id",
	Subject: audit.SubjectSite, Name: "site", Paused: "paused", Resumed: "followed",
}

const siteColumns = `id, rules, collection_id, paused, created_by, created_at, changed_by, changed_at, change, round_at, wake_at, job_id`

func scanSite(row pgx.Row) (s record.Site, err error) {
	var rules string
	var round *time.Time
	err = row.Scan(&s.ID, &rules, &s.Collection, &s.Paused, &s.CreatedBy, &s.CreatedAt, &s.ChangedBy, &s.ChangedAt, &s.Change, &round,
		&s.WakeAt, &s.Job)
	if err != nil {
		return s, database.NotFound(err)
	}
	s.CreatedAt, s.ChangedAt, s.WakeAt, s.RoundAt = s.CreatedAt.UTC(), s.ChangedAt.UTC(), s.WakeAt.UTC(), database.Time(round)
	return s, database.Decode(record.StoredSite, s.ID, rules, &s.SiteRules)
}

// Site returns a site, or ErrNotFound.
func (r Reader) Site(ctx context.Context, id int64) (record.Site, error) {
	s, err := scanSite(r.conn.QueryRow(ctx, `SELECT `+siteColumns+` FROM web_sites WHERE id = $1`, id))
	if err = record.LeaveOut(ctx, err); err == nil {
		err = r.countPages(ctx, &s)
	}
	return s, wrap.Error(err, "site %d", id)
}

// Sites returns all sites by name.
func (r Reader) Sites(ctx context.Context) ([]record.Site, error) {
	sites, err := database.List(ctx, r.conn, scanSite, `SELECT `+siteColumns+` FROM web_sites ORDER BY name, id`)
	for i := range sites {
		if err == nil {
			err = r.countPages(ctx, &sites[i])
		}
	}
	return sites, wrap.Error(err, "list sites")
}

// countPages fills in how many pages a site has, by outcome.
func (r Reader) countPages(ctx context.Context, s *record.Site) (err error) {
	s.Outcomes, s.Total, err = database.CountBy[record.WebOutcome](ctx, r.conn,
		`SELECT fate, count(*) FROM web_pages WHERE site_id = $1 GROUP BY fate`, s.ID)
	return err
}

const pageColumns = `id, site_id, address, role, depth, fate, status, detail, title, etag, modified, doc_id, published, found_at, ` +
	`asked_at, next_at, tries, calm,
	(SELECT count(*) FROM web_versions v WHERE v.page_id = web_pages.id)`

func scanPage(row pgx.Row) (p record.WebPage, err error) {
	var asked, next *time.Time
	err = row.Scan(&p.ID, &p.Site, &p.Address, &p.Role, &p.Depth, &p.Outcome, &p.Status, &p.Detail, &p.Title, &p.ETag, &p.Modified,
		&p.Document, &p.Published, &p.FoundAt, &asked, &next, &p.Tries, &p.Calm, &p.Versions)
	p.FoundAt, p.AskedAt, p.NextAt = p.FoundAt.UTC(), database.Time(asked), database.Time(next)
	return p, database.NotFound(err)
}

// pageConditions returns the conditions of a filter on the pages of a site.
func (r Reader) pageConditions(site int64, f record.PageFilter) *database.Conditions {
	c := &database.Conditions{IsSQLite: r.conn.IsSQLite}
	c.Add(`site_id = $%d`, site)
	if f.Outcome != "" {
		c.Add(`fate = $%d`, string(f.Outcome))
	}
	if f.Failed {
		database.AmongFew(c, `fate`, failed())
	}
	c.Contains(`address || ' ' || title`, f.Search)
	return c
}

func failed() (out []record.WebOutcome) {
	return each.Where(record.WebOutcomes(), record.WebOutcome.Failed)
}

// Pages returns the pages of a site that a filter chooses, the newest first, and how many
// there are without limit and offset.
func (r Reader) Pages(ctx context.Context, site int64, f record.PageFilter) (pages []record.WebPage, total int, err error) {
	c := r.pageConditions(site, f)
	err = r.conn.QueryRow(ctx, `SELECT count(*) FROM web_pages`+c.Where(), c.Args...).Scan(&total)
	if err == nil {
		limit := c.Limit(f.Limit, f.Offset)
		pages, err = database.List(ctx, r.conn, scanPage, `SELECT `+pageColumns+` FROM web_pages`+c.Where()+` ORDER BY id DESC`+limit,
			c.Args...)
	}
	return pages, total, wrap.Error(err, "pages of site %d", site)
}

// PageVersions returns the documents of a page that are there, the newest first.
func (r Reader) PageVersions(ctx context.Context, page int64) ([]record.WebVersion, error) {
	versions, err := database.List(ctx, r.conn, func(row pgx.Row) (v record.WebVersion, err error) {
		err = row.Scan(&v.Document, &v.SeenAt)
		v.Page, v.SeenAt = page, v.SeenAt.UTC()
		return v, err
	}, `SELECT doc_id, seen_at FROM web_versions WHERE page_id = $1 ORDER BY doc_id DESC`, page)
	return versions, wrap.Error(err, "versions of page %d", page)
}

// PageAt returns the page of a site with an address, or ErrNotFound.
func (r Reader) PageAt(ctx context.Context, site int64, address string) (record.WebPage, error) {
	p, err := scanPage(r.conn.QueryRow(ctx, `SELECT `+pageColumns+` FROM web_pages WHERE site_id = $1 AND address = $2`, site, address))
	return p, wrap.Error(err, "page of site %d", site)
}

// NextPage returns the page of a site that is due first, or ErrNotFound.
func (r Reader) NextPage(ctx context.Context, site int64, now time.Time) (record.WebPage, error) {
	p, err := scanPage(r.conn.QueryRow(ctx,
		`SELECT `+pageColumns+` FROM web_pages WHERE site_id = $1 AND next_at <= $2 ORDER BY next_at, id LIMIT 1`, site, now.UTC()))
	return p, wrap.Error(err, "next page of site %d", site)
}

// PutSite stores a new site if the id is 0, or changes its rules and visits it at once; seen is the
// change number of the rules when they were read. It returns the id. The error is ErrNameTaken,
// ErrNotFound, or ErrOvertaken if somebody else has changed it since.
func PutSite(ctx context.Context, tx *trail.Tx, id int64, rules record.SiteRules, collection, seen int64, by string) (int64, error) {
	if err := sites.FreeName(ctx, tx, id, rules.Name); err != nil {
		return 0, err
	}
	value, err := json.Marshal(rules)
	if err != nil {
		return 0, err
	}
	now, text := database.Now(), database.Storable(string(value))
	action := audit.Change
	if id == 0 {
		action = audit.Add
		err = tx.QueryRow(ctx, `INSERT INTO web_sites (name, rules, collection_id, paused, created_by, created_at, changed_by, `+
			`changed_at, change, round_at, wake_at, job_id)
			VALUES ($1, $2, $3, $4, $5, $6, $5, $6, 1, NULL, $6, 0) RETURNING id`, database.Storable(rules.Name), text, collection, false,
			database.Storable(by), now).Scan(&id)
	} else {
		s, e := NewReader(tx.Conn).Site(ctx, id)
		if e == nil && s.Change != seen {
			e = record.ErrOvertaken
		}
		if err = e; err == nil {
			err = tx.UpdateRow(ctx, `UPDATE web_sites
				SET name = $2, rules = $3, changed_by = $4, changed_at = $5, change = change + 1, round_at = NULL, wake_at = $5
					WHERE id = $1`,
				id, database.Storable(rules.Name), text, database.Storable(by), now)
		}
	}
	if err != nil {
		return 0, err
	}
	sites.RecordRules(tx, action, id, by, value)
	return id, nil
}

// PauseSite pauses or resumes a site.
func (s *Store) PauseSite(ctx context.Context, id int64, paused bool) error {
	return sites.Pause(ctx, s.trail, id, paused)
}

// DeleteSite deletes a site with its pages; its documents in the library stay.
func (s *Store) DeleteSite(ctx context.Context, id int64) error {
	return sites.Delete(ctx, s.trail, id)
}

// LookNow makes a site look for new articles at once. The error is ErrNotFound.
func (s *Store) LookNow(ctx context.Context, id int64) error { return sites.Now(ctx, s.trail, id) }

// AskAgain schedules one page, or the pages of a site that a filter chooses, to be fetched again at
// once, and returns how many. Documents of these pages that somebody removed from the library
// return to it.
func (s *Store) AskAgain(ctx context.Context, site, page int64, f record.PageFilter) (n int, err error) {
	err = s.trail.InTx(ctx, func(tx *trail.Tx) error {
		r := NewReader(tx.Conn)
		c := r.pageConditions(site, f)
		if page != 0 {
			c.Add(`id = $%d`, page)
		}
		c.Args = append(c.Args, database.Now())
		tag, err := tx.Exec(ctx, fmt.Sprintf(`UPDATE web_pages SET fate = 'waiting', tries = 0, etag = '', modified = '', next_at = $%d`,
			len(c.Args))+c.Where(), c.Args...)
		if err != nil {
			return err
		}
		n = int(tag.RowsAffected())
		tx.Record(trail.Counted(audit.Retry, audit.SubjectSite, site, n))
		return tx.UpdateRow(ctx, `UPDATE web_sites SET wake_at = $2 WHERE id = $1`, site, database.Now())
	})
	return n, wrap.Error(err, "ask for pages of site %d again", site)
}
