package extract

import (
	"math"
	"slices"
)

const (
	// doubleWithin, in font sizes, is how far two equal characters stand apart
	// that are one: written twice to look bold, or with a shadow.
	doubleWithin = 0.15
	// doubleCover is the share of its width within which the next character is
	// the same once more: the letters of "all" are narrow.
	doubleCover = 0.5
	doubleCell  = 4 // points of the grid in which they are looked for
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
			double := !ligature && doubled(at, g, last)
			last = g
			if double {
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
	if 2*len(kept) < len(p.glyphs) {
		kept = slices.Clone(kept) // without the room of those that are gone
	}
	p.glyphs, p.fonts = kept, fonts
}

func doubleKey(g *glyph, dx, dy int) placedRune {
	return placedRune{g.r, int(math.Floor(float64(g.x0)/doubleCell)) + dx, int(math.Floor(float64(g.y0)/doubleCell)) + dy}
}

// doubled says whether an equal character stands where g does, turned as g is; last
// is the one that the file has before it.
func doubled(at map[placedRune]*glyph, g, last *glyph) bool {
	near := min(doubleWithin*g.size, doubleCell)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			o := at[doubleKey(g, dx, dy)]
			if o == nil || o.hidden != g.hidden || o.bearing != g.bearing || abs(o.x0-g.x0) > near || abs(o.y0-g.y0) > near || abs(o.size-g.size) > near {
				continue
			}
			if w := o.x1 - o.x0; o != last || w <= 0 || abs(o.x0-g.x0) <= doubleCover*w {
				return true
			}
		}
	}
	return false
}
