package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserClaim goes from an officer who claims an application to the rights reviewer who
// accepts it, to the marks that it gets, and to the administrator who takes that back.
func TestBrowserClaim(t *testing.T) {
	chromium(t)
	base, out := serveSaying(t, "--data", t.TempDir(), "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin := a.tab(t, "en")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "Head", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	admin.want("location.pathname", "/people")
	admin.want("document.querySelector(\"nav.menu a[href='/claims']\")", nil) // no web site is followed, and nothing claimed
	admin.open("/claims")
	admin.want("document.querySelector('a[href=\"/claims/log\"]') !== null && document.querySelector('p.none') !== null", true)
	claimant, judge := a.tab(t, "en"), a.tab(t, "zh")
	claimant.openLink(admin.invited("claimant", "officer"))
	judge.openLink(admin.invited("judge", "rights"))
	judge.want("location.pathname", "/claims") // what a rights reviewer is here for

	// The claimant finds a source of a report that is theirs, and says so with a file.
	claimant.follow("#samples")
	claimant.wait("document.querySelector('a.hl') !== null")
	report := eval[string](claimant, "location.pathname")
	marks := "document.querySelectorAll('.relation.verified').length"
	claimant.want(marks, 0)
	pair := eval[string](claimant, "document.querySelector('article.source a[href*=\"/sources/\"]').getAttribute('href')")
	claimant.open(pair)
	claimant.want(marks, 0)
	document := eval[string](claimant, "document.querySelector('.pane-head a[href^=\"/documents/\"]').getAttribute('href')")
	claimant.open(document)
	claimant.want("document.querySelector(\"a[href^='/claims/new']\")", nil)
	claimant.open("/claims/new?document=" + strings.TrimPrefix(document, "/documents/"))
	path := filepath.Join(t.TempDir(), "contract.html")
	if err := os.WriteFile(path, []byte("<script>alert(1)</script>"), 0o600); err != nil {
		t.Fatal(err)
	}
	claimant.typed("#claim-statement", "I wrote it with my group in 2019.")
	claimant.do(chromedp.SetUploadFiles(chromedp.CSS("#claim-files"), []string{path}))
	claimant.follow("main form button.primary")
	claimant.want("location.pathname", "/claims/1")
	claimant.want("document.querySelector('.state.claim-open') !== null && document.querySelector('form[action$=\"/decide\"]') === null", true)

	// The reviewer sees it in the list, and what shows it; a reason has to be given.
	judge.open("/claims")
	judge.follow("#claim-1 a.row-title")
	judge.want("document.querySelector('.claim-files a').innerText.includes('contract.html')", true)
	judge.want("document.querySelector('h2 a') === null", true) // of an application they see no more than that
	judge.typed("#claim-reason", "合同与署名一致")
	judge.follow("form[action$='/decide'] button[value=accepted]")
	judge.want("document.querySelectorAll('#history li').length", 2)

	// The claimant reads it, and everybody sees the mark.
	claimant.open("/account")
	claimant.follow("a[href='/claims']")
	claimant.want("document.querySelector('#claim-1').innerText.includes('合同与署名一致')", true)
	for _, target := range []string{report, pair, document} {
		claimant.open(target)
		claimant.want(marks, 1)
	}
	claimant.open("/library")
	claimant.want("document.querySelector('.relation.verified').closest('tr').querySelector('a').getAttribute('href')", document)

	// An administrator takes it back, and sees all of it in the log.
	admin.open("/claims/1")
	admin.typed("#claim-reason", "The contract is of another text.")
	admin.follow("form[action$='/decide'] button[value=revoked]")
	claimant.open("/library")
	claimant.want(marks, 0)
	claimant.open("/claims/1")
	claimant.want("document.querySelector('#history').innerText.includes('The contract is of another text.')", true)
	admin.open("/claims/log")
	admin.want("document.querySelectorAll('.rows .row').length", 3)
}
