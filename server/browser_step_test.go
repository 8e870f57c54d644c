package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"zhiwen/checker/evidence"
	"zhiwen/internal/testrun"
	"zhiwen/server/sample"
)

func firstPage(t *testing.T, a app) {
	for _, tt := range []struct{ language, lang, title, samples string }{
		{"en-GB,en;q=0.8", "en", "Find text that an application shares with earlier applications", "Load samples and check one"},
		{"zh-CN,zh;q=0.9", "zh-Hans", "找出申请书中与以往申请重合的文字", "载入示例并检查一份"},
	} {
		b := a.tab(t, tt.language)
		b.open("/")
		b.want("document.documentElement.lang", tt.lang)
		b.want("document.querySelector('h1').innerText", tt.title)
		b.want("document.querySelector('#samples').innerText", tt.samples)
		b.want("getComputedStyle(document.querySelector('.button.primary')).cursor", "pointer") // the stylesheet came
	}
	b := a.tab(t, "zh-CN")
	b.open("/library?q=a")
	b.follow(`.languages button[value="en"]`)
	b.wait("document.documentElement.lang === 'en'")
	b.want("location.pathname + location.search", "/library?q=a")
	b.open("/")
	b.want("document.documentElement.lang", "en")
}

func samplesToReport(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/")
	b.follow("#samples")
	b.wait("!!document.querySelector('[data-report]')") // by itself, when the check is done
	b.want("location.pathname", "/checks/1")
	score := eval[string](b, "document.querySelector('.overall strong').innerText")
	if !regexp.MustCompile(`^[1-9]\d\.\d%$`).MatchString(score) {
		t.Errorf("score %q", score)
	}
	// The passages that the sample copies are highlighted.
	copies, err := sample.Copies()
	if err != nil {
		t.Fatal(err)
	}
	shown := eval[string](b, "[...document.querySelectorAll('.text a.hl')].map(a => a.textContent).join('')")
	checked := eval[string](b, "document.querySelector('.text').textContent")
	found, all := 0, 0
	for _, c := range copies {
		if !strings.Contains(checked, c.Text) {
			continue // of the other sample that copies
		}
		all++
		if strings.Contains(shown, string([]rune(c.Text)[10:40])) {
			found++
		}
	}
	if all < 3 || found < all-1 {
		t.Errorf("%d of %d copied passages are highlighted", found, all)
	}
}

func reportPage(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	b.want("document.querySelectorAll('.source').length > 1", true)
	b.click(".text a.hl[data-rank]")
	b.wait("document.querySelectorAll('#passage li').length > 0")
	b.want("document.querySelectorAll('.text a.selected').length > 0", true)
	match := eval[string](b, "new URLSearchParams(location.search).get('match')")
	b.want("document.querySelector('#passage section').dataset.match", match)
	b.want("document.querySelector('#passage a.go').getAttribute('href').includes('match=')", true)

	b.press("j")
	b.wait("new URLSearchParams(location.search).get('match') !== '" + match + "'")
	b.wait("document.querySelector('#passage section').dataset.match === new URLSearchParams(location.search).get('match')")
	b.want("document.activeElement.matches('a.hl.selected')", true)
	b.press("k")
	b.wait("document.querySelector('#passage section').dataset.match === '" + match + "'")
	// What the address says is what another reader gets.
	b.reload()
	b.want("document.querySelector('#passage section').dataset.match", match)
	b.press(kb.Escape)
	b.wait("document.querySelector('#passage').children.length === 0 && !location.search")

	// The map: its frame follows the page, and a click leads.
	b.scrollTo("html", 0)
	b.wait("Number(document.querySelector('.strip .window').getAttribute('y')) < 20")
	x, _ := b.middle(".strip svg")
	b.do(chromedp.MouseClickXY(x, eval[float64](b, "document.querySelector('.strip svg').getBoundingClientRect().bottom - 60")))
	b.wait("scrollY > 200")
	b.wait("Number(document.querySelector('.strip .window').getAttribute('y')) > 300")

	b.press("?")
	b.wait("document.querySelector('#help').open")
	b.press(kb.Escape)
	b.wait("!document.querySelector('#help').open")

	b.follow(".source a.rank")
	b.wait("location.search.startsWith('?source=')")
	b.wait("new Set([...document.querySelectorAll('.text a.hl[data-rank]')].map(a => a.dataset.rank)).size === 1")
}

