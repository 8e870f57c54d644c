package extract

import (
	"cmp"
	"slices"
	"strings"
)

// pdfCell is a cell of a PDF's table with the paragraphs in it.
type pdfCell struct {
	box   // between drawn lines, else around the text
	list  []*pdfParagraph
	place *gridCell
}

// cellGroup is what stands together of a table on one page.
type cellGroup struct {
	box
	page  int
	ruled bool // lines are drawn around every cell
	cells []*pdfCell
}

const (
	groupGap    = 4   // font sizes between two rows from which they are of two tables
	sameExtent  = 6   // points by which the parts of a table on two pages may differ in place
	touchesRule = 0.4 // of a line's height by which its box may reach over a drawn line
)

// tables gives the paragraphs in cells their places and joins a cell with what
// goes on in it on the next page.
func (l layout) tables(list []*pdfParagraph) []*pdfParagraph {
	list = l.joinCells(list)
	for i := 0; i < len(list); {
		from := i
		for i < len(list) && (list[i].kind == Cell || list[i].lines[0].chapter) {
			i++
		}
		var g *table
		var last *cellGroup
		for _, group := range l.groups(list[from:i]) {
			if last == nil || !goesOn(last, group) {
				g = &table{}
			}
			group.place(g)
			last = group
		}
		i = max(i, from+1)
	}
	return list
}

// joinCells joins the last paragraph of a page with the first of the next where
// both stand between the same two drawn lines and the one breaks off.
func (l layout) joinCells(list []*pdfParagraph) []*pdfParagraph {
	var out []*pdfParagraph
	for _, x := range list {
		if n := len(out); n > 0 && l.breaksOff(out[n-1], x) {
			out[n-1].lines = append(out[n-1].lines, x.lines...)
			continue
		}
		out = append(out, x)
	}
	return out
}

func (l layout) breaksOff(p, x *pdfParagraph) bool {
	if p.kind != Cell || x.kind != Cell {
		return false
	}
	prev, next := p.lines[len(p.lines)-1], x.lines[0]
	if prev.page+1 != next.page || prev.text == "" || next.text == "" || abs(prev.size-next.size) > 0.12*max(prev.size, next.size) {
		return false
	}
	a, ok := between(prev, l.rules[prev.page])
	b, ok2 := between(next, l.rules[next.page])
	if !ok || !ok2 || abs(a.x0-b.x0) > edgeTolerance || abs(a.x1-b.x1) > edgeTolerance {
		return false
	}
	em := max(next.size, 4)
	return a.x1-prev.x1 < next.first+1.2*em && !strings.ContainsRune("。！？；.!?;", lastRune(prev.text))
}

// cellBox gives the drawn cell that a paragraph stands in; false for none. Of
// one that runs over pages it is the cell on the first.
func (l layout) cellBox(p *pdfParagraph) (box, bool) {
	first, last := p.lines[0], p.lines[0]
	for _, x := range p.lines {
		if x.page == first.page && x.text != "" {
			last = x
		}
	}
	b, ok := between(first, l.rules[first.page])
	if !ok {
		return b, false
	}
	top, bottom := float32(-1), float32(-1)
	mid, over := (first.x0+first.x1)/2, touchesRule*first.height()
	for _, r := range l.rules[first.page] {
		if r.upright || mid < r.x0 || mid > r.x1 {
			continue
		}
		if r.y0 >= first.y1-over && (top < 0 || r.y0 < top) {
			top = r.y0
		}
		if r.y1 <= last.y0+over && r.y1 > bottom {
			bottom = r.y1
		}
	}
	b.y0, b.y1 = bottom, top
	return b, top >= 0 && bottom >= 0
}

// groups cuts neighbouring cells where the page turns or where they stand too
// far apart for one table.
func (l layout) groups(list []*pdfParagraph) []*cellGroup {
	var out []*cellGroup
	for _, p := range list {
		b, ruled := l.cellBox(p)
		if !ruled {
			b = textBox(p)
		}
		var g *cellGroup
		if n := len(out); n > 0 && out[n-1].near(b, p, ruled) {
			g = out[n-1]
		} else {
			g = &cellGroup{box: b, page: p.lines[0].page, ruled: true}
			out = append(out, g)
		}
		g.ruled = g.ruled && ruled
		g.box = box{min(g.x0, b.x0), min(g.y0, b.y0), max(g.x1, b.x1), max(g.y1, b.y1)}
		if n := len(g.cells); n > 0 && ruled && g.cells[n-1].box == b {
			g.cells[n-1].list = append(g.cells[n-1].list, p)
		} else {
			g.cells = append(g.cells, &pdfCell{box: b, list: []*pdfParagraph{p}})
		}
	}
	return out
}

