package pdf

import (
	"cmp"
	"slices"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
)

// A file may draw its characters in any order, each at its position. The page is read as displayed,
// not in the order of the file. Adjacent Chinese characters nearly always follow one another in
// files, so they show whether the order is shuffled. Other scripts have marks above and below
// letters, and formulas letters above letters, which positions alone cannot put in order.

const (
	sameBase      = 0.3  // font sizes by which the base lines of adjacent characters may differ
	besideGap     = 0.6  // font sizes; largest gap between them
	shuffledPairs = 20   // least adjacent characters on a shuffled page that do not follow one another
	shuffledShare = 0.04 // least share of these; changes of font and links within lines cause fewer
)

// unshuffled returns the characters of a page in the order of its lines, and whether that differs
// from the order of the file.
func unshuffled(glyphs []page.Glyph) ([]page.Glyph, bool) {
	var order []int
	for i := range glyphs {
		if g := &glyphs[i]; !g.Generated && char.Visible(g.Rune) && g.Size > 0 && !g.Slanted() && g.Quarter == 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(glyphs[j].Y0, glyphs[i].Y0) })
	for from := 0; from < len(order); { // a line
		to := from + 1
		for to < len(order) && glyphs[order[to-1]].Y0-glyphs[order[to]].Y0 <= sameBase*glyphs[order[to]].Size {
			to++
		}
		slices.SortStableFunc(order[from:to], func(i, j int) int { return cmp.Compare(glyphs[i].X0, glyphs[j].X0) })
		from = to
	}
	pairs, apart := 0, 0
	for k := 1; k < len(order); k++ {
		a, b := order[k-1], order[k]
		if unicode.Is(unicode.Han, glyphs[a].Rune) && unicode.Is(unicode.Han, glyphs[b].Rune) && side(&glyphs[a], &glyphs[b]) {
			pairs++
			if !follow(glyphs, min(a, b), max(a, b)) {
				apart++
			}
		}
	}
	if apart < shuffledPairs || float64(apart) < shuffledShare*float64(pairs) {
		return glyphs, false
	}
	out := make([]page.Glyph, 0, len(glyphs))
	for k, i := range order {
		if k > 0 {
			switch before, g := &glyphs[order[k-1]], &glyphs[i]; {
			case page.Abs(before.Y0-g.Y0) > sameBase*g.Size || g.X0 < before.X0:
				out = append(out, page.Glyph{Rune: '\n', Generated: true})
			case g.X0-before.X1 > blankGap*g.Size && !char.Wide(g.Rune) && !char.Wide(before.Rune):
				out = append(out, page.Glyph{Rune: ' ', Generated: true})
			}
		}
		out = append(out, glyphs[i])
	}
	return out, true
}

// blankGap, in font sizes, is the least gap between letters that is a blank.
const blankGap = 0.2

// side reports whether b stands right beside a.
func side(a, b *page.Glyph) bool {
	size := min(a.Size, b.Size)
	gap := b.X0 - a.X1
	return page.Abs(a.Y0-b.Y0) <= sameBase*size && gap >= -besideGap*size && gap <= besideGap*size
}

// follow reports whether the file has nothing visible between two characters.
func follow(glyphs []page.Glyph, first, last int) bool {
	for i := first + 1; i < last; i++ {
		if g := &glyphs[i]; !g.Generated && char.Visible(g.Rune) {
			return false
		}
	}
	return true
}
