package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"zhiwen/server/internal/staged"
)

// firstScreen measures what a reader of a report sees without scrolling: where the text and the sources begin, how many
// characters of the document are in sight, and how many there are beside it.
const firstScreen = `(() => {
	const seen = { text: 0, beside: 0, textTop: -1, sourceTop: -1 }, range = document.createRange();
	const top = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? -1;
	seen.textTop = top(".sheet .text p, .sheet .text .heading");
	seen.sourceTop = top(".source");
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const node = walk.currentNode, parent = node.parentElement;
		if (parent.closest("script, style, template, .said") || !parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
		for (let i = 0; i < node.length; i++) {
			if (!node.data[i].trim()) continue;
			range.setStart(node, i);
			range.setEnd(node, i + 1);
			const r = range.getBoundingClientRect();
			if (!r.width || r.top < 0 || r.bottom > innerHeight || r.right > innerWidth) continue;
			const on = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
			if (on && (on.contains(parent) || parent.contains(on))) seen[parent.closest(".sheet") ? "text" : "beside"]++;
		}
	}
	return JSON.stringify(seen);
})()`

// seenFirst is what firstScreen says.
type seenFirst struct {
	Text, Beside       int
	TextTop, SourceTop float64
}

func (b *tab) seenFirst() (s seenFirst) {
	b.t.Helper()
	b.rest()
	if err := json.Unmarshal([]byte(eval[string](b, firstScreen)), &s); err != nil {
		b.t.Fatal(err)
	}
	return s
}

// reportsOf returns the addresses of the reports of a list, by the titles of their applications.
func (b *tab) reportsOf(list string) (titles []string, addresses map[string]string) {
	b.t.Helper()
	b.open(list)
	b.rest()
	var rows [][2]string
	const links = "JSON.stringify([...document.querySelectorAll('#checks .row-title')].map(a => [a.innerText.trim(), a.getAttribute('href')]))"
	if err := json.Unmarshal([]byte(eval[string](b, links)), &rows); err != nil {
		b.t.Fatal(err)
	}
	addresses = map[string]string{}
	for _, r := range rows {
		titles, addresses[r[0]] = append(titles, r[0]), r[1]
	}
	return titles, addresses
}

