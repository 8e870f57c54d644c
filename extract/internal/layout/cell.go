package layout

import (
	"cmp"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
)

// maxCellLines bounds the quadratic search for lines beside each other. Pages with more lines are
// not tables that people wrote.
const maxCellLines = 3_000

// cellShare: a frame narrower than this share of the column's width is a cell. Forms put whole
// chapters into one wide frame.
const cellShare = 0.7

// findCells marks the lines of a page that stand in cells: another line of the same column stands
// beside them, or rules are drawn on both sides of them.
func findCells(lines []*page.Line, rules []page.Rule) {
	if len(lines) > maxCellLines {
		return
	}
	rows := slices.Clone(lines)
	slices.SortStableFunc(rows, func(a, b *page.Line) int { return cmp.Compare(b.Y0, a.Y0) })
	for _, l := range rows {
		if l.Turned && crossed(l, rules) {
			l.Cell, l.Framed = true, true
		}
	}
	rows = slices.DeleteFunc(rows, func(l *page.Line) bool { return l.Turned })
	// by column, the last for lines across columns: most lines of a page may be in one column of a
	// table
	var extent [maxTextColumns + 1]page.Box
	for _, l := range rows {
		l.RowLeft = l.X0
		e := &extent[laneOf(l)]
		if e.X1 == 0 {
			*e = page.Box{X0: l.X0, X1: l.X1}
		}
		e.X0, e.X1 = min(e.X0, l.X0), max(e.X1, l.X1)
	}
	for _, l := range rows {
		e := extent[laneOf(l)]
		l.Measure = max(l.Measure, e.X1-e.X0)
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			if b.Y1 < a.Y0 || b.Y0 < a.Y0-2*a.Height() {
				break
			}
			if a.Column == b.Column && page.SameRow(a, b) && !numbered(a, b) && !numbered(b, a) {
				a.Cell, b.Cell = true, true
				a.RowLeft, b.RowLeft = min(a.RowLeft, b.X0), min(b.RowLeft, a.X0)
			}
		}
		besideTwo(a, rows[i+1:])
		a.Framed = framed(a, rules)
		a.Cell = a.Cell || a.Framed
	}
	findChapters(lines, rules)
}

// besideTwo marks cells where a one-line label stands beside the middle of the two lines of its
// value. a is the upper line of the value, or the label; below are the lines that follow it.
func besideTwo(a *page.Line, below []*page.Line) {
	for i, b := range below {
		if b.Y1 < a.Y0-a.Height() {
			return
		}
		alike := a.Column == b.Column && a.Size == b.Size && a.Text != "" && b.Text != ""
		under := page.Abs(a.X0-b.X0) <= 1 && a.Y0-b.Y0 >= 0.9*a.Size && a.Y0-b.Y0 <= 1.6*a.Size
		if !alike || !under {
			continue
		}
		middle := (a.Y0 + a.Y1 + b.Y0 + b.Y1) / 4
		for _, l := range below[:i] {
			if l.X1 < a.X0-0.2*a.Size && l.Column == a.Column && l.Text != "" && l.Size == a.Size &&
				page.Abs((l.Y0+l.Y1)/2-middle) < 0.2*l.Size {
				a.Cell, b.Cell, l.Cell = true, true, true
				a.RowLeft = min(a.RowLeft, l.X0)
			}
		}
		return
	}
}

var equationNumber = char.Pattern(`^[（(][A-Z]?[.\-–]?\d{1,3}(?:[.\-–]\d{1,3})*[a-z]?[)）]$`)

// numbered reports whether number stands at the right margin and is the number of the equation in x.
func numbered(x, number *page.Line) bool {
	return number.X0 >= x.X1 && page.Abs(number.Right-number.X1) < number.Size && equationNumber().MatchString(number.Text) &&
		strings.ContainsAny(x.Text, "=<>≤≥≈∼∈∫∑→+")
}

// proseShare is the share of running text that makes a page a page of text. On such a page, text
// side by side that is no table comes from figures and formulas, not from a form.
const proseShare = 0.5

// runsText reports whether a page is mostly running text.
func runsText(lines []*page.Line) bool {
	var all, full float32
	for _, l := range lines {
		if l.Text == "" || l.Turned {
			continue
		}
		w := l.X1 - l.X0
		all += w
		if !l.Cell && w >= columnFill*(l.Right-l.Left) && w >= proseWidth*l.Size {
			full += w
		}
	}
	return full > proseShare*all
}

// laneOf returns a line's column as an index; the last index is for lines across columns.
func laneOf(l *page.Line) int {
	if l.Column == across {
		return maxTextColumns
	}
	return l.Column
}

// findChapters marks the lines of wide cells that have other cells beside them: forms put the name
// of a chapter in one cell and the chapter in the next. These lines are body text with the cell's
// margins.
func findChapters(lines []*page.Line, rules []page.Rule) {
	cells := map[page.Box][]*page.Line{}
	for _, l := range lines {
		if b, ok := between(l, rules); ok && !l.Turned && b.X1-b.X0 >= cellShare*l.Measure && crossed(l, rules) {
			l.Chapter, l.Cell, l.Framed = true, false, false
			cells[b] = append(cells[b], l)
		}
	}
	for b, list := range cells {
		left := frameOf(list).X0
		for _, l := range list {
			l.Left, l.Right = left, b.X1-(left-b.X0)
			l.Measure = l.Right - l.Left
		}
	}
}

