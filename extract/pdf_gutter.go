package extract

import (
	"cmp"
	"slices"
)

// Where a file has pages in columns row by row, a row runs over all columns,
// and the gap between two of them may be as narrow as one between words.

const (
	gutterGap   = 0.6  // font sizes of the narrowest gap: words of justified text seldom stand further apart
	gutterRows  = 8    // rows that have the gap at one place
	gutterShare = 0.8  // of the rows that reach over the place: titles run across
	gutterSide  = 0.12 // of the text's width that a row has on either side: labels of lists are narrower
)

// gutters gives the places, from left to right, where many lines of a page have
// a gap, in whatever order the file has their characters.
func gutters(glyphs []glyph) []float32 {
	rows := levelRows(glyphs)
	whole := extentOf(rows)
	if whole.x1 <= whole.x0 {
		return nil
	}
	width := int(whole.x1-whole.x0) + 2
	gaps, ink := make([]int, width), make([]int, width)
	bin := func(x float32) int { return min(max(int(x-whole.x0), 0), width-1) }
	side := gutterSide * (whole.x1 - whole.x0)
	sizes := map[float32]int{}
	for _, row := range rows {
		first, last := row[0], row[len(row)-1]
		var prev *glyph
		for _, g := range row {
			sizes[g.size]++
			if prev != nil && g.x0 > prev.x1 {
				to := ink
				if g.x0-prev.x1 >= gutterGap*max(g.size, prev.size) && prev.x1-first.x0 >= side && last.x1-g.x0 >= side {
					to = gaps
				}
				for x := bin(prev.x1) + 1; x < bin(g.x0); x++ {
					to[x]++
				}
			}
			for x := bin(g.x0); x <= bin(g.x1); x++ {
				ink[x]++
			}
			prev = g
		}
	}
	size := mostSize(sizes)
	var out []float32
	for x := 0; x < width; x++ {
		from := x
		for x < width && gaps[x] >= gutterRows && float32(gaps[x]) >= gutterShare*float32(gaps[x]+ink[x]) {
			x++
		}
		if float32(x-from) >= gutterGap*size {
			out = append(out, whole.x0+float32(from+x)/2)
		}
	}
	return out
}

// levelRows gives the characters that stand on one height, from left to right;
// at least two each.
func levelRows(glyphs []glyph) [][]*glyph {
	var all []*glyph
	for i := range glyphs {
		if g := &glyphs[i]; inked(g) && g.size > 0 && g.quarter == 0 {
			all = append(all, g)
		}
	}
	slices.SortStableFunc(all, func(a, b *glyph) int { return cmp.Compare(b.y0, a.y0) })
	var rows [][]*glyph
	for i := 0; i < len(all); {
		from := i
		for i < len(all) && all[from].y0-all[i].y0 <= sameLine*all[from].size {
			i++
		}
		if row := all[from:i]; len(row) > 1 {
			slices.SortStableFunc(row, func(a, b *glyph) int { return cmp.Compare(a.x0, b.x0) })
			rows = append(rows, row)
		}
	}
	return rows
}

func extentOf(rows [][]*glyph) (b box) {
	for i, row := range rows {
		first, last := row[0], row[len(row)-1]
		if i == 0 {
			b = box{x0: first.x0, x1: last.x1}
		}
		b.x0, b.x1 = min(b.x0, first.x0), max(b.x1, last.x1)
	}
	return b
}
