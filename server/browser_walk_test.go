package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"zhiwen/server/terminal"
)

// walker is somebody with a role who goes through the pages of a check.
type walker struct {
	*tab
	role string
	// decides and originals report whether the role may decide, and see whole pages of a source.
	decides, originals bool
}

// walked are the checks that are walked through: of one that took text from two sources, and
// of one that has hints.
type walked struct{ matches, hints string }

// walkers serves both checks to an officer, a reviewer whom they are assigned to, and an auditor.
func walkers(t *testing.T) ([]walker, walked) {
	t.Helper()
	chromium(t)
	dir, folder := t.TempDir(), t.TempDir()
	checks := walked{hints: fmt.Sprintf("/checks/%d", hintedCheck(t, dir))}
	application, source := pairTexts(24)
	paragraphs := strings.Split(source, "\n")
	for i, half := range [][]string{paragraphs[:12], paragraphs[12:]} {
		name := filepath.Join(folder, fmt.Sprintf("source-%d.txt", i))
		if err := os.WriteFile(name, []byte(strings.Join(half, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var said output
	at := terminal.Terminal{Out: &said, Err: &said, Getenv: func(string) string { return "" }}
	if code := run(t.Context(), []string{"import", "--data", dir, folder}, at); code != exitDone {
		t.Fatalf("import ended with %d: %s", code, said.String())
	}
	base, out := serveSaying(t, "--data", dir, "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin := a.tab(t, "en")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "王主任", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	all := []walker{
		{tab: a.tab(t, "en"), role: "officer", decides: true, originals: true},
		{tab: a.tab(t, "en"), role: "reviewer", decides: true},
		{tab: a.tab(t, "en"), role: "auditor", originals: true},
	}
	for _, w := range all {
		w.openLink(admin.invited(w.role, w.role, "name", "某"+w.role, "institution", "远方大学"))
	}
	officer := all[0]
	officer.openUpload()
	officer.uploaded(map[string]string{"application.txt": application})
	officer.wait("!!document.querySelector('[data-report]')")
	checks.matches = eval[string](officer.tab, "location.pathname")
	for _, check := range []string{checks.matches, checks.hints} {
		officer.open(check)
		officer.open(eval[string](officer.tab, "document.querySelector('a[href^=\"/documents/\"]').pathname"))
		const choose = `{
			const of = document.querySelector("#reviewers select");
			of.value = [...of.options].find(o => o.text.includes("reviewer")).value;
		}`
		officer.do(chromedp.Evaluate[chromedp.Void](choose))
		officer.follow("#reviewers button.primary")
	}
	return all, checks
}

// TestBrowserWalk has every role use the list, the report, the pair view and the page of a hint
// by keys and by clicks, in both languages. What a role does not have must break no script: the
// tab fails the test for an exception and for a red box.
func TestBrowserWalk(t *testing.T) {
	all, checks := walkers(t)
	for _, w := range all {
		for _, language := range []string{"en", "zh"} {
			t.Logf("%s, %s", w.role, language)
			w.open("/account")
			w.done("/language", url.Values{"language": {language}, "back": {"/account"}})
			w.list()
			w.report(checks)
			w.pair(checks)
			w.hint(checks)
		}
	}
}

// helped opens and closes the list of keys.
func (w walker) helped() {
	w.t.Helper()
	w.press("?")
	w.want("document.querySelector('#help').open", true)
	w.press(kb.Escape)
	w.want("document.querySelector('#help').open", false)
}

// forms presses the keys that open forms, and sees that those of the role open, and no others.
func (w walker) forms(keys map[string]string) {
	w.t.Helper()
	for key, form := range keys {
		w.press(key)
		w.want("!!document.querySelector('#"+form+"')?.matches(':popover-open')", w.decides)
		w.press(kb.Escape)
		w.want("!!document.querySelector('#"+form+"')?.matches(':popover-open')", false)
	}
}

func (w walker) list() {
	w.t.Helper()
	w.open("/")
	w.want("document.querySelectorAll('#checks .row').length", 2)
	const row = "[...document.querySelectorAll('#checks .row')].indexOf(document.activeElement.closest('tr'))"
	for _, step := range []struct {
		key string
		at  int
	}{{"j", 0}, {"j", 1}, {"k", 0}} {
		w.press(step.key)
		w.want(row, step.at)
	}
	for _, key := range []string{"x", "x", "a", "a", "b", "n", "p"} {
		w.press(key)
	}
	w.helped()
	w.press("/")
	w.want("document.activeElement.name", "q")
	if w.role != "reviewer" {
		w.open("/library")
		w.press("j")
		w.want("document.activeElement.className", "row-title")
		w.helped()
	}
}

func (w walker) report(checks walked) {
	w.t.Helper()
	w.open(checks.matches)
	w.press("j")
	w.press("j")
	w.want("document.querySelectorAll('.text a.hl.selected').length > 0", true)
	w.forms(map[string]string{"d": "dismiss"})
	w.press("k")
	first := eval[string](w.tab, "document.activeElement.dataset.match")
	w.press("\r")
	w.want("document.querySelector('#passage section')?.dataset.match", first)
	w.forms(map[string]string{"d": "dismiss", "x": "exclude"})
	w.press("j")
	w.want("document.querySelector('#passage section')?.dataset.match !== '"+first+"'", true)
	if w.decides {
		w.press("c") // the name of who has logged in is known
		w.want("document.querySelectorAll('#passage .decision.confirmed').length", 1)
		w.replaced(func() { w.press("o") }) // where it can be taken back
		w.press("u")
		w.want("document.querySelectorAll('.match.confirmed').length", 0)
		w.open(checks.matches)
		w.press("j")
		w.press("\r")
		w.want("document.querySelectorAll('#passage section').length", 1)
	}
	w.press(kb.Escape)
	w.want("document.querySelector('#passage').matches(':empty')", true)
	w.press("f")
	w.want("document.querySelector('[data-filter]').matches(':popover-open')", true)
	w.click("[data-filter] [name=undecided], [data-filter] input[type=checkbox]")
	w.press(kb.Escape)
	w.helped()
	w.open(checks.hints)
	w.press("h")
	w.want("document.activeElement.className.includes('hint-text')", true)
}

func (w walker) pair(checks walked) {
	w.t.Helper()
	const active = "document.querySelector('.match[aria-current]').dataset.match"
	w.open(checks.matches)
	w.follow(".source h3 a")
	w.do(chromedp.Evaluate[chromedp.Void](pairScript))
	w.want("document.querySelectorAll('.match').length > 2", true)
	for _, fault := range w.found("byKeys_()") { // J through all
		w.t.Errorf("%s, by keys: %s", w.role, fault)
	}
	last := eval[string](w.tab, active)
	w.press("k")
	w.want(active+" !== '"+last+"' && apart_("+active+") <= line_", true)
	w.click("#next-match")
	w.want(active, last)
	w.click("#previous-match")
	w.want(active+" !== '"+last+"' && apart_("+active+") <= line_", true)
	w.press("s")
	w.want("document.querySelector('#sync').ariaPressed", "false")
	w.press("s")
	w.helped()

	// Addresses of what leads away are of the match that is shown, where the role has them.
	const away = "[...document.querySelectorAll('#swap, #to-originals, #to-report')]"
	w.want(away+".every(a => new URL(a.href).searchParams.get('match') === "+active+")", true)
	w.want("!!document.querySelector('#to-originals')", w.originals)

	// C, U and D decide, and the page goes on to the next match.
	w.forms(map[string]string{"d": "dismiss", "x": "exclude"})
	match := eval[string](w.tab, active)
	w.press("c")
	confirmed := "document.querySelectorAll('.match.confirmed').length"
	if w.decides {
		w.want(confirmed+" === 1 && "+active+" !== '"+match+"'", true)
		w.click(".match[data-match='" + match + "']")
		w.press("u")
		w.want(confirmed, 0)
		w.press("d")
		w.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#dismiss [name=reason]').value = 'cited'"))
		w.click("#dismiss .primary")
		w.want("document.querySelectorAll('.match.dismissed').length === 1 && "+active+" !== '"+match+"'", true)
		w.click(".match[data-match='" + match + "']")
		w.press("u")
		w.want("document.querySelectorAll('.match.dismissed').length", 0)
	} else {
		w.want(confirmed, 0)
	}

	// From source to source, over to the other side, to the pages, and back to the report.
	here := eval[string](w.tab, "location.pathname")
	w.replaced(func() { w.press("n") })
	w.want("location.pathname !== '"+here+"' && document.querySelectorAll('.gutter path.active').length === 1", true)
	w.replaced(func() { w.press("p") })
	w.want("location.pathname", here)
	w.follow("#swap")
	w.press("j")
	if w.originals {
		w.replaced(func() { w.press("v") })
		w.want("location.pathname.endsWith('/pages')", true)
		for _, key := range []string{kb.ArrowRight, kb.ArrowLeft} {
			w.press(key)
		}
		w.helped()
		w.replaced(func() { w.press("j") })
		w.replaced(func() { w.press("v") })
	} else {
		w.press("v")
	}
	w.want("location.pathname", here)
	w.replaced(func() { w.press("r") })
	w.want("location.pathname", checks.matches)
}

func (w walker) hint(checks walked) {
	w.t.Helper()
	w.open(checks.hints)
	w.follow(".hint-item a.go")
	first := eval[string](w.tab, "location.pathname")
	for _, step := range []struct{ key, at string }{{"j", "1"}, {"j", "2"}, {"k", "1"}} {
		w.press(step.key)
		w.want("document.activeElement.dataset.pairNumber", step.at)
	}
	w.forms(map[string]string{"c": "confirm", "d": "dismiss"})
	w.helped()
	next, back := "n", "p"
	if !eval[bool](w.tab, "!!document.querySelector('#next-hint')") {
		next, back = back, next
	}
	w.replaced(func() { w.press(next) })
	w.want("location.pathname !== '"+first+"'", true)
	w.replaced(func() { w.press(back) })
	w.want("location.pathname", first)
	if w.decides {
		w.press("c")
		w.follow("#confirm button.primary")
		w.want("!!document.querySelector('.decision.confirmed')", true)
		w.replaced(func() { w.press("u") })
		w.want("!!document.querySelector('.decision.confirmed')", false)
	}
	w.replaced(func() { w.press("r") })
	w.want("location.pathname", checks.hints)
}
