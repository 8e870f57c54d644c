package main

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

const followedPage = `<a id="one" href="/a/1?utm_source=home#top">一</a> <a href="https://blog.followed.example/a/2">二</a> <a href="/a/1">一</a>
<a href="https://elsewhere.example/a/3">别处</a> <a rel="nofollow" href="/a/4">不跟</a> <a href="mailto:a@followed.example">信</a> <a href="https://user:secret@www.followed.example/a/5">私</a>`

// openAt opens an address in a tab that has the extension.
func (i installed) openAt(t *testing.T, address string) *tab {
	t.Helper()
	b := i.tabWith(t, "en")
	b.base = address
	b.open("")
	return b
}

// kept reads a value that the extension keeps.
func kept[T any](b *tab, expression string) (v T) {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// TestExtensionGathers goes to a page of a followed site: nothing of it is gathered before somebody has switched that on, and nothing
// after it was switched off; what is gathered waits for the alarm, and is sent once.
func TestExtensionGathers(t *testing.T) {
	server := newSubmitServer(t)
	var many strings.Builder
	for n := range 130 {
		fmt.Fprintf(&many, `<a href="/m/%d">%d</a> `, n, n)
	}
	port := resultPages(t, map[string]string{"www.followed.example/": followedPage, "www.followed.example/many": many.String(), "www.bing.com/search": bingPage})
	i := install(t, "en", port)

	// A page of the site is read only where the browser has the content script in it; here it has, for a search engine.
	off := i.set(t, map[string]string{"server": server.URL, "sites": "www.followed.example\n*.followed.example"})
	i.openAt(t, "https://www.followed.example/")
	if got := kept[[]string](off, `chrome.scripting.getRegisteredContentScripts().then(all => all[0].matches.filter(m => m.includes("followed")))`); len(got) > 0 {
		t.Errorf("pages of followed sites are read though nobody switched that on: %q", got)
	}
	i.openAt(t, "https://www.bing.com/search?q=x").wantMarks(map[string][]shownMark{
		"plain": {{"waiting", "", "", "Zhiwen has no result for this page yet."}}, "packed": {{"waiting", "", "", "Zhiwen has no result for this page yet."}},
	})
	if n := kept[int](off, `chrome.storage.local.get("queue").then(x => x.queue?.waiting.length ?? 0)`); n != 0 {
		t.Errorf("%d links wait though nobody switched that on", n)
	}

	options := i.set(t, map[string]string{"send": "on", "minutes": "7"})
	options.promised(`chrome.alarms.get("send").then(a => a?.periodInMinutes === 7)`)
	page := i.openAt(t, "https://www.followed.example/")
	options.promised(`chrome.storage.local.get("queue").then(x => x.queue?.waiting.length === 2)`)
	want := []string{"https://blog.followed.example/a/2", "https://www.followed.example/a/1"}
	if got := kept[[]string](options, `chrome.storage.local.get("queue").then(x => x.queue.waiting.sort())`); !slices.Equal(got, want) {
		t.Errorf("gathered %q, want %q", got, want)
	}
	if _, scheduled := server.said(); len(scheduled) > 0 {
		t.Errorf("sent before its time: %q", scheduled)
	}

	popup := i.page(t, "popup.html")
	popup.want(`document.getElementById("gather").textContent`, "Links to followed websites are being collected: 2 waiting, sent every 7 min.")
	// The alarm rings.
	kept[any](options, `chrome.alarms.create("send", {when: Date.now()}).then(() => true)`)
	popup.wait(`document.getElementById("gather").textContent.includes(": 0 wait")`)
	popup.want(`/: 2 new, 0 known, 0 not followed\.$/.test(document.getElementById("sent").textContent)`, true)
	if _, scheduled := server.said(); !slices.Equal(scheduled, want) {
		t.Errorf("sent %q, want %q", scheduled, want)
	}

	// What was sent is not sent again; what comes later on a page is, in parts that the server takes.
	page.reload()
	page.do(chromedp.Evaluate[chromedp.Void](`document.body.insertAdjacentHTML("beforeend", '<a href="/late">late</a>')`))
	options.promised(`chrome.storage.local.get("queue").then(x => x.queue.waiting.join() === "https://www.followed.example/late")`)
	i.openAt(t, "https://www.followed.example/many")
	options.promised(`chrome.storage.local.get("queue").then(x => x.queue.waiting.length === 131)`)
	popup.wait(`!document.getElementById("send").hidden`)
	popup.click("#send")
	popup.wait(`document.getElementById("gather").textContent.includes(": 0 wait")`)
	_, scheduled := server.said()
	if len(scheduled) != 133 || len(slices.Compact(scheduled)) != 133 {
		t.Errorf("%d addresses were sent, want 133, each once", len(scheduled))
	}
	server.set(func(s *submitServer) {
		if got := s.sizes[len(s.sizes)-2:]; !slices.Equal(got, []int{100, 31}) {
			t.Errorf("sent in parts of %v", got)
		}
	})

	// A server that wants to be left alone is; what waits is kept until it is switched off.
	server.set(func(s *submitServer) { s.status, s.wait = http.StatusTooManyRequests, "900" })
	page.do(chromedp.Evaluate[chromedp.Void](`document.body.insertAdjacentHTML("beforeend", '<a href="/later">later</a>')`))
	popup.wait(`!document.getElementById("send").hidden`)
	popup.click("#send")
	popup.want(`document.getElementById("state").textContent`, "Too many requests. The extension waits 900 s and continues automatically.")
	popup.want(`document.getElementById("gather").textContent.includes(": 1 waiting")`, true)
	options = i.set(t, map[string]string{"send": ""})
	options.promised(`chrome.storage.local.get("queue").then(x => x.queue.waiting.length === 0)`)
	options.promised(`chrome.alarms.get("send").then(a => a === undefined)`)
	popup.want(`document.getElementById("gather").textContent`, "Links are not collected: this is switched off.")
}

// TestExtensionSaysWhatIsWrong looks at the popup and at the test of the connection, in both languages.
func TestExtensionSaysWhatIsWrong(t *testing.T) {
	server := newSubmitServer(t)
	port := resultPages(t, map[string]string{"www.bing.com/search": bingPage})
	for _, language := range []struct{ code, none, well, token, scope, gone, broken, away string }{
		{"en", "No server is set.", "The connection works and the token is valid.", "does not accept the token", "does not have the required scope", "not as a Zhiwen server", "has an error (500)", "is not responding"},
		{"zh", "尚未设置服务器", "连接正常，令牌有效。", "不接受此令牌", "没有相应范围", "不是支持扩展的知文服务器", "服务器出错（500）", "没有响应"},
	} {
		t.Run(language.code, func(t *testing.T) {
			server.set(func(s *submitServer) { s.status, s.token = 0, "right" })
			i := install(t, language.code, port)
			popup := i.page(t, "popup.html")
			popup.wait(fmt.Sprintf(`document.getElementById("state").textContent.startsWith(%q)`, language.none))
			options := i.set(t, map[string]string{"server": server.URL, "token": "wrong"})
			tested := func(says string) {
				t.Helper()
				options.click("#test")
				options.wait(fmt.Sprintf(`document.getElementById("tested").textContent.includes(%q)`, says))
			}
			options.expected = "Failed to load resource"
			tested(language.token)
			popup.wait(fmt.Sprintf(`document.getElementById("state").textContent.includes(%q)`, language.token))
			for status, says := range map[int]string{http.StatusForbidden: language.scope, http.StatusNotFound: language.gone, http.StatusInternalServerError: language.broken} {
				server.set(func(s *submitServer) { s.status = status })
				tested(says)
				// What a page has asked for shows in the popup too.
				i.openAt(t, "https://www.bing.com/search?q=x")
				popup.wait(fmt.Sprintf(`document.getElementById("state").textContent.includes(%q)`, says))
			}
			server.set(func(s *submitServer) { s.status = 0 })
			options.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("token").value = "right"`))
			tested(language.well)
			options.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("server").value = "http://127.0.0.1:1"`))
			tested(language.away)
		})
	}
}

