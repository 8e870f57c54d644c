package main

import (
	"fmt"
	"strings"
)

// rtfUnseen are groups of RTF of which a page shows nothing, in which %s is the text; colour 1 is white, 2 nearly so, 3 dark blue.
var rtfUnseen = []struct{ id, name, form string }{
	{"v-toggle", "hidden by \\v in a group around", `{\v {%s}}`},
	{"v-style", "hidden by a character style", `{\cs9 %s}`},
	{"webhidden", "with \\v1", `{\v1 %s}`},
	{"deleted", "as deleted by a revision", `{\deleted\revauthdel1 %s}`},
	{"near", "nearly white", `{\cf2 %s}`},
	{"highlight", "dark blue on a dark blue highlight", `{\cf3\highlight3 %s}`},
	{"shade", "dark blue on shading of dark blue", `{\cf3\chcbpat3 %s}`},
	{"fs1", "of half a point", `{\fs1 %s}`},
	{"fs3", "of 1.5 points", `{\fs3 %s}`},
	{"scale", "squeezed to 1 %", `{\charscalex1 %s}`},
	{"up", "raised by 1,500 points", `{\up3000 %s}`},
	{"unknown", "in a destination that no program knows", `{\*\zzunknown %s}`},
	{"outline", "white with an outline", `{\outl\cf1 %s}`},
	{"xe", "as entries of an index", `{\xe\v %s}`},
	{"bookmark", "as names of bookmarks", `{\*\bkmkstart %s}`},
	{"field-code", "in the instructions of fields", `{\field{\*\fldinst PAGE %s}{\fldrslt 1}}`},
}

// rtfBlocks are the same for paragraphs.
var rtfBlocks = []struct{ id, name, form string }{
	{"sl1", "in lines exactly 1 twip high", `\pard\sl-1\slmult0 %s\par `},
	{"indent", "indented by 40 inches", `\pard\li57600 %s\par `},
	{"frame", "in a frame off the page", `\pard\pvpg\phpg\posx-30000\posy-30000\absw3000 %s\par `},
	{"frame-1", "in a frame 1 twip wide and high", `\pard\absw1\absh-1 %s\par `},
	{"row", "in a row exactly 1 twip high", `\pard\trowd\trrh-1\cellx8000\intbl %s\cell\row\pard `},
	{"merged-down", "in a cell merged with the one above", `\pard\trowd\clvmgf\cellx8000\intbl x\cell\row\trowd\clvmrg\cellx8000` +
		`\intbl %s\cell\row\pard `},
	{"merged-right", "in a cell merged with the one before", `\pard\trowd\clmgf\cellx4000\clmrg\cellx8000\intbl x\cell %s\cell\row` +
		`\pard `},
	{"cell-colour", "in letters of the colour of their cell", `\pard\trowd\clcbpat3\cellx8000\intbl{\cf3 %s}\cell\row\pard `},
	{"para-colour", "in letters of the colour of the paragraph's shading", `\pard\cbpat3{\cf3 %s}\par `},
	{"shape-off", "in a box off the page", `\pard{\shp{\*\shpinst\shpleft-90000\shptop-90000\shpright-80000\shpbottom-80000{\sp{` +
		`\sn shapeType}{\sv 202}}{\shptxt \pard %s\par}}}\par `},
	{"shape-zero", "in a box of zero size", `\pard{\shp{\*\shpinst\shpleft0\shptop0\shpright0\shpbottom0{\sp{\sn shapeType}{\sv 202}}{` +
		`\shptxt \pard %s\par}}}\par `},
	{"shape-hidden", "in a hidden box", `\pard{\shp{\*\shpinst\shpleft0\shptop0\shpright5000\shpbottom5000{\sp{\sn shapeType}{` +
		`\sv 202}}{\sp{\sn fHidden}{\sv 1}}{\shptxt \pard %s\par}}}\par `},
	{"style", "white by a paragraph style", `\pard\s8 %s\par `},
}

