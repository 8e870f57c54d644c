package main

import (
	"fmt"
	"slices"
	"strings"
)

// wordInline are properties of runs that make text unseen; styles and ground go with them.
var wordInline = []struct {
	id, name, rpr, styles, ground, needs string
}{
	{id: "theme-white", name: "in the theme's white (background 1)", rpr: `<w:color w:val="FFFFFF" w:themeColor="background1"/>`,
		needs: byHand},
	{id: "theme-white-auto", name: "in the theme's white, of which the value says black", rpr: `<w:color w:val="000000" ` +
		`w:themeColor="background1"/>`, needs: editor},
	{id: "theme-shade", name: "in the theme's white, 5 % darker", rpr: `<w:color w:val="F2F2F2" w:themeColor="background1" ` +
		`w:themeShade="F2"/>`, needs: byHand},
	{id: "theme-tint", name: "in the theme's accent, tinted nearly to white", rpr: `<w:color w:val="4472C4" w:themeColor="accent1" ` +
		`w:themeTint="01"/>`, needs: editor},
	{id: "style-white", name: "white by a character style", rpr: `<w:rStyle w:val="Pale"/>`, styles: `<w:style w:type="character" ` +
		`w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>`, needs: byHand},
	{id: "style-hidden", name: "hidden by a character style that another one is based on", rpr: `<w:rStyle w:val="Soft"/>`,
		styles: `<w:style w:type="character" w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:vanish/></w:rPr></w:style>` +
			`<w:style w:type="character" w:styleId="Soft"><w:name w:val="Soft"/><w:basedOn w:val="Pale"/></w:style>`, needs: byHand},
	{id: "style-tiny", name: "of 1 point by a character style", rpr: `<w:rStyle w:val="Pale"/>`, styles: `<w:style w:type="character" ` +
		`w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:sz w:val="2"/></w:rPr></w:style>`, needs: byHand},
	{id: "web-hidden", name: "with specVanish and vanish", rpr: `<w:vanish/><w:specVanish/>`, needs: editor},
	{id: "highlight", name: "black on a black highlight", rpr: `<w:color w:val="000000"/><w:highlight w:val="black"/>`, needs: byHand},
	{id: "yellow", name: "yellow on a yellow highlight", rpr: `<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>`, needs: byHand},
	{id: "auto-shade", name: "white on shading of a pattern that is white", rpr: `<w:color w:val="FFFFFF"/>` +
		`<w:shd w:val="solid" w:color="FFFFFF" w:fill="000000"/>`, needs: byHand},
	{id: "background", name: "of the page's own colour (light green)", rpr: `<w:color w:val="CCE8CF"/>`, ground: "CCE8CF", needs: byHand},
	{id: "outline", name: "white with white outlines", rpr: `<w:outline/><w:color w:val="FFFFFF"/>`, needs: byHand},
	{id: "shadow", name: "white with a white shadow", rpr: `<w:color w:val="FFFFFF"/>` +
		`<w14:shadow w14:blurRad="0" w14:dist="0" w14:dir="0" w14:sx="100000" w14:sy="100000" w14:kx="0" w14:ky="0" w14:algn="none">` +
		`<w14:srgbClr w14:val="FFFFFF"/></w14:shadow>`, needs: byHand},
	{id: "w14-nofill", name: "without a fill (text effects)", rpr: `<w14:textFill><w14:noFill/></w14:textFill>`, needs: byHand},
	{id: "w14-white", name: "black by its colour, white by its text effect", rpr: `<w14:textFill><w14:solidFill>` +
		`<w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>`, needs: byHand},
	{id: "w14-alpha", name: "transparent by its text effect", rpr: `<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000">` +
		`<w14:alpha w14:val="99000"/></w14:srgbClr></w14:solidFill></w14:textFill>`, needs: byHand},
	{id: "w14-gradient", name: "in a gradient from white to white", needs: byHand, rpr: `<w14:textFill><w14:gradFill><w14:gsLst>` +
		`<w14:gs w14:pos="0"><w14:srgbClr w14:val="FFFFFF"/></w14:gs><w14:gs w14:pos="100000"><w14:srgbClr w14:val="FEFEFE"/></w14:gs>` +
		`</w14:gsLst></w14:gradFill></w14:textFill>`},
	{id: "w14-outline", name: "white with a white outline (text effects)", needs: byHand, rpr: `<w:color w:val="FFFFFF"/>` +
		`<w14:textOutline w14:w="9525"><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textOutline>`},
	{id: "raised", name: "raised by 1,500 points, off the page", rpr: `<w:position w:val="3000"/>`, needs: byHand},
	{id: "overlaid", name: "1 point wide by negative spacing, white", rpr: `<w:color w:val="FFFFFE"/><w:spacing w:val="-240"/>`,
		needs: byHand},
	{id: "fit-text", name: "fitted to a width of 1 twip", rpr: `<w:fitText w:val="1" w:id="-1"/>`, needs: byHand},
	{id: "vert-align", name: "subscript of 1.5 points", rpr: `<w:sz w:val="3"/><w:vertAlign w:val="subscript"/>`, needs: byHand},
	{id: "hidden-by-default", name: "that inherits vanish from the default of characters", rpr: ``, needs: editor,
		styles: `<w:style w:type="character" w:default="1" w:styleId="Default"><w:name w:val="Default Paragraph Font"/><w:rPr>` +
			`<w:vanish/></w:rPr></w:style>`},
}

