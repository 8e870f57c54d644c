package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// blankForm is what a form asks for.
const blankForm = "报名同学\n一、立项依据与研究内容：请阐述项目的研究意义、国内外研究现状及发展动态分析，并附主要参考文献目录。\n" +
	"二、研究方案：请说明拟采取的研究方案及可行性分析，包括研究方法、技术路线、实验手段与关键技术。\n"

// formPage adds a blank form, sees that a check leaves it out, and removes it.
func formPage(t *testing.T, a app) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	form, scan := write("空白表.txt", blankForm), write("scan.txt", " \n \n")
	filled := write("filled.txt", strings.Replace(blankForm, "报名同学", "报名同学：王小明", 1)+before+after)

	b := a.tab(t, "en")
	b.open("/")
	b.follow(".menu a[href='/forms']")
	b.wait("location.pathname === '/forms' && !!document.querySelector('.menu a[aria-current]')")
	b.want("document.querySelector('.menu a[aria-current]').innerText", "Blank forms")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{form, scan}))
	b.follow(".upload button.primary")
	b.wait("document.querySelectorAll('#documents .row').length === 2")
	// The rows end by themselves; what cannot be read says so and can be tried again.
	b.wait("document.querySelectorAll('#documents .row[data-state=ready]').length === 1 && document.querySelectorAll('#documents .row[data-state=failed] .why-failed').length === 1")
	b.follow("#documents [data-state=failed] .row-actions form[action$=retry] button")
	b.wait("location.pathname === '/forms' && document.querySelectorAll('#documents .row[data-state=failed] .why-failed').length === 1")
	b.follow("#documents .row[data-state=ready] .row-title")
	b.want("location.pathname.startsWith('/documents/')", true)
	b.want("document.querySelector('.text').textContent.includes('立项依据')", true)
	b.want("document.querySelectorAll('form[action$=\"/check\"]').length", 0) // a form is not checked

	// What is selected in the text is taken for the label; without scripts a line would
	// be chosen. The form keeps it.
	eval[bool](b, `(() => {
		const p = [...document.querySelectorAll(".text p")].find((p) => p.textContent.startsWith("报名同学"));
		getSelection().selectAllChildren(p);
		return true;
	})()`)
	b.wait("document.querySelector('#mark-text').value === '报名同学'")
	b.do(chromedp.SetValue(chromedp.CSS("#mark-field"), "applicant"), chromedp.SetValue(chromedp.CSS("#mark-reviewer"), "赵敏"))
	b.follow("#mark-add .button.primary") // first it is told what it changes
	b.want("document.querySelector('#mark-trial').innerText.includes('Nothing is saved yet')", true)
	b.follow("#mark-add .button.primary")
	b.want("location.hash", "#marks")
	b.want("document.querySelector('.shown').innerText.includes('after, beside or below “报名同学”')", true)
	b.follow("#marks .more a")
	b.want("location.pathname.endsWith('/rereads') && !!document.querySelector('.none')", true)

	b.openUpload()
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{filled}))
	b.follow(".upload button.primary")
	b.wait("!!document.querySelector('[data-report]')")
	b.want("[...document.querySelectorAll('.text .excluded')].map(e => e.textContent).join('').includes('国内外研究现状')", true)
	b.want("[...document.querySelectorAll('.text .why')].map(e => e.dataset.why).includes('text of the blank form')", true)
	// The application was read by what was shown.
	b.want("document.body.innerText.includes('王小明')", true)

	b.open("/forms")
	for range 2 {
		rows := eval[int](b, "document.querySelectorAll('#documents .row').length")
		b.do(chromedp.Focus(chromedp.CSS("#documents .row .delete summary")))
		b.press(kb.Enter)
		b.follow("#documents .row .delete[open] button.danger")
		b.wait(fmt.Sprintf("location.pathname === '/forms' && document.querySelectorAll('#documents .row').length === %d", rows-1))
	}
}
