package main

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// wordPlace are places of a Word file other than its body's paragraphs, all of them shown: what is copied stands there.
var wordPlace = []struct {
	id, name, needs string
	doc             bool // LibreOffice keeps it in a .doc file
	middle          func(c content, copied []string) (string, wordFile)
}{
	{"header", "in the header of all pages", byHand, true, wordLinked("header", "header", `<w:headerReference w:type="default" `+
		`r:id="rId9"/>`, "hdr")},
	{"footer", "in the footer of all pages", byHand, true, wordLinked("footer", "footer", `<w:footerReference w:type="default" `+
		`r:id="rId9"/>`, "ftr")},
	{"header-first", "in the header of the first page", byHand, true, wordLinked("header", "header",
		`<w:headerReference w:type="first" r:id="rId9"/><w:titlePg/>`, "hdr")},
	{"footnotes", "in footnotes, one a paragraph", byHand, true, wordNotes("footnote")},
	{"endnotes", "in endnotes, one a paragraph", byHand, true, wordNotes("endnote")},
	{"comments", "in comments beside the text", byHand, false, wordComments},
	{"box", "in a text box", byHand, true, wordSimple(func(copied []string) string {
		return wordDrawing(`<wp:extent cx="5400000" cy="8000000"/>`, 1000000, 1000000, "", wordEach("", "")(copied))
	})},
	{"boxes", "in a text box for each line", byHand, false, wordSimple(func(copied []string) string {
		var b strings.Builder
		for _, t := range copied {
			for i, line := range pieces(t, 36) {
				b.WriteString(wordDrawing(`<wp:extent cx="5400000" cy="300000"/>`, 1000000, 1000000+300000*i, "", wordEach("",
					"")([]string{line})))
			}
		}
		return b.String()
	})},
	{"box-letter", "in a text box for every two characters", editor, false, wordSimple(func(copied []string) string {
		var b strings.Builder
		for _, t := range copied {
			for i, line := range pieces(t, 2) {
				b.WriteString(wordDrawing(`<wp:extent cx="330000" cy="300000"/>`, 1000000+340000*(i%16), 1000000+300000*(i/16), "",
					wordEach("", "")([]string{line})))
			}
		}
		return b.String()
	})},
	{"vml", "in a VML text box", byHand, false, wordSimple(wordVML("position:absolute;width:400pt;height:600pt"))},
	{"wordart", "as WordArt (VML text path)", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return `<w:p><w:r><w:pict><v:shape style="width:400pt;height:100pt"><v:textpath string="` + esc(t) + `"/></v:shape>` +
				`</w:pict></w:r></w:p>`
		})
	})},
	{"alt-unknown", "in the Fallback beside a Choice that no program understands", editor, false,
		wordSimple(func(copied []string) string {
			return `<mc:AlternateContent><mc:Choice xmlns:zz="urn:none" Requires="zz"><w:p/></mc:Choice><mc:Fallback>` +
				wordEach("", "")(copied) + `</mc:Fallback></mc:AlternateContent>`
		})},
	{"alt-inline", "in a Fallback within a run", editor, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return `<w:p><mc:AlternateContent><mc:Choice xmlns:zz="urn:none" Requires="zz"><w:r><w:t>甲</w:t></w:r></mc:Choice>` +
				`<mc:Fallback>` + wordRun("", t) + `</mc:Fallback></mc:AlternateContent></w:p>`
		})
	})},
	{"alt-two", "in the second Choice, of which the first is not understood", editor, false, wordSimple(func(copied []string) string {
		return `<mc:AlternateContent><mc:Choice xmlns:zz="urn:none" Requires="zz"><w:p/></mc:Choice><mc:Choice Requires="wps">` +
			wordEach("", "")(copied) + `</mc:Choice><mc:Fallback><w:p/></mc:Fallback></mc:AlternateContent>`
	})},
	{"field-result", "as the results of fields", byHand, true, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordPara("", wordField(` QUOTE "x" `, t)) })
	})},
	{"field-letters", "in which every fourth character is the result of a field", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for _, piece := range pieces(t, 4) {
				r := []rune(piece)
				runs = append(runs, wordRun("", string(r[:1])), wordField(" QUOTE x ", string(r[1:])))
			}
			return wordPara("", runs...)
		})
	})},
	{"fld-simple", "in simple fields", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return wordPara("", `<w:fldSimple w:instr=" DOCPROPERTY x ">`+wordRun("", t)+`</w:fldSimple>`)
		})
	})},
	{"eq-field", "in EQ fields, which show their instruction", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for _, piece := range pieces(t, 40) {
				runs = append(runs, `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> EQ `+
					`\o(`+esc(strings.NewReplacer(",", "，", "(", "（", ")", "）").Replace(piece))+`) </w:instrText></w:r><w:r>`+
					`<w:fldChar w:fldCharType="end"/></w:r>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"inserted", "as tracked insertions", byHand, true, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return wordPara("", `<w:ins w:id="5" w:author="a" w:date="2026-01-01T00:00:00Z">`+wordRun("", t)+`</w:ins>`)
		})
	})},
	{"moved-to", "at the place that text was moved to", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return wordPara("", `<w:moveTo w:id="5" w:author="a" w:date="2026-01-01T00:00:00Z">`+wordRun("", t)+`</w:moveTo>`)
		})
	})},
	{"del-letters", "with a tracked deletion after every three characters", byHand, true, wordSimple(wordEvery(func(i int) string {
		return fmt.Sprintf(`<w:del w:id="%d" w:author="a" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>%s</w:delText></w:r>`+
			`</w:del>`, 100+i, junk(i))
	}))},
	{"sdt", "in a content control", byHand, false, wordSimple(func(copied []string) string {
		return `<w:sdt><w:sdtPr/><w:sdtContent>` + wordEach("", "")(copied) + `</w:sdtContent></w:sdt>`
	})},
	{"sdt-placeholder", "as the placeholder of a content control, which pages show", byHand, false,
		wordSimple(func(copied []string) string {
			return `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>` + wordEach("", "")(copied) + `</w:sdtContent></w:sdt>`
		})},
	{"sdt-letters", "in a content control for every three characters", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for _, piece := range pieces(t, 3) {
				runs = append(runs, `<w:sdt><w:sdtContent>`+wordRun("", piece)+`</w:sdtContent></w:sdt>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"custom-xml", "in custom elements and smart tags", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return `<w:customXml w:element="e"><w:p><w:smartTag w:element="s">` + wordRun("", t) + `</w:smartTag></w:p></w:customXml>`
		})
	})},
	{"runs", "in a run for each character", editor, true, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for i, piece := range pieces(t, 1) {
				runs = append(runs, wordRun([]string{"", "<w:b/>"}[i%2], piece), `<w:proofErr w:type="spellStart"/>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"soft-hyphens", "with optional hyphens (w:softHyphen) between characters", byHand, true, wordSimple(wordEvery(func(int) string {
		return `<w:r><w:softHyphen/></w:r>`
	}))},
	{"hard-hyphens", "with no-break hyphens (w:noBreakHyphen) of 1 point between characters", byHand, false,
		wordSimple(wordEvery(func(int) string { return `<w:r><w:rPr><w:sz w:val="2"/></w:rPr><w:noBreakHyphen/></w:r>` }))},
	{"breaks", "with a line break after every seven characters", byHand, true, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for _, piece := range pieces(t, 7) {
				runs = append(runs, wordRun("", piece), `<w:r><w:br/></w:r>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"tabs", "with a tabulator after every three characters", byHand, false, wordSimple(wordEvery(func(int) string {
		return `<w:r><w:tab/></w:r>`
	}))},
	{"paragraphs", "with a paragraph's end after every ten characters", byHand, true, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordEach("", "")(pieces(t, 10)) })
	})},
	{"paragraphs-odd", "with a paragraph's end and a blank line after every thirty characters", byHand, false,
		wordSimple(func(copied []string) string {
			return eachText(copied, func(t string) string {
				return strings.ReplaceAll(wordEach("", "")(pieces(t, 30)), "</w:p>", "</w:p><w:p/>")
			})
		})},
	{"style-separator", "in paragraphs of ten characters whose ends are hidden", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordEach(`<w:rPr><w:vanish/><w:specVanish/></w:rPr>`, "")(pieces(t, 10)) })
	})},
	{"para-deleted", "in paragraphs of ten characters whose ends are tracked deletions", byHand, false,
		wordSimple(func(copied []string) string {
			return eachText(copied, func(t string) string {
				return wordEach(`<w:rPr><w:del w:id="7" w:author="a" w:date="2026-01-01T00:00:00Z"/></w:rPr>`, "")(pieces(t, 10))
			})
		})},
	{"table-row", "in a table, ten characters a cell", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordGrid(pieces(t, 10), 4) })
	})},
	{"table-letter", "in a table without lines, a character a cell", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordGrid(pieces(t, 1), 20) })
	})},
	{"table-columns", "in a table of two columns, each line cut in the middle", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordGrid(pieces(t, 20), 2) })
	})},
	{"table-nested", "in a table within a table within a table", byHand, false, wordSimple(func(copied []string) string {
		inner := wordEach("", "")(copied)
		for range 3 {
			inner = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="8000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>` + inner + `<w:p/></w:tc>` +
				`</w:tr></w:tbl>`
		}
		return inner
	})},
	{"ruby-base", "with pronunciation above each character", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for i, piece := range pieces(t, 1) {
				runs = append(runs, `<w:r><w:ruby><w:rubyPr/><w:rt>`+wordRun("", string(rune('a'+i%26)))+`</w:rt><w:rubyBase>`+wordRun("",
					piece)+`</w:rubyBase></w:ruby></w:r>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"ruby-text", "as the ruby above blanks", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for _, piece := range pieces(t, 10) {
				runs = append(runs, `<w:r><w:ruby><w:rubyPr/><w:rt>`+wordRun("", piece)+`</w:rt><w:rubyBase>`+wordRun("",
					"　　　　")+`</w:rubyBase></w:ruby></w:r>`)
			}
			return wordPara("", runs...)
		})
	})},
	{"bdo", "stored backwards in w:bdo", editor, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string { return wordPara("", `<w:bdo w:val="rtl">`+wordRun("", reversed(t))+`</w:bdo>`) })
	})},
	{"bdo-words", "of which every three characters are stored backwards in w:bdo", editor, false,
		wordSimple(func(copied []string) string {
			return eachText(copied, func(t string) string {
				var runs []string
				for _, piece := range pieces(t, 3) {
					runs = append(runs, `<w:bdo w:val="rtl">`+wordRun("", reversed(piece))+`</w:bdo>`)
				}
				return wordPara("", runs...)
			})
		})},
	{"math", "as plain text in equations", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			return wordPara("", `<m:oMath><m:r><m:rPr><m:nor/></m:rPr><m:t>`+esc(t)+`</m:t></m:r></m:oMath>`)
		})
	})},
	{"math-italic", "as letters in equations, a run each", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var b strings.Builder
			for _, piece := range pieces(t, 1) {
				b.WriteString(`<m:r><m:t>` + esc(piece) + `</m:t></m:r>`)
			}
			return wordPara("", `<m:oMath>`+b.String()+`</m:oMath>`)
		})
	})},
	{"math-matrix", "in matrices of equations", byHand, false, wordSimple(func(copied []string) string {
		return eachText(copied, func(t string) string {
			var b strings.Builder
			for _, piece := range pieces(t, 8) {
				b.WriteString(`<m:mr><m:e><m:r><m:t>` + esc(piece) + `</m:t></m:r></m:e></m:mr>`)
			}
			return wordPara("", `<m:oMath><m:m>`+b.String()+`</m:m></m:oMath>`)
		})
	})},
	{"chunk-html", "in a web page taken in whole (altChunk)", tool, false, wordChunk("chunk.html", "text/html",
		func(copied []string) string {
			return string(htmlPage("", "<p>"+strings.Join(copied, "</p><p>")+"</p>"))
		})},
	{"chunk-txt", "in a text file taken in whole (altChunk)", tool, false, wordChunk("chunk.txt", "text/plain",
		func(copied []string) string { return strings.Join(copied, "\r\n") })},
	{"chunk-rtf", "in an RTF file taken in whole (altChunk)", tool, false, wordChunk("chunk.rtf", "application/rtf",
		func(copied []string) string {
			return string(rtfFile(&rtfColors{}, (&rtfColors{}).body(plains(copied...))))
		})},
	{"chunk-docx", "in a Word file taken in whole (altChunk)", tool, false, wordChunk("chunk.docx",
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml", func(copied []string) string {
			data, _ := wordFile{body: wordParas(plains(copied...))}.bytes()
			return string(data)
		})},
	{"chunk-mht", "in a web archive taken in whole (altChunk)", tool, false, wordChunk("chunk.mht", "message/rfc822",
		func(copied []string) string {
			return "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=\"b\"\r\n\r\n--b\r\nContent-Type: text/html; " +
				"charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
				base64.StdEncoding.EncodeToString(htmlPage("", "<p>"+strings.Join(copied, "</p><p>")+"</p>")) + "\r\n--b--\r\n"
		})},
	{"bound", "in a content control bound to custom XML, of which the file's copy is another text", tool, false, func(c content,
		copied []string) (string, wordFile) {
		var b strings.Builder
		var data strings.Builder
		for i, t := range copied {
			fmt.Fprintf(&b, `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/r/p%d" w:storeItemID="{11111111-1111-1111-1111-111111111111}"/>`+
				`<w:text/></w:sdtPr><w:sdtContent>%s</w:sdtContent></w:sdt>`, i, wordPara("", wordRun("", c.filler[i])))
			fmt.Fprintf(&data, "<p%d>%s</p%d>", i, esc(t), i)
		}
		return b.String(), wordFile{links: `<Relationship Id="rId8" Type="` + officeLink + `customXml" Target="../customXml/item1.xml"/>`,
			parts: map[string]string{
				"customXml/item1.xml": xmlHead + `<r>` + data.String() + `</r>`,
				"customXml/_rels/item1.xml.rels": xmlHead + `<Relationships xmlns="` + packageLink + `relationships">` +
					`<Relationship Id="rId1" Type="` + officeLink + `customXmlProps" Target="itemProps1.xml"/></Relationships>`,
				"customXml/itemProps1.xml": xmlHead + `<ds:datastoreItem ds:itemID="{11111111-1111-1111-1111-111111111111}" ` +
					`xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
			}}
	}},
	{"smartart", "in SmartArt", byHand, false, func(_ content, copied []string) (string, wordFile) {
		id := 0
		points := eachText(copied, func(t string) string {
			id++
			return `<dgm:pt modelId="` + strconv.Itoa(id) + `"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>` + esc(t) +
				`</a:t></a:r></a:p></dgm:t></dgm:pt>`
		})
		return wordGraphic("http://schemas.openxmlformats.org/drawingml/2006/diagram",
				`<dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rId7" r:lo="rId7" r:qs="rId7" `+
					`r:cs="rId7"/>`), wordFile{
				links: `<Relationship Id="rId7" Type="` + officeLink + `diagramData" Target="diagrams/data1.xml"/>`,
				parts: map[string]string{"word/diagrams/data1.xml": xmlHead +
					`<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ` +
					`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">` +
					`<dgm:ptLst>` + points + `</dgm:ptLst></dgm:dataModel>`},
			}
	}},
	{"chart", "as the titles and categories of a chart", byHand, false, func(_ content, copied []string) (string, wordFile) {
		return wordGraphic("http://schemas.openxmlformats.org/drawingml/2006/chart",
				`<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="rId7"/>`), wordFile{
				links: `<Relationship Id="rId7" Type="` + officeLink + `chart" Target="charts/chart1.xml"/>`,
				parts: map[string]string{"word/charts/chart1.xml": xmlHead +
					`<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" ` +
					`xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich>` +
					eachText(copied, func(t string) string { return `<a:p><a:r><a:t>` + esc(t) + `</a:t></a:r></a:p>` }) +
					`</c:rich></c:tx></c:title></c:chart></c:chartSpace>`},
			}
	}},
}

