package pdf

import (
	"zhiwen/extract/internal/page"
	"zhiwen/extract/radical"
)

// readTwin puts the character for a radical or a compatibility form, which the font
// draws alike; false where the file has the character too, in the same place, before
// it or behind.
func (r *pageReader) readTwin(k int, g *page.Glyph) bool {
	twin := radical.Twin(g.Rune)
	if twin == g.Rune {
		return true
	}
	g.Rune = twin
	for _, beside := range []int{k - 1, k + 1} {
		if beside < 0 {
			continue
		}
		if o, ok := r.glyph(beside); ok && o.Rune == g.Rune && o.Box() == g.Box() {
			return false
		}
	}
	return true
}
