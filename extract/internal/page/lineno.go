package page

import (
	"slices"
	"strconv"
)

// The line numbers of a manuscript stand left of the text, as the numbers of headings and lists do,
// but nearly every row of the page has one. Here they are only separated from the text, like the
// first column of a table. Whether to drop them is decided from all pages, in layout/lineno.go.

const (
	lineNumbers    = 15  // least line numbers on a page
	lineNumberGap  = 0.6 // font sizes; least gap between a number and the text
	lineNumberRows = 0.8 // least share of the rows of a page that have one
	lineNumberStep = 3   // largest step from number to number; lines without text are counted too
)

// numberBorder returns a vertical rule, as if drawn, between line numbers and the text right of
// them, or false.
func numberBorder(rows [][]*Glyph) (Rule, bool) {
	numbered, last := 0, -1
	var left, right float32 // of the gap between them
	var first, end *Glyph
	for _, row := range rows {
		n := 0
		for n < len(row) && row[n].Rune >= '0' && row[n].Rune <= '9' && (n == 0 || row[n].X0-row[n-1].X1 < lineNumberGap*row[n].Size) {
			n++
		}
		if n == 0 || n > 5 {
			continue
		}
		v, err := strconv.Atoi(textOf(row[:n]))
		if err != nil || last >= 0 && (v <= last || v > last+lineNumberStep) {
			continue
		}
		if n < len(row) && row[n].X0-row[n-1].X1 < lineNumberGap*row[n].Size {
			continue
		}
		if last < 0 {
			first = row[0]
		}
		last = v
		numbered++
		end = row[0]
		left = max(left, row[n-1].X1)
	}
	if numbered < lineNumbers {
		return Rule{}, false
	}
	// Nothing else may reach into the gap between the numbers and the text.
	right = -1
	within := 0
	for _, row := range rows {
		if y := row[0].Y0; y > first.Y1 || y < end.Y0-1 {
			continue
		}
		within++
		if i := slices.IndexFunc(row, func(g *Glyph) bool { return g.X0 >= left }); i >= 0 && (right < 0 || row[i].X0 < right) {
			right = row[i].X0
		}
	}
	if float32(numbered) < lineNumberRows*float32(within) || float32(within) < lineNumberRows*float32(len(rows)) ||
		right-left < lineNumberGap*first.Size {
		return Rule{}, false
	}
	x := (left + right) / 2
	return Rule{Box: Box{X0: x, X1: x, Y0: end.Y0 - 1, Y1: first.Y1 + 1}, Upright: true}, true
}
