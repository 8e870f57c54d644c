package extract

import "math"

const (
	// doubleWithin, in font sizes, is how far two equal characters stand apart
	// that are one: written twice to look bold, or with a shadow. No two of a
	// text do.
	doubleWithin = 0.15
	doubleCell   = 4 // points of the grid in which they are looked for
)

// placedRune is a character in a cell of the grid.
type placedRune struct {
	r    rune
	x, y int
}

// dropDoubles takes out what is written again where it stands already. The
// letters of a ligature stand at one place, one behind the other: "ff".
func (p *pdfPage) dropDoubles() {
	at := make(map[placedRune]*glyph, len(p.glyphs))
	kept := make([]glyph, 0, len(p.glyphs))
	fonts := make(map[int]string, len(p.fonts))
	var last *glyph
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if !g.generated && visible(g.r) {
			ligature := last != nil && last.x0 == g.x0 && last.x1 == g.x1 && last.y0 == g.y0
			last = g
			if !ligature && doubled(at, g) {
				if name, ok := p.fonts[i]; ok && fonts[len(kept)-1] == "" {
					fonts[len(kept)-1] = name // of the line's last character
				}
				continue
			}
			at[doubleKey(g, 0, 0)] = g
		} else {
			last = nil
		}
		if name, ok := p.fonts[i]; ok {
			fonts[len(kept)] = name
		}
		kept = append(kept, *g)
	}
	p.glyphs, p.fonts = kept, fonts
}

func doubleKey(g *glyph, dx, dy int) placedRune {
	return placedRune{g.r, int(math.Floor(float64(g.x0)/doubleCell)) + dx, int(math.Floor(float64(g.y0)/doubleCell)) + dy}
}

// doubled says whether an equal character stands where g does.
func doubled(at map[placedRune]*glyph, g *glyph) bool {
	near := min(doubleWithin*g.size, doubleCell)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			o := at[doubleKey(g, dx, dy)]
			if o != nil && o.hidden == g.hidden && abs(o.x0-g.x0) <= near && abs(o.y0-g.y0) <= near && abs(o.size-g.size) <= near {
				return true
			}
		}
	}
	return false
}
