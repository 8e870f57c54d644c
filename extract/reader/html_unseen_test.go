package reader

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

// What styles of a web page do to whether its text is seen.
func TestPageUnseen(t *testing.T) {
	const box = `<div style="`
	span := func(style string) string { return `<span style="` + style + `">SECRET</span>` }
	div := func(style string) string { return `<div style="` + style + `">SECRET</div>` }
	for _, c := range []struct {
		name, head, body string
		hidden           bool
	}{
		{"an attribute", `<style>[data-k="1"]{display:none}</style>`, `<p data-k="1">SECRET</p>`, true},
		{"another value of it", `<style>[data-k="1"]{display:none}</style>`, `<p data-k="2">SECRET</p>`, false},
		{"a child", `<style>div > p{display:none}</style>`, `<div><p>SECRET</p></div>`, true},
		{"no child", `<style>div > b{display:none}</style>`, `<div><p><b>SECRET</b></p></div>`, false},
		{"what comes behind", `<style>h2 + p{display:none}</style>`, `<h2>seen</h2><p>SECRET</p>`, true},
		{"what comes behind all", `<style>h2 ~ p{display:none}</style>`, `<h2>a</h2><div>b</div><p>SECRET</p>`, true},
		{"the second one", `<style>i:nth-child(2){display:none}</style>`, `<p><i>a</i><i>SECRET</i></p>`, true},
		{"all but one", `<style>i:not(.a){display:none}</style>`, `<p><i class="a">a</i><i>SECRET</i></p>`, true},
		{"the last one, which is not known", `<style>p:last-child{display:none}</style>`, `<p>SECRET</p><p>a</p>`, false},
		{"one of a list", `<style>:is(.a,.b) i{display:none}</style>`, `<p class="b"><i>SECRET</i></p>`, true},
		{"under the pointer", `<style>p:hover{display:none}</style>`, `<p>SECRET</p>`, false},
		{"a class that is escaped", `<style>.\31 x{display:none}</style>`, `<p class="1x">SECRET</p>`, true},
		{"rules in one another", `<style>.a{color:red; .b{display:none} &.c{color:blue}}</style>`, `<div class="a"><p class="b">SECRET</p></div>`, true},
		{"everything in an element", `<style>.a *{display:none}</style>`, `<div class="a"><b>SECRET</b></div>`, true},
		{"an element of no known name", `<style>x-y{display:none}</style>`, `<x-y>SECRET</x-y>`, true},
		{"rows, in a body that is not written", `<style>table > tbody > tr{display:none}</style>`, `<table><tr><td>SECRET</table>`, true},
		{"screens", `<style>@media screen and (min-width:600px){.x{display:none}}</style>`, `<p class="x">SECRET</p>`, true},
		{"small screens", `<style>@media (max-width:600px){.x{display:none}}</style>`, `<p class="x">SECRET</p>`, false},
		{"no printers", `<style>@media not print{.x{display:none}}</style>`, `<p class="x">SECRET</p>`, true},
		{"dark screens", `<style>@media (prefers-color-scheme:dark){.x{display:none}}</style>`, `<p class="x">SECRET</p>`, false},
		{"what is supported", `<style>@supports (display:grid){.x{display:none}}</style>`, `<p class="x">SECRET</p>`, true},
		{"a layer", `<style>@layer a{.x{display:none}}</style>`, `<p class="x">SECRET</p>`, true},
		{"a sheet for printers", `<style media="print">.x{display:none}</style>`, `<p class="x">SECRET</p>`, false},
		{"a sheet in an import", `<style>@import url("data:text/css,.x%7Bdisplay:none%7D");</style>`, `<p class="x">SECRET</p>`, true},
		{"a sheet in a link", `<link rel="stylesheet" href="data:text/css;base64,` + base64.StdEncoding.EncodeToString([]byte(".x{display:none}")) + `">`, `<p class="x">SECRET</p>`, true},
		{"a sheet in a comment", `<!-- <style>.x{display:none}</style> -->`, `<p class="x">SECRET</p>`, false},
		{"a sheet where no script runs", `<noscript><style>.x{display:none}</style></noscript>`, `<p class="x">SECRET</p>`, false},
		{"what is important", `<style>.x{display:none!important}</style>`, `<p class="x" style="display:block">SECRET</p>`, true},
		{"what is more important", `<style>.x{display:none!important}</style>`, `<p class="x" style="display:block !important">SECRET</p>`, false},
		{"a comment in a style", "", `<p style="display:/**/none">SECRET</p>`, true},
		{"letters by their numbers", "", `<p style="display:n\6fne">SECRET</p>`, true},
		{"a variable", `<style>:root{--c:#fff}.x{color:var(--c)}</style>`, `<p class="x">SECRET</p>`, true},
		{"a variable of a variable", `<style>div{--a:none}.x{--b:var(--a);display:var(--b)}</style>`, `<div><p class="x">SECRET</p></div>`, true},
		{"a variable in a circle", `<style>.x{--a:var(--b);--b:var(--a);color:var(--a)}</style>`, `<p class="x">SECRET</p>`, false},
		{"in place of a variable", `<style>.x{color:var(--c, white)}</style>`, `<p class="x">SECRET</p>`, true},
		{"nearly transparent", "", span("opacity:.02"), true},
		{"transparent twice", "", `<div style="opacity:.2">` + span("opacity:.2") + `</div>`, true},
		{"a note", "", span("opacity:.7"), false},
		{"a filter", "", span("filter:opacity(2%)"), true},
		{"a font", "", span("font:1px/1 serif"), true},
		{"a usual font", "", span("font:bold 12px/1.5 serif"), false},
		{"em of em", "", `<div style="font-size:.5em">` + span("font-size:.5em") + `</div>`, true},
		{"per cent", "", span("font-size:20%"), true},
		{"rem in what is tiny", "", `<div style="font-size:0">` + span("font-size:1rem") + `</div>`, false},
		{"a scale", "", div("transform:scale(.1)"), true},
		{"half the size", "", div("transform:scale(.5)"), false},
		{"a scale in a line, where it does nothing", "", `<p style="transform:scale(1.5)">SECRET</p>`, false},
		{"a zoom", "", div("zoom:10%"), true},
		{"seen from its edge", "", div("transform:rotateY(90deg)"), true},
		{"turned", "", div("transform:rotate(90deg)"), false},
		{"a matrix", "", div("transform:matrix(0,0,0,0,0,0)"), true},
		{"moved away", "", div("transform:translateX(-9999px)"), true},
		{"moved away by parts of the window", "", div("transform:translate(-100vw,0)"), true},
		{"moved into the middle", "", div("position:absolute;left:50%;transform:translate(-50%,-50%)"), false},
		{"moved by another property", "", div("translate:-9999px 0"), true},
		{"far to the right", "", div("position:absolute;left:99999px"), true},
		{"far from the right", "", div("position:absolute;right:9999px"), true},
		{"inset", "", div("position:absolute;inset:0 0 0 -9999px"), true},
		{"a margin", "", div("margin:0 0 0 -9999px"), true},
		{"usual margins", "", div("margin:-4px -10px"), false},
		{"clipped", "", div("clip-path:polygon(0 0,0 0,0 0)"), true},
		{"clipped by half from each side", "", div("clip-path:inset(50%)"), true},
		{"clipped a little", "", div("clip-path:inset(5%)"), false},
		{"no size", "", div("block-size:0;overflow:clip"), true},
		{"a size in a line, where it does nothing", "", span("height:0;overflow:hidden"), false},
		{"no height, but room within its edge", "", div("height:0;padding-bottom:56%;overflow:hidden"), false},
		{"no height that is not cut", "", div("height:0"), false},
		{"not rendered", "", div("content-visibility:hidden"), true},
		{"a colour of hue", "", span("color:hsl(0,0%,100%)"), true},
		{"a dark one", "", span("color:hsl(210 60% 30%)"), false},
		{"four digits", "", span("color:#0001"), true},
		{"eight digits", "", span("color:#00000008"), true},
		{"white in per cent", "", span("color:rgb(100% 100% 100%)"), true},
		{"nearly transparent black", "", span("color:rgb(0 0 0 / 2%)"), true},
		{"light", "", span("color:oklch(100% 0 0)"), true},
		{"the colour around", "", `<div style="color:#333">` + span("color:inherit") + `</div>`, false},
		{"white, inherited", "", `<div style="color:#fff">` + span("color:inherit") + `</div>`, true},
		{"a filling of letters", "", span("-webkit-text-fill-color:white"), true},
		{"letters that show their background", "", `<h1 style="background:linear-gradient(red,blue);-webkit-background-clip:text;-webkit-text-fill-color:transparent">SECRET</h1>`, false},
		{"an edge of letters", "", span("color:white;-webkit-text-stroke:1px black"), false},
		{"a white shadow", "", span("color:white;text-shadow:1px 1px white"), true},
		{"a dark shadow", "", span("color:white;text-shadow:0 0 2px #000"), false},
		{"white on a picture", "", box + `background-image:url(a.png)">` + span("color:white") + `</div>`, false},
		{"white on a picture and white", "", box + `background:#fff none">` + span("color:white") + `</div>`, true},
		{"white on white to white", "", box + `background:linear-gradient(#fff,rgba(255,255,255,1))">` + span("color:white") + `</div>`, true},
		{"white on red to blue", "", box + `background:linear-gradient(90deg,red,blue)">` + span("color:white") + `</div>`, false},
		{"white by the body", "", `</p><body text="white">SECRET`, true},
		{"a dialog", "", `<dialog>SECRET</dialog>`, true},
		{"an open dialog", "", `<dialog open>SECRET</dialog>`, false},
		{"what pops up", "", `<div popover>SECRET</div>`, true},
		{"hidden, and displayed", "", `<div hidden style="display:block">SECRET</div>`, false},
		{"visible in what is not", "", `<div style="visibility:hidden"><p style="visibility:visible">SECRET</p></div>`, false},
		{"visible in what is not displayed", "", `<div style="display:none"><p style="visibility:visible;display:block">SECRET</p></div>`, true},
		{"in place of a shadow tree", "", `<div><template shadowrootmode="open"><p>a</p></template><p>SECRET</p></div>`, true},
		{"within a shadow tree", "", `<div><template shadowrootmode="open"><p>a</p><slot></slot></template><p>SECRET</p></div>`, false},
		{"a picture's text of no filling", "", `<svg><text fill="none">SECRET</text></svg>`, true},
		{"a picture's white text", "", `<svg><text style="fill:#fff">SECRET</text></svg>`, true},
		{"a picture's white text on something", "", `<svg><rect width="9" height="9"/><text style="fill:#fff">SECRET</text></svg>`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			readUnseen(t, []byte(`<html><head>`+c.head+`</head><body><p>seen</p>`+c.body), c.hidden)
		})
	}
}

