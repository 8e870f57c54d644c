package main

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestBrowserDraft has a session end while a comment is typed: after logging in again the comment is still there. The
// reviewer who is asked has a queue of what is assigned to them.
func TestBrowserDraft(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	call := stagedCall(t, dir)
	base, out := serveSaying(t, "--data", dir, "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin := a.tab(t, "zh-CN")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "王主任", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	officer, reviewer := a.tab(t, "zh-CN"), a.tab(t, "zh-CN")
	officer.openLink(admin.invited("officer", "officer"))
	reviewer.openLink(admin.invited("reviewer", "reviewer", "institution", "远方大学"))

	officer.sized(1440, 900)
	titles, addresses := officer.reportsOf(call)
	officer.open(addresses[titles[0]])
	officer.press("3")
	officer.wait("document.querySelector('#verdict').matches(':popover-open')")
	const comment = "全文相同，请申请人说明。"
	officer.typed("#verdict [name=comment]", comment)
	officer.do(command(network.ClearBrowserCookies, cdp.Empty{}))
	officer.expected = "the server responded with a status of"
	officer.open(addresses[titles[0]])
	officer.wait("location.pathname === '/login'")
	officer.typed("#login", "officer", "#password", loginPassword)
	officer.follow("form.login button.primary")
	officer.wait("location.pathname === '" + strings.Split(addresses[titles[0]], "?")[0] + "'")
	officer.press("3")
	officer.wait("document.querySelector('#verdict').matches(':popover-open')")
	officer.want("document.querySelector('#verdict [name=comment]').value", comment)
	officer.follow("#verdict .box-foot .primary")
	officer.want("document.querySelector('h1').innerText", titles[1])
	officer.open(addresses[titles[0]])
	officer.want("!!document.querySelector('.verdict-button.given')", true)

	// Two of the call are given to the reviewer, whose list and reports know only these.
	for _, title := range titles[1:3] {
		officer.open(addresses[title])
		officer.open(eval[string](officer, "document.querySelector('a[href^=\"/documents/\"]').pathname"))
		officer.do(chromedp.Evaluate[chromedp.Void]("(s => { s.value = [...s.options].find(o => o.text.includes('reviewer')).value })(document.querySelector('#reviewers select'))"))
		officer.follow("#reviewers button.primary")
	}
	reviewer.sized(1440, 900)
	reviewer.open("/")
	reviewer.want("document.querySelectorAll('#checks .row').length", 2)
	reviewer.follow("#checks .row-title")
	reviewer.want("document.querySelector('h1').innerText", titles[1])
	reviewer.want("/1 \\/ 2/.test(document.querySelector('.queue-place').innerText)", true)
	reviewer.replaced(func() { reviewer.press("]") })
	reviewer.want("document.querySelector('h1').innerText", titles[2])
	reviewer.want("document.querySelector('#next-report')", nil)
	reviewer.replaced(func() { reviewer.press("l") })
	reviewer.want("document.querySelectorAll('#checks .row').length", 2)
}
