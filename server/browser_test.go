package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"zhiwen/internal/testrun"
	"zhiwen/server/terminal"
)

// stepTimeout bounds what a page may take to show what is waited for: far above what it
// takes with the race detector on a busy machine, below what makes a hanging test a
// nuisance.
const stepTimeout = 2 * time.Minute

// chromium returns the browser of the tests, or the end of this one. With -short no pages are
// walked: with the race detector they take most of an hour.
func chromium(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: no pages are walked")
	}
	path := os.Getenv("ZHIWEN_TEST_CHROMIUM")
	if path == "" {
		testrun.Missing(t, "ZHIWEN_TEST_CHROMIUM is not set: the pages are not tested in a browser")
	}
	return path
}

// output is what a command prints; it may be read while the command runs.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// serveApp runs the whole program on an empty data folder and returns its address.
func serveApp(t *testing.T) string {
	t.Helper()
	return serveFolder(t, t.TempDir())
}

// serveFolder runs the whole program on a data folder and returns its address.
func serveFolder(t *testing.T, dir string) string {
	t.Helper()
	return serveArguments(t, "--data", dir)
}

// serveArguments runs the whole program with more arguments and returns its address.
func serveArguments(t *testing.T, arguments ...string) string {
	t.Helper()
	address, _ := serveSaying(t, arguments...)
	return address
}

// serveSaying runs the whole program with more arguments and returns its address, and what
// it prints.
func serveSaying(t *testing.T, arguments ...string) (string, *output) {
	t.Helper()
	out, complaint := &output{}, &output{}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan int, 1)
	env := map[string]string{"LANG": "en"}
	go func() {
		ended <- run(ctx, append([]string{"serve", "--log-format", "text", "--addr", "127.0.0.1:0", "--max-upload", "1"}, arguments...),
			terminal.Terminal{Out: out, Err: complaint, Getenv: func(k string) string { return env[k] }})
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != exitDone {
			t.Errorf("the server ended with %d: %s", code, complaint.String())
		}
		if strings.Contains(complaint.String(), "level=ERROR") {
			t.Errorf("the server logged errors:\n%s", complaint.String())
		}
	})
	address := regexp.MustCompile(`https?://\S+`)
	for deadline := time.Now().Add(stepTimeout); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if a := address.FindString(out.String()); a != "" {
			return strings.TrimSuffix(a, "/"), out
		}
		select {
		case code := <-ended:
			t.Fatalf("the server ended with %d: %s", code, complaint.String())
		default:
		}
	}
	t.Fatalf("the server does not say where it is: %s", complaint.String())
	return "", nil
}

// tab is a browser tab that remembers what went wrong in it: whatever the browser complains
// of, exceptions of scripts and red boxes too, fails the test unless it is expected.
type tab struct {
	t    *testing.T
	ctx  context.Context
	base string

	scriptless bool      // its pages run no scripts
	rested     time.Time // when its page was seen at rest, if it was only read from since

	mu       sync.Mutex
	faults   []string
	expected string // part of a complaint that belongs to the test
}

// shared is the browser of all tests that need no options of their own: to start one takes a second of processor time. It is
// started when it is first needed, and again where it has ended. Tests with a browser go one after the other.
var shared struct {
	ctx context.Context
	end func()
}

// openBrowser returns the shared browser; app.tab opens tabs in it that share nothing with those of other tests.
func openBrowser(t *testing.T) context.Context {
	t.Helper()
	chromium(t)
	if shared.ctx == nil || shared.ctx.Err() != nil {
		closeBrowser()
		shared.ctx, shared.end = startBrowser(t)
	}
	return shared.ctx
}

// closeBrowser ends the shared browser, if there is one.
func closeBrowser() {
	if shared.end != nil {
		shared.end()
	}
}

// startBrowser starts a browser, with more options maybe. On a machine with much to do a browser may end while it starts,
// which says nothing of the program: then another one is started.
func startBrowser(t *testing.T, more ...chromedp.ExecAllocatorOption) (browser context.Context, end func()) {
	t.Helper()
	const attempts = 3
	for n := 1; ; n++ {
		folder, err := os.MkdirTemp("", "zhiwen-test-browser-")
		if err != nil {
			t.Fatal(err)
		}
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(folder),
			chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
			chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1440, 900),
		)
		allocator, cancel := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
		ctx, stop := chromedp.NewContext(allocator)
		end := func() {
			stop()
			cancel()
			_ = os.RemoveAll(folder)
		}
		if err := chromedp.Do(ctx); err == nil {
			return ctx, end
		} else if end(); n == attempts {
			t.Fatalf("start the browser: %v", err)
		} else {
			t.Logf("start the browser: %v", err)
		}
	}
}

// app is the running program and a browser to look at it with.
type app struct {
	base    string
	browser context.Context
}

// tab opens a tab with cookies of its own, of a reader of these languages.
func (a app) tab(t *testing.T, languages string) *tab {
	t.Helper()
	return a.tabWith(t, languages, chromedp.WithNewBrowserContext())
}

// tabWith opens a tab as the options say: without any, with the browser's own cookies and extensions.
func (a app) tabWith(t *testing.T, languages string, options ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(a.browser, options...)
	b := &tab{t: t, ctx: ctx, base: a.base}
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of this call
		t.Fatalf("open a tab: %v", err)
	}
	b.do(command(network.Enable, network.EnableParams{}))
	b.do(command(page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: watchRest + watchFaults}))
	b.do(command(network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": languages}}))
	messages := chromedp.Console(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			switch m.Type {
			case chromedp.ConsoleWarning, chromedp.ConsoleError, chromedp.ConsoleException:
				b.mu.Lock()
				b.faults = append(b.faults, m.String()+" "+m.URL)
				b.mu.Unlock()
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		for _, fault := range b.faults {
			if b.expected == "" || !strings.Contains(fault, b.expected) {
				t.Errorf("the browser complains: %s", fault)
			}
		}
	})
	return b
}

// command returns a protocol command as an action.
func command[P, R any](c cdp.Command[P, R], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, c, params)
		return err
	})
}

