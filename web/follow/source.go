package follow

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// silence is after how long a folder that is due and that no server looks through belongs to a
// server that does not run.
const silence = 5 * time.Minute

// countedSource is a source whose items can be counted by templates.
type countedSource struct {
	record.HarvestSource

	now time.Time
}

// Of returns how many items have an outcome.
func (c countedSource) Of(outcome string) int { return c.Outcomes[record.HarvestOutcome(outcome)] }

// Settled returns how many items have their outcome.
func (c countedSource) Settled() int { return c.Total - c.Waiting() }

// Silent reports whether the machine whose folder it is does not look through it.
func (c countedSource) Silent() bool {
	return c.Kind == record.HarvestFolder && !c.Paused && c.Job == 0 && c.now.Sub(c.WakeAt) > silence
}

// State returns how a source is.
func (c countedSource) State() string {
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

// sourcesView is the view of page/harvests.html.
type sourcesView struct {
	site.Page
	Sources []countedSource
	Live    bool
}

func (p sources) list(c *gin.Context) error {
	sources, err := p.Store.HarvestSources(c.Request.Context())
	if err != nil {
		return err
	}
	v := sourcesView{Page: p.Page(c, p.Language(c).Text("harvest.title"), "reload.js")}
	v.Section, v.Back = "library", harvestHome
	for _, s := range sources {
		one := countedSource{s, time.Now()}
		v.Live = v.Live || one.State() == "working"
		v.Sources = append(v.Sources, one)
	}
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "harvests", v)
}

// itemChoice is an outcome to choose, with its items.
type itemChoice struct {
	Query, Text string
	Count       int
	Chosen      bool
}

// row is an item with its texts.
type row struct {
	record.HarvestItem
}

// Link returns the address that leads to an item at its source, "" for none.
func (r row) Link() string {
	if r.From != "" {
		return r.From
	}
	return append(r.Links, "")[0]
}

// Known returns what the source knows an item by, where that is not its name and says something.
func (r row) Known() string {
	if r.Key == r.Name || len(r.Links) == 0 && (strings.HasPrefix(r.Key, "base64:") || strings.HasPrefix(r.Key, "sha256:")) {
		return ""
	}
	return r.Key
}

// Unread reports whether the document is there and cannot be read.
func (r row) Unread() bool { return r.State == record.DocumentFailed }

// sourceView is the view of page/harvest.html.
type sourceView struct {
	site.Page
	countedSource
	Choices []itemChoice
	Filter  record.HarvestFilter
	Found   int
	Rows    []row
	Pages   site.Pagination
	Live    bool // something of it will change soon
}

// chosenItems reads which items of a source an address, or a form, chooses.
func chosenItems(value func(string) string) (f record.HarvestFilter, err error) {
	f.Outcome, f.Search = record.HarvestOutcome(value("fate")), site.CleanLine(value("q"), maxSearch)
	if f.Outcome != "" && !slices.Contains(record.HarvestOutcomes(), f.Outcome) {
		return f, site.ErrBadInput
	}
	f.Missing = f.Outcome == "" && value("missing") != ""
	f.Unread = f.Outcome == "" && !f.Missing && value("unread") != ""
	return f, nil
}

func (p sources) show(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	f, err := chosenItems(c.Query)
	if err != nil {
		return err
	}
	s, err := p.Store.HarvestSource(ctx, id)
	if err != nil {
		return err
	}
	v := sourceView{Page: p.Page(c, s.Name, "reload.js"), countedSource: countedSource{s, time.Now()}, Filter: f}
	v.Section, v.Back = "library", address(harvestHome, id)
	l := p.Language(c)
	v.Choices = append(v.Choices, itemChoice{Text: l.Text("sites.all"), Count: s.Total, Chosen: f.Outcome == "" && !f.Missing && !f.Unread})
	if n := s.Missing(); n > 0 {
		v.Choices = append(v.Choices, itemChoice{Query: "?missing=1", Text: l.Text("sites.allMissing"), Count: n, Chosen: f.Missing})
	}
	if s.Unread > 0 {
		v.Choices = append(v.Choices, itemChoice{Query: "?unread=1", Text: l.Text("imports.unread"), Count: s.Unread, Chosen: f.Unread})
	}
	for _, outcome := range record.HarvestOutcomes() {
		if s.Outcomes[outcome] > 0 {
			name := string(outcome)
			one := itemChoice{"?fate=" + name, l.Text("harvestFate." + name), s.Outcomes[outcome], f.Outcome == outcome}
			v.Choices = append(v.Choices, one)
		}
	}
	items, found, links, err := site.ReadPage(c, func(limit, offset int) ([]record.HarvestItem, int, error) {
		f.Limit, f.Offset = limit, offset
		return p.Store.HarvestItems(ctx, id, f)
	})
	if err != nil {
		return err
	}
	v.Rows, v.Found, v.Pages = each.Of(items, func(i record.HarvestItem) row { return row{i} }), found, links
	v.Live = v.State() == "working" || !s.Paused && s.Ready+s.Unread < s.There()
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "harvest", v)
}

// again has the chosen items, or one, asked for again.
func (p sources) again(c *gin.Context, id int64) error {
	f, err := chosenItems(c.PostForm)
	if err != nil {
		return err
	}
	return askAgain(c, harvestHome, id, "item", func(item int64) (int, error) {
		return p.Jobs.HarvestAgain(c.Request.Context(), id, item, f)
	})
}

// table sends the outcomes of all items of a source as a table.
func (p sources) table(c *gin.Context, id int64) error {
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
