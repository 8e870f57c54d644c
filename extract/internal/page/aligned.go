package page

import (
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/internal/each"
)

// Covers set labels and values side by side without rules, no further apart than words. Such cells
// show in that they begin at one place in successive rows that end anywhere, whereas rows of
// running text end at the margin.

const (
	alignedRows = 3    // least rows with a label, one below the other
	alignedBy   = 1    // points by which the starts of the cells of a column may differ
	alignedStep = 4    // font sizes from row to row at most
	alignedGap  = 0.15 // font sizes; least gap after a label, besides leastPadding
	alignedFull = 0.5  // share of the rows that may end where the longest does
	alignedEnd  = 1    // font sizes within which they do
	// least rows with a wide gap at one place; also at least as many as have a narrow one
	latinWide     = 2
	latinLabel    = 14 // font sizes; most width of a label or other text left of the cells
	coverPages    = 2  // first pages that are searched; on others, references and results align by chance
	spacedLetters = 4  // characters of a label that is spread over the width of its cell
)

// itemLetter matches a letter or small Roman numeral that numbers a list item.
var itemLetter = char.Pattern(`^(?:[（(]?[A-Za-z]|[（(]?[ivx]{1,5})[.)）]$`)

// start is a place where text begins: after a gap in a row, or at the start of the row.
type start struct {
	x, gap float32 // where the text begins, and where the text before it ends
	first  bool    // at the start of the row
	at     int     // index into the row's characters
}

// startsOf returns the places in a row where a cell may begin. Only gaps beside Chinese count:
// Latin text has gaps everywhere.
func startsOf(row []*Glyph) []start {
	out := []start{{x: row[0].X0, first: true}}
	for i := 1; i < len(row); i++ {
		prev, g := row[i-1], row[i]
		gap, least := g.X0-prev.X1, float32(alignedGap)
		if !char.Wide(prev.Rune) || !char.Wide(g.Rune) {
			least = narrowGap // the space that typesetters leave between Chinese and other characters
		}
		if gap < max(leastPadding, least*max(prev.Size, g.Size)) || !char.Wide(prev.Rune) && !char.Wide(g.Rune) ||
			strings.ContainsRune("：:", prev.Rune) || strings.ContainsRune(lineMarks, g.Rune) {
			continue
		}
		// Numbers, letters and list signs are separated from the text they introduce.
		if s := textOf(row[:i]); i == 1 && !char.Wide(prev.Rune) || itemLetter().MatchString(s) ||
			draft.NumberClass(s+" X") != draft.NoNumber || strings.ContainsRune(char.BulletSigns, prev.Rune) {
			continue
		}
		out = append(out, start{x: g.X0, gap: prev.X1, at: i})
	}
	// A Chinese word that fills its cell has gaps between all characters.
	return slices.DeleteFunc(slices.Clone(out), func(s start) bool {
		i := s.at
		lone := func(from int) bool {
			return char.Wide(row[from].Rune) && (from+1 == len(row) ||
				slices.ContainsFunc(out, func(o start) bool { return o.at == from+1 }))
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

// alignedCells returns vertical rules, as if drawn, between cells that stand side by side without
// rules.
func alignedCells(rows [][]*Glyph) []Rule {
	starts := each.Of(rows, startsOf)
	var out []Rule
	for i := range rows {
		for _, s := range starts[i] {
			if s.first || slices.ContainsFunc(out, func(r Rule) bool { return r.X0 > s.gap && r.X0 < s.x && rows[i][0].Y0 >= r.Y0 }) {
				continue // or the border is known already
			}
			if r, ok := cellColumn(rows[i:], starts[i:], s); ok {
				out = append(out, r)
			}
		}
	}
	return out
}

// latinCells returns vertical rules between cells in Latin letters. Only some of these gaps are
// wider than gaps between words, since a long label fills its column: several rows have a wide gap
// where another row has only the gap between two words.
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

// level reports whether row b follows row a as closely as rows of a table.
func level(a, b []*Glyph) bool { return a[0].Y0-b[0].Y0 <= alignedStep*b[0].Size }

// wordGap returns the gap before character i of a row in font sizes, or 0 beside Chinese.
func wordGap(row []*Glyph, i int) float32 {
	prev, g := row[i-1], row[i]
	if char.Wide(prev.Rune) || char.Wide(g.Rune) || g.Rune == '.' || prev.Rune == '.' {
		return 0
	}
	return (g.X0 - prev.X1) / max(prev.Size, g.Size, 1)
}

// startAt returns the index of the character of a row that begins at x, or -1.
func startAt(row []*Glyph, x float32) int {
	return slices.IndexFunc(row, func(g *Glyph) bool { return Abs(g.X0-x) <= alignedBy })
}

// beginsAt reports whether no text of a row crosses x: text begins there, or all of the row is
// before it.
func beginsAt(row []*Glyph, x float32) bool {
	if row[len(row)-1].X1 < x {
		return true
	}
	i := startAt(row, x)
	return i == 0 || i > 0 && wordGap(row, i) > alignedGap
}

// latinColumn returns the border left of the cells that begin at x. If the text left of them is
// longer than labels are, this is the gap between columns of text and there is no border. known are
// borders further left.
func latinColumn(rows [][]*Glyph, x float32, known []Rule) (Rule, bool) {
	wide, narrow := 0, 0
	gap := float32(0)
	for _, row := range rows {
		i := startAt(row, x)
		if i <= 0 {
			continue
		}
		from := i - 1 // start of the label
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

// cellColumn follows a column of cells downwards from a start in the first row.
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
		case k < 0 && row[len(row)-1].X1 < s.x: // no value is filled in
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
	full := each.Count(ends, func(end float32) bool { return longest-end < alignedEnd*rows[0][0].Size })
	if float32(full) > alignedFull*float32(len(ends)) {
		return Rule{}, false
	}
	last := rows[n-1]
	return Rule{Box: Box{X0: (gap + s.x) / 2, X1: (gap + s.x) / 2, Y0: last[0].Y0 - 1, Y1: rows[0][0].Y1 + 1}, Upright: true}, true
}

// spacedLabel reports whether a row begins with a label that is spread over the width of its cell.
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
