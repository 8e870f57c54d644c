package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// post sends a form as a page would, and returns where it led and with which status.
func (b *tab) post(path string, fields url.Values) (to string, status int) {
	b.t.Helper()
	const send = `window.sent = null; fetch(%s, {method: "POST", body: new URLSearchParams(%s)}).then(r => window.sent = {to: new URL(r.url).pathname + new URL(r.url).search, status: r.status}); undefined`
	quoted := func(s string) string {
		q, err := json.Marshal(s)
		if err != nil {
			b.t.Fatal(err)
		}
		return string(q)
	}
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(send, quoted(path), quoted(fields.Encode()))))
	b.wait("window.sent !== null")
	return eval[string](b, "window.sent.to"), eval[int](b, "window.sent.status")
}

// done posts a form that must be taken.
func (b *tab) done(path string, fields url.Values) (to string) {
	b.t.Helper()
	to, status := b.post(path, fields)
	if status != 200 {
		b.t.Fatalf("%s led to %s with status %d", path, to, status)
	}
	return to
}

// uploaded puts files with texts into the form of a page and waits for the page that follows.
func (b *tab) uploaded(texts map[string]string) {
	b.t.Helper()
	dir := b.t.TempDir()
	var paths []string
	for name, text := range texts {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			b.t.Fatal(err)
		}
		paths = append(paths, path)
	}
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), paths))
	b.follow(".upload button.primary")
}

// crooked says what does not stand as it should on a telephone: fields of a form that can only be
// reached by scrolling to the side, and figures of an application that do not begin below its name.
const crooked = `(() => {
	for (const box of document.querySelectorAll("form .table"))
		if (box.scrollWidth > box.clientWidth) return "a table of a form is " + (box.scrollWidth - box.clientWidth) + " px wider than its box";
	for (const row of document.querySelectorAll(".work .row")) {
		const name = row.querySelector(".what"), figure = [...row.querySelectorAll("td[data-column]")].find(cell => cell.offsetWidth > 0);
		const aside = name && figure ? figure.getBoundingClientRect().left - name.getBoundingClientRect().left : 0;
		if (Math.abs(aside) > 2) return "the first figure of " + row.id + " stands " + aside + " px beside its name";
	}
	return "";
})()`

