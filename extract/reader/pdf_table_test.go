package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// box draws the frame of a cell.
func drawCell(x0, y0, x1, y1 int) string {
	return fmt.Sprintf("0.5 w %d %d %d %d re S\n", x0, y0, x1-x0, y1-y0)
}

func TestPDFTables(t *testing.T) {
	above, below := show("F1", 12, 72, 760, "Above the table stands a line of text that is as wide as the page, or nearly so, to tell."), show("F1", 12, 72, 400, "Below the table stands another one, which is nearly as wide as the page is, all in all.")
	for _, c := range []struct {
		name  string
		pages []string
		want  []string
	}{
		{"drawn, with merged cells", []string{above + drawCell(72, 700, 222, 740) + drawCell(222, 720, 522, 740) + drawCell(222, 700, 372, 720) + drawCell(372, 700, 522, 720) + drawCell(72, 680, 222, 700) + drawCell(222, 680, 372, 700) + drawCell(372, 680, 522, 700) +
			show("F1", 12, 80, 725, "high") + show("F1", 12, 230, 725, "wide") + show("F1", 12, 230, 705, "left") + show("F1", 12, 380, 705, "right") + show("F1", 12, 80, 685, "one") + show("F1", 12, 380, 685, "three") + below},
			[]string{"1/1/1+2+1 high", "1/1/2+1+2 wide", "1/2/2 left", "1/2/3 right", "1/3/1 one", "1/3/3 three"}},
		{"drawn, several lines in a cell", []string{above + drawCell(72, 660, 222, 700) + drawCell(222, 660, 422, 700) + drawCell(72, 640, 222, 660) + drawCell(222, 640, 422, 660) +
			show("F1", 12, 80, 685, "label") + show("F1", 12, 230, 685, "a value that needs more") + show("F1", 12, 230, 670, "than one line") + show("F1", 12, 80, 645, "next") + show("F1", 12, 230, 645, "row") + below},
			[]string{"1/1/1 label", "1/1/2 a value that needs more than one line", "1/2/1 next", "1/2/2 row"}},
		{"not drawn", []string{above + show("F1", 12, 72, 700, "Name") + show("F1", 12, 250, 700, "Year") + show("F1", 12, 400, 700, "Share") + show("F1", 12, 72, 680, "Alpha") + show("F1", 12, 250, 680, "2024") + show("F1", 12, 400, 680, "0.25") + below},
			[]string{"1/1/1 Name", "1/1/2 Year", "1/1/3 Share", "1/2/1 Alpha", "1/2/2 2024", "1/2/3 0.25"}},
		{"last on a page with a label at its side and a note", []string{show("F1", 12, 72, 780, "Above the table stands a line of text that is as wide as the page, or nearly so, to tell.") + drawCell(72, 700, 222, 740) + drawCell(222, 700, 422, 740) + drawCell(72, 660, 222, 700) + drawCell(222, 660, 422, 700) +
			show("F1", 12, 80, 720, "a") + show("F1", 12, 230, 720, "b") + show("F1", 12, 80, 680, "c") + show("F1", 12, 230, 680, "d") + "BT /F1 9 Tf 0 1 -1 0 60 640 Tm (upwards) Tj ET " + show("F1", 8, 72, 600, "1 A note on what stands above.")},
			[]string{"1/1/1 a", "1/1/2 b", "1/2/1 c", "1/2/2 d"}},
		{"over a page end", []string{
			above + drawCell(72, 60, 222, 100) + drawCell(222, 60, 422, 100) + show("F1", 12, 80, 85, "label") + show("F1", 12, 230, 70, "a sentence that goes on over the"),
			drawCell(72, 740, 222, 780) + drawCell(222, 740, 422, 780) + show("F1", 12, 230, 760, "end of the page") + drawCell(72, 700, 222, 740) + drawCell(222, 700, 422, 740) + show("F1", 12, 80, 720, "last") + show("F1", 12, 230, 720, "row") + below},
			[]string{"1/1/1 label", "1/1/2 a sentence that goes on over the end of the page", "1/2/1 last", "1/2/2 row"}},
		{"a chapter in a cell beside its name", []string{above + drawCell(72, 600, 132, 740) + drawCell(132, 600, 532, 740) + show("F1", 12, 76, 720, "Aims") +
			show("F1", 12, 140, 720, "The first paragraph of the chapter begins here and goes on to the edge,") + show("F1", 12, 140, 704, "ends soon.") + show("F1", 12, 140, 688, "The second one is another paragraph.") + below},
			[]string{"1/1/1 Aims", "1/1/2 The first paragraph of the chapter begins here and goes on to the edge, ends soon.", "1/1/2 The second one is another paragraph."}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", c.pages...))
			if diff := cmp.Diff(c.want, places(d)); diff != "" {
				t.Errorf("places (-want +got):\n%s\n%s", diff, strings.Join(paragraphTexts(d), "\n"))
			}
		})
	}
}

// Marks in another font that the file writes when it is through with the rest
// of the line stand where they are drawn.
func TestPDFMarksWrittenLast(t *testing.T) {
	needFont(t)
	line := showHan(12, 72, 700, "研究") + showHan(12, 108, 700, "方法") + showHan(12, 144, 700, "及其应用前景。") + showHan(12, 96, 700, "《") + showHan(12, 132, 700, "》")
	if got, want := mustParse(t, pdfFile("", line)).Text, "研究《方法》及其应用前景。"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Covers set labels beside what is filled in without lines, no further apart than words,
// and labels apart over the width of their cells.
func TestPDFCoverWithoutLines(t *testing.T) {
	needFont(t)
	cell := func(x, y int, text string) string { return showHan(14, x, y, text) }
	cover := cell(170, 700, "题") + cell(212, 700, "目") + cell(230, 700, "面向复杂场景的多模态大模型") + cell(230, 682, "可解释性评价方法与关键技术") + cell(230, 664, "研究") +
		cell(170, 646, "姓") + cell(212, 646, "名") + cell(230, 646, "张三") + cell(330, 646, "职称") + cell(364, 646, "教授") +
		cell(170, 628, "指导教师") + cell(230, 628, "李四") + cell(330, 628, "电话") + cell(364, 628, "无") +
		cell(170, 610, "学") + cell(212, 610, "院") + cell(230, 610, "信息科学学院") + cell(330, 610, "学科") + cell(364, 610, "材料学")
	d := mustParse(t, pdfFile("", cover))
	want := []string{"题 目", "面向复杂场景的多模态大模型可解释性评价方法与关键技术研究", "姓 名", "张三", "职称", "教授", "指导教师", "李四", "电话", "无", "学 院", "信息科学学院", "学科", "材料学"}
	for i := range want {
		want[i] = "cell " + want[i]
	}
	if diff := cmp.Diff(want, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
	if want := "面向复杂场景的多模态大模型可解释性评价方法与关键技术研究"; d.Metadata.Title != want || d.Metadata.Applicant != "张三" {
		t.Errorf("title %q of %q", d.Metadata.Title, d.Metadata.Applicant)
	}

	// Running text has gaps one below the other too.
	var text string
	for i := range 4 {
		text += cell(72, 700-18*i, "这一段文字说") + cell(160, 700-18*i, "明一件事情而且一直写到右边去为止了")
	}
	got := paragraphTexts(mustParse(t, pdfFile("", text)))
	for _, p := range got {
		if strings.HasPrefix(p, "cell ") {
			t.Errorf("running text is cells: %q", got)
			break
		}
	}
}
