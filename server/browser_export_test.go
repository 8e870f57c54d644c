package main

import (
	"bytes"
	"encoding/csv"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// fetch gives what the program answers to a reader of English.
func (a app) fetch(t *testing.T, path string) (int, []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, a.base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
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

// exportFiles opens the exports again and compares them with the page.
func exportFiles(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	score := eval[string](b, "document.querySelector('.overall strong').innerText")
	sources := eval[int](b, "document.querySelectorAll('.source').length")
	highlights := eval[int](b, "document.querySelectorAll('.text a.hl').length")
	whole := eval[string](b, "document.querySelector('.text').textContent")

	status, page := a.fetch(t, "/checks/1/report.html")
	if status != http.StatusOK {
		t.Fatalf("HTML: status %d", status)
	}
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, page, 0o600); err != nil {
		t.Fatal(err)
	}
	b = a.tab(t, "en")
	b.do(chromedp.Navigate((&url.URL{Scheme: "file", Path: file}).String()))
	// It asks for nothing, so it opens without a network.
	b.want("performance.getEntriesByType('resource').map(e => e.name).join()", "")
	b.want("document.querySelector('.overall strong').innerText", score)
	b.want("document.querySelectorAll('.grid tbody tr').length", sources)
	b.want("document.querySelectorAll('section.pairs').length", sources)
	b.want("document.querySelectorAll('.text a.hl').length", highlights)
	b.want("getComputedStyle(document.querySelector('.text a.hl')).borderBottomWidth", "2px") // it has its style
	if got := eval[string](b, "document.querySelector('.text').textContent"); got != whole {
		t.Error("the file has another text than the page")
	}
	b.click(".text a.hl")
	b.wait("location.hash.startsWith('#p') && !!document.querySelector(location.hash)")
	b.want("document.documentElement.scrollWidth <= innerWidth", true)

	status, table := a.fetch(t, "/checks/1/sources.csv")
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(table, []byte("\ufeff")))).ReadAll()
	if err != nil || status != http.StatusOK || len(rows) < sources+1 {
		t.Errorf("CSV: status %d, %d rows, %v", status, len(rows), err)
	}

	// The PDF is printed by a browser on PATH; without one a page says so.
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	if status, page := a.fetch(t, "/checks/1/report.pdf"); status != http.StatusNotImplemented || !bytes.Contains(page, []byte("A PDF cannot be made here")) {
		t.Errorf("PDF without a browser: status %d", status)
	}
	bin := t.TempDir()
	if err := os.Symlink(chromium(t), filepath.Join(bin, "chromium")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+path)
	status, pdf := a.fetch(t, "/checks/1/report.pdf")
	if status != http.StatusOK || !bytes.HasPrefix(pdf, []byte("%PDF-")) || !strings.Contains(string(pdf[max(0, len(pdf)-32):]), "%%EOF") {
		t.Fatalf("PDF: status %d, %d bytes", status, len(pdf))
	}
	if pages := bytes.Count(pdf, []byte("/Type /Page\n")); pages < 3 {
		t.Errorf("the PDF has %d pages", pages)
	}
}