// TestBrowserDeskPages has a call done by an officer and two reviewers, and looks at every
// page of the desk, of an administrator's and of a reviewer's: none is wider than a phone
// or a screen in either language, its HTML is valid, and axe finds no violation, light and dark.
func TestBrowserDeskPages(t *testing.T) {
	chromium(t)
	base, out := serveSaying(t, "--data", t.TempDir(), "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}
	admin, officer := a.tab(t, "en"), a.tab(t, "en")
	admin.open(setup.RequestURI())
	admin.typed("#login", "root", "#name", "王主任", "#password", loginPassword, "#again", loginPassword)
	admin.follow("form.login button.primary")
	officer.openLink(admin.invited("officer", "officer", "name", "李处"))
	reviewers := []*tab{a.tab(t, "en"), a.tab(t, "zh")}
	for i, b := range reviewers {
		b.openLink(admin.invited(fmt.Sprintf("reviewer%d", i), "reviewer", "name", fmt.Sprintf("评审%d", i)))
	}

	// Versions of one application and something else are in the library; a call is checked.
	long := strings.Repeat(passage+other, 6)
	officer.open("/library")
	officer.uploaded(map[string]string{"first.txt": "项目名称：冻土碳循环\n申请人：赵一\n" + long})
	officer.open("/imports")
	officer.uploaded(map[string]string{"again.txt": "项目名称：冻土碳循环（修订）\n申请人：赵一\n" + long + "\n补充一句。"})
	officer.wait("document.querySelector('main').innerText.includes('probably a version of')")
	imported := eval[string](officer, "location.pathname")
	call := officer.done("/calls", url.Values{"name": {"2026 General"}, "year": {"2026"}, "opinions": {"2"}, "deadline": {"2026-12-01"}, "due": {"2026-11-01"}})
	officer.open(call)
	texts := map[string]string{}
	for i := range 28 {
		own := fmt.Sprintf("第%d号样地的观测由本组独立完成，记录了%d次取样与%d组对照。", i, 100+7*i, 40+3*i)
		text := fmt.Sprintf("项目名称：第%d号课题\n申请人：申请人%d\n依托单位：第%d大学\n\n一、研究内容\n%s\n", i, i, i%5, strings.Repeat(own, 6))
		switch i % 9 {
		case 0:
			text += before + after + "\n"
		case 1:
			text += passage + other + passage + "\n"
		}
		texts[fmt.Sprintf("application-%02d.txt", i)] = text
	}
	officer.uploaded(texts)
	officer.wait("document.querySelector('.progress-line strong')?.innerText === '28 of 28 checked'")
	officer.open(call + "/network?least=1")
	officer.want("document.querySelectorAll('.network .node').length > 4", true)

	// Each is given to both reviewers by a rule; they differ about one.
	of := "call=" + strings.TrimPrefix(call, "/calls/")
	officer.open("/selection?do=share&all=1&of=" + url.QueryEscape(of))
	share := eval[string](officer, "location.pathname + location.search")
	officer.follow("main form button.primary")
	officer.want("document.querySelector('#plan strong')?.innerText", "28 applications will get reviewers")
	officer.follow("button[name=plan]")
	officer.want("location.search.includes('did=share')", true)
	var checked string
	for i, b := range reviewers {
		b.open("/")
		b.want("document.querySelectorAll('#checks .row').length", 25)
		if checked == "" {
			checked = eval[string](b, "document.querySelector('#checks a.row-title').pathname")
		}
		b.done(checked+"/opinions", url.Values{"verdict": {[]string{"no-concern", "explain"}[i]}, "comment": {"See the second part."}})
		b.open(checked)
	}
	officer.open("/checks?only=further&" + of)
	officer.want("document.querySelectorAll('#checks .row').length", 1)

	// What is done to more than a few is a task; what comes into the library late is new.
	task := officer.done("/selection/papers", url.Values{"doc": {"3"}, "of": {of}})
	verdicts := officer.done("/selection/verdict", url.Values{"all": {"1"}, "of": {of}, "comment": {"Own text"}})
	for _, path := range []string{task, verdicts} {
		if !strings.HasPrefix(path, "/tasks/") {
			t.Errorf("a deed to 28 led to %s", path)
		}
	}
	officer.open(verdicts)
	officer.wait("document.querySelector('main').innerText.includes('28 of 28 processed')")
	officer.done("/collections", url.Values{"name": {"Earlier years"}})
	officer.open("/imports")
	officer.uploaded(map[string]string{"late.txt": "项目名称：医学信息学\n申请人：钱二\n" + before + strings.Repeat(after, 2)})
	officer.wait("document.querySelector('main').innerText.includes('Stored')")
	for range 100 { // it is read beside requests
		if officer.open("/rechecks"); eval[int](officer, "document.querySelectorAll('main li.row').length") > 0 {
			break
		}
	}
	officer.want("document.querySelectorAll('main li.row').length > 0", true)
	admin.open("/settings")
	admin.typed("#agency-zh", "某某基金会", "#agency-en", "Some Foundation")
	admin.follow("#agency button.primary")
	officer.open("/settings")
	officer.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#notable-overall').value = '10'; document.querySelector('#grave-overall').value = '30'; undefined"))
	officer.follow("#thresholds button.primary")

	pages := []struct {
		by    *tab
		paths []string
	}{
		{officer, []string{
			"/calls", call, call + "/edit", call + "/network?least=1", call + "/rechecks", "/rechecks", "/checks?" + of, "/reviewers", "/statistics?" + of, "/collections", "/library", "/imports", imported,
			"/tasks", verdicts, task, "/settings", "/settings/retention", "/documents/1", share, "/selection?do=verdict&all=1&of=" + url.QueryEscape(of),
		}},
		{admin, []string{"/people", "/people/2", "/settings", "/settings/retention", "/settings/program", "/account"}},
		{reviewers[0], []string{"/", checked, "/account"}},
	}
	sources := map[string]string{}
	for _, language := range []string{"en", "zh"} {
		for _, x := range pages {
			x.by.open("/account")
			x.by.done("/language", url.Values{"language": {language}, "back": {"/account"}})
			for _, path := range x.paths {
				x.by.fits(path, 390, 1440)
				if language != "en" {
					continue
				}
				sources[path] = eval[string](x.by, "fetch(location.href).then(answer => answer.text())")
				for _, fault := range x.by.inaccessible(axeScript(t)) {
					t.Errorf("%s: %s", path, fault)
				}
			}
		}
	}
	for _, fault := range invalid(t, sources) {
		t.Error(fault)
	}
}
