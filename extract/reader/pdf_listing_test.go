package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/internal/testrun"
)

// The lines of a program end where they end, and its comments beside the statements are
// no cells: a listing is one paragraph.
func TestPDFListings(t *testing.T) {
	t.Parallel()
	set := func(y int, rows ...string) (out string) {
		for i, row := range rows {
			code, comment, beside := strings.Cut(row, "  ")
			out += show("F1", 10, 90, y-14*i, code)
			if beside {
				out += show("F1", 10, 320, y-14*i, comment)
			}
		}
		return out
	}
	for _, c := range []struct {
		name string
		rows []string
	}{
		{"a circuit", []string{"module counter(", "input wire clk,  // the clock", "input wire rst,  // zeroes it", "output reg [7:0] count", ");", "always @(posedge clk) begin", "if (rst) count <= 0;", "else count <= count + 1;", "end", "endmodule"}},
		{"a script", []string{"def score(edges, rate):", "total = 0", "for e in edges:", "total += e.weight * rate", "return total"}},
		{"an algorithm", []string{"1: for each edge e do", "2: score the edge", "3: if it is better then", "4: keep it", "5: end if", "6: end for"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := mustParse(t, pdfFile("", setLines("F1", 780, 0, lorem...)+set(710, c.rows...)+setLines("F1", 540, 0, lorem...)))
			checkDocument(t, d)
			text := strings.Join(lorem, " ")
			if diff := cmp.Diff([]string{"body " + text, "body " + strings.ReplaceAll(strings.Join(c.rows, "\n"), "  ", " "), "body " + text}, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
	for _, c := range []struct{ name, page, want string }{
		{"in a frame, with the numbers of its lines", drawCell(70, 600, 550, 730) + "0.5 w 100 600 m 100 730 l S\n" +
			show("F1", 9, 80, 710, "1") + show("F1", 9, 110, 710, "model = load(path)") + show("F1", 9, 80, 697, "2") + show("F1", 9, 110, 697, "for layer in model:") +
			show("F1", 9, 80, 684, "3") + show("F1", 9, 130, 684, "layer.trainable = False") + show("F1", 9, 80, 671, "4") + show("F1", 9, 110, 671, "model.fit(x, y)"),
			"body 1 model = load(path)\n2 for layer in model:\n3 layer.trainable = False\n4 model.fit(x, y)"},
		{"a comment over two lines", set(710, "total = 0;") + show("F1", 10, 90, 696, "total += a; // the sum of all that was found in the pages of the document with one more") +
			show("F1", 10, 72, 682, "word than there is room for in the line of the program it is about") + set(668, "print(total);", "return total;"),
			"body total = 0;\ntotal += a; // the sum of all that was found in the pages of the document with one more\nword than there is room for in the line of the program it is about\nprint(total);\nreturn total;"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := paragraphTexts(mustParse(t, pdfFile("", setLines("F1", 780, 0, lorem...)+c.page+setLines("F1", 540, 0, lorem...))))
			if !slices.Contains(got, c.want) {
				t.Errorf("got\n%s\nwant among them\n%s", strings.Join(got, "\n"), c.want)
			}
		})
	}
	t.Run("comments aligned over a page are no column", func(t *testing.T) {
		t.Parallel()
		var rows []string
		for i := range 40 {
			rows = append(rows, fmt.Sprintf("count[%d] = next(%d) + previous(%d) - first(%d);  // that is number %d of the things that count", i, i, i, i, i))
		}
		d := mustParse(t, pdfFile("", set(780, rows...)))
		if want := strings.ReplaceAll(strings.Join(rows, "\n"), "  ", " "); d.Text != want {
			t.Errorf("got %q", d.Text)
		}
	})
	t.Run("a table of numbers is none", func(t *testing.T) {
		t.Parallel()
		var table string
		for i := range 5 {
			for k := range 3 {
				table += show("F1", 10, 90+120*k, 700-14*i, fmt.Sprintf("%d.%d", i, k))
			}
		}
		d := mustParse(t, pdfFile("", setLines("F1", 780, 0, lorem...)+table+setLines("F1", 540, 0, lorem...)))
		cells := 0
		for _, p := range d.Paragraphs {
			if p.Kind == extract.Cell {
				cells++
			}
		}
		if cells != 15 {
			t.Errorf("%d cells, want 15:\n%s", cells, strings.Join(paragraphTexts(d), "\n"))
		}
	})
}

// What stands within a sentence without being of it does not part it: the indices of its
// line, a formula that is a picture, a notice at the foot of the column.
func TestPDFSentencesAroundPieces(t *testing.T) {
	t.Parallel()
	narrowed := func(x, y, lines int) (out string) {
		for i := range lines {
			out += show("F1", 12, x, y-16*i, narrow[1])
		}
		return out
	}
	for _, c := range []struct{ name, page, want string }{
		{"an index below an exponent", show("F1", 12, 72, 700, "The power that the network needs is denoted by w") + show("F1", 7, 333, 705, "rr") + show("F1", 7, 333, 697, "i") + show("F1", 12, 341, 700, ". It is bounded.") + setLines("F1", 684, 0, lorem...),
			"is denoted by wrri. It is bounded."},
		{"indices written behind their line", show("F1", 12, 72, 700, "The proposal studies how graph neural networks with r can be explained in-") + show("F1", 7, 350, 697, "f") + setLines("F1", 684, 0, "dependently of who looks at them, and what is shown of it and to whom"),
			"explained independently of who"},
		{"a formula that is a picture", setLines("F1", 700, 0, lorem[0], lorem[1], "method, and the score of each edge can be written as a sum over the paths, where") + setLines("F1", 620, 0, "in which the weights are those of the paths that lead to a node and away from it", lorem[2]),
			"over the paths, where in which the weights"},
		{"a notice at the foot of a column", narrowed(50, 700, 20) + show("F1", 12, 50, 380, "experts in it and builds on earlier mech-") + show("F1", 12, 50, 330, "Conference on Graphs, New York, USA.") + show("F1", 12, 310, 700, "anisms that are known of graphs to all") + narrowed(310, 684, 20),
			"builds on earlier mechanisms that are known"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if d := mustParse(t, pdfFile("", c.page+setLines("F1", 240, 0, append(lorem[:0:0], lorem...)...))); !strings.Contains(d.Text, c.want) {
				t.Errorf("%q is not in:\n%s", c.want, strings.Join(paragraphTexts(d), "\n"))
			}
		})
	}
}

// The program that recognised a scan measured each line: one without high letters seems
// to be smaller.
func TestPDFSizesOfAScan(t *testing.T) {
	testrun.NeedWhole(t)
	t.Parallel()
	content := "q 595 0 0 842 0 0 cm /I Do Q 3 Tr\n"
	text := lorem[0]
	for i, size := range []int{12, 11, 12, 13, 11, 12} {
		line := lorem[i%3]
		content += show("F1", size, 72, 700-16*i, line)
		if i > 0 {
			text += " " + line
		}
	}
	picture := stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\xE0")
	d := mustParse(t, onePage(paper, "/XObject << /I 5 0 R >>", stream("", content), picture))
	if diff := cmp.Diff([]string{"body " + text}, paragraphTexts(d)); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
}

// A letter of a font of signs at the start of a line is a bullet.
func TestPDFBulletsByLetter(t *testing.T) {
	t.Parallel()
	font := "<< /Type /Font /Subtype /Type1 /BaseFont /%s >>"
	for name, sign := range map[string]string{"ABCDEF+ZapfDingbatsITC": "■ ", "ABCDEF+Wingdings": "■ ", "Helvetica": "n "} {
		content := "BT /F2 12 Tf 1 0 0 1 72 700 Tm (n) Tj /F1 12 Tf 20 0 Td (A farmer who saw it.) Tj ET"
		d := mustParse(t, onePage(paper, "/Font << /F1 5 0 R /F2 6 0 R >>", stream("", content), fmt.Sprintf(font, "Times-Roman"),
			"<< /Type /Font /Subtype /TrueType /BaseFont /"+name+" /FirstChar 110 /LastChar 110 /Widths [700] /Encoding /WinAnsiEncoding >>"))
		if want := sign + "A farmer who saw it."; d.Text != want {
			t.Errorf("%s: %q, want %q", name, d.Text, want)
		}
	}
}

// The entries of a list are no table: a number in brackets and its text, in whatever order
// the file has them, and titles with the numbers of their pages at the margin.
func TestPDFEntriesOfNoTable(t *testing.T) {
	t.Parallel()
	var contents, dots, numbers, texts, letters string
	for i, name := range []string{"应用层", "表示层", "会话层", "传输层"} { // the colons apart, as converters of old files leave them
		letters += show("F1", 12, 100, 700-20*i, string(rune('a'+i))+")") + showHan(12, 130, 700-20*i, name) + showHan(12, 175, 700-20*i, "："+strings.Repeat("处理", 3+5*i)+"数据")
	}
	for i, title := range []string{"Introduction", "State of the art", "Methods", "Results of the study", "Discussion", "Outlook"} {
		contents += show("F1", 12, 72, 700-20*i, fmt.Sprintf("Chapter %d", i+1)) + show("F1", 12, 160, 700-20*i, title) + show("F1", 12, 500, 700-20*i, fmt.Sprint(11+3*i))
		if i < 3 {
			dots += show("F1", 12, 72, 700-20*i, fmt.Sprintf("1.%d", i+1)) + show("F1", 12, 160, 700-20*i, title+strings.Repeat(".", 40)+fmt.Sprint(2+i))
		}
		numbers += show("F1", 12, 72, 700-20*i, fmt.Sprintf("[%d]", i+1))
		texts += show("F1", 12, 110, 700-20*i, title+" of graphs. Journal of Graphs, 2020.")
	}
	var mixed string // TeX sets no dots behind the titles of chapters
	for i, title := range []string{"1 Introduction", "1.1 State of the art", "1.2 Methods of the study", "2 Results of the study", "2.1 Discussion", "2.2 Outlook", "2.3 Questions left"} {
		if strings.Contains(title, ".") {
			title += " " + strings.Repeat(". ", 30) + fmt.Sprint(4+i)
		} else {
			mixed += show("F2", 12, 500, 700-20*i, fmt.Sprint(4+i))
		}
		mixed += show("F1", 12, 72, 700-20*i, title)
	}
	for _, c := range []struct{ name, page, want string }{
		{"contents of which only some have dots", mixed, "\n2 Results of the study 7\n2.1 Discussion"},
		{"contents without dots", contents, "Chapter 2 State of the art 14\nChapter 3 Methods 17"},
		{"contents whose numbers stand apart from their dots", dots, "1.2 State of the art" + strings.Repeat(".", 40) + "3"},
		{"items counted in letters", letters, "b) 表示层 ：处理处理处理处理处理处理处理处理数据\nc) 会话层 ："},
		{"references, all numbers first", numbers + texts, "[2] State of the art of graphs. Journal of Graphs, 2020.\n[3] Methods of graphs."},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if strings.Contains(c.page, "F3") {
				needFont(t)
			}
			d := mustParse(t, pdfFile("", c.page))
			for _, p := range d.Paragraphs {
				if p.Kind == extract.Cell {
					t.Errorf("a cell: %q", string([]rune(d.Text)[p.Start:p.End]))
				}
			}
			if !strings.Contains(d.Text, c.want) {
				t.Errorf("%q is not in %q", c.want, d.Text)
			}
		})
	}
}