// sides returns the heights of the active match in both panes.
const sides = `[...document.querySelectorAll('.pane')].map(p => {
	const a = p.querySelector('a.hl.active');
	return a.getClientRects()[0].top;
})`

func pairPage(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	b.follow(".source h3 a")
	b.wait("document.querySelectorAll('.gutter path').length > 0")
	matches := eval[int](b, "document.querySelectorAll('.matches .match').length")
	b.want("document.querySelectorAll('.gutter path').length", matches)
	b.want("document.querySelectorAll('.pane.left .edit').length > 0 || document.querySelectorAll('.match.dashed').length === 0", true)
	if matches < 2 {
		t.Fatalf("%d matches: too few to go from one to the next", matches)
	}
	first := eval[string](b, "document.querySelector('.match[aria-current]').dataset.match")
	b.press("j")
	b.wait("document.querySelector('.match[aria-current]').dataset.match !== '" + first + "'")
	b.want("new URLSearchParams(location.search).get('match')", eval[string](b, "document.querySelector('.match[aria-current]').dataset.match"))
	b.want("document.querySelector('[data-now]').innerText.includes('Match 2')", true)
	b.wait("document.querySelectorAll('.gutter path.active').length === 1")
	// Both sides are on the screen, and at one height unless a document's end is in the way.
	b.wait(`(() => { const [l, r] = ` + sides + `; const ends = [...document.querySelectorAll('.pane')].some(p => p.scrollTop === 0 || p.scrollTop + p.clientHeight >= p.scrollHeight - 2);
		return l > 100 && r > 100 && l < innerHeight && r < innerHeight && (ends || Math.abs(l - r) < 3); })()`)
	// The ribbon meets both sides.
	b.wait(`(() => {
		const d = document.querySelector('.gutter path.active').getAttribute('d').match(/-?[\d.]+/g)?.map(Number);
		const top = document.querySelector('.gutter').getBoundingClientRect().top;
		const [l, r] = ` + sides + `;
		return !!d && Math.abs(d[1] + top - l) < 3 && Math.abs(d[7] + top - r) < 3;
	})()`)
	b.press("k")
	b.wait("document.querySelector('.match[aria-current]').dataset.match === '" + first + "'")

	// Scrolling one pane moves the other; S stops that.
	const right = "document.querySelector('.pane.right').scrollTop"
	const left = "document.querySelector('.pane.left').scrollTop"
	scrolls := eval[bool](b, "[...document.querySelectorAll('.pane')].every(p => p.scrollHeight > p.clientHeight + 100)")
	if !scrolls {
		t.Fatal("the samples are too short to scroll in their panes")
	}
	b.scrollTo(".pane", 0)
	b.wheel(".pane.left", 400)
	b.wait(left + " > 100 && " + right + " > 10")
	b.wheel(".pane.left", 100000)
	b.wait("(p => p.scrollTop + p.clientHeight >= p.scrollHeight - 2)(document.querySelector('.pane.right'))")
	b.press("s")
	b.want("document.querySelector('#sync').getAttribute('aria-pressed')", "false")
	at := eval[float64](b, right)
	b.wheel(".pane.left", -500)
	b.wait("(p => p.scrollTop + p.clientHeight < p.scrollHeight - 100)(document.querySelector('.pane.left'))")
	b.want(right, at)
	b.press("s")
	b.wait(right + " < " + fmt.Sprint(at))

	// Swapped, the panes have changed places and the ribbons still meet both sides.
	title := eval[string](b, "document.querySelector('.pane.left').ariaLabel")
	b.follow("#swap")
	b.wait("location.search.includes('swap=1') && document.querySelectorAll('.gutter path.active').length === 1")
	b.want("document.querySelector('.pane.right').ariaLabel", title)
	b.wait(`(() => {
		const d = document.querySelector('.gutter path.active').getAttribute('d').match(/-?[\d.]+/g)?.map(Number);
		const top = document.querySelector('.gutter').getBoundingClientRect().top;
		const [l, r] = ` + sides + `;
		return !!d && Math.abs(d[1] + top - l) < 3 && Math.abs(d[7] + top - r) < 3;
	})()`)
	b.follow("#swap")
	b.wait("!location.search.includes('swap') && document.querySelector('.pane.left').ariaLabel === '" + title + "'")

	here := eval[string](b, "location.pathname")
	b.replaced(func() { b.press("n") })
	b.wait("location.pathname !== '" + here + "' && document.querySelectorAll('.gutter path').length > 0")
	b.replaced(func() { b.press("p") })
	b.wait("location.pathname === '" + here + "' && document.querySelectorAll('.gutter path').length > 0")
	b.replaced(func() { b.press("r") })
	b.wait("location.pathname === '/checks/1'")
}

