package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/record"
)

// post sends a form.
func postForm(t *testing.T, h http.Handler, path string, form url.Values) (code int, location, body string) {
	t.Helper()
	a := ask(t, h, http.MethodPost, path, strings.NewReader(form.Encode()), "Content-Type", "application/x-www-form-urlencoded")
	return a.Code, a.Header().Get("Location"), a.Body.String()
}

func TestSites(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	if a := ask(t, h, http.MethodGet, "/sites", nil); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), `href="/sites/new"`) {
		t.Fatalf("no sites: %d", a.Code)
	}
	form := url.Values{
		"name": {" 科学网 "}, "starts": {"https://blog.example.org/\r\n\r\n https://blog.example.org/feed \n"}, "articles": {`/a/\d+$`}, "lists": {""}, "never": {"print=1"}, "hosts": {""},
		"hours": {"12"}, "pause": {"3"}, "most": {"500"}, "zone": {"+08:00"}, "taught-published": {`ct = "(\d+)"`},
	}
	code, to, _ := postForm(t, h, "/sites", form)
	if code != http.StatusSeeOther || to != "/sites/9" {
		t.Fatalf("%d to %q", code, to)
	}
	want := record.SiteRules{
		Name: "科学网", Starts: []string{"https://blog.example.org/", "https://blog.example.org/feed"}, Articles: []string{`/a/\d+$`}, Never: []string{"print=1"},
		Hours: 12, Pause: 3, Most: 500, Zone: "+08:00", Taught: map[string]string{"published": `ct = "(\d+)"`},
	}
	if diff := cmp.Diff(want, store.followed.sites[0].SiteRules); diff != "" {
		t.Error(diff)
	}
	// What is wrong is said beside what was typed.
	for _, test := range []struct {
		err  error
		code int
		says string
	}{
		{&record.SiteFault{Field: "articles", Name: "expression", Value: "(x"}, http.StatusUnprocessableEntity, "“(x”"},
		{record.ErrNameTaken, http.StatusConflict, "科学网"},
		{record.ErrOvertaken, http.StatusConflict, `role="alert"`},
	} {
		store.followed.refused = test.err
		code, _, body := postForm(t, h, "/sites/9", url.Values{"name": {"科学网"}, "starts": {"https://typed.example.org/"}, "seen": {"1"}})
		if code != test.code || !strings.Contains(body, test.says) || !strings.Contains(body, "https://typed.example.org/") {
			t.Errorf("%v: %d\n%s", test.err, code, body)
		}
	}
	store.followed.refused = nil
	if code, _, _ := postForm(t, h, "/sites/9", url.Values{"name": {"x"}}); code != http.StatusBadRequest {
		t.Errorf("without the change that was seen: %d", code)
	}
	if a := ask(t, h, http.MethodGet, "/sites/9/edit", nil); a.Code != http.StatusOK || !strings.Contains(a.Body.String(), "https://blog.example.org/feed") {
		t.Errorf("its form: %d", a.Code)
	}
}

