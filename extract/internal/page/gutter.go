package page

import (
	"cmp"
	"slices"
)

// If a file stores pages in columns row by row, a row runs over all columns, and the gap between
// two columns may be as narrow as one between words.

const (
	gutterGap   = 0.6  // font sizes; words of justified text are seldom further apart
	gutterRows  = 8    // least rows with the gap at one place
	gutterShare = 0.8  // least share of these among the rows that reach over the place; titles run across it
	gutterSide  = 0.12 // share of the text's width on either side of the gap; labels of lists are narrower
)

// gutters returns the positions, from left to right, where many lines of a page have a gap,
// whatever the order of the characters in the file. rows come from levelRows.
func gutters(rows [][]*Glyph) []float32 {
	whole := extentOf(rows)
	if whole.X1 <= whole.X0 {
		return nil
	}
	width := int(whole.X1-whole.X0) + 2
	gaps, ink := make([]int, width), make([]int, width)
	bin := func(x float32) int { return min(max(int(x-whole.X0), 0), width-1) }
	side := gutterSide * (whole.X1 - whole.X0)
	sizes := map[float32]int{}
	for _, row := range rows {
		first, last := row[0], row[len(row)-1]
		var prev *Glyph
		for _, g := range row {
			sizes[g.Size]++
			if prev != nil && g.X0 > prev.X1 {
				to := ink
				if g.X0-prev.X1 >= gutterGap*max(g.Size, prev.Size) && prev.X1-first.X0 >= side && last.X1-g.X0 >= side {
					to = gaps
				}
				for x := bin(prev.X1) + 1; x < bin(g.X0); x++ {
					to[x]++
				}
			}
			for x := bin(g.X0); x <= bin(g.X1); x++ {
				ink[x]++
			}
			prev = g
		}
	}
	size := MostSize(sizes)
	var out []float32
	for x := 0; x < width; x++ {
		from := x
		for x < width && gaps[x] >= gutterRows && float32(gaps[x]) >= gutterShare*float32(gaps[x]+ink[x]) {
			x++
		}
		if float32(x-from) >= gutterGap*size {
			out = append(out, whole.X0+float32(from+x)/2)
		}
	}
	return out
}

// levelRows returns the characters at each height from left to right, for heights with at least two.
func levelRows(glyphs []Glyph) [][]*Glyph {
	var all []*Glyph
	for i := range glyphs {
		if g := &glyphs[i]; Inked(g) && g.Size > 0 && g.Quarter == 0 {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b *Glyph) int { return cmp.Compare(b.Y0, a.Y0) })
	var rows [][]*Glyph
	for i := 0; i < len(all); {
		from := i
		for i < len(all) && all[from].Y0-all[i].Y0 <= sameLine*all[from].Size {
			i++
		}
		if row := all[from:i]; len(row) > 1 {
			slices.SortStableFunc(row, func(a, b *Glyph) int { return cmp.Compare(a.X0, b.X0) })
			rows = append(rows, row)
		}
	}
	return rows
}

func extentOf(rows [][]*Glyph) (b Box) {
	for i, row := range rows {
		first, last := row[0], row[len(row)-1]
		if i == 0 {
			b = Box{X0: first.X0, X1: last.X1}
		}
		b.X0, b.X1 = min(b.X0, first.X0), max(b.X1, last.X1)
	}
	return b
}
