package page

import (
	"slices"

	"zhiwen/extract/internal/char"
)

const (
	verticalPairs = 12 // neighbours, one below the other, that show vertical writing
	verticalShare = 2  // times as many as stand side by side
)

// Vertical reports whether most characters of a page stand one below the other.
func (p *Page) Vertical() bool {
	below, beside := 0, 0
	var prev *Glyph
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if !Inked(g) {
			continue
		}
		if prev != nil && char.Wide(prev.Rune) && char.Wide(g.Rune) {
			em := max(prev.Size, g.Size, 1)
			across, down := Abs(prev.X0+prev.X1-g.X0-g.X1)/2, (prev.Y0+prev.Y1-g.Y0-g.Y1)/2
			switch {
			case across < 0.3*em && down > 0.5*em && down < 2*em:
				below++
			case Abs(down) < 0.3*em && g.X0 >= prev.X0:
				beside++
			}
		}
		prev = g
	}
	return below >= verticalPairs && below > verticalShare*beside
}

// OnItsSide turns a page of vertical writing so that its lines run from left to right and follow
// one another downwards. Latin words in it already lie on their side.
func (p *Page) OnItsSide() *Page {
	q := *p
	q.Glyphs = slices.Clone(p.Glyphs)
	for i := range q.Glyphs {
		q.Glyphs[i].Bearing = Bearing{Quarter: 3}
	}
	return q.turned(Bearing{Quarter: 3})
}
