package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zhiwen/extract"
)

// fullLine is a line of 10 points as wide as the column that the pages of these tests have.
const fullLine = "These words fill the whole width of the column that the text of this page is set in, as they"

// englishBlock sets full lines one below the other at a margin, the last of them short.
func englishBlock(left, y, lines int) (content, text string) {
	for i := range lines {
		content += show("F1", 10, left, y-14*i, fullLine)
		text += fullLine + " "
	}
	return content + show("F1", 10, left, y-14*lines, "end."), text + "end."
}

// The numbers of references within a sentence may begin a line, as the entries of a list do.
func TestPDFCitationsAtLineStarts(t *testing.T) {
	around, text := englishBlock(72, 760, 10)
	page := around + show("F1", 10, 72, 560, fullLine[:84]+" [80], [81],") + show("F1", 10, 72, 546, "[82] can also be applied to improve what was found.") +
		show("F1", 10, 72, 500, fullLine[:84]+" methods") + show("F1", 10, 72, 486, "[83] and others.") +
		show("F1", 10, 72, 440, "[1] A. Author, A title of a paper.") + show("F1", 10, 72, 426, "[2] B. Author, Another title of a paper.")
	want := []string{"body " + text, "body " + fullLine[:84] + " [80], [81], [82] can also be applied to improve what was found.",
		"body " + fullLine[:84] + " methods [83] and others.", "body [1] A. Author, A title of a paper.", "body [2] B. Author, Another title of a paper."}
	if got := paragraphTexts(mustParse(t, pdfFile("", page))); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What stands right below the number of a formula is not of it.
func TestPDFNumberBelowFormula(t *testing.T) {
	around, text := englishBlock(72, 760, 10)
	page := around + show("F1", 10, 72, 560, fullLine) + show("F1", 10, 72, 546, "the number that is looked for and of which we know that it must be") +
		show("F1", 10, 250, 524, "x = a + b,") + show("F1", 10, 466, 510, "(2.4)") + show("F1", 10, 72, 496, "where a is the first of them.")
	want := []string{"body " + text, "body " + fullLine + " the number that is looked for and of which we know that it must be x = a + b, (2.4) where a is the first of them."}
	if got := paragraphTexts(mustParse(t, pdfFile("", page))); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// A sentence goes on behind the words of a figure at the end of its page, whose caption stands
// above it; and its heading stays with it.
func TestPDFSentenceOverPageWithFigure(t *testing.T) {
	around, text := englishBlock(72, 560, 20)
	figure := show("F1", 7, 200, 700, "Amplifier") + show("F1", 7, 300, 720, "Charging current") + show("F1", 7, 250, 660, "Switch") + show("F1", 7, 120, 640, "Logic")
	first := show("F2", 12, 72, 600, "A heading") + around + show("F1", 10, 72, 250, fullLine) + show("F1", 10, 72, 236, fullLine) + figure
	second := show("F1", 10, 72, 780, "continue with the sentence on the next page, where it ends at last.")
	rest, more := englishBlock(72, 740, 20)
	got := paragraphTexts(mustParse(t, pdfFile("", first, second+rest)))
	want := "body " + fullLine + " " + fullLine + " continue with the sentence on the next page, where it ends at last."
	if !slices.Contains(got, want) || !slices.Contains(got, "body "+text) || !slices.Contains(got, "body "+more) {
		t.Errorf("got\n%s\nwant among them\n%s", strings.Join(got, "\n"), want)
	}
	for i, p := range got {
		if strings.Contains(p, "A heading") && (i+1 == len(got) || got[i+1] != "body "+text) {
			t.Errorf("behind the heading stands %q", got[min(i+1, len(got)-1)])
		}
	}
}

// The words of a figure at the head of a page, as large as the text, go on with no sentence of
// the page before; the sentence goes on behind the caption, though it is about the figure.
func TestPDFFigureAtHeadOfPage(t *testing.T) {
	around, _ := englishBlock(72, 760, 20)
	first := around + show("F1", 10, 72, 250, "Figure 3 shows the results of it and of"+fullLine[37:]) + show("F1", 10, 72, 236, fullLine[:86]+", then,")
	figure := show("F1", 10, 120, 780, "Cumulative") + show("F1", 10, 120, 768, "reward") + show("F1", 10, 200, 700, "0") + show("F1", 10, 240, 700, "1000") +
		show("F1", 10, 160, 660, "Time steps") + show("F1", 9, 72, 640, "Figure 3. What was found in the end.")
	second := figure + show("F1", 10, 72, 610, "the sentence goes on behind the figure on the next page, where it ends.")
	rest, _ := englishBlock(72, 580, 20)
	got := paragraphTexts(mustParse(t, pdfFile("", first, second+rest)))
	want := "body Figure 3 shows the results of it and of" + fullLine[37:] + " " + fullLine[:86] + ", then, the sentence goes on behind the figure on the next page, where it ends."
	if !slices.Contains(got, want) {
		t.Errorf("got\n%s\nwant among them\n%s", strings.Join(got, "\n"), want)
	}
}

// A page begins with the last two lines of a paragraph, on paper where one table is wider than
// the text.
func TestPDFLastLinesOnANewPage(t *testing.T) {
	needFont(t)
	block, _ := hanBlock(780, 38)
	lines := ""
	for i := range 6 {
		lines += showHan(12, 50, 708-18*i, hanLine)
	}
	// The row that sticks out says where the margin of the page seems to be.
	wide := ""
	for i := range 5 {
		wide += showHan(12, 50, 560-18*i, hanLine+"超出边界的行")
	}
	last := "末页" + string([]rune(hanLine)[2:])
	page := showHan(12, 50, 780, last) + showHan(12, 50, 762, "到此为止。") + showHan(12, 74, 726, hanLine[:len(hanLine)-6]) + lines + showHan(12, 50, 600, "到此为止。") + wide
	d := mustParse(t, pdfFile("", block, page))
	if !strings.Contains(d.Text, last+"到此为止。\n") {
		t.Errorf("the paragraph is not whole:\n%s", strings.Join(paragraphTexts(d), "\n"))
	}
}

// At the foot of a page with close lines stands the beginning of a text whose lines are
// further apart.
func TestPDFRhythmOfItsOwn(t *testing.T) {
	needFont(t)
	page := ""
	for i := range 16 {
		page += showHan(12, 50, 780-16*i, fmt.Sprintf("[%d]作者.一个文献的题目.期刊.", i+1))
	}
	indented := string([]rune(hanLine)[2:])
	page += showHan(12, 74, 420, indented) + showHan(12, 50, 396, hanLine) + showHan(12, 50, 372, hanLine) + showHan(12, 50, 348, "到此为止。")
	d := mustParse(t, pdfFile("", page))
	if want := indented + hanLine + hanLine + "到此为止。"; !strings.Contains(d.Text, want) {
		t.Errorf("the paragraph is not whole:\n%s", strings.Join(paragraphTexts(d), "\n"))
	}
}

// An upright beside a part of a wide cell, as of a picture, does not part its text.
func TestPDFUprightInAWideCell(t *testing.T) {
	needFont(t)
	block, text := hanBlock(700, 6)
	frame := drawCell(40, 400, 560, 730) + "0.5 w 550 640 m 550 720 l S\n"
	d := mustParse(t, pdfFile("", frame+block))
	var got []string
	for _, p := range d.Paragraphs {
		if p.Kind != extract.Cell {
			got = append(got, string([]rune(d.Text)[p.Start:p.End]))
		}
	}
	if !slices.Contains(got, text) {
		t.Errorf("the paragraph is not whole:\n%s", strings.Join(paragraphTexts(d), "\n"))
	}
}

// A letter with an exponent and an index at the start of a line is of that line.
func TestPDFIndicesAtLineStart(t *testing.T) {
	around, text := englishBlock(72, 760, 10)
	page := around + show("F1", 10, 72, 560, fullLine) + show("F1", 10, 72, 546, "n") + showHan(7, 78, 550, "◦") + show("F1", 7, 78, 543, "i") +
		show("F1", 10, 86, 546, "(P) is what we look for.")
	got := mustParse(t, pdfFile("", page)).Text
	if want := text + "\n" + fullLine + " n◦i(P) is what we look for."; strings.ReplaceAll(got, " (P)", "(P)") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
