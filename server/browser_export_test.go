package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"zhiwen/extract"
	"zhiwen/extract/reader"
)

// fetch returns what the program answers to a reader of a language.
func (a app) fetch(t *testing.T, path, languages string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", languages)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, b
}

// exportFiles opens the exports again, in both languages, and compares them
// with the page.
func exportFiles(t *testing.T, a app) {
	// The PDF is printed by a browser on PATH; without one a page says so.
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	if status, page := a.fetch(t, "/checks/1/report.pdf", "en"); status != http.StatusNotImplemented ||
		!bytes.Contains(page, []byte("This server cannot create PDFs")) {
		t.Errorf("PDF without a browser: status %d", status)
	}
	bin := t.TempDir()
	if err := os.Symlink(chromium(t), filepath.Join(bin, "chromium")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+path)
	for _, languages := range []string{"en", "zh-CN"} {
		t.Run(languages, func(t *testing.T) { exportIn(t, a, languages) })
	}
}

func exportIn(t *testing.T, a app, languages string) {
	live := a.tab(t, languages)
	live.open("/checks/1")
	title := eval[string](live, "document.querySelector('.head h1').innerText")
	score := eval[string](live, "document.querySelector('.overall strong').innerText")
	sources := eval[[]string](live, "[...document.querySelectorAll('.source h3')].map(h => h.innerText.trim())")
	shares := eval[[]string](live, "[...document.querySelectorAll('.source header .figure')].map(f => f.innerText.trim())")
	highlights := eval[int](live, "document.querySelectorAll('.text a.hl').length")
	whole := eval[string](live, "[...document.querySelectorAll('.text p')].map(p => p.textContent).join('|')")

	status, page := a.fetch(t, "/checks/1/report.html", languages)
	if status != http.StatusOK {
		t.Fatalf("HTML: status %d", status)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b := a.tab(t, languages)
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	// It asks for nothing, so it opens without a network.
	b.want("performance.getEntriesByType('resource').map(e => e.name).join()", "")
	b.want("document.querySelector('h1').innerText", title)
	b.want("document.querySelector('.figures-table b').innerText", score)
	b.want("document.querySelectorAll('.figures-table small').length", 8) // each with its numerator and what it means
	b.want("[...document.querySelectorAll('#result .sources-table tbody a')].map(a => a.innerText.trim()).join()", strings.Join(sources, ","))
	b.want("[...document.querySelectorAll('#result .sources-table tbody tr:not(.group)')].map(r => r.querySelector('.figure').innerText.trim()).join()", strings.Join(shares, ","))
	b.want("document.querySelectorAll('section.pairs').length", len(sources))
	b.want("document.querySelectorAll('.text a.hl').length", highlights)
	b.want("getComputedStyle(document.querySelector('.text a.hl')).borderBottomWidth", "2px") // it has its style
	b.want("document.body.innerText.includes('‹')", false)                                    // every message is there
	if got := eval[string](b, "[...document.querySelectorAll('.text p')].map(p => p.textContent).join('|')"); got != whole {
		t.Error("the file has another text than the page")
	}
	b.click(".text a.hl")
	b.wait("location.hash.startsWith('#p') && !!document.querySelector(location.hash)")
	for _, width := range []int64{360, 2560} {
		b.do(command(emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 800, DeviceScaleFactor: 1}))
		b.want(overflow, "")
	}

	status, table := a.fetch(t, "/checks/1/sources.csv", languages)
	content, marked := bytes.CutPrefix(table, []byte("\ufeff"))
	rows, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil || status != http.StatusOK || !marked || len(rows) < len(sources)+1 {
		t.Fatalf("CSV: status %d, %d rows, marked %v, %v", status, len(rows), marked, err)
	}
	byTitle := map[string]string{}
	for _, row := range rows[1:] {
		share, err := strconv.ParseFloat(row[8], 64)
		if err != nil {
			t.Errorf("CSV: share %q", row[8])
		}
		byTitle[row[1]] = fmt.Sprintf("%.1f%%", 100*share)
	}
	for i, source := range sources {
		if byTitle[source] != shares[i] {
			t.Errorf("CSV: %s has %s, on the page %s", source, byTitle[source], shares[i])
		}
	}

	// The PDF can be searched, and printing the page gives the same paper.
	status, pdf := a.fetch(t, "/checks/1/report.pdf", languages)
	if status != http.StatusOK {
		t.Fatalf("PDF: status %d", status)
	}
	cache := t.TempDir()
	exported, pages := parsePDF(t, cache, pdf)
	for _, want := range append(sources, title, score) {
		if !strings.Contains(exported, strings.Join(strings.Fields(want), "")) {
			t.Errorf("the PDF has no %q", want)
		}
	}
	// Columns may be read in another order.
	if printed, n := parsePDF(t, cache, live.print()); n != pages || !slices.Equal(letters(printed), letters(exported)) {
		t.Errorf("printing the page gives another paper than the PDF: %d and %d pages, %d and %d bytes of text", n, pages, len(printed), len(exported))
	}
	live.want("document.querySelectorAll('.paper-main').length + document.body.className", "0wide") // the page is as it was
	live.replaced(func() {
		live.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.source h3 a').click()"))
	})
	live.wait("document.querySelectorAll('.gutter path.active').length === 1")
	one, _ := parsePDF(t, cache, live.print())
	if !strings.Contains(one, strings.Join(strings.Fields(title), "")) || len(one) >= len(exported) {
		t.Errorf("printing a pair gives %d characters, the whole report %d", len(one), len(exported))
	}
}