// eachText joins what f makes of each text.
func eachText(texts []string, f func(string) string) string {
	var b strings.Builder
	for _, t := range texts {
		b.WriteString(f(t))
	}
	return b.String()
}

// wordEvery puts XML after every three characters.
func wordEvery(what func(i int) string) func([]string) string {
	return func(copied []string) string {
		return eachText(copied, func(t string) string {
			var runs []string
			for i, piece := range pieces(t, 3) {
				runs = append(runs, wordRun("", piece), what(i))
			}
			return wordPara("", runs...)
		})
	}
}

func wordSimple(middle func(copied []string) string) func(content, []string) (string, wordFile) {
	return func(_ content, copied []string) (string, wordFile) { return middle(copied), wordFile{} }
}

// wordGrid is a table of texts.
func wordGrid(cells []string, columns int) string {
	var b strings.Builder
	b.WriteString(`<w:tbl><w:tblPr/><w:tblGrid>` + strings.Repeat(`<w:gridCol w:w="400"/>`, columns) + `</w:tblGrid>`)
	for len(cells) > 0 {
		b.WriteString(`<w:tr>`)
		for range columns {
			t := ""
			if len(cells) > 0 {
				t, cells = cells[0], cells[1:]
			}
			b.WriteString(`<w:tc><w:tcPr/>` + wordPara("", wordRun("", t)) + `</w:tc>`)
		}
		b.WriteString(`</w:tr>`)
	}
	return b.String() + `</w:tbl><w:p/>`
}

