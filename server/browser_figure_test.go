package main

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"golang.org/x/image/draw"

	"zhiwen/server/terminal"
)

// barChart returns a picture of bars, in so many pixels, in grey if it is asked for.
func barChart(t *testing.T, width, height int, grey bool) []byte {
	t.Helper()
	whole := image.NewRGBA(image.Rect(0, 0, 600, 400))
	draw.Draw(whole, whole.Rect, image.White, image.Point{}, draw.Src)
	for i, high := range []int{310, 120, 250, 60, 200, 350, 90, 280, 150} {
		c := color.RGBA{byte(30 * i), byte(200 - 20*i), byte(90 + 15*i), 255}
		draw.Draw(whole, image.Rect(20+i*64, 390-high, 70+i*64, 390), image.NewUniform(c), image.Point{}, draw.Src)
	}
	var out draw.Image = image.NewRGBA(image.Rect(0, 0, width, height))
	if grey {
		out = image.NewGray(image.Rect(0, 0, width, height))
	}
	draw.BiLinear.Scale(out, out.Bounds(), whole, whole.Rect, draw.Src, nil)
	var b bytes.Buffer
	if err := png.Encode(&b, out); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A figure that was made smaller and grey stands beside the one it is of, in both
// languages, on large and small screens, with scripts and without, for everybody.
func TestFiguresSideBySide(t *testing.T) {
	chromium(t)
	data, folder := t.TempDir(), t.TempDir()
	past := wordFileWith(t, barChart(t, 600, 400, false), "项目名称：湿地水鸟的栖息", "一、立项依据", "湿地水鸟的栖息地近年来不断退化，需要长期监测。")
	if err := os.WriteFile(filepath.Join(folder, "past.docx"), past, 0o600); err != nil {
		t.Fatal(err)
	}
	var out output
	if code := run(t.Context(), []string{"import", "--data", data, folder}, terminal.Terminal{Out: &out, Err: &out, Getenv: func(string) string { return "" }}); code != exitDone {
		t.Fatalf("import: %d\n%s", code, out.String())
	}
	a := app{serveFolder(t, data), openBrowser(t)}
	fresh := wordFileWith(t, barChart(t, 300, 200, true), "一、研究基础", "申请人自己写的一段话，与别人的没有相同之处，只有一张图是别人的。")
	address := a.checkText(t, "new.docx", string(fresh))
	b := a.tab(t, "en")
	b.open(address)
	b.wait("!!document.querySelector('.report')")
	script := axeScript(t)
	for _, language := range []string{"en", "zh"} {
		b := a.tab(t, language)
		for _, width := range []int64{1440, 390} {
			b.size(width, 900)
			b.open(address)
			b.want("document.querySelectorAll('.twins').length", 1)
			b.do(chromedp.Evaluate[chromedp.Void]("document.querySelector('.twins').scrollIntoView()"))
			b.wait("[...document.querySelectorAll('.twins img')].every(i => i.complete && i.naturalWidth >= 300)")
			b.want(`(() => {
				const [here, there] = [...document.querySelectorAll('.twins img')].map(e => e.getBoundingClientRect());
				return here.width > 100 && there.width > 100 && here.right <= there.left && Math.abs(here.top - there.top) < 60;
			})()`, true)
			b.want("document.documentElement.scrollWidth <= innerWidth", true)
			b.want("document.querySelector('.twins figcaption').innerText.includes('研究基础')", true)
			for _, fault := range b.inaccessible(script) {
				t.Errorf("%s, %d: %s", language, width, fault)
			}
			if folder := os.Getenv("ZHIWEN_TEST_PICTURES"); folder != "" {
				b.picture(filepath.Join(folder, "figures-"+language+"-"+map[int64]string{390: "390", 1440: "1440"}[width]+".webp"))
			}
		}
		b.want("document.querySelector('#pictures').innerText", map[string]string{"en": "1 picture also appears in other documents", "zh": "1 张图片也见于其他文档"}[language])
	}
	b.disableScripts()
	b.open(address)
	b.want("document.querySelectorAll('.twins img').length", 2)
}

// picture keeps what the tab shows in a file, for somebody to look at.
func (b *tab) picture(path string) {
	b.t.Helper()
	b.rest()
	b.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		shot, err := cdp.Call(ctx, t, page.CaptureScreenshot,
			page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatWebp, Quality: new(int64(80))})
		if err != nil {
			return err
		}
		return os.WriteFile(path, shot.Data, 0o600)
	}))
}
