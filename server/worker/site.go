package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/follow"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/server/crawl"
)

// Web sites that are followed
//
// A site's addresses are rows that are due at some time; one job at a time works on a site.
// It asks for the page that is due first, and stores what became of it with the document and the
// addresses that were found, in one transaction; then for the next, for a while. So a job that
// is cut off loses no address, several servers share the sites, and each host is asked in
// turns that all servers keep.

// Web asks for pages, as package crawl does. It must be safe for concurrent use.
type Web interface {
	Fetch(ctx context.Context, q crawl.Request, pause time.Duration, gate crawl.Gate) (*crawl.Answer, error)
	// Get asks for what another system has named.
	Get(ctx context.Context, q crawl.Get, pause time.Duration, gate crawl.Gate) (*crawl.Answer, error)
	// Sitemaps returns the sitemaps that the robots.txt of an address names, as far as it is known.
	Sitemaps(address string) []string
}

// PageReader reads answers of web servers, in a process of its own.
type PageReader interface {
	ReadWeb(ctx context.Context, q extract.WebRequest, data []byte) (*extract.WebPage, error)
}

const (
	// sitesAtOnce is how many sites a server works on at a time. They wait for their hosts most
	// of the time.
	sitesAtOnce = 4
	// siteSlice is how long a job works on a site before it makes room for others.
	siteSlice = time.Minute
	// sitePeriod is how soon a site that is due is seen; what people ask for is seen at once, on the
	// server where they do.
	sitePeriod = 5 * time.Second

	// mostDepth is how many links from a start pages are followed.
	mostDepth = 5
	// leastArticle is how many characters an article has at the least: less is one unit and is
	// mostly the notice of a picture or of a page that has gone.
	leastArticle = 100

	// calmest is the longest time between two looks at a page: the first is a day after it was
	// found, each that finds nothing new doubles it.
	firstLook, calmest = 24 * time.Hour, 32 * 24 * time.Hour
	// What fails and may pass is tried again after firstRetry, then four times as long each
	// time, mostTries times; then it is left until somebody wants it.
	firstRetry, mostTries = 15 * time.Minute, 5
	// robotsLook is when an address that robots.txt forbids is tried again.
	robotsLook = 7 * 24 * time.Hour
)

// siteArgs is the job of following a site for a while.
type siteArgs struct {
	Site int64 `json:"site"`
}

// Kind implements river.JobArgs.
func (siteArgs) Kind() string { return "site" }

// workSite follows sites.
func (p *Pool) workSite(ctx context.Context, job *river.Job[siteArgs]) error {
	id := job.Args.Site
	a := attempt{
		job: job.JobRow, subject: "site", id: id,
		fail: func(ctx context.Context, tx *library.Tx, _ record.Failure) error {
			s, err := tx.Site(ctx, id)
			if err != nil {
				return err
			}
			return tx.RestSite(ctx, s, time.Now().Add(firstRetry)) // what was wrong is in the log
		},
	}
	return p.run(ctx, a, func(ctx context.Context) error { return p.followSite(ctx, a) })
}

// followSites makes jobs for the sites that are due, until ctx ends.
func (p *Pool) followSites(ctx context.Context) {
	if p.config.Web == nil {
		return
	}
	p.repeat(ctx, sitePeriod, p.sitesNow, "look for sites that are due", p.queueSites)
}

// WakeSites has the sites that are due looked for at once.
func (p *Pool) WakeSites() { wake(p.sitesNow) }

func (p *Pool) queueSites(ctx context.Context) error {
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		due, err := tx.DueSites(ctx, time.Now(), jobBatch)
		if err != nil {
			return err
		}
		for _, id := range due {
			job, err := p.queue.insert(ctx, tx, siteArgs{Site: id}, webQueue, indexPriority, time.Time{})
			if err != nil {
				return fmt.Errorf("queue site %d: %w", id, err)
			}
			if err := tx.TakeSite(ctx, id, job); err != nil {
				return err
			}
		}
		return nil
	})
}

// visit is one job's work on a site.
type visit struct {
	pool    *Pool
	site    record.Site
	rules   *crawl.Rules
	allowed []netip.Prefix
}

