package follow

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/record"
	"zhiwen/web/site"
)

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

func (p sites) list(c *gin.Context) error {
	sites, err := p.Store.Sites(c.Request.Context())
	if err != nil {
		return err
	}
	v := listView{Page: p.Page(c, p.Language(c).Text("sites.title"))}
	v.Section, v.Back = "library", sitesHome
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

// chosen reads which pages of a site an address, or a form, chooses.
func chosen(value func(string) string) (f record.PageFilter, err error) {
	f.Outcome, f.Search = record.WebOutcome(value("fate")), site.CleanLine(value("q"), maxSearch)
	if f.Outcome != "" && !slices.Contains(record.WebOutcomes(), f.Outcome) {
		return f, site.ErrBadInput
	}
	f.Failed = f.Outcome == "" && value("missing") != ""
	return f, nil
}

func (p sites) show(c *gin.Context, id int64) error {
	ctx := c.Request.Context()
	f, err := chosen(c.Query)
	if err != nil {
		return err
	}
	s, err := p.Store.Site(ctx, id)
	if err != nil {
		return err
	}
	v := showView{Page: p.Page(c, s.Name, "reload.js"), counted: counted{s}, Outcome: f.Outcome, Missing: f.Failed, Search: f.Search}
	v.Section, v.Back = "library", address(sitesHome, id)
	if n := s.Failed(); n > 0 {
		v.Choices = append(v.Choices, choice{Count: n, Chosen: f.Failed})
	}
	for _, outcome := range record.WebOutcomes() {
		if s.Outcomes[outcome] > 0 {
			v.Choices = append(v.Choices, choice{Outcome: outcome, Count: s.Outcomes[outcome], Chosen: f.Outcome == outcome})
		}
	}
	v.Rows, v.Found, v.Pages, err = site.ReadPage(c, func(limit, offset int) ([]record.WebPage, int, error) {
		f.Limit, f.Offset = limit, offset
		return p.Store.Pages(ctx, id, f)
	})
	if err != nil {
		return err
	}
	v.Live = !s.Paused && (s.Job != 0 || s.Total == 0)
	v.Reload = v.Live
	return p.Render(c, http.StatusOK, "site", v)
}

// again has the chosen pages, or one, asked for again.
func (p sites) again(c *gin.Context, id int64) error {
	f, err := chosen(c.PostForm)
	if err != nil {
		return err
	}
	return askAgain(c, sitesHome, id, "page", func(page int64) (int, error) { return p.Jobs.AskAgain(c.Request.Context(), id, page, f) })
}

// stamp writes a time into a table, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}

// table returns what became of every page of a site.
func (p sites) table(c *gin.Context, id int64) error {
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
	heads := l.Texts(
		"web.address", "sites.role", "sites.fate", "sites.detail", "sites.status", "sites.pageTitle", "web.published", "sites.found",
		"sites.asked", "sites.next", "sites.versions", "imports.document",
	)
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
