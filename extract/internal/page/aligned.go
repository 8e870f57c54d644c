package page

import (
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
)

// Covers set labels and what is filled in side by side without drawing a line, and no
// further apart than words. What tells the cells is that they begin at one place in rows
// that follow one another, and that these rows end anywhere: those of running text end
// at its margin.

const (
	alignedRows   = 3    // with a label, one below the other
	alignedBy     = 1    // points by which the starts of the cells of a column differ
	alignedStep   = 4    // font sizes from row to row at most
	alignedGap    = 0.15 // font sizes between a label and what stands behind it at least; leastPadding holds too
	alignedFull   = 0.5  // of the rows that may end where the longest does
	alignedEnd    = 1    // font sizes within which they do
	coverPages    = 2    // of a document, whose rows are looked at: lists of references and results align by chance
	spacedLetters = 4    // of a label that is set apart over the width of its cell
)

// start is where something begins in a row behind a gap, or the row itself.
type start struct {
	x, gap float32 // where it begins, and from where on nothing stands before it
	first  bool    // of the row
	at     int     // of the row's characters
}

// startsOf gives the places in a row where a cell may begin. Only Chinese is looked at:
// Latin letters have gaps everywhere.
func startsOf(row []*Glyph) []start {
	out := []start{{x: row[0].X0, first: true}}
	for i := 1; i < len(row); i++ {
		prev, g := row[i-1], row[i]
		gap, least := g.X0-prev.X1, float32(alignedGap)
		if !char.Wide(prev.Rune) || !char.Wide(g.Rune) {
			least = narrowGap // which typesetters leave between Chinese and other characters
		}
		if gap < max(leastPadding, least*max(prev.Size, g.Size)) || !char.Wide(prev.Rune) && !char.Wide(g.Rune) || strings.ContainsRune("：:", prev.Rune) {
			continue
		}
		// Numbers and the signs of lists stand apart from what they head.
		if i == 1 && !char.Wide(prev.Rune) || draft.NumberClass(textOf(row[:i])+" X") != draft.NoNumber || strings.ContainsRune(char.BulletSigns, prev.Rune) {
			continue
		}
		out = append(out, start{x: g.X0, gap: prev.X1, at: i})
	}
	// A word of Chinese that fills its cell stands apart character by character.
	return slices.DeleteFunc(slices.Clone(out), func(s start) bool {
		i := s.at
		lone := func(from int) bool {
			return char.Wide(row[from].Rune) && (from+1 == len(row) || slices.ContainsFunc(out, func(o start) bool { return o.at == from+1 }))
		}
		return !s.first && lone(i) && slices.ContainsFunc(out, func(o start) bool { return o.at == i-1 }) && char.Wide(row[i-1].Rune)
	})
}

func textOf(row []*Glyph) string {
	var s strings.Builder
	for _, g := range row {
		s.WriteRune(g.Rune)
	}
	return s.String()
}

// alignedCells gives uprights, as if they were drawn, between the cells of rows that
// stand side by side without lines.
func alignedCells(rows [][]*Glyph) []Rule {
	starts := make([][]start, len(rows))
	for i, row := range rows {
		starts[i] = startsOf(row)
	}
	var out []Rule
	for i := range rows {
		for _, s := range starts[i] {
			if s.first || slices.ContainsFunc(out, func(r Rule) bool { return r.X0 > s.gap && r.X0 < s.x && rows[i][0].Y0 >= r.Y0 }) {
				continue // or it is known
			}
			if r, ok := cellColumn(rows[i:], starts[i:], s); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// cellColumn goes down from a start in the first of rows as far as cells begin there.
func cellColumn(rows [][]*Glyph, starts [][]start, s start) (Rule, bool) {
	gap, labels := s.gap, 0
	var ends []float32
	n := 0
	for ; n < len(rows); n++ {
		row := rows[n]
		if n > 0 && rows[n-1][0].Y0-row[0].Y0 > alignedStep*row[0].Size {
			break
		}
		k := slices.IndexFunc(starts[n], func(o start) bool { return Abs(o.x-s.x) <= alignedBy })
		switch {
		case k < 0 && row[len(row)-1].X1 < s.x: // nothing is filled in
		case k < 0:
			goto found
		case !starts[n][k].first:
			gap = max(gap, starts[n][k].gap)
			labels++
		}
		ends = append(ends, row[len(row)-1].X1)
	}
found:
	if labels < alignedRows || s.x-gap < leastPadding {
		return Rule{}, false
	}
	longest := slices.Max(ends)
	full := 0
	for _, end := range ends {
		if longest-end < alignedEnd*rows[0][0].Size {
			full++
		}
	}
	if float32(full) > alignedFull*float32(len(ends)) {
		return Rule{}, false
	}
	last := rows[n-1]
	return Rule{Box: Box{X0: (gap + s.x) / 2, X1: (gap + s.x) / 2, Y0: last[0].Y0 - 1, Y1: rows[0][0].Y1 + 1}, Upright: true}, true
}

// spacedLabel says whether a row begins with a label that is set apart over the width of
// its cell.
func (p *Page) spacedLabel(row []Glyph) bool {
	at := slices.IndexFunc(row, func(g Glyph) bool { return Inked(&g) })
	if at < 0 {
		return false
	}
	y := (row[at].Y0 + row[at].Y1) / 2
	end := float32(-1)
	for _, r := range p.aligned {
		if y >= r.Y0 && y <= r.Y1 && r.X0 > row[at].X1 && (end < 0 || r.X0 < end) {
			end = r.X0
		}
	}
	n := 0
	for i := range row {
		if g := &row[i]; Inked(g) && g.X0 < end {
			if !char.Wide(g.Rune) {
				return false
			}
			n++
		}
	}
	return n > 1 && n <= spacedLetters
}