// crossed reports whether more than two vertical rules, the sides of the line's own cell, are drawn
// at its height.
func crossed(l *page.Line, rules []page.Rule) bool {
	y, n := (l.Y0+l.Y1)/2, 0
	var seen [2]float32
	for _, r := range rules {
		known := slices.ContainsFunc(seen[:n], func(x float32) bool { return page.Abs(r.X0-x) <= draft.EdgeTolerance })
		if !r.Upright || y < r.Y0 || y > r.Y1 || known {
			continue
		}
		if n == len(seen) {
			return true
		}
		seen[n] = r.X0
		n++
	}
	return false
}

// framed reports whether vertical rules on both sides enclose l narrowly.
func framed(l *page.Line, rules []page.Rule) bool {
	b, ok := between(l, rules)
	return ok && b.X1-b.X0 < cellShare*l.Measure
}

// between returns the nearest vertical rules on both sides of l as the sides of a box, or false if
// one is missing.
func between(l *page.Line, rules []page.Rule) (page.Box, bool) {
	y := (l.Y0 + l.Y1) / 2
	b := page.Box{X0: -1, X1: -1}
	for _, r := range rules {
		if !r.Upright || y < r.Y0 || y > r.Y1 {
			continue
		}
		if r.X1 <= l.X0+1 && r.X1 > b.X0 {
			b.X0 = r.X1
		}
		if r.X0 >= l.X1-1 && (b.X1 < 0 || r.X0 < b.X1) {
			b.X1 = r.X0
		}
	}
	return b, b.X0 >= 0 && b.X1 >= 0
}

// inOneChapter reports whether two lines of a page stand in the same wide cell. A vertical rule
// beside only some of its lines, such as the edge of a picture, is not its border.
func (l layout) inOneChapter(a, b *page.Line) bool {
	if a.Page != b.Page {
		return false
	}
	x, ok := between(a, l.rules[a.Page])
	y, ok2 := between(b, l.rules[b.Page])
	return ok && ok2 && page.Abs(x.X0-y.X0) <= draft.EdgeTolerance && x.X1-x.X0 >= cellShare*a.Measure && y.X1-y.X0 >= cellShare*b.Measure
}

// cellOf returns the recent paragraph whose cell line x continues, or nil.
func (l layout) cellOf(recent []*pdfParagraph, x *page.Line) *pdfParagraph {
	for i := len(recent) - 1; i >= 0; i-- {
		p := recent[i]
		prev := p.lines[len(p.lines)-1]
		upright := prev.Text != "" && x.Text != "" && !prev.Turned && !x.Turned
		if p.kind != extract.Cell || prev.Page != x.Page || !upright || !under(prev, x) {
			continue
		}
		if l.inOneCell(p, prev, x) {
			return p
		}
		return nil
	}
	return nil
}

// under reports whether x stands directly below prev.
func under(prev, x *page.Line) bool {
	overlap := min(prev.X1, x.X1) - max(prev.X0, x.X0)
	drop := prev.Y0 - x.Y0
	em := max(min(prev.Size, x.Size), 4)
	return overlap > 0.2*min(prev.X1-prev.X0, x.X1-x.X0) && drop > 0.3*em && drop < 2.4*em
}

func (l layout) inOneCell(p *pdfParagraph, prev, x *page.Line) bool {
	if page.Abs(prev.Size-x.Size) > 0.12*max(prev.Size, x.Size) || bulleted(x.Text) {
		return false
	}
	if l.ruledOff(prev, x) {
		return false
	}
	if !x.Cell && x.X1 > p.rightmost()+1.5*max(x.Size, 4) {
		return false // wider than the cell: text behind the table
	}
	em := max(x.Size, 4)
	if x.Framed && prev.Framed {
		return true
	}
	if drop := prev.Y0 - x.Y0; drop > l.gap(p, em) {
		return false
	}
	// Without drawn lines, a line that begins in the first column begins a new row, and a line that
	// continues a cell begins where the cell does.
	return x.RowLeft > p.lines[0].RowLeft+em && page.Abs(x.X0-prev.X0) < 1.5*em
}

// ruledOff reports whether a line is drawn between two lines of one page.
func (l layout) ruledOff(prev, x *page.Line) bool {
	for _, r := range l.rules[x.Page] {
		if r.Upright || min(r.X1, x.X1)-max(r.X0, x.X0) <= 0.3*(x.X1-x.X0) {
			continue
		}
		if r.Y0 < (prev.Y0+prev.Y1)/2 && r.Y0 > (x.Y0+x.Y1)/2 {
			return true
		}
	}
	return false
}

// rightmost returns the right end of the paragraph's longest line.
func (p *pdfParagraph) rightmost() float32 {
	x1 := p.lines[0].X1
	for _, l := range p.lines {
		x1 = max(x1, l.X1)
	}
	return x1
}
