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
		l.rowLeft = l.x0
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
}

// framed says whether upright lines on both sides enclose l narrowly.
func framed(l *line, rules []rule) bool {
	y := (l.y0 + l.y1) / 2
	left, right := float32(-1), float32(-1)
	for _, r := range rules {
		if !r.upright || y < r.y0 || y > r.y1 {
			continue
		}
		if r.x1 <= l.x0+1 && r.x1 > left {
			left = r.x1
		}
		if r.x0 >= l.x1-1 && (right < 0 || r.x0 < right) {
			right = r.x0
		}
	}
	return left >= 0 && right >= 0 && right-left < cellShare*l.measure
}

func sameRow(a, b *line) bool {
	if a.text == "" || b.text == "" {
		return false
	}
	overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
	return overlap > 0.5*min(a.y1-a.y0, b.y1-b.y0) && (a.x1 <= b.x0+1 || b.x1 <= a.x0+1)
}

// cellOf finds the paragraph among recent ones whose cell line x goes on in.
func (l layout) cellOf(recent []*pdfParagraph, x *line) *pdfParagraph {
	for i := len(recent) - 1; i >= 0; i-- {
		p := recent[i]
		prev := p.lines[len(p.lines)-1]
		if p.kind != Cell || prev.page != x.page || prev.text == "" || x.text == "" || !under(prev, x) {
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
	if abs(prev.size-x.size) > 0.12*max(prev.size, x.size) || strings.ContainsRune("•●○■□◆◇", firstRune(x.text)) {
		return false
	}
	for _, r := range l.rules[x.page] {
		if r.upright || min(r.x1, x.x1)-max(r.x0, x.x0) <= 0.3*(x.x1-x.x0) {
			continue
		}
		if r.y0 < prev.y1 && r.y0 > x.y0 && r.y0 < (prev.y0+prev.y1)/2 && r.y0 > (x.y0+x.y1)/2 {
			return false // a line between them
		}
	}
	if !x.cell && x.x1 > p.rightmost()+1.5*max(x.size, 4) {
		return false // wider than the cell: text behind the table
	}
	if drop := prev.y0 - x.y0; drop > l.gap(p, max(x.size, 4)) {
		return false
	}
	// Without lines drawn, a row that begins in the first column is a row of
	// its own, and what goes on in a cell begins where the cell does.
	em := max(x.size, 4)
	return x.framed && prev.framed || x.rowLeft > prev.rowLeft+em && abs(x.x0-prev.x0) < 1.5*em
}

// rightmost is where the paragraph's longest line ends.
func (p *pdfParagraph) rightmost() float32 {
	x1 := p.lines[0].x1
	for _, l := range p.lines {
		x1 = max(x1, l.x1)
	}
	return x1
}