// wordBlock are ways in which paragraphs stand in a file and not on its pages; %s is one paragraph's run or the paragraphs.
var wordBlock = []struct {
	id, name, needs string
	wrap            func(paras []string) string
	styles          string
}{
	{"row-1", "in a table row exactly 1 twip high", byHand, wordTable(`<w:trHeight w:val="1" w:hRule="exact"/>`, ``, ``), ""},
	{"row-20", "in a table row exactly 1 point high", byHand, wordTable(`<w:trHeight w:val="20" w:hRule="exact"/>`, ``, ``), ""},
	{"row-hidden", "in a hidden table row", byHand, wordTable(`<w:hidden/>`, ``, ``), ""},
	{"cell-shade", "white in a cell, of which the table style's ground is white", byHand, wordTable(``,
		`<w:shd w:val="clear" w:fill="FFFFFF"/>`, `<w:color w:val="FFFFFF"/>`), ""},
	{"cell-black", "black in a black cell", byHand, wordTable(``, `<w:shd w:val="clear" w:fill="000000"/>`, `<w:color w:val="000000"/>`),
		""},
	{"table-style", "in letters of the colour of a table style's ground", byHand, func(paras []string) string {
		return strings.Replace(wordTable(``, ``, `<w:color w:val="1F3864"/>`)(paras), "<w:tblPr>", `<w:tblPr><w:tblStyle w:val="Dark"/>`,
			1)
	}, `<w:style w:type="table" w:styleId="Dark"><w:name w:val="Dark"/><w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="1F3864"/>` +
		`</w:tcPr></w:style>`},
	{"table-style-white", "in letters that are white by a table style", byHand, func(paras []string) string {
		return strings.Replace(wordTable(``, ``, ``)(paras), "<w:tblPr>", `<w:tblPr><w:tblStyle w:val="Pale"/>`, 1)
	}, `<w:style w:type="table" w:styleId="Pale"><w:name w:val="Pale"/><w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style>`},
	{"vmerge", "in a cell merged with the one above", byHand, func(paras []string) string {
		return `<w:tbl><w:tblPr><w:tblW w:w="8000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="8000"/></w:tblGrid><w:tr><w:tc>` +
			`<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>` + wordPara("", wordRun("", "表一")) + `</w:tc></w:tr>` +
			`<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>` + wordEach("", "")(paras) + `</w:tc></w:tr></w:tbl>` + wordPara("")
	}, ""},
	{"hmerge", "in a cell merged with the one before", editor, func(paras []string) string {
		return `<w:tbl><w:tblPr><w:tblW w:w="8000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/>` +
			`</w:tblGrid><w:tr><w:tc><w:tcPr><w:hMerge w:val="restart"/></w:tcPr>` + wordPara("", wordRun("", "表一")) + `</w:tc>` +
			`<w:tc><w:tcPr><w:hMerge/></w:tcPr>` + wordEach("", "")(paras) + `</w:tc></w:tr></w:tbl>` + wordPara("")
	}, ""},
	{"cell-narrow", "in a cell 1 twip wide in rows that may not grow", byHand, func(paras []string) string {
		return `<w:tbl><w:tblPr><w:tblW w:w="1" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="1"/>` +
			`</w:tblGrid><w:tr><w:trPr><w:trHeight w:val="10" w:hRule="exact"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="1" w:type="dxa"/>` +
			`</w:tcPr>` +
			wordEach("", "")(paras) + `</w:tc></w:tr></w:tbl>` + wordPara("")
	}, ""},
	{"table-off", "in a table placed off the page", byHand, func(paras []string) string {
		return strings.Replace(wordTable(``, ``, ``)(paras), "<w:tblPr>", `<w:tblPr><w:tblpPr w:horzAnchor="page" w:vertAnchor="page" `+
			`w:tblpX="-20000" w:tblpY="-20000"/>`, 1)
	}, ""},
	{"line-1", "in lines exactly 1 twip high", byHand, wordEach(`<w:spacing w:line="1" w:lineRule="exact"/>`, ``), ""},
	{"line-20", "in lines exactly 1 point high", byHand, wordEach(`<w:spacing w:line="20" w:lineRule="exact"/>`, ``), ""},
	{"indent", "indented by 21 inches, off the page", byHand, wordEach(`<w:ind w:left="31000"/>`, ``), ""},
	{"indent-negative", "with an indent of minus 21 inches on both sides", byHand, wordEach(`<w:ind w:left="-31000" w:right="31000"/>`,
		``), ""},
	{"frame", "in a frame 1 twip wide and high", byHand, wordEach(`<w:framePr w:w="1" w:h="1" w:hRule="exact" w:wrap="around" w:x="1" `+
		`w:y="1"/>`, ``), ""},
	{"frame-off", "in a frame off the page", byHand, wordEach(`<w:framePr w:w="4000" w:hAnchor="page" w:vAnchor="page" w:x="-30000" `+
		`w:y="-30000"/>`, ``), ""},
	{"para-shade", "in letters of the colour of the paragraph's shading", byHand, wordEach(`<w:shd w:val="clear" w:fill="203864"/>`,
		`<w:color w:val="203864"/>`), ""},
	{"para-style-hidden", "hidden by a paragraph style", byHand, wordEach(`<w:pStyle w:val="Off"/>`, ``), `<w:style w:type="paragraph" ` +
		`w:styleId="Off"><w:name w:val="Off"/><w:rPr><w:vanish/></w:rPr></w:style>`},
	{"para-style-white", "white by a paragraph style based on another", byHand, wordEach(`<w:pStyle w:val="Off2"/>`, ``),
		`<w:style w:type="paragraph" w:styleId="Off"><w:name w:val="Off"/><w:rPr><w:color w:val="FDFDFD"/></w:rPr></w:style>` +
			`<w:style w:type="paragraph" w:styleId="Off2"><w:name w:val="Off2"/><w:basedOn w:val="Off"/></w:style>`},
	{"numbering-style", "white by a linked style", byHand, wordEach(`<w:pStyle w:val="Off"/>`, ``),
		`<w:style w:type="paragraph" w:styleId="Off"><w:name w:val="Off"/><w:link w:val="OffChar"/><w:rPr>` +
			`<w:color w:val="FFFFFF" w:themeColor="background1"/></w:rPr></w:style><w:style w:type="character" w:styleId="OffChar">` +
			`<w:name w:val="OffChar"/></w:style>`},
	{"deleted", "as tracked deletions", byHand, func(paras []string) string {
		var b strings.Builder
		for i, t := range paras {
			b.WriteString(wordPara("", fmt.Sprintf(`<w:del w:id="%d" w:author="a" w:date="2026-01-01T00:00:00Z"><w:r>`+
				`<w:delText xml:space="preserve">%s</w:delText></w:r></w:del>`, 900+i, esc(t))))
		}
		return b.String()
	}, ""},
	{"moved-from", "as the place that text was moved from", byHand, func(paras []string) string {
		var b strings.Builder
		for i, t := range paras {
			b.WriteString(wordPara("", fmt.Sprintf(`<w:moveFrom w:id="%d" w:author="a" w:date="2026-01-01T00:00:00Z">%s`+
				`</w:moveFrom>`, 900+i, wordRun("", t))))
		}
		return b.String()
	}, ""},
	{"row-deleted", "in a table row that is a tracked deletion", byHand, wordTable(`<w:del w:id="77" w:author="a" `+
		`w:date="2026-01-01T00:00:00Z"/>`, ``, ``), ""},
	{"field-code", "in the instruction of a field that shows a number", byHand, func(paras []string) string {
		var b strings.Builder
		for _, t := range paras {
			b.WriteString(wordPara("", wordField(` PAGE \* MERGEFORMAT `+strings.ReplaceAll(t, `"`, ""), "1")))
		}
		return b.String()
	}, ""},
	{"field-result-hidden", "as the result of a field, hidden", byHand, func(paras []string) string {
		var b strings.Builder
		for _, t := range paras {
			b.WriteString(wordPara("", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>QUOTE</w:instrText></w:r><w:r>`+
				`<w:fldChar w:fldCharType="separate"/></w:r>`+wordRun("<w:vanish/>", t)+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`))
		}
		return b.String()
	}, ""},
	{"nested-field", "as the result of a field within the instruction of another", editor, func(paras []string) string {
		var b strings.Builder
		for _, t := range paras {
			b.WriteString(wordPara("", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> IF 1=2 "`+
				`</w:instrText></w:r>`+wordField(" QUOTE x ", t)+
				`<w:r><w:instrText>" "" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t></w:t></w:r><w:r>`+
				`<w:fldChar w:fldCharType="end"/></w:r>`))
		}
		return b.String()
	}, ""},
	{"box-zero", "in a text box of zero size", byHand, wordBox(`<wp:extent cx="0" cy="0"/>`, 0, 0, "", ""), ""},
	{"box-tiny", "in a text box of 1 by 1 millimetre", byHand, wordBox(`<wp:extent cx="36000" cy="36000"/>`, 0, 0, "", ""), ""},
	{"box-off", "in a text box off the page", byHand, wordBox(`<wp:extent cx="5000000" cy="5000000"/>`, -90000000, -90000000, "", ""),
		""},
	{"box-hidden", "in a hidden text box", byHand, wordBox(`<wp:extent cx="5000000" cy="5000000"/>`, 0, 0, ` hidden="1"`, ""), ""},
	{"box-white", "white in a white text box", byHand, wordBox(`<wp:extent cx="5000000" cy="5000000"/>`, 0, 0, "",
		`<w:color w:val="FFFFFF"/>`), ""},
	{"vml-hidden", "in a VML box with visibility:hidden", editor, wordVML("position:absolute;width:300pt;height:300pt;visibility:hidden"),
		""},
	{"vml-zero", "in a VML box of zero size", editor, wordVML("position:absolute;width:0;height:0"), ""},
	{"vml-off", "in a VML box off the page", editor, wordVML("position:absolute;margin-left:-9000pt;width:300pt;height:300pt"), ""},
	{"sdt-placeholder", "as the placeholder of a content control, hidden", byHand, func(paras []string) string {
		return `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>` + wordEach("", "<w:vanish/>")(paras) + `</w:sdtContent>` +
			`</w:sdt>`
	}, ""},
	{"altcontent-choice", "in a Choice that no program understands, beside an empty Fallback", editor, func(paras []string) string {
		return `<w:p><w:r><mc:AlternateContent><mc:Choice xmlns:zz="urn:none" Requires="zz"><w:t>` + esc(strings.Join(paras, "")) +
			`</w:t></mc:Choice><mc:Fallback><w:t> </w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`
	}, ""},
	{"ruby-white", "as white ruby above letters", byHand, func(paras []string) string {
		var b strings.Builder
		for _, t := range paras {
			b.WriteString(wordPara("", `<w:r><w:ruby><w:rubyPr><w:hps w:val="2"/></w:rubyPr><w:rt>`+wordRun(`<w:color w:val="FFFFFF"/>`+
				`<w:sz w:val="2"/>`, t)+`</w:rt><w:rubyBase>`+wordRun("", "甲")+`</w:rubyBase></w:ruby></w:r>`))
		}
		return b.String()
	}, ""},
}

