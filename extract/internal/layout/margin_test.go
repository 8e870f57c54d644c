package layout

import (
	"testing"

	"zhiwen/extract"
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

// Listings and heads that go beyond the text do not widen its margin.
func TestMarginBesideListings(t *testing.T) {
	set := func() (lines []*page.Line) {
		for i := range 12 {
			x1 := []float32{505, 505, 505, 541, 598, 300}[i%6]
			lines = append(lines, &page.Line{Text: "a line of running text, or of a listing", X0: 90, X1: x1, Y0: 780 - 16*float32(i),
				Y1: 790 - 16*float32(i), Size: 10})
		}
		return lines
	}
	pages := [][]*page.Line{set(), set(), set(), set()}
	for _, l := range pages[0][6:] {
		l.X1 = 590 // a page of listings
	}
	margins(pages, func(int) []page.Rule { return nil })
	for i := range pages {
		if got := pages[i][0].Right; got != 505 {
			t.Errorf("page %d: the right margin is at %.1f, want 505", i, got)
		}
	}
}

// The lines of an item begin behind its mark, whatever the mark is.
func TestHangingItem(t *testing.T) {
	for _, test := range []struct {
		name, first string
		x0, x1      float32 // of the first line
		want        bool
	}{
		{"an item", "5.【推荐】在使用阻塞等待获取锁的方式中必须在代码块之外并且在加锁方法与代码块之间没", 60, 548, true},
		{"an author and a year", "[Doe et al., 2007] Doe, J., Roe, R., Major, M., and Minor, M. Light on Dust", 60, 546, true},
		{"a sentence that ends", "5.【推荐】在使用阻塞等待获取锁的方式中必须在代码块之外并且在加锁方法与代码块之间。", 60, 548, false},
		{"a paragraph with its indent", "在使用阻塞等待获取锁的方式中必须在代码块之外并且在加锁方法与代码块之间没有任何", 81, 548, false},
	} {
		line := func(text string, x0, x1, y float32) *page.Line {
			return &page.Line{Text: text, X0: x0, X1: x1, Y0: y, Y1: y + 10, Size: 10.5,
				Left: 60, Right: 548, Measure: 488, First: 10.5, Step: 18}
		}
		p := &pdfParagraph{lines: []*page.Line{line(test.first, test.x0, test.x1, 700)}, kind: extract.Body}
		behind := line("有任何可能抛出异常的方法调用", test.x0+15, 400, 682)
		if got := (layout{body: 10.5, leading: 18}).continues(p, behind); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
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