// followSite works on a site until nothing of it is due, or for a slice of time.
func (p *Pool) followSite(ctx context.Context, a attempt) error {
	s, err := p.store.Site(ctx, a.id)
	if err != nil {
		return err
	}
	if s.Job != a.job.ID {
		return record.ErrFinal // another job has it
	}
	rules, err := crawl.CompileRules(s.SiteRules)
	if err != nil {
		return fmt.Errorf("rules of site %d: %w", s.ID, err)
	}
	every := time.Duration(s.Hours) * time.Hour
	started := time.Now()
	if !s.Paused && !started.Before(s.RoundAt.Add(every)) {
		if err := p.store.InTx(ctx, func(tx *library.Tx) error { return tx.BeginRound(ctx, s, s.Starts, started) }); err != nil {
			return err
		}
		s.RoundAt = started
	}
	v := &visit{pool: p, site: s, rules: rules}
	for time.Since(started) < siteSlice {
		now, err := p.store.Site(ctx, s.ID)
		if err != nil {
			return err
		}
		if now.Paused || now.Change != s.Change || now.Job != s.Job {
			break // with new rules another job begins
		}
		page, err := p.store.NextPage(ctx, s.ID, time.Now())
		if errors.Is(err, record.ErrNotFound) {
			break
		}
		if err != nil {
			return err
		}
		if p.config.Room != nil {
			if err := p.config.Room(crawl.MostBytes); err != nil {
				return err
			}
		}
		if err := v.look(ctx, page); err != nil {
			return err
		}
	}
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		if err := tx.RestSite(ctx, s, s.RoundAt.Add(every)); err != nil {
			return err
		}
		return p.queue.complete(ctx, tx, a.job)
	})
}

// turn waits for a host's turn.
func (p *Pool) turn(ctx context.Context, host string, pause time.Duration) error {
	wait, err := p.store.Turn(ctx, host, pause)
	if err != nil || wait <= 0 {
		return err
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return nil
	}
}

// look asks for a page and stores what became of it.
func (v *visit) look(ctx context.Context, page record.WebPage) error {
	p := v.pool
	values, err := p.store.Settings(ctx)
	if err != nil {
		return err
	}
	if v.allowed, err = values.Web.Prefixes(); err != nil {
		return err
	}
	answer, err := p.config.Web.Fetch(ctx, crawl.Request{
		Address: page.Address, ETag: page.ETag, Modified: page.Modified, Allowed: v.allowed, Within: v.rules.Within,
	}, time.Duration(v.site.Pause)*time.Second, p.turn)
	page.AskedAt = time.Now()
	var fault *crawl.Fault
	switch {
	case errors.As(err, &fault):
		return v.settle(ctx, fail(page, fault.Outcome, fault.Status, fault.Detail, fault.After))
	case err != nil:
		return err
	case answer.Unchanged:
		return v.settle(ctx, calm(page))
	}
	read, err := p.config.Pages.ReadWeb(ctx, extract.WebRequest{Address: answer.Address, Kind: answer.Kind, Zone: v.site.Zone,
		Taught: v.site.Taught}, answer.Body)
	if name := extract.ErrorName(err); name != "" {
		return v.settle(ctx, fail(page, record.WebDamaged, 200, name, 0))
	}
	if err != nil {
		return err
	}
	page.Status, page.Detail, page.Tries = 200, "", 0
	page.ETag, page.Modified = answer.ETag, answer.Modified
	return v.take(ctx, page, answer, read)
}

// settle stores what became of a page, and nothing else.
func (v *visit) settle(ctx context.Context, page record.WebPage) error {
	return v.pool.store.InTx(ctx, func(tx *library.Tx) error { return tx.SettlePage(ctx, page) })
}

// fail returns a page that did not come.
func fail(page record.WebPage, outcome record.WebOutcome, status int, detail string, after time.Duration) record.WebPage {
	page.Outcome, page.Status, page.Detail, page.NextAt = outcome, status, detail, time.Time{}
	page.Tries++
	switch {
	case outcome == record.WebRobots:
		page.NextAt = page.AskedAt.Add(robotsLook)
	case outcome.Passing() && page.Tries <= mostTries:
		page.NextAt = page.AskedAt.Add(max(after, firstRetry<<(2*(page.Tries-1))))
	}
	return page
}

