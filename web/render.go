package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/templates"
	"zhiwen/web/catalogue"
	"zhiwen/web/report"
)

// Page is what the layout needs; every view embeds it.
type Page struct {
	Title    string
	Reviewer string   // under whose name the reader decides, or ""
	Member   bool     // has logged in
	Local    bool     // there are no accounts: who decides types a name
	Open     bool     // says so, since there could be some
	Section  string   // of the navigation: "checks", "library", "forms", "audit", "people" or ""
	Back     string   // address to come back to after switching the language
	Scripts  []string // files that the page loads
	Wide     bool     // fills the window, as an application does
	Reload   bool     // without scripts, load again by itself
}

// faultView is the view of page/fault.html.
type faultView struct {
	Page
	Name    string // of the error table
	Status  int
	Request string // id to find the log line by; of internal errors only
}

// pages is the parsed templates, once a language and what a reader may, since what a
// template says depends on these and on nothing else of the request. It is safe for
// concurrent use.
type pages struct {
	catalogue *catalogue.Catalogue
	assets    *assets
	names     []string
	mu        sync.Mutex
	sets      map[setKey]map[string]*template.Template // by page name
}

// setKey is the language and the viewer.key of a set.
type setKey struct{ language, reader string }

// parsePages parses every page in each language, so that a fault shows at the start.
// Sets for others than who may everything are parsed when one of them first comes.
func parsePages(c *catalogue.Catalogue, a *assets) (*pages, error) {
	names, err := fs.Glob(templates.Files, "page/*.html")
	if err != nil {
		return nil, err
	}
	p := &pages{catalogue: c, assets: a, names: names, sets: map[setKey]map[string]*template.Template{}}
	for _, l := range c.Languages() {
		if _, err := p.of(l, &viewer{}); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// of gives the set for a reader, by page name.
func (p *pages) of(l *catalogue.Language, v *viewer) (map[string]*template.Template, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	key := setKey{l.Code, v.key()}
	if set := p.sets[key]; set != nil {
		return set, nil
	}
	// What templates ask with: of the reader no more than what they may.
	asking := &viewer{state: v.state, account: record.Account{ID: v.account.ID, Roles: v.account.Roles}}
	set := map[string]*template.Template{}
	for _, name := range p.names {
		t, err := template.New("layout.html").Option("missingkey=error").Funcs(functions(p.catalogue, l, p.assets, asking)).
			ParseFS(templates.Files, "layout.html", "partial/*.html", name)
		if err != nil {
			return nil, fmt.Errorf("parse %s: %w", name, err)
		}
		set[strings.TrimSuffix(path.Base(name), ".html")] = t
	}
	p.sets[key] = set
	return set, nil
}

// functions are what templates may call. Texts come from t and n, and from
// the functions that name the values of one type (kind, relation, …), whose
// keys the catalogue's test knows.
func functions(c *catalogue.Catalogue, l *catalogue.Language, a *assets, v *viewer) template.FuncMap {
	family := func(prefix string) func(any) string {
		return func(v any) string { return l.Text(prefix + "." + fmt.Sprint(v)) }
	}
	return template.FuncMap{
		"may":          v.may,
		"t":            l.Text,
		"n":            l.Count,
		"number":       l.Number,
		"percent":      l.Percent,
		"ratio":        func(v any) string { return l.Ratio(toFloat(v)) },
		"time":         l.Time,
		"date":         l.Date,
		"bytes":        l.Bytes,
		"machine":      func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"language":     func() *catalogue.Language { return l },
		"languages":    c.Languages,
		"asset":        a.address,
		"kind":         family("kind"),
		"relation":     family("relation"),
		"reason":       family("reason"),
		"mark":         family("mark"),
		"citation":     family("citation"),
		"figure":       family("figure"),
		"meaning":      family("meaning"),
		"doubt":        func(d record.Doubt, countable int) string { return doubtSaid(l, d, countable) },
		"role":         func(name string) string { return RoleName(l, name) },
		"marks":        report.Marks,
		"found":        family("found"),
		"flag":         family("flag"),
		"cause":        family("cause"),
		"css":          a.style,
		"isolated":     catalogue.Isolated,
		"brief":        report.Brief,
		"verdict":      family("verdict"),
		"pageList":     extract.PageList,
		"noticeTitle":  func(n extract.Notice) string { return NoticeTitle(l, n) },
		"noticeAdvice": func(n extract.Notice) string { return NoticeAdvice(l, n) },
		"withdrawal":   report.WithdrawalOf,
		"why":          family("why"),
		"act":          family("audit.action"),
		"actSubject":   family("audit.subject"),
		"actDetail": func(name string) string {
			if slices.Contains(audit.DetailNames(), name) {
				return l.Text("audit.detail." + name)
			}
			return name // of another version
		},
		"field": family("field"),
		"state": family("state"),

		"scope":           family("scope"),
		"accountRole":     family("account-role"),
		"accountRoleHint": family("account-role-hint"),
		"accountState":    family("account-state"),

		"failure": func(f record.Failure) string { return FailureTitle(l, f) },
		"advice":  func(f record.Failure) string { return FailureAdvice(l, f) },
		"faultTitle": func(name string) string {
			return l.Text("fault." + name + ".title")
		},
		"faultAdvice": func(name string) string {
			return l.Text("fault." + name + ".advice")
		},
	}
}

// doubtSaid says a doubt about a document of which countable characters count: of one
// with little text how much there is, since a reader takes "hardly any" for less.
func doubtSaid(l *catalogue.Language, d record.Doubt, countable int) string {
	switch {
	case d != record.DoubtFew:
		return l.Text("doubt." + string(d))
	case countable == 0:
		return l.Text("doubt.none")
	}
	return l.Count("doubt.few", countable)
}

// RoleName names a role of a section. Officers may add roles of their own, which stand
// in no catalogue and are called as they call them.
func RoleName(l *catalogue.Language, name string) string {
	switch {
	case name == "":
		return l.Text("role.none")
	case slices.Contains(roleNames(), name):
		return l.Text("role." + name)
	}
	return name
}

// page is the layout's part of a view.
func (s *site) page(c *gin.Context, title string, scripts ...string) Page {
	back := c.Request.URL.Path
	if c.Request.URL.RawQuery != "" {
		back += "?" + c.Request.URL.RawQuery
	}
	reader := s.reader(c)
	return Page{
		Title: title, Reviewer: s.signing(c), Back: back, Scripts: scripts,
		Member: reader.loggedIn(), Open: s.Auth != nil && reader.state == noAccounts, Local: reader.state == noAccounts,
	}
}

// render writes a page: into a buffer first, so that a failing template never
// leaves half a page with a good status.
func (s *site) render(c *gin.Context, status int, name string, view any) error {
	return s.renderPart(c, status, name, "layout.html", view)
}

// renderPart writes one template of a page's set.
func (s *site) renderPart(c *gin.Context, status int, name, part string, view any) error {
	page, err := s.execute(c, name, part, view)
	if err != nil {
		return err
	}
	c.Data(status, "text/html; charset=utf-8", page)
	return nil
}

// execute gives one template of a page's set.
func (s *site) execute(c *gin.Context, name, part string, view any) ([]byte, error) {
	set, err := s.pages.of(s.language(c), s.reader(c))
	if err != nil {
		return nil, err
	}
	t := set[name]
	if t == nil {
		return nil, fmt.Errorf("no page %q", name)
	}
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

// FailureTitle says in a few words why a file cannot be used.
func FailureTitle(l *catalogue.Language, f record.Failure) string {
	return l.Text("fault." + failureName(f) + ".title")
}

// FailureAdvice says what to do about a failure, and which pages it is about.
func FailureAdvice(l *catalogue.Language, f record.Failure) string {
	if f.Pages != "" {
		return l.Text("fault.no-text.pages", "Pages", f.Pages)
	}
	if f.Pictures > 0 {
		return l.Count("fault.no-text.pictures", f.Pictures)
	}
	return l.Text("fault." + failureName(f) + ".advice")
}
