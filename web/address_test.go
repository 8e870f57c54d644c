package web

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"zhiwen/checker/record"
	"zhiwen/web/extension"
	"zhiwen/web/site"
)

const (
	submitPath   = "/api/submit"
	schedulePath = "/api/schedule/submit"
)

// postJSON posts a text as JSON, as a program does: nothing says where it comes from.
func postJSON(t testing.TB, h http.Handler, target, body string, header ...string) answer {
	t.Helper()
	return ask(t, h, http.MethodPost, target, strings.NewReader(body), append([]string{"Content-Type", "application/json", "Sec-Fetch-Site", ""}, header...)...)
}

func addressesOf(addresses ...string) string {
	b, _ := json.Marshal(map[string]any{"addresses": append([]string{}, addresses...)}) // cannot fail
	return string(b)
}

// decoded returns an answer of JSON.
func decoded[T any](t testing.TB, a answer) (v T) {
	t.Helper()
	if kind := a.Header().Get("Content-Type"); kind != "application/json; charset=utf-8" {
		t.Errorf("the answer is %q", kind)
	}
	if err := json.Unmarshal(a.Body.Bytes(), &v); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
	return v
}

// What is known of addresses is answered in the order in which they are given, under the names
// that are promised, with links that open.
func TestSubmitAddresses(t *testing.T) {
	s, jobs := testSite(t, richStore(t))
	h := must(s.Handler(s.routes()))(t)
	at := time.Date(2026, 3, 5, 20, 0, 0, 0, time.FixedZone("", 8*3600))
	nearest := func(address string) *record.WebNearest {
		return &record.WebNearest{Document: 2, Address: address, Title: "原文", Site: "科学网", Published: "2024-03-05", Similarity: 0.93, Verified: true, Check: 1, Source: 2}
	}
	result := func(state record.WebState, why string, n *record.WebNearest) record.AddressAnswer {
		return record.AddressAnswer{WebResult: record.WebResult{State: state, Why: why, Document: 1, Nearest: n, At: at}}
	}
	jobs.addresses.known = map[string]record.AddressAnswer{
		"new":         {Added: true},
		"waits":       {WebResult: record.WebResult{State: record.WebQueued}},
		"comes":       {WebResult: record.WebResult{State: record.WebFetching, Why: "comparing", Document: 1, At: at}},
		"alone":       result(record.WebOriginal, "", nil),
		"first":       result(record.WebOriginal, "time", nearest("https://b.example/2")),
		"copy":        result(record.WebRepeats, "rights", nearest("https://b.example/2")),
		"application": result(record.WebRepeats, "time", &record.WebNearest{Document: 2, Similarity: 0.5, Check: 1, Source: 2}),
		"tie":         result(record.WebUndetermined, "tie", nearest("https://b.example/2")),
		"gone":        {WebResult: record.WebResult{State: record.WebUndetermined, Why: "gone", At: at}},
		"elsewhere":   {Fault: record.AddressForeign},
	}
	asked := []string{"new", "waits", "comes", "alone", "first", "copy", "copy", "application", "tie", "gone", "elsewhere", "copy"}
	a := postJSON(t, h, submitPath, addressesOf(asked...))
	if a.Code != http.StatusOK {
		t.Fatalf("status %d: %s", a.Code, a.Body)
	}
	if diff := cmp.Diff([][]string{asked}, jobs.addresses.asked); diff != "" {
		t.Error(diff)
	}
	results := decoded[map[string][]map[string]any](t, a)["results"]
	if len(results) != len(asked) {
		t.Fatalf("%d results", len(results))
	}
	states := map[string]string{
		"new": "unknown_queued", "waits": "queued", "comes": "fetching", "alone": "original", "first": "original", "copy": "repeats",
		"application": "repeats", "tie": "undetermined", "gone": "undetermined", "elsewhere": "undetermined",
	}
	for i, r := range results {
		name := asked[i]
		if r["address"] != name || r["state"] != states[name] || r["why"] == "" {
			t.Errorf("%s: %v", name, r)
		}
		var keys []string
		for k := range r {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		if diff := cmp.Diff([]string{"address", "checked_at", "original", "page", "self_verified", "state", "why"}, keys); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if has, want := r["original"] != nil, slices.Contains([]string{"copy", "application", "tie"}, name); has != want {
			t.Errorf("%s: an original: %v, want %v", name, has, want)
		}
		if has, want := r["page"] != nil, jobs.addresses.known[name].Document != 0; has != want {
			t.Errorf("%s: a page: %v, want %v", name, has, want)
		}
		if want := jobs.addresses.known[name].At; (r["checked_at"] != nil) == want.IsZero() {
			t.Errorf("%s: checked at %v", name, r["checked_at"])
		}
	}
	const base = "http://127.0.0.1:8080"
	want := map[string]any{
		"address": "copy", "state": "repeats", "why": "The rights to the other page have been verified.", "checked_at": "2026-03-05T12:00:00Z", "self_verified": false, "page": base + "/documents/1",
		"original": map[string]any{
			"address": "https://b.example/2", "title": "原文", "site": "科学网", "published": "2024-03-05", "precision": "day", "similarity": 0.93, "rights_verified": true,
			"comparison": base + "/checks/1/sources/2",
		},
	}
	if diff := cmp.Diff(want, results[5]); diff != "" {
		t.Error(diff)
	}
	if why := fmt.Sprint(results[7]["why"]); !strings.Contains(why, "application") {
		t.Errorf("of an application it says %q", why)
	}
	for _, link := range []string{"/documents/1", "/checks/1/sources/2"} {
		if a := get(t, h, link); a.Code != http.StatusOK {
			t.Errorf("%s: status %d", link, a.Code)
		}
	}
	zh := decoded[map[string][]map[string]any](t, postJSON(t, h, submitPath, addressesOf("copy"), "Accept-Language", "zh"))["results"]
	if zh[0]["why"] != "对方的权利已经核实。" {
		t.Errorf("in Chinese: %v", zh[0]["why"])
	}

	b := postJSON(t, h, schedulePath, addressesOf("a", "b", "c", "d"))
	if diff := cmp.Diff(map[string]int{"queued": 1, "known": 2, "ignored": 1}, decoded[map[string]int](t, b)); diff != "" || b.Code != http.StatusOK {
		t.Errorf("status %d: %s", b.Code, diff)
	}
	if len(jobs.addresses.seen) != 1 || len(jobs.addresses.asked) != 2 {
		t.Errorf("asked %v, seen %v", jobs.addresses.asked, jobs.addresses.seen)
	}
	if none := postJSON(t, h, submitPath, addressesOf()); none.Code != http.StatusOK || strings.TrimSpace(none.Body.String()) != `{"results":[]}` {
		t.Errorf("of no addresses: %d %s", none.Code, none.Body)
	}
}

// said is what a program is told of a fault.
type said struct {
	Error struct {
		Name, Title, Advice, Field, Request string
		At                                  int64
	}
}

// What a program sends wrongly is refused as JSON, in the reader's language, with what is wrong
// and what to do; nothing is done.
func TestAddressFaults(t *testing.T) {
	s, jobs := testSite(t, newFakeStore())
	h := must(s.Handler(s.routes()))(t)
	many := make([]string, extension.Most+1)
	for _, path := range []string{submitPath, schedulePath} {
		for _, c := range []struct {
			name, body, kind string
			status           int
			want             string
			field            string
			at               int64
		}{
			{"broken", `{"addresses": [`, "", 400, "json", "", 15},
			{"nothing", ``, "", 400, "json", "", 0},
			{"two", `{"addresses": []} {}`, "", 400, "json", "", 19},
			{"a list", `["https://a.example/"]`, "", 400, "json", "", 1},
			{"a text", `{"addresses": "https://a.example/"}`, "", 400, "json", "addresses", 34},
			{"numbers", `{"addresses": ["https://a.example/", 7]}`, "", 400, "json", "addresses", 38},
			{"null", `null`, "", 400, "json", "", 0},
			{"no addresses", `{"urls": []}`, "", 400, "json", "", 0},
			{"many", addressesOf(many...), "", 422, "addresses-many", "", 0},
			{"large", `{"addresses": ["` + strings.Repeat("a", 1<<20) + `"]}`, "", 413, "body", "", 0},
			{"a form", `addresses=a`, "application/x-www-form-urlencoded", 415, "json-kind", "", 0},
			{"text", `{"addresses": []}`, "text/plain", 415, "json-kind", "", 0},
			{"another encoding", "{\"addresses\": [\"\xd6\xd0\"]}", "", 400, "json-utf8", "", 0},
			{"says another encoding", `{"addresses": []}`, "application/json; charset=gbk", 415, "json-kind", "", 0},
			{"no kind", `{"addresses": []}`, " ", 415, "json-kind", "", 0},
		} {
			titles := map[string]bool{}
			for _, language := range []string{"zh", "en"} {
				header := []string{"Accept-Language", language}
				if c.kind != "" {
					header = append(header, "Content-Type", c.kind)
				}
				a := postJSON(t, h, path, c.body, header...)
				e := decoded[said](t, a).Error
				if a.Code != c.status || e.Name != c.want || e.Title == "" || e.Advice == "" || e.Request != a.Header().Get("X-Request-Id") {
					t.Errorf("%s %s: status %d, %+v; want %d %s", path, c.name, a.Code, e, c.status, c.want)
				}
				if c.at != e.At || c.field != e.Field {
					t.Errorf("%s: at %d of %q, want %d of %q", c.name, e.At, e.Field, c.at, c.field)
				}
				titles[e.Title] = true
			}
			if len(titles) != 2 {
				t.Errorf("%s: said as %v", c.name, titles)
			}
		}
	}
	if len(jobs.addresses.asked)+len(jobs.addresses.seen) != 0 {
		t.Error("something was done")
	}
	if a := get(t, h, submitPath); a.Code != http.StatusMethodNotAllowed || decoded[said](t, a).Error.Name != "method" {
		t.Errorf("GET: %d %s", a.Code, a.Body)
	}
	if a := get(t, h, "/api/other", "Accept", "text/html"); a.Code != http.StatusNotFound || decoded[said](t, a).Error.Name != "no-route" {
		t.Errorf("another path: %d %s", a.Code, a.Body)
	}
	jobs.addresses.broken = record.ErrUnreachable
	if a := postJSON(t, h, submitPath, addressesOf("a")); a.Code != http.StatusServiceUnavailable || a.Header().Get("Retry-After") == "" || decoded[said](t, a).Error.Name != "database" {
		t.Errorf("without a database: %d %s", a.Code, a.Body)
	}
	jobs.addresses.broken = io.ErrUnexpectedEOF
	if a := postJSON(t, h, submitPath, addressesOf("a")); a.Code != http.StatusInternalServerError || strings.Contains(a.Body.String(), "EOF") {
		t.Errorf("a fault of ours: %d %s", a.Code, a.Body)
	}
}

// Where people log in a program needs a token that is for addresses, of somebody who may ask.
func TestAddressTokens(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	officer, session := p.join(t, "officer", record.Officer)
	reviewer, _ := p.join(t, "reviewer", record.Reviewer)
	token := func(account int64, scopes ...string) []string {
		return []string{"Authorization", "Bearer " + must(p.Auth.NewToken(t.Context(), account, "x", scopes, 1))(t)}
	}
	right := token(officer, "addresses")
	for _, path := range []string{submitPath, schedulePath} {
		for _, c := range []struct {
			name   string
			header []string
			status int
			want   string
		}{
			{"nobody", nil, 401, "token"},
			{"a wrong one", []string{"Authorization", "Bearer zhiwen_x"}, 401, "token"},
			{"a wrong one beside a session", append([]string{"Authorization", "Bearer zhiwen_x"}, session...), 401, "token"},
			{"for other things", token(officer, "read", "check", "library", "decide"), 403, "scope"},
			{"a reviewer's", token(reviewer, "addresses"), 403, "forbidden"},
			{"the right one", right, 200, ""},
			{"a session of the same site", append([]string{"Sec-Fetch-Site", "same-origin"}, session...), 200, ""},
			{"a session of another site", append([]string{"Sec-Fetch-Site", "cross-site"}, session...), 403, "origin"},
		} {
			a := postJSON(t, h, path, addressesOf("a", "b", "c"), c.header...)
			if a.Code != c.status {
				t.Errorf("%s %s: status %d, want %d: %s", path, c.name, a.Code, c.status, a.Body)
			}
			if c.want != "" && decoded[said](t, a).Error.Name != c.want {
				t.Errorf("%s %s: %s", path, c.name, a.Body)
			}
			if (a.Code == 401) != (a.Header().Get("WWW-Authenticate") == "Bearer") {
				t.Errorf("%s: WWW-Authenticate %q", c.name, a.Header().Get("WWW-Authenticate"))
			}
		}
	}
	for _, target := range []string{"/library", "/sites", "/documents/1", "/account"} {
		if a := get(t, h, target, right...); a.Code != http.StatusForbidden {
			t.Errorf("%s by a token for addresses: status %d", target, a.Code)
		}
	}
	account := get(t, h, "/account", session...)
	if !slices.ContainsFunc(all(account.page, "input"), func(n *html.Node) bool { return attr(n, "name") == "scope" && attr(n, "value") == "addresses" }) {
		t.Error("the page of tokens does not offer it")
	}
}

// An extension of a browser is let in, with a token and without cookies; pages of other sites
// are not.
func TestExtensionsMayAsk(t *testing.T) {
	p := testPeople(t, nil)
	h := p.handler()
	const extension, page = "chrome-extension://abcdefghijklmnop", "https://evil.example"
	from := func(origin string, more ...string) []string {
		return append([]string{"Origin", origin, "Sec-Fetch-Site", "cross-site"}, more...)
	}
	alone := func(wanted int, header ...string) {
		t.Helper()
		a := postJSON(t, h, submitPath, addressesOf("a"), header...)
		if a.Code != wanted {
			t.Errorf("%v: status %d, want %d: %s", header, a.Code, wanted, a.Body)
		}
		named := strings.Contains(header[1], "extension") && !strings.HasSuffix(header[1], "//")
		if let := a.Header().Get("Access-Control-Allow-Origin"); named != (let == header[1]) {
			t.Errorf("%s is let in as %q", header[1], let)
		}
		if a.Header().Get("Access-Control-Allow-Credentials") != "" || !slices.Contains(a.Header().Values("Vary"), "Origin") {
			t.Errorf("%s: %v", header[1], a.Header())
		}
	}
	alone(http.StatusOK, from(extension)...) // without accounts
	alone(http.StatusForbidden, from(page)...)
	alone(http.StatusForbidden, from("null")...)
	alone(http.StatusForbidden, from("chrome-extension://")...)
	officer, session := p.join(t, "officer", record.Officer)
	token := []string{"Authorization", "Bearer " + must(p.Auth.NewToken(t.Context(), officer, "x", []string{"addresses"}, 1))(t)}
	for _, origin := range []string{extension, "moz-extension://0-1-2", "safari-web-extension://X"} {
		alone(http.StatusOK, from(origin, token...)...)
	}
	alone(http.StatusUnauthorized, from(extension)...)
	alone(http.StatusUnauthorized, from(extension, session...)...) // its cookie does not count
	alone(http.StatusForbidden, from(page, token...)...)
	alone(http.StatusForbidden, from(page, session...)...)

	for _, path := range []string{submitPath, schedulePath} {
		asks := []string{"Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type"}
		a := ask(t, h, http.MethodOptions, path, nil, from(extension, asks...)...)
		if a.Code != http.StatusNoContent || a.Header().Get("Access-Control-Allow-Origin") != extension || a.Header().Get("Access-Control-Allow-Methods") != "POST" ||
			!strings.Contains(a.Header().Get("Access-Control-Allow-Headers"), "Authorization") || !strings.Contains(a.Header().Get("Access-Control-Allow-Headers"), "Content-Type") {
			t.Errorf("preflight of %s: %d %v", path, a.Code, a.Header())
		}
		if a := ask(t, h, http.MethodOptions, path, nil, from(page, asks...)...); a.Header().Get("Access-Control-Allow-Origin") != "" || a.Header().Get("Access-Control-Allow-Methods") != "" {
			t.Errorf("preflight of a page: %v", a.Header())
		}
	}
	// Elsewhere an extension is as any other site.
	if a := post(t, h, "/language", nil, from(extension)...); a.Code != http.StatusForbidden || a.Header().Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("the rest of the site: status %d, %v", a.Code, a.Header())
	}
}