func exportXML(t *testing.T, a app) {
	b := a.tab(t, "en")
	dir := t.TempDir()
	b.open("/checks/1")
	ctx, cancel := context.WithTimeout(b.ctx, stepTimeout)
	defer cancel()
	progress := chromedp.Events(ctx, browser.DownloadProgress)
	enabled := true
	b.do(chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: dir, EventsEnabled: &enabled,
			BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
		})
		return err
	}))
	b.click("button[popovertarget=export]")
	b.click(`a[download][href$="evidence.xml"]`)
	var saved []byte
	for e, err := range progress {
		if err != nil {
			t.Fatalf("nothing was downloaded: %v", err)
		}
		if e.State == browser.DownloadProgressStateCompleted {
			if saved, err = os.ReadFile(filepath.Join(dir, e.GUID)); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	answer, err := http.Get(a.base + "/checks/1/evidence.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	served, err := io.ReadAll(answer.Body)
	if err != nil || !bytes.Equal(saved, served) || !bytes.Contains(saved, []byte(evidence.Namespace)) {
		t.Fatalf("saved %d bytes, served %d: %v", len(saved), len(served), err)
	}
	xmllint, err := exec.LookPath("xmllint")
	if err != nil {
		testrun.Missing(t, "xmllint is missing: the evidence is not validated")
	}
	file := filepath.Join(dir, "evidence.xml")
	if err := os.WriteFile(file, saved, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(xmllint, "--noout", "--nonet", "--schema", "../checker/evidence/evidence-2.xsd", file).CombinedOutput(); err != nil {
		t.Errorf("xmllint: %v\n%s", err, out)
	}
}

func uploadFiles(t *testing.T, a app) {
	copies, err := sample.Copies()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files := map[string][]byte{
		"新申请.docx":    wordFile(t, before, copies[0].Text, after),
		"plain.txt":   []byte(before + copies[0].Text + after),
		"program.doc": []byte("MZ\x90\x00 this is no document"),
		"empty.txt":   nil,
		"huge.txt":    bytes.Repeat([]byte("字"), 1<<20),
	}
	var paths []string
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	b := a.tab(t, "en")
	b.openUpload()
	b.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), paths))
	b.wait("document.querySelectorAll('.chosen li').length === 5 && document.querySelectorAll('.chosen li.bad').length === 1")
	b.follow(".upload button.primary")
	b.wait("!!document.querySelector('.receipts')")
	told := map[string]string{}
	for _, line := range eval[[]string](b, "[...document.querySelectorAll('.receipts li')].map(li => li.className + '|' + li.querySelector('strong').innerText + '|' + li.querySelector('span').innerText)") {
		part := strings.SplitN(line, "|", 3)
		told[part[1]] = part[0] + " " + part[2]
	}
	for name, want := range map[string]string{
		"新申请.docx": "good", "plain.txt": "good", "program.doc": "bad This kind of file is not supported.",
		"empty.txt": "bad The file is empty.", "huge.txt": "bad The file is too large.",
	} {
		if !strings.HasPrefix(told[name], want) {
			t.Errorf("%s: told %q, want %q", name, told[name], want)
		}
	}
	// The rows change by themselves; that with a verdict is not among those to be looked at.
	b.wait("document.querySelectorAll('#checks .row[data-state=done]').length === 2 && document.querySelectorAll('#checks progress').length === 0")
	b.want("[...document.querySelectorAll('#checks .row .share strong')].every(s => s.innerText !== '0.0%')", true)
	b.follow("#checks .row .row-title")
	b.wait("document.querySelectorAll('.text a.hl').length > 0")
}

