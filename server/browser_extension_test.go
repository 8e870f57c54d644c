package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"zhiwen/static"
)

// installed is a browser that has the extension, as it is in the archive but for what a browser without a
// window cannot be asked: all hosts are let from the start.
type installed struct {
	app
	id string // of the extension
}

// install starts a browser with the extension in a language. Names are those of servers at these
// ports of this machine, and no other is found.
func install(t *testing.T, language, tlsPort string) installed {
	t.Helper()
	chromium(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	files, err := static.Extension()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "manifest.json")
	var manifest map[string]any
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &manifest)
	}
	if err != nil {
		t.Fatal(err)
	}
	manifest["host_permissions"] = manifest["optional_host_permissions"]
	// The browser may come without other languages than English: one is left.
	manifest["default_locale"] = language
	for _, other := range []string{"en", "zh"} {
		if other != language {
			err = os.RemoveAll(filepath.Join(dir, "_locales", other))
		}
	}
	if err == nil {
		b, err = json.Marshal(manifest)
	}
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	browser, end := startBrowser(t, chromedp.Flag("disable-extensions", false), chromedp.Flag("load-extension", dir),
		chromedp.Flag("disable-features", "Translate,DisableLoadExtensionCommandLineSwitch"), chromedp.IgnoreCertErrors,
		chromedp.Flag("host-resolver-rules", "MAP * 127.0.0.1:"+tlsPort+", EXCLUDE 127.0.0.1"))
	t.Cleanup(end)
	return installed{app{browser: browser}, extensionID(dir)}
}

// extensionID returns what a browser calls an extension of a folder.
func extensionID(dir string) string {
	const digits = 16
	sum := sha256.Sum256([]byte(dir))
	return strings.Map(func(r rune) rune { return 'a' + rune(strings.IndexRune("0123456789abcdef", r)) }, fmt.Sprintf("%x", sum[:digits]))
}

// page opens a page of the extension.
func (i installed) page(t *testing.T, name string) *tab {
	t.Helper()
	b := i.tabWith(t, "en")
	b.base = "chrome-extension://" + i.id
	// The browser may still be reading the extension, and has no such page until then.
	for deadline := time.Now().Add(stepTimeout); ; time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithDeadline(b.ctx, deadline)
		err := chromedp.Do(ctx, chromedp.Navigate(b.base+"/"+name))
		cancel()
		if err == nil && eval[bool](b, "!!globalThis.chrome?.storage && document.documentElement.lang !== ''") {
			return b
		}
		if time.Now().After(deadline) {
			t.Fatalf("the extension has no page %s: %v", name, err)
		}
	}
}

// set saves settings by the form.
func (i installed) set(t *testing.T, values map[string]string) *tab {
	t.Helper()
	b := i.page(t, "options.html")
	for id, value := range values {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("{const e = document.getElementById(%q); if (e.type === 'checkbox') e.checked = %q === 'on'; else e.value = %q; e.dispatchEvent(new Event('input'))}", id, value, value)))
	}
	b.click(".save button")
	b.wait("document.getElementById('saved').textContent !== ''")
	// The content script runs where the browser was told that it may.
	b.promised("chrome.scripting.getRegisteredContentScripts().then(all => all.length === 1)")
	return b
}

// promised waits until what an expression promises is true.
func (b *tab) promised(expression string) {
	b.t.Helper()
	for deadline := time.Now().Add(stepTimeout); ; time.Sleep(50 * time.Millisecond) {
		ctx, cancel := context.WithDeadline(b.ctx, deadline)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise))
		cancel()
		if err == nil && ok {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("in vain waited for %s (%v)\n%s", expression, err, b.shown())
		}
	}
}

// shownMark is a mark beside a link: its parts are of the closed shadow, which scripts of the page cannot read.
type shownMark struct{ Kind, Text, Href, Title string }

// marks returns the marks of a page by the id of the link before them.
func (b *tab) marks() map[string][]shownMark {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	all := map[string][]shownMark{}
	depth, pierce := int64(-1), true
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		answer, err := cdp.Call(ctx, target, dom.GetDocument, dom.GetDocumentParams{Depth: &depth, Pierce: &pierce})
		if err != nil {
			return err
		}
		readMarks(answer.Root, "", all)
		return nil
	}))
	if err != nil {
		b.t.Fatal(err)
	}
	return all
}

// readMarks reads those below a node; before is the id of the element before it.
func readMarks(n *cdp.Node, before string, all map[string][]shownMark) {
	attribute := func(n *cdp.Node, name string) string {
		for i := 0; i+1 < len(n.Attributes); i += 2 {
			if n.Attributes[i] == name {
				return n.Attributes[i+1]
			}
		}
		return ""
	}
	if n.LocalName == "zhiwen-mark" {
		for _, root := range n.ShadowRoots {
			for _, part := range root.Children {
				if part.LocalName == "" {
					continue
				}
				text := ""
				for _, c := range part.Children {
					text += c.NodeValue
				}
				all[before] = append(all[before], shownMark{attribute(part, "part"), text, attribute(part, "href"), attribute(part, "title")})
			}
		}
		return
	}
	last := ""
	for _, c := range n.Children {
		readMarks(c, last, all)
		if c.LocalName != "" && c.LocalName != "zhiwen-mark" {
			last = attribute(c, "id")
		}
	}
}

