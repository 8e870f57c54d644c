// Package harvest is the pages of other systems that the library is filled from: which there
// are, what is set of each, how far it is, and what became of every record and file.
package harvest

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// Store is what these pages read, and change, of the library. Unknown ids give errors that
// wrap record.ErrNotFound. It must be safe for concurrent use.
type Store interface {
	// HarvestSources returns all sources by name, HarvestSource one, with their counts.
	HarvestSources(ctx context.Context) ([]record.HarvestSource, error)
	HarvestSource(ctx context.Context, id int64) (record.HarvestSource, error)
	// HarvestItems returns the items of a source that a filter chooses, the newest first, and how
	// many there are.
	HarvestItems(ctx context.Context, source int64, f record.HarvestFilter) ([]record.HarvestItem, int, error)
	// HarvestItemsAfter returns the next items of a source by number, after one.
	HarvestItemsAfter(ctx context.Context, source, after int64, most int) ([]record.HarvestItem, error)
	// DeleteHarvest forgets a source with its items; its documents stay.
	DeleteHarvest(ctx context.Context, id int64) error
}

// Jobs harvests sources. It must be safe for concurrent use.
type Jobs interface {
	// PutHarvest stores a source, where the id is 0, or changes its rules; seen is the change that
	// they had when they were read. The error wraps a record.HarvestFault, record.ErrNameTaken or
	// record.ErrOvertaken.
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

// pages is the site with what these pages need.
type pages struct {
	*site.Site
	Dependencies
}

const home = "/harvests"

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
		{Method: get, Path: home + "/:id/items.csv", Do: site.ByID(p.table), Compress: true},
		{Method: post, Path: home + "/:id/now", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.HarvestNow(ctx, id) })},
		{Method: post, Path: home + "/:id/pause", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.PauseHarvest(ctx, id, true) })},
		{Method: post, Path: home + "/:id/resume", Do: acting(func(ctx context.Context, id int64) error { return d.Jobs.PauseHarvest(ctx, id, false) })},
		{Method: post, Path: home + "/:id/again", Do: site.ByID(p.again)},
		{Method: post, Path: home + "/:id/delete", Do: site.Acting(func(ctx context.Context, id int64) error { return d.Store.DeleteHarvest(ctx, id) }, func(int64) string { return home })},
	}
}

// silence is after how long a folder that is due and that no server looks through belongs to a
// server that does not run.
const silence = 5 * time.Minute

// counted is a source whose items can be counted by templates.
type counted struct {
	record.HarvestSource

	now time.Time
}

// Of returns how many items have an outcome.
func (c counted) Of(outcome string) int { return c.Outcomes[record.HarvestOutcome(outcome)] }

// Settled is how many items have their outcome.
func (c counted) Settled() int { return c.Total - c.Waiting() }

// Silent reports whether the machine whose folder it is does not look through it.
func (c counted) Silent() bool {
	return c.Kind == record.HarvestFolder && !c.Paused && c.Job == 0 && c.now.Sub(c.WakeAt) > silence
}

// State returns how a source is.
func (c counted) State() string {
	switch {
	case c.Paused:
		return "paused"
	case c.Silent():
		return "silent"
	case c.Job != 0 || !c.WakeAt.After(c.now):
		return "working"
	case c.Trouble.Reason != "":
		return "trouble"
	case c.Waiting() > 0:
		return "waiting"
	}
	return "resting"
}

// listView is the view of page/harvests.html.
type listView struct {
	site.Page
	Sources []counted
	Live    bool
}

func (p *pages) list(c *gin.Context) error {
	sources, err := p.Store.HarvestSources(c.Request.Context())
	if err != nil {
		return err
	}
	v := listView{Page: p.Page(c, p.Language(c).Text("harvest.title"), "reload.js")}
	v.Section, v.Back = "library", home
	for _, s := range sources {
		one := counted{s, time.Now()}
		v.Live = v.Live || one.State() == "working"
		v.Sources = append(v.Sources, one)
	}
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "harvests", v)
}

// choice is an outcome to choose, with its items.
type choice struct {
	Query, Text string
	Count       int
	Chosen      bool
}

// row is an item with what is said of it.
type row struct {
	record.HarvestItem
}

// Link is the address that leads to an item at its source, "" for none.
func (r row) Link() string {
	if r.From != "" {
		return r.From
	}
	return append(r.Links, "")[0]
}