func TestSitePages(t *testing.T) {
	store := newFakeStore()
	at := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	store.followed.sites = []record.Site{{ID: 3, SiteRules: record.SiteRules{Name: "科学网", Starts: []string{"https://blog.example.org/"}, Hosts: []string{"blog.example.org"}}, WakeAt: at, RoundAt: at, ChangedBy: "王处", Total: 3,
		Outcomes: map[record.WebOutcome]int{record.WebStored: 1, record.WebRobots: 1, record.WebWaiting: 1}}}
	store.followed.pages = []record.WebPage{
		{
			ID:        1,
			Site:      3,
			Address:   "https://blog.example.org/a/1",
			Role:      record.PageArticle,
			Outcome:   record.WebStored,
			Title:     "<b>题</b>",
			Document:  4,
			Versions:  2,
			Published: "2024-03-05",
			FoundAt:   at,
			AskedAt:   at,
		},
		{
			ID:      2,
			Site:    3,
			Address: "https://blog.example.org/a/2",
			Role:    record.PageArticle,
			Outcome: record.WebRobots,
			FoundAt: at,
			AskedAt: at,
		},
		{ID: 5, Site: 3, Address: "javascript:alert(1)", Role: record.PageList, Outcome: record.WebWaiting, FoundAt: at},
	}
	s, _ := testSite(t, store)
	h := s.handler()
	body := ask(t, h, http.MethodGet, "/sites/3", nil).Body.String()
	for _, text := range []string{"&lt;b&gt;题", `href="/documents/4"`, `href="https://blog.example.org/a/2"`, `action="/sites/3/again"`, "/sites/3?fate=robots", "/sites/3?missing=1"} {
		if !strings.Contains(body, text) {
			t.Errorf("%q is missing", text)
		}
	}
	if strings.Contains(body, `href="javascript:`) {
		t.Error("an address that is none is a link")
	}
	body = ask(t, h, http.MethodGet, "/sites/3?missing=1", nil).Body.String()
	if strings.Contains(body, "a/1\"") || !strings.Contains(body, "a/2") {
		t.Error("what did not come is not chosen")
	}
	for path, want := range map[string]int{"/sites/4": 404, "/sites/3?fate=odd": 400, "/sites/3?page=9": 404, "/sites/x": 404} {
		if a := ask(t, h, http.MethodGet, path, nil); a.Code != want {
			t.Errorf("%s: %d", path, a.Code)
		}
	}
	if table := ask(t, h, http.MethodGet, "/sites/3/pages.csv", nil).Body.String(); strings.Count(table, "blog.example.org") != 2 || !strings.Contains(table, "2024-03-05") {
		t.Errorf("the table: %s", table)
	}
	for _, action := range []struct {
		path string
		form url.Values
	}{{"look", nil}, {"pause", nil}, {"follow", nil}, {"again", url.Values{"missing": {"1"}, "q": {"a"}}}, {"again", url.Values{"page": {"2"}}}} {
		if code, to, _ := postForm(t, h, "/sites/3/"+action.path, action.form); code != http.StatusSeeOther || to != "/sites/3" {
			t.Errorf("%s: %d to %q", action.path, code, to)
		}
	}
	f := &store.followed
	if !slices.Equal(f.looked, []int64{3}) || f.sites[0].Paused || !slices.Equal(f.again, []record.PageFilter{{Failed: true, Search: "a"}}) || !slices.Equal(f.one, []int64{2}) {
		t.Errorf("%+v", f)
	}
	if code, to, _ := postForm(t, h, "/sites/3/delete", nil); code != http.StatusSeeOther || to != "/sites" || len(f.sites) != 0 {
		t.Errorf("deleted: %d to %q", code, to)
	}
}

// Who may change settings says which private networks may be asked.
func TestWebSetting(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	code, to, body := postForm(t, h, "/settings/web", url.Values{"networks": {"10.1.0.0/16\n10.2.0.7"}, "contact": {"https://agency.example.org/bot"}, "seen": {"0"}})
	if code != http.StatusSeeOther || !strings.Contains(to, "saved=web") {
		t.Fatalf("%d to %q: %s", code, to, body)
	}
	for _, form := range []url.Values{{"networks": {"10.1.0.0/77"}, "seen": {"1"}}, {"contact": {"a b"}, "seen": {"1"}}, {"contact": {"x)y"}, "seen": {"1"}}} {
		if code, _, body := postForm(t, h, "/settings/web", form); code != http.StatusUnprocessableEntity || !strings.Contains(body, `class="faults"`) {
			t.Errorf("%v: %d", form, code)
		}
	}
}

// An administrator sets by what it is said who was first; who changed what stands there.
func TestFirstSetting(t *testing.T) {
	store := newFakeStore()
	s, _ := testSite(t, store)
	h := s.handler()
	form := url.Values{"first-0": {"time"}, "first-1": {"rights"}, "first-2": {""}, "first-3": {""}, "seen": {"0"}}
	code, to, body := postForm(t, h, "/settings/first", form)
	if code != http.StatusSeeOther || !strings.Contains(to, "saved=first") {
		t.Fatalf("%d to %q: %s", code, to, body)
	}
	body = ask(t, h, http.MethodGet, "/settings?saved=first", nil, "Accept-Language", "zh-CN").Body.String()
	if !strings.Contains(body, `<select name="first-0" id="first-0" aria-label="第 1 项依据"><option value="">（不用）</option><option value="rights">权利经核实</option><option value="similarity">`) ||
		!strings.Contains(body, `<option value="time" selected>`) || !strings.Contains(body, "发布更早、权利经核实") {
		t.Errorf("what was set: %s", body)
	}
	for _, form := range []url.Values{{"seen": {"1"}}, {"first-0": {"time"}, "first-1": {"time"}, "seen": {"1"}}, {"first-0": {"age"}, "seen": {"1"}}} {
		if code, _, body := postForm(t, h, "/settings/first", form); code != http.StatusUnprocessableEntity || !strings.Contains(body, `href="#first-0"`) {
			t.Errorf("%v: %d", form, code)
		}
	}
}