// What a page shows that is no text between its tags.
func TestPageShown(t *testing.T) {
	inAddress := func(kind, s string) string {
		return "data:" + kind + ";base64," + base64.StdEncoding.EncodeToString([]byte(s))
	}
	for _, c := range []struct {
		name, page string
		want       []string
	}{
		{"before and behind", `<style>.a::before{content:"前\"文" attr(data-x)}.a:after{content:'\540E'}li::before{content:"»"}</style><p class="a" data-x="值">b</p><li>c`, []string{`body 前"文值b后`, "body c"}},
		{"texts for bullets", `<ul style="list-style-type:'前文'"><li>b</ul><ul style="list-style:'»'"><li>c</ul>`,
			[]string{"body 前文 b", "body • c"}},
		{"before, not displayed", `<style>.a::before{content:"no";display:none}</style><p class="a">b</p>`, []string{"body b"}},
		{"fields", `<p>a <input value="val"> <input placeholder="ask"> <input type="hidden" value="no"> <input type=checkbox value=no> <textarea placeholder="prompt"></textarea>`, []string{"body a val ask prompt"}},
		{"lists of forms", `<p>a <select><option>one<option selected>two</select> <select><option>first<option>no</select><select multiple><option>b<option>c</select>`, []string{"body a two first b c"}},
		{"a frame", `<p>a<iframe srcdoc="&lt;p&gt;in&lt;/p&gt;&lt;p style='display:none'&gt;no&lt;/p&gt;">no</iframe>b`, []string{"body ab", "box in"}},
		{"a frame in an address", `<p>a<iframe src="` + inAddress("text/html;charset=utf-8", "<p>内") + `"></iframe><object data="` + inAddress("text/plain", "plain") + `">no</object><embed src="data:text/html,%3Cp%3Eemb">`, []string{"body a", "box 内", "box plain", "box emb"}},
		{"a hidden frame", `<p>a<iframe hidden srcdoc="no"></iframe>`, []string{"body a"}},
		{"drawn text", `<p>a</p><svg><title>no</title><defs><text>no</text></defs><text x="1">one</text><text>two</text></svg><img src="` + inAddress("image/svg+xml", "<svg><text>three</text></svg>") + `">`, []string{"body a", "body one\ntwo", "box three"}},
		{"words for missing pictures", `<p>a <img src="a.png" alt="alternative"> <img src="https://example.org/a.png" alt="no">`, []string{"body a alternative"}},
		{"a shadow tree", `<div><template shadowrootmode="open"><p>in</p></template></div><template><p>no</p></template>`, []string{"body in"}},
		{"rubies", `<p><ruby>漢<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby><ruby>　<rt>正文</rt></ruby>`, []string{"body 漢　正文"}},
		{"struck out", `<p>a <s>struck</s> <del>out</del> b`, []string{"body a   b"}},
		{"what stands for media", `<p>a<video>no</video><audio>no</audio><canvas>no</canvas><datalist><option>no</datalist>`, []string{"body a"}},
	} {
		if got := paragraphTexts(mustParse(t, []byte("<html>"+c.page))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A page that hides itself as a whole is shown by a script; one that shows some of its text is not.
func TestPageShut(t *testing.T) {
	for page, want := range map[string]string{
		`<style>body{visibility:hidden!important}</style><body><p>text`:                                           "text",
		`<html style="opacity:0"><p>text<p hidden>no`:                                                             "text",
		`<style>body{visibility:hidden}.a{visibility:visible}</style><body><p class="a">text</p><p>no</p></body>`: "text",
	} {
		if d := mustParse(t, []byte("<!doctype html>"+page)); d.Text != want {
			t.Errorf("%s: %q", page, d.Text)
		}
	}
}

// Styles and frames that would grow without end are read as far as they are of use.
func TestPageBombs(t *testing.T) {
	many := func(n int, s string) string { return strings.Repeat(s, n) }
	variables := "<style>.x{"
	for c := 'a'; c < 'm'; c++ {
		variables += "--" + string(c) + ":" + many(100, "var(--"+string(c+1)+") ") + ";"
	}
	for name, page := range map[string]string{
		"variables":    variables + "color:var(--a)}</style><p class=x>text",
		"alternatives": "<style>" + many(20, ":is(a,b,c,d,e,f,g,p)") + "{color:red}</style><p>text",
		"nested rules": "<style>" + many(8, "&"+many(100, "&")+",p{") + "color:red" + many(8, "}") + "</style><p>text",
		"siblings":     "<style>i:nth-child(2n),i ~ b{color:red}</style><p>text</p>" + many(50_000, "<i></i>"),
		"blocks":       "<style>" + many(100_000, "a{") + "</style><p>text",
	} {
		if d := mustParse(t, []byte("<html>"+page)); !strings.HasPrefix(d.Text, "text") {
			t.Errorf("%s: %q", name, d.Text)
		}
	}
	frame := "--b\r\nContent-Type: text/html\r\nContent-Location: f.htm\r\n\r\n<p>text" + many(50, "<iframe src=f.htm></iframe>") + "\r\n"
	d := mustParse(t, []byte("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n"+frame+strings.Replace(frame, "f.htm\r", "f.htm\r", 1)+"--b--\r\n"))
	if n := strings.Count(d.Text, "text"); n > 600 || len(d.Notices) == 0 {
		t.Errorf("%d frames, notices %v", n, d.Notices)
	}
}

// Of words whose pieces styles show in another order than the file's, it is said that they are broken up.
func TestPageOrder(t *testing.T) {
	pieces := func(n int, each func(i int, piece string) string) string {
		var out strings.Builder
		for i := range n {
			out.WriteString(each(i, fmt.Sprintf("土壤样品第%d份", i)))
		}
		return out.String()
	}
	const many = 60
	spans := func(_ int, piece string) string { return "<span>" + piece + "</span>" }
	blocks := func(_ int, piece string) string { return "<p>" + piece }
	for name, c := range map[string]struct {
		body string
		said bool
	}{
		"rows reversed":       {`<div style="display:flex;flex-flow:row-reverse wrap">` + pieces(many, spans) + `</div>`, true},
		"reversed by a sheet": {`<style>.r{flex-direction:column-reverse}</style><div class=r>` + pieces(many, blocks) + `</div>`, true},
		"order": {`<div style="display:flex">` + pieces(many, func(i int, s string) string {
			return fmt.Sprintf("<span style='order:%d'>%s</span>", many-i, s)
		}) + `</div>`, true},
		"cells of a grid": {`<div style="display:grid">` + pieces(many, func(i int, s string) string {
			return fmt.Sprintf("<i style='grid-row:%d;grid-column:%d / span 2'>%s</i>", 9-i/6, 6-i%6, s)
		}) + `</div>`, true},
		"places": {pieces(many, func(i int, s string) string {
			return fmt.Sprintf("<b style='position:absolute;top:%dpx;left:%dpx'>%s</b>", i/6*20, 600-i%6*90, s)
		}), true},
		"floating to the right": {pieces(many, func(_ int, s string) string { return "<span style='float:right'>" + s + "</span>" }), true},
		"places in their order": {pieces(many, func(i int, s string) string {
			return fmt.Sprintf("<b style='position:absolute;top:%dpx;left:%dpx'>%s</b>", i/6*20, i%6*90, s)
		}), false},
		"a menu": {`<ul style="display:flex;flex-direction:row-reverse">` + pieces(12, spans) + `</ul>`, false},
		"columns of prose": {`<div style="display:flex;flex-direction:row-reverse">` + pieces(4, func(_ int, s string) string {
			return "<div>" + strings.Repeat(s+"在低温下保存，", 20) + "</div>"
		}) + `</div>`, false},
	} {
		d := mustParse(t, []byte("<html><p>正文在此，下面是采集的各份样品的名称和它们的编号。"+c.body))
		if said := notes(d, extract.BrokenWords); said != c.said {
			t.Errorf("%s: notices %v", name, d.Notices)
		}
	}
}

// Scripts are not run; of those that write text it is said.
func TestPageScripts(t *testing.T) {
	prose := strings.Repeat("土壤样品", 30)
	codes := strings.Repeat("27721,", 120)
	for name, c := range map[string]struct {
		script string
		said   bool
	}{
		"text":             {`document.write("<p>` + prose + `</p>")`, true},
		"codes":            {`document.write(String.fromCodePoint(` + codes + `0))`, true},
		"escapes":          {`e.innerHTML="` + strings.Repeat(`\u6c34`, 120) + `"`, true},
		"English":          {`e.innerHTML="` + strings.Repeat("as others have found before ", 30) + `"`, true},
		"text in packages": {`document.write(atob("` + strings.Repeat("5rC0", 120) + `"))`, true},
		"labels":           {`document.write("<b>首页</b>"); e.innerHTML='<i class="a b c d e f g h i">x</i>'`, false},
		"a comment":        {`/* ` + prose + ` */ f()`, false},
		"numbers":          {`e.innerHTML=[1,2,10000,99999]`, false},
	} {
		d := mustParse(t, []byte(`<html><p>正文</p><script>`+c.script+`</script>`))
		if said := slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == extract.Scripted }); said != c.said {
			t.Errorf("%s: notices %v", name, d.Notices)
		}
	}
}

// A web archive brings its sheets and frames.
func TestArchiveFiles(t *testing.T) {
	part := func(kind, place, body string) string {
		return "--b\r\nContent-Type: " + kind + "\r\nContent-Location: " + place + "\r\n\r\n" + body + "\r\n"
	}
	d := mustParse(t, []byte("MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n"+
		part("text/html", "file:///C:/a/page.htm", `<html><link rel=stylesheet href="cid:one"><link rel=stylesheet href="page.files/s.css"><p class="x">no</p><p class="y">no</p><p>seen</p><iframe src="page.files/in.htm"></iframe>`)+
		"--b\r\nContent-Type: text/css\r\nContent-ID: <one>\r\n\r\n.x{display:none}\r\n"+part("text/css", "file:///C:/a/page.files/s.css", ".y{color:#fff}")+part("text/html", "file:///C:/a/page.files/in.htm", "<p>in")+"--b--\r\n"))
	if got, want := paragraphTexts(d), []string{"body seen", "box in"}; !slices.Equal(got, want) || len(d.Flags) != 2 {
		t.Errorf("%q, want %q, flags %v", got, want, d.Flags)
	}
}
