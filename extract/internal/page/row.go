package page

import (
	"cmp"
	"slices"

	"zhiwen/extract/internal/char"
)

// glyphRow is what the file has on one line of a page, from left to right.
type glyphRow struct {
	glyphs         []Glyph
	font, lastFont string // of the first and the last character
	aside          bool   // in another direction than the page
}

// rows splits the characters of a page where the file goes on to another line.
func (p *Page) rows() []glyphRow {
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
	var last *Glyph // last visible one
	for i := range p.Glyphs {
		g := p.Glyphs[i]
		if aside := g.Quarter != 0 && !g.Hidden; row.aside && (g.Generated || aside && g.Quarter == row.glyphs[0].Quarter) {
			row.glyphs = append(row.glyphs, g)
			continue
		} else if aside != row.aside || row.aside {
			flush()
			last = nil
			row.aside = aside
		}
		if g.Rune == '\n' || g.Rune == '\r' {
			flush()
			last = nil
			continue
		}
		if !g.Generated && last != nil && (jumps(last, &g) || g.Filled != last.Filled) {
			flush()
		}
		if name, ok := p.Fonts[i]; ok {
			if row.font == "" {
				row.font = name
			}
			row.lastFont = name
		}
		row.glyphs = append(row.glyphs, g)
		if !g.Generated && char.Visible(g.Rune) {
			last = &p.Glyphs[i]
		}
	}
	flush()
	return out
}

const (
	sameLine  = 0.3  // share of a character's height by which base lines of one line may differ
	mayCover  = 0.3  // share of a character's width that its neighbour may cover
	blankFrom = 0.15 // font sizes between two letters from which there is a blank
)

// fills reports whether the row stands on the line of an earlier row and goes back before its end:
// word processors write characters in another font after the rest of a line.
func (w glyphRow) fills(before glyphRow) bool {
	a, b := lastInked(before.glyphs), firstInked(w.glyphs)
	if a == nil || b == nil || a.Filled != b.Filled {
		return false
	}
	h := max(a.Y1-a.Y0, b.Y1-b.Y0, 1)
	if Abs((a.Y0+a.Y1)/2-(b.Y0+b.Y1)/2) > sameLine*h || b.X0 >= a.X1-mayCover*h {
		return false
	}
	start := firstInked(before.glyphs)
	return b.X0 > start.X0 && !collide(before.glyphs, w.glyphs)
}

func firstInked(row []Glyph) *Glyph {
	if i := slices.IndexFunc(row, func(g Glyph) bool { return Inked(&g) }); i >= 0 {
		return &row[i]
	}
	return nil
}

func lastInked(row []Glyph) *Glyph {
	for i := len(row) - 1; i >= 0; i-- {
		if Inked(&row[i]) {
			return &row[i]
		}
	}
	return nil
}

// collide reports whether characters of two rows overlap, as in text written twice to look bold.
func collide(a, b []Glyph) bool {
	if len(a)+len(b) > maxSorted {
		return true
	}
	for i := range b {
		for k := range a {
			g, o := &b[i], &a[k]
			if !Inked(g) || !Inked(o) {
				continue
			}
			if cover := min(g.X1, o.X1) - max(g.X0, o.X0); cover > mayCover*max(min(g.X1-g.X0, o.X1-o.X0), 1) {
				return true
			}
		}
	}
	return false
}

// inPlace sorts the characters of a row by position from left to right, with blanks in gaps.
// Right-to-left text is left as it is, unless the row is mostly Chinese.
func inPlace(row []Glyph) []Glyph {
	var inks []Glyph
	back := false
	for _, g := range row {
		if !Inked(&g) {
			if !g.Generated && char.Visible(g.Rune) {
				return row // contains hidden characters: not to be touched
			}
			continue
		}
		if n := len(inks); n > 0 {
			before := &inks[n-1]
			h := max(before.Y1-before.Y0, g.Y1-g.Y0, 1)
			level := Abs((before.Y0+before.Y1)/2-(g.Y0+g.Y1)/2) <= sameLine*h
			back = back || level && g.X0 < before.X0 && g.X1 <= before.X0+mayCover*h
		}
		inks = append(inks, g)
	}
	chinese, mixed := mostlyHan(inks)
	if !back && !mixed || mixed && !chinese || len(inks) > maxSorted {
		return row
	}
	if mixed {
		unmirror(inks)
	}
	slices.SortStableFunc(inks, func(a, b Glyph) int { return cmp.Compare(a.X0, b.X0) })
	out := make([]Glyph, 0, len(row))
	for i, g := range inks {
		if i > 0 {
			before := &inks[i-1]
			ligature := mixed || g.X0 == before.X0 && g.X1 == before.X1
			common, narrower := min(g.X1, before.X1)-max(g.X0, before.X0), min(g.X1-g.X0, before.X1-before.X0)
			if !ligature && common > mayCover*max(narrower, 1) {
				return row // overlapping
			}
			if g.X0-before.X1 > blankFrom*max(g.Size, before.Size) {
				out = append(out, Glyph{Rune: ' ', Generated: true, Filled: g.Filled})
			}
		}
		out = append(out, g)
	}
	if mixed {
		turnWords(out)
	}
	return out
}

// maxSorted is the most characters of one line; readable lines have fewer.
const maxSorted = 2_000