// A token is asked to come later for its own requests alone.
func TestAddressRates(t *testing.T) {
	now := time.Unix(0, 0) // it stands still
	p := testPeople(t, func(c *Config) {
		c.Rates = site.Rates{Account: 3, Address: 2, Now: func() time.Time { return now }}
	})
	h := p.handler()
	officer, session := p.join(t, "officer", record.Officer)
	token := func() []string {
		return []string{"Authorization", "Bearer " + must(p.Auth.NewToken(t.Context(), officer, "x", []string{"addresses"}, 1))(t)}
	}
	wild, other := token(), token()
	count := func(header []string, want int) {
		t.Helper()
		for i := range want + 2 {
			a := postJSON(t, h, submitPath, addressesOf("a"), header...)
			if refused := a.Code == http.StatusTooManyRequests; refused != (i >= want) {
				t.Errorf("request %d: status %d", i, a.Code)
			} else if refused {
				if n, err := strconv.Atoi(a.Header().Get("Retry-After")); err != nil || n < 1 || n > 60 || decoded[said](t, a).Error.Name != "rate" {
					t.Errorf("Retry-After %q: %s", a.Header().Get("Retry-After"), a.Body)
				}
			}
		}
	}
	count(wild, 3)
	count(other, 3)
	if a := get(t, h, "/account", session...); a.Code != http.StatusOK {
		t.Errorf("the owner of the tokens: status %d", a.Code)
	}
	count([]string{"Authorization", "Bearer zhiwen_wrong"}, 2) // by address
}
