package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"zhiwen/server/crawl"
	"zhiwen/static"
)

// moduleTab opens a page into which modules of the extension can be imported that need no
// browser's interface for extensions.
func moduleTab(t *testing.T) *tab {
	t.Helper()
	files, err := static.Extension()
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServerFS(files))
	mux.HandleFunc("/blank", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<!doctype html><title>modules</title><link rel="icon" href="data:,">`))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	b := app{base: server.URL, browser: openBrowser(t)}.tab(t, "en")
	b.open("/blank")
	return b
}

// module evaluates an expression of a module m and returns its JSON.
func (b *tab) module(name, expression string) string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`import("/`+name+`.js").then(async m => JSON.stringify(`+expression+`) ?? "undefined")`, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s of %s: %v", expression, name, err)
	}
	return got
}

// What the extension reckons without a browser: addresses, where links lead, what waits, what a mark says,
// what the server's answers mean, and what the form holds.
func TestExtensionModules(t *testing.T) {
	b := moduleTab(t)
	for _, test := range []struct{ module, expression, want string }{
		{"address", `m.normal("https://u:p@example.org/")`, `null`},
		{"address", `m.normal("javascript:alert(1)")`, `null`},
		{"address", `m.normal(undefined)`, `null`},
		{"address", `m.normal("https://example.org/" + "a".repeat(2000))`, `null`},
		{"address", `m.web("/checks/1", "https://z.example/")`, `"https://z.example/checks/1"`},
		{"address", `m.web("javascript:alert(1)", "https://z.example/")`, `null`},
		{"address", `m.web(null, "https://z.example/")`, `null`},
		{"address", `["WWW.Example.org", "https://www.example.org:8080/a?b", "*.example.org", "*://*.example.org/*", "科学网.example", "127.0.0.1"].map(m.hostPattern)`,
			`["www.example.org","www.example.org","*.example.org","*.example.org","xn--48st12ezyd.example","127.0.0.1"]`},
		{"address", `["", "*", "*.org", "*.127.0.0.1", "a b", "u:p@example.org", "a*.example.org"].map(m.hostPattern)`, `[null,null,null,null,null,null,null]`},
		{"address", `[["example.org", "example.org"], ["example.org", "www.example.org"], ["*.example.org", "www.example.org"], ["*.example.org", "example.org"], ["*.example.org", "notexample.org"]].map(x => m.fits(...x))`,
			`[true,false,true,true,false]`},
		{"address", `["zhiwen.example.org", "127.0.0.1:8080", "localhost:8080/", "https://example.org/zhiwen/?a#b", "ftp://example.org", ""].map(m.server)`,
			`["https://zhiwen.example.org","http://127.0.0.1:8080","http://localhost:8080","https://example.org/zhiwen","",""]`},
		{"address", `["http://example.org", "https://example.org", "http://127.0.0.1:8080", "http://localhost", "http://[::1]:8080", "http://localhost.example.org"].map(m.open)`, `[true,false,false,false,false,true]`},

		// Bing packs the true address in base64 behind two characters; what is no address stays unknown.
		{"engine", `m.target(m.engines[0], {href: "https://www.bing.com/ck/a?!&&p=x&u=a1aHR0cHM6Ly9leGFtcGxlLm9yZy_np5HlraY_YT0x&ntb=1", stated: []})`, `"https://example.org/%E7%A7%91%E5%AD%A6?a=1"`},
		{"engine", `m.target(m.engines[0], {href: "https://www.bing.com/ck/a?u=a1!!!", stated: []})`, `null`},
		{"engine", `m.target(m.engines[1], {href: "http://www.baidu.com/link?url=abc", stated: ["https://example.org/a#b"]})`, `"https://example.org/a"`},
		{"engine", `m.target(m.engines[1], {href: "http://www.baidu.com/link?url=abc", stated: ["http://nourl.ubs.baidu.com/1"]})`, `null`},
		{"engine", `m.target(m.engines[1], {href: "http://www.baidu.com/link?url=abc", stated: []})`, `null`},
		// What leads to the engine itself holds what somebody searches for.
		{"engine", `m.target(m.engines[1], {href: "https://www.baidu.com/s?wd=secret", stated: []})`, `null`},
		{"engine", `m.target(m.engines[2], {href: "https://www.google.com/url?sa=t&url=https%3A%2F%2Fexample.org%2F%3Fa%3D1%26utm_source%3Dx", stated: []})`, `"https://example.org/?a=1"`},
		{"engine", `m.target(m.engines[2], {href: "https://www.google.com/url?q=https://www.google.com/search?q=secret", stated: []})`, `null`},
		{"engine", `m.target(m.engines[2], {href: "https://example.org/a", stated: []})`, `"https://example.org/a"`},
		{"engine", `m.target(m.engines[3], {href: "https://www.sogou.com/link?url=hedJ", stated: ["javascript:1", "https://example.org/a"]})`, `"https://example.org/a"`},
		{"engine", `m.target({...m.engines[3], redirect: ""}, {href: "https://example.org/a", stated: []})`, `"https://example.org/a"`},
		{"engine", `["www.bing.com", "cn.bing.com", "www.baidu.com", "www.google.com", "www.sogou.com", "example.org"].map(h => m.engineOf(m.engines, h)?.name ?? null)`, `["Bing","Bing","Baidu","Google","Sogou",null]`},
		{"engine", `m.engineOf(m.engines.map(e => ({...e, on: false})), "www.bing.com")`, `null`},
		{"engine", `["", "a(b", "^a"].map(m.expressionFault)`, `[false,true,false]`},

		{"queue", `m.put(m.put(m.empty, ["a", "b", "a"]), ["b", "c"])`, `{"waiting":["a","b","c"],"sent":[],"dropped":0}`},
		{"queue", `m.put(m.taken(m.put(m.empty, ["a", "b"]), ["a"]), ["a", "c"])`, `{"waiting":["b","c"],"sent":["a"],"dropped":0}`},
		{"queue", `(q => [q.waiting.length, q.waiting[0], q.dropped])(m.put(m.empty, Array.from({length: m.mostWaiting + 5}, (_, i) => i)))`, `[2000,5,5]`},
		{"queue", `m.taken(m.empty, Array.from({length: m.mostSent + 5}, (_, i) => i)).sent.length`, `5000`},
		{"queue", `m.next(m.put(m.empty, Array.from({length: 250}, (_, i) => i))).length`, `100`},
		{"queue", `m.batches(Array.from({length: 250}, (_, i) => i)).map(b => b.length)`, `[100,100,50]`},
		{"queue", `m.batches([])`, `[]`},

		{"mark", `m.markOf({state: "undetermined", why: "no site is followed", page: null, original: null}, "https://z.example", (k) => k)`, `null`},
		{"mark", `m.markOf({state: "something new"}, "https://z.example", (k) => k)`, `null`},
		{"mark", `["unknown_queued", "queued", "fetching"].map(state => m.markOf({state}, "https://z.example", (k) => k).kind)`, `["waiting","waiting","waiting"]`},
		{"mark", `m.markOf({state: "repeats", original: null}, "https://z.example", (...k) => k.join(" "))`, `{"kind":"repeats","text":"markRepeats markAnother","title":"","href":null,"more":null}`},
		{"mark", `m.markOf({state: "repeats", original: {address: "https://o.example/a", published: "2024-03-01", precision: "month", similarity: 0.999}}, "https://z.example", (...k) => k.join(" "))`,
			`{"kind":"repeats","text":"markRepeatsShare o.example 99%","title":"2024-03","href":"https://o.example/a","more":null}`},
		{"mark", `m.markOf({state: "repeats", original: {address: "javascript:alert(1)", comparison: "javascript:alert(1)", site: "<b>", similarity: 0.001}}, "https://z.example", (...k) => k.join(" "))`,
			`{"kind":"repeats","text":"markRepeatsShare <b> 1%","title":"","href":null,"more":null}`},
		{"mark", `m.markOf({state: "repeats", self_verified: true, original: {address: "https://o.example/a", published: "0001-01-01T00:00:00Z", precision: "unknown", similarity: 1}}, "https://z.example", (...k) => k.join(" ")).title`, `"markOwnRights"`},

		{"client", `await m.post({server: ""}, m.submitPath, [])`, `{"error":{"code":"noServer"}}`},
		{"client", `await m.post({server: "https://z.example"}, m.submitPath, ["a"], () => Promise.reject(new TypeError()))`, `{"error":{"code":"unreachable"}}`},
		{"client", `await Promise.all([301, 401, 403, 404, 405, 422, 500].map(status => m.post({server: "https://z.example"}, m.submitPath, ["a"], async () => new Response("", {status})).then(x => x.error.code)))`,
			`["moved","token","scope","notThere","notThere","refused","broken"]`},
		{"client", `await Promise.all(["7", "100000", "soon", null].map(wait => m.post({server: "https://z.example"}, m.submitPath, ["a"], async () => new Response("", {status: 429, headers: wait ? {"Retry-After": wait} : {}})).then(x => x.error.seconds)))`, `[7,3600,60,60]`},
		{"client", `await Promise.all(["", "[]", '{"results": []}', '{"results": [{}]}'].map(text => m.post({server: "https://z.example"}, m.submitPath, ["a"], async () => new Response(text)).then(x => x.error?.code ?? "fits")))`, `["strange","strange","strange","fits"]`},
		// A token is sent where there is one; addresses are all that is sent.
		{"client", `await new Promise(done => m.post({server: "https://z.example", token: "t"}, m.schedulePath, ["a"], async (...x) => { done([x[0], x[1].headers.Authorization, x[1].body, x[1].credentials, x[1].redirect]); return new Response('{"queued": 1}') }))`,
			`["https://z.example/api/schedule/submit","Bearer t","{\"addresses\":[\"a\"]}","omit","manual"]`},

		{"form", `m.readForm({server: "https://z.example/", token: " t ", sites: "www.example.org\n*.example.com，a.example", send: true, minutes: "10", private: false, engines: (await import("/engine.js")).engines.map(m.textOf)}, () => false).settings.engines.length`, `4`},
		{"form", `JSON.stringify(m.readForm({server: "", token: "", sites: "", send: false, minutes: "5", private: false, engines: (await import("/engine.js")).engines.map(m.textOf)}, () => false).settings.engines) === JSON.stringify((await import("/engine.js")).engines)`, `true`},
		{"form", `m.readForm({server: "ftp://x", token: "令牌", sites: "a b*c", send: false, minutes: "0.5", private: false, engines: [{name: " ", on: true, hosts: "", links: "::", result: "", attributes: "a 1b", redirect: "(", field: ""}]}, (s) => s === "::").faults.map(f => f.code)`,
			`["server","token","host","minutes","noHosts","links","attribute","redirect"]`},
		{"form", `m.readForm({server: "", token: "", sites: "", send: true, minutes: "5", private: false, engines: []}, () => false).faults.map(f => f.code)`, `["noSites"]`},
	} {
		if got := b.module(test.module, test.expression); got != test.want {
			t.Errorf("%s: %s\n got %s\nwant %s", test.module, test.expression, got, test.want)
		}
	}
}

// The extension writes addresses as the server does, and leaves out the same fields: otherwise what one
// asks for the other would not know.
func TestExtensionAddressesAreTheServers(t *testing.T) {
	b := moduleTab(t)
	addresses := []string{
		"https://Example.org", "https://example.org/#a", "http://example.org:80/a", "https://example.org:443/a?b=1", "https://example.org:8443/a", "https://example.org/a?",
		"https://example.org/a?utm_source=x&id=3&spm=1.2&SCM=4", "https://example.org/a?gclid=1", "https://example.org/a?fbclid=1&msclkid=2&yclid=3&share_token=4&from_source=5&vd_source=6&jsessionid=7&phpsessid=8&a=9",
		"https://example.org/a?utm=1&&b", "https://example.org/%E7%A7%91?q=%E5%AD%A6", "https://example.org/a?b=c#d?e", " https://example.org/a ", "ftp://example.org/", "https://u@example.org/", "mailto:a@example.org",
	}
	sent, err := json.Marshal(addresses)
	if err != nil {
		t.Fatal(err)
	}
	var got []*string
	if err := json.NewDecoder(strings.NewReader(b.module("address", string(sent)+`.map(m.normal)`))).Decode(&got); err != nil {
		t.Fatal(err)
	}
	for i, address := range addresses {
		want, ok := crawl.Normal(address)
		extension := ""
		if got[i] != nil {
			extension = *got[i]
		}
		if diff := cmp.Diff(want, extension); diff != "" || ok != (got[i] != nil) {
			t.Errorf("%s: -server +extension\n%s", address, diff)
		}
	}
}
