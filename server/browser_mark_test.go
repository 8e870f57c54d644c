package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// sheetPDF returns a page of lines, each with words at 72 and at 300 points.
func sheetPDF(lines ...[2]string) string {
	var content, file strings.Builder
	for i, line := range lines {
		for j, words := range line {
			fmt.Fprintf(&content, "BT /F 14 Tf %d %d Td (%s) Tj ET\n", []int{72, 300}[j], 760-30*i, words)
		}
	}
	var at []int
	file.WriteString("%PDF-1.4\n")
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
		fmt.Sprintf("<</Length %d>>stream\n%sendstream", content.Len(), content.String()),
	} {
		at = append(at, file.Len())
		fmt.Fprintf(&file, "%d 0 obj%sendobj\n", i+1, object)
	}
	start := file.Len()
	file.WriteString("xref\n0 5\n0000000000 65535 f \n")
	for _, offset := range at {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer<</Size 5/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", start)
	return file.String()
}

// markPages shows a field on the picture of a form's page: by a click, by dragging, and
// without scripts by a link. Of a label that the form has twice the place counts.
func markPages(t *testing.T, a app) {
	path := filepath.Join(t.TempDir(), "nominations.pdf")
	sheet := sheetPDF([2]string{"Young researchers scheme"}, [2]string{"About the supporter"}, [2]string{"Called:", "________"}, [2]string{"About the nominee"}, [2]string{"Called:", "________"},
		[2]string{"Please write in the space below what is planned and why."})
	if err := os.WriteFile(path, []byte(sheet), 0o600); err != nil {
		t.Fatal(err)
	}
	b := a.tab(t, "en")
	b.open("/forms")
	rows := eval[int](b, "document.querySelectorAll('#documents .row').length")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{path}))
	b.follow(".upload button.primary")
	b.wait(fmt.Sprintf("document.querySelectorAll('#documents .row').length === %d", rows+1))
	const title = "[...document.querySelectorAll('#documents .row[data-state=ready] .row-title')].find(e => /nominations|scheme/.test(e.innerText))"
	b.wait("!!" + title)
	address := eval[string](b, title+".getAttribute('href')")
	b.open(address)
	b.follow("#mark-on-page")
	const picture = "document.querySelector('.original-page img')"
	b.wait(picture + ".complete && " + picture + ".naturalWidth > 1000")
	const second = "document.querySelectorAll('.piece[data-words=\"Called\"]')[1]"
	b.want("document.querySelectorAll('.piece[data-words=\"Called\"]').length", 2)
	b.click(".piece[data-words='About the nominee']")
	b.wait("document.querySelector('#mark-text').value === 'About the nominee'")
	b.click(".piece[data-words='Called']:nth-of-type(5)")
	b.wait("document.querySelector('#mark-text').value === 'Called' && document.querySelector('#mark-at').value === " + second + ".dataset.at && " + second + ".getAttribute('aria-current') === 'true'")
	b.do(chromedp.SetValue(chromedp.CSS("#mark-field"), "applicant"), chromedp.SetValue(chromedp.CSS("#mark-reviewer"), "Zhao"))
	b.follow("#mark-add .button.primary")
	b.want("document.querySelector('#mark-trial').innerText.includes('Nothing is saved yet')", true)
	b.want(second+".getAttribute('aria-current')", "true")
	b.follow("#mark-add .button.primary")
	b.want("document.querySelector('.shown').innerText.includes('occurrence 2 of')", true)

	// Dragging takes all that it touches.
	b.follow("#mark-on-page")
	b.wait(picture + ".complete && " + picture + ".naturalWidth > 1000")
	x, y := b.middle(`.piece[data-words="About the supporter"]`)
	toX, toY := b.middle(`.piece[data-words="Young researchers scheme"]`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, (y+toY)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, toX+3, toY, chromedp.ButtonLeft), chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, toX+3, toY, chromedp.ButtonLeft))
	b.wait("document.querySelector('#mark-text').value === 'Young researchers scheme About the supporter' && document.querySelector('#mark-at').value === ''")

	// Without scripts a piece is a link.
	b = a.tab(t, "en")
	b.disableScripts()
	b.open(address)
	b.follow("#mark-on-page")
	b.follow(".piece[data-words='About the nominee']")
	b.want("document.querySelector('#mark-text').value", "About the nominee")
	b.open(address)
	b.follow("#marks .shown form button")
	b.want("location.pathname.endsWith('/rereads') && location.search === '?withdrawn=applicant'", true)
	b.open(address)
	b.want("document.querySelectorAll('.shown').length", 0)
	b.open(address)
	b.do(chromedp.Focus(chromedp.CSS(".delete summary")))
	b.press(kb.Enter)
	b.follow(".delete[open] button.danger")
	b.want("location.pathname", "/forms")
	b.want("document.querySelectorAll('#documents .row').length", rows)
}
