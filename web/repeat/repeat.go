// Package repeat is the page about repeated web pages: who repeats whom, by day and site, who was
// first and why.
package repeat

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/first"
	"zhiwen/checker/record"
	"zhiwen/internal/each"
	"zhiwen/web/catalogue"
	"zhiwen/web/phrase"
	"zhiwen/web/site"
)

// Store is what this page reads of the library. It must be safe for concurrent use.
type Store interface {
	// Repeats returns the pairs that a filter chooses, the newest first.
	Repeats(ctx context.Context, f record.RepeatFilter) ([]record.Repeat, error)
	// RepeatDays returns how many it chooses by day, the newest first.
	RepeatDays(ctx context.Context, f record.RepeatFilter) ([]record.RepeatDay, error)
	// Pending returns how many pages have yet to be compared, or could not be.
	Pending(ctx context.Context) (record.Pending, error)
	// Sites returns all sites by name.
	Sites(ctx context.Context) ([]record.Site, error)
}

// Jobs compares pages. It must be safe for concurrent use.
type Jobs interface {
	// CompareAgain has the pages compared that could not be.
	CompareAgain(ctx context.Context) error
}

// Dependencies is what this page stands on.
type Dependencies struct {
	Store Store
	Jobs  Jobs
	// Temporary is the folder where what has grown large lies while a file is made; "" is the
	// system's.
	Temporary string
}

type pages struct {
	*site.Site
	Dependencies
}

const home = "/sites/repeats"

// Routes returns the routes of this page.
func Routes(s *site.Site, d Dependencies) []site.Route {
	p := &pages{Site: s, Dependencies: d}
	const get, post = http.MethodGet, http.MethodPost
	return []site.Route{
		{Method: get, Path: home, Do: p.list, Compress: true, Act: audit.View},
		{Method: get, Path: home + ".csv", Do: p.table, Compress: true, Act: audit.Export},
		{Method: get, Path: home + ".xlsx", Do: p.workbook, Act: audit.Export},
		{Method: post, Path: home + "/again", Do: p.again},
	}
}

const (
	// defaultDays is how many days are shown unless somebody chooses.
	defaultDays = 30
	// mostPairs is of how many pairs it is told at which sites texts were first, of the newest:
	// who was first is told of each anew, since the order of criteria may have changed.
	mostPairs = 10_000
)

// leasts are the shares that can be chosen, in percent.
var leasts = []int{record.LeastRepeat / 100, 50, 80}

// choice is what an address chooses.
type choice struct {
	record.RepeatFilter
	Percent int
}

func (p *pages) choose(c *gin.Context) (x choice, err error) {
	day := func(name string) string {
		text := c.Query(name)
		if _, e := time.Parse(time.DateOnly, text); text != "" && e != nil {
			err = site.ErrBadInput
		}
		return text
	}
	x.From, x.To = day("from"), day("to")
	if err != nil {
		return x, err
	}
	if _, given := c.GetQuery("from"); !given {
		x.From = time.Now().AddDate(0, 0, 1-defaultDays).Format(time.DateOnly)
	}
	least, err := site.QueryNumber(c, "least")
	if err != nil || least != 0 && !slices.Contains(leasts, int(least)) {
		return x, site.ErrBadInput
	}
	if x.Percent = int(least); x.Percent == 0 {
		x.Percent = leasts[0]
	}
	if x.Site, err = site.QueryNumber(c, "site"); err != nil {
		return x, err
	}
	x.Least, x.Within, x.Applications = x.Percent*100, c.Query("within") != "", c.Query("applications") != ""
	return x, nil
}

// pair is two texts that repeat each other, the one that was first before the other; where
// nothing tells, the one whose text came into the library first.
type pair struct {
	A, B       record.RepeatSide
	Sides      []side // A and B as the page shows them
	Outcome    first.Outcome
	Said       string   // who was first
	Reasons    []string // what each criterion says
	Link       string   // where both stand side by side, "" where that is gone
	Day        string
	Characters int
	Key        record.RepeatKey
}

// side is one of two texts on the page.
type side struct {
	record.RepeatSide
	Letter, Other string // by which it and the other are named
	Of            string // its site
}

