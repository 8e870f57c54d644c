package reader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
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

// Covers in English set labels beside values without lines; a long label is no further from
// its value than words are, and stands beside the middle of a title of two lines.
func TestPDFEnglishCover(t *testing.T) {
	at := func(x, y int, text string) string { return show("F1", 12, x, y, text) }
	text := at(72, 560, "The proposal studies how graph networks can be explained to people who are not experts, and it") + at(72, 546, "builds on the earlier work.")
	for _, c := range []struct {
		name, cover                   string
		title, applicant, institution string
		cells                         []string
	}{
		{"two columns", at(72, 693, "Project title") + at(192, 700, "Robust graph learning for the early detection of") + at(192, 686, "plant diseases in farms") +
			at(72, 660, "Principal investigators") + at(192, 660, "Anna Keller") + at(72, 630, "Host institution") + at(192, 630, "University of Northbridge") +
			at(72, 600, "Duration") + at(192, 600, "36 months"),
			"Robust graph learning for the early detection of plant diseases in farms", "Anna Keller", "University of Northbridge",
			[]string{"Project title", "Robust graph learning for the early detection of plant diseases in farms", "Principal investigators", "Anna Keller", "Host institution", "University of Northbridge", "Duration", "36 months"}},
		{"four columns", at(72, 660, "Applicant:") + at(150, 660, "Anna Keller") + at(300, 660, "Institution:") + at(385, 660, "University of Northbridge") +
			at(72, 640, "Year:") + at(150, 640, "2025") + at(300, 640, "Programme:") + at(385, 640, "Young Investigators") +
			at(72, 620, "Email:") + at(150, 620, "a.keller@north-bridge.edu") + at(300, 620, "Telephone:") + at(385, 620, "+44 1234 5678"),
			"", "Anna Keller", "University of Northbridge",
			[]string{"Applicant:", "Anna Keller", "Institution:", "University of Northbridge", "Year:", "2025", "Programme:", "Young Investigators", "Email:", "a.keller@north-bridge.edu", "Telephone:", "+44 1234 5678"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", show("F2", 20, 150, 760, "RESEARCH GRANT APPLICATION")+c.cover+text))
			var cells []string
			for _, p := range d.Paragraphs {
				if p.Kind == extract.Cell {
					cells = append(cells, string([]rune(d.Text)[p.Start:p.End]))
				}
			}
			if diff := cmp.Diff(c.cells, cells); diff != "" {
				t.Errorf("cells (-want +got):\n%s", diff)
			}
			if d.Metadata.Title != c.title && c.title != "" || d.Metadata.Applicant != c.applicant || d.Metadata.Institution != c.institution {
				t.Errorf("%+v", d.Metadata)
			}
		})
	}
}

// A title in large letters right above a line of labels is a line of its own.
func TestPDFTitleOverLabels(t *testing.T) {
	needFont(t)
	for _, size := range []int{16, 22, 28} {
		content := showHan(size, 160, 760, "国家科研项目申请书")
		for i, line := range []string{"项目名称：面向山区农业的图学习方法研究", "申请人：张三丰", "所在单位：北桥大学", "填表日期：2025年3月12日"} {
			content += showHan(12, 72, 746-13*i, line)
		}
		d := mustParse(t, pdfFile("", content))
		m := d.Metadata
		if m.Title != "面向山区农业的图学习方法研究" || m.Applicant != "张三丰" || m.Institution != "北桥大学" || m.Year != 2025 || !strings.Contains("\n"+d.Text, "\n国家科研项目申请书\n") {
			t.Errorf("at %d points: %q, %+v", size, d.Text, m)
		}
	}
	// The title of a proposal may be broken where its author likes.
	d := mustParse(t, pdfFile("", show("F1", 20, 90, 760, "Robust graph learning for the early")+show("F1", 20, 120, 736, "detection of plant diseases")+
		setLines("F1", 680, 0, lorem...)+setLines("F1", 560, 0, lorem...)))
	if want := "Robust graph learning for the early detection of plant diseases\n"; !strings.HasPrefix(d.Text, want) {
		t.Errorf("got %q", d.Text[:80])
	}
}
