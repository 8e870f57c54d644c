package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/record"
)

// answer is a response with its page.
type answer struct {
	*httptest.ResponseRecorder
	page *html.Node
}

// ask sends a request from a browser that reads English.
func ask(t testing.TB, h http.Handler, method, target string, body io.Reader, header ...string) answer {
	t.Helper()
	r := httptest.NewRequest(method, target, body)
	r.Host = "127.0.0.1:8080"
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
			continue
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	page, err := html.Parse(bytes.NewReader(w.Body.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return answer{w, page}
}

func get(t testing.TB, h http.Handler, target string, header ...string) answer {
	t.Helper()
	return ask(t, h, http.MethodGet, target, nil, header...)
}

func post(t testing.TB, h http.Handler, target string, form url.Values, header ...string) answer {
	t.Helper()
	return ask(t, h, http.MethodPost, target, strings.NewReader(form.Encode()),
		append([]string{"Content-Type", "application/x-www-form-urlencoded"}, header...)...)
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// all finds elements: "tag", ".class", "#id", "[attr]" or "tag.class".
func all(n *html.Node, selector string) []*html.Node {
	tag, class, _ := strings.Cut(selector, ".")
	var out []*html.Node
	for c := range n.Descendants() {
		if c.Type != html.ElementNode {
			continue
		}
		fits := false
		switch {
		case strings.HasPrefix(selector, "#"):
			fits = attr(c, "id") == selector[1:]
		case strings.HasPrefix(selector, "["):
			for _, a := range c.Attr {
				fits = fits || a.Key == strings.Trim(selector, "[]")
			}
		default:
			fits = (tag == "" || c.Data == tag) && (class == "" || strings.Contains(" "+attr(c, "class")+" ", " "+class+" "))
		}
		if fits {
			out = append(out, c)
		}
	}
	return out
}

func one(t testing.TB, n *html.Node, selector string) *html.Node {
	t.Helper()
	found := all(n, selector)
	if len(found) == 0 {
		t.Fatalf("no element %s", selector)
	}
	return found[0]
}

func text(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// checkPage holds what every page promises.
func checkPage(t *testing.T, a answer) {
	t.Helper()
	policy := a.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("Content-Security-Policy %q", policy)
	}
	if got := a.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q, want no-store", got)
	}
	ids := map[string]bool{}
	for n := range a.page.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		for _, at := range n.Attr {
			if at.Key == "style" || strings.HasPrefix(at.Key, "on") {
				t.Errorf("<%s> has inline code or style: %s", n.Data, at.Key)
			}
			if strings.Contains(at.Val, "‹") || strings.Contains(at.Val, "ZgotmplZ") || strings.Contains(at.Val, "%!") {
				t.Errorf("<%s %s=%q>", n.Data, at.Key, at.Val)
			}
		}
		// What is only said aloud is a few words: a list that has this class is seen by nobody.
		if slices.Contains(strings.Fields(attr(n, "class")), "said") && (n.Data == "ol" || n.Data == "ul" || n.Data == "table" || n.Data == "section") {
			t.Errorf("<%s class=%q> is not shown", n.Data, attr(n, "class"))
		}
		if n.Data == "style" || n.Data == "script" && (attr(n, "src") == "" || n.FirstChild != nil) {
			t.Errorf("inline <%s>", n.Data)
		}
		if id := attr(n, "id"); id != "" {
			if ids[id] {
				t.Errorf("two elements have the id %s", id)
			}
			ids[id] = true
		}
	}
	for _, link := range all(a.page, "a") {
		if href := attr(link, "href"); strings.HasPrefix(href, "#") && !ids[href[1:]] {
			t.Errorf("link to %s leads nowhere", href)
		}
	}
	if body := text(a.page); strings.Contains(body, "‹") || strings.Contains(body, "<no value>") || strings.Contains(body, "%!") {
		t.Errorf("a message or value is missing in %q", body)
	}
	if len(all(a.page, "h1")) != 1 || len(all(a.page, "main")) != 1 {
		t.Errorf("%d h1 and %d main, want one each", len(all(a.page, "h1")), len(all(a.page, "main")))
	}
	if got := attr(one(t, a.page, "html"), "lang"); got != "en" && got != "zh-Hans" {
		t.Errorf("html lang %q", got)
	}
}

func TestEveryPageInBothLanguages(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	empty, _ := testSite(t, newFakeStore())
	for _, tt := range []struct {
		target string
		status int
		h      http.Handler
	}{
		{"/", 200, s.handler()}, {"/checks", 200, s.handler()}, {"/", 200, empty.handler()}, {"/library", 200, empty.handler()},
		{"/checks/1", 200, s.handler()}, {"/checks/1?match=3", 200, s.handler()}, {"/checks/1?source=2&match=3", 200, s.handler()},
		{"/checks/1?source=77&match=99", 200, s.handler()},
		{"/checks/2", 200, s.handler()}, {"/checks/3", 200, s.handler()}, {"/checks/4", 200, s.handler()},
		{"/checks/1/sources/2", 200, s.handler()}, {"/checks/1/sources/3?match=5", 200, s.handler()}, {"/checks/1/sources/4?match=99", 200, s.handler()},
		{"/library", 200, s.handler()}, {"/library?q=" + url.QueryEscape("解释"), 200, s.handler()}, {"/library?year=2023", 200, s.handler()},
		{"/library?q=nothing", 200, s.handler()}, {"/forms", 200, s.handler()}, {"/forms", 200, empty.handler()}, {"/forms?page=7", 404, s.handler()},
		{"/documents/5/rereads", 404, s.handler()}, {"/documents/77/rereads", 404, s.handler()}, {"/roles", 200, s.handler()}, {"/roles?edit=x", 400, s.handler()}, {"/roles?edit=9", 404, s.handler()},
		{"/documents/7", 200, s.handler()}, {"/documents/8", 200, s.handler()},
		{"/documents/1", 200, s.handler()}, {"/documents/5", 200, s.handler()}, {"/documents/6", 200, s.handler()},
		{"/nowhere", 404, s.handler()}, {"/checks/77", 404, s.handler()}, {"/checks/abc", 404, s.handler()}, {"/checks/0", 404, s.handler()},
		{"/checks/1/sources/9", 404, s.handler()}, {"/checks/2/sources/2", 409, s.handler()}, {"/documents/77", 404, s.handler()},
		{"/checks/99999999999999999999", 404, s.handler()}, {"/?page=9", 404, s.handler()}, {"/library?page=x", 400, s.handler()}, {"/?page=0", 400, s.handler()},
		{"/checks/1?match=x", 400, s.handler()}, {"/static/style.css", 404, s.handler()}, {"/cancel", 404, s.handler()},
	} {
		for _, language := range []string{"en", "zh-CN"} {
			t.Run(language+" "+tt.target, func(t *testing.T) {
				a := get(t, tt.h, tt.target, "Accept-Language", language)
				if a.Code != tt.status {
					t.Fatalf("status %d, want %d: %s", a.Code, tt.status, text(a.page))
				}
				checkPage(t, a)
				if want := map[string]string{"en": "en", "zh-CN": "zh-Hans"}[language]; attr(one(t, a.page, "html"), "lang") != want {
					t.Errorf("lang %s, want %s", attr(one(t, a.page, "html"), "lang"), want)
				}
				head := ask(t, tt.h, http.MethodHead, tt.target, nil)
				if head.Code != tt.status {
					t.Errorf("HEAD gives %d, want %d", head.Code, tt.status)
				}
			})
		}
	}
}

func TestMethodIsRefused(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	a := get(t, s.handler(), "/checks/1/retry")
	if a.Code != http.StatusMethodNotAllowed || a.Header().Get("Allow") != "POST" {
		t.Errorf("status %d, Allow %q", a.Code, a.Header().Get("Allow"))
	}
	checkPage(t, a)
}

func TestInternalErrorsTellNothing(t *testing.T) {
	var logged bytes.Buffer
	store := richStore(t)
	store.broken = errors.New("password of the database is hunter2")
	s, _ := testSite(t, store)
	s.Log = slog.New(slog.NewJSONHandler(&logged, nil))
	a := get(t, s.handler(), "/")
	if a.Code != http.StatusInternalServerError || strings.Contains(a.Body.String(), "hunter2") {
		t.Fatalf("status %d: %s", a.Code, text(a.page))
	}
	checkPage(t, a)
	id := a.Header().Get("X-Request-Id")
	if id == "" || !strings.Contains(text(a.page), id) || strings.Count(logged.String(), id) != 1 || !strings.Contains(logged.String(), "hunter2") {
		t.Errorf("id %q, page %q, log %q", id, text(a.page), logged.String())
	}
}

// panicking is a store that panics where the list is asked for.
type panicking struct{ *fakeStore }

func (panicking) Work(context.Context, record.WorkQuery) (record.WorkPage, error) { panic("no list") }

func TestPanicBecomesAPage(t *testing.T) {
	var logged bytes.Buffer
	store := richStore(t)
	s, _ := testSite(t, store)
	s.Log = slog.New(slog.NewJSONHandler(&logged, nil))
	s.Store = panicking{store}
	a := get(t, s.handler(), "/")
	if a.Code != http.StatusInternalServerError || !strings.Contains(logged.String(), "panic") || !strings.Contains(logged.String(), "stack") {
		t.Fatalf("status %d, log %q", a.Code, logged.String())
	}
	checkPage(t, a)
}

func TestLanguageSwitch(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	page := get(t, h, "/checks/1?match=3&source=2")
	form := one(t, page.page, "form.languages")
	back := attr(one(t, form, "input"), "value")
	a := post(t, h, "/language", url.Values{"language": {"zh"}, "back": {back}})
	if a.Code != http.StatusSeeOther || a.Header().Get("Location") != "/checks/1?match=3&source=2" {
		t.Fatalf("status %d to %q", a.Code, a.Header().Get("Location"))
	}
	cookie, _, _ := strings.Cut(a.Header().Get("Set-Cookie"), ";")
	if got := attr(one(t, get(t, h, "/", "Cookie", cookie).page, "html"), "lang"); got != "zh-Hans" {
		t.Errorf("lang %q after the switch", got)
	}
	for _, evil := range []string{"//evil.example", "https://evil.example/", `/\evil.example`, "javascript:alert(1)", "", "/\n/evil"} {
		if a := post(t, h, "/language", url.Values{"language": {"en"}, "back": {evil}}); a.Header().Get("Location") != "/" {
			t.Errorf("back %q leads to %q", evil, a.Header().Get("Location"))
		}
	}
	if a := post(t, h, "/language", url.Values{"language": {"xx"}}); a.Code != http.StatusBadRequest {
		t.Errorf("unknown language: status %d", a.Code)
	}
}

func TestAssets(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	page := get(t, h, "/checks/1").page
	seen := 0
	for _, n := range append(all(page, "link"), all(page, "script")...) {
		address := attr(n, "href") + attr(n, "src")
		a := get(t, h, address)
		if a.Code != 200 || !strings.Contains(a.Header().Get("Cache-Control"), "immutable") || a.Body.Len() == 0 {
			t.Errorf("%s: status %d, Cache-Control %q", address, a.Code, a.Header().Get("Cache-Control"))
		}
		seen++
	}
	if seen < 4 {
		t.Errorf("only %d files on the report", seen)
	}
	if a := get(t, h, "/healthz"); a.Code != 200 || a.Body.String() != "ok\n" {
		t.Errorf("health: %d %q", a.Code, a.Body)
	}
}

func TestCheckActions(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	if a := post(t, h, "/checks/4/cancel", url.Values{"back": {"/"}}); a.Code != 303 || a.Header().Get("Location") != "/" || store.checks[4].State != record.CheckCancelled {
		t.Errorf("cancel: %d to %q, %s", a.Code, a.Header().Get("Location"), store.checks[4].State)
	}
	if a := post(t, h, "/checks/4/cancel", nil); a.Code != http.StatusConflict {
		t.Errorf("cancel twice: %d", a.Code)
	}
	if a := post(t, h, "/checks/4/retry", nil); a.Code != 303 || a.Header().Get("Location") != "/checks/101" {
		t.Errorf("retry: %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/checks/2/delete", nil); a.Code != http.StatusConflict {
		t.Errorf("delete a running one: %d", a.Code)
	}
	// Document 1 is there for check 1 alone and goes with it; document 4 is of the library and stays.
	for _, id := range []string{"1", "4"} {
		if a := post(t, h, "/checks/"+id+"/delete", nil); a.Code != 303 {
			t.Errorf("delete %s: %d", id, a.Code)
		}
	}
	if _, there := store.documents[1]; there {
		t.Error("the document of a deleted check is still there")
	}
	if _, there := store.documents[4]; !there {
		t.Error("a document of the library went with its check")
	}
	if a := post(t, h, "/documents/5/retry", url.Values{"back": {"//evil.example"}}); a.Code != 303 || a.Header().Get("Location") != "/" {
		t.Errorf("retry of a document: %d to %q", a.Code, a.Header().Get("Location"))
	}
	if a := post(t, h, "/documents/2/check", nil); a.Code != 303 {
		t.Errorf("check of a document: %d", a.Code)
	}
	if a := post(t, h, "/documents/3/delete", nil); a.Code != 303 || get(t, h, "/documents/3").Code != 404 {
		t.Errorf("delete of a document: %d", a.Code)
	}
}

func TestUserTextIsNeverMarkup(t *testing.T) {
	const evil = `<script>alert(1)</script>"'><img src=x onerror=y>`
	store := richStore(t)
	d := store.documents[2]
	d.Identity.Title, d.Identity.Applicant, d.Identity.Filename = evil, evil, evil+".pdf"
	store.documents[2] = d
	store.texts[2] = evidencetest.Document(evil+"\n"+evidencetest.FirstSource, 0)
	s, _ := testSite(t, store)
	for _, target := range []string{"/library", "/library?q=" + url.QueryEscape(evil), "/documents/2", "/checks/1/sources/2", "/nope?" + url.QueryEscape(evil)} {
		a := get(t, s.handler(), target)
		if len(all(a.page, "img")) != 1 || strings.Contains(a.Body.String(), "<script>alert") {
			t.Errorf("%s: markup of a user came through", target)
		}
	}
}

func TestSecurity(t *testing.T) {
	s, _ := testSite(t, richStore(t))
	h := s.handler()
	for _, tt := range []struct {
		name   string
		method string
		target string
		header []string
		want   int
	}{
		{"own name", "GET", "/", []string{"Host", "localhost:8080"}, 200},
		{"loopback v6", "GET", "/", []string{"Host", "[::1]:8080"}, 200},
		{"name that was bound to us", "GET", "/", []string{"Host", "evil.example:8080"}, 421},
		{"no name", "GET", "/", []string{"Host", ""}, 421},
		{"post from another site", "POST", "/checks/4/cancel", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"post with another origin", "POST", "/checks/4/cancel", []string{"Sec-Fetch-Site", "", "Origin", "http://evil.example"}, 403},
		{"post of our own", "POST", "/checks/4/cancel", nil, 303},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := ask(t, h, tt.method, tt.target, nil, tt.header...)
			if a.Code != tt.want {
				t.Errorf("status %d, want %d", a.Code, tt.want)
			}
		})
	}
}

