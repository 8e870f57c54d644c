package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/evidence/evidencetest"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/extract"
	"zhiwen/server/terminal"
)

// plainDocument returns a text as extraction gives it, a line a paragraph.
func plainDocument(text string) *extract.Document {
	d := &extract.Document{Method: "txt", Text: text, Sections: []extract.Section{}}
	at := 0
	for line := range strings.Lines(text) {
		length := len([]rune(strings.TrimSuffix(line, "\n")))
		d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + length}, Kind: extract.Body})
		at += len([]rune(line))
	}
	return d
}

// hintedCheck stores a done check of a document that says in other words what two documents of
// the library say, and returns its id.
func hintedCheck(t *testing.T, dir string) int64 {
	t.Helper()
	store, engine, closeStore := openLibrary(t, dir)
	defer closeStore()
	texts := map[int64]*extract.Document{0: plainDocument(evidencetest.Reworded)}
	identities := map[int64]evidence.Identity{}
	var check int64
	ctx := context.WithoutCancel(t.Context())
	err := store.InTx(ctx, func(tx *library.Tx) error {
		load := func(text string, inLibrary bool, identity evidence.Identity) (int64, error) {
			d := plainDocument(text)
			ids, err := tx.Load(ctx, []library.Prepared{{Upload: record.Upload{Identity: identity, Data: []byte(text), ToLibrary: inLibrary}, Document: d, Units: engine.Units(d)}})
			if err != nil {
				return 0, err
			}
			found, err := tx.Document(ctx, ids[0])
			if err != nil {
				return 0, err
			}
			texts[ids[0]], identities[ids[0]] = d, found.Identity
			return ids[0], nil
		}
		source, err := load(evidencetest.Source, true, evidence.Identity{Filename: "birds.txt", Title: "沿海湿地水鸟的长期监测", Applicant: "周宁", Institution: "海滨大学", Year: 2021})
		if err != nil {
			return err
		}
		english, err := load(evidencetest.English, true, evidence.Identity{Filename: "lake.txt", Title: "Reed beds of a shallow lake", Applicant: "A. Wood", Institution: "Lake Institute", Year: 2019})
		if err != nil {
			return err
		}
		checked, err := load(evidencetest.Reworded, false, evidence.Identity{Filename: "new.txt", Title: "湿地鸟类的种群与生境", Applicant: "何青", Institution: "北方学院", Year: 2026})
		if err != nil {
			return err
		}
		var sources []*checker.Source
		for _, id := range []int64{source, english} {
			sources = append(sources, &checker.Source{ID: id, Document: texts[id], Units: engine.Units(texts[id]), Identity: identities[id]})
		}
		ev, err := engine.Compare(ctx, checker.Input{ID: checked, Identity: identities[checked], Document: texts[0]}, sources...)
		if err != nil {
			return err
		}
		evidencetest.AddHints(t, ev, texts, identities, source, english)
		var xml bytes.Buffer
		if err := evidence.Encode(&xml, ev); err != nil {
			return err
		}
		if check, err = tx.CreateCheck(ctx, checked); err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, check, record.SummaryOf(ev, nil), xml.Bytes())
	})
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// Hints are read, confirmed, taken back, dismissed and exported, in both languages, on large and
// small screens, with scripts and without.
func TestBrowserHints(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	check := hintedCheck(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	path := fmt.Sprintf("/checks/%d", check)
	script := axeScript(t)
	pictures := os.Getenv("ZHIWEN_TEST_PICTURES")
	take := func(b *tab, name string) {
		if pictures != "" {
			b.picture(filepath.Join(pictures, "hints-"+name+".png"))
		}
	}
	for _, language := range []string{"en", "zh"} {
		b := a.tab(t, language)
		for _, width := range []int64{1440, 390} {
			b.size(width, 1000)
			b.open(path)
			b.want("document.querySelectorAll('.look .hint-item').length", 2) // the summary is too weak
			b.want("document.querySelectorAll('.text a.hint-text[data-number]').length", 2)
			b.want("getComputedStyle(document.querySelector('.text a.hint-text')).backgroundColor", "rgba(0, 0, 0, 0)")
			b.want("document.documentElement.scrollWidth <= innerWidth", true)
			for _, fault := range b.inaccessible(script) {
				t.Errorf("report, %s, %d: %s", language, width, fault)
			}
			take(b, fmt.Sprintf("report-%s-%d", language, width))
			b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.look').scrollIntoView()"))
			take(b, fmt.Sprintf("list-%s-%d", language, width))
			b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.look .along').open = true"))
			b.want("document.querySelectorAll('.look .along li').length", 2)
			b.want("[...document.querySelectorAll('.along li a')].every(a => document.querySelector(a.getAttribute('href')) !== null)", true)
			b.want("document.documentElement.scrollWidth <= innerWidth", true)
			for _, fault := range b.inaccessible(script) {
				t.Errorf("written along, %s, %d: %s", language, width, fault)
			}
			take(b, fmt.Sprintf("along-%s-%d", language, width))
			b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.text a.hint-text').scrollIntoView({block: 'center'})"))
			take(b, fmt.Sprintf("text-%s-%d", language, width))
			b.click(".look-rest > summary") // the doubt takes the third line
			b.follow(".hint-item.rewriting a.go")
			b.want("document.querySelectorAll('.hint-pair').length", 3)
			b.wait("document.querySelectorAll('.hint-lines line').length === 18")
			b.want("document.documentElement.scrollWidth <= innerWidth", true)
			for _, fault := range b.inaccessible(script) {
				t.Errorf("hint, %s, %d: %s", language, width, fault)
			}
			take(b, fmt.Sprintf("pair-%s-%d", language, width))
			b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.hint-pairs').scrollIntoView()"))
			take(b, fmt.Sprintf("lines-%s-%d", language, width))
		}
	}

	// By keys alone: from the report to a hint, through its pairs, and on to the next.
	b := a.tab(t, "en")
	b.open(path)
	before := eval[string](b, "document.querySelector('.overall strong').innerText")
	b.press("h")
	b.want("document.activeElement.className.includes('hint-text rewriting')", true)
	b.press("\r")
	b.wait("location.pathname.includes('/hints/')")
	b.press("j")
	b.want("document.activeElement.dataset.pairNumber", "1")
	b.press("j")
	b.want("document.activeElement.dataset.pairNumber", "2")
	b.replaced(func() { b.press("p") }) // the translation is stronger
	b.wait("document.querySelector('h1').innerText.includes('possibly translated')")
	b.want("document.querySelector('.hint-pairs').textContent.includes('reed')", true)

	// Confirmed, it is a part of the share as its own kind.
	b.press("c")
	b.wait("document.querySelector('#confirm').matches(':popover-open')")
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('#confirm [name=reviewer]').value = '评审甲'"))
	b.follow("#confirm button.primary")
	b.wait("!!document.querySelector('.decision.confirmed')")
	b.want("document.querySelector('.decision.confirmed').innerText.includes('评审甲')", true)
	b.open(path)
	after := eval[string](b, "document.querySelector('.overall strong').innerText")
	if after == before {
		t.Errorf("the share is %s with the hint and without it", before)
	}
	b.want("document.querySelector('.splits .split').textContent.includes('confirmed translation')", true)
	b.want("document.querySelectorAll('.hint-item').length", 2)
	b.want("document.querySelectorAll('.text a.hint-text[data-number]').length", 1)
	b.want("document.querySelectorAll('.text a.hl.reworded[data-rank]').length", 1)
	take(b, "confirmed-en-1440")

	// Exports have it.
	table := csvOf(t, a.base+path+"/matches.csv")
	for _, want := range []string{"possibly rewritten", "possibly translated", "confirmed translation"} {
		if !strings.Contains(table, want) {
			t.Errorf("the table of matches has no %q:\n%s", want, table)
		}
	}
	file := filepath.Join(t.TempDir(), "decided.xml")
	decided := fetched(t, a.base+path+"/decided.xml")
	if err := os.WriteFile(file, decided, 0o600); err != nil {
		t.Fatal(err)
	}
	var out output
	if code := run(t.Context(), []string{"verify", "--data", dir, file}, terminal.Terminal{Out: &out, Err: &out, Getenv: func(string) string { return "" }}); code != exitDone {
		t.Errorf("verify: %d\n%s", code, out.String())
	}
	paper := string(fetched(t, a.base+path+"/report.html"))
	for _, want := range []string{"possibly rewritten", "hints, not findings", "confirmed translation", "to cut off"} {
		if !strings.Contains(paper, want) {
			t.Errorf("the paper has no %q", want)
		}
	}

	// Taken back, and the other one dismissed with a reason, without scripts.
	b = a.tab(t, "en")
	b.disableScripts()
	b.open(path)
	b.follow(".hint-item.translation a.go")
	b.want("document.querySelectorAll('.token sub').length > 0 && getComputedStyle(document.querySelector('.token sub')).display !== 'none'", true)
	b.click("[data-decided] [data-undo]") // this browser does not know yet who asks
	b.wait("document.querySelector('#reviewer').matches(':popover-open')")
	b.do(chromedp.SendKeys(chromedp.CSS("#reviewer [name=reviewer]"), "评审甲"))
	b.follow("#reviewer .primary")
	b.wait("location.pathname.includes('/hints/') && !!document.querySelector('.decision.confirmed')")
	b.follow("[data-decided] [data-undo]")
	b.wait("!document.querySelector('.decision.confirmed')")
	b.open(path)
	b.want("document.querySelector('.overall strong').innerText", before)
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.look-rest').open = true"))
	b.follow(".hint-item.rewriting a.go")
	b.click("#do-dismiss")
	b.wait("document.querySelector('#dismiss').matches(':popover-open')")
	b.do(chromedp.SetValue(chromedp.CSS("#dismiss [name=reason]"), "mistaken"))
	b.follow("#dismiss button.primary")
	b.wait("!!document.querySelector('.decision.dismissed')")
	b.open(path)
	b.want("document.querySelectorAll('.look .hint-item').length", 1)
	b.want("document.querySelectorAll('.hints details .hint-item').length", 1)

	// The address keeps the level.
	b.open(path + "?hints=0.3")
	b.want("document.querySelectorAll('.look .hint-item').length", 2)
	b.want("document.querySelectorAll('.hint-item.summary .strength.low').length", 1)
	b.open(path + "?hints=0")
	b.want("document.querySelectorAll('.text a.hint-text').length", 0)
}

// fetched returns what an address answers.
func fetched(t *testing.T, address string) []byte {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Language", "en")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %d, %v", address, answer.StatusCode, err)
	}
	return body
}

// csvOf returns a table, a row a line, after it was read as CSV.
func csvOf(t *testing.T, address string) string {
	t.Helper()
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(fetched(t, address), []byte("\ufeff")))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(strings.Join(row, " | ") + "\n")
	}
	return b.String()
}
