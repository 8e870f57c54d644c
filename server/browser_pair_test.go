package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"zhiwen/server/terminal"
)

// Words that paragraphs of no meaning are made of: what one takes from another
// is then all that agrees.
const pairWords = "研究湿地碳汇监测方法与模型数据融合学习网络安全计算优化理论实验分析系统结构材料生物医学工程环境气候水文土壤遥感图像信号通信控制机器语言知识推理决策风险经济社会管理评价政策区域城市农业能源化学物理数学统计几何代数概率"

// pairTexts makes a source of paragraphs and an application that took every
// third of them, with some characters changed and two neighbours changed over.
func pairTexts(paragraphs int) (application, source string) {
	words := []rune(pairWords)
	r := rand.New(rand.NewPCG(5, 8))
	paragraph := func() string {
		var b strings.Builder
		for range 4 {
			for range 40 + r.IntN(20) {
				b.WriteRune(words[r.IntN(len(words))])
			}
			b.WriteRune('。')
		}
		return b.String()
	}
	var this, that []string
	for i := range paragraphs {
		own, its := paragraph(), paragraph()
		that = append(that, its)
		if i%3 != 1 {
			this = append(this, own)
			continue
		}
		changed := []rune(its)
		for at := 7; at < len(changed); at += 23 {
			changed[at] = words[r.IntN(len(words))]
		}
		this = append(this, string(changed))
	}
	this[4], this[7] = this[7], this[4]
	return strings.Join(this, "\n"), strings.Join(that, "\n")
}

// checkText has a text checked as a file and returns the path of the check.
func (a app) checkText(t *testing.T, name, content string) string {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = part.Write([]byte(content))
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.base+"/checks", &body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("upload: status %d", answer.StatusCode)
	}
	return answer.Header.Get("Location")
}

// pairApp serves a library of one document and opens the pair view of another
// that took from it.
func pairApp(t *testing.T, paragraphs int) (a app, report string) {
	t.Helper()
	chromium(t)
	application, source := pairTexts(paragraphs)
	data, folder := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "source.txt"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	var out output
	if code := run(t.Context(), []string{"import", "--data", data, folder}, terminal.Terminal{Out: &out, Err: &out, Getenv: func(string) string { return "" }}); code != exitDone {
		t.Fatalf("import ended with %d: %s", code, out.String())
	}
	a = app{base: serveFolder(t, data), browser: openBrowser(t)}
	return a, a.checkText(t, "application.txt", application)
}

// openPair opens the report, once it is there, and from it the pair view.
func openPair(b *tab, report string) {
	b.t.Helper()
	b.open(report)
	b.wait("!!document.querySelector('.source h3 a')")
	b.follow(".source h3 a")
	b.wait("document.querySelectorAll('.gutter path.active').length === 1")
}

