package reader

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"zhiwen/extract"
)

// numberedPage sets the English proposal twice and writes a number beside each line at x, the
// first being from.
func numberedPage(x, from int) string {
	var s strings.Builder
	for i := range 2 * len(englishProposal) {
		s.WriteString(show("F1", 12, x, 760-30*i, strconv.Itoa(from+i)))
		s.WriteString(show("F1", 12, 90, 760-30*i, englishProposal[i%len(englishProposal)]))
	}
	return s.String()
}

// Manuscripts have numbers beside their lines, which are neither text nor make a table of it.
func TestPDFLineNumbers(t *testing.T) {
	for name, pages := range map[string][]string{
		"left, going on":        {numberedPage(50, 1), numberedPage(50, 21)},
		"left, page by page":    {numberedPage(50, 1), numberedPage(50, 1)},
		"right of the text":     {numberedPage(560, 1), numberedPage(560, 21)},
		"over a hundred, right": {numberedPage(560, 80), numberedPage(560, 100)},
	} {
		t.Run(name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", pages...))
			for _, p := range d.Paragraphs {
				if p.Kind != extract.Body {
					t.Errorf("%s %q", p.Kind, string([]rune(d.Text)[p.Start:p.End]))
				}
			}
			if strings.ContainsAny(d.Text, "0123456789") {
				t.Errorf("numbers in %q", d.Text)
			}
		})
	}
}

// The first column of a table has numbers too, and they are read.
func TestPDFNumbersOfTable(t *testing.T) {
	var pages []string
	for p := range 2 {
		var s strings.Builder
		for i := range 20 {
			n := 20*p + i + 1
			s.WriteString(show("F1", 12, 50, 760-30*i, strconv.Itoa(n)))
			s.WriteString(show("F1", 12, 90, 760-30*i, fmt.Sprintf("Item %c", 'A'+i)))
			s.WriteString(show("F1", 12, 300, 760-30*i, fmt.Sprintf("%d kg", 7*n)))
		}
		pages = append(pages, s.String())
	}
	d := mustParse(t, pdfFile("", pages...))
	for n := 1; n <= 40; n++ {
		if !strings.Contains("\n"+d.Text+"\n", fmt.Sprintf("\n%d\n", n)) {
			t.Fatalf("number %d is lost in %.300q", n, d.Text)
		}
	}
}

// What is written twice is dropped once, double letters too.
func TestPDFLineWrittenTwice(t *testing.T) {
	line := "Uncertainty varies heavily across all countries and will still differ"
	d := mustParse(t, pdfFile("", show("F1", 10, 72, 700, line)+show("F1", 10, 72, 700, line)))
	if d.Text != line {
		t.Errorf("read %q", d.Text)
	}
}

// A sentence may end in a line that has nothing but the numbers of references.
func TestPDFEndsWithReferences(t *testing.T) {
	page := setLines("F1", 740, 0, lorem...) + setLines("F1", 692, 0, "This makes it easy for the people of the office to follow what was done [5],") +
		show("F1", 8, 72, 676, "[23], [34].") + setLines("F1", 640, 0, lorem...)
	d := mustParse(t, pdfFile("", page))
	if !strings.Contains(d.Text, "was done [5], [23], [34].") {
		t.Errorf("read %q", d.Text)
	}
}

// A label of a cover may be set apart over the width of its cell.
func TestPDFSpreadLabels(t *testing.T) {
	var s strings.Builder
	s.WriteString(showHan(22, 180, 740, "本科毕业论文"))
	for i, row := range [][3]string{{"学", "院：", "计算机与信息工程学院"}, {"姓", "名：", "李明远"}, {"专", "业：", "软件工程"}} {
		y := 600 - 40*i
		s.WriteString(showHan(14, 150, y, row[0]) + showHan(14, 200, y, row[1]) + showHan(14, 290, y, row[2]))
	}
	d := mustParse(t, pdfFile("", s.String()))
	for _, want := range []string{"学 院：", "姓 名：", "专 业："} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("no %q in %q", want, d.Text)
		}
	}
	if d.Metadata.Applicant != "李明远" {
		t.Errorf("applicant %q", d.Metadata.Applicant)
	}
}