// Known is what the source knows an item by, where that is not its name and says something.
func (r row) Known() string {
	if r.Key == r.Name || len(r.Links) == 0 && (strings.HasPrefix(r.Key, "base64:") || strings.HasPrefix(r.Key, "sha256:")) {
		return ""
	}
	return r.Key
}

// Unread reports whether the document is there and cannot be read.
func (r row) Unread() bool { return r.State == record.DocumentFailed }

// showView is the view of page/harvest.html.
type showView struct {
	site.Page
	counted
	Choices []choice
	Filter  record.HarvestFilter
	Found   int
	Rows    []row
	Pages   site.Pagination
	Live    bool // something of it will change soon
}

// maxSearch is the most characters of a search.
const maxSearch = 300

// chosen reads which items of a source an address, or a form, chooses.
func chosen(value func(string) string) (f record.HarvestFilter, err error) {
	f.Outcome, f.Search = record.HarvestOutcome(value("fate")), site.CleanLine(value("q"), maxSearch)
	if f.Outcome != "" && !slices.Contains(record.HarvestOutcomes(), f.Outcome) {
		return f, site.ErrBadInput
	}
	f.Missing = f.Outcome == "" && value("missing") != ""
	f.Unread = f.Outcome == "" && !f.Missing && value("unread") != ""
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
	s, err := p.Store.HarvestSource(ctx, id)
	if err != nil {
		return err
	}
	v := showView{Page: p.Page(c, s.Name, "reload.js"), counted: counted{s, time.Now()}, Filter: f}
	v.Section, v.Back = "library", address(id)
	l := p.Language(c)
	v.Choices = append(v.Choices, choice{Text: l.Text("sites.all"), Count: s.Total, Chosen: f.Outcome == "" && !f.Missing && !f.Unread})
	if n := s.Missing(); n > 0 {
		v.Choices = append(v.Choices, choice{Query: "?missing=1", Text: l.Text("sites.allMissing"), Count: n, Chosen: f.Missing})
	}
	if s.Unread > 0 {
		v.Choices = append(v.Choices, choice{Query: "?unread=1", Text: l.Text("imports.unread"), Count: s.Unread, Chosen: f.Unread})
	}
	for _, outcome := range record.HarvestOutcomes() {
		if s.Outcomes[outcome] > 0 {
			name := string(outcome)
			v.Choices = append(v.Choices, choice{"?fate=" + name, l.Text("harvestFate." + name), s.Outcomes[outcome], f.Outcome == outcome})
		}
	}
	f.Limit, f.Offset = site.PageSize, (number-1)*site.PageSize
	items, found, err := p.Store.HarvestItems(ctx, id, f)
	if err != nil {
		return err
	}
	if number > 1 && len(items) == 0 {
		return record.ErrNotFound
	}
	for _, i := range items {
		v.Rows = append(v.Rows, row{i})
	}
	v.Found = found
	v.Pages = site.Paginate(number, v.Found, c.Request.URL)
	v.Live = v.State() == "working" || !s.Paused && s.Ready+s.Unread < s.There()
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "harvest", v)
}

// again has the chosen items, or one, asked for again.
func (p *pages) again(c *gin.Context, id int64) error {
	f, err := chosen(c.PostForm)
	if err != nil {
		return err
	}
	var item int64
	if text := c.PostForm("item"); text != "" {
		if item, err = strconv.ParseInt(text, 10, 64); err != nil || item < 1 {
			return site.ErrBadInput
		}
	}
	if _, err := p.Jobs.HarvestAgain(c.Request.Context(), id, item, f); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, address(id)))
	return nil
}

// tablePage is how many items of a source are read at a time.
const tablePage = 1000

// table returns what became of every item of a source.
func (p *pages) table(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	s, err := p.Store.HarvestSource(ctx, id)
	if err != nil {
		return err
	}
	l := p.Language(c)
	return site.GiveTable(c, s.Name+".csv", "harvest-"+strconv.FormatInt(id, 10)+".csv", phrase.HarvestHeads(l), func(t *site.Table) error {
		for after := int64(0); ; {
			items, err := p.Store.HarvestItemsAfter(ctx, id, after, tablePage)
			if err != nil {
				return err
			}
			for _, i := range items {
				document := ""
				if i.State != "" {
					document = p.Address(c, "/documents/"+strconv.FormatInt(i.Document, 10))
				}
				t.Row(append(phrase.HarvestCells(l, i), document)...)
				after = i.ID
			}
			if len(items) < tablePage {
				return nil
			}
		}
	})
}
