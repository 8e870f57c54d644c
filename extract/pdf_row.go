package extract

import (
	"cmp"
	"slices"
	"unicode"
)

// glyphRow is what the file writes on one line of a page, from left to right.
type glyphRow struct {
	glyphs         []glyph
	font, lastFont string // of the first and the last character
	aside          bool   // turned otherwise than the page
}

// rows cuts the characters of a page where the file goes on to another line.
func (p *pdfPage) rows() []glyphRow {
	var out []glyphRow
	var row glyphRow
	flush := func() {
		if len(row.glyphs) == 0 {
			return
		}
		if row.aside {
			out, row = append(out, row), glyphRow{}
			return
		}
		row.glyphs = inPlace(row.glyphs)
		if n := len(out); n > 0 && !out[n-1].aside && row.fills(out[n-1]) {
			out[n-1].glyphs = inPlace(append(out[n-1].glyphs, row.glyphs...))
		} else {
			out = append(out, row)
		}
		row = glyphRow{}
	}
	var last *glyph // last one drawn
	for i := range p.glyphs {
		g := p.glyphs[i]
		if aside := g.quarter != 0 && !g.hidden; row.aside && (g.generated || aside && g.quarter == row.glyphs[0].quarter) {
			row.glyphs = append(row.glyphs, g)
			continue
		} else if aside != row.aside || row.aside {
			flush()
			last = nil
			row.aside = aside
		}
		if g.r == '\n' || g.r == '\r' {
			flush()
			last = nil
			continue
		}
		if !g.generated && last != nil && (jumps(last, &g) || g.filled != last.filled) {
			flush()
		}
		if name, ok := p.fonts[i]; ok {
			if row.font == "" {
				row.font = name
			}
			row.lastFont = name
		}
		row.glyphs = append(row.glyphs, g)
		if !g.generated && visible(g.r) {
			last = &p.glyphs[i]
		}
	}
	flush()
	return out
}

const (
	sameLine  = 0.3  // of a character's height by which base lines of one line may differ
	mayCover  = 0.3  // of a character's width that its neighbour may cover
	blankFrom = 0.15 // font sizes between two letters from which there is a blank
)

// fills says whether the row stands on the line of one written before and goes
// back behind its end: word processors write the marks of another font when
// they are through with the rest of a line.
func (w glyphRow) fills(before glyphRow) bool {
	a, b := lastInked(before.glyphs), firstInked(w.glyphs)
	if a == nil || b == nil || a.filled != b.filled {
		return false
	}
	h := max(a.y1-a.y0, b.y1-b.y0, 1)
	if abs((a.y0+a.y1)/2-(b.y0+b.y1)/2) > sameLine*h || b.x0 >= a.x1-mayCover*h {
		return false
	}
	start := firstInked(before.glyphs)
	return b.x0 > start.x0 && !collide(before.glyphs, w.glyphs)
}

func firstInked(row []glyph) *glyph {
	if i := slices.IndexFunc(row, func(g glyph) bool { return inked(&g) }); i >= 0 {
		return &row[i]
	}
	return nil
}

func lastInked(row []glyph) *glyph {
	for i := len(row) - 1; i >= 0; i-- {
		if inked(&row[i]) {
			return &row[i]
		}
	}
	return nil
}

// collide says whether characters of two rows stand one on the other, as where
// a text is written twice to look bold.
func collide(a, b []glyph) bool {
	if len(a)+len(b) > maxSorted {
		return true
	}
	for i := range b {
		for k := range a {
			g, o := &b[i], &a[k]
			if !inked(g) || !inked(o) {
				continue
			}
			if cover := min(g.x1, o.x1) - max(g.x0, o.x0); cover > mayCover*max(min(g.x1-g.x0, o.x1-o.x0), 1) {
				return true
			}
		}
	}
	return false
}

// inPlace puts the characters of a row in the order in which they stand, if
// they are not: from left to right, with blanks where there are gaps. Texts
// that run to the left stay.
func inPlace(row []glyph) []glyph {
	var inks []glyph
	back := false
	for _, g := range row {
		if !inked(&g) {
			if !g.generated && visible(g.r) {
				return row // hidden ones among them: not to be touched
			}
			continue
		}
		if unicode.In(g.r, unicode.Arabic, unicode.Hebrew) {
			return row
		}
		if n := len(inks); n > 0 {
			before := &inks[n-1]
			h := max(before.y1-before.y0, g.y1-g.y0, 1)
			level := abs((before.y0+before.y1)/2-(g.y0+g.y1)/2) <= sameLine*h
			back = back || level && g.x0 < before.x0 && g.x1 <= before.x0+mayCover*h
		}
		inks = append(inks, g)
	}
	if !back || len(inks) > maxSorted {
		return row
	}
	slices.SortStableFunc(inks, func(a, b glyph) int { return cmp.Compare(a.x0, b.x0) })
	out := make([]glyph, 0, len(row))
	for i, g := range inks {
		if i > 0 {
			before := &inks[i-1]
			if ligature := g.x0 == before.x0 && g.x1 == before.x1; !ligature && min(g.x1, before.x1)-max(g.x0, before.x0) > mayCover*max(min(g.x1-g.x0, before.x1-before.x0), 1) {
				return row // one on the other
			}
			if g.x0-before.x1 > blankFrom*max(g.size, before.size) {
				out = append(out, glyph{r: ' ', generated: true, filled: g.filled})
			}
		}
		out = append(out, g)
	}
	return out
}

// maxSorted is the most characters of one line; more are no text anybody reads
// in lines.
const maxSorted = 2_000
