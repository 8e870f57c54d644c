package extract

import "zhiwen/extract/radical"

// readRadical puts the character for a radical, which the font draws alike; false
// where the file has the character too, in the same place.
func (r *pageReader) readRadical(k int, g *glyph) bool {
	if !radical.Is(g.r) {
		return true
	}
	g.r = radical.Character(g.r)
	next, ok := r.glyph(k + 1)
	return !ok || next.r != g.r || next.x0 != g.x0 || next.x1 != g.x1 || next.y0 != g.y0
}
