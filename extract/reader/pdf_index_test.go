package reader

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A line of which most characters are raised numbers has the size of its words, and goes on
// with the line before it.
func TestPDFLineOfCitations(t *testing.T) {
	needFont(t)
	around, text := hanBlock(780, 6)
	full := string([]rune(hanLine))
	line, x := "", 50
	for _, piece := range []struct{ words, numbers string }{{"图割方法", "[84,90,168-170]"}, {"与随机场的方法", "[96,168]"}, {"和水平集方法", "[160,162]"}, {"均在正文之中加以说明并且给出", "[172]"}} {
		line += showHan(12, x, 600, piece.words)
		x += 12 * len([]rune(piece.words))
		line += show("F1", 7, x, 605, piece.numbers)
		x += 4 * len(piece.numbers)
	}
	page := around + showHan(12, 50, 618, full) + line + showHan(12, 50, 582, full) + showHan(12, 50, 564, "输入") + show("F1", 7, 74, 569, "[147-149, 174-175]") + showHan(12, 140, 564, "。")
	got := paragraphTexts(mustParse(t, pdfFile("", page)))
	want := "body " + full + "图割方法[84,90,168-170]与随机场的方法[96,168]和水平集方法[160,162]均在正文之中加以说明并且给出[172]" + full + "输入[147-149, 174-175]。"
	if len(got) != 2 || got[0] != "body "+text || strings.ReplaceAll(got[1], " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("got\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), "body "+text, want)
	}
}

// A letter with a long index, as the resistance R with isc below it, is no word: what it
// stands in is a formula, and the sentence goes on in it and behind it.
func TestPDFFormulaWithLongIndices(t *testing.T) {
	around, text := englishBlock(72, 760, 10)
	const before = " the short circuit resistance is varied over a logarithmic range,"
	index := func(x int, letter, index string) string {
		return show("F1", 10, x, 524, letter) + show("F1", 7, x+7, 522, index)
	}
	page := around + show("F1", 10, 72, 560, fullLine) + show("F1", 10, 72, 546, before[1:]) +
		index(220, "R", "isc") + show("F1", 10, 240, 524, "= (") + index(254, "R", "crit") + show("F1", 10, 275, 524, "+") + index(284, "R", "cell") + show("F1", 10, 302, 524, "),") +
		show("F1", 10, 72, 502, "where the second of them is known.")
	want := []string{"body " + text, "body " + fullLine + before + " Risc = ( Rcrit + Rcell), where the second of them is known."}
	if got := paragraphTexts(mustParse(t, pdfFile("", page))); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The pieces of a formula side by side are no table on a page of formulas either, nor are the
// steps of an algorithm that stand far behind their numbers.
func TestPDFNoTables(t *testing.T) {
	for _, c := range []struct{ name, page string }{
		{"a formula in pieces", show("F1", 10, 72, 700, "The secant method:") + show("F1", 10, 72, 660, "f(p) = ") + show("F1", 10, 150, 660, "[f(x) + f(p)]") + show("F1", 10, 250, 660, "(x + p)") +
			show("F1", 10, 72, 620, "It ends here.")},
		{"steps of an algorithm", show("F1", 10, 72, 700, "Algorithm: of a tree.") + show("F1", 10, 72, 680, "10:") + show("F1", 10, 130, 680, "build the table of the middle.") +
			show("F1", 10, 72, 666, "11:") + show("F1", 10, 160, 666, "take its first row.") + show("F1", 10, 72, 652, "12:") + show("F1", 10, 160, 652, "take its second row.")},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, p := range paragraphTexts(mustParse(t, pdfFile("", c.page))) {
				if strings.HasPrefix(p, "cell") {
					t.Errorf("got %q", p)
				}
			}
		})
	}
}

// The size of running text is that of the Chinese text, though the references in English have
// more characters: what tells of the paper at the foot of its first page is a note, around
// which the sentence goes on.
func TestPDFSizeOfTextWithReferences(t *testing.T) {
	needFont(t)
	half := string([]rune(hanLine)[:18])
	column := func(x, from, lines int) (content string) {
		for i := range lines {
			content += showHan(12, x, from-18*i, half)
		}
		return content
	}
	first := column(50, 780, 34) + showHan(8, 58, 130, "收稿日期") + show("F1", 8, 95, 130, "2017-03-21") + show("F1", 8, 58, 118, "Supported by the National Natural Science Foundation") +
		column(310, 780, 38)
	references := ""
	for i := range 30 {
		references += show("F1", 8, 50, 780-12*i, fmt.Sprintf("%d Author A. A title of a paper on segmentation of images", i+1))
	}
	d := mustParse(t, pdfFile("", first, references))
	if !strings.Contains(d.Text, strings.Repeat(half, 34+38)) {
		t.Errorf("the text is not whole: %q", d.Text)
	}
}
