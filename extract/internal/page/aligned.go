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
	latinWide     = 2    // rows with a wide gap at one place at least, and as many as have a narrow one
	latinLabel    = 14   // font sizes of a label at most, or of what stands left of the cells
	coverPages    = 2    // of a document, whose rows are looked at: lists of references and results align by chance
	spacedLetters = 4    // of a label that is set apart over the width of its cell
)

// itemLetter is what stands before an item of a list that is counted in letters or small
// Roman numerals.
var itemLetter = char.Pattern(`^(?:[（(]?[A-Za-z]|[（(]?[ivx]{1,5})[.)）]$`)

// start is where something begins in a row behind a gap, or the row itself.
type start struct {
	x, gap float32 // where it begins, and from where on nothing stands before it
	first  bool    // of the row
	at     int     // of the row's characters
}

// startsOf returns the places in a row where a cell may begin. Only Chinese is looked at:
// Latin letters have gaps everywhere.
func startsOf(row []*Glyph) []start {
	out := []start{{x: row[0].X0, first: true}}
	for i := 1; i < len(row); i++ {
		prev, g := row[i-1], row[i]
		gap, least := g.X0-prev.X1, float32(alignedGap)
		if !char.Wide(prev.Rune) || !char.Wide(g.Rune) {
			least = narrowGap // which typesetters leave between Chinese and other characters
		}
		if gap < max(leastPadding, least*max(prev.Size, g.Size)) || !char.Wide(prev.Rune) && !char.Wide(g.Rune) || strings.ContainsRune("：:", prev.Rune) || strings.ContainsRune(lineMarks, g.Rune) {
			continue
		}
		// Numbers, letters and the signs of lists stand apart from what they head.
		if s := textOf(row[:i]); i == 1 && !char.Wide(prev.Rune) || itemLetter().MatchString(s) || draft.NumberClass(s+" X") != draft.NoNumber || strings.ContainsRune(char.BulletSigns, prev.Rune) {
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

// alignedCells returns uprights, as if they were drawn, between the cells of rows that
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

// latinCells returns uprights between cells in Latin letters of which only some stand apart
// further than words, since a long label fills its column: several rows have a wide gap
// where one among them has the gap of two words.
func latinCells(rows [][]*Glyph) []Rule {
	var out []Rule
	for from := range rows {
		for i := 1; i < len(rows[from]); i++ {
			x := rows[from][i].X0
			known := func(r Rule) bool { return Abs(r.X1-x) < alignedStep*rows[from][i].Size && rows[from][0].Y0 >= r.Y0 }
			if wordGap(rows[from], i) < cellGap || slices.ContainsFunc(out, known) {
				continue
			}
			first, last := from, from
			for first > 0 && level(rows[first-1], rows[first]) && beginsAt(rows[first-1], x) {
				first--
			}
			for last+1 < len(rows) && level(rows[last], rows[last+1]) && beginsAt(rows[last+1], x) {
				last++
			}
			if r, ok := latinColumn(rows[first:last+1], x, out); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// level reports whether row b follows row a as one of a table does.
func level(a, b []*Glyph) bool { return a[0].Y0-b[0].Y0 <= alignedStep*b[0].Size }

// wordGap returns the gap before character i of a row in font sizes; none within Chinese.
func wordGap(row []*Glyph, i int) float32 {
	prev, g := row[i-1], row[i]
	if char.Wide(prev.Rune) || char.Wide(g.Rune) || g.Rune == '.' || prev.Rune == '.' {
		return 0
	}
	return (g.X0 - prev.X1) / max(prev.Size, g.Size, 1)
}

// startAt returns the character of a row that begins at x behind a gap, or 0 where the row
// itself does; -1 for none.
func startAt(row []*Glyph, x float32) int {
	return slices.IndexFunc(row, func(g *Glyph) bool { return Abs(g.X0-x) <= alignedBy })
}

// beginsAt reports whether nothing of a row runs over x: something begins there, or all of
// it stands before.
func beginsAt(row []*Glyph, x float32) bool {
	if row[len(row)-1].X1 < x {
		return true
	}
	i := startAt(row, x)
	return i == 0 || i > 0 && wordGap(row, i) > alignedGap
}

// latinColumn returns the border left of the cells that begin at x. Where what stands left
// of them is longer than labels are, it is the gap between columns of text. known are
// borders further to the left.
func latinColumn(rows [][]*Glyph, x float32, known []Rule) (Rule, bool) {
	wide, narrow := 0, 0
	gap := float32(0)
	for _, row := range rows {
		i := startAt(row, x)
		if i <= 0 {
			continue
		}
		from := i - 1 // of the label
		bordered := func(r Rule) bool {
			return r.X0 >= row[from-1].X1 && r.X0 <= row[from].X0 && row[0].Y0 >= r.Y0 && row[0].Y0 <= r.Y1
		}
		for from > 0 && wordGap(row, from) < cellGap && !slices.ContainsFunc(known, bordered) {
			from--
		}
		gap = max(gap, row[i-1].X1)
		switch {
		case wordGap(row, i) < cellGap:
			narrow++
		case row[i-1].X1-row[from].X0 > latinLabel*row[i].Size:
			return Rule{}, false
		default:
			wide++
		}
	}
	if wide < latinWide || narrow == 0 || narrow > wide || x-gap < leastPadding {
		return Rule{}, false
	}
	return Rule{Box: Box{X0: (gap + x) / 2, X1: (gap + x) / 2, Y0: rows[len(rows)-1][0].Y0 - 1, Y1: rows[0][0].Y1 + 1}, Upright: true}, true
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

// spacedLabel reports whether a row begins with a label that is set apart over the width of
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
