package reader

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// columnTexts returns texts for columns of about 150 points in Helvetica 10, cut
// into lines that fill them.
func columnTexts(columns, lines int) (texts []string, cut [][]string) {
	words := strings.Fields("growth of sparse graphs under noise with few known samples makes it hard to explain what a network has learned from them and why")
	for c := range columns {
		var column []string
		for l := range lines {
			line := fmt.Sprintf("%c%d", 'a'+c, l)
			for w := 0; len(line) < 26; w++ {
				line += " " + words[(7*c+3*l+w)%len(words)]
			}
			column = append(column, line)
		}
		column[lines-1] = column[lines-1][:12] + "."
		texts = append(texts, strings.Join(column, " "))
		cut = append(cut, column)
	}
	return texts, cut
}

// Some programs write a page in columns row by row, all columns of a row at once.
func TestPDFColumnsRowByRow(t *testing.T) {
	for _, c := range []struct {
		name           string
		columns, width int
		byRow          bool
	}{
		{"two, column by column", 2, 240, false},
		{"two, row by row", 2, 240, true},
		{"three, row by row", 3, 160, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			texts, cut := columnTexts(c.columns, 14)
			const title = "A title that runs over all of the columns of the page"
			page := show("F2", 16, 60, 780, title)
			place := func(column, line int) string {
				return show("F1", 10, 50+column*c.width, 740-12*line, cut[column][line])
			}
			if c.byRow {
				for l := range cut[0] {
					for k := range cut {
						page += place(k, l)
					}
				}
			} else {
				for k := range cut {
					for l := range cut[k] {
						page += place(k, l)
					}
				}
			}
			want := strings.Fields(title + " " + strings.Join(texts, " "))
			if diff := cmp.Diff(want, strings.Fields(mustParse(t, pdfFile("", page)).Text)); diff != "" {
				t.Errorf("words (-want +got):\n%s", diff)
			}
		})
	}
}

// Pieces of a text are read as its words go on, be they beside each other in rows or below each other in columns, and in whatever order
// the file draws them; each page by itself.
func TestPDFOrderOfPieces(t *testing.T) {
	pieces := piecesOf(orderedText, 8)
	half := len(pieces) / 2
	want := strings.Join(pieces[:2*half], "")
	for name, at := range map[string]func(i int) (column, row int){
		"rows":    func(i int) (column, row int) { return i % 2, i / 2 },
		"columns": func(i int) (column, row int) { return i / half, i % half },
	} {
		var rows, mixed []string
		for i, s := range pieces[:2*half] {
			column, row := at(i)
			mixed = append(mixed, showHan(10, 72+240*column, 700-26*row, s))
		}
		for row := range half {
			for i, s := range pieces[:2*half] {
				if column, r := at(i); r == row {
					rows = append(rows, showHan(10, 72+240*column, 700-26*row, s))
				}
			}
		}
		rand.New(rand.NewPCG(5, 1)).Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		for order, list := range map[string][]string{"row by row": rows, "in no order": mixed} {
			page := strings.Join(list, "")
			d := mustParse(t, pdfFile("", page, page))
			if got := strings.Join(strings.Fields(d.Text), ""); got != want+want {
				t.Errorf("%s drawn %s: %s", name, order, got)
			}
			if n := len(d.Pages); n != 2 || d.Pages[0].End-d.Pages[0].Start < len([]rune(want)) {
				t.Errorf("%s drawn %s: pages %v", name, order, d.Pages)
			}
		}
	}
}

// A table is read row by row, however many rows it has and however even they are.
func TestPDFTableIsNoColumns(t *testing.T) {
	for _, c := range []struct {
		name  string
		step  int // points from row to row
		cells func(row int) []string
	}{
		{"uneven cells", 24, func(i int) []string {
			return []string{fmt.Sprintf("item %d", i+1), strings.Repeat("long name ", i%2+1) + "x", fmt.Sprint(100 + 7*i)}
		}},
		{"narrow cells that fill their columns", 13, func(i int) []string {
			return []string{fmt.Sprintf("year %d", 2000+i), fmt.Sprintf("%d,864", 100+i), fmt.Sprintf("%d,799", 300+i)}
		}},
		{"wide cells that stand apart", 26, func(i int) []string {
			return []string{fmt.Sprintf("phase %02d of the work begins here", i+1), fmt.Sprintf("part %02d is written and is tried", i+1)}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var page strings.Builder
			var want []string
			for i := range 20 {
				row := c.cells(i)
				for k, cell := range row {
					page.WriteString(show("F1", 10, 60+500/len(row)*k, 740-c.step*i, cell))
				}
				want = append(want, row...)
			}
			if got := strings.Split(mustParse(t, pdfFile("", page.String())).Text, "\n"); !slices.Equal(got, want) {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Forms of Chinese universities have a dotted line and 装订线 along the edge.
func TestPDFBindingLine(t *testing.T) {
	needFont(t)
	page := setLines("F1", 700, 24, lorem...)
	for i := range 12 {
		sign := "┊"
		if i >= 5 && i < 8 {
			sign = string([]rune("装订线")[i-5])
		}
		page += showHan(12, 30, 720-13*i, sign)
	}
	if diff := cmp.Diff(paragraphTexts(mustParse(t, pdfFile("", setLines("F1", 700, 24, lorem...)))), paragraphTexts(mustParse(t, pdfFile("", page)))); diff != "" {
		t.Errorf("paragraphs (-without +with):\n%s", diff)
	}
}

// A shading behind words of a sentence makes no cells of them.
func TestPDFShadedWords(t *testing.T) {
	const words = "words of a sentence that are shaded, and the rest of it"
	plain := show("F1", 12, 72, 700, words)
	for _, c := range []struct{ name, box string }{
		{"shaded", "0.8 g 72 697 56 12 re f 0 g "},
		{"a white box", "1 g 60 680 100 40 re f 0 g "},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, pdfFile("", c.box+plain))
			if diff := cmp.Diff([]string{"body " + words}, paragraphTexts(d)); diff != "" {
				t.Errorf("paragraphs (-want +got):\n%s", diff)
			}
		})
	}
}