// rtfShown are ways in which a page shows text that a reader may miss.
var rtfShown = []struct {
	id, name, needs string
	each            func(t string) string
}{
	{"u-fallback", "with a wrong character as the substitute of each", tool, func(t string) string {
		return `\pard\uc1 ` + eachText(pieces(t, 1), func(s string) string {
			return fmt.Sprintf(`\u%d a`, int16([]rune(s)[0]))
		}) + `\par `
	}},
	{"uc2", "with two characters as the substitute of each", tool, func(t string) string {
		return `\pard{\uc2 ` + eachText(pieces(t, 1), func(s string) string { return fmt.Sprintf(`\u%d\'b5\'c4`, int16([]rune(s)[0])) }) +
			`}\par `
	}},
	{"ud", "in \\ud beside another text of \\upr", tool, func(t string) string {
		return `\pard {\upr{` + rtfText(ownProse[0][:60]) + `}{\*\ud{` + rtfText(t) + `}}}\par `
	}},
	{"hex", "in bytes of GBK", byHand, func(t string) string { return `\pard ` + rtfHex(t) + `\par ` }},
	{"hex-split", "in bytes of GBK, each in a group of its own", tool, func(t string) string {
		return `\pard ` + strings.ReplaceAll(rtfHex(t), `\'`, `{}\'`) + `\par `
	}},
	{"cpg", "in bytes of GBK, by the font's code page", tool, func(t string) string { return `\pard{\f1 ` + rtfHex(t) + `}\par ` }},
	{"optional", "with optional hyphens and breaks within words", byHand, func(t string) string {
		return `\pard ` + eachText(pieces(t, 2), func(s string) string { return rtfText(s) + `\-\zwbo ` }) + `\par `
	}},
	{"lines", "with a line's end after every seven characters", byHand, func(t string) string {
		return `\pard ` + eachText(pieces(t, 7), func(s string) string { return rtfText(s) + `\line ` }) + `\par `
	}},
	{"bin", "with binary data within words", tool, func(t string) string {
		return `\pard ` + eachText(pieces(t, 3), func(s string) string { return rtfText(s) + `{\*\zz\bin5 ab}cd}` }) + `\par `
	}},
	{"groups", "in a group for each character", editor, func(t string) string {
		return `\pard ` + eachText(pieces(t, 1), func(s string) string { return `{\b{\b0 ` + rtfText(s) + `}}` }) + `\par `
	}},
	{"deep", "in 300 nested groups", editor, func(t string) string {
		return `\pard ` + strings.Repeat("{", 300) + rtfText(t) + strings.Repeat("}", 300) + `\par `
	}},
	{"field", "as results of fields", byHand, func(t string) string {
		return `\pard{\field{\*\fldinst QUOTE}{\fldrslt ` + rtfText(t) + `}}\par `
	}},
	{"header", "in the header", byHand, func(t string) string { return `{\header\pard ` + rtfText(t) + `\par}` }},
	{"footnote", "in footnotes", byHand, func(t string) string {
		return `\pard ` + rtfText("见注") + `{\super\chftn}{\footnote\pard{\super\chftn} ` + rtfText(t) + `}\par `
	}},
	{"annotation", "in comments", byHand, func(t string) string {
		return `\pard ` + rtfText("见批注") + `{\*\atnid a}{\*\atnauthor a}\chatn{\*\annotation\pard ` + rtfText(t) + `}\par `
	}},
	{"shape", "in a text box", byHand, func(t string) string {
		return `\pard{\shp{\*\shpinst\shpleft0\shptop0\shpright8000\shpbottom8000{\sp{\sn shapeType}{\sv 202}}{\shptxt \pard ` +
			rtfText(t) + `\par}}}\par `
	}},
	{"wordart", "as WordArt", byHand, func(t string) string {
		return `\pard{\shp{\*\shpinst\shpleft0\shptop0\shpright8000\shpbottom2000{\sp{\sn shapeType}{\sv 136}}{\sp{\sn gtextUNICODE}{` +
			`\sv ` + rtfText(t) + `}}}}\par `
	}},
	{"object", "as the result of an object", tool, func(t string) string {
		return `\pard{\object\objemb{\*\objclass Word.Document}{\*\objdata 00}{\result ` + rtfText(t) + `}}\par `
	}},
	{"rtlch", "stored backwards in right-to-left override", editor, func(t string) string {
		return `\pard ` + rtfText("\u202E"+reversed(t)+"\u202C") + `\par `
	}},
	{"v-off", "hidden by \\v and shown again by \\v0", editor, func(t string) string { return `\pard\v\v0 ` + rtfText(t) + `\par ` }},
	{"tables", "in a table, ten characters a cell", byHand, func(t string) string {
		return `\pard` + eachText(pieces(t, 10), func(s string) string { return `\trowd\cellx8000\intbl ` + rtfText(s) + `\cell\row` }) +
			`\pard `
	}},
	{"moved", "at the place that text was moved to", byHand, func(t string) string { return `\pard{\mvt ` + rtfText(t) + `}\par ` }},
}

