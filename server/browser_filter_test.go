package main

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// filterReport changes what counts, with scripts and without.
func filterReport(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	const (
		score   = "document.querySelector('.overall strong').innerText"
		sources = "document.querySelectorAll('.source').length"
		line    = "(document.querySelector('.filter-line')?.innerText ?? '')"
	)
	before, cards := eval[string](b, score), eval[int](b, sources)
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.text').scrollIntoView()")) // what is in sight stays
	b.click(".filter-button")
	b.wait("document.querySelector('#filter').matches(':popover-open')")
	b.do(chromedp.Evaluate[chromedp.Void]("window.stays = [...document.querySelectorAll('.text p')].find(p => p.getBoundingClientRect().top > 250)"))
	const place = "Math.round(window.stays.getBoundingClientRect().top)"
	at := eval[int](b, place)

	// Of the kinds only verbatim: at once, and the page stays where it is.
	b.do(chromedp.Evaluate[chromedp.Void](`for (const i of document.querySelectorAll("#filter [name=kind][type=checkbox]")) if (i.value !== "verbatim" && i.checked) i.click()`))
	b.wait("location.search === '?kind=verbatim'")
	b.wait(line + ".includes('only verbatim')")
	b.wait("document.querySelectorAll('.text a.hl.dashed').length === 0 && document.querySelectorAll('.text a.hl.solid').length > 0")
	b.want("document.querySelector('#filter').matches(':popover-open')", true)
	if now := eval[int](b, place); now < at-2 || now > at+2 { // though the line of the filters has come above
		t.Errorf("the text has moved from %d to %d", at, now)
	}
	b.want("window.stays.isConnected", true) // what did not change was left alone
	b.want("document.querySelector('.filter-button b').innerText", "1")
	b.wait("!!document.querySelector('.uncounted')")

	// A least length, typed.
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#filter [name=length]').select()"))
	b.do(chromedp.Focus(chromedp.CSS("#filter [name=length]")))
	b.press("100000")
	b.wait("location.search.includes('length=100000')")
	b.wait(sources + " === 0 && " + score + " === '0.0%'")
	// The address says it all.
	b.reload()
	b.wait(sources + " === 0 && " + score + " === '0.0%'")
	b.want("document.querySelector('#filter [name=length]').value", "100000")
	// Keys still go through what is left, after a reset that takes the form along.
	b.click(".filter-line a")
	b.wait("location.search === '' && " + sources + " === " + strconv.Itoa(cards))
	b.want(score, before)
	b.want("[...document.querySelectorAll('#filter [name=kind][type=checkbox]')].every(i => i.checked)", true)
	b.press("j")
	b.wait("document.activeElement.matches('a.hl[data-rank]')")
	b.press("f")
	b.wait("document.querySelector('#filter').matches(':popover-open')")

	// Without scripts it is a form.
	b = a.tab(t, "zh-CN")
	b.disableScripts()
	b.open("/checks/1")
	b.click(".filter-button")
	b.wait("document.querySelector('#filter').matches(':popover-open')")
	b.click("#filter [name=kind][value=verbatim]")
	b.follow("#filter [name=apply]")
	b.wait("location.search.startsWith('?kind=') && !location.search.includes('verbatim') && !location.search.includes('apply')")
	b.wait("document.querySelectorAll('.text a.hl.solid').length === 0")
	b.want("document.querySelector('.filter-line').innerText.startsWith('已筛选')", true)
	b.follow(".source h3 a")
	b.wait("!!document.querySelector('.pane') && location.search.includes('kind=')")
	b.follow(".matches-side a.chip") // reset
	b.wait("!!document.querySelector('.pane') && !location.search.includes('kind=')")
}