// wantMarks waits until a page has the marks.
func (b *tab) wantMarks(want map[string][]shownMark) {
	b.t.Helper()
	for deadline := time.Now().Add(stepTimeout); ; time.Sleep(50 * time.Millisecond) {
		got := b.marks()
		diff := cmp.Diff(want, got)
		if diff == "" {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("marks: -want +got\n%s\n%s", diff, b.shown())
		}
	}
}

// The links of results, as each engine writes them: plainly, behind an address that leads on, or stated by an attribute.
const (
	bingPage = `<ol id="b_results">
<li class="b_algo"><h2><a id="plain" href="https://first.example/a/1?utm_source=bing#part">原创文章</a></h2><p>摘要</p></li>
<li class="b_algo"><h2><a id="packed" href="https://www.bing.com/ck/a?!&&p=abc&u=a1aHR0cHM6Ly9zZWNvbmQuZXhhbXBsZS9hLzI&ntb=1">转载</a></h2></li>
<li class="b_ad"><h2><a id="ad" href="https://advert.example/">广告</a></h2></li></ol>`
	baiduPage = `<div id="content_left">
<div class="result c-container" mu="https://second.example/a/2"><h3 class="t"><a id="stated" href="http://www.baidu.com/link?url=Zx8k">转载</a></h3></div>
<div class="result c-container"><h3 class="t"><a id="unsaid" href="http://www.baidu.com/link?url=unsaid">不知去向</a></h3></div>
<div class="result-op c-container" mu="http://nourl.ubs.baidu.com/123"><h3><a id="box" href="https://www.baidu.com/s?wd=x">相关</a></h3></div></div>`
	googlePage = `<div id="search"><div class="g" data-hveid="1"><a id="direct" href="https://first.example/a/1"><h3>原创文章</h3></a></div>
<div class="g" data-hveid="2"><a id="leads" href="/url?sa=t&url=https%3A%2F%2Fthird.example%2Fa%2F3&usg=x"><h3>已核实</h3></a></div>
<a id="more" href="https://other.example/">没有标题的链接</a></div>`
	sogouPage = `<div class="results"><div class="vrwrap"><h3 class="vr-title"><a id="beside" href="/link?url=hedJjaC291P3yGwc7N55kLSc2ls_Ks2xmk1vI0c7xdA.">待定</a></h3><div class="r-sech" data-url="https://fourth.example/a/4"></div></div>
<div class="rb"><h3><a id="new" href="https://fifth.example/a/5">新网页</a></h3></div></div>`
)

// TestExtensionMarks looks at result pages in the shapes of the four search engines, at their own names, with a server that answers as
// the contract says: each known link has its mark, and what was asked for is the true addresses and nothing else.
func TestExtensionMarks(t *testing.T) {
	server := newSubmitServer(t)
	server.set(func(s *submitServer) {
		s.token = "secret-token"
		original := map[string]any{
			"address": "https://first.example/a/1", "title": "湿地", "site": "测试网", "published": "2024-03-01T12:30:45+08:00", "precision": "second", "similarity": 0.874,
			"rights_verified": true, "comparison": "/checks/1/sources/2",
		}
		s.results["https://first.example/a/1"] = map[string]any{"state": "original", "page": "/documents/1"}
		s.results["https://second.example/a/2"] = map[string]any{"state": "repeats", "original": original, "page": "/documents/2"}
		s.results["https://third.example/a/3"] = map[string]any{"state": "original", "self_verified": true, "page": "javascript:alert(1)"}
		s.results["https://fourth.example/a/4"] = map[string]any{"state": "undetermined", "why": "time unknown", "page": "/documents/4"}
	})
	port := resultPages(t, map[string]string{"www.bing.com/search": bingPage, "www.baidu.com/s": baiduPage, "www.google.com/search": googlePage, "www.sogou.com/web": sogouPage})
	i := install(t, "en", port)
	i.set(t, map[string]string{"server": server.URL, "token": "secret-token"})

	original := []shownMark{{"original", "original", server.URL + "/documents/1", "No earlier page with this text is known."}}
	repeats := []shownMark{
		{"repeats", "repeats 测试网 87%", server.URL + "/checks/1/sources/2", "湿地 · 2024-03-01 · rights of the original verified"},
		{"more", "original ↗", "https://first.example/a/1", "https://first.example/a/1"},
	}
	for _, page := range []struct {
		address string
		want    map[string][]shownMark
	}{
		{"https://www.bing.com/search?q=x", map[string][]shownMark{"plain": original, "packed": repeats}},
		{"https://www.baidu.com/s?wd=x", map[string][]shownMark{"stated": repeats}},
		{"https://www.google.com/search?q=x", map[string][]shownMark{
			"direct": original, "leads": {{"verified", "✓ rights verified", "", "Original; a rights reviewer has verified the rights."}},
		}},
		{"https://www.sogou.com/web?query=x", map[string][]shownMark{
			"beside": {{"undetermined", "undetermined", server.URL + "/documents/4", "It is not possible to determine which page came first. time unknown"}},
			"new":    {{"waiting", "", "", "Zhiwen has no result for this page yet."}},
		}},
	} {
		b := i.tabWith(t, "en")
		b.base = page.address
		b.open("")
		b.wantMarks(page.want)
	}
	asked, scheduled := server.said()
	asked = slices.Compact(asked)
	want := []string{"https://fifth.example/a/5", "https://first.example/a/1", "https://fourth.example/a/4", "https://second.example/a/2", "https://third.example/a/3"}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Errorf("addresses asked for: -want +got\n%s", diff)
	}
	if len(scheduled) > 0 {
		t.Errorf("links were handed on though nobody switched that on: %q", scheduled)
	}
}
