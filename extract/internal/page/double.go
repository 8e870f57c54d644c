package page

import (
	"math"
	"slices"

	"zhiwen/extract/internal/char"
)

const (
	// doubleWithin, in font sizes, is how far apart two equal characters may stand that are one:
	// drawn twice to look bold, or with a shadow.
	doubleWithin = 0.15
	// doubleCover is the share of its width within which the next equal character is a copy: the
	// letters of "all" are narrow.
	doubleCover = 0.5
	doubleCell  = 4 // points; grid in which they are looked up
)

// placedRune is a character in a cell of the grid.
type placedRune struct {
	r    rune
	x, y int
}

// placedGlyphs finds characters by position. A cell may hold several equal ones, such as the two
// letters of "ll".
type placedGlyphs struct {
	last   map[placedRune]int32 // last character of each cell, as index into glyphs plus 1
	glyphs []placedGlyph
}

type placedGlyph struct {
	*Glyph
	before int32 // the previous one in the cell, in the same way; 0 for none
}

func (p *placedGlyphs) put(g *Glyph) {
	key := doubleKey(g, 0, 0)
	p.glyphs = append(p.glyphs, placedGlyph{g, p.last[key]})
	p.last[key] = int32(len(p.glyphs))
}

// DropDoubles removes characters that repeat an equal character at the same place. The letters of a
// ligature such as "ff" also share one place, but are successive.
func (p *Page) DropDoubles() {
	at := placedGlyphs{last: make(map[placedRune]int32, len(p.Glyphs)), glyphs: make([]placedGlyph, 0, len(p.Glyphs))}
	kept := make([]Glyph, 0, len(p.Glyphs))
	fonts := make(map[int]string, len(p.Fonts))
	var last *Glyph
	dropped := false // whether last was dropped
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if !g.Generated && char.Visible(g.Rune) {
			ligature := last != nil && last.X0 == g.X0 && last.X1 == g.X1 && last.Y0 == g.Y0
			dropped = ligature && dropped || !ligature && at.doubled(g, last)
			last = g
			if dropped {
				if name, ok := p.Fonts[i]; ok && fonts[len(kept)-1] == "" {
					fonts[len(kept)-1] = name // font of the line's last character
				}
				continue
			}
			at.put(g)
		} else {
			last = nil
		}
		if name, ok := p.Fonts[i]; ok {
			fonts[len(kept)] = name
		}
		kept = append(kept, *g)
	}
	if 2*len(kept) < len(p.Glyphs) {
		kept = slices.Clone(kept) // frees the room of the dropped ones
	}
	p.Glyphs, p.Fonts = kept, fonts
}

func doubleKey(g *Glyph, dx, dy int) placedRune {
	return placedRune{g.Rune, int(math.Floor(float64(g.X0)/doubleCell)) + dx, int(math.Floor(float64(g.Y0)/doubleCell)) + dy}
}

// doubled reports whether an equal character with the same bearing stands where g does. last is the
// character before g in the file.
func (p *placedGlyphs) doubled(g, last *Glyph) bool {
	near := min(doubleWithin*g.Size, doubleCell)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			for i := p.last[doubleKey(g, dx, dy)]; i > 0; i = p.glyphs[i-1].before {
				o := p.glyphs[i-1].Glyph
				if o.Hidden != g.Hidden || o.Bearing != g.Bearing || Abs(o.X0-g.X0) > near || Abs(o.Y0-g.Y0) > near ||
					Abs(o.Size-g.Size) > near {
					continue
				}
				if w := o.X1 - o.X0; o != last || w <= 0 || Abs(o.X0-g.X0) <= doubleCover*w {
					return true
				}
			}
		}
	}
	return false
}