// wordLinked puts what is copied into a header or footer.
func wordLinked(name, link, section, root string) func(content, []string) (string, wordFile) {
	return func(_ content, copied []string) (string, wordFile) {
		return "", wordFile{section: section, links: `<Relationship Id="rId9" Type="` + officeLink + link + `" Target="` + name +
			`1.xml"/>`,
			types: `<Override PartName="/word/` + name + `1.xml" ContentType="` + wordType + name + `+xml"/>`,
			parts: map[string]string{"word/" + name + "1.xml": xmlHead + `<w:` + root + ` ` + wordNames + `>` + wordEach("", "")(copied) +
				`</w:` + root + `>`}}
	}
}

// wordNotes puts what is copied into footnotes or endnotes.
func wordNotes(kind string) func(content, []string) (string, wordFile) {
	return func(_ content, copied []string) (string, wordFile) {
		var refs, notes strings.Builder
		for i, t := range copied {
			fmt.Fprintf(&refs, `<w:r><w:%sReference w:id="%d"/></w:r>`, kind, i+1)
			fmt.Fprintf(&notes, `<w:%s w:id="%d">%s</w:%s>`, kind, i+1, wordPara("", wordRun("", t)), kind)
		}
		return wordPara("", wordRun("", "详见注释。"), refs.String()), wordFile{links: `<Relationship Id="rId9" Type="` + officeLink + kind +
			`s" Target="` + kind + `s.xml"/>`,
			types: `<Override PartName="/word/` + kind + `s.xml" ContentType="` + wordType + kind + `s+xml"/>`,
			parts: map[string]string{"word/" + kind + "s.xml": xmlHead + `<w:` + kind + `s ` + wordNames + `>` + notes.String() + `</w:` +
				kind + `s>`}}
	}
}

