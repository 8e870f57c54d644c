package main

import (
	"fmt"
	"testing"
)

// tooNarrow opens every box of a page, one after the other, and returns those in which something is cut off at the side.
const tooNarrow = `(async () => {
	const frame = () => new Promise(requestAnimationFrame), cut = [];
	const look = async (name, box) => {
		await frame();
		if (box.scrollWidth > box.clientWidth) cut.push(name + " is " + (box.scrollWidth - box.clientWidth) + " px too narrow");
	};
	for (const box of document.querySelectorAll("[popover]:not(.fault-box)")) {
		box.showPopover();
		await look(box.id, box);
		box.hidePopover();
	}
	for (const box of document.querySelectorAll("dialog")) {
		box.showModal();
		await look(box.id, box);
		box.close();
	}
	for (const tool of document.querySelectorAll("details.tool:not([open])")) {
		tool.open = true;
		await look(tool.innerText.slice(0, 20), tool.querySelector(".card"));
		tool.open = false;
	}
	for (const line of document.querySelectorAll(".source-more > summary")) await look(line.innerText, line);
	return cut;
})()`

// levels returns the rows of the list whose report colours what is first to be looked at otherwise than the list does.
const levels = `(async () => {
	const other = [];
	for (const row of document.querySelectorAll("#checks .row:has(.why-said strong)")) {
		const link = row.querySelector(".row-title");
		const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
		const level = page.querySelector(".look").dataset.level;
		if (!row.querySelector(".edge").classList.contains(level)) other.push(link.innerText + ": " + level);
	}
	return other;
})()`

// TestBrowserBoxes sees that nothing is cut off in what opens on the pages of an officer's day, in both languages and
// on a telephone, that lists give most room to titles, and that a report has the colours of its row.
func TestBrowserBoxes(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	call := stagedCall(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	for _, language := range []string{"en", "zh-CN"} {
		b := a.tab(t, language)
		b.sized(1440, 900)
		b.open(call)
		for _, fault := range eval[[]string](b, levels) {
			t.Errorf("%s: the report has another level: %s", language, fault)
		}
		report := eval[string](b, "new URL(document.querySelector('#checks .row-title').href).pathname + '?of=tab%3Dopen&in=1'")
		b.open(report)
		pair := eval[string](b, "document.querySelector('.source h3 a').href.slice(location.origin.length)")
		for _, page := range []string{call, report, pair, "/library"} {
			for _, width := range []int64{1440, 390} {
				b.sized(width, 900)
				b.open(page)
				for _, fault := range eval[[]string](b, tooNarrow) {
					t.Errorf("%s, %s at %d px: %s", language, page, width, fault)
				}
			}
		}
		b.sized(1440, 900)
		b.open(call)
		const size = "getComputedStyle(document.querySelector('#checks .why-said')).fontSize"
		before := eval[string](b, size)
		b.click("#checks .row .pick input")
		b.want(size, before)
		b.open("/library")
		b.want("[...document.querySelectorAll('#documents th')].toSorted((a, b) => b.offsetWidth - a.offsetWidth)[0].className", "what")
		b.want(fmt.Sprintf("document.querySelector('#documents .row').offsetHeight <= %d", 72), true)
	}
}
