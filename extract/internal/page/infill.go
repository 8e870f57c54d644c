package page

import (
	"slices"
	"unicode"

	"zhiwen/extract/internal/char"
)

// Browsers draw separately placed text, such as inline formulas, after the text around it: the line
// then has holes, and their content follows later in the file.

const (
	infillLines = 3_000 // most lines of a page for this search; readable text has fewer
	infillGap   = 1.2   // font sizes; largest gap beside the filling, as between words
	infillOver  = 0.3   // font sizes by which it may reach over the end of the hole
)

// fillHoles moves lines into the holes of other lines that they fill.
func (p *Page) fillHoles(lines []*Line) []*Line {
	if len(lines) > infillLines {
		return lines
	}
	gone := map[*Line]bool{}
	for i := 0; i+1 < len(lines); i++ {
		a := lines[i]
		for k := i + 1; k < len(lines); k++ {
			b := lines[k]
			if gone[b] {
				continue
			}
			plain := a.Kept == "" && b.Kept == "" && !a.filled && !b.filled
			if !plain || !worded(a.Text) && !worded(b.Text) || !SameRow(a, b) || b.X0-a.X1 < infillGap*max(a.Size, b.Size) {
				break
			}
			f := p.fillerOf(lines, gone, a, b)
			if f == nil {
				break
			}
			gone[f], gone[b] = true, true
			for _, x := range []*Line{f, b} {
				if gap := x.X0 - a.X1; gap > narrowGap*max(a.Size, x.Size) ||
					!char.Wide(char.Last(a.Text)) && !char.Wide(char.First(x.Text)) && gap > blankFrom*max(a.Size, x.Size) {
					a.Text += " "
				}
				a.Text += x.Text
				a.X1, a.Y0, a.Y1 = max(a.X1, x.X1), min(a.Y0, x.Y0), max(a.Y1, x.Y1)
			}
			a.LastFont = b.LastFont
		}
	}
	return slices.DeleteFunc(lines, func(l *Line) bool { return gone[l] })
}

// worded reports whether a text has two Chinese characters, or two small letters, in sequence.
// Pieces of a formula do not.
func worded(s string) bool {
	before := rune(0)
	for _, r := range s {
		if unicode.Is(unicode.Han, r) && unicode.Is(unicode.Han, before) || unicode.IsLower(r) && unicode.IsLower(before) {
			return true
		}
		before = r
	}
	return false
}

// fillerOf returns the line that stands between a and b with gaps no wider than between words, or
// nil.
func (p *Page) fillerOf(lines []*Line, gone map[*Line]bool, a, b *Line) *Line {
	y := (a.Y0 + a.Y1) / 2
	for _, f := range lines {
		if f == a || f == b || gone[f] || f.Text == "" || f.Kept != "" || f.Turned || f.filled || f.Y0 > y || f.Y1 < y {
			continue
		}
		em := max(a.Size, b.Size)
		if f.Size < smallIndex*em || f.X0 < a.X1-infillOver*em || f.X1 > b.X0+infillOver*em || f.X0-a.X1 > infillGap*em ||
			b.X0-f.X1 > infillGap*em {
			continue
		}
		if p.parted(a.X1, f.X0, y) || p.parted(f.X1, b.X0, y) || p.overGutter(a.X1, f.X0) || p.overGutter(f.X1, b.X0) {
			return nil
		}
		return f
	}
	return nil
}
