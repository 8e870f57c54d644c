package page

import (
	"slices"
	"strconv"
)

// The numbers of a manuscript's lines stand left of the text, as the numbers of headings and
// lists do: what tells them is that nearly every row of the page has one. Here they are only
// parted from the text, as the numbers of a table's rows are; whether they are to be left out
// is told from all pages, in layout/lineno.go.

const (
	lineNumbers    = 15  // of a page at least
	lineNumberGap  = 0.6 // font sizes between a number and the text at least
	lineNumberRows = 0.8 // of the rows of a page that have one
	lineNumberStep = 3   // from number to number at most: lines without text have one too
)

// numberBorder returns an upright, as if it were drawn, between the numbers of lines and the
// text right of them; false where there are none.
func numberBorder(rows [][]*Glyph) (Rule, bool) {
	numbered, last := 0, -1
	var left, right float32 // of the room between
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
	// Nothing else reaches into the room between the numbers and the text.
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
	if float32(numbered) < lineNumberRows*float32(within) || float32(within) < lineNumberRows*float32(len(rows)) || right-left < lineNumberGap*first.Size {
		return Rule{}, false
	}
	x := (left + right) / 2
	return Rule{Box: Box{X0: x, X1: x, Y0: end.Y0 - 1, Y1: first.Y1 + 1}, Upright: true}, true
}
