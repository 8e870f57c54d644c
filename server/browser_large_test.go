package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
	"zhiwen/server/installation"
)

// The sizes of a report that is as large as they come.
const (
	largePages   = 300
	largeMatches = 2000
	largeSources = 300
)

// openLibrary opens the library of a data folder as a server with the default settings
// does, with the server's engine; it is to be closed before one is started.
func openLibrary(t *testing.T, dir string) (store *library.Store, engine *checker.Engine, closeStore func()) {
	t.Helper()
	engine, err := installation.NewEngine(checker.DefaultParameters(checker.DefaultProfile))
	if err != nil {
		t.Fatal(err)
	}
	store, err = library.Open(t.Context(), library.Config{DataDir: dir, IndexKey: engine.IndexKey()})
	if err != nil {
		t.Fatal(err)
	}
	return store, engine, func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}
}

// largeCheck stores a done check of largePages pages with largeMatches matches
// of largeSources sources, and returns its id.
func largeCheck(t *testing.T, dir string) int64 {
	t.Helper()
	store, _, closeStore := openLibrary(t, dir)
	defer closeStore()

	const perPage, paragraphLength = 4, 200 // an application has some 800 characters a page
	d := &extract.Document{Method: "txt", Sections: []extract.Section{}}
	var text strings.Builder
	at := 0
	for page := range largePages {
		start := at
		for i := range perPage {
			line := string([]rune(strings.Repeat(fmt.Sprintf("第%d页第%d段，本项目研究异构观测数据的联合建模与不确定性评估方法。", page+1, i+1), 8))[:paragraphLength])
			text.WriteString(line + "\n")
			d.Paragraphs = append(d.Paragraphs, extract.Paragraph{Span: extract.Span{Start: at, End: at + paragraphLength}, Kind: extract.Body})
			at += paragraphLength + 1
		}
		d.Pages = append(d.Pages, extract.Page{Span: extract.Span{Start: start, End: at}, Number: page + 1})
	}
	d.Text = text.String()
	runes := []rune(d.Text)
	ev := &evidence.Evidence{
		Engine:   evidence.Engine{Name: "zhiwen", Version: "1", Profile: "default"},
		Document: evidence.Document{ID: 1, Characters: utf8.RuneCountInString(d.Text), Pages: largePages, Method: "txt", Identity: evidence.Identity{SHA256: strings.Repeat("0a", 32), Filename: "large.txt", Title: "一份很长的申请书"}},
	}
	kinds := []evidence.Kind{evidence.Verbatim, evidence.Near, evidence.Reordered, evidence.Homophone}
	for i := range largeSources {
		ev.Sources = append(ev.Sources, evidence.Source{
			ID: int64(i + 2), Characters: 20000, Relation: evidence.Other,
			Identity: evidence.Identity{SHA256: strings.Repeat("0b", 32), Filename: "source.txt", Title: fmt.Sprintf("来源申请书 %d", i+1), Applicant: "某人", Year: 2010 + i%16},
		})
	}
	for i := range largeMatches {
		start := i * (len(runes) - 200) / largeMatches
		p := evidence.Passage{Offset: start, Length: 60 + i%7*10, Page: 1}
		p.Text = string(runes[start : start+p.Length])
		s := &ev.Sources[i*7%largeSources]
		s.Matches = append(s.Matches, evidence.Match{ID: i + 1, Kind: kinds[i%len(kinds)], Similarity: evidence.Decimal(1 - float64(i%40)/100), This: p, Source: p})
	}
	score.Update(ev, d)
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, ev); err != nil {
		t.Fatal(err)
	}
	var check int64
	err := store.InTx(t.Context(), func(tx *library.Tx) error {
		ctx := context.WithoutCancel(t.Context())
		ids, err := tx.CreateDocuments(ctx, []record.Upload{{Identity: ev.Document.Identity, Data: []byte(d.Text)}})
		if err != nil {
			return err
		}
		doc := ids[0]
		if err := tx.SetExtraction(ctx, doc, d); err != nil {
			return err
		}
		if check, err = tx.CreateCheck(ctx, doc); err != nil {
			return err
		}
		if err := tx.StartCheck(ctx, check); err != nil {
			return err
		}
		return tx.FinishCheck(ctx, check, record.Summary{Countable: ev.Scores.Countable, Tally: record.TallyOf(ev)}, xml.Bytes())
	})
	if err != nil {
		t.Fatal(err)
	}
	return check
}

// watchShifts notes from the start of a page on how far what is seen moves
// though nobody has moved it, with what follows a click: of the text, and of
// all, as the browser measures it.
const watchShifts = `window.shifts = {text: 0, all: 0};
	new PerformanceObserver(list => { for (const e of list.getEntries()) {
		shifts.all += e.value;
		if (e.sources.some(s => s.node?.parentElement?.closest(".sheet"))) shifts.text += e.value;
	} }).observe({type: "layout-shift", buffered: true});`

