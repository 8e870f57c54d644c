package main

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// originalPages goes from the pair view to the pages of the files, where the checked
// one, a Word file that stores no pages, is read and the source, a PDF, is drawn: the
// match is marked on its page, pages turn by keys, and all of it works without scripts.
func originalPages(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	b.follow(".source h3 a")
	b.wait("document.querySelectorAll('.gutter path.active').length === 1")
	b.press("j")
	b.wait("document.querySelector('[data-now]').innerText.includes('Match 2')")
	match := eval[string](b, "document.querySelector('.match[aria-current]').dataset.match")
	quote := eval[string](b, "[...document.querySelectorAll('.pane.right .hl.active')].map(e => e.textContent).join('').slice(0, 12)")
	b.replaced(func() { b.press("v") })
	b.want("new URLSearchParams(location.search).get('match')", match)
	b.want("document.querySelectorAll('.original').length", 2)
	b.want("document.querySelector('#page').innerText.includes('no fixed pages')", true)
	b.want("[...document.querySelectorAll('#page .hl')].length > 0", true)
	b.want("document.querySelector('#theirs .original-says').innerText.trim()", "The match is marked on the page.")
	// The picture is there and the marks lie on it, where they can be clicked.
	const picture = "document.querySelector('#theirs .original-page img')"
	b.wait(picture + ".complete && " + picture + ".naturalWidth > 1000")
	b.want(picture+".alt.includes(', page ')", true)
	b.want(`(() => {
		const page = `+picture+`.getBoundingClientRect();
		return [...document.querySelectorAll('#theirs a.selected rect')].every(e => {
			const r = e.getBoundingClientRect();
			return r.width > 5 && r.height > 5 && r.left >= page.left && r.right <= page.right && r.top >= page.top && r.bottom <= page.bottom;
		});
	})()`, true)
	b.want(`(() => {
		const r = document.querySelector('#theirs a.selected rect').getBoundingClientRect();
		return document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)?.closest('a.selected') !== null;
	})()`, true)
	if quote == "" {
		t.Error("the pair view has no text of the match")
	}

	// Arrows turn the pages of the document that is looked at.
	page := eval[int](b, "+document.querySelector('#theirs .turn input').value")
	pages := eval[int](b, "+document.querySelector('#theirs .turn input').max")
	if pages < 2 {
		t.Fatalf("the source has %d pages: none to turn", pages)
	}
	key, back, by := kb.ArrowRight, kb.ArrowLeft, 1
	if page == pages {
		key, back, by = kb.ArrowLeft, kb.ArrowRight, -1
	}
	b.do(chromedp.Focus(chromedp.CSS("#theirs")))
	b.replaced(func() { b.press(key) })
	b.want("+document.querySelector('#theirs .turn input').value", page+by)
	b.want("new URLSearchParams(location.search).get('match')", match)
	b.do(chromedp.Focus(chromedp.CSS("#theirs")))
	b.replaced(func() { b.press(back) })
	b.want("+document.querySelector('#theirs .turn input').value", page)
	b.replaced(func() { b.press("k") })
	b.want("document.querySelector('.match[aria-current] b').innerText", "1")
	b.replaced(func() { b.press("v") })
	b.want("location.pathname.endsWith('/pages')", false)
	b.wait("document.querySelector('[data-now]').innerText.includes('Match 1')")

	// On a small screen the match is in sight below what stays at the top.
	b.size(390, 844)
	b.replaced(func() { b.press("v") })
	b.want(`(() => {
		const pane = document.querySelector('#theirs').getBoundingClientRect(), r = document.querySelector('#theirs a.selected rect').getBoundingClientRect();
		return r.top >= document.querySelector('#theirs .turn').getBoundingClientRect().bottom - 1 && r.bottom <= pane.bottom;
	})()`, true)

	// The same without scripts, and on a small screen.
	b = a.tab(t, "en")
	b.disableScripts()
	b.size(390, 844)
	b.open("/checks/1")
	b.follow(".look-line a.go[href*='/sources/']")
	b.follow("#to-originals")
	b.follow(".matches .match:last-child")
	b.want("document.querySelectorAll('#theirs a.selected rect').length > 0", true)
	b.want("document.documentElement.scrollWidth <= innerWidth", true)
	turn := "#theirs .turn a[rel=next]"
	if eval[bool](b, "!document.querySelector('"+turn+"').href") {
		turn = "#theirs .turn a[rel=prev]"
	}
	before := eval[int](b, "+document.querySelector('#theirs .turn input').value")
	b.follow(turn)
	b.want("+document.querySelector('#theirs .turn input').value !== "+strconv.Itoa(before), true)
	b.follow("#to-text")
	b.want("location.pathname.endsWith('/pages')", false)
}
