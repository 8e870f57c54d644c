package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

const orderedText = "滨海湿地埋藏碳的速度远高于森林但每年仍以百分之一到二的速度消失盐沼一旦被排干用于耕作或者被道路与潮汐隔开" +
	"几百年才积累起来的土壤就会暴露在空气中并在十年之内释放出其中的碳我们将在三个河口比较不同的恢复措施测量土壤的厚度密度和含水量" +
	"并根据遥感影像估计植被的面积研究团队长期从事农业资源利用和环境保护方面的工作已经建立完整的观测网络能够保证数据质量和项目进度的要求" +
	"通过比较不同处理条件下作物产量的变化规律分析土壤有机质含量对养分循环的影响机制为区域可持续发展提供科学依据和技术支持"

// piecesOf cuts a text every n characters.
func piecesOf(s string, n int) []string {
	var out []string
	for runes := []rune(s); len(runes) > 0; runes = runes[min(n, len(runes)):] {
		out = append(out, string(runes[:min(n, len(runes))]))
	}
	return out
}

// table returns a Word table with its cells written row by row. cell returns the text of a cell.
func table(rows, columns int, cell func(row, column int) string) string {
	var b strings.Builder
	b.WriteString("<w:tbl>")
	for row := range rows {
		b.WriteString("<w:tr>")
		for column := range columns {
			b.WriteString("<w:tc>" + wordPara(cell(row, column)) + "</w:tc>")
		}
		b.WriteString("</w:tr>")
	}
	return b.String() + "</w:tbl>"
}

// Cells and boxes are read in the order in which their words go on.
func TestOrderOfCells(t *testing.T) {
	const columns = 4
	cells := piecesOf(orderedText, 5)
	rows := len(cells) / columns
	want := strings.Join(cells[:rows*columns], "")
	at := func(i int) string { return cells[i] }
	for name, cell := range map[string]func(row, column int) string{
		"by rows":              func(row, column int) string { return at(row*columns + column) },
		"by columns":           func(row, column int) string { return at(column*rows + row) },
		"by rows mirrored":     func(row, column int) string { return at(row*columns + columns - 1 - column) },
		"columns from the end": func(row, column int) string { return at((columns-1-column)*rows + row) },
	} {
		d := mustParse(t, wordFile(t, table(rows, columns, cell)))
		if got := strings.ReplaceAll(d.Text, "\n", ""); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	list := "项目\n北京\n单位\n上海\n年度\n广州\n负责人\n南京\n经费\n武汉\n成员\n西安"
	d := mustParse(t, wordFile(t, table(6, 2, func(row, column int) string { return strings.Split(list, "\n")[2*row+column] })))
	if d.Text != list {
		t.Errorf("an ordinary table: %s", d.Text)
	}
}

// Boxes and frames whose order on the page is not that of the file.
func TestOrderOfBoxes(t *testing.T) {
	const columns = 4
	cells := piecesOf(orderedText, 7)
	for name, box := range map[string]func(x, y int, text string) string{
		"drawings": func(x, y int, text string) string {
			return fmt.Sprintf(`<w:p><w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="page"><wp:posOffset>%d</wp:posOffset></wp:positionH>`+
				`<wp:positionV relativeFrom="page"><wp:posOffset>%d</wp:posOffset></wp:positionV><wp:extent cx="1270000" cy="254000"/><wps:wsp><wps:txbx>`+
				`<w:txbxContent>%s</w:txbxContent></wps:txbx></wps:wsp></wp:anchor></w:drawing></w:r></w:p>`, x*12700, y*12700, wordPara(text))
		},
		"VML": func(x, y int, text string) string {
			return fmt.Sprintf(`<w:p><w:r><w:pict><v:shape style="position:absolute;margin-left:%dpt;margin-top:%dpt;width:100pt;height:20pt"><v:textbox>`+
				`<w:txbxContent>%s</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`, x, y, wordPara(text))
		},
		"frames": func(x, y int, text string) string {
			return fmt.Sprintf(`<w:p><w:pPr><w:framePr w:w="2000" w:hAnchor="page" w:vAnchor="page" w:x="%d" w:y="%d"/></w:pPr>%s</w:p>`, 20*x, 20*y, wordRun("", text))
		},
	} {
		var b strings.Builder
		for i := range cells {
			k := (i*7 + 3) % len(cells) // every one once, since 7 does not divide them
			b.WriteString(box(60+110*(k%columns), 60+20*(k/columns), cells[k]))
		}
		d := mustParse(t, wordFile(t, b.String()))
		if got := strings.ReplaceAll(d.Text, "\n", ""); got != orderedText {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Text of another look between the pieces of words is named, emphasis is not; what is struck
// out is kept out.
func TestLooksBetween(t *testing.T) {
	own := piecesOf("各点样方调查物种组成记录时间人员分工经费预算成果形式", 2)
	woven := func(properties string) string {
		var b strings.Builder
		for i, s := range piecesOf(orderedText, 4) {
			b.WriteString(wordRun("", s) + wordRun(properties, own[i%len(own)]))
		}
		return "<w:p>" + b.String() + "</w:p>"
	}
	for _, properties := range []string{`<w:sz w:val="8"/>`, `<w:emboss/>`, `<w:i/>`, `<w:color w:val="BFBFBF"/>`, `<w:rFonts w:eastAsia="楷体"/>`} {
		if d := mustParse(t, wordFile(t, woven(properties))); !notes(d, extract.BrokenWords) {
			t.Errorf("%s is not named", properties)
		}
	}
	for _, properties := range []string{`<w:strike/>`, `<w:dstrike/>`} {
		d := mustParse(t, wordFile(t, woven(properties)))
		if d.Text != orderedText || len(d.Flags) == 0 || d.Flags[0].Kind != extract.DeletedText {
			t.Errorf("%s: %s %v", properties, d.Text, d.Flags)
		}
	}
	emphasis := fmt.Sprintf("<w:p>%s</w:p>", strings.Repeat(wordRun("", "采用")+wordRun(`<w:b/>`, "野外调查")+wordRun("", "和")+wordRun(`<w:b/>`, "遥感分析")+
		wordRun("", "相结合的方法，比较")+wordRun(`<w:b/>`, "恢复措施")+wordRun("", "的效果。"), 20))
	if d := mustParse(t, wordFile(t, emphasis)); notes(d, extract.BrokenWords) {
		t.Error("bold words are named")
	}
}

func wordRun(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t>` + text + `</w:t></w:r>`
}

func notes(d *extract.Document, kind extract.NoticeKind) bool {
	return slices.ContainsFunc(d.Notices, func(n extract.Notice) bool { return n.Kind == kind })
}
