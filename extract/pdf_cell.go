package extract

import (
	"cmp"
	"slices"
	"strings"
)

// maxCellLines bounds the search for lines beside each other; pages with more
// lines are no tables anybody wrote.
const maxCellLines = 3_000

// cellShare is the share of the column's width under which a frame around
// lines is a cell; forms put whole chapters into one wide frame.
const cellShare = 0.7

// findCells marks the lines of a page that stand in cells: others of the same
// column stand beside them, or lines are drawn on both their sides.
func findCells(lines []*line, rules []rule) {
	if len(lines) > maxCellLines {
		return
	}
	rows := slices.Clone(lines)
	slices.SortStableFunc(rows, func(a, b *line) int { return cmp.Compare(b.y0, a.y0) })
	for _, l := range rows {
		if l.turned && crossed(l, rules) {
			l.cell, l.framed = true, true
		}
	}
	rows = slices.DeleteFunc(rows, func(l *line) bool { return l.turned })
	var extent [maxTextColumns + 1]box // of the columns, the last being of what runs across: most lines of a page may stand in one column of a table
	for _, l := range rows {
		l.rowLeft = l.x0
		e := &extent[laneOf(l)]
		if e.x1 == 0 {
			*e = box{x0: l.x0, x1: l.x1}
		}
		e.x0, e.x1 = min(e.x0, l.x0), max(e.x1, l.x1)
	}
	for _, l := range rows {
		e := extent[laneOf(l)]
		l.measure = max(l.measure, e.x1-e.x0)
	}
	for i, a := range rows {
		for _, b := range rows[i+1:] {
			if b.y1 < a.y0 || b.y0 < a.y0-2*a.height() {
				break
			}
			if a.column == b.column && sameRow(a, b) {
				a.cell, b.cell = true, true
				a.rowLeft, b.rowLeft = min(a.rowLeft, b.x0), min(b.rowLeft, a.x0)
			}
		}
		a.framed = framed(a, rules)
		a.cell = a.cell || a.framed
	}
	findChapters(lines, rules)
}

// laneOf gives a line's column as an index: the last one is of what runs across.
func laneOf(l *line) int {
	if l.column == across {
		return maxTextColumns
	}
	return l.column
}

// findChapters marks the lines of wide cells beside others: forms have the
// name of a chapter in one cell and the chapter in the next. They are body
// text, whose margins are the cell's.
func findChapters(lines []*line, rules []rule) {
	cells := map[box][]*line{}
	for _, l := range lines {
		if b, ok := between(l, rules); ok && !l.turned && b.x1-b.x0 >= cellShare*l.measure && crossed(l, rules) {
			l.chapter, l.cell, l.framed = true, false, false
			cells[b] = append(cells[b], l)
		}
	}
	for b, list := range cells {
		left := frameOf(list).x0
		for _, l := range list {
			l.left, l.right = left, b.x1-(left-b.x0)
			l.measure = l.right - l.left
		}
	}
}

// crossed says whether at the line's height more uprights are drawn than the
// two of its own cell.
func crossed(l *line, rules []rule) bool {
	y, n := (l.y0+l.y1)/2, 0
	var seen [2]float32
	for _, r := range rules {
		if !r.upright || y < r.y0 || y > r.y1 || n > 0 && abs(r.x0-seen[0]) <= edgeTolerance || n > 1 && abs(r.x0-seen[1]) <= edgeTolerance {
			continue
		}
		if n == len(seen) {
			return true
		}
		seen[n] = r.x0
		n++
	}
	return false
}

// framed says whether upright lines on both sides enclose l narrowly.
func framed(l *line, rules []rule) bool {
	b, ok := between(l, rules)
	return ok && b.x1-b.x0 < cellShare*l.measure
}

// between gives the upright lines drawn nearest on both sides of l, as the
// sides of a box; false where there are none.
func between(l *line, rules []rule) (box, bool) {
	y := (l.y0 + l.y1) / 2
	b := box{x0: -1, x1: -1}
	for _, r := range rules {
		if !r.upright || y < r.y0 || y > r.y1 {
			continue
		}
		if r.x1 <= l.x0+1 && r.x1 > b.x0 {
			b.x0 = r.x1
		}
		if r.x0 >= l.x1-1 && (b.x1 < 0 || r.x0 < b.x1) {
			b.x1 = r.x0
		}
	}
	return b, b.x0 >= 0 && b.x1 >= 0
}

// cellOf finds the paragraph among recent ones whose cell line x goes on in.
func (l layout) cellOf(recent []*pdfParagraph, x *line) *pdfParagraph {
	for i := len(recent) - 1; i >= 0; i-- {
		p := recent[i]
		prev := p.lines[len(p.lines)-1]
		if p.kind != Cell || prev.page != x.page || prev.text == "" || x.text == "" || prev.turned || x.turned || !under(prev, x) {
			continue
		}
		if l.inOneCell(p, prev, x) {
			return p
		}
		return nil
	}
	return nil
}

// under says whether x stands directly below prev.
func under(prev, x *line) bool {
	overlap := min(prev.x1, x.x1) - max(prev.x0, x.x0)
	drop := prev.y0 - x.y0
	em := max(min(prev.size, x.size), 4)
	return overlap > 0.2*min(prev.x1-prev.x0, x.x1-x.x0) && drop > 0.3*em && drop < 2.4*em
}

func (l layout) inOneCell(p *pdfParagraph, prev, x *line) bool {
	if abs(prev.size-x.size) > 0.12*max(prev.size, x.size) || strings.ContainsRune(bulletSigns, firstRune(x.text)) {
		return false
	}
	if l.ruledOff(prev, x) {
		return false
	}
	if !x.cell && x.x1 > p.rightmost()+1.5*max(x.size, 4) {
		return false // wider than the cell: text behind the table
	}
	em := max(x.size, 4)
	if x.framed && prev.framed {
		return true
	}
	if drop := prev.y0 - x.y0; drop > l.gap(p, em) {
		return false
	}
	// Without lines drawn, a row that begins in the first column is a row of
	// its own, and what goes on in a cell begins where the cell does.
	return x.rowLeft > prev.rowLeft+em && abs(x.x0-prev.x0) < 1.5*em
}

// ruledOff says whether a line is drawn between two lines of one page.
func (l layout) ruledOff(prev, x *line) bool {
	for _, r := range l.rules[x.page] {
		if r.upright || min(r.x1, x.x1)-max(r.x0, x.x0) <= 0.3*(x.x1-x.x0) {
			continue
		}
		if r.y0 < (prev.y0+prev.y1)/2 && r.y0 > (x.y0+x.y1)/2 {
			return true
		}
	}
	return false
}

// rightmost is where the paragraph's longest line ends.
func (p *pdfParagraph) rightmost() float32 {
	x1 := p.lines[0].x1
	for _, l := range p.lines {
		x1 = max(x1, l.x1)
	}
	return x1
}