// What a proxy hands on comes from anywhere: while nobody has to log in, it is refused with
// what to do, pages and bulk actions alike. Once there are accounts people log in by a proxy too.
func TestForwarded(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	for _, header := range []string{"X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		for _, target := range []string{"/", "/library", "/checks/1", "/settings"} {
			a := get(t, h, target, header, "203.0.113.9", "Accept", "text/html", "Accept-Language", "en")
			if a.Code != http.StatusForbidden || !strings.Contains(a.Body.String(), "--accounts") {
				t.Errorf("%s with %s: status %d", target, header, a.Code)
			}
		}
		if a := ask(t, h, "POST", "/checks/4/cancel", nil, header, "203.0.113.9"); a.Code != http.StatusForbidden {
			t.Errorf("a deed with %s: status %d", header, a.Code)
		}
	}
	if a := get(t, h, "/library"); a.Code != http.StatusOK {
		t.Errorf("of this machine: status %d", a.Code)
	}
	_, officer := p.join(t, "officer", record.Officer)
	if a := get(t, h, "/library", append([]string{"X-Forwarded-For", "203.0.113.9"}, officer...)...); a.Code != http.StatusOK {
		t.Errorf("one who has logged in: status %d", a.Code)
	}
}

func TestDownloads(t *testing.T) {
	store := richStore(t)
	s, _ := testSite(t, store)
	h := s.handler()
	a := get(t, h, "/checks/1/evidence.xml")
	if !bytes.Equal(a.Body.Bytes(), store.evidence[1]) || !strings.HasPrefix(a.Header().Get("Content-Type"), "application/xml") {
		t.Error("evidence is not what was stored")
	}
	const encoded = "filename*=utf-8''%E9%9D%A2%E5%90%91%E6%B7%B1%E5%BA%A6%E5%9B%BE%E7%A5%9E%E7%BB%8F%E7%BD%91%E7%BB%9C.evidence.xml"
	if got := a.Header().Get("Content-Disposition"); got != `attachment; filename="check-1.evidence.xml"; `+encoded {
		t.Errorf("Content-Disposition %s", got)
	}
	if a := get(t, h, "/checks/2/evidence.xml"); a.Code != http.StatusConflict {
		t.Errorf("evidence of a running check: %d", a.Code)
	}
	a = get(t, h, "/documents/1/file")
	if a.Body.String() != "PK\x03\x04 the file" || a.Header().Get("Content-Type") != "application/octet-stream" ||
		!strings.HasPrefix(a.Header().Get("Content-Disposition"), `attachment; filename="document-1.docx"; `) ||
		!strings.Contains(a.Header().Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("file: %v", a.Header())
	}
}
