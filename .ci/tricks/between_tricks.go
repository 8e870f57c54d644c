package main

import (
	"fmt"
	"slices"
	"strings"
)

// wordSimpleFile returns a .docx writer with body XML in the middle.
func wordSimpleFile(middle func(copied []string) string) func(content) ([]byte, error) {
	return wordWith(func(_ content, copied []string) (string, wordFile) { return middle(copied), wordFile{} })
}

// strewn writes pieces of what is copied in four columns and rows from the top, in another order.
func strewn(copied []string, box func(x, y int, text string) string) string {
	cells := pieces(strings.Join(copied, ""), 7)
	var b strings.Builder
	for step := range 7 {
		for i := step; i < len(cells); i += 7 {
			b.WriteString(box(i%4, i/4, cells[i]))
		}
	}
	return b.String()
}

// remarks returns n characters of the author's own at a time.
func remarks(c content, n int) func(i int) string {
	var list []string
	for _, t := range c.own[2:] {
		for _, s := range pieces(t, n) {
			if len([]rune(s)) == n && !containsMark(s) {
				list = append(list, s)
			}
		}
	}
	return func(i int) string { return list[i%len(list)] }
}

func containsMark(s string) bool {
	return slices.ContainsFunc([]rune(s), func(r rune) bool { return r < 0x4E00 || r > 0x9FFF })
}

// parted returns the document with a run after every n characters of what is copied.
func parted(c content, n int, between func(i int) run) []para {
	var middle []para
	for _, t := range c.copied {
		var p para
		for i, piece := range pieces(t, n) {
			p.runs = append(p.runs, run{text: piece}, between(i))
		}
		middle = append(middle, p)
	}
	return c.paras(middle...)
}

// lined returns the document with what is copied in lines of n characters, and a line after each.
func lined(c content, n int, between func(i int) string) []para {
	var middle []para
	for _, t := range c.copied {
		for i, piece := range pieces(t, n) {
			middle = append(middle, plain(piece), plain(between(i)))
		}
	}
	return c.paras(middle...)
}

// betweenTricks put other text between the pieces of what is copied, which the page shows.
func betweenTricks() []*trick {
	var out []*trick
	add := func(id, name, needs string, paras func(c content) []para, in ...format) {
		out = append(out, &trick{id: "between-" + id, name: name, kind: "Other text between the characters", way: hide, needs: needs,
			mostly: true, make: neutral(paras, in...)})
	}
	english := []string{"river", "method", "soil", "carbon", "model", "yield", "region"}
	texts := func(id, name string, n int, between func(own func(int) string, i int) string) {
		add(id, name, shown, func(c content) []para {
			own := remarks(c, 3)
			return parted(c, n, func(i int) run { return run{text: between(own, i)} })
		}, docx, pdf, html, txt)
	}
	texts("english", "an English word after every four characters", 4, func(_ func(int) string, i int) string {
		return " " + english[i%len(english)] + " "
	})
	texts("english-8", "an English word after every eight characters", 8, func(_ func(int) string, i int) string {
		return english[i%len(english)]
	})
	texts("brackets", "own words in brackets after every four characters", 4, func(own func(int) string, i int) string {
		return "（" + own(i) + "）"
	})
	texts("square", "own words in square brackets after every four characters", 4, func(own func(int) string, i int) string {
		return "[" + own(i) + "]"
	})
	texts("commas", "own words between commas after every five characters", 5, func(own func(int) string, i int) string {
		return "，" + own(i) + "，"
	})
	for _, l := range []struct {
		id, name string
		look     look
	}{
		{"struck", "struck out", look{struck: true}}, {"four-points", "of 4 points", look{size: 4}},
		{"five-points", "of 5 points", look{size: 5}}, {"embossed", "embossed", look{embossed: true}},
		{"slanted", "slanted", look{slanted: true}}, {"grey", "in light grey", look{color: "BFBFBF"}}, {"bold", "bold", look{bold: true}},
	} {
		add("look-"+l.id, "own words that are "+l.name+" after every four characters", byHand, func(c content) []para {
			own := remarks(c, 3)
			return parted(c, 4, func(i int) run { return run{own(i), l.look} })
		})
	}
	add("title", "the same line after every line of 18 characters", shown, func(c content) []para {
		return lined(c, 18, func(int) string { return "国家自然科学基金申请书" })
	}, docx, pdf, html, txt)
	add("lines", "an own line after every line of 18 characters", shown, func(c content) []para { return lined(c, 18, remarks(c, 8)) },
		docx, pdf, html, txt)
	// Places that give another order than the file, and fields that hold a text. The file has the pieces in the order of
	// every seventh one.
	word := func(id, name string, ready bool, middle func(copied []string) string) {
		make := map[format]func(content) ([]byte, error){docx: wordSimpleFile(middle)}
		if ready {
			make[doc] = make[docx]
		}
		out = append(out, &trick{id: "between-" + id, name: name, kind: "Another order on the page than in the file, and fields", way: hide,
			needs: byHand, mostly: true, make: make})
	}
	for _, columns := range []int{2, 4, 8} {
		word(fmt.Sprintf("columns-%d", columns), fmt.Sprintf("in a table of %d columns to be read downwards, five characters a cell", columns), true,
			func(copied []string) string {
				cells := pieces(strings.Join(copied, ""), 5)
				rows := (len(cells) + columns - 1) / columns
				var b strings.Builder
				b.WriteString("<w:tbl><w:tblPr/>")
				for row := range rows {
					b.WriteString("<w:tr>")
					for column := range columns {
						text := ""
						if at := column*rows + row; at < len(cells) {
							text = cells[at]
						}
						b.WriteString("<w:tc><w:tcPr/>" + wordPara("", wordRun("", text)) + "</w:tc>")
					}
					b.WriteString("</w:tr>")
				}
				return b.String() + "</w:tbl>"
			})
	}
	word("boxes", "in text boxes of seven characters in another order than on the page", false, func(copied []string) string {
		return strewn(copied, func(x, y int, text string) string {
			return wordDrawing(`<wp:extent cx="1200000" cy="250000"/>`, 800000+1300000*x, 800000+260000*y, "", wordEach("", "")([]string{text}))
		})
	})
	word("frames", "in frames of seven characters in another order than on the page", false, func(copied []string) string {
		return strewn(copied, func(x, y int, text string) string {
			return wordPara(fmt.Sprintf(`<w:framePr w:w="1900" w:wrap="around" w:vAnchor="page" w:hAnchor="page" w:x="%d" w:y="%d"/>`, 1200+2000*x,
				1200+400*y), wordRun("", text))
		})
	})
	for _, instruction := range []string{`QUOTE "%s"`, `FILLIN "" \d "%s"`, `IF 1 = 1 "%s" "0"`} {
		name, _, _ := strings.Cut(instruction, " ")
		word("field-"+strings.ToLower(name), "in the instructions of "+name+" fields with an old result", false, func(copied []string) string {
			return eachText(copied, func(t string) string {
				return wordPara("", `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> `+fmt.Sprintf(instruction, esc(t))+
					` </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>`+wordRun("", "0")+`<w:r><w:fldChar w:fldCharType="end"/></w:r>`)
			})
		})
	}
	return append(out, &trick{id: "between-dilute", name: "thousands of characters that are struck out", kind: "Other text between the characters",
		way: dilute, needs: byHand, make: neutral(func(c content) []para {
			p := c.plain()
			for _, t := range c.filler {
				p = append(p, styled(t, look{struck: true}))
			}
			return p
		})})
}
