package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"zhiwen/extract/reader/pagetest"
	"zhiwen/server/servertest"
)

// TestExtensionWholeWay goes the whole way with the real server: from two sites that are followed,
// of which one reposts the other's articles with edits, to pages that are fetched and compared, to
// a link that the extension saw and handed on, to marks on a page of results, and by a
// click on one to the comparison.
func TestExtensionWholeWay(t *testing.T) {
	original, repost := servertest.EmptySite(t), servertest.EmptySite(t)
	edited := func(text []string, n int) []string {
		text = slices.Clone(text)
		text[n] = pagetest.Text(uint64(90+n), 1)[0]
		return append(text, "（转载自网络，文字略有改动。）")
	}
	put := func(s *servertest.Site, path, title, site, published string, text []string, links ...string) {
		s.Put(path, pagetest.Shapes()[0], pagetest.Article{Title: title, Author: "作者", Site: site, Published: published, Paragraphs: text, Links: links})
	}
	wetland, frozen := pagetest.Text(7, 8), pagetest.Text(9, 8)
	put(original, "/a/1", "湿地的水", "原创网", "2024-03-01 12:30:45", wetland)
	put(original, "/a/2", "冻土的碳", "原创网", "2024-03-02 12:30:45", frozen)
	put(repost, "/a/1", "湿地的水（转）", "转载网", "2024-03-05 08:00:00", edited(wetland, 2))
	put(repost, "/a/2", "自己的话", "转载网", "2024-03-06 08:00:00", pagetest.Text(11, 8))
	put(repost, "/a/4", "冻土的碳（转）", "转载网", "2024-03-07 08:00:00", edited(frozen, 5)) // no page that is followed leads to it
	put(repost, "/late", "近日", "转载网", "2024-03-07 09:00:00", pagetest.Text(12, 2), "/a/4")

	var results strings.Builder
	results.WriteString(`<ol id="b_results">`)
	for id, address := range map[string]string{"first": original.URL + "/a/1", "copy": repost.URL + "/a/1", "own": repost.URL + "/a/2", "late": repost.URL + "/a/4"} {
		fmt.Fprintf(&results, `<li class="b_algo"><h2><a id="%s" href="%s?utm_source=bing#part">%s</a></h2></li>`, id, address, id)
	}
	results.WriteString(`</ol>`)
	i := install(t, "en", resultPages(t, map[string]string{"www.bing.com/search": results.String()}))

	// An administrator allows this machine's network and follows both sites.
	base, out := serveSaying(t, "--data", t.TempDir(), "--accounts")
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin := i.tabWith(t, "en")
	admin.base = base
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "Head", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	admin.open("/settings")
	admin.done("/settings/web", url.Values{"networks": {"127.0.0.0/8"}, "contact": {""}, "seen": {"0"}})
	follow := func(s *servertest.Site, name string) {
		to := admin.done("/sites", url.Values{
			"name": {name}, "starts": {s.URL + "/"}, "articles": {`/a/\d+$`}, "hours": {"24"}, "pause": {"1"}, "most": {"100"}, "zone": {"+08:00"},
		})
		if to == "/sites" || !strings.HasPrefix(to, "/sites/") {
			t.Fatalf("following %s led to %s", name, to)
		}
	}
	pairs := func(n int) {
		t.Helper()
		for deadline := time.Now().Add(4 * stepTimeout); ; time.Sleep(300 * time.Millisecond) {
			admin.open("/sites/repeats?from=")
			if eval[int](admin, "document.querySelectorAll('.repeat-rows > li').length") == n {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("%d pairs were waited for in vain: %s", n, admin.shown())
			}
		}
	}
	follow(original, "原创网")
	follow(repost, "转载网")
	pairs(1)

	// The extension has a token that may do nothing else.
	admin.open("/account")
	admin.click("#tokens details summary")
	admin.typed("#token-name", "browser", "#token-present", loginPassword)
	admin.do(chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("#token-scopes input").forEach(e => e.checked = e.value === "addresses")`))
	admin.follow("#tokens form button.primary")
	token := eval[string](admin, "document.querySelector('#tokens code.secret').textContent")
	options := i.set(t, map[string]string{"server": base, "token": token, "sites": "127.0.0.1", "send": "on"})

	// A page of the site that somebody reads leads to what the site's own pages do not.
	late := i.openAt(t, repost.URL+"/late")
	late.expected = "favicon.ico"
	options.promised(`chrome.storage.local.get("queue").then(x => x.queue?.waiting.length > 0)`)
	if n := repost.Asked("/a/4"); n != 0 {
		t.Errorf("the server has asked %d times for what nobody handed on", n)
	}
	kept[any](options, `chrome.alarms.create("send", {when: Date.now()}).then(() => true)`)
	pairs(2)

	// Marks stand beside the links.
	page := i.openAt(t, "https://www.bing.com/search?q=x")
	var marks map[string][]shownMark
	for deadline := time.Now().Add(stepTimeout); ; time.Sleep(100 * time.Millisecond) {
		if marks = page.marks(); len(marks) == 4 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("marks: %+v\n%s", marks, page.shown())
		}
	}
	for _, id := range []string{"first", "own"} {
		if m := marks[id]; len(m) != 1 || m[0].Kind != "original" || !strings.HasPrefix(m[0].Href, base+"/documents/") {
			t.Errorf("beside %s: %+v", id, m)
		}
	}
	share := regexp.MustCompile(`^repeats 原创网 (\d+)%$`)
	for id, address := range map[string]string{"copy": original.URL + "/a/1", "late": original.URL + "/a/2"} {
		m := marks[id]
		if len(m) != 2 || m[0].Kind != "repeats" || !strings.HasPrefix(m[0].Href, base+"/checks/") || !strings.Contains(m[0].Title, "2024-03-0") || m[1].Href != address {
			t.Errorf("beside %s: %+v", id, m)
			continue
		}
		said := share.FindStringSubmatch(m[0].Text)
		if said == nil {
			t.Errorf("beside %s: %q", id, m[0].Text)
		} else if percent, err := strconv.Atoi(said[1]); err != nil || percent < 60 || percent > 99 { // of eight paragraphs one is another's, and a sentence is new
			t.Errorf("beside %s: %d%%", id, percent)
		}
	}

	// A click leads to the comparison of both, in a tab of its own.
	opened := page.clickMark("copy")
	opened.wait("document.querySelectorAll('.pane-head').length === 2")
	// The page's script adds to its address which of the passages is shown.
	if at := eval[string](opened, "location.origin + location.pathname"); at != marks["copy"][0].Href {
		t.Errorf("the mark led to %s", at)
	}
	if words := eval[string](opened, "document.body.innerText"); !strings.Contains(words, "湿地的水") || !strings.Contains(words, "湿地的水（转）") {
		t.Error("the comparison is not of the two")
	}

	// The pages of the web fit, and axe finds nothing serious on them.
	pictures := os.Getenv("ZHIWEN_TEST_PICTURES")
	look := func(b *tab, name string) {
		for _, fault := range b.inaccessible(axeScript(t)) {
			t.Errorf("%s: %s", name, fault)
		}
		if pictures != "" {
			b.picture(filepath.Join(pictures, name+".webp"))
		}
	}
	for _, language := range []string{"en", "zh"} {
		admin.open("/account")
		admin.done("/language", url.Values{"language": {language}, "back": {"/account"}})
		for name, path := range map[string]string{"repeats": "/sites/repeats?from=", "sites": "/sites", "site": "/sites/1", "edit": "/sites/1/edit"} {
			for _, width := range []int64{390, 1440} {
				admin.fits(path, width)
				look(admin, fmt.Sprintf("web-%s-%s-%d", name, language, width))
			}
		}
	}
	// Links on the server's own pages, which the administrator has read all the while, are not gathered.
	popup := i.page(t, "popup.html")
	popup.want(`document.getElementById("gather").textContent.includes(": 0 wait")`, true)
	popup.size(360, 420)
	popup.wait(`document.getElementById("state").textContent !== ""`)
	look(popup, "extension-popup")
	options.size(900, 1000)
	look(options, "extension-options")
}

// clickMark clicks the first mark beside a link as a reader does, and returns the tab that this opens.
func (b *tab) clickMark(id string) *tab {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	depth, pierce := int64(-1), true
	var x, y float64
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		answer, err := cdp.Call(ctx, page, dom.GetDocument, dom.GetDocumentParams{Depth: &depth, Pierce: &pierce})
		if err != nil {
			return err
		}
		mark := markBeside(answer.Root, id)
		if mark == nil {
			return fmt.Errorf("no mark beside %s", id)
		}
		box, err := cdp.Call(ctx, page, dom.GetBoxModel, dom.GetBoxModelParams{BackendNodeID: mark.BackendNodeID})
		if err != nil {
			return err
		}
		for i := 0; i < len(box.Model.Content); i += 2 {
			x, y = x+box.Model.Content[i]/4, y+box.Model.Content[i+1]/4
		}
		return nil
	}))
	if err != nil {
		b.t.Fatal(err)
	}
	opened := chromedp.WaitNewTarget(ctx, func(i *target.Info) bool { return i.Type == "page" })
	b.do(chromedp.MouseClickXY(x, y))
	select {
	case at := <-opened:
		ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithTargetID(at))
		b.t.Cleanup(cancel)
		if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of this call
			b.t.Fatalf("the tab that a click on the mark beside %s opened: %v", id, err)
		}
		return &tab{t: b.t, ctx: ctx, scriptless: true}
	case <-ctx.Done():
		b.t.Fatalf("a click on the mark beside %s opened nothing", id)
		return nil
	}
}

// markBeside returns the first part of the mark that follows on a link, below a node.
func markBeside(n *cdp.Node, id string) *cdp.Node {
	beside := false
	for _, c := range n.Children {
		if c.LocalName == "zhiwen-mark" && beside {
			for _, root := range c.ShadowRoots {
				for _, part := range root.Children {
					if part.LocalName != "" {
						return part
					}
				}
			}
		}
		if found := markBeside(c, id); found != nil {
			return found
		}
		if c.LocalName != "" {
			beside = false
			for i := 0; i+1 < len(c.Attributes); i += 2 {
				beside = beside || c.Attributes[i] == "id" && c.Attributes[i+1] == id
			}
		}
	}
	return nil
}
