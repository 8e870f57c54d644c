package pdf

import (
	"cmp"
	"slices"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
)

// A file may draw its characters in any order, each at its place: what the page shows is
// read, and what the file tells one after the other is not. Of Chinese characters side by side
// nearly all follow one another in files. Other scripts have marks above and below letters,
// and letters upon letters in formulas, which places alone put into no order.

const (
	sameBase      = 0.3  // of their size, by which the base lines of characters side by side differ at most
	besideGap     = 0.6  // of it that is between them at most
	shuffledPairs = 20   // characters side by side that do not follow one another, of a page that is shuffled
	shuffledShare = 0.04 // of all pairs: more than where looks and links change within lines
)

// unshuffled returns the characters of a page in the order of its lines where they are told
// in another one, and whether they are.
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

// blankGap is how far apart letters are, in their size, that a blank parts.
const blankGap = 0.2

// side reports whether b stands at the right side of a.
func side(a, b *page.Glyph) bool {
	size := min(a.Size, b.Size)
	gap := b.X0 - a.X1
	return page.Abs(a.Y0-b.Y0) <= sameBase*size && gap >= -besideGap*size && gap <= besideGap*size
}

// follow reports whether nothing that is seen stands between two characters in the file.
func follow(glyphs []page.Glyph, first, last int) bool {
	for i := first + 1; i < last; i++ {
		if g := &glyphs[i]; !g.Generated && char.Visible(g.Rune) {
			return false
		}
	}
	return true
}
