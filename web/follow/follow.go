// Package follow is the pages of what is followed elsewhere, web sites (site.go) and other systems
// that the library is filled from (source.go): which there are, what is set of each, how far it is,
// and what became of every page, record and file.
package follow

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
	"zhiwen/web/site"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors that
// wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	// Sites returns all sites by name, Site one.
	Sites(ctx context.Context) ([]record.Site, error)
	Site(ctx context.Context, id int64) (record.Site, error)
	// Pages returns the pages of a site that a filter chooses, the newest first, and how many
	// there are.
	Pages(ctx context.Context, site int64, f record.PageFilter) ([]record.WebPage, int, error)
	// DeleteSite deletes a site with its pages; its documents in the library stay.
	DeleteSite(ctx context.Context, id int64) error

	// HarvestSources returns all sources by name, HarvestSource one, with their counts.
	HarvestSources(ctx context.Context) ([]record.HarvestSource, error)
	HarvestSource(ctx context.Context, id int64) (record.HarvestSource, error)
	// HarvestItems returns the items of a source that a filter chooses, the newest first, and how
	// many there are.
	HarvestItems(ctx context.Context, source int64, f record.HarvestFilter) ([]record.HarvestItem, int, error)
	// HarvestItemsAfter returns at most most items of a source with larger numbers, in order, for
	// callers that read all of them.
	HarvestItemsAfter(ctx context.Context, source, after int64, most int) ([]record.HarvestItem, error)
	// DeleteHarvest deletes a source with its items; its documents in the library stay.
	DeleteHarvest(ctx context.Context, id int64) error
}

// Jobs follows sites. It must be safe for concurrent use.
type Jobs interface {
	// PutSite stores a new site if the id is 0, or changes its rules; seen is the change number of
	// the rules when they were read. The error wraps a record.SiteFault, record.ErrNameTaken or
	// record.ErrOvertaken.
	PutSite(ctx context.Context, id int64, rules record.SiteRules, seen int64, by string) (int64, error)
	// LookAtSite has a site look for new articles at once, PauseSite has it left alone or
	// followed again.
	LookAtSite(ctx context.Context, id int64) error
	PauseSite(ctx context.Context, id int64, paused bool) error
	// AskAgain has pages that a filter chooses, or one page, asked for again, and says how many.
	AskAgain(ctx context.Context, site, page int64, f record.PageFilter) (int, error)

	// PutHarvest stores a new source if the id is 0, or changes its rules; seen is the change
	// number of the rules when they were read. The error wraps a record.HarvestFault,
	// record.ErrNameTaken or record.ErrOvertaken.
	PutHarvest(ctx context.Context, id int64, rules record.HarvestRules, seen int64, by string) (int64, error)
	// HarvestNow has a source asked at once, PauseHarvest has it left alone or gone on with.
	HarvestNow(ctx context.Context, id int64) error
	PauseHarvest(ctx context.Context, id int64, paused bool) error
	// HarvestAgain has items that a filter chooses, or one, asked for again, and says how many.
	HarvestAgain(ctx context.Context, source, item int64, f record.HarvestFilter) (int, error)
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store Store
	Jobs  Jobs
}

// pages is the site with what these pages need, sites and sources are those of one kind of thing
// that is followed.
type (
	pages struct {
		*site.Site
		Dependencies
	}
	sites   struct{ *pages }
	sources struct{ *pages }
)

// followed are the pages of one kind of thing that is followed.
type followed interface {
	list(c *gin.Context) error
	edit(c *gin.Context, id int64) error // 0 is a new one
	save(c *gin.Context, id int64) error
	show(c *gin.Context, id int64) error
	table(c *gin.Context, id int64) error
	again(c *gin.Context, id int64) error
}

// acts holds the actions on a followed source and the addresses for them.
type acts struct {
	table, now, resume string
	start, forget      func(ctx context.Context, id int64) error
	pause              func(ctx context.Context, id int64, paused bool) error
}

const sitesHome, harvestHome = "/sites", "/harvests"

