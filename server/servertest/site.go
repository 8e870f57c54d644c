// Package servertest has servers of others for tests: time stamp services (authority.go), repositories
// (repository.go), and a web site on this machine for tests of following sites: articles in
// the shapes of real platforms, reposts, and what real sites put in the way of a program.
package servertest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"zhiwen/checker/record"
	"zhiwen/extract/reader/pagetest"
)

// Site is a site that is served until its test ends. Its methods are safe for concurrent use.
type Site struct {
	URL string

	mu       sync.Mutex
	articles map[string]pagetest.Article // by path
	shapes   map[string]pagetest.Shape
	asked    map[string]int // how often a path was asked for
	agents   map[string]bool
	Hang     func(path string) // called before each answer, while it is set
}

// Articles is how many articles a site has from the start.
const Articles = 9

// NewSite serves a site: a page of links, a feed and a sitemap that lead to its articles; an endless
// calendar, a loop, a page that is huge, one that robots.txt forbids, one that leads to
// another address of this machine, one that is gone, one that is no page.
func NewSite(t testing.TB) *Site {
	s := EmptySite(t)
	for i, shape := range pagetest.Shapes() {
		s.Put(fmt.Sprintf("/a/%d", i+1), shape, pagetest.Article{
			Title: fmt.Sprintf("第%d篇文章：%s", i+1, shape.Name), Author: "作者" + shape.Name, Site: "测试科学网",
			Published: fmt.Sprintf("2024-03-%02d 12:30:45", i+1), Views: 100 * (i + 1),
			Paragraphs: pagetest.Text(uint64(100+i), 8), Links: []string{"/a/1", "/calendar/2026/1"},
		})
	}
	return s
}

// EmptySite serves a site without articles, to which three can be added: /a/1, /a/2 and /a/3.
func EmptySite(t testing.TB) *Site {
	s := &Site{articles: map[string]pagetest.Article{}, shapes: map[string]pagetest.Shape{}, asked: map[string]int{},
		agents: map[string]bool{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.URL = server.URL
	return s
}

// ArticleRules follow the articles that the first page of the site leads to, and nothing else.
func (s *Site) ArticleRules(name string) record.SiteRules {
	r := s.Rules(name)
	r.Starts, r.Articles, r.Lists = r.Starts[:1], []string{`/a/\d+$`}, nil
	return r
}

// Put serves an article.
func (s *Site) Put(path string, shape pagetest.Shape, a pagetest.Article) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.articles[path], s.shapes[path] = a, shape
}

// Article returns an article.
func (s *Site) Article(path string) pagetest.Article {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.articles[path]
}

// Asked returns how often a path was asked for.
func (s *Site) Asked(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[path]
}

// Total returns how often anything was asked for, and Agents who asked.
func (s *Site) Total() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.asked {
		n += x
	}
	return n
}

// Agents returns the names of those who asked.
func (s *Site) Agents() (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for a := range s.agents {
		out = append(out, a)
	}
	return out
}

// SetHang has hang called before each answer from now on.
func (s *Site) SetHang(hang func(path string)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Hang = hang
}

// Rules follow the site.
func (s *Site) Rules(name string) record.SiteRules {
	return record.SiteRules{
		Name: name, Starts: []string{s.URL + "/", s.URL + "/feed.xml"}, Hosts: []string{strings.TrimPrefix(s.URL, "http://")},
		Articles: []string{`/a/\d+$`, `/odd/`}, Lists: []string{`/list/\d+$`,
			`/calendar/`}, Never: []string{`/a/99$`}, Zone: "+08:00", Hours: 24, Most: 60,
	}
}

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked[r.URL.Path]++
	s.agents[r.UserAgent()] = true
	article, found := s.articles[r.URL.Path]
	shape, hang := s.shapes[r.URL.Path], s.Hang
	paths := len(s.articles)
	s.mu.Unlock()
	if hang != nil {
		hang(r.URL.Path)
	}
	give := func(kind, body string) {
		tag := fmt.Sprintf(`"%x"`, len(body)*31+int(body[len(body)/2]))
		w.Header().Set("Content-Type", kind)
		w.Header().Set("ETag", tag)
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = fmt.Fprint(w, body)
	}
	const page = "text/html; charset=utf-8"
	var links strings.Builder
	link := func(path string) { fmt.Fprintf(&links, `<li><a href="%s">链接</a></li>`, path) }
	switch path := r.URL.Path; {
	case found:
		give(page, shape.Page(article))
	case path == "/robots.txt":
		give("text/plain", "User-agent: *\nDisallow: /odd/closed\nSitemap: "+s.URL+"/map.xml\n")
	case path == "/":
		for i := range min(paths, 3) {
			link(fmt.Sprintf("/a/%d?utm_source=home", i+1))
		}
		for _, p := range []string{"/list/2", "/about", "/a/99", "/calendar/2026/1", "/odd/closed", "/odd/huge", "/odd/picture",
			"/odd/gone", "/odd/private", "/odd/away", "/odd/loop", "/odd/same", "/odd/empty", "/odd/busy", "http://elsewhere.invalid/a/1"} {
			link(p)
		}
		give(page, "<html><body><ul>"+links.String()+"</ul></body></html>")
	case path == "/list/2":
		link("/a/4")
		link("/list/2")
		link("/list/3")
		give(page, "<html><body><ul>"+links.String()+"</ul></body></html>")
	case path == "/list/3":
		link("/list/2")
		link("/a/5")
		give(page, "<html><body><ul>"+links.String()+"</ul></body></html>")
	case path == "/feed.xml":
		give("application/rss+xml",
			"<rss version=\"2.0\"><channel><title>x</title><item><link>"+s.URL+"/a/6</link></item><item><link>"+s.URL+"/a/7</link></item></channel></rss>")
	case path == "/map.xml":
		give("application/xml", "<urlset><url><loc>"+s.URL+"/a/8</loc></url><url><loc>"+s.URL+"/a/9</loc></url></urlset>")
	case strings.HasPrefix(path, "/calendar/"):
		var year, month int
		_, _ = fmt.Sscanf(path, "/calendar/%d/%d", &year, &month)
		for i := range 5 {
			link(fmt.Sprintf("/calendar/%d/%d", year+i, month+i+1))
		}
		give(page, "<html><body><ul>"+links.String()+"</ul></body></html>")
	case path == "/odd/huge":
		w.Header().Set("Content-Type", page)
		w.Header().Set("Content-Length", "100000000")
		_, _ = fmt.Fprint(w, "<html>")
	case path == "/odd/picture":
		give("image/png", "\x89PNG")
	case path == "/odd/private":
		http.Redirect(w, r, "http://127.0.0.9:9999/", http.StatusFound)
	case path == "/odd/away":
		http.Redirect(w, r, "http://elsewhere.invalid/", http.StatusFound)
	case path == "/odd/loop":
		http.Redirect(w, r, "/odd/loop", http.StatusFound)
	case path == "/odd/same":
		http.Redirect(w, r, "/a/1", http.StatusMovedPermanently)
	case path == "/odd/empty":
		give(page, "<html><body><p>图片</p></body></html>")
	case path == "/odd/busy":
		w.WriteHeader(http.StatusServiceUnavailable)
	default:
		http.NotFound(w, r)
	}
}
