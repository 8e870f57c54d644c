package main

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
)

// decisions goes through the matches as a reviewer does: with keys, with forms,
// and without scripts.
func decisions(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	const score = "document.querySelector('.overall strong').innerText"
	before := eval[string](b, score)
	b.follow(".source h3 a")
	b.wait("document.querySelectorAll('.gutter path').length > 0")
	match := eval[string](b, "document.querySelector('.match[aria-current]').dataset.match")

	compared := eval[string](b, "location.pathname")

	b.want("(r => r.top > 0 && r.bottom <= innerHeight + 1)(document.querySelector('.pair-foot').getBoundingClientRect())", true)

	// C asks for the name once; then it needs no form. The next undecided match
	// is shown, and the page is the same as before.
	const chosen = "document.querySelector('.match[aria-current]').dataset.match"
	b.do(chromedp.Evaluate[chromedp.Void]("window.same = true"))
	b.press("c")
	b.wait("document.querySelector('#confirm').matches(':popover-open')")
	b.want("document.activeElement.name", "reviewer")
	// The protocol's key event also types the key into what has the focus by then.
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#confirm [name=reviewer]').value = '评审甲'"))
	b.click("#confirm button.primary")
	b.wait("document.querySelectorAll('.match.confirmed').length === 1 && " + chosen + " !== '" + match + "'")
	b.want("document.querySelector('.who').innerText.trim()", "评审甲")
	matches := eval[int](b, "document.querySelectorAll('.match').length")
	last := match
	for n := 2; n <= matches; n++ {
		last = eval[string](b, chosen)
		b.press("c")
		b.wait("document.querySelectorAll('.match.confirmed').length === " + strconv.Itoa(n))
	}
	b.want("document.querySelector('.undecided').innerText", "all decided")
	b.want(chosen, last) // there is none to go on to
	b.want("document.querySelector('[data-decided] .decision').innerText.includes('评审甲')", true)
	// Undo, then dismiss with a reason.
	b.press("u")
	b.wait("document.querySelectorAll('.match.confirmed').length === " + strconv.Itoa(matches-1))
	b.want(chosen, last)
	b.press("d")
	b.wait("document.querySelector('#dismiss').matches(':popover-open')")
	b.want("document.activeElement.name", "reason")
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#dismiss [name=reason]').value = 'cited'"))
	b.do(chromedp.SendKeys(chromedp.CSS("#dismiss [name=comment]"), "see page 3"))
	b.click("#dismiss button.primary")
	b.wait("document.querySelectorAll('.match.dismissed').length === 1")
	b.want("document.querySelectorAll('.gutter path.dismissed').length", 1)
	b.want("document.querySelectorAll('.pane.left a.hl.dismissed').length > 0", true)
	b.want("window.same === true", true)
	b.want("document.querySelectorAll('.gutter path').length", eval[int](b, "document.querySelectorAll('.match').length"))
	b.reload() // it is kept
	b.wait("document.querySelectorAll('.match.dismissed').length === 1 && document.querySelectorAll('.gutter path.active').length === 1")
	b.replaced(func() { b.press("r") })
	b.wait("location.pathname === '/checks/1'")
	b.wait(score + " !== '" + before + "'")
	b.want("document.querySelector('.decisions .meta').innerText.includes('"+strconv.Itoa(matches-1)+" confirmed')", true)

	// X excludes a source; the list says so and takes it back.
	decided := eval[string](b, score)
	sources := eval[int](b, "document.querySelectorAll('.source').length")
	b.do(chromedp.Evaluate[chromedp.Void]("window.same = true"))
	b.click(".source-more > summary")
	b.click(".source button[popovertarget=exclude]")
	b.wait("document.querySelector('#exclude').matches(':popover-open')")
	b.want("document.querySelector('#exclude [data-source-name]').innerText === document.querySelector('.source h3').innerText", true)
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#exclude [name=reason]').value = 'permission'"))
	b.click("#exclude button.primary")
	b.wait("document.querySelectorAll('.source').length === " + strconv.Itoa(sources-1))
	b.want(score+" !== '"+decided+"'", true)
	b.want("window.same === true", true) // the score followed on the same page
	b.reload()                           // it is kept
	b.want("document.querySelectorAll('.decisions h3').length", 1)
	b.click(".decisions ul .button")
	b.wait("document.querySelectorAll('.source').length === " + strconv.Itoa(sources) + " && " + score + " === '" + decided + "'")
	// C on an open passage says so in it; the passage stays open.
	b.click(".text a.hl")
	b.wait("!!document.querySelector('.passage')")
	b.do(chromedp.Evaluate[chromedp.Void]("window.same = true"))
	asked := eval[string](b, "document.querySelector('.passage').dataset.match")
	b.press("c")
	b.wait("!!document.querySelector('.passage li[data-match=\"" + asked + "\"] .decision.confirmed')")
	b.want("window.same === true", true)
	b.press("\x1b")
	// J chooses a passage and C confirms it, without opening it, and goes on to the next,
	// as in the pair view.
	b.press("j")
	b.wait("!!document.querySelector('.text a.hl.selected')")
	const selected = "document.querySelector('.text a.hl.selected')?.dataset.match"
	jumped := eval[string](b, selected)
	confirmed := eval[int](b, "document.querySelectorAll('.text a.hl.confirmed[data-rank]').length")
	b.press("c")
	b.wait("document.querySelector('.text a.hl[data-match=\"" + jumped + "\"]').matches('.confirmed')")
	b.wait("!!" + selected + " && (document.querySelectorAll('.text a.hl[data-rank]').length === 1 || " + selected + " !== '" + jumped + "')")
	if now := eval[int](b, "document.querySelectorAll('.text a.hl.confirmed[data-rank]').length"); now < confirmed {
		t.Errorf("%d passages are confirmed, before %d", now, confirmed)
	}
	b.want("document.querySelector('#passage').matches(':empty')", true)
	// Only what nobody has decided about.
	shown := eval[int](b, "document.querySelectorAll('.text a.hl[data-rank]').length")
	b.press("f")
	b.click("#filter [name=undecided]")
	b.wait("location.search === '?undecided=1' && document.querySelectorAll('.text a.hl[data-rank]').length < " + strconv.Itoa(shown))
	b.want(score, decided)

	// Without scripts a pair opens at its match.
	b = a.tab(t, "zh-CN")
	b.disableScripts()
	b.size(1280, 800)
	b.open("/checks/1")
	b.follow(".look-line a.go[href*='/sources/']")
	b.want("location.hash", "#t-m"+eval[string](b, "new URLSearchParams(location.search).get('match')"))
	b.want("(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(location.hash).getClientRects()[0])", true)

	// A verdict, without scripts.
	b.open("/checks/1")
	b.click(".verdict-button")
	b.wait("document.querySelector('#verdict').matches(':popover-open')")
	b.click("#verdict [value=explain]")
	b.do(chromedp.SendKeys(chromedp.CSS("#verdict [name=reviewer]"), "评审乙"))
	b.follow("#verdict button.primary")
	b.wait("document.querySelector('.verdict-button.explain')?.innerText === '需说明'")
	b.open("/checks?tab=all")
	b.want("[...document.querySelectorAll('.state.verdict')].map(s => s.innerText).join()", "需说明")
	// And a dismissal that is taken back, so that the steps that follow find all.
	b.open(compared)
	b.click(".match.dismissed")
	b.wait("document.querySelector('.match[aria-current]').matches('.dismissed')")
	b.follow("[data-decided] [data-undo]")
	b.wait("!document.querySelector('.match.dismissed') && !!document.querySelector('.match')")
	b.open("/checks/1")
	b.want(score, before)
}
