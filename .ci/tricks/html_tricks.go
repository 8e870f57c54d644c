package main

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf16"
)

// htmlUnseen are elements of which browsers show nothing; %s is the text. head goes into the page's head.
var htmlUnseen = []struct{ id, name, head, form string }{
	{"class", "hidden by a class of a style sheet", `<style>.x{display:none}</style>`, `<span class="x">%s</span>`},
	{"id", "hidden by the style of an id", `<style>#x, .y{visibility:hidden}</style>`, `<span class="y">%s</span>`},
	{"descendant", "hidden by a selector of descendants", `<style>div.a > p i{display:none}</style>`, `<i>%s</i>`},
	{"attribute-selector", "hidden by a selector of attributes", `<style>[data-k="1"]{display:none}</style>`, `<span data-k="1">%s` +
		`</span>`},
	{"media", "hidden by a rule for screens", `<style>@media screen{.x{display:none}}</style>`, `<span class="x">%s</span>`},
	{"import", "hidden by a rule with !important against a style of its own", `<style>.x{display:none!important}` +
		`</style>`, `<span class="x" style="display:inline">%s</span>`},
	{"var", "of the ground's colour by a variable", `<style>:root{--c:#fff}.x{color:var(--c)}</style>`, `<span class="x">%s</span>`},
	{"nested-rule", "hidden by the tag's own rule", `<style>u{display:none}</style>`, `<u>%s</u>`},
	{"hidden-attribute", "with the attribute hidden", ``, `<span hidden>%s</span>`},
	{"visibility", "with visibility:hidden", ``, `<span style="visibility:hidden">%s</span>`},
	{"opacity", "with opacity:0", ``, `<span style="opacity:0">%s</span>`},
	{"opacity-low", "with opacity:0.02", ``, `<span style="opacity:0.02">%s</span>`},
	{"opacity-filter", "with filter:opacity(0)", ``, `<span style="filter:opacity(0)">%s</span>`},
	{"size-zero", "with font-size:0", ``, `<span style="font-size:0">%s</span>`},
	{"size-px", "with font-size:1px", ``, `<span style="font-size:1px">%s</span>`},
	{"size-em", "with font-size:0.05em", ``, `<span style="font-size:0.05em">%s</span>`},
	{"size-font", "with the shorthand font:1px serif", ``, `<span style="font:1px serif">%s</span>`},
	{"transparent", "with color:transparent", ``, `<span style="color:transparent">%s</span>`},
	{"rgba", "with color:rgba(0,0,0,.01)", ``, `<span style="color:rgba(0,0,0,.01)">%s</span>`},
	{"hsl", "white by hsl()", ``, `<span style="color:hsl(0,0%%,100%%)">%s</span>`},
	{"name", "in a nearly white named colour (snow)", ``, `<span style="color:snow">%s</span>`},
	{"font-tag", "white by a font element", ``, `<font color="#fefefe">%s</font>`},
	{"fill-color", "with -webkit-text-fill-color:white", ``, `<span style="-webkit-text-fill-color:white">%s</span>`},
	{"off-left", "9,999 pixels left of the page", ``, `<span style="position:absolute;left:-9999px">%s</span>`},
	{"indent", "indented by −9,999 pixels", ``, `<span style="display:block;text-indent:-9999px;overflow:hidden;white-space:nowrap">%s` +
		`</span>`},
	{"margin", "with a margin of −9,999 pixels", ``, `<span style="display:block;margin-left:-9999px;width:100px">%s</span>`},
	{"translate", "moved away by transform", ``, `<span style="display:inline-block;position:absolute;transform:translateX(-9999px)">%s` +
		`</span>`},
	{"scale-zero", "scaled to nothing by transform", ``, `<span style="display:inline-block;transform:scale(0)">%s</span>`},
	{"clip", "clipped to nothing", ``, `<span style="position:absolute;clip:rect(0,0,0,0)">%s</span>`},
	{"clip-path", "clipped by clip-path", ``, `<span style="display:inline-block;clip-path:inset(100%%)">%s</span>`},
	{"height-zero", "in a box of no height", ``, `<span style="display:block;height:0;overflow:hidden">%s</span>`},
	{"max-height", "in a box of a greatest height of 0", ``, `<span style="display:block;max-height:0;overflow:hidden">%s</span>`},
	{"width-zero", "in a box of no width", ``, `<span style="display:inline-block;width:0;overflow:hidden;white-space:nowrap">%s</span>`},
	{"line-zero", "with line-height:0 and overflow hidden", ``, `<span style="display:block;line-height:0;overflow:hidden">%s</span>`},
	{"content-visibility", "with content-visibility:hidden", ``, `<div style="content-visibility:hidden">%s</div>`},
	{"template", "in a template", ``, `<template>%s</template>`},
	{"noscript", "in noscript", ``, `<noscript>%s</noscript>`},
	{"script", "in a script of another type", ``, `<script type="text/plain">%s</script>`},
	{"dialog", "in a dialog that is not open", ``, `<dialog>%s</dialog>`},
	{"datalist", "in a list of suggestions", ``, `<datalist><option>%s</option></datalist>`},
	{"audio", "as the fallback of a video", ``, `<video>%s</video>`},
	{"object", "in an svg's defs", ``, `<svg width="1" height="1"><defs><text>%s</text></defs></svg>`},
	{"spacing", "with letters on top of one another (letter-spacing:-1em), nearly white", ``,
		`<span style="letter-spacing:-1em;color:#fdfdfd">%s</span>`},
	{"z-index", "below a white box", ``, `<div style="position:relative">` +
		`<div style="position:absolute;top:0;left:0;right:0;bottom:0;background:#fff;z-index:2"></div><p>%s</p></div>`},
	{"same-class", "of the ground's colour, both by classes", `<style>.g{background:#345}.x{color:#345}</style>`, `<span class="g">` +
		`<span class="x">%s</span></span>`},
	{"rows", "in a collapsed row of a table", ``, `<table><tr style="visibility:collapse"><td>%s</td></tr></table>`},
}