func (p *pages) pairOf(l *catalogue.Language, r record.Repeat, order []first.Criterion) pair {
	x := pair{A: r.Other, B: r.Page, Day: r.Day, Characters: r.Characters,
		Key: record.RepeatKey{Day: r.Day, Page: r.Page.Document, Other: r.Other.Document}}
	if x.Outcome = first.Decide(x.A.Side(), x.B.Side(), order); x.Outcome.First == first.B {
		x.A, x.B = x.B, x.A
		x.Outcome = first.Decide(x.A.Side(), x.B.Side(), order)
	}
	x.Said = phrase.First(l, x.Outcome)
	for _, reason := range x.Outcome.Reasons {
		x.Reasons = append(x.Reasons, phrase.FirstReason(l, reason, x.A, x.B))
	}
	a, b := phrase.Side(l, first.A), phrase.Side(l, first.B)
	x.Sides = []side{{x.A, a, b, siteName(l, x.A)}, {x.B, b, a, siteName(l, x.B)}}
	if r.Check != 0 {
		x.Link = "/checks/" + strconv.FormatInt(r.Check, 10) + "/sources/" + strconv.FormatInt(r.Source(), 10)
	}
	return x
}

// siteName returns the site of a side, or what it is instead.
func siteName(l *catalogue.Language, s record.RepeatSide) string {
	if s.Application {
		return l.Text("repeats.application")
	}
	return s.Site
}

// read returns the pairs that a filter chooses.
func (p *pages) read(c *gin.Context, f record.RepeatFilter) (pairs []pair, err error) {
	found, err := p.Store.Repeats(c.Request.Context(), f)
	if err != nil {
		return nil, err
	}
	values, err := p.Settings(c)
	if err != nil {
		return nil, err
	}
	l := p.Language(c)
	for _, r := range found {
		pairs = append(pairs, p.pairOf(l, r, values.First.Order))
	}
	return pairs, nil
}

// day is the pairs of one day.
type day struct {
	Day   string
	Pairs []pair
}

// view is the view of page/repeats.html.
type view struct {
	site.Page
	choice
	Leasts   []int
	Sites    []record.Site
	Pending  record.Pending
	Total    int
	More     bool // Between is of the newest alone
	Plot     *plot
	Between  []between
	Others   int // pairs of sites that are not listed
	Days     []day
	Pages    site.Pagination
	Query    string // of this choice
	Criteria []first.Criterion
}

func (p *pages) list(c *gin.Context) error {
	ctx := c.Request.Context()
	number, err := site.PageNumber(c)
	if err != nil {
		return err
	}
	x, err := p.choose(c)
	if err != nil {
		return err
	}
	days, err := p.Store.RepeatDays(ctx, x.RepeatFilter)
	if err != nil {
		return err
	}
	total := each.Sum(days, func(d record.RepeatDay) int { return d.Pairs })
	if number > 1 && (number-1)*site.PageSize >= total {
		return record.ErrNotFound
	}
	// The first page tells of sites too, and leafing reads no more than is shown.
	f := x.RepeatFilter
	f.Limit, f.Offset = site.PageSize, (number-1)*site.PageSize
	if number == 1 {
		f.Limit = mostPairs
	}
	pairs, err := p.read(c, f)
	if err != nil {
		return err
	}
	l := p.Language(c)
	v := view{Page: p.Page(c, l.Text("repeats.title")), choice: x, Leasts: leasts, Total: total, More: number == 1 && total > mostPairs}
	v.Section, v.Back, v.Query = "library", home, c.Request.URL.Query().Encode()
	if v.Sites, err = p.Store.Sites(ctx); err != nil {
		return err
	}
	if v.Pending, err = p.Store.Pending(ctx); err != nil {
		return err
	}
	values, err := p.Settings(c)
	if err != nil {
		return err
	}
	v.Criteria = values.First.Order
	v.Plot = plotOf(l, days, x, c.Request.URL.Query())
	if number == 1 {
		v.Between, v.Others = betweenSites(l, pairs)
	}
	for _, x := range pairs[:min(len(pairs), site.PageSize)] {
		if n := len(v.Days); n == 0 || v.Days[n-1].Day != x.Day {
			v.Days = append(v.Days, day{Day: x.Day})
		}
		last := &v.Days[len(v.Days)-1]
		last.Pairs = append(last.Pairs, x)
	}
	v.Pages = site.Paginate(number, total, c.Request.URL)
	return p.Render(c, http.StatusOK, "repeats", v)
}

func (p *pages) again(c *gin.Context) error {
	if err := p.Jobs.CompareAgain(c.Request.Context()); err != nil {
		return err
	}
	c.Redirect(http.StatusSeeOther, site.BackOr(c, home))
	return nil
}