// pairScript are functions for the page: where a match stands, and the checks
// of all matches, which give what is wrong.
const pairScript = `
window.frames_ = async n => { while (n--) await new Promise(requestAnimationFrame) };
window.top_ = (side, id) => document.querySelector('.pane.' + side + ' [data-begins~="' + id + '"]').getClientRects()[0].top;
window.line_ = parseFloat(getComputedStyle(document.querySelector('.pane .text p')).lineHeight);
window.chips_ = () => [...document.querySelectorAll('.match')].map(m => m.dataset.match);
window.apart_ = id => Math.abs(top_('left', id) - top_('right', id));
window.ribbons_ = () => {
	const zero = document.querySelector('.gutter').getBoundingClientRect().top, out = [];
	for (const path of document.querySelectorAll('.gutter path')) {
		const d = path.getAttribute('d')?.match(/-?[\d.]+/g)?.map(Number);
		if (!d) continue;
		const [l, r] = [top_('left', path.dataset.match) - zero, top_('right', path.dataset.match) - zero];
		if (Math.abs(d[1] - l) > 2 || Math.abs(d[7] - r) > 2) out.push(path.dataset.match + ': ' + [d[1], l, d[7], r].map(Math.round));
	}
	return out;
};
window.byKeys_ = async () => {
	const out = [], pane = document.querySelector('.pane').getBoundingClientRect();
	for (const id of chips_()) {
		if (document.querySelector('.match[aria-current]').dataset.match !== id) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'j', bubbles: true}));
		await frames_(3);
		if (apart_(id) > line_) out.push(id + ' apart ' + apart_(id));
		for (const side of ['left', 'right']) if (top_(side, id) < pane.top || top_(side, id) > pane.bottom) out.push(id + ' out of sight ' + side);
		out.push(...ribbons_());
	}
	return out;
};
window.byScroll_ = async side => {
	const out = [], pane = document.querySelector('.pane.' + side), third = pane.getBoundingClientRect().top + pane.clientHeight / 3;
	let seen = 0;
	for (const id of chips_()) {
		pane.scrollTop += top_(side, id) - third;
		await frames_(3);
		// Near the beginning and the end another line is compared.
		if (pane.scrollTop < pane.clientHeight / 3 || pane.scrollHeight - pane.clientHeight - pane.scrollTop < pane.clientHeight * 2 / 3) continue;
		seen++;
		if (apart_(id) > line_) out.push(id + ' apart ' + apart_(id));
		out.push(...ribbons_());
	}
	return seen < chips_().length / 2 ? ['only ' + seen + ' of ' + chips_().length] : out;
};
undefined`

// found runs a function of pairScript.
func (b *tab) found(call string) []string {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("window.found_ = null; " + call + ".then(f => window.found_ = f); undefined"))
	b.wait("window.found_ !== null")
	return eval[[]string](b, "window.found_")
}

// TestPairScrolls brings every match of a pair into sight, by keys and by
// scrolling either side: both sides stand within a line of one another, and the
// ribbons meet them, whatever the window's size.
func TestPairScrolls(t *testing.T) {
	a, report := pairApp(t, 60)
	b := a.tab(t, "zh-CN")
	openPair(b, report)
	if n := eval[int](b, "document.querySelectorAll('.match').length"); n < 15 {
		t.Fatalf("%d matches, want nearly twenty", n)
	}
	b.do(chromedp.Evaluate[chromedp.Void](pairScript))
	for _, size := range [][2]int64{{1440, 900}, {1000, 700}, {2560, 1400}} {
		b.do(chromedp.Evaluate[chromedp.Void]("document.querySelectorAll('.match')[9].click()"))
		b.do(command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1}))
		b.wait(fmt.Sprintf("innerWidth === %d", size[0]))
		// What was chosen has stayed in sight.
		for _, fault := range b.found("(async () => { await frames_(4); const id = document.querySelector('.match[aria-current]').dataset.match; return [...ribbons_(), ...(apart_(id) > line_ ? ['apart'] : [])] })()") {
			t.Errorf("%d wide, after resizing: %s", size[0], fault)
		}
		b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.match').click()"))
		for _, fault := range b.found("byKeys_()") {
			t.Errorf("%d wide, by keys: %s", size[0], fault)
		}
		for _, side := range []string{"left", "right"} {
			x, y := b.middle(".pane." + side)
			b.do(chromedp.MouseEvent("mouseMoved", x, y))
			for _, fault := range b.found("byScroll_('" + side + "')") {
				t.Errorf("%d wide, scrolling the %s side: %s", size[0], side, fault)
			}
		}
	}
	// Only the active match shows its differences, on both sides.
	shown := "(side => [...document.querySelectorAll('.pane.' + side + ' .edit')].filter(e => getComputedStyle(e).backgroundColor !== 'rgba(0, 0, 0, 0)').map(e => e.closest('a.hl').dataset.match))"
	for _, side := range []string{"left", "right"} {
		b.want("[...new Set("+shown+"('"+side+"'))].join()", eval[string](b, "document.querySelector('.match[aria-current]').dataset.match"))
	}
}

