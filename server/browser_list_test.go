package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"zhiwen/server/internal/staged"
)

// queue asks whether the head of the list says how many applications are decided, and how many of the others are grave.
func queue(decided, grave int) string {
	return fmt.Sprintf("document.querySelector('.queue').innerText.includes('已有结论 %d · 待审阅 %d（重点 %d）')",
		decided, staged.Rows-decided, grave)
}

// sized sets the size of the window of a tab, in pixels.
func (b *tab) sized(width, height int64) {
	b.t.Helper()
	b.do(command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1}))
}

// stagedCall stores the call of sixty, and returns its path.
func stagedCall(t *testing.T, dir string) string {
	t.Helper()
	store, engine, closeStore := openLibrary(t, dir)
	defer closeStore()
	call, err := staged.Call(t.Context(), store, engine)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("/calls/%d", call)
}

// TestBrowserList measures what an officer sees first of a call of sixty, and decides what is harmless of it.
func TestBrowserList(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	path := stagedCall(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.sized(1440, 900)
	b.open(path)
	const tops = "[...document.querySelectorAll('#checks .row')].map(r => r.getBoundingClientRect())"
	if y := eval[float64](b, tops+"[0].top"); y > 250 {
		t.Errorf("the first row begins at %g", y)
	}
	if n := eval[int](b, tops+".filter(r => r.bottom <= innerHeight).length"); n < 12 {
		t.Errorf("%d rows are in sight", n)
	}
	b.want("document.documentElement.scrollWidth <= innerWidth", true)
	english := a.tab(t, "en")
	english.sized(1440, 900)
	english.open(path)
	if y := eval[float64](english, tops+"[0].top"); y > 250 {
		t.Errorf("in English the first row begins at %g", y)
	}
	b.want("[...document.querySelectorAll('#checks .row-title')].slice(0, 3).map(a => a.innerText).join()", staged.Gravest)
	b.want("document.querySelectorAll('#checks .edge.grave').length", staged.Grave)
	b.want(queue(0, staged.Grave), true)

	// What folds away opens by its key, and closes by Escape and by a click beside it.
	b.press("f")
	b.want("document.querySelector('[data-key=f]').open", true)
	b.press(kb.Escape)
	b.want("document.querySelector('[data-key=f]').open", false)
	b.press("f")
	b.do(chromedp.MouseClickXY(5, 880))
	b.want("document.querySelector('[data-key=f]').open", false)

	// A verdict by a key, with the reason that it needs.
	b.press("j")
	b.press("3")
	b.want("document.querySelector('#row-verdict').open", true)
	b.do(chromedp.SendKeys(chromedp.CSS("#row-verdict [name=reviewer]"), "王处"))
	b.do(chromedp.SendKeys(chromedp.CSS("#row-verdict [name=comment]"), "全文相同"))
	b.follow("#row-verdict .button.primary")
	b.wait(queue(1, staged.Grave-1))

	// What is harmless is listed with its figures and decided, and all of it taken back.
	before := eval[int](b, "parseInt(document.querySelector('.work-rest').innerText)")
	if before != staged.Harmless {
		t.Errorf("%d are harmless", before)
	}
	b.follow(".work-rest a")
	b.want("document.querySelectorAll('.selection .row').length", before)
	b.want("[...document.querySelectorAll('.selection .num')].some(n => n.querySelector('.level1, .level2'))", false)
	b.want("document.querySelectorAll('.selection .left-out a').length", 1)
	b.follow(".selection .button.primary")
	b.wait("/^\\/tasks\\//.test(location.pathname) && !!document.querySelector('[data-undo]')")
	// A reader elsewhere is told whose time it is, one with the server's clock is not.
	for zone, want := range map[string]int{"Asia/Kathmandu": 1, time.Local.String(): 0} {
		b.do(command(emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: strings.Replace(zone, "Local", "", 1)}))
		b.do(chromedp.Reload())
		b.want("document.querySelectorAll('.meta time[data-zone]').length", want)
		b.want("/ UTC\\S*$/.test(document.querySelector('.meta time').innerText)", want > 0)
	}
	b.follow("[data-undo]")
	b.wait("document.querySelector('.list-head .state.done') && document.querySelectorAll('.row').length > 0")
	b.open(path)
	b.want(queue(1, staged.Grave-1), true)

	for _, b := range []*tab{b, english} {
		b.sized(390, 844)
		b.open(path + "?tab=all")
		b.want("document.documentElement.scrollWidth <= innerWidth", true)
		if n := eval[int](b, tops+".filter(r => r.bottom <= innerHeight).length"); n < 6 {
			t.Errorf("%d cards on the screen of a phone", n)
		}
	}
}
