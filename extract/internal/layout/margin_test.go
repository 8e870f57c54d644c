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