// The words of a figure whose boxes cover one another are one finding.
func TestPDFHiddenParts(t *testing.T) {
	t.Parallel()
	content := show("F1", 12, 72, 780, "Seen above.")
	for i, word := range []string{"encoder", "decoder", "attention", "softmax", "dropout"} {
		content += show("F1", 12, 72, 740-60*i, fmt.Sprintf("Seen line %d.", i)) + "1 g " + show("F1", 10, 300, 710-60*i, word) + "0 g "
	}
	d := mustParse(t, pdfFile("", content))
	if len(d.Flags) != 1 || !strings.Contains(d.Flags[0].Text, "encoder") || !strings.Contains(d.Flags[0].Text, "dropout") {
		t.Errorf("flags %+v", d.Flags)
	}
}

// What MathType leaves in a text to count its formulas by chapters is no hidden text, nor are
// the words of a form that say where; what else is hidden beside it is.
func TestFormulaMarks(t *testing.T) {
	t.Parallel()
	const fields = `MACROBUTTON MTEditEquationSection2 Equation Chapter (Next) Section 1 SEQ MTEqn \r \h \* MERGEFORMAT SEQ MTSec \r 1 \h \* MERGEFORMAT SEQ MTChap \h \* MERGEFORMAT`
	hidden := func(s string) string {
		return `<w:r><w:rPr><w:vanish/></w:rPr>` + s + `</w:r>`
	}
	field := func(kind string) string { return hidden(`<w:fldChar w:fldCharType="` + kind + `"/>`) }
	code := func(s string) string { return hidden(`<w:instrText xml:space="preserve">` + s + `</w:instrText>`) }
	sequence := func(s string) string {
		return field("begin") + code("SEQ "+s+` \h \* MERGEFORMAT`) + field("separate") + hidden(`<w:t>1</w:t>`) + field("end")
	}
	whole := field("begin") + code("MACROBUTTON MTEditEquationSection2 Equation Chapter 1 Section 1") + sequence(`MTEqn \r`) + sequence(`MTSec \r 1`) + sequence(`MTChap \r 1`) + field("end")
	withResult := field("begin") + code("MACROBUTTON MTEditEquationSection2") + field("separate") + hidden(`<w:t>Equation Chapter 1 Section 1</w:t>`) + field("end")
	for _, c := range []struct {
		name, mark string
		flagged    bool
	}{
		{"a chapter", "Equation Chapter 1 Section 1", false},
		{"the next one", "Equation Chapter (Next) Section 1", false},
		{"two marks", "Equation Chapter 1 Section 1 Equation Section (Next)", false},
		{"in Chinese", "公式章 2 节 1", false},
		{"the next one in Chinese", "公式章 (下一章) 节 1", false},
		{"its fields", fields, false},
		{"a form's words", "章的MathType的章标记（打印前将其字体颜色变为白色，在打印预览中看不见即可）：", false},
		{"those with a mark", "第2章的 MathType 的章标记（打印前将其字体颜色变为白色，在打印预览中看不见即可）：Equation Chapter 2 Section 1", false},
		{"something else beside a mark", "Equation Chapter 1 Section 1 secret words", true},
		{"something else in its words", "章的MathType的章标记（本项目系重大突破）：", true},
		{"something else of the program", "MathType", true},
	} {
		write := show
		if strings.ContainsAny(c.mark, "章") {
			write = func(_ string, size, x, y int, s string) string { return showHan(size, x, y, s) }
		}
		old := oldText(oldPara{runs: []oldRun{{"Seen above.", nil}, {c.mark, sprm(sprmHidden, 1)}, {"\r", nil}}})
		for kind, data := range map[string][]byte{
			"pdf":  pdfFile("", show("F1", 12, 72, 780, "Seen above.")+"1 g "+write("F1", 6, 72, 700, strings.ReplaceAll(c.mark, `\`, `\\`))),
			"docx": wordFile(t, `<w:p><w:r><w:t>Seen above.</w:t></w:r></w:p><w:p>`+hidden(`<w:t>`+c.mark+`</w:t>`)+`</w:p>`),
			"doc":  old.write(t),
		} {
			if d := mustParse(t, data); d.Text != "Seen above." || len(d.Flags) > 0 != c.flagged {
				t.Errorf("%s, %s: %q, flags %+v", c.name, kind, d.Text, d.Flags)
			}
		}
	}
	for name, mark := range map[string]string{"as the program writes it": whole, "with a result": withResult} {
		if d := mustParse(t, wordFile(t, `<w:p>`+mark+`</w:p><w:p><w:r><w:t>Seen above.</w:t></w:r></w:p>`)); d.Text != "Seen above." || len(d.Flags) != 0 {
			t.Errorf("%s: %q, flags %+v", name, d.Text, d.Flags)
		}
	}
}

// A file may begin with the mark of UTF-8 or the head of a mail before its header.
func TestPDFBehindMarks(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{"a byte order mark": "\ufeff", "MIME": "MIME-Version: 1.0\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: binary\r\n\r\n", "a form's part": "------WebKitFormBoundary7\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\n"} {
		d := mustParse(t, []byte(before+string(pdfFile("", setLines("F1", 700, 0, lorem...)))))
		if d.Method != "pdf/pdfium" || !strings.Contains(d.Text, lorem[0]) {
			t.Errorf("%s: %q by %s", name, d.Text, d.Method)
		}
	}
}

// Where the rows of a program stand far apart, an empty row does not end it.
func TestPDFListingWithEmptyRow(t *testing.T) {
	rows := []string{"int size;", "int address[10];", "int accessed;", "int modified;", "", "int number;", "int count;"}
	page := setLines("F1", 780, 0, lorem...)
	var want []string
	for i, row := range rows {
		if row != "" {
			page += show("F1", 10, 90, 700-19*i, row)
			want = append(want, row)
		}
	}
	text := strings.Join(lorem, " ")
	got := paragraphTexts(mustParse(t, pdfFile("", page)))
	if diff := cmp.Diff([]string{"body " + text, "body " + strings.Join(want, "\n")}, got); diff != "" {
		t.Errorf("paragraphs (-want +got):\n%s", diff)
	}
}