// calm returns a page that says what it said before.
func calm(page record.WebPage) record.WebPage {
	if page.Outcome = record.WebListed; page.Role == record.PageArticle && page.Document != 0 {
		page.Outcome = record.WebStored
	}
	page.Status, page.Detail, page.Tries = 304, "", 0
	return again(page, page.Calm+1)
}

// again returns a page with the time of its next look. Starts are asked for at every round.
func again(page record.WebPage, looks int) record.WebPage {
	page.Calm, page.NextAt = looks, time.Time{}
	if page.Role != record.PageStart {
		const most = 8 // keeps the shift in range
		page.NextAt = page.AskedAt.Add(min(calmest, firstLook<<min(looks, most)))
	}
	return page
}

// take stores a page that came: its links, and its text where it is an article.
func (v *visit) take(ctx context.Context, page record.WebPage, answer *crawl.Answer, read *extract.WebPage) error {
	p := v.pool
	page.Title, page.Published = read.Title, read.Published
	found := v.found(page, read)
	if page.Role == record.PageArticle {
		if other := v.otherAddress(ctx, page, answer, read); other != "" {
			page.Outcome, page.Detail, page.NextAt = record.WebSame, other, time.Time{}
			found = append([]follow.Found{{Address: other, Role: record.PageArticle}}, found...)
			added, left, err := v.add(ctx, page, found)
			if err != nil {
				return err
			}
			return v.settle(ctx, leads(page, added, left))
		}
	}
	added, left, err := v.add(ctx, page, found)
	if err != nil {
		return err
	}
	article := page.Role == record.PageArticle && read.Article != nil && len([]rune(read.Article.Text)) >= leastArticle
	return p.store.InTx(ctx, func(tx *library.Tx) error {
		page := page // a transaction may be begun anew
		switch {
		case article:
			id, fresh, err := tx.StorePage(ctx, v.site, page, v.upload(page, answer, read), read.Article, page.AskedAt)
			if err != nil {
				return err
			}
			page.Outcome, page.Document = record.WebStored, id
			looks := page.Calm + 1
			if fresh {
				looks = 0
				if err := p.insertIndex(ctx, tx, indexArgs{Document: id}, lane{batch: true}); err != nil {
					return err
				}
			}
			page = again(page, looks)
		case page.Role == record.PageArticle:
			page.Outcome, page.Detail, page.NextAt = record.WebNoText, "", time.Time{}
		default:
			page.Outcome = record.WebListed
			page = again(page, page.Calm+1)
		}
		return tx.SettlePage(ctx, leads(page, added, left))
	})
}

// add adds what a page leads to in transactions of noteBatch, and says how many were new and how many would have been too
// many. A page that is cut off before it is settled is asked for again.
func (v *visit) add(ctx context.Context, page record.WebPage, found []follow.Found) (added, left int, err error) {
	for few := range slices.Chunk(found, noteBatch) {
		var n, over int
		err := v.pool.store.InTx(ctx, func(tx *library.Tx) (err error) {
			n, over, err = tx.AddPages(ctx, v.site.ID, few, page.Depth+1, v.site.Most, page.AskedAt)
			return err
		})
		if err != nil {
			return added, left, err
		}
		added, left = added+n, left+over
	}
	return added, left, nil
}

// leads returns a page as it is settled where it leads to new addresses, which make its next look as soon as the first, and
// to some that are too many.
func leads(page record.WebPage, added, left int) record.WebPage {
	if added > 0 && page.Role == record.PageList {
		page = again(page, 0)
	}
	if left > 0 {
		page.Detail = cmp.Or(page.Detail, "+"+strconv.Itoa(left))
	}
	return page
}