// htmlShown are ways in which browsers show text that a reader may miss.
var htmlShown = []struct {
	id, name, head string
	needs          string
	each           func(t string) string
}{
	{"before", "as the content of ::before", "", editor, nil},
	{"details", "in closed details", "", editor, func(t string) string {
		return `<details><summary>详情</summary><p>` + t + `</p></details>`
	}},
	{"textarea", "in text areas", "", editor, func(t string) string { return `<textarea>` + t + `</textarea>` }},
	{"input", "as the values of input fields", "", editor, func(t string) string { return `<p><input value="` + t + `"></p>` }},
	{"option", "as the chosen options of lists", "", editor, func(t string) string {
		return `<select><option selected>` + t + `</option></select>`
	}},
	{"button", "on buttons", "", editor, func(t string) string { return `<button>` + t + `</button>` }},
	{"placeholder", "as the placeholders of fields", "", editor, func(t string) string {
		return `<p><input placeholder="` + t + `"></p>`
	}},
	{"srcdoc", "in frames with srcdoc", "", editor, func(t string) string {
		return `<iframe srcdoc="&lt;p&gt;` + t + `&lt;/p&gt;"></iframe>`
	}},
	{"data-frame", "in frames of data: addresses", "", editor, func(t string) string {
		return `<iframe src="data:text/html;charset=utf-8;base64,` + base64.StdEncoding.EncodeToString([]byte("<p>"+t+"</p>")) +
			`"></iframe>`
	}},
	{"data-object", "in objects of data: addresses", "", editor, func(t string) string {
		return `<object type="text/html" data="data:text/html;charset=utf-8;base64,` +
			base64.StdEncoding.EncodeToString([]byte("<p>"+t+"</p>")) + `"></object>`
	}},
	{"svg", "as text of SVG pictures", "", editor, func(t string) string {
		return `<svg width="800" height="40"><text y="20">` + t + `</text></svg>`
	}},
	{"svg-image", "in SVG pictures of data: addresses", "", tool, func(t string) string {
		return `<img src="data:image/svg+xml;base64,` +
			base64.StdEncoding.EncodeToString([]byte(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="40">`+
				`<text y="20">`+t+`</text></svg>`)) + `">`
	}},
	{"script", "written by a script", "", editor, func(t string) string { return `<script>document.write("<p>` + t + `</p>")</script>` }},
	{"script-code", "written by a script from character codes", "", tool, func(t string) string {
		var codes []string
		for _, r := range t {
			codes = append(codes, fmt.Sprint(r))
		}
		return `<script>document.write(String.fromCodePoint(` + strings.Join(codes, ",") + `))</script>`
	}},
	{"shadow", "in a declarative shadow tree", "", tool, func(t string) string {
		return `<div><template shadowrootmode="open"><p>` + t + `</p></template></div>`
	}},
	{"noscript-off", "beside own text that a script takes away", "", tool, func(t string) string {
		return `<p>` + t + `<span class="own">` + `</span></p>`
	}},
	{"ruby", "as ruby text", "", editor, func(t string) string {
		return `<p>` + eachText(pieces(t, 8), func(s string) string { return `<ruby>　<rt>` + s + `</rt></ruby>` }) + `</p>`
	}},
	{"ruby-base", "with pronunciation above each character", "", editor, func(t string) string {
		return `<p>` + eachText(pieces(t, 1), func(s string) string { return `<ruby>` + s + `<rp>(</rp><rt>ā</rt><rp>)</rp></ruby>` }) +
			`</p>`
	}},
	{"order", "in pieces of eight characters from the last to the first, put right by order", "", editor, func(t string) string {
		all := pieces(t, 8)
		out := ""
		for i, s := range all {
			out = fmt.Sprintf(`<span style="order:%d">%s</span>`, i, s) + out
		}
		return `<div style="display:flex;flex-wrap:wrap">` + out + `</div>`
	}},
	{"bullets", "as texts for the bullets of lists", "", editor, func(t string) string {
		return `<ul style="list-style-type:'` + t + `'"><li></li></ul>`
	}},
	{"comments", "with comments within words", "", editor, func(t string) string {
		return `<p>` + strings.Join(pieces(t, 2), "<!-- 的 -->") + `</p>`
	}},
	{"tags", "with empty elements within words", "", editor, func(t string) string {
		return `<p>` + strings.Join(pieces(t, 2), "<b></b>") + `</p>`
	}},
	{"spans", "in an element for each character", "", editor, func(t string) string {
		return `<p>` + eachText(pieces(t, 1), func(s string) string { return `<span>` + s + `</span>` }) + `</p>`
	}},
	{"inline-blocks", "in an inline block for each character", "", editor, func(t string) string {
		return `<p>` + eachText(pieces(t, 1), func(s string) string { return `<div style="display:inline">` + s + `</div>` }) + `</p>`
	}},
	{"blocks-float", "in a floating block for each character", "<style>.f{float:left}</style>", editor, func(t string) string {
		return eachText(pieces(t, 1), func(s string) string { return `<div class="f">` + s + `</div>` })
	}},
	{"wbr", "with chances of breaks within words", "", editor, func(t string) string {
		return `<p>` + strings.Join(pieces(t, 2), "<wbr>&shy;") + `</p>`
	}},
	{"br", "with a line break after every seven characters", "", byHand, func(t string) string {
		return `<p>` + strings.Join(pieces(t, 7), "<br>") + `</p>`
	}},
	{"entities", "as numbers of characters", "", editor, func(t string) string {
		return `<p>` + eachText(pieces(t, 1), func(s string) string { return fmt.Sprintf("&#x%x;", []rune(s)[0]) }) + `</p>`
	}},
	{"bdo", "stored backwards in bdo", "", editor, func(t string) string { return `<p><bdo dir="rtl">` + reversed(t) + `</bdo></p>` }},
	{"bidi-style", "stored backwards, with unicode-bidi:bidi-override", "", editor, func(t string) string {
		return `<p style="direction:rtl;unicode-bidi:bidi-override">` + reversed(t) + `</p>`
	}},
	{"bidi-class", "stored backwards, turned by a class", "<style>.r{direction:rtl;unicode-bidi:bidi-override}</style>", editor,
		func(t string) string { return `<p class="r">` + reversed(t) + `</p>` }},
	{"row-reverse", "in pieces stored backwards, shown forwards (flex-direction)", "", editor, func(t string) string {
		all := pieces(t, 10)
		for i, j := 0, len(all)-1; i < j; i, j = i+1, j-1 {
			all[i], all[j] = all[j], all[i]
		}
		return `<p style="display:flex;flex-direction:row-reverse;flex-wrap:wrap">` + eachText(all, func(s string) string {
			return `<span>` + s + `</span>`
		}) + `</p>`
	}},
	{"del", "as deleted text (struck out)", "", byHand, func(t string) string { return `<p><del>` + t + `</del></p>` }},
	{"center", "in marquees and old elements", "", editor, func(t string) string {
		return `<marquee><center><big>` + t + `</big></center></marquee>`
	}},
	{"xmp", "in xmp elements", "", editor, func(t string) string { return `<xmp>` + t + `</xmp>` }},
	{"unclosed", "in tags that are never closed", "", editor, func(t string) string { return `<p><b><i><table><tr><td>` + t }},
	{"image-alt", "as the alternatives of pictures that are missing", "", editor, func(t string) string {
		return `<p><img src="none.png" alt="` + t + `"></p>`
	}},
	{"transform", "mirrored letters, mirrored back", "", editor, func(t string) string {
		return `<p style="transform:scaleX(-1)"><bdo dir="rtl" style="display:inline-block;transform:scaleX(-1)">` + reversed(t) +
			`</bdo></p>`
	}},
	{"nav", "in a navigation", "", editor, func(t string) string { return `<nav><p>` + t + `</p></nav>` }},
	{"footer", "in the page's footer", "", editor, func(t string) string { return `<footer><p>` + t + `</p></footer>` }},
	{"aside", "in an aside with the class comment", "", editor, func(t string) string {
		return `<aside class="comment sidebar ad"><p>` + t + `</p></aside>`
	}},
	{"list", "as items of a list", "", byHand, func(t string) string {
		return `<ul>` + eachText(strings.SplitAfter(t, "。"), func(s string) string { return `<li>` + s + `</li>` }) + `</ul>`
	}},
	{"shown-again", "hidden by a rule that a later one takes back", "<style>.x{display:none}.x{display:block}</style>", editor,
		func(t string) string { return `<p class="x">` + t + `</p>` }},
	{"visible-child", "visible within what is hidden", "", editor, func(t string) string {
		return `<div style="visibility:hidden">　<p style="visibility:visible">` + t + `</p></div>`
	}},
}

// htmlTricks are the tricks of web pages.
func htmlTricks() []*trick {
	var out []*trick
	only := func(f func(content) ([]byte, error)) map[format]func(content) ([]byte, error) {
		return map[format]func(content) ([]byte, error){html: f}
	}
	for _, t := range htmlUnseen {
		if strings.HasPrefix(t.form, "<span") || strings.HasPrefix(t.form, "<i>") || strings.HasPrefix(t.form,
			"<u>") || strings.HasPrefix(t.form, "<font") {
			out = append(out, &trick{id: "h-junk-" + t.id, name: "a character after every three " +
				t.name, kind: "Seen: web pages, letters between letters", way: hide, needs: editor,
				make: only(htmlEach(t.head, func(text string) string {
					i := 0
					return `<div class="a"><p>` + eachText(pieces(text, 3), func(s string) string {
						i++
						return s +
							fmt.Sprintf(t.form, junk(i))
					}) + `</p></div>`
				}))})
		}
		out = append(out, &trick{id: "h-dilute-" + t.id, name: "thousands of characters " +
			t.name, kind: "Seen: web pages, text that dilutes", way: dilute, needs: editor,
			make: only(func(c content) ([]byte, error) {
				body, err := htmlBody(c.plain())
				return htmlPage(t.head, body+eachText(c.filler, func(s string) string {
					return `<div class="a"><p>` + fmt.Sprintf(t.form, s) + `</p></div>`
				})), err
			})})
	}
	for _, t := range htmlShown {
		write := htmlEach(t.head, t.each)
		if t.id == "before" {
			write = func(c content) ([]byte, error) {
				style := ""
				for i, s := range c.copied {
					style += fmt.Sprintf(`.b%d::before{content:"%s"}`, i, s)
				}
				i := -1
				return htmlMiddle("<style>"+style+"</style>", func(copied []string) string {
					return eachText(copied, func(string) string { i++; return fmt.Sprintf(`<p class="b%d"></p>`, i) })
				})(c)
			}
		}
		if t.id == "noscript-off" {
			write = func(c content) ([]byte, error) {
				i := 0
				return htmlEach("", func(text string) string {
					i++
					return `<p>` + eachText(pieces(text, 3), func(s string) string {
						return s + `<span class="own">` + junk(i) + `</span>`
					}) +
						`</p><script>document.querySelectorAll(".own").forEach(function(e){e.remove()})</script>`
				})(c)
			}
		}
		out = append(out, &trick{id: "h-show-" + t.id, name: "the copied text " + t.name, kind: "Read: places of web pages", way: hide,
			needs: t.needs, mostly: true, make: only(write)})
	}
	return append(out, encodings()...)
}

// utf16Bytes encodes a text in UTF-16.
func utf16Bytes(s string, big bool) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b.WriteString(string([]byte{byte(u >> 8), byte(u)}))
		} else {
			b.WriteString(string([]byte{byte(u), byte(u >> 8)}))
		}
	}
	return b.String()
}

// utf32Bytes encodes a text in UTF-32.
func utf32Bytes(s string, big bool) string {
	var b strings.Builder
	for _, r := range s {
		x := []byte{byte(r), byte(r >> 8), byte(r >> 16), 0}
		if big {
			x[0], x[1], x[2], x[3] = x[3], x[2], x[1], x[0]
		}
		b.Write(x)
	}
	return b.String()
}