// wordEach writes paragraphs with properties of their own and of their runs.
func wordEach(ppr, rpr string) func(paras []string) string {
	return func(paras []string) string {
		var b strings.Builder
		for _, t := range paras {
			b.WriteString(wordPara(ppr, wordRun(rpr, t)))
		}
		return b.String()
	}
}

// wordTable writes paragraphs in the only cell of a table, with properties of its row and cell and of their runs.
func wordTable(row, cell, rpr string) func(paras []string) string {
	return func(paras []string) string {
		return `<w:tbl><w:tblPr><w:tblW w:w="8000" w:type="dxa"/></w:tblPr><w:tblGrid><w:gridCol w:w="8000"/></w:tblGrid><w:tr><w:trPr>` +
			row + `</w:trPr><w:tc><w:tcPr><w:tcW w:w="8000" w:type="dxa"/>` +
			cell + `</w:tcPr>` + wordEach("", rpr)(paras) + `</w:tc></w:tr></w:tbl>` + wordPara("")
	}
}

// wordField is a field with an instruction and a result.
func wordField(instruction, result string) string {
	return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">` + esc(instruction) + `</w:instrText>` +
		`</w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>` +
		wordRun("", result) + `<w:r><w:fldChar w:fldCharType="end"/></w:r>`
}

