package layout

import (
	"slices"
	"strings"
	"unicode"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// Lines of running text have holes where a sign has no character or where a scan was recognised
// word by word. Their parts look like cells side by side.

const (
	holeStart = 3   // font sizes; most indent of such a line
	holeWidth = 6   // font sizes; widest hole
	holeParts = 6   // most parts of a line; rows of numbers have more
	holeStep  = 1.3 // most distance to the line of text beside it, in usual steps
)

// mendLines joins the parts of lines of running text. Together the parts must fill the column,
// right below or above a whole line.
func mendLines(lines []*page.Line, rules []page.Rule) []*page.Line {
	out := lines[:0:0]
	var groups [][]*page.Line // the lines of each row, in order
	for i := 0; i < len(lines); {
		from := i
		for i++; i < len(lines) && goesOnInRow(lines[i-1], lines[i]); i++ {
		}
		groups = append(groups, lines[from:i])
	}
	text := each.Of(groups, func(g []*page.Line) bool { return len(g) == 1 && !g[0].Cell && fills(g) })
	mends := func(i, beside int) {
		if beside < 0 || beside >= len(groups) || !text[beside] {
			return
		}
		g, line := groups[i], groups[beside][0]
		if len(g) > 1 && len(g) <= holeParts && fills(g) && inRhythm(g[0], line) && !ruledApart(g[0], line, rules) {
			// Rows of Chinese tables and of contents fill the column too, but not a single row
			// between lines of text.
			text[i] = worded(g) || len(g) == 2 && lone(groups, 2*i-beside)
		}
	}
	for i := range groups {
		mends(i, i-1)
	}
	for i := len(groups) - 1; i >= 0; i-- {
		mends(i, i+1)
	}
	for i, g := range groups {
		if text[i] && len(g) > 1 {
			out = append(out, joined(g))
		} else {
			out = append(out, g...)
		}
	}
	return out
}

// goesOnInRow reports whether b stands to the right of a in one row of one column.
func goesOnInRow(a, b *page.Line) bool {
	alike := a.Cell && b.Cell && !a.Framed && !b.Framed && a.Column == b.Column && a.Size == b.Size
	return alike && b.X0 > a.X0 && b.X0-a.X1 < holeWidth*a.Size && page.SameRow(a, b)
}

// worded reports whether every part of a row has words in small letters.
func worded(row []*page.Line) bool {
	return !slices.ContainsFunc(row, func(l *page.Line) bool { return !hasWord(l.Text) })
}

// lone reports whether group i, on the other side of a row, is a whole line or missing: then the
// row is not one of several.
func lone(groups [][]*page.Line, i int) bool {
	return i < 0 || i >= len(groups) || len(groups[i]) == 1 && !groups[i][0].Cell
}

// hasWord reports whether a text has two small letters in a row, and no Chinese.
func hasWord(s string) bool {
	small, found := false, false
	for _, r := range s {
		if char.Wide(r) {
			return false
		}
		lower := unicode.IsLower(r)
		found = found || small && lower
		small = lower
	}
	return found
}

// fills reports whether a row reaches from margin to margin.
func fills(row []*page.Line) bool {
	a, b := row[0], row[len(row)-1]
	return a.Text != "" && !a.Turned && a.Size > 0 && a.X0-a.Left < holeStart*a.Size && b.Right-b.X1 < holeStart*b.Size &&
		b.X1-a.X0 >= proseWidth*a.Size
}

// inRhythm reports whether the distance of two lines is that of lines of one paragraph.
func inRhythm(a, b *page.Line) bool {
	step := max(a.Step, b.Step)
	return a.Size == b.Size && step > 0 && page.Abs(a.Y0-b.Y0) <= holeStep*step
}

// ruledApart reports whether a rule is drawn between two lines of text.
func ruledApart(a, b *page.Line, rules []page.Rule) bool {
	top, bottom := max(a.Y0, b.Y0), min(a.Y0, b.Y0)
	for _, r := range rules {
		if !r.Upright && r.Y0 > bottom && r.Y0 < top && min(r.X1, a.X1) > max(r.X0, a.X0) {
			return true
		}
	}
	return false
}

// joined makes one line of the parts of a row.
func joined(row []*page.Line) *page.Line {
	l := *row[0]
	for _, x := range row[1:] {
		l.Text += " " + strings.TrimSpace(x.Text)
		l.Kept += x.Kept
		l.X1, l.Y0, l.Y1 = max(l.X1, x.X1), min(l.Y0, x.Y0), max(l.Y1, x.Y1)
		l.LastFont = x.LastFont
	}
	l.Cell = false
	return &l
}