// print returns the page as the browser prints it.
func (b *tab) print() []byte {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	var pdf []byte
	err := chromedp.Do(ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		r, err := cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true)})
		pdf = r.Data
		return err
	}))
	if err != nil {
		b.t.Fatalf("print: %v\n%s", err, b.shown())
	}
	return pdf
}

// parsePDF returns the text of a PDF without white space, and how many pages it has.
func parsePDF(t *testing.T, cache string, pdf []byte) (text string, pages int) {
	t.Helper()
	d, err := reader.Parse(t.Context(), "report.pdf", pdf, extract.Options{CacheDir: cache, Tesseract: extract.NoTesseract})
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Pages) < 3 {
		t.Errorf("the PDF has %d pages", len(d.Pages))
	}
	return strings.Join(strings.Fields(d.Text), ""), len(d.Pages)
}

// letters returns what a text is made of.
func letters(text string) []rune {
	out := []rune(text)
	slices.Sort(out)
	return out
}

// On paper the head of a source and that of a passage stand with the first lines of what
// they head, wherever a sheet ends.
func TestPaperKeepsHeads(t *testing.T) {
	a, report := pairApp(t, 12)
	b := a.tab(t, "en")
	openPair(b, report) // when the check is done
	status, paper := a.fetch(t, report+"/report.html", "en")
	style, _, found := strings.Cut(string(paper), "</style>")
	_, style, begun := strings.Cut(style, "<style>")
	if status != http.StatusOK || !found || !begun {
		t.Fatalf("status %d, and no style", status)
	}
	var html strings.Builder
	html.WriteString("<!doctype html><html lang=en class=paper-file><style>" + style + "</style><body><main class=paper-main><section class=part>")
	const sources = 40
	for i := range sources {
		lines := strings.Repeat("<br>words", 9+i%23) // sheets end everywhere
		fmt.Fprintf(&html, `<section class=pairs><header><h3>HEAD%d</h3><p class=meta><span>of it</span></p></header>`+
			`<div class="pair-row long"><p class=meta><span>PASSAGE%d</span></p><blockquote class=left>left%d%s</blockquote><blockquote class=right>right%s</blockquote></div></section>`, i, i, i, lines, lines)
	}
	file := filepath.Join(t.TempDir(), "paper.html")
	if err := os.WriteFile(file, []byte(html.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	d, err := reader.Parse(t.Context(), "paper.pdf", b.print(), extract.Options{Tesseract: extract.NoTesseract})
	if err != nil {
		t.Fatal(err)
	}
	text, seen := []rune(d.Text), 0
	for _, p := range d.Pages {
		sheet := string(text[p.Start:p.End])
		for i := range sources {
			for _, pair := range [][2]string{{"HEAD", "left"}, {"PASSAGE", "left"}} {
				head, first := fmt.Sprint(pair[0], i), fmt.Sprint(pair[1], i)
				if words := strings.Fields(sheet); slices.Contains(words, head) {
					seen++
					if !slices.Contains(words, first) {
						t.Errorf("page %d ends behind %s", p.Number, head)
					}
				}
			}
		}
	}
	if seen < sources || len(d.Pages) < 8 {
		t.Errorf("%d heads on %d sheets: the test shows nothing", seen, len(d.Pages))
	}
}