// wordDrawing is a text box with body XML in it.
func wordDrawing(extent string, x, y int, doc, inside string) string {
	return fmt.Sprintf(`<w:p><w:r><w:drawing><wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="1" `+
		`behindDoc="0" locked="0" layoutInCell="1" allowOverlap="1"><wp:simplePos x="0" y="0"/>`+
		`<wp:positionH relativeFrom="page"><wp:posOffset>%d</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page">`+
		`<wp:posOffset>%d</wp:posOffset></wp:positionV>%s<wp:wrapNone/><wp:docPr id="1" name="b"%s/>`+
		`<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/>`+
		`<wps:spPr><a:xfrm><a:off x="0" y="0"/>%s</a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></wps:spPr><wps:txbx>`+
		`<w:txbxContent>%s</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing>`+
		`</w:r></w:p>`,
		x, y, extent, doc, strings.Replace(extent, "wp:extent", "a:ext", 1), inside)
}

func wordBox(extent string, x, y int, doc, rpr string) func([]string) string {
	return func(paras []string) string { return wordDrawing(extent, x, y, doc, wordEach("", rpr)(paras)) }
}

func wordVML(style string) func([]string) string {
	return func(paras []string) string {
		return `<w:p><w:r><w:pict><v:shape style="` + style + `"><v:textbox><w:txbxContent>` + wordEach("", "")(paras) +
			`</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`
	}
}