func librarySearch(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/library")
	rows := eval[int](b, "document.querySelectorAll('#documents .row').length")
	if rows < 4 {
		t.Fatalf("%d documents in the library", rows)
	}
	b.replaced(func() { b.do(chromedp.SendKeys(chromedp.CSS("input[name=q]"), "湿地"+kb.Enter)) })
	b.wait("location.search.includes('q=')")
	b.wait("document.querySelectorAll('#documents mark').length > 0")
	b.want("document.querySelectorAll('#documents .row').length < "+fmt.Sprint(rows), true)
	b.follow("#documents .row-title")
	b.wait("document.querySelectorAll('.sheet .text p').length > 5")
	b.want("document.querySelectorAll('.contents a').length > 2", true)
	b.follow("form[action$='/check'] .primary")
	b.wait("!!document.querySelector('[data-report]')")
	b.expected = "404"
	b.open("/documents/99999")
	b.want("document.querySelector('h1').innerText", "Not found")
}

func withoutScripts(t *testing.T, a app) {
	b := a.tab(t, "zh-CN")
	b.disableScripts()
	b.open("/checks/1")
	if s := eval[string](b, "document.querySelector('.overall strong').innerText"); !strings.HasSuffix(s, "%") {
		t.Errorf("score %q", s)
	}
	b.want("getComputedStyle(document.querySelector('.head kbd')).display", "none") // no keys are promised
	b.follow(".text a.hl")
	b.wait("!!document.querySelector('#passage .passage') && location.search.includes('match=')")
	b.follow("#passage a.go")
	b.wait("!!document.querySelector('.pane.right .hl')")
	b.want("document.querySelectorAll('.gutter path').length", 0) // the ribbons are the script's
	b.click(".pane.left a.hl")
	b.wait("!!document.querySelector('.pane.right a.hl.selected') && location.hash.startsWith('#s-m')")
	b.wait("(r => r.top > 0 && r.bottom < innerHeight + 200)(document.querySelector('.pane.right a.hl.selected').getBoundingClientRect())")
	b.follow(`.languages button[value="en"]`)
	b.wait("document.documentElement.lang === 'en'")
	b.open("/")
	b.want("document.querySelector('input[type=file]').getBoundingClientRect().width > 100", true)
}

// narrowAndDark holds every page to its width, light and dark, from a phone's to a wall's.
func narrowAndDark(t *testing.T, a app) {
	b := a.tab(t, "en")
	b.open("/checks/1")
	sources := eval[string](b, "new URL(document.querySelector('.source h3 a').href).pathname")
	for _, path := range []string{"/", "/checks/1", sources, sources + "/pages", "/checks/1/pages", "/library", "/forms", "/roles", "/documents/1", "/library?q=%E6%B9%BF%E5%9C%B0"} {
		b.fits(path, 360, 768, 1440, 2560)
	}
	b.open("/checks/1")
	const ground = "getComputedStyle(document.body).backgroundColor"
	light := eval[string](b, ground)
	b.theme("dark")
	b.wait(ground + " !== '" + light + "'")
}

// wordFile returns the smallest .docx with these paragraphs.
func wordFile(t *testing.T, paragraphs ...string) []byte {
	t.Helper()
	return wordFileWith(t, nil, paragraphs...)
}

// wordFileWith returns a .docx with a picture, a PNG, behind its paragraphs.
func wordFileWith(t *testing.T, picture []byte, paragraphs ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	var body strings.Builder
	for _, p := range paragraphs {
		body.WriteString("<w:p><w:r><w:t>" + p + "</w:t></w:r></w:p>")
	}
	link := ""
	if picture != nil {
		body.WriteString(`<w:p><w:r><w:drawing><wp:inline xmlns:wp="x"><wp:extent cx="3810000" cy="2540000"/><a:blip xmlns:a="y" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:embed="p1"/></wp:inline></w:drawing></w:r></w:p>`)
		link = `<Relationship Id="p1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/p1.png"/>`
	}
	for _, part := range []struct{ name, content string }{
		{"[Content_Types].xml", `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`},
		{"_rels/.rels", `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`},
		{"word/_rels/document.xml.rels", `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + link + `</Relationships>`},
		{"word/media/p1.png", string(picture)},
		{"word/document.xml", `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>` + body.String() + `</w:body></w:document>`},
	} {
		w, err := z.Create(part.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, part.content); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
