package web

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"zhiwen/checker/audit"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/library/librarytest"
	"zhiwen/checker/record"
	"zhiwen/internal/testrun"
	"zhiwen/web/auth"
	"zhiwen/web/auth/provider"
	"zhiwen/web/auth/providertest"
	"zhiwen/web/site"
)

var update = flag.Bool("update", false, "write testdata anew")

// peopleSite is a site on which people log in once there is an account: accounts in a
// real store, applications in a fake one.
type peopleSite struct {
	*pages
	accounts *library.Store
	rows     *fakeStore
	recorded int // entries of the record that were looked at
	jobs     *fakeJobs
	now      func() time.Time // by which codes and log-ins hold
}

// acts returns the actions on accounts that were recorded since the last call.
func (p *peopleSite) acts(t testing.TB) (out []string) {
	t.Helper()
	entries, _, err := p.accounts.Entries(t.Context(), audit.Filter{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(entries)
	for _, e := range entries[p.recorded:] {
		out = append(out, strings.Join(strings.Fields(string(e.Act.Action)+" "+e.Act.Detail["what"]+" by "+e.Actor.Name), " "))
	}
	p.recorded = len(entries)
	return out
}

const testPassword = "correct horse battery"

func testPeople(t testing.TB, change func(*Config), options ...auth.Option) *peopleSite {
	t.Helper()
	p := &peopleSite{accounts: librarytest.Open(t, librarytest.SQLite(t)), rows: richStore(t), now: time.Now}
	p.jobs = &fakeJobs{store: p.rows}
	p.rows.claimed = someClaims()
	for id := range p.rows.documents {
		p.rows.files[id] = []byte("PK\x03\x04 the file")
	}
	serving := site.Serving{Addr: "127.0.0.1:0", Logger: slog.New(slog.NewTextHandler(io.Discard, nil))}
	c := Config{Serving: serving, MaxUpload: 1 << 16, Tasks: t.TempDir()}
	if change != nil {
		change(&c)
	}
	var err error
	p.pages, err = newPages(c, Dependencies{
		Store: p.rows, Jobs: p.jobs, Search: fakeSearch{p.rows}, Auth: auth.New(p.accounts, func() time.Time { return p.now() }, options...),
		Pieces: fakePieces, Samples: func() ([]record.Upload, error) { return nil, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// join makes an account and logs in; the header is that of its browser. Only the first of all
// sets its password as people do: making its hash takes longer than most tests.
func (p *peopleSite) join(t testing.TB, login string, roles ...record.Role) (id int64, header []string) {
	t.Helper()
	id, key, err := p.Auth.Invite(t.Context(), record.Account{Login: login, Name: "Name of " + login, Roles: roles})
	if err != nil {
		t.Fatal(err)
	}
	const address, agent = "192.0.2.1", "test"
	var cookie string
	if testPasswordHash == "" {
		cookie = must(p.Auth.UseLink(t.Context(), key, testPassword, auth.Client{Address: address, Agent: agent}))(t).Cookie
		testPasswordHash = must(p.accounts.Account(t.Context(), id))(t).Password
	} else {
		link := sha256.Sum256([]byte(key))
		must(p.accounts.UseLink(t.Context(), hex.EncodeToString(link[:]), p.now(), testPasswordHash))(t)
		session := record.Session{Account: id, CreatedAt: p.now(), SeenAt: p.now(), Address: address, Agent: agent}
		cookie, session.Hash = auth.NewSecret()
		ctx := audit.By(t.Context(), audit.Actor{Account: id, Name: login})
		if err := p.accounts.AddSession(ctx, session, p.now().Add(-auth.SessionLife), p.now().Add(-auth.SessionIdle)); err != nil {
			t.Fatal(err)
		}
	}
	return id, []string{"Cookie", "session=" + cookie, "Accept", "text/html"}
}

var testPasswordHash string

// targetOf returns an address of a route.
func targetOf(r site.Route) string {
	target := r.Path
	for name, value := range map[string]string{":source": "2", ":match": "3", ":page": "1", ":name": "x", ":key": "k", ":account": "1", ":file": "1", ":mark": "1", ":link": "1", ":delivery": "1", ":id": "1"} {
		target = strings.ReplaceAll(target, name, value)
	}
	return target
}

// reaching returns the routes of a site with actions that only say that they were reached.
func reaching(s *pages) ([]site.Route, http.Handler) {
	routes := s.routes()
	for i := range routes {
		routes[i].Do = func(c *gin.Context) error {
			c.String(http.StatusTeapot, "reached")
			return nil
		}
	}
	h, err := s.Handler(routes)
	if err != nil {
		panic(err) // of a test
	}
	return routes, h
}

const rightsFile = "rights.txt"

// TestRights walks all routes as everybody, and holds what happens against the table in
// testdata. Actions are replaced by one that says it was reached: only rights answer.
func TestRights(t *testing.T) {
	p := testPeople(t, nil)
	type column struct {
		name   string
		routes []site.Route
		h      http.Handler
		header []string
	}
	routes, h := reaching(p.pages)
	columns := []column{{"nobody", routes, h, []string{"Accept", "text/html"}}}
	for _, role := range record.Roles() {
		id, header := p.join(t, string(role), role)
		if role == record.Reviewer {
			p.rows.assigned[[2]int64{id, 1}] = true
		}
		columns = append(columns, column{string(role), routes, h, header})
	}
	_, other := p.join(t, "other", record.Reviewer)
	columns = append(columns, column{"other-reviewer", routes, h, other})
	without := testPeople(t, nil)
	routes, h = reaching(without.pages)
	columns = append(columns, column{"no-accounts", routes, h, []string{"Accept", "text/html"}})
	wanted := testPeople(t, func(c *Config) { c.Accounts = true })
	routes, h = reaching(wanted.pages)
	columns = append(columns, column{"set-up", routes, h, []string{"Accept", "text/html"}})

	var b strings.Builder
	fmt.Fprintf(&b, "%-56s", "route")
	for _, c := range columns {
		fmt.Fprintf(&b, " %-14s", c.name)
	}
	b.WriteString("\n")
	for i, r := range columns[0].routes {
		fmt.Fprintf(&b, "%-56s", r.Line())
		for _, c := range columns {
			a := ask(t, c.h, c.routes[i].Method, targetOf(r), nil, c.header...)
			said := strconv.Itoa(a.Code)
			switch {
			case a.Code == http.StatusTeapot:
				said = "yes"
			case a.Code == http.StatusSeeOther && strings.HasPrefix(a.Header().Get("Location"), "/login"),
				a.Code == http.StatusUnauthorized:
				said = "log-in"
			case a.Code == http.StatusForbidden:
				said = "no"
			case a.Code == http.StatusNotFound:
				said = "hidden"
			}
			fmt.Fprintf(&b, " %-14s", said)
		}
		b.WriteString("\n")
	}
	got := strings.ReplaceAll(b.String(), " \n", "\n")
	for strings.Contains(got, " \n") {
		got = strings.ReplaceAll(got, " \n", "\n")
	}
	path := filepath.Join("testdata", rightsFile)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("who may have which route: -testdata/%s +now\n%s", rightsFile, diff)
	}
}

// A route without a line in the table of rights does not start, nor a line without one.
func TestEveryRouteHasALine(t *testing.T) {
	s, _ := testSite(t, newFakeStore())
	routes := s.routes()
	if _, err := s.Handler(append(routes, site.Route{Method: "GET", Path: "/new"})); err == nil ||
		!strings.Contains(err.Error(), "GET /new") {
		t.Errorf("a route without a line: %v", err)
	}
	if _, err := s.Handler(routes[1:]); err == nil || !strings.Contains(err.Error(), routes[0].Line()) {
		t.Errorf("a line without a route: %v", err)
	}
}

// A link that is shown opens, and a form that is shown may be sent: everybody's pages are
// walked from the first on, in both languages.
func TestShownLinksOpen(t *testing.T) {
	testrun.NeedWhole(t)
	server := providertest.CAS(t)
	outside := auth.Outside{
		Key:      "cas",
		Provider: must(provider.NewCAS(provider.CASConfig{Server: server.URL, Answer: outsideBase + "/login/with/cas/answer"}))(t),
	}
	for _, language := range []string{"zh", "en"} {
		p := testPeople(t, nil, auth.WithOutside(outside))
		if language == "en" { // once with decisions, once without
			p.rows.decisions[1] = []evidence.Decision{
				{Reviewer: "李四", At: testTime, Subject: evidence.SubjectMatch, ID: 3, Verdict: evidence.Confirmed},
				{Reviewer: "李四", At: testTime, Subject: evidence.SubjectCheck, Verdict: evidence.Explain},
			}
		}
		w := &walker{t: t, h: p.handler()}
		_, w.reach = reaching(p.pages)
		seen := map[string]int{}
		for _, roles := range [][]record.Role{
			{record.Administrator}, {record.Officer}, {record.Reviewer}, {record.RightsRole}, {record.Auditor}, {record.Reviewer, record.Administrator}, nil,
		} {
			w.name, w.header = "nobody", []string{"Accept", "text/html"}
			if roles != nil {
				var id int64
				w.name = strings.ReplaceAll(record.JoinRoles(roles), ",", "-")
				id, w.header = p.join(t, w.name, roles...)
				p.rows.assigned[[2]int64{id, 1}] = true
				p.rows.assigned[[2]int64{id, 6}] = true
			}
			w.header = append(w.header, "Accept-Language", language)
			seen[w.name] = w.from("/")
		}
		t.Logf("%s: pages seen: %v", language, seen)
		for name, least := range map[string]int{"officer": 40, "auditor": 30, "reviewer": 10, "administrator": 3, "nobody": 2} {
			if seen[name] < least {
				t.Errorf("%s: %s came to %d pages only", language, name, seen[name])
			}
		}
	}
}

// walker follows what pages show of somebody.
type walker struct {
	t      *testing.T
	h      http.Handler
	reach  http.Handler // the same routes, with actions that only say that they were reached
	name   string
	header []string
}

// mostPages bounds a walk: it is far above what there is, but for choices of a report,
// which are without number.
const mostPages = 400

// from follows all links from a page on, and returns how many answers it has seen. Of
// addresses that differ in the values of their queries alone one is followed.
func (w *walker) from(first string) (pages int) {
	w.t.Helper()
	queue, known := []string{first}, map[string]bool{}
	follow := func(to string) {
		u, err := url.Parse(to)
		if err != nil {
			w.t.Errorf("%s: a link to %q", w.name, to)
			return
		}
		if u.Host != "" || !strings.HasPrefix(u.Path, "/") { // elsewhere, or within the page
			return
		}
		key := u.Path + "?" + strings.Join(slices.Sorted(maps.Keys(u.Query())), "&")
		if !known[key] {
			known[key] = true
			queue = append(queue, u.RequestURI())
		}
	}
	for ; len(queue) > 0 && pages < mostPages; queue = queue[1:] {
		target := queue[0]
		a := get(w.t, w.h, target, w.header...)
		if a.Code >= 300 && a.Code < 400 {
			follow(a.Header().Get("Location"))
			continue
		}
		if a.Code != http.StatusOK && a.Code != http.StatusNotImplemented { // a PDF, without a browser to make it
			w.t.Errorf("%s: a link to %s gives %d", w.name, target, a.Code)
			continue
		}
		pages++
		if !strings.HasPrefix(a.Header().Get("Content-Type"), "text/html") || strings.HasSuffix(target, "report.html") {
			continue
		}
		for n := range a.page.Descendants() {
			if n.Type != html.ElementNode {
				continue
			}
			w.opens(target, a.page, n)
			switch n.Data {
			case "button":
				if to := attr(n, "formaction"); to != "" {
					follow(to)
				} else if form := up(n, "form"); form != nil && attr(form, "method") == "get" && attr(n, "name") != "" {
					follow(attr(form, "action") + "?" + attr(n, "name") + "=" + attr(n, "value"))
				}
			case "a", "link":
				follow(attr(n, "href"))
			case "img", "script":
				if src := attr(n, "src"); !strings.HasPrefix(src, "data:") {
					follow(src)
				}
			case "form":
				to, _, _ := strings.Cut(attr(n, "action"), "#")
				if attr(n, "method") == "dialog" || to == "" { // it closes its box, or a script says where it goes
					continue
				}
				if attr(n, "method") != "post" {
					follow(to)
				} else {
					w.sends(target, to)
				}
			}
		}
	}
	return pages
}

// sends sees that what a page sends somewhere is accepted there.
func (w *walker) sends(page, to string) {
	w.t.Helper()
	if a := post(w.t, w.reach, to, nil, w.header...); a.Code != http.StatusTeapot {
		w.t.Errorf("%s: %s shows what is sent to %s, which gives %d", w.name, page, to, a.Code)
	}
}

// opens sees that what an element opens is there, and that what a script sends for it is accepted.
func (w *walker) opens(target string, page, n *html.Node) {
	w.t.Helper()
	if box := attr(n, "popovertarget"); box != "" && len(all(page, "#"+box)) != 1 {
		w.t.Errorf("%s: %s shows %q, which opens #%s, and that is not there", w.name, target, text(n), box)
	}
	if to := attr(n, "data-decide"); strings.HasPrefix(to, "/") {
		w.sends(target, to)
	}
}

// up returns the element of a name that a node is in, or nil.
func up(n *html.Node, name string) *html.Node {
	for ; n != nil && n.Data != name; n = n.Parent {
	}
	return n
}

// A reviewer sees what is assigned to them, without a conflict of interest, and of other
// rows not even that they are there.
func TestReviewersRows(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	id, header := p.join(t, "reviewer", record.Reviewer)
	_, officer := p.join(t, "officer", record.Officer)

	list := func() []string {
		var titles []string
		for _, a := range all(get(t, h, "/", header...).page, "a.row-title") {
			titles = append(titles, attr(a, "href"))
		}
		return titles
	}
	if got := list(); got != nil {
		t.Errorf("without an assignment the list has %v", got)
	}
	if got := all(get(t, h, "/", officer...).page, "a.row-title"); len(got) != 4 {
		t.Errorf("the officer's list has %d checks", len(got))
	}
	p.rows.assigned[[2]int64{id, 1}] = true
	if diff := cmp.Diff([]string{"/checks/1?of=tab%3Dopen"}, list()); diff != "" {
		t.Errorf("the list: %s", diff)
	}
	for target, want := range map[string]int{
		"/checks/1": 200, "/documents/1": 200, "/documents/1/file": 200, "/checks/1/sources.csv": 200,
		"/checks/2": 404, "/documents/2": 404, "/documents/2/file": 404, "/checks/77": 404,
		"/library": 403, "/library?q=x": 403, "/checks/1/evidence.xml": 403, "/checks/1/decided.xml": 403,
	} {
		if a := get(t, h, target, header...); a.Code != want {
			t.Errorf("%s: status %d, want %d", target, a.Code, want)
		}
	}
	stream := get(t, h, "/events?check=1&check=4&document=6", header...).Body.String()
	if strings.Count(stream, `"state":"gone"`) != 2 || !strings.Contains(stream, `"state":"done"`) || strings.Contains(stream, "queued") {
		t.Errorf("the stream says %s", stream)
	}

	d := p.rows.documents[1]
	d.Identity.Participants = append(d.Identity.Participants, evidence.Person{Name: "Name of reviewer"})
	p.rows.documents[1] = d
	if got := list(); got != nil {
		t.Errorf("of an application in which they take part the list has %v", got)
	}
	if a := get(t, h, "/checks/1", header...); a.Code != http.StatusNotFound {
		t.Errorf("and its report gives %d", a.Code)
	}
}

// An officer assigns an application, but to nobody who has to do with its people.
func TestAssign(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	_, officer := p.join(t, "officer", record.Officer)
	free, _ := p.join(t, "free", record.Reviewer)
	barred, key, err := p.Auth.Invite(
		t.Context(),
		record.Account{Login: "barred", Institution: p.rows.documents[1].Identity.Institution, Roles: []record.Role{record.Reviewer}},
	)
	if err != nil || key == "" {
		t.Fatal(err)
	}
	auditor, _ := p.join(t, "auditor", record.Auditor)
	page := get(t, h, "/documents/1", officer...)
	checkPage(t, page)
	if box := text(one(t, page.page, "#reviewers")); !strings.Contains(box, "Name of free") ||
		!strings.Contains(box, "1 reviewer excluded") ||
		strings.Contains(box, "auditor") {
		t.Errorf("the box says %q", box)
	}
	for _, c := range []struct {
		account int64
		want    int
	}{{free, 303}, {barred, 409}, {auditor, 400}, {999, 404}} {
		if a := post(t, h, "/documents/1/reviewers", map[string][]string{"account": {strconv.FormatInt(c.account, 10)}}, officer...); a.Code != c.want {
			t.Errorf("account %d: status %d, want %d", c.account, a.Code, c.want)
		}
	}
	if diff := cmp.Diff(map[[2]int64]bool{{free, 1}: true}, p.rows.assigned); diff != "" {
		t.Error(diff)
	}
	if a := post(t, h, fmt.Sprintf("/documents/1/reviewers/%d/end", free), nil, officer...); a.Code != http.StatusSeeOther ||
		len(p.rows.assigned) != 0 {
		t.Errorf("taking back: status %d, left %v", a.Code, p.rows.assigned)
	}
}