// TestExtensionSettings changes what a search engine's pages are read by, and takes that back; what cannot be read is said.
func TestExtensionSettings(t *testing.T) {
	server := newSubmitServer(t)
	server.set(func(s *submitServer) {
		s.results["https://first.example/a/1"] = map[string]any{"state": "original", "page": nil}
	})
	port := resultPages(t, map[string]string{
		"find.example/results": `<div class="hit"><a id="wrapped" href="https://find.example/out?to=https%3A%2F%2Ffirst.example%2Fa%2F1">原创</a></div>`,
		"www.bing.com/search":  `<div class="new-shape"><a id="moved" href="https://first.example/a/1">改版</a></div>`,
	})
	i := install(t, "en", port)
	original := []shownMark{{"original", "original", "", "No earlier page with this text is known."}}
	b := i.set(t, map[string]string{"server": server.URL})
	engine := func(name, field, value string) {
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll(".engine")].find(e => e.querySelector("[data-name]").textContent === %q).querySelector("[data-field=%s]").value = %q`, name, field, value)))
	}
	save := func() {
		b.do(chromedp.Evaluate[chromedp.Void](`document.getElementById("saved").textContent = ""`))
		b.click(".save button")
	}
	// Bing has changed its pages, and there is one more engine.
	engine("Bing", "links", ".new-shape a")
	b.click("#add")
	for field, value := range map[string]string{"hosts": "find.example", "links": ".hit a", "redirect": `find\.example/out`, "field": "to"} {
		engine("New search engine", field, value)
	}
	save()
	b.wait(`document.getElementById("saved").textContent !== ""`)
	b.promised(`chrome.scripting.getRegisteredContentScripts().then(all => all[0].matches.includes("*://find.example/*"))`)
	i.openAt(t, "https://find.example/results").wantMarks(map[string][]shownMark{"wrapped": original})
	i.openAt(t, "https://www.bing.com/search?q=x").wantMarks(map[string][]shownMark{"moved": original})

	b.expected = "the selector of result links is invalid" // in a red box
	engine("Bing", "links", "h2 >> a")
	engine("Baidu", "redirect", "(")
	save()
	b.wait(`!document.getElementById("faults").hidden`)
	if diff := cmp.Diff([]string{"Bing: the selector of result links is invalid.", "Baidu: the regular expression is invalid."}, eval[[]string](b, `[...document.querySelectorAll("#faults li")].map(e => e.textContent)`)); diff != "" {
		t.Error(diff)
	}
	b.click("#reset")
	save()
	b.wait(`document.getElementById("saved").textContent !== ""`)
	b.promised(`chrome.scripting.getRegisteredContentScripts().then(all => !all[0].matches.includes("*://find.example/*"))`)
	b.promised(`chrome.storage.local.get("settings").then(x => x.settings.engines === undefined)`)
}

// TestExtensionInPrivate opens result pages in a private window: nothing is asked for them unless the browser and the settings
// both allow it.
func TestExtensionInPrivate(t *testing.T) {
	server := newSubmitServer(t)
	pages := map[string]string{}
	for _, name := range []string{"first", "second", "third"} {
		pages["www.bing.com/"+name] = fmt.Sprintf(`<ol id="b_results"><li class="b_algo"><h2><a id="it" href="https://%s.example/">x</a></h2></li></ol>`, name)
	}
	i := install(t, "en", resultPages(t, pages))
	i.set(t, map[string]string{"server": server.URL})
	private := func(name string) *tab {
		b := i.tab(t, "en")
		b.base = "https://www.bing.com/" + name
		b.open("")
		return b
	}
	waiting := map[string][]shownMark{"it": {{"waiting", "", "", "Zhiwen has no result for this page yet."}}}
	private("first")

	// Somebody allows it in the browser: then it is for the settings to say.
	manage := i.tabWith(t, "en")
	manage.base = "chrome://extensions"
	manage.open("")
	kept[any](manage, `chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true}).then(() => true)`) // or the next start would leave the extension out
	kept[any](manage, fmt.Sprintf(`chrome.developerPrivate.updateExtensionConfiguration({extensionId: %q, incognitoAccess: true}).then(() => true)`, i.id))
	manage.promised(fmt.Sprintf(`chrome.developerPrivate.getExtensionInfo(%q).then(x => x.state === "ENABLED" && x.incognitoAccess.isActive)`, i.id))
	b := i.page(t, "options.html") // the extension was started anew
	b.promised(`chrome.extension.isAllowedIncognitoAccess()`)
	b.promised("chrome.scripting.getRegisteredContentScripts().then(all => all.length === 1)")
	private("second")
	i.set(t, map[string]string{"private": "on"})
	private("third").wantMarks(waiting)
	asked, _ := server.said()
	if diff := cmp.Diff([]string{"https://third.example/"}, slices.Compact(asked)); diff != "" {
		t.Errorf("asked for: -want +got\n%s", diff)
	}
}
