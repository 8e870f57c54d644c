package web

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

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
	Section  string   // of the navigation: "checks", "library", "forms", "audit" or ""
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

// pages is the parsed templates: by language code, then by page name.
type pages struct {
	byLanguage map[string]map[string]*template.Template
}

// parsePages parses every page once a language, since what a template says
// depends on the language and on nothing else of the request.
func parsePages(c *catalogue.Catalogue, a *assets) (*pages, error) {
	names, err := fs.Glob(templates.Files, "page/*.html")
	if err != nil {
		return nil, err
	}
	p := &pages{byLanguage: map[string]map[string]*template.Template{}}
	for _, l := range c.Languages() {
		byName := map[string]*template.Template{}
		for _, name := range names {
			t, err := template.New("layout.html").Option("missingkey=error").Funcs(functions(c, l, a)).
				ParseFS(templates.Files, "layout.html", "partial/*.html", name)
			if err != nil {
				return nil, fmt.Errorf("parse %s: %w", name, err)
			}
			byName[strings.TrimSuffix(path.Base(name), ".html")] = t
		}
		p.byLanguage[l.Code] = byName
	}
	return p, nil
}

// functions are what templates may call. Texts come from t and n, and from
// the functions that name the values of one type (kind, relation, …), whose
// keys the catalogue's test knows.
func functions(c *catalogue.Catalogue, l *catalogue.Language, a *assets) template.FuncMap {
	family := func(prefix string) func(any) string {
		return func(v any) string { return l.Text(prefix + "." + fmt.Sprint(v)) }
	}
	return template.FuncMap{
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
		"verdict":      family("verdict"),
		"pageList":     extract.PageList,
		"noticeTitle":  func(n extract.Notice) string { return NoticeTitle(l, n) },
		"noticeAdvice": func(n extract.Notice) string { return NoticeAdvice(l, n) },
		"withdrawal":   report.WithdrawalOf,
		"why":          family("why"),
		"act":          family("audit.action"),
		"actSubject":   family("audit.subject"),
		"field":        family("field"),
		"state":        family("state"),
		"failure":      func(f record.Failure) string { return FailureTitle(l, f) },
		"advice":       func(f record.Failure) string { return FailureAdvice(l, f) },
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
	return Page{Title: title, Reviewer: reviewer(c), Back: back, Scripts: scripts}
}

// render writes a page: into a buffer first, so that a failing template never
// leaves half a page with a good status.
func (s *site) render(c *gin.Context, status int, name string, view any) error {
	return s.renderPart(c, status, name, "layout.html", view)
}

// renderPart writes one template of a page's set.
func (s *site) renderPart(c *gin.Context, status int, name, part string, view any) error {
	page, err := s.execute(s.language(c), name, part, view)
	if err != nil {
		return err
	}
	c.Data(status, "text/html; charset=utf-8", page)
	return nil
}

// execute gives one template of a page's set.
func (s *site) execute(l *catalogue.Language, name, part string, view any) ([]byte, error) {
	t := s.pages.byLanguage[l.Code][name]
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