// inOld names the ways that LibreOffice keeps when it makes a .doc file: of the others such a file shows the text.
var inOld = strings.Fields(`theme-white theme-shade style-white style-hidden style-tiny highlight yellow auto-shade outline raised ` +
	`overlaid vert-align
	row-1 row-20 cell-shade cell-black cell-narrow line-1 line-20 indent indent-negative frame
	frame-off para-shade para-style-hidden para-style-white deleted
	box-tiny box-off box-white`)

// wordFormats returns a writer for .docx, and for .doc where the way with this name lasts in it.
func wordFormats(id string, write func(content) ([]byte, error)) map[format]func(content) ([]byte, error) {
	out := map[format]func(content) ([]byte, error){docx: write}
	if slices.Contains(inOld, id) {
		out[doc] = write
	}
	return out
}

// wordSeen are the tricks of Word files with what no page shows.
func wordSeen() []*trick {
	var out []*trick
	for _, t := range wordInline {
		if t.rpr != "" {
			write := wordWith(func(_ content, copied []string) (string, wordFile) {
				var b strings.Builder
				for _, text := range copied {
					var runs []string
					for i, piece := range pieces(text, 3) {
						runs = append(runs, wordRun("", piece), wordRun(t.rpr, junk(i)))
					}
					b.WriteString(wordPara("", runs...))
				}
				return b.String(), wordFile{styles: t.styles, ground: t.ground}
			})
			out = append(out, &trick{id: "w-junk-" + t.id, name: "a character after every three that is " +
				t.name, kind: "Seen: Word's own ways, letters between letters", way: hide, needs: t.needs,
				make: wordFormats(t.id, write)})
		}
		write := func(c content) ([]byte, error) {
			w := wordFile{styles: t.styles, ground: t.ground, body: wordParas(c.plain()) + wordEach("", t.rpr)(c.filler)}
			if t.rpr == "" {
				w.body = strings.ReplaceAll(wordParas(c.plain()), "<w:r>", `<w:r><w:rPr><w:vanish w:val="0"/></w:rPr>`) +
					wordEach("", "")(c.filler)
			}
			return w.bytes()
		}
		out = append(out, &trick{id: "w-dilute-" + t.id, name: "thousands of characters that are " +
			t.name, kind: "Seen: Word's own ways, text that dilutes", way: dilute, needs: t.needs,
			make: map[format]func(content) ([]byte, error){docx: write}})
	}
	for _, t := range wordBlock {
		write := func(c content) ([]byte, error) {
			return wordFile{styles: t.styles, body: wordParas(c.plain()) + t.wrap(c.filler)}.bytes()
		}
		accusing := func(c content) ([]byte, error) {
			return wordFile{styles: t.styles, body: wordParas(c.paras()) + t.wrap(c.copied)}.bytes()
		}
		out = append(out, &trick{id: "w-dilute-" + t.id, name: "thousands of characters " +
			t.name, kind: "Seen: Word's own ways, text that dilutes", way: dilute, needs: t.needs,
			make: wordFormats(t.id, write)},
			&trick{id: "w-accuse-" + t.id, name: "the source's text " + t.name, kind: "Seen: Word's own ways, text that accuses",
				way: accuse, needs: t.needs,
				make: map[format]func(content) ([]byte, error){docx: accusing}})
	}
	return out
}
