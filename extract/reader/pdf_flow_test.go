package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

// hanLine is a line of 38 characters, as wide as a page of 12 points.
const hanLine = "研究方法以及数据来源均在正文之中加以说明并且给出完整的推导过程还有实验结果供比较"

// hanBlock sets lines one below the other, the last of them short.
func hanBlock(y, lines int) (content, text string) {
	for i := range lines {
		content += showHan(12, 50, y-18*i, hanLine)
		text += hanLine
	}
	return content + showHan(12, 50, y-18*lines, "到此为止。"), text + "到此为止。"
}

// What is drawn around words of a line or behind a page makes no cells of running text.
func TestPDFFramesOfNoTable(t *testing.T) {
	needFont(t)
	around, text := hanBlock(780, 8)
	full := []rune(hanLine)
	code := showHan(12, 50, 560, string(full[:10])) + drawCell(175, 558, 235, 572) + show("F1", 10, 180, 562, "train.py") + showHan(12, 240, 560, string(full[:24])) +
		showHan(12, 50, 542, "到此为止。")
	names := showHan(12, 50, 560, string(full[:10])) + drawCell(175, 558, 211, 572) + show("F1", 8, 180, 562, "train.py") + drawCell(216, 558, 255, 572) + show("F1", 8, 220, 562, "score.py") +
		drawCell(260, 558, 290, 572) + show("F1", 8, 264, 562, "model") + showHan(12, 292, 560, string(full[:19])) + showHan(12, 50, 542, "到此为止。")
	marks := ""
	for _, at := range [][2]int{{20, 700}, {250, 690}, {480, 700}, {20, 650}, {250, 645}, {480, 650}} {
		marks += drawCell(at[0], at[1], at[0]+90, at[1]+64)
	}
	for _, c := range []struct {
		name, page string
		want       []string
	}{
		{"words of a program", around + code, []string{"body " + text, "body " + string(full[:10]) + "train.py" + string(full[:24]) + "到此为止。"}},
		{"names one behind the other", around + names, []string{"body " + text, "body " + string(full[:10]) + "train.pyscore.pymodel" + string(full[:19]) + "到此为止。"}},
		{"the boxes of a watermark", around + marks, []string{"body " + text}},
		{"a sign without a character before a mark", around + showHan(12, 50, 560, string(full[:20])) + showHan(12, 330, 560, "。"+string(full[:15])) + showHan(12, 50, 542, "到此为止。"),
			[]string{"body " + text, "body " + string(full[:20]) + " 。" + string(full[:15]) + "到此为止。"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := paragraphTexts(mustParse(t, pdfFile("", c.page)))
			for i := range got {
				got[i] = "body " + strings.ReplaceAll(strings.TrimPrefix(got[i], "body "), " ", "")
			}
			for i := range c.want {
				c.want[i] = "body " + strings.ReplaceAll(strings.TrimPrefix(c.want[i], "body "), " ", "")
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// A sentence goes on behind the figure, and behind the note at the foot of its column.
func TestPDFSentenceAroundFigure(t *testing.T) {
	needFont(t)
	full := []rune(hanLine)
	before, _ := hanBlock(780, 4)
	figure := show("F1", 9, 150, 600, "Input") + show("F1", 9, 300, 600, "Output") + showHan(10, 200, 570, "图1 系统的结构")
	page := before + showHan(12, 50, 690, hanLine) + showHan(12, 50, 672, hanLine) + figure + showHan(12, 50, 530, hanLine) + showHan(12, 50, 512, "到此为止。")
	d := mustParse(t, pdfFile("", page, before, before))
	if want := hanLine + hanLine + hanLine + "到此为止。"; !strings.Contains(d.Text, want) {
		t.Errorf("the sentence is not whole: %q", d.Text)
	}
	if !strings.Contains(d.Text, "图1 系统的结构\n") {
		t.Errorf("the caption is not by itself: %q", d.Text)
	}
	// Two columns; a note stands at the foot of the left one.
	column := func(x, y, lines int) (out string) {
		for i := range lines {
			out += showHan(12, x, y-18*i, string(full[:19]))
		}
		return out
	}
	notes := showHan(9, 50, 100, "收稿日期：2024年；修订日期：2025年") + showHan(9, 50, 88, "作者简介：某人")
	paper := column(50, 780, 36) + notes + column(310, 780, 40)
	d = mustParse(t, pdfFile("", paper, column(50, 780, 40)+column(310, 780, 40)))
	long := 0
	for _, p := range d.Paragraphs {
		long = max(long, p.End-p.Start)
	}
	if want := 19 * (36 + 40); long < want {
		t.Errorf("the longest paragraph has %d characters, want %d: the note parts it\n%s", long, want, strings.Join(paragraphTexts(d), "\n"))
	}
}

// The first page of a paper has its title and an abstract across, and half a page of two
// columns below; and heads of journals name an author.
func TestPDFFirstPageInColumns(t *testing.T) {
	needFont(t)
	full := []rune(hanLine)
	column := func(x, y, lines, from int) (out, text string) {
		for i := range lines {
			s := fmt.Sprintf("%c%c%s", 'A'+from, 'a'+i%26, string(full[:18]))
			out += showHan(12, x, y-18*i, s)
			text += s
		}
		return out, text
	}
	head := showHan(9, 160, 815, "张三，等：基于深度学习的工业分拣机器人快速视觉识别与定位算法研究")
	var pages []string
	abstract := showHan(16, 150, 790, "一种论文题目")
	for i := range 20 {
		abstract += showHan(10, 70, 760-15*i, strings.Repeat("摘要内容", 11))
	}
	a, left := column(50, 420, 18, 0)
	b, right := column(310, 420, 18, 1)
	pages = append(pages, abstract+a+b)
	for i := range 4 {
		a, _ := column(50, 780, 38, 2*i+2)
		b, _ := column(310, 780, 38, 2*i+3)
		pages = append(pages, head+a+b)
	}
	d := mustParse(t, pdfFile("", pages...))
	text := strings.ReplaceAll(d.Text, "\n", "")
	if !strings.Contains(text, left+right) {
		t.Errorf("the columns of the first page are not read one after the other")
	}
	for _, p := range d.Paragraphs {
		if p.Kind == extract.Cell {
			t.Fatalf("a cell: %q", string([]rune(d.Text)[p.Start:p.End]))
		}
	}
	if strings.Contains(text, "张三") {
		t.Error("the running head is text")
	}
}

// What stands side by side in one row on a page of text is a line of it, and numbered
// formulas are no table.
func TestPDFRowsOfNoTable(t *testing.T) {
	needFont(t)
	around, text := hanBlock(780, 12)
	row := showHan(12, 50, 520, "关键词") + showHan(12, 120, 520, "机器人") + showHan(12, 190, 520, "自动化")
	formulas := show("F1", 11, 200, 480, "x = a + b") + show("F1", 11, 520, 480, "(1)") + show("F1", 11, 200, 450, "y = a - b") + show("F1", 11, 520, 450, "(2)") +
		show("F1", 11, 200, 420, "z = y + x") + show("F1", 11, 520, 420, "(3)")
	d := mustParse(t, pdfFile("", around+row+formulas))
	for _, p := range d.Paragraphs {
		if p.Kind != extract.Body || p.Place.Table > 0 {
			t.Errorf("%s in table %d: %q", p.Kind, p.Place.Table, string([]rune(d.Text)[p.Start:p.End]))
		}
	}
	if !strings.HasPrefix(d.Text, text+"\n关键词 机器人 自动化\n") {
		t.Errorf("got %q", d.Text)
	}
}
