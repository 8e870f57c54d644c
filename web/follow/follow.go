// Package follow is the pages of web sites that are followed: which there are, what is set
// of each, and what became of every page.
package follow

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
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
	// DeleteSite forgets a site with its pages; its documents stay.
	DeleteSite(ctx context.Context, id int64) error
}

// Jobs follows sites. It must be safe for concurrent use.
type Jobs interface {
	// PutSite stores a site, where the id is 0, or changes its rules; seen is the change that
	// they had when they were read. The error wraps a record.SiteFault, record.ErrNameTaken or
	// record.ErrOvertaken.
	PutSite(ctx context.Context, id int64, rules record.SiteRules, seen int64, by string) (int64, error)
	// LookAtSite has a site look for new articles at once, PauseSite has it left alone or
	// followed again.
	LookAtSite(ctx context.Context, id int64) error
	PauseSite(ctx context.Context, id int64, paused bool) error
	// AskAgain has pages that a filter chooses, or one page, asked for again, and says how many.
	AskAgain(ctx context.Context, site, page int64, f record.PageFilter) (int, error)
}

// Dependencies is what these pages stand on.
type Dependencies struct {
	Store Store
	Jobs  Jobs
}

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

const home = "/sites"

func address(id int64) string { return home + "/" + strconv.FormatInt(id, 10) }

// Routes returns the routes of these pages.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	acting := func(do func(context.Context, int64) error) site.Action { return site.Acting(do, address) }
	return []site.Route{
		{Method: get, Path: home, Do: p.list, Compress: true},
		{Method: get, Path: home + "/new", Do: func(c *gin.Context) error { return p.edit(c, 0) }, Compress: true},
		{Method: post, Path: home, Do: func(c *gin.Context) error { return p.save(c, 0) }},
		{Method: get, Path: home + "/:id", Do: site.ByID(p.show), Compress: true},
		{Method: get, Path: home + "/:id/edit", Do: site.ByID(p.edit), Compress: true},
		{Method: post, Path: home + "/:id", Do: site.ByID(p.save)},
		{Method: get, Path: home + "/:id/pages.csv", Do: site.ByID(p.table), Compress: true},
		{Method: post, Path: home + "/:id/look", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.LookAtSite(ctx, id) })},
		{Method: post, Path: home + "/:id/pause", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.PauseSite(ctx, id, true) })},
		{Method: post, Path: home + "/:id/follow", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.PauseSite(ctx, id, false) })},
		{Method: post, Path: home + "/:id/again", Do: site.ByID(p.again)},
		{Method: post, Path: home + "/:id/delete", Do: site.Acting(func(ctx context.Context, id int64) error { return d.Store.DeleteSite(ctx, id) }, func(int64) string { return home })},
	}
}

// counted is a site whose pages can be counted by templates.
type counted struct{ record.Site }

// Of returns how many pages have an outcome.
func (c counted) Of(outcome string) int { return c.Outcomes[record.WebOutcome(outcome)] }

// State returns how a site is: paused, working or resting.
func (c counted) State() string {
	switch {
	case c.Paused:
		return "paused"
	case c.Job != 0:
		return "working"
	}
	return "resting"
}

// listView is the view of page/sites.html.
type listView struct {
	site.Page
	Sites []counted
}

func (p *pages) list(c *gin.Context) error {
	sites, err := p.Store.Sites(c.Request.Context())
	if err != nil {
		return err
	}
	v := listView{Page: p.Page(c, p.Language(c).Text("sites.title"))}
	v.Section, v.Back = "library", home
	for _, s := range sites {
		v.Sites = append(v.Sites, counted{s})
	}
	return p.Render(c, http.StatusOK, "sites", v)
}

// choice is an outcome to choose, with its pages.
type choice struct {
	Outcome record.WebOutcome // "" is all that did not come
	Count   int
	Chosen  bool
}

// showView is the view of page/site.html.
type showView struct {
	site.Page
	counted
	Choices []choice
	Outcome record.WebOutcome
	Missing bool // what did not come is chosen
	Search  string
	Found   int
	Rows    []record.WebPage
	Pages   site.Pagination
	Live    bool // something of it will change soon
}