func address(home string, id int64) string { return home + "/" + strconv.FormatInt(id, 10) }

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	return slices.Concat(
		routes(sitesHome, sites{p}, acts{
			table: "/pages.csv", now: "/look", resume: "/follow",
			start: d.Jobs.LookAtSite, pause: d.Jobs.PauseSite, forget: d.Store.DeleteSite,
		}),
		routes(harvestHome, sources{p}, acts{
			table: "/items.csv", now: "/now", resume: "/resume",
			start: d.Jobs.HarvestNow, pause: d.Jobs.PauseHarvest, forget: d.Store.DeleteHarvest,
		}),
	)
}

func routes(home string, f followed, a acts) []site.Route {
	const get, post = http.MethodGet, http.MethodPost
	one := home + "/:id"
	acting := func(do func(context.Context, int64) error) site.Action {
		return site.Acting(do, func(id int64) string { return address(home, id) })
	}
	return []site.Route{
		{Method: get, Path: home, Do: f.list, Compress: true},
		{Method: get, Path: home + "/new", Do: func(c *gin.Context) error { return f.edit(c, 0) }, Compress: true},
		{Method: post, Path: home, Do: func(c *gin.Context) error { return f.save(c, 0) }},
		{Method: get, Path: one, Do: site.ByID(f.show), Compress: true},
		{Method: get, Path: one + "/edit", Do: site.ByID(f.edit), Compress: true},
		{Method: post, Path: one, Do: site.ByID(f.save)},
		{Method: get, Path: one + a.table, Do: site.ByID(f.table), Compress: true},
		{Method: post, Path: one + a.now, Do: acting(a.start)},
		{Method: post, Path: one + "/pause", Do: acting(func(ctx context.Context, id int64) error { return a.pause(ctx, id, true) })},
		{Method: post, Path: one + a.resume, Do: acting(func(ctx context.Context, id int64) error { return a.pause(ctx, id, false) })},
		{Method: post, Path: one + "/again", Do: site.ByID(f.again)},
		{Method: post, Path: one + "/delete", Do: site.Acting(a.forget, func(int64) string { return home })},
	}
}

const (
	// maxSearch is the most bytes of a search.
	maxSearch = 300
	// tablePage is how many rows of a table are read at a time.
	tablePage = 1000
)

// askAgain has what do chooses, or the one thing that a field of the form names, asked for again.
func askAgain(c *gin.Context, home string, id int64, field string, do func(one int64) (int, error)) error {
	var one int64
	if text := c.PostForm(field); text != "" {
		var err error
		if one, err = strconv.ParseInt(text, 10, 64); err != nil || one < 1 {
			return site.ErrBadInput
		}
	}
	if _, err := do(one); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, address(home, id)))
	return nil
}

// seen returns the change of the rules of id that the reader has seen, 0 for a new one.
func seen(c *gin.Context, id int64) (int64, error) {
	if id == 0 {
		return 0, nil
	}
	change, err := strconv.ParseInt(c.PostForm("seen"), 10, 64)
	if err != nil || change < 1 {
		return 0, site.ErrBadInput
	}
	return change, nil
}

// refused is the fault of rules that were not stored, in a form that is shown again.
type refused struct {
	Faults []site.FieldFault
	Late   bool // somebody else has changed it meanwhile
}

// refusal returns what a form says of the error of storing rules of a name, with the status of the page;
// 0 is the status of an error that the form says nothing of. The field of the name is "name", its
// message taken.
func refusal(l *catalogue.Language, err error, field, taken, name string) (r refused, status int) {
	switch {
	case errors.Is(err, record.ErrNameTaken):
		r.Faults = []site.FieldFault{{Field: field, Text: l.Text(taken, "Name", name)}}
	case errors.Is(err, record.ErrOvertaken):
		r.Late = true
	default:
		return r, 0
	}
	return r, http.StatusConflict
}

// number reads a typed number; it is negative if the text is no number.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return -1
	}
	return n
}