func textBox(p *pdfParagraph) box {
	first := p.lines[0]
	b := box{first.x0, first.y0, first.x1, first.y1}
	for _, x := range p.lines {
		if x.page == first.page && x.text != "" {
			b = box{min(b.x0, x.x0), min(b.y0, x.y0), max(b.x1, x.x1), max(b.y1, x.y1)}
		}
	}
	return b
}

// near says whether a cell can be of the group: on its page, beside it or below
// it by no more than a gap.
func (g *cellGroup) near(b box, p *pdfParagraph, ruled bool) bool {
	if p.lines[0].page != g.page || b.y0 > g.y1 {
		return false
	}
	gap := g.y0 - b.y1
	return gap < edgeTolerance || (!ruled || !g.ruled) && gap < groupGap*max(p.lines[0].size, 4)
}

// goesOn says whether group b on the next page is of the same table as a.
func goesOn(a, b *cellGroup) bool {
	return a.page+1 == b.page && a.ruled == b.ruled && abs(a.x0-b.x0) <= sameExtent && abs(a.x1-b.x1) <= sameExtent
}

// place gives the paragraphs of the group their cells, as further rows of the
// table. What does not come row by row is left without.
func (g *cellGroup) place(t *table) {
	placeCells := placeLoose
	if g.ruled {
		placeCells = placeRuled
	}
	rows := placeCells(g.cells, t)
	for i, x := range g.cells {
		if i > 0 && cmp.Or(cmp.Compare(g.cells[i-1].place.row, x.place.row), cmp.Compare(g.cells[i-1].place.column, x.place.column)) >= 0 {
			return
		}
	}
	if rows == 0 || len(g.cells) < 2 {
		return
	}
	t.rows += rows
	for _, x := range g.cells {
		for _, p := range x.list {
			p.cell = x.place
		}
	}
}

// placeRuled finds rows and columns by the drawn lines.
func placeRuled(cells []*pdfCell, g *table) (rows int) {
	tops := make([]float32, len(cells))
	edges := make([]float32, 0, 2*len(cells))
	for i, c := range cells {
		tops[i] = -c.y1 // downwards
		edges = append(edges, c.x0, c.x1)
	}
	tops = columnsOf(tops)
	columns := columnsOf(edges)
	for _, c := range cells {
		row := columnAt(tops, -c.y1)
		n := 1
		for row+n < len(tops) && tops[row+n] < -c.y0-edgeTolerance {
			n++
		}
		c.place = g.cell(g.rows+row, columnAt(columns, c.x0), n, 1)
		c.place.between(c.x0, c.x1)
	}
	return len(tops)
}

// placeLoose finds rows and columns by where the texts stand. The row with
// most cells says where the columns are.
func placeLoose(cells []*pdfCell, g *table) (rows int) {
	var byRow [][]*pdfCell
	for i, c := range cells {
		if i == 0 || c.x0 <= cells[i-1].x0 || c.first() < cells[i-1].y0 {
			byRow = append(byRow, nil)
		}
		n := len(byRow) - 1
		byRow[n] = append(byRow[n], c)
	}
	widest := slices.MaxFunc(byRow, func(a, b []*pdfCell) int { return cmp.Compare(len(a), len(b)) })
	bands := make([]box, len(widest))
	for i, c := range widest {
		bands[i] = c.box
	}
	for row, list := range byRow {
		for _, c := range list {
			c.place = g.cell(g.rows+row, 0, 1, 0)
			nearest := 0
			for k, b := range bands {
				if abs(b.x0+b.x1-c.x0-c.x1) < abs(bands[nearest].x0+bands[nearest].x1-c.x0-c.x1) {
					nearest = k
				}
				if min(b.x1, c.x1) > max(b.x0, c.x0) {
					if c.place.columns == 0 {
						c.place.column = k
					}
					c.place.columns = k - c.place.column + 1
				}
			}
			if c.place.columns == 0 {
				c.place.column, c.place.columns = nearest, 1
			}
		}
	}
	if len(widest) < 2 {
		return 0
	}
	return len(byRow)
}

// first is the middle of the cell's first line.
func (c *pdfCell) first() float32 {
	l := c.list[0].lines[0]
	return (l.y0 + l.y1) / 2
}
