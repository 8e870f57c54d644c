package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// rolePage adds to the table of roles, sees that the next check uses it and that its
// report says so when the entry has gone again.
func rolePage(t *testing.T, a app) {
	const clause = "申请团队在评审期间不向任何评审专家赠送礼品或者提供其他利益。"
	path := filepath.Join(t.TempDir(), "clause.txt")
	text := "一、研究内容\n" + before + after + "\n二、廉洁约定条款\n" + clause + "\n三、技术路线\n" + after
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b := a.tab(t, "en")
	b.open("/forms")
	b.follow(".tabs a[href='/roles']")
	b.wait("location.pathname === '/roles' && document.querySelectorAll('.role-fixed').length > 10")
	b.want("document.querySelectorAll('#roles .role').length", 0)
	// What is wrong is told beside what was typed.
	b.do(chromedp.SetValue(chromedp.CSS("#role-role"), ""))
	b.do(chromedp.SendKeys(chromedp.CSS("#role-own"), "廉洁"))
	b.do(chromedp.SetValue(chromedp.CSS("#role-reason"), "declaration"))
	b.do(chromedp.SendKeys(chromedp.CSS("#role-headings"), "廉"))
	b.do(chromedp.SendKeys(chromedp.CSS("#role-reviewer"), "张三"))
	b.expected = "422"
	b.follow("#role-form button.primary")
	b.want("document.querySelector('.faults').innerText.includes('“廉” is too short')", true)
	b.want("document.querySelector('#role-own').value", "廉洁")
	b.click(".faults a")
	b.want("document.querySelector(location.hash).name", "headings")
	b.do(chromedp.SetValue(chromedp.CSS("#role-headings"), "廉洁约定条款"))
	b.follow("#role-form button.primary")
	b.wait("document.querySelectorAll('#roles .role').length === 1")
	b.want("document.querySelector('#roles .role').innerText.includes('not counted: declarations')", true)

	b.openUpload()
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{path}))
	b.follow(".upload button.primary")
	b.wait("!!document.querySelector('[data-report]')")
	b.want("[...document.querySelectorAll('.text .excluded')].map(e => e.textContent).join('').includes('赠送礼品')", true)
	b.want("document.querySelector('.paper').innerText.includes('changed since this check')", false)
	report := eval[string](b, "location.pathname")

	b.open("/roles")
	b.do(chromedp.Focus(chromedp.CSS("#roles .delete summary")))
	b.press(kb.Enter)
	b.follow("#roles .delete[open] button.danger")
	b.wait("document.querySelectorAll('#roles .role').length === 0 && document.body.innerText.includes('1 changed or deleted entry')")
	b.open(report)
	b.want("document.querySelector('.paper').innerText.includes('changed since this check')", true)
	b.follow(".paper .notice form[action$='/check'] button")
	b.wait("!!document.querySelector('[data-report]') && location.pathname !== '" + report + "'")
	b.want("[...document.querySelectorAll('.text .excluded')].map(e => e.textContent).join('').includes('赠送礼品')", false)
}
