package extract

import "slices"

const (
	verticalPairs = 12 // neighbours, one below the other, that make a page one of vertical writing
	verticalShare = 2  // times as many as stand side by side
)

// vertical says whether most characters of a page stand one below the other.
func (p *pdfPage) vertical() bool {
	below, beside := 0, 0
	var prev *glyph
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if !inked(g) {
			continue
		}
		if prev != nil && wide(prev.r) && wide(g.r) {
			em := max(prev.size, g.size, 1)
			across, down := abs(prev.x0+prev.x1-g.x0-g.x1)/2, (prev.y0+prev.y1-g.y0-g.y1)/2
			switch {
			case across < 0.3*em && down > 0.5*em && down < 2*em:
				below++
			case abs(down) < 0.3*em && g.x0 >= prev.x0:
				beside++
			}
		}
		prev = g
	}
	return below >= verticalPairs && below > verticalShare*beside
}

// onItsSide turns a page of vertical writing so that its lines run from left to
// right and follow one another downwards. Latin words in it lie on their side
// already.
func (p *pdfPage) onItsSide() *pdfPage {
	q := *p
	q.glyphs = slices.Clone(p.glyphs)
	for i := range q.glyphs {
		q.glyphs[i].bearing = bearing{quarter: 3}
	}
	return q.turned(bearing{quarter: 3})
}
