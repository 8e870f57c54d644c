package main

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// A step of these tests acts on a page, or reads from it, when the page is at
// rest: it has been loaded whole, its scripts wait for no answer, and nothing
// in it moves. So a machine that is slow changes how long a step takes and not
// what it does.

// watchRest notes, from the start of a page on, what its scripts ask the server
// for, until the answer is there whole, and what is scrolled.
const watchRest = `window.rest_ = {requests: 0, scrolls: 0, status: 0};
{
	const send = window.fetch;
	window.fetch = async (...request) => {
		rest_.requests++;
		try {
			const answer = await send(...request);
			if (answer.status >= 400) rest_.status = answer.status;
			answer.clone().arrayBuffer().catch(() => {}).then(() => rest_.requests--);
			return answer;
		} catch (fault) {
			rest_.requests--;
			throw fault;
		}
	};
	addEventListener("scroll", () => rest_.scrolls++, {capture: true, passive: true});
}`

// watchFaults has the console complain of each red box that a script shows, with the status of
// the last refusal, so that a test that expects a refusal expects its box too. Pages that say
// what is wrong by themselves have a status that the browser complains of.
const watchFaults = `{
	const complain = box => console.error("a red box (after refusal " + rest_.status + "): " + box.innerText.trim());
	addEventListener("toggle", event => {
		if (event.newState === "open" && event.target.matches(".fault-box")) complain(event.target);
	}, true);
	new MutationObserver(changes => changes.forEach(({target}) => {
		if (target.matches("[role=alert]") && !target.hidden) complain(target);
	})).observe(document, {subtree: true, attributeFilter: ["hidden"]});
}`

// Whether a page is at rest: whether it is loaded, and what its next frames
// show. What a script does with an answer, it does in these, or it asks again.
const (
	loadedWhole = `document.readyState === "complete"`
	staysSame   = `(async () => {
		if (!window.rest_) return true; // no page of the program
		for (let frame = 0; frame < 3; frame++) {
			const scrolls = rest_.scrolls;
			await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
			const moving = document.getAnimations().some(a => a.playState === "running" && a.effect.getComputedTiming().endTime !== Infinity);
			if (rest_.requests > 0 || rest_.scrolls !== scrolls || moving || document.fonts.status !== "loaded") return false;
		}
		return true;
	})()`
)

// lookedAt is how long a page that was at rest, and was only read from since, counts as
// being so: in less time nothing begins that a reader would wait for.
const lookedAt = 100 * time.Millisecond

// rest waits until the page is at rest, from one page to the next if need be.
func (b *tab) rest() {
	b.t.Helper()
	if time.Since(b.rested) < lookedAt {
		return
	}
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	for {
		still, err := chromedp.Run(ctx, chromedp.Evaluate[bool](loadedWhole))
		if err == nil && still && !b.scriptless {
			still, err = chromedp.Run(ctx, chromedp.Evaluate[bool](staysSame, chromedp.EvalAwaitPromise))
		}
		switch {
		case err == nil && still:
			b.rested = time.Now()
			return
		case ctx.Err() != nil:
			b.t.Fatalf("the page does not come to rest (%v)\n%s", err, b.shown())
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// disableScripts turns the scripts of the tab's pages off. Then nothing happens
// in a page that has been loaded.
func (b *tab) disableScripts() {
	b.t.Helper()
	b.do(command(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.scriptless = true
}

// replaced does what leads to another page, or to the same one anew, and waits
// until that is there, also where it looks like the one before. On a machine with much to
// do the browser may lose a click: then it is done again, once the page has rested for a while.
func (b *tab) replaced(by func()) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void]("window.stale_ = true"))
	const attempts = 2
	for n := 1; ; n++ {
		by()
		if n == attempts {
			b.wait("!window.stale_")
		} else if !b.within(stepTimeout/attempts, "!window.stale_") {
			b.t.Logf("the page stays: attempt %d", n)
			continue
		}
		b.rest()
		return
	}
}

// within reports whether an expression of the page becomes true in time.
func (b *tab) within(limit time.Duration, expression string) bool {
	b.rested = time.Time{}
	for deadline := time.Now().Add(limit); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		ctx, cancel := context.WithDeadline(b.ctx, deadline)
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](expression))
		cancel()
		if err == nil && ok {
			return true
		}
	}
	return false
}

// follow clicks what leads to another page.
func (b *tab) follow(selector string) {
	b.t.Helper()
	b.replaced(func() { b.click(selector) })
}

// reload loads the page anew.
func (b *tab) reload() {
	b.t.Helper()
	b.replaced(func() { b.do(chromedp.Reload()) })
}
