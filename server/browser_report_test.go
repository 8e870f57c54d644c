package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestReport goes through what a report shows beside the text, at every width
// and in both languages, and without scripts.
func TestReport(t *testing.T) {
	chromium(t)
	a := app{base: serveApp(t), browser: openBrowser(t)}
	b := a.tab(t, "en")
	b.open("/")
	b.follow("#samples")
	b.wait("!!document.querySelector('[data-report]')")
	for _, step := range []struct {
		name string
		do   func(*testing.T, app)
	}{
		{"map and sections", mapAndSections},
		{"widths", reportWidths},
		{"basic information", basicInformation},
		{"exclude without scripts", excludeWithoutScripts},
	} {
		t.Run(step.name, func(t *testing.T) { step.do(t, a) })
	}
}

func (b *tab) size(width, height int64) {
	b.t.Helper()
	b.do(command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: height, DeviceScaleFactor: 1}))
}

// mapAndSections drags the map's frame and goes to a section.
func mapAndSections(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.size(1280, 500)
	b.open("/checks/1")
	b.wait("document.querySelectorAll('.strip rect').length > 2")
	x, _ := b.middle(".strip svg")
	top := eval[float64](b, "document.querySelector('.strip svg').getBoundingClientRect().top")
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, top+100, chromedp.ButtonLeft))
	b.wait("scrollY > 0")
	at := eval[float64](b, "scrollY")
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, top+280, chromedp.ButtonLeft))
	b.wait(fmt.Sprintf("scrollY > %g + 100", at))
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, x, top+280, chromedp.ButtonLeft))
	still := eval[float64](b, "scrollY")
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, top+20))
	b.want("scrollY", still)

	b.do(chromedp.Evaluate[chromedp.Void]("[...document.querySelectorAll('.sections a')].at(-1).click()"))
	b.wait("location.hash.startsWith('#at-')")
	b.wait("(r => r.top > 100 && r.bottom < innerHeight)(document.querySelector(location.hash).getBoundingClientRect())")

	// The form's table is one, and reads in order.
	b.want("document.querySelectorAll('.cells tr').length > 3 && [...document.querySelectorAll('.cells tr')].every(r => r.cells.length === 2)", true)
}

// overflow names what sticks out of the window to the right; wide tables are
// scrolled by themselves.
const overflow = `(w => document.documentElement.scrollWidth <= w ? "" : [...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > w + 1 && !e.closest(".table")).slice(0, 3).map(e => e.tagName + "." + e.className).join(", "))(document.documentElement.clientWidth)`

// inside says that an element lies in the window.
const inside = `(r => r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight && r.height > 60)(document.querySelector(%q).getBoundingClientRect())`

// reportWidths looks for what of the report and its boxes does not fit, from a
// telephone to a wall.
func reportWidths(t *testing.T, a app) {
	for _, language := range []string{"zh-CN", "en"} {
		b := a.tab(t, language)
		for _, width := range []int64{360, 768, 1280, 2560} {
			b.size(width, 800)
			b.open("/checks/1")
			if out := eval[string](b, overflow); out != "" {
				t.Errorf("%s, %d px: %s", language, width, out)
			}
			for _, box := range []string{"filter", "export", "verdict"} {
				b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector('[popovertarget=%s]').click()", box)))
				b.wait(fmt.Sprintf("document.querySelector('#%s').matches(':popover-open')", box))
				if !eval[bool](b, fmt.Sprintf(inside, "#"+box)) {
					t.Errorf("%s, %d px: #%s is not in the window", language, width, box)
				}
				b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelector('#%s').hidePopover()", box)))
			}
			b.do(chromedp.Evaluate[chromedp.Void]("(a => { a.scrollIntoView({block: 'center', behavior: 'instant'}); a.click() })(document.querySelector('.text a.hl[data-rank]'))"))
			b.wait("document.querySelectorAll('#passage li').length > 0")
			b.wait("(r => r.right <= innerWidth && r.left >= 0 && r.bottom > 0 && r.top < innerHeight)(document.querySelector('#passage li').getBoundingClientRect())")
			b.want(overflow, "")
		}
	}
}

// basicInformation sees where it was read and corrects it; the check says so and
// is made again.
func basicInformation(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	b.wait("document.querySelector('.details').textContent.includes('read from a table')")
	b.replaced(func() {
		b.do(chromedp.Evaluate[chromedp.Void]("[...document.querySelectorAll('.details a')].find(a => a.textContent === 'Correct').click()"))
	})
	b.wait("location.pathname.startsWith('/documents/') && !!document.querySelector('.details dd a')")
	source := eval[string](b, "document.querySelector('.details dd a').getAttribute('href')")
	b.want(fmt.Sprintf("!!document.querySelector(%q).closest('td')", source), true)
	b.click(".details .fields summary")
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.details [name=applicant]').select()"))
	b.do(chromedp.Focus(chromedp.CSS(".details [name=applicant]")))
	b.press("Somebody Else")
	b.follow(".details form .primary")
	b.want("document.querySelector('.details').innerText.includes('Somebody Else')", true)
	b.want("document.querySelector('.details .notice').innerText.includes('corrected after this check')", true)
	b.open("/checks/1")
	b.want("document.querySelector('.notice').innerText.includes('corrected after this check')", true)
	b.follow(".notice form button")
	b.wait("location.pathname !== '/checks/1' && !!document.querySelector('[data-report]')")
	b.want("!document.querySelector('.notice') && !!document.querySelector('.details a[href$=\"/changes\"]')", true)
	b.want("document.querySelector('.head .meta').innerText.includes('Somebody Else')", true)
}

// excludeWithoutScripts takes a source out and back with forms alone.
func excludeWithoutScripts(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.disableScripts()
	const score = "document.querySelector('.overall strong').innerText"
	b.open("/checks/1")
	before := eval[string](b, score)
	b.click(".source-more > summary")
	b.follow(".source a.unscripted")
	b.wait("!!document.querySelector('#passage form')")
	b.do(chromedp.Focus(chromedp.CSS("#passage [name=reviewer]")))
	b.press("Reviewer")
	b.do(chromedp.SetValue(chromedp.CSS("#passage [name=reason]"), eval[string](b, "document.querySelector('#passage [name=reason] option:nth-child(2)').value")))
	b.follow("#passage form .primary")
	b.wait("!document.querySelector('#passage form') && " + score + " !== '" + before + "'")
	b.want("document.querySelectorAll('.decisions .plain > li').length > 0", true)
	b.follow(".decisions .plain form button")
	b.wait(score + " === '" + before + "'")
}
