package main

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zhiwen/server/internal/staged"
)

// manuals is the folder of the Chinese manuals.
const manuals = "../docs/zh"

// TestManuals looks up what the Chinese manuals quote of the pages: each 「…」 is in the Chinese catalogue.
func TestManuals(t *testing.T) {
	text, err := os.ReadFile("../web/catalogue/zh.toml")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(manuals + "/*.md")
	if err != nil || len(pages) < 3 {
		t.Fatal(pages, err)
	}
	pages = append(pages, "../README.zh-CN.md")
	picture := regexp.MustCompile(`!\[[^]]*\]\(([^)]+)\)`)
	for _, page := range pages {
		manual, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, label := range regexp.MustCompile(`「([^」]+)」`).FindAllStringSubmatch(string(manual), -1) {
			if !strings.Contains(string(text), label[1]) {
				t.Errorf("%s: no page says %s", page, label[1])
			}
		}
		for _, p := range picture.FindAllStringSubmatch(string(manual), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), p[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

// TestPictures takes the steps of the manuals on a call of sixty and, with ZHIWEN_TEST_PICTURES, keeps a picture of each.
func TestPictures(t *testing.T) {
	chromium(t)
	folder := os.Getenv("ZHIWEN_TEST_PICTURES")
	keep := func(b *tab, name string) {
		b.rest()
		if folder != "" {
			b.picture(filepath.Join(folder, name+".webp"))
		}
	}
	dir := t.TempDir()
	call := stagedCall(t, dir)
	base, out := serveSaying(t, "--data", dir, "--accounts")
	a := app{base: base, browser: openBrowser(t)}
	setup, err := url.Parse(linkOf(t, out, "/setup?key="))
	if err != nil {
		t.Fatal(err)
	}

	// The administrator's first day: the first account, the others, the settings.
	officer := a.tab(t, "zh-CN")
	officer.sized(1200, 750)
	officer.open(setup.RequestURI())
	keep(officer, "setup")
	officer.typed("#login", "wang", "#name", "王主任", "#password", loginPassword, "#again", loginPassword)
	officer.follow("form.login button.primary")
	reviewer := a.tab(t, "zh-CN")
	reviewer.sized(1200, 750)
	reviewer.openLink(officer.invited("li", "reviewer", "name", "李教授", "institution", "东江水利大学"))
	officer.open("/people")
	keep(officer, "people")
	officer.open("/settings")
	keep(officer, "settings")

	// The officer's: the list, a report, two texts side by side, the network, who reviews what.
	officer.open(call)
	officer.want("document.querySelectorAll('#checks .edge.grave').length", staged.Grave)
	keep(officer, "list")
	titles, addresses := officer.reportsOf(call + "?tab=all")
	officer.open(addresses[titles[1]])
	officer.want("document.querySelectorAll('.totals .overall strong, .totals .figures b').length", 4)
	keep(officer, "report")
	officer.press("1")
	officer.wait("!!document.querySelector('dialog[open], [popover]:popover-open')")
	keep(officer, "verdict")
	officer.open(addresses[titles[1]])
	officer.follow(".source h3 a")
	keep(officer, "pair")
	officer.open(call + "/network")
	officer.want("document.querySelectorAll('.network .node').length > 4", true)
	keep(officer, "network")
	of := "call=" + strings.TrimPrefix(call, "/calls/")
	officer.open("/selection?do=share&all=1&of=" + url.QueryEscape(of))
	officer.follow("main form button.primary")
	keep(officer, "share")
	officer.follow("button[name=plan]")

	// The reviewer's: what is assigned, and a report.
	reviewer.open("/")
	reviewer.wait("document.querySelectorAll('#checks .row').length > 0")
	keep(reviewer, "assigned")
	reviewer.open(eval[string](reviewer, "(a => a.pathname + a.search)(document.querySelector('#checks a.row-title'))"))
	reviewer.want("document.querySelectorAll('.totals .overall strong, .totals .figures b').length", 4)
	keep(reviewer, "opinion")
	if folder != "" {
		fmt.Println("pictures are in", folder)
	}
}
