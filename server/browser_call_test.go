package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"zhiwen/checker"
	"zhiwen/checker/evidence"
	"zhiwen/checker/library"
	"zhiwen/checker/record"
	"zhiwen/checker/score"
	"zhiwen/extract"
)

const (
	// How many applications the call has that is worked by keyboard; 8000 is a whole one.
	callRowsVariable = "ZHIWEN_TEST_CALL_ROWS"
	callRowsDefault  = 300
	// How long the verdicts on all of them may take, on a machine with other work.
	callPatience = 30 * time.Minute
)

// checkedCall stores a call of checked applications with evidence, and returns its id.
func checkedCall(t *testing.T, dir string, rows int) int64 {
	t.Helper()
	store, engine, closeStore := openLibrary(t, dir)
	defer closeStore()
	ctx := context.WithoutCancel(t.Context())
	call, err := store.PutCall(ctx, record.Call{Name: "2026 General", State: record.CallOpen}, "")
	if err != nil {
		t.Fatal(err)
	}
	const together = 250
	for from := 0; from < rows; from += together {
		err := store.InTx(ctx, func(tx *library.Tx) error {
			for n := from; n < min(rows, from+together); n++ {
				if err := checkedApplication(ctx, tx, engine, call, n); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return call
}

// checkedApplication stores the n-th application of a call, with a check that has one source.
func checkedApplication(ctx context.Context, tx *library.Tx, engine *checker.Engine, call int64, n int) error {
	text := strings.Repeat(fmt.Sprintf("第%d号样地的观测由本组独立完成。", n), 30)
	length := len([]rune(text))
	d := &extract.Document{Method: "txt", Text: text, Sections: []extract.Section{}, Paragraphs: []extract.Paragraph{{Span: extract.Span{End: length}, Kind: extract.Body}}}
	identity := evidence.Identity{Filename: fmt.Sprintf("%05d.txt", n), Title: fmt.Sprintf("第%05d号课题", n), Applicant: fmt.Sprintf("申请人%d", n), Institution: fmt.Sprintf("第%d大学", n%40), Year: 2026}
	ids, err := tx.Load(ctx, []library.Prepared{{Upload: record.Upload{Identity: identity, Data: []byte(text), Call: call}, Document: d, Units: engine.Units(d)}})
	if err != nil {
		return err
	}
	identity.SHA256 = strings.Repeat("0a", 32) // not looked at
	passage := evidence.Passage{Length: 1 + n*7919%(length-1)}
	passage.Text = string([]rune(text)[:passage.Length])
	ev := &evidence.Evidence{
		Engine:   evidence.Engine{Name: "zhiwen", Version: "1", Profile: "default"},
		Document: evidence.Document{ID: ids[0], Characters: length, Method: "txt", Identity: identity},
		Sources: []evidence.Source{{
			ID: 1 << 30, Characters: 20000, Relation: evidence.Other,
			Identity: evidence.Identity{SHA256: strings.Repeat("0b", 32), Filename: "source.txt", Title: "来源", Year: 2020},
			Matches:  []evidence.Match{{ID: 1, Kind: evidence.Verbatim, Similarity: 1, This: passage, Source: passage}},
		}},
	}
	score.Update(ev, d)
	var xml bytes.Buffer
	if err := evidence.Encode(&xml, ev); err != nil {
		return err
	}
	check, err := tx.CreateCheck(ctx, ids[0])
	if err != nil {
		return err
	}
	if err := tx.StartCheck(ctx, check); err != nil {
		return err
	}
	return tx.FinishCheck(ctx, check, record.Summary{Countable: ev.Scores.Countable, Tally: record.TallyOf(ev)}, xml.Bytes())
}

// tabTo presses Tab until the focus is in a field.
func (b *tab) tabTo(field string) {
	b.t.Helper()
	for range 200 {
		if eval[bool](b, "document.activeElement?.name === '"+field+"'") {
			return
		}
		b.press(kb.Tab)
	}
	b.t.Fatalf("no way to %s by Tab\n%s", field, b.shown())
}

// TestBrowserCall works a call by keyboard alone, from the search to a verdict on all of its
// applications. How long each step took is logged.
func TestBrowserCall(t *testing.T) {
	chromium(t)
	rows := callRowsDefault
	if text := os.Getenv(callRowsVariable); text != "" {
		var err error
		if rows, err = strconv.Atoi(text); err != nil || rows < 100 {
			t.Fatalf("%s is %q, not a number from 100 on", callRowsVariable, text)
		}
	}
	dir := t.TempDir()
	path := fmt.Sprintf("/calls/%d", checkedCall(t, dir, rows))
	a := app{base: serveFolder(t, dir), browser: openBrowser(t)}
	b := a.tab(t, "en")
	begun := time.Now()
	took := func(step string) {
		t.Logf("%-40s %v", step, time.Since(begun).Round(10*time.Millisecond))
		begun = time.Now()
	}
	count := func(n int) string { // as the page writes it
		text := strconv.Itoa(n)
		if n >= 1000 {
			text = text[:len(text)-3] + "," + text[len(text)-3:]
		}
		return text
	}
	perPage := 25
	last := (rows + perPage - 1) / perPage

	b.open(path)
	b.want("document.querySelector('.progress-line strong').innerText", count(rows)+" of "+count(rows)+" checked")
	took("the call")
	b.press("/")
	b.do(chromedp.SendKeys(chromedp.CSS("[name=q]"), fmt.Sprintf("第%05d号", rows-1)))
	b.press(kb.Enter)
	b.wait("location.search.includes('q=') && document.querySelectorAll('#checks .row').length === 1")
	took("a search")
	b.press("j")
	b.press(kb.Enter)
	b.wait("!!document.querySelector('[data-report]')")
	took("a report")

	// Sorted by a figure, the largest first; the address says it.
	b.open(path)
	b.press("f")
	b.tabTo("sort")
	b.press(kb.ArrowDown)
	b.wait("/sort=[a-zA-Z]+/.test(location.search) && document.querySelectorAll('#checks .row').length === 25")
	took("sorted by another column")
	b.open(path + "?sort=overall")
	b.want("(s => s.every((x, i) => i === 0 || x <= s[i-1]))([...document.querySelectorAll('#checks [data-column] .share strong')].map(x => parseFloat(x.innerText)))", true)
	b.press("n")
	b.wait("location.search.includes('page=2') && document.querySelectorAll('#checks .row').length === 25")
	took("the next page")
	for range perPage {
		b.press("j")
	}
	b.want("document.activeElement.closest('tr') === [...document.querySelectorAll('#checks .row')].at(-1)", true)
	b.tabTo("page")
	b.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.select()"))
	b.press(strconv.Itoa(last))
	b.press(kb.Enter)
	b.wait(fmt.Sprintf("location.search.includes('page=%d') && document.querySelectorAll('#checks .row').length === %d", last, rows-(last-1)*perPage))
	took("the last page")
	b.press("p")
	b.wait("document.querySelectorAll('#checks .row').length === 25 && document.querySelector('.pagination [name=page]').value === '" + strconv.Itoa(last-1) + "'")
	took("the page before it")

	// All are chosen and get a verdict, each by itself, beside requests.
	b.open(path)
	b.press("b")
	b.press(" ")
	b.press(kb.Tab)
	for range 5 {
		if eval[string](b, "document.activeElement.value") == "verdict" {
			break
		}
		b.press(kb.Tab)
	}
	b.want("document.activeElement.value", "verdict")
	b.press(kb.Enter)
	b.wait("location.pathname === '/selection' && document.body.innerText.includes('" + count(rows) + " applications will get the verdict')")
	took("the question before the verdict")
	b.do(chromedp.SendKeys(chromedp.CSS("#comment"), "Own text"))
	b.do(chromedp.SendKeys(chromedp.CSS("#reviewer-name"), "张三"))
	b.press(kb.Enter)
	b.wait("/^\\/tasks\\/[0-9]+$/.test(location.pathname)")
	task := eval[string](b, "location.pathname")
	took("the task")
	for deadline := time.Now().Add(callPatience); ; time.Sleep(time.Second) {
		b.open(task)
		if eval[bool](b, "!!document.querySelector('.list-head .state.done')") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the task is not done\n%s", b.shown())
		}
	}
	took("all verdicts")
	b.open(path + "?verdict=no-concern")
	b.want("document.querySelector('.work-fits').innerText.includes('"+count(rows)+" applications found')", true)
	b.open(path + "?verdict=undecided")
	b.want("document.querySelectorAll('#checks .row').length", 0)
}
