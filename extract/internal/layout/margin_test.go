package layout

import (
	"testing"

	"zhiwen/extract/internal/page"
)

// The cells of a table in a column are many and short: the margin is where its text begins.
func TestMarginBesideTable(t *testing.T) {
	var lines []*page.Line
	for i := range 14 {
		for _, x := range []float32{297.7, 343.6, 384.5} {
			lines = append(lines, &page.Line{Text: "0.987 6", X0: x, X1: x + 21.4, Y0: 780 - 14*float32(i), Size: 7.3})
		}
	}
	for i := range 8 {
		lines = append(lines, &page.Line{Text: "a line of running text in its column", X0: 307.6, X1: 537, Y0: 200 - 16*float32(i), Size: 9.7})
	}
	if got := frameOf(lines).X0; got != 307.6 {
		t.Errorf("the left margin is at %.1f, want 307.6", got)
	}
}

// A page whose long lines end at one place has its margin there, whatever others have.
func TestMarginOfJustifiedPage(t *testing.T) {
	set := func(right float32) (lines []*page.Line) {
		for i := range 20 {
			x1 := right
			if i%5 == 4 {
				x1 = 250
			}
			lines = append(lines, &page.Line{Text: "a line of running text that fills its column", X0: 90, X1: x1, Y0: 780 - 16*float32(i), Y1: 790 - 16*float32(i), Size: 10})
		}
		return lines
	}
	pages := [][]*page.Line{set(499), set(533), set(533)}
	margins(pages, func(int) []page.Rule { return nil })
	if got := pages[0][4].Right; got != 499 {
		t.Errorf("the right margin is at %.1f, want 499", got)
	}
}

// Operators with the index that stands below them are no words.
func TestPieceWithOperators(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"π(s) = arg maxa Q(s, a)", true}, {"= minx f(x)", true}, {"the model = data", false}, {"x = mind body soul", false},
	} {
		if got := piece(&pdfParagraph{lines: []*page.Line{{Text: c.text, Size: 10}}}); got != c.want {
			t.Errorf("%s: %v", c.text, got)
		}
	}
}
