package pdf

import (
	"zhiwen/extract/glyph"
	"zhiwen/extract/internal/page"
)

// readTwin replaces a radical or a compatibility form by the ordinary character, which the font
// draws alike. It returns false if the file has the ordinary character too, in the same place and
// next to it.
func (r *pageReader) readTwin(k int, g *page.Glyph) bool {
	twin := glyph.RadicalTwin(g.Rune)
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