// maxSearch is the most bytes of a search.
const maxSearch = 300

// chosen reads which pages of a site an address, or a form, chooses.
func chosen(value func(string) string) (f record.PageFilter, err error) {
	f.Outcome, f.Search = record.WebOutcome(value("fate")), site.CleanLine(value("q"), maxSearch)
	if f.Outcome != "" && !slices.Contains(record.WebOutcomes(), f.Outcome) {
		return f, site.ErrBadInput
	}
	f.Failed = f.Outcome == "" && value("missing") != ""
	return f, nil
}

func (p *pages) show(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	number, err := site.PageNumber(c)
	if err != nil {
		return err
	}
	f, err := chosen(c.Query)
	if err != nil {
		return err
	}
	s, err := p.Store.Site(ctx, id)
	if err != nil {
		return err
	}
	v := showView{Page: p.Page(c, s.Name, "reload.js"), counted: counted{s}, Outcome: f.Outcome, Missing: f.Failed, Search: f.Search}
	v.Section, v.Back = "library", address(id)
	if n := s.Failed(); n > 0 {
		v.Choices = append(v.Choices, choice{Count: n, Chosen: f.Failed})
	}
	for _, outcome := range record.WebOutcomes() {
		if s.Outcomes[outcome] > 0 {
			v.Choices = append(v.Choices, choice{Outcome: outcome, Count: s.Outcomes[outcome], Chosen: f.Outcome == outcome})
		}
	}
	f.Limit, f.Offset = site.PageSize, (number-1)*site.PageSize
	if v.Rows, v.Found, err = p.Store.Pages(ctx, id, f); err != nil {
		return err
	}
	if number > 1 && len(v.Rows) == 0 {
		return record.ErrNotFound
	}
	v.Pages = site.Paginate(number, v.Found, c.Request.URL)
	v.Live = !s.Paused && (s.Job != 0 || s.Total == 0)
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "site", v)
}

// again has the chosen pages, or one, asked for again.
func (p *pages) again(c *gin.Context, id int64) error {
	f, err := chosen(c.PostForm)
	if err != nil {
		return err
	}
	var page int64
	if text := c.PostForm("page"); text != "" {
		if page, err = strconv.ParseInt(text, 10, 64); err != nil || page < 1 {
			return site.ErrBadInput
		}
	}
	if _, err := p.Jobs.AskAgain(c.Request.Context(), id, page, f); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, address(id)))
	return nil
}

// stamp writes a time into a table, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}

// tablePage is how many pages of a site are read at a time.
const tablePage = 1000

// table returns what became of every page of a site.
func (p *pages) table(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	s, err := p.Store.Site(ctx, id)
	if err != nil {
		return err
	}
	f, err := chosen(c.Query)
	if err != nil {
		return err
	}
	l := p.Language(c)
	heads := []string{
		l.Text("web.address"), l.Text("sites.role"), l.Text("sites.fate"), l.Text("sites.detail"), l.Text("sites.status"), l.Text("sites.pageTitle"), l.Text("web.published"), l.Text("sites.found"), l.Text("sites.asked"), l.Text("sites.next"), l.Text("sites.versions"), l.Text("imports.document"),
	}
	return site.GiveTable(c, s.Name+".csv", "site-"+strconv.FormatInt(id, 10)+".csv", heads, func(t *site.Table) error {
		f.Limit = tablePage
		for f.Offset = 0; ; f.Offset += tablePage {
			rows, _, err := p.Store.Pages(ctx, id, f)
			if err != nil {
				return err
			}
			for _, r := range rows {
				document := ""
				if r.Document > 0 {
					document = p.Address(c, "/documents/"+strconv.FormatInt(r.Document, 10))
				}
				t.Row(r.Address, l.Text("pageRole."+string(r.Role)), l.Text("webFate."+string(r.Outcome)), r.Detail,
					site.CountCell(r.Status), r.Title, r.When(), stamp(r.FoundAt), stamp(r.AskedAt), stamp(r.NextAt),
					site.CountCell(r.Versions), document)
			}
			if len(rows) < tablePage {
				return nil
			}
		}
	})
}