// rtfHex writes text as bytes of GBK.
func rtfHex(t string) string {
	var b strings.Builder
	for _, x := range []byte(gbk(t)) {
		fmt.Fprintf(&b, `\'%02x`, x)
	}
	return b.String()
}

// rtfWith is a file with the colours and styles that the tricks name.
func rtfWith(body string) []byte {
	return []byte(`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil\fcharset134 SimSun;}{\f1\fnil\fcharset0\cpg936 SimHei;}}{\colortbl;` +
		`\red255\green255\blue255;\red247\green247\blue247;\red16\green32\blue64;}` +
		`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0\b\fs32 heading 1;}{\s8\cf1 pale;}{\*\cs9\v off;}}{\*\revtbl{a;}{b;}}` +
		"\\paperw11906\\paperh16838\n" + body + "}")
}

func rtfTricks() []*trick {
	var out []*trick
	t := &rtfColors{}
	only := func(f func(content) []byte) map[format]func(content) ([]byte, error) {
		return map[format]func(content) ([]byte, error){rtf: func(c content) ([]byte, error) { return f(c), nil }}
	}
	middle := func(c content, each func(string) string) []byte {
		all := c.paras()
		return rtfWith(t.body(all[:4]) + eachText(c.copied, each) + t.body(all[4:]))
	}
	for _, u := range rtfUnseen {
		out = append(out,
			&trick{id: "r-junk-" + u.id, name: "a character after every three " + u.name, kind: "Seen: RTF", way: hide, needs: byHand,
				make: only(func(c content) []byte {
					i := 0
					return middle(c, func(text string) string {
						return `\pard ` + eachText(pieces(text, 3), func(s string) string {
							i++
							return rtfText(s) +
								fmt.Sprintf(u.form, rtfText(junk(i)))
						}) + `\par `
					})
				})},
			&trick{id: "r-dilute-" + u.id, name: "thousands of characters " + u.name, kind: "Seen: RTF", way: dilute, needs: byHand,
				make: only(func(c content) []byte {
					return rtfWith(t.body(c.plain()) + eachText(c.filler, func(s string) string {
						return `\pard ` + fmt.Sprintf(u.form, rtfText(s)) + `\par `
					}))
				})})
	}
	for _, u := range rtfBlocks {
		out = append(out, &trick{id: "r-dilute-" + u.id, name: "thousands of characters " + u.name, kind: "Seen: RTF", way: dilute,
			needs: byHand, make: only(func(c content) []byte {
				return rtfWith(t.body(c.plain()) + eachText(c.filler, func(s string) string { return fmt.Sprintf(u.form, rtfText(s)) }))
			})})
	}
	for _, u := range rtfShown {
		out = append(out, &trick{id: "r-show-" + u.id, name: "the copied text " + u.name, kind: "Read: places of RTF", way: hide,
			needs: u.needs, mostly: true,
			make: only(func(c content) []byte { return middle(c, u.each) })})
	}
	return out
}
