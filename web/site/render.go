package site

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"path"
	"reflect"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/web/catalogue"
)

// Page is what the layout needs; every view embeds it.
type Page struct {
	Title    string
	Agency   Agency   // whose page it is
	Reviewer string   // under whose name the reader decides, or ""
	Member   bool     // has logged in
	Claims   bool     // has logged in where rights are claimed
	Local    bool     // there are no accounts: who decides types a name
	Open     bool     // says so, since there could be some
	Section  string   // of the navigation: "checks", "library", "forms", "audit", "people" or ""
	Back     string   // address to come back to after switching the language
	Scripts  []string // files that the page loads
	Wide     bool     // fills the window, as an application does
	Reload   bool     // without scripts, load again by itself

	Unreadable *record.LeftOut // what is damaged and not shown
}

// faultView is the view of page/fault.html.
type faultView struct {
	Page
	Name    string // of the error table
	Status  int
	Request string // id to find the log line by; of internal errors only
	From    string // the page of ours on which the form stood that was refused, or ""
}

// pages holds the templates, parsed once and copied for each language and each set of rights of a
// reader, since a template depends on nothing else of the request. It is safe for concurrent use.
type pages struct {
	catalogue *catalogue.Catalogue
	assets    *assets
	more      func(*catalogue.Language) template.FuncMap // of the packages of pages
	shared    *template.Template                         // layout and partials; never executed, so that it can be copied
	parsed    map[string]*template.Template              // what a page adds, by its name
	mu        sync.Mutex
	copies    map[copyKey]*template.Template
}

// copyKey is the language, the viewer.key and the page of a copy.
type copyKey struct{ language, reader, page string }

// parsePages parses every page, so that a fault shows at the start.
func (s *Site) parsePages() (*pages, error) {
	files := s.config.Templates
	names, err := fs.Glob(files, "page/*.html")
	if err != nil {
		return nil, err
	}
	p := &pages{catalogue: s.catalogue, assets: s.assets, more: s.config.Functions, parsed: map[string]*template.Template{},
		copies: map[copyKey]*template.Template{}}
	// Parsing asks for the names of functions alone, and copies have their own.
	anyFunctions := p.functions(p.catalogue.Languages()[0], s.viewing(noAccounts))
	if p.shared, err = template.New("layout.html").Funcs(anyFunctions).ParseFS(files, "layout.html", "partial/*.html"); err != nil {
		return nil, fmt.Errorf("parse what pages share: %w", err)
	}
	for _, name := range names {
		t, err := template.New("").Funcs(anyFunctions).ParseFS(files, name)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", name, err)
		}
		p.parsed[strings.TrimSuffix(path.Base(name), ".html")] = t
	}
	return p, nil
}

// of returns a page for a reader.
func (p *pages) of(l *catalogue.Language, v *Viewer, name string) (*template.Template, error) {
	parsed := p.parsed[name]
	if parsed == nil {
		return nil, fmt.Errorf("no page %q", name)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := copyKey{l.Code, v.key(), name}
	if t := p.copies[key]; t != nil {
		return t, nil
	}
	t, err := p.shared.Clone()
	if err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	for _, part := range parsed.Templates() {
		if _, err := t.AddParseTree(part.Name(), part.Tree.Copy()); err != nil {
			return nil, fmt.Errorf("page %s: %w", name, err)
		}
	}
	// What templates ask with: of the reader no more than what they may.
	asking := &Viewer{rights: v.rights, state: v.state, Account: record.Account{ID: v.Account.ID, Roles: v.Account.Roles}}
	p.copies[key] = t.Option("missingkey=error").Funcs(p.functions(l, asking))
	return t, nil
}

// mostListed bounds lists of things of which a file may have any number: nobody reads longer lists,
// and a small file would make a page of many megabytes.
const mostListed = 1_000

// functions returns what templates may call on every site. Texts come from t and n.
func (p *pages) functions(l *catalogue.Language, v *Viewer) template.FuncMap {
	all := template.FuncMap{
		"may":       v.May,
		"t":         l.Text,
		"n":         l.Count,
		"number":    l.Number,
		"percent":   l.Percent,
		"ratio":     func(v any) string { return l.Ratio(toFloat(v)) },
		"time":      l.Time,
		"date":      l.Date,
		"bytes":     l.Bytes,
		"machine":   func(t time.Time) string { return t.Local().Format(time.RFC3339) }, // static/zone.js reads the zone
		"zone":      func(t time.Time) string { return t.Local().Format("UTC-07:00") },
		"language":  func() *catalogue.Language { return l },
		"languages": p.catalogue.Languages,
		"asset":     p.assets.address,
		"css":       p.assets.style,
		"isolated":  catalogue.Isolated,
		"listed": func(list any) any {
			v := reflect.ValueOf(list)
			return v.Slice(0, min(v.Len(), mostListed)).Interface()
		},
		"unlisted": func(list any) int { return max(reflect.ValueOf(list).Len()-mostListed, 0) },
	}
	if p.more != nil {
		maps.Copy(all, p.more(l))
	}
	return all
}

// Page returns the layout's part of a view.
func (s *Site) Page(c *gin.Context, title string, scripts ...string) Page {
	back := c.Request.URL.Path
	if c.Request.URL.RawQuery != "" {
		back += "?" + c.Request.URL.RawQuery
	}
	reader := s.Reader(c)
	claims := false
	if reader.LoggedIn() {
		claims, _ = s.config.Store.Claiming(c.Request.Context()) // a page that cannot know it has no link
	}
	return Page{
		Claims: claims, Unreadable: record.LeftOutOf(c.Request.Context()),
		Title: title, Agency: s.agency(c.Request.Context(), s.Language(c)), Reviewer: s.Signing(c), Back: back, Scripts: scripts,
		Member: reader.LoggedIn(), Open: s.config.Auth != nil && reader.state == noAccounts, Local: reader.state == noAccounts,
	}
}

// Render writes a page: into a buffer first, so that a failing template never
// leaves half a page with a good status.
func (s *Site) Render(c *gin.Context, status int, name string, view any) error {
	return s.RenderPart(c, status, name, "layout.html", view)
}

// RenderPart writes one template of a page.
func (s *Site) RenderPart(c *gin.Context, status int, name, part string, view any) error {
	page, err := s.Execute(c, name, part, view)
	if err != nil {
		return err
	}
	c.Data(status, "text/html; charset=utf-8", page)
	return nil
}

// Execute returns one template of a page.
func (s *Site) Execute(c *gin.Context, name, part string, view any) ([]byte, error) {
	t, err := s.pages.of(s.Language(c), s.Reader(c), name)
	if err != nil {
		return nil, err
	}
	return execute(t, name, part, view)
}

// ExecuteIn returns one template of a page in a language: of what stands alone, and is
// the same for every reader.
func (s *Site) ExecuteIn(l *catalogue.Language, name, part string, view any) ([]byte, error) {
	t, err := s.pages.of(l, s.viewing(noAccounts), name)
	if err != nil {
		return nil, err
	}
	return execute(t, name, part, view)
}

func execute(t *template.Template, name, part string, view any) ([]byte, error) {
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, part, view); err != nil {
		return nil, fmt.Errorf("render %s: %w", name, err)
	}
	return b.Bytes(), nil
}

func toFloat(v any) float64 {
	switch v := v.(type) {
	case *evidence.Decimal:
		return float64(*v)
	case evidence.Decimal:
		return float64(v)
	case float64:
		return v
	}
	return 0
}