// TestPairNarrow uses the pair view on a telephone.
func TestPairNarrow(t *testing.T) {
	a, report := pairApp(t, 12)
	for _, language := range []string{"zh-CN", "en"} {
		b := a.tab(t, language)
		b.do(command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 360, Height: 740, DeviceScaleFactor: 1}))
		openPair(b, report)
		const box = "(s => { const r = document.querySelector(s).getBoundingClientRect(); return r.left >= 0 && r.right <= 360 && r.width > 0 && r.top >= 0 && r.bottom <= 740 })"
		b.want("document.documentElement.scrollWidth", 360)
		for _, part := range []string{"#swap", "#sync", "#to-report", "#next-match", "#do-confirm", "#do-dismiss", ".who"} {
			b.want(box+"('"+part+"')", true)
		}
		b.want("[...document.querySelectorAll('.pane')].every(p => p.clientHeight > 140)", true)
		for _, open := range []string{"basics", "dismiss", "exclude", "reviewer"} {
			b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('" + open + "').showPopover()"))
			b.want(box+"('#"+open+"')", true)
			b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('" + open + "').hidePopover()"))
		}
		first := eval[string](b, "document.querySelector('.match[aria-current]').dataset.match")
		b.click("#next-match")
		b.wait("document.querySelector('.match[aria-current]').dataset.match !== '" + first + "'")
		b.do(chromedp.Evaluate[chromedp.Void](pairScript))
		b.want("apart_(document.querySelector('.match[aria-current]').dataset.match) > 140", true) // one above the other, a pane apart
		b.click("#sync")
		b.want("document.querySelector('#sync').ariaPressed", "false")
		b.click("#sync")
		b.follow("#swap")
		b.wait("location.search.includes('swap=1')")
		b.want("document.querySelector('.match[aria-current]').dataset.match !== '"+first+"'", true) // swapped at the same match
	}
}

// TestTwoReviewers has two reviewers decide about the same matches: neither
// overwrites unseen what the other has decided, and nothing is lost.
func TestTwoReviewers(t *testing.T) {
	a, report := pairApp(t, 12)
	one, two := a.tab(t, "en"), a.tab(t, "zh-CN")
	two.expected = "409"
	names := map[*tab]string{one: "评审甲", two: "评审乙"}
	for _, b := range []*tab{one, two} {
		openPair(b, report)
		b.click(".who")
		b.do(chromedp.SendKeys(chromedp.CSS("#reviewer [name=reviewer]"), names[b]))
		b.follow("#reviewer .primary")
		b.wait("document.querySelector('.who').innerText.trim() === '" + names[b] + "' && document.querySelectorAll('.gutter path.active').length === 1")
	}
	const active = "document.querySelector('.match[aria-current]').dataset.match"
	match := eval[string](one, active)
	one.press("c")
	one.wait("document.querySelectorAll('.match.confirmed').length === 1")
	// The other one does not know that.
	two.want(active, match)
	two.want("document.querySelectorAll('.match.confirmed').length", 0)
	two.click("#do-dismiss")
	two.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#dismiss [name=reason]').value = 'common'"))
	two.click("#dismiss .primary")
	two.wait("document.querySelector('#decide-fault').matches(':popover-open')")
	two.want("document.querySelector('#decide-fault').innerText.includes('另一位评审专家')", true)
	// Now it does, and stays there; what is decided in knowledge of it is kept.
	two.wait("document.querySelectorAll('.match.confirmed').length === 1")
	two.want(active, match)
	two.want("document.querySelector('[data-decided]').innerText.includes('评审甲')", true)
	two.press("\x1b")
	two.click("#do-dismiss")
	two.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#dismiss [name=reason]').value = 'common'"))
	two.click("#dismiss .primary")
	two.wait("document.querySelectorAll('.match.dismissed').length === 1 && " + active + " !== '" + match + "'")
	two.want("document.activeElement.id", "do-dismiss") // where the keyboard was
	// Both steps are on record.
	one.open(report)
	one.want("[...document.querySelectorAll('.steps-list li')].map(li => /评审./.exec(li.textContent)[0]).join()", "评审乙,评审甲")
}
