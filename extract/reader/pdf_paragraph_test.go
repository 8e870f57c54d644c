package reader

import (
	"slices"
	"strings"
	"testing"
)

// A paragraph of a PDF goes on over what is set in it on lines of its own, and over what
// begins its line in another font.
func TestPDFSentencesGoOn(t *testing.T) {
	const (
		full  = "These words fill the whole width of the column that the text of this page is set in, as they"
		full2 = "do here once more, with as many words as can stand in one line of the page and not a letter more"
		left  = 72
		step  = 14
	)
	line := func(y int, text string) string { return show("F1", 10, left, y, text) }
	around := func(y int) (out string) { // text that says where the margins are
		for i := range 10 {
			out += line(y-step*i, full)
		}
		return out + line(y-10*step, "end.")
	}
	text := strings.Repeat(full+" ", 10) + "end."
	for _, c := range []struct {
		name string
		page string
		want []string // behind the text around
	}{
		{"a formula in a sentence",
			line(540, full) + line(526, "the number that is looked for and of which we know that it must be") +
				show("F1", 10, 250, 502, "x = a + b") + show("F1", 10, 480, 502, "(1)") +
				line(478, "where a is the first of them and b the second."),
			[]string{full + " the number that is looked for and of which we know that it must be x = a + b (1) where a is the first of them and b the second."}},
		{"a formula behind a sentence that has ended",
			line(540, full) + line(526, "the number that is looked for is known.") + show("F1", 10, 250, 502, "x = a + b") + line(478, "Another sentence begins."),
			[]string{full + " the number that is looked for is known.", "x = a + b", "Another sentence begins."}},
		{"the numbers along the axis of a figure are no formula",
			line(540, full) + line(526, full2) + show("F1", 10, 150, 502, "0.2") + show("F1", 10, 350, 502, "0.4") + show("F1", 10, 250, 486, "seconds passed"),
			[]string{full + " " + full2, "0.2", "0.4", "seconds passed"}},
		{"a label in bold type",
			"BT /F2 10 Tf 1 0 0 1 72 540 Tm (Lemma 5.) Tj /F1 10 Tf ( " + full[:84] + ") Tj ET\n" + showHan(10, 72, 526, "甲乙") + show("F1", 10, 92, 526, " and the rest of it."),
			[]string{"Lemma 5. " + full[:84] + "甲乙and the rest of it."}},
		{"a bold heading above text of another font",
			show("F2", 10, left, 540, "A heading of some words in bold type") + line(526, full), []string{"A heading of some words in bold type", full}},
		{"references that hang, in brackets of full width",
			showHan(10, left, 540, "［２］这是一个参考文献的题目它的第一行正好一直写到了行末的边上为止没有剩下空处") + showHan(10, left+20, 526, "第二行在里面。") +
				showHan(10, left, 512, "［３］另一个文献。"),
			[]string{"［２］这是一个参考文献的题目它的第一行正好一直写到了行末的边上为止没有剩下空处第二行在里面。", "［３］另一个文献。"}},
		{"text set narrower by two lines",
			line(540, full[:70]+",") + line(526, "and so it goes on."), []string{full[:70] + ", and so it goes on."}},
		{"short lines of a list",
			line(540, "first thing of all") + line(526, "second thing of all"), []string{"first thing of all", "second thing of all"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if strings.Contains(c.page, "F3") {
				needFont(t)
			}
			d := mustParse(t, pdfFile("", around(760)+c.page))
			want := append([]string{text}, c.want...)
			for i := range want {
				if !strings.HasPrefix(want[i], "cell ") {
					want[i] = "body " + want[i]
				}
			}
			if got := paragraphTexts(d); !slices.Equal(got, want) {
				t.Errorf("got paragraphs\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// Items of a list that happen to end at one place are paragraphs still, and so is the item
// behind one that fills its line.
func TestPDFItemsEndAnywhere(t *testing.T) {
	const full = "These words fill the whole width of the column that the text of this page is set in, as they"
	for _, c := range []struct {
		name  string
		lines []string
	}{
		{"some end at one place by chance", []string{
			"Some words of an item that end where another ends", "Longer words of an item by which it ends further out than those",
			"More words of an item that end where another ends", "Longer still are the words of this item, and they end further out",
			"Last words of an item that end where another ends", "What stands behind them"}},
		{"a full one before the next number", []string{"1. " + full[:90], "2. " + full[:90], "3. short"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			page, text := "", ""
			var want []string
			for i := range 10 {
				page += show("F1", 10, 72, 760-14*i, full)
				text += full + " "
			}
			page += show("F1", 10, 72, 620, "end.")
			for i, line := range c.lines {
				page += show("F1", 10, 72, 590-14*i, line)
				want = append(want, line)
			}
			got := paragraphTexts(mustParse(t, pdfFile("", page)))
			for i := range got {
				got[i] = strings.TrimPrefix(strings.TrimPrefix(got[i], "body "), "heading ")
			}
			if want = append([]string{text + "end."}, want...); !slices.Equal(got, want) {
				t.Errorf("got paragraphs\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		})
	}
}

// The left and the right pages of a book have margins of their own.
func TestPDFPagesOfABook(t *testing.T) {
	const rest = " words fill the whole width of the column that the text of this page is set in"
	var pages, want []string
	for i := range 8 {
		full := strings.Repeat(string(rune('A'+i)), 5) + rest
		left := 60 + 60*(i%2)
		page := ""
		for k := range 4 { // too few lines in a row to show a margin of their own
			y := 690 - 56*k
			page += show("F1", 10, left, y, full) + show("F1", 10, left, y-14, "Tails.") + show("F1", 10, left, y-28, "One.") + show("F1", 10, left, y-42, "Two.")
			want = append(want, "body "+full+" Tails.", "body One.", "body Two.")
		}
		pages = append(pages, page)
	}
	if got := paragraphTexts(mustParse(t, pdfFile("", pages...))); !slices.Equal(got, want) {
		t.Errorf("got paragraphs\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Lines of running text may have holes, as where a sign has no character; the rows of a
// table on the same page stay.
func TestPDFLinesWithHoles(t *testing.T) {
	const full = "These words fill the whole width of the column that the text of this page is set in, as they"
	page, text := "", ""
	for i := range 12 {
		y := 700 - 12*i
		if i == 4 || i == 5 || i == 8 {
			page += show("F1", 10, 72, y, "What stands before the sign is a part of") + show("F1", 10, 283, y, "the line, and so is what stands behind it.")
			text += "What stands before the sign is a part of the line, and so is what stands behind it. "
			continue
		}
		page += show("F1", 10, 72, y, full)
		text += full + " "
	}
	page += show("F1", 10, 72, 556, "end.")
	want := []string{"body " + text + "end."}
	for i, row := range [][]string{{"the first of the things", "what it costs to have it"}, {"the second of the things", "what it costs to have that"}, {"the third of all the things", "more than the others cost"}} {
		page += show("F1", 10, 72, 500-18*i, row[0]) + show("F1", 10, 330, 500-18*i, row[1])
		want = append(want, "cell "+row[0], "cell "+row[1])
	}
	if got := paragraphTexts(mustParse(t, pdfFile("", page))); !slices.Equal(got, want) {
		t.Errorf("got paragraphs\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