// found returns the addresses of the site that a page leads to: of a start, its feeds and sitemaps
// too.
func (v *visit) found(page record.WebPage, read *extract.WebPage) (found []follow.Found) {
	if page.Depth >= mostDepth {
		return nil
	}
	seen := map[string]bool{page.Address: true}
	for _, link := range read.Links {
		address, ok := crawl.Normal(link)
		if !ok || seen[address] {
			continue
		}
		seen[address] = true
		if role, ok := v.rules.Role(address); ok {
			found = append(found, follow.Found{Address: address, Role: role})
		}
	}
	if page.Role == record.PageArticle {
		return found
	}
	for _, link := range slices.Concat(read.Feeds, v.pool.config.Web.Sitemaps(page.Address)) {
		if address, ok := crawl.Normal(link); ok && !seen[address] && v.rules.Within(address) {
			seen[address] = true
			found = append(found, follow.Found{Address: address, Role: record.PageList})
		}
	}
	return found
}

// otherAddress returns the address under which an article wants to be known, where it is
// another one of the site's and does not itself want to be known under this or another;
// "" for none.
func (v *visit) otherAddress(ctx context.Context, page record.WebPage, answer *crawl.Answer, read *extract.WebPage) string {
	for _, text := range []string{read.Canonical, answer.Address} {
		address, ok := crawl.Normal(text)
		if !ok || address == page.Address {
			continue
		}
		if role, ok := v.rules.Role(address); !ok || role != record.PageArticle {
			continue // pages of some sites all name their home
		}
		known, err := v.pool.store.PageAt(ctx, v.site.ID, address)
		if err == nil && (known.Outcome == record.WebSame || known.Outcome.Failed() && known.Outcome != record.WebWaiting) {
			continue // two that name each other, or one that is not to be had
		}
		return address
	}
	return ""
}

// upload makes the document of an article.
func (v *visit) upload(page record.WebPage, answer *crawl.Answer, read *extract.WebPage) record.Upload {
	w := &evidence.Web{
		Address: page.Address, Site: cmp.Or(read.Site, v.site.Name), Author: read.Author, Published: read.Published,
		Seen: page.AskedAt.UTC().Truncate(time.Second).Format(time.RFC3339), Views: read.Views,
	}
	id := evidence.Identity{Filename: fileName(page.Address), Title: read.Title, Date: w.Day(), Web: w}
	if len(id.Date) >= len("2006") {
		id.Year, _ = strconv.Atoi(id.Date[:len("2006")])
	}
	return record.Upload{Identity: id, Data: answer.Body, ToLibrary: true, Batch: true}
}

// fileName returns what the file of a page is called: the end of its address.
func fileName(address string) string {
	const most = 100 // bytes
	name := "page"
	if u, err := url.Parse(address); err == nil {
		if base := path.Base(u.Path); base != "/" && base != "." {
			name = base
		}
	}
	name = strings.TrimSuffix(strings.TrimSuffix(strings.ToValidUTF8(name[:min(len(name), most)], ""), ".html"), ".htm")
	return name + ".html"
}

// PutSite stores a new site if the id is 0, or changes its rules, and visits it at once; seen is
// the change number of the rules when they were read. It returns the id. The error wraps a
// record.SiteFault if the rules are faulty, or record.ErrNameTaken, ErrNotFound or ErrOvertaken.
func (p *Pool) PutSite(ctx context.Context, id int64, rules record.SiteRules, seen int64, by string) (int64, error) {
	rules, err := crawl.Clean(rules)
	if err != nil {
		return 0, err
	}
	if id, err = p.store.PutSite(ctx, id, rules, seen, by); err == nil {
		p.WakeSites()
	}
	return id, err
}

// LookAtSite has a site look for new articles at once; the error wraps record.ErrNotFound.
func (p *Pool) LookAtSite(ctx context.Context, id int64) error {
	err := p.store.LookNow(ctx, id)
	p.WakeSites()
	return err
}

// PauseSite pauses or resumes a site; the error wraps record.ErrNotFound.
func (p *Pool) PauseSite(ctx context.Context, id int64, paused bool) error {
	err := p.store.PauseSite(ctx, id, paused)
	p.WakeSites()
	return err
}

// AskAgain schedules one page, or the pages of a site that a filter chooses, to be fetched again at
// once, and returns how many. Documents of these pages that somebody removed from the library
// return to it.
func (p *Pool) AskAgain(ctx context.Context, site, page int64, f record.PageFilter) (int, error) {
	n, err := p.store.AskAgain(ctx, site, page, f)
	p.WakeSites()
	return n, err
}