// do takes the steps when the page is at rest.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	b.rest()
	b.rested = time.Time{}
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%v\n%s", err, b.shown())
	}
}

// shown returns where the tab is and how its text begins, for failures.
func (b *tab) shown() string {
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	s, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + "\n" + document.body.innerText.replace(/\s+/g, " ").slice(0, 1500)`))
	if err != nil {
		return err.Error()
	}
	return s
}

func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// openUpload opens the work list and its form for files, which is folded away where there
// are applications already.
func (b *tab) openUpload() {
	b.t.Helper()
	b.open("/")
	if eval[bool](b, "!!document.querySelector('.desk-upload:not([open])')") {
		b.click(".desk-upload > summary")
	}
}

// inSight scrolls to an element until it stays where it is: what comes into sight is laid out, and may be higher than it was taken to be.
const inSight = `(async () => {
	const e = document.querySelector(%q), frame = () => new Promise(requestAnimationFrame);
	for (let before = NaN, tries = 0; e && tries < 20 && before !== e.getBoundingClientRect().top; tries++) {
		e.scrollIntoView({ behavior: "instant", block: "nearest" });
		await frame();
		before = e.getBoundingClientRect().top;
		await frame();
		await frame();
	}
})()`

// click clicks an element of a page at rest, in sight: pages scroll smoothly, and a
// pointer that is set to a place meanwhile misses. Live rows may put another in its place
// while the browser looks for it; then it looks again.
func (b *tab) click(selector string) {
	b.t.Helper()
	deadline := time.Now().Add(stepTimeout)
	for {
		b.rest()
		b.rested = time.Time{}
		ctx, cancel := context.WithDeadline(b.ctx, deadline)
		err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(inSight, selector)))
		if err == nil {
			err = chromedp.Do(ctx, chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
		}
		cancel()
		if err == nil {
			return
		}
		if !strings.Contains(err.Error(), "node") || time.Now().After(deadline) {
			b.t.Fatalf("click %s: %v\n%s", selector, err, b.shown())
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// press presses keys that the page answers to.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys, raw))
}

// raw makes a key go down as a keyboard's does: what the page keeps from its way is not
// typed then.
func raw(p *input.DispatchKeyEventParams) {
	if p.Type == input.DispatchKeyEventTypeKeyDown {
		p.Type = input.DispatchKeyEventTypeRawKeyDown
	}
}

// wait waits until an expression of the page is true, from one page to the
// next if need be.
func (b *tab) wait(expression string) {
	b.t.Helper()
	if !b.within(stepTimeout, expression) {
		b.t.Fatalf("in vain waited for %s\n%s", expression, b.shown())
	}
}

// eval returns the value of an expression of the page, when that is at rest, or what it
// promises.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	b.rest()
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v\n%s", expression, err, b.shown())
	}
	return v
}

// want compares the value of an expression of the page, when that is at rest,
// and waits for what is wanted.
func (b *tab) want(expression string, want any) {
	b.t.Helper()
	for deadline := time.Now().Add(stepTimeout); ; time.Sleep(30 * time.Millisecond) {
		b.rest()
		ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
		got, err := chromedp.Run(ctx, chromedp.Evaluate[any](expression))
		cancel()
		if err == nil && fmt.Sprint(got) == fmt.Sprint(want) {
			return
		}
		if time.Now().After(deadline) {
			b.t.Errorf("%s is %v (%v), want %v", expression, got, err, want)
			return
		}
	}
}

// middle returns the middle of an element in the window.
func (b *tab) middle(selector string) (x, y float64) {
	b.t.Helper()
	at := eval[[]float64](b, "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('"+selector+"').getBoundingClientRect())")
	return at[0], at[1]
}

// wheel turns the wheel over the middle of an element.
func (b *tab) wheel(selector string, by float64) {
	b.t.Helper()
	x, y := b.middle(selector)
	b.do(
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y),
		// A delta that is 0 is not sent, and then the browser refuses the event.
		command(input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaX: 0.001, DeltaY: by,
		}),
	)
}

// scrollTo scrolls an element by script, at once.
func (b *tab) scrollTo(selector string, top int) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf("document.querySelectorAll('%s').forEach(e => e.scrollTo({top: %d, behavior: 'instant'}))", selector, top)))
}

// TestBrowser goes through the app as a reviewer does, from the empty library on.
func TestBrowser(t *testing.T) {
	chromium(t)
	a := app{base: serveApp(t), browser: openBrowser(t)}

	// The order matters: each step goes on from what the ones before it stored.
	for _, step := range []struct {
		name string
		do   func(*testing.T, app)
	}{
		{"first page", firstPage},
		{"samples to report", samplesToReport},
		{"report", reportPage},
		{"filter", filterReport},
		{"pair", pairPage},
		{"originals", originalPages},
		{"decisions", decisions},
		{"export", exportXML},
		{"exports", exportFiles},
		{"upload", uploadFiles},
		{"forms", formPage},
		{"marks", markPages},
		{"roles", rolePage},
		{"library", librarySearch},
		{"accessibility", access},
		{"without scripts", withoutScripts},
		{"narrow and dark", narrowAndDark},
	} {
		if !t.Run(step.name, func(t *testing.T) { step.do(t, a) }) {
			t.Fatal("the steps that follow stand on this one")
		}
	}
}
