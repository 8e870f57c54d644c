package main

import (
	"os"
	"path/filepath"
	"testing"
)

// All of the menu is in sight, without scrolling it, on a telephone too.
func TestBrowserMenuNarrow(t *testing.T) {
	a := app{base: serveApp(t), browser: openBrowser(t)}
	for _, language := range []string{"en", "zh"} {
		b := a.tab(t, language)
		b.open("/calls")
		for _, width := range []int64{1440, 640, 390} {
			b.size(width, 844)
			b.want(`(() => {
				const menu = document.querySelector(".menu").getBoundingClientRect();
				return [...document.querySelectorAll(".menu a")].every(e => {
					const r = e.getBoundingClientRect();
					return r.width > 0 && r.left >= 0 && r.right <= innerWidth && r.top >= menu.top && r.bottom <= menu.bottom;
				});
			})()`, true)
			b.want("document.querySelector('.menu').scrollWidth <= document.querySelector('.menu').clientWidth", true)
			b.want("document.querySelector('.top').getBoundingClientRect().bottom <= document.querySelector('main').getBoundingClientRect().top", true)
			// What stands in the middle of an empty list stands there at every width.
			b.want(`(() => {
				const card = document.querySelector(".card.empty").getBoundingClientRect();
				const text = document.querySelector(".card.empty > p").getBoundingClientRect();
				return Math.abs(card.left + card.right - text.left - text.right) < 4;
			})()`, true)
			if folder := os.Getenv("ZHIWEN_TEST_PICTURES"); folder != "" && width != 640 {
				b.picture(filepath.Join(folder, "menu-"+language+"-"+map[int64]string{390: "390", 1440: "1440"}[width]+".png"))
			}
		}
	}
}