// TestLargeReport opens a report as large as they come and prints what the
// browser measures; how long it takes depends on the machine and is not asserted.
// That nothing jumps is.
func TestLargeReport(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	check := largeCheck(t, dir)
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "zh-CN")
	b.do(command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchShifts}))
	path := fmt.Sprintf("/checks/%d", check)
	for _, visit := range []string{"first", "second"} {
		b.open(path)
		b.wait("document.readyState === 'complete' && performance.getEntriesByName('first-contentful-paint').length === 1")
		if got := eval[int](b, "document.querySelectorAll('.text p').length"); got != 4*largePages {
			t.Fatalf("%d paragraphs", got)
		}
		if visit == "first" {
			continue // the browser has just been started
		}
		t.Log(eval[string](b, `(n => "report: first byte " + Math.round(n.responseStart) + " ms, first paint " + Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime) +
			" ms, interactive " + Math.round(n.domInteractive) + " ms, " + n.decodedBodySize + " bytes, " + n.encodedBodySize + " over the line")(performance.getEntriesByType("navigation")[0])`))
	}
	const shift = "Math.round(1e4 * shifts.%s) / 1e4"
	still := func(what string) {
		t.Helper()
		text, all := eval[float64](b, fmt.Sprintf(shift, "text")), eval[float64](b, fmt.Sprintf(shift, "all"))
		t.Logf("layout shift %s: %g of the text, %g with the side bar", what, text, all)
		if text != 0 {
			t.Errorf("%s the text jumps by %g", what, text)
		}
	}
	still("on loading")
	// Down and up through what was not laid out before.
	for _, by := range []string{"0.8 * innerHeight", "40 * innerHeight", "-0.8 * innerHeight"} {
		for range 12 {
			b.do(chromedp.Evaluate[chromedp.Void]("new Promise(done => { scrollBy({top: " + by + ", behavior: 'instant'}); requestAnimationFrame(() => requestAnimationFrame(() => done())) })"))
		}
	}
	still("on scrolling")
	if estimated, real := eval[float64](b, heights), eval[float64](b, heightsLaidOut); estimated < 0.9*real || estimated > 1.1*real {
		t.Errorf("the text is taken to be %g px high and is %g", estimated, real)
	} else {
		t.Logf("the text is taken to be %g px high and is %g", estimated, real)
	}

	b.scrollTo("html", 0)
	b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.filter-button').click()"))
	// Nobody clicks into it before it is there and the page has come to rest.
	b.do(chromedp.Evaluate[chromedp.Void]("new Promise(done => requestAnimationFrame(() => requestIdleCallback(() => done())))"))
	for i, change := range []string{
		"document.querySelector('#filter [name=kind][value=near]').click()",
		"document.querySelector('#filter [name=kind][value=near]').click()",
		"(i => { i.value = 90; i.dispatchEvent(new Event('change', {bubbles: true})) })(document.querySelector('#filter [name=similarity]'))",
		"document.querySelector('#filter [name=exclude][value=bibliography]')?.click() ?? document.querySelector('#filter [name=relation]:checked').click()",
		"document.querySelector('[data-filter-reset]').click()",
	} {
		b.do(chromedp.Evaluate[chromedp.Void](change))
		b.wait(fmt.Sprintf("performance.getEntriesByName('filter-rest').length === %d", i+1))
		t.Logf("filter %d: %s", i+1, eval[string](b, fmt.Sprintf(`(([near], at) => Math.round(performance.getEntriesByName('filter')[at].duration) + " ms until it is painted, of these the server " +
			Math.round(near.responseEnd - near.requestStart) + " ms; the rest of the text after " + Math.round(performance.getEntriesByName('filter-rest')[at].duration) + " ms")(
			performance.getEntriesByType("resource").filter(r => r.initiatorType === "fetch").slice(-2), %d)`, i)))
	}
	b.want("document.querySelectorAll('.source').length", largeSources)
	b.want("location.search", "")
	still("on filtering")
}

// heights of all leaves of the text as the page has them, and laid out.
const (
	heights        = "[...document.querySelectorAll('.leaf')].slice(100).reduce((sum, leaf) => sum + leaf.offsetHeight, 0)"
	heightsLaidOut = "(all => { for (const leaf of all) leaf.style.contentVisibility = 'visible'; const sum = all.slice(100).reduce((sum, leaf) => sum + leaf.offsetHeight, 0); for (const leaf of all) leaf.style.contentVisibility = ''; return sum })([...document.querySelectorAll('.leaf')])"
)