func wordComments(_ content, copied []string) (string, wordFile) {
	var refs, notes strings.Builder
	for i, t := range copied {
		fmt.Fprintf(&refs, `<w:r><w:commentReference w:id="%d"/></w:r>`, i+1)
		fmt.Fprintf(&notes, `<w:comment w:id="%d" w:author="a">%s</w:comment>`, i+1, wordPara("", wordRun("", t)))
	}
	return wordPara("", wordRun("", "详见批注。"), refs.String()), wordFile{links: `<Relationship Id="rId9" Type="` + officeLink +
		`comments" Target="comments.xml"/>`,
		types: `<Override PartName="/word/comments.xml" ContentType="` + wordType + `comments+xml"/>`,
		parts: map[string]string{"word/comments.xml": xmlHead + `<w:comments ` + wordNames + `>` + notes.String() + `</w:comments>`}}
}

func wordChunk(name, contentType string, data func([]string) string) func(content, []string) (string, wordFile) {
	return func(_ content, copied []string) (string, wordFile) {
		return `<w:altChunk r:id="rId9"/>`, wordFile{links: `<Relationship Id="rId9" Type="` + officeLink + `aFChunk" Target="` + name +
			`"/>`,
			types: `<Override PartName="/word/` + name + `" ContentType="` + contentType + `"/>`, parts: map[string]string{"word/" +
				name: data(copied)}}
	}
}

func wordGraphic(uri, inside string) string {
	return `<w:p><w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="5400000" cy="3000000"/>` +
		`<wp:docPr id="2" name="g"/><a:graphic><a:graphicData uri="` + uri + `">` + inside + `</a:graphicData></a:graphic></wp:inline>` +
		`</w:drawing></w:r></w:p>`
}

// wordPlaces are the tricks of wordPlace.
func wordPlaces() []*trick {
	var out []*trick
	for _, t := range wordPlace {
		write := wordWith(t.middle)
		kinds := map[format]func(content) ([]byte, error){docx: write}
		if t.doc {
			kinds[doc] = write
		}
		out = append(out, &trick{id: "place-" + t.id, name: "the copied text " + t.name, kind: "Read: places of Word files", way: hide,
			needs: t.needs, mostly: true, make: kinds})
	}
	return out
}