// TestBrowserFirstScreen measures the first screen of reports: figures, sources and text are in sight at once, and what
// stands beside the document's own text can be read in a minute.
func TestBrowserFirstScreen(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	call := stagedCall(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	for language, most := range map[string]int{"zh-CN": 400, "en-GB": 750} { // English has two to three letters for a character
		b := a.tab(t, language)
		b.sized(1440, 900)
		titles, addresses := b.reportsOf(call + "?tab=all")
		for _, title := range []string{titles[0], titles[1], titles[9], titles[15], titles[len(titles)-1]} {
			b.open(addresses[title])
			s := b.seenFirst()
			if s.TextTop < 0 || s.TextTop > 420 || s.SourceTop > 420 {
				t.Errorf("%s: the text of %s begins at %g, its sources at %g", language, title, s.TextTop, s.SourceTop)
			}
			if s.Beside > most || s.Text < 200 {
				t.Errorf("%s: of %s %d characters are in sight, and %d beside them", language, title, s.Text, s.Beside)
			}
			b.want("document.querySelectorAll('.totals .overall strong, .totals .figures b').length", 4)
			b.want("[...document.querySelectorAll('.totals .overall strong, .totals .figures b')].every(e => e.getBoundingClientRect().bottom < 420)", true)
			b.want("document.querySelectorAll('.look > ol > .look-line, .look > .doubts, .look > .along').length <= 3", true)
			b.want("document.querySelector('.filter-line')", nil) // the list that it was opened from is no filter
		}

		// On a telephone: the figures and what to look at, and the rest below.
		b.sized(390, 844)
		b.open(addresses[titles[1]])
		b.want("document.documentElement.scrollWidth <= innerWidth", true)
		b.want("['.look', '.totals'].every(s => document.querySelector(s).getBoundingClientRect().bottom <= innerHeight)", true)
	}
}

// TestBrowserQueue goes through a list by its reports: as an officer by keys, and without scripts by links.
func TestBrowserQueue(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	call := stagedCall(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.sized(1440, 900)
	titles, _ := b.reportsOf(call)
	title := func(i int) string { return fmt.Sprintf("document.querySelector('h1').innerText === %q", titles[i]) }
	place := func(i int) string {
		return fmt.Sprintf("/^(待审阅 ?)?%d \\/ \\d+$/.test(document.querySelector('.queue-place').innerText.trim())", i+1)
	}
	b.follow("#checks .row-title")
	b.want(title(0), true)
	b.want(place(0), true)
	b.want("document.querySelector('#to-list bdi').innerText", staged.Name)
	b.replaced(func() { b.press("]") })
	b.want(title(1), true)
	b.want(place(1), true)
	b.replaced(func() { b.press("[") })
	b.want(title(0), true)

	// A verdict by a key, with the name that it needs the first time, leads to the next one that is not decided.
	b.press("1")
	b.wait("document.querySelector('#verdict').matches(':popover-open')")
	b.do(chromedp.SendKeys(chromedp.CSS("#verdict [name=reviewer]"), "王处"))
	b.replaced(func() { b.press(kb.Enter) })
	b.want(title(1), true)
	// The name is known now: two keys.
	b.press("1")
	b.wait("document.querySelector('#verdict').matches(':popover-open')")
	b.replaced(func() { b.press(kb.Enter) })
	b.want(title(2), true)

	// The way back leads to the row.
	b.replaced(func() { b.press("l") })
	b.want("location.pathname", strings.Split(call, "?")[0])
	b.want("!!document.querySelector('#checks .row:target, #checks .row.current, #checks .row[aria-current]')", true)
	b.want("(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('#checks .row:target, #checks .row.current, #checks .row[aria-current]').getBoundingClientRect())", true)

	b = a.tab(t, "zh-CN")
	b.sized(1440, 900)
	b.disableScripts()
	b.open(call)
	b.follow("#checks .row-title")
	b.want(title(2), true)
	b.follow("#next-report")
	b.want(title(3), true)
	b.follow("#previous-report")
	b.want(title(2), true)
	b.follow("#to-list")
	b.want("location.pathname", strings.Split(call, "?")[0])
}

// TestBrowserCalm decides fifty applications that are harmless in two clicks, with the figures of all in sight, and takes it
// back in one.
func TestBrowserCalm(t *testing.T) {
	chromium(t)
	const applications = 50
	dir := t.TempDir()
	store, engine, closeStore := openLibrary(t, dir)
	call, err := staged.Calm(t.Context(), store, engine, applications)
	closeStore()
	if err != nil {
		t.Fatal(err)
	}
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.sized(1440, 900)
	b.open(fmt.Sprintf("/calls/%d?tab=all", call))
	b.follow(".work-rest a")
	b.want("document.querySelectorAll('.selection .row').length", applications)
	b.want("[...document.querySelectorAll('.selection .row')].every(r => r.querySelectorAll('.num').length >= 1)", true)
	b.do(chromedp.SendKeys(chromedp.CSS(".selection [name=reviewer]"), "王处"))
	b.follow(".selection .button.primary")
	b.wait("/^\\/tasks\\//.test(location.pathname) && !!document.querySelector('[data-undo]')")
	decided := fmt.Sprintf("document.querySelector('.queue').innerText.includes('已有结论 %d')", applications)
	task := eval[string](b, "location.pathname")
	b.open(fmt.Sprintf("/calls/%d", call))
	b.want(decided, true)
	b.open(task)
	b.follow("[data-undo]")
	b.wait("!!document.querySelector('.list-head .state.done')")
	b.open(fmt.Sprintf("/calls/%d", call))
	b.want("document.querySelector('.queue').innerText.includes('已有结论 0')", true)
}

// TestBrowserUploadToVerdict uploads a file and decides it in three steps: open the report, press a key, press Enter.
func TestBrowserUploadToVerdict(t *testing.T) {
	chromium(t)
	a := app{base: serveFolder(t, t.TempDir()), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.sized(1440, 900)
	b.openUpload()
	b.uploaded(map[string]string{"一.txt": strings.Repeat("湿地土壤有机碳随水位下降而减少，增温使其分解加快一倍以上。", 30)})
	b.wait("document.querySelectorAll('#checks .row .figure, #checks .row .num, .totals .overall').length > 0")
	if eval[bool](b, "!document.querySelector('.totals')") {
		b.follow("#checks .row-title") // 1
	}
	b.press("1") // 2
	b.wait("document.querySelector('#verdict').matches(':popover-open')")
	b.do(chromedp.SendKeys(chromedp.CSS("#verdict [name=reviewer]"), "王处")) // asked for the first time only
	b.press(kb.Enter)                                                       // 3
	b.wait("!!document.querySelector('.verdict-button.given, .state.verdict')")
}

// TestBrowserSameTitle checks an application whose applicant has handed in another text under the same title before: the list
// names that as why to look at it, and the report as what to look at.
func TestBrowserSameTitle(t *testing.T) {
	chromium(t)
	application := func(year int, text string) string {
		return fmt.Sprintf("项目名称：冻土碳循环的机制研究\n申请人：赵一鸣\n依托单位：远方大学\n申请年度：%d\n\n一、研究内容\n%s\n", year, text)
	}
	dir := t.TempDir()
	old := folder(t, map[string]string{"旧.txt": application(2024, strings.Repeat(before+after, 4))})
	if code, _, complaint := zhiwen(t, "import", "--data", dir, old); code != exitDone {
		t.Fatalf("import ended with %d: %s", code, complaint)
	}
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.sized(1440, 900)
	b.openUpload()
	b.uploaded(map[string]string{"新.txt": application(2026, strings.Repeat(passage+other, 4))})
	b.wait("!!document.querySelector('[data-report]')")
	b.want("document.querySelector('.look').innerText.includes('与本人 2024 年申请同题，正文不同')", true)
	b.want("!!document.querySelector('.look a[href^=\"/documents/\"]')", true)
	b.open("/checks?tab=all")
	b.want("document.querySelector('#checks .row-why').innerText.trim()", "与本人 2024 年申请同题，正文不同")
}
