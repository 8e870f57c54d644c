package pdf

import (
	"zhiwen/extract/internal/page"
	"zhiwen/extract/radical"
)

// readRadical puts the character for a radical, which the font draws alike; false
// where the file has the character too, in the same place.
func (r *pageReader) readRadical(k int, g *page.Glyph) bool {
	if !radical.Is(g.Rune) {
		return true
	}
	g.Rune = radical.Character(g.Rune)
	next, ok := r.glyph(k + 1)
	return !ok || next.Rune != g.Rune || next.X0 != g.X0 || next.X1 != g.X1 || next.Y0 != g.Y0
}
