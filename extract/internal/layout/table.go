package layout

import (
	"cmp"
	"slices"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// pdfCell is a table cell with the paragraphs in it.
type pdfCell struct {
	page.Box // between drawn rules, else around the text
	list     []*pdfParagraph
	place    *draft.Cell
}

// cellGroup is the part of a table on one page.
type cellGroup struct {
	page.Box
	page  int
	ruled bool // rules are drawn around every cell
	cells []*pdfCell
}

const (
	looseRows    = 2 // least rows of a table without rules on a page of running text
	formulaCells = 6 // most cells of a formula without a number; a table of numbers has more
	coverPages   = 2 // first pages of a document, where labels and values stand side by side

	groupGap    = 4   // font sizes; rows further apart belong to two tables
	sameExtent  = 6   // points by which the parts of a table on two pages may differ in position
	touchesRule = 0.4 // share of a line's height by which its box may reach over a drawn rule
)

// tables assigns places in tables to the paragraphs in cells, and joins a cell with its
// continuation on the next page.
func (l layout) tables(list []*pdfParagraph) []*pdfParagraph {
	list = l.joinCells(list)
	for i := 0; i < len(list); {
		from := i
		for i < len(list) && (list[i].kind == extract.Cell || list[i].lines[0].Chapter) {
			i++
		}
		var g *draft.Table
		var last *cellGroup
		for _, group := range l.groups(list[from:i]) {
			if last == nil || !goesOn(last, group) {
				g = &draft.Table{}
			}
			prose := !group.ruled && l.prose[group.page]
			formula := !group.ruled && group.formula()
			switch {
			case formula:
			case prose:
				group.place(g, looseRows)
			default:
				group.place(g, 1)
			}
			if prose || formula || group.page > coverPages && (!group.ruled || l.prose[group.page]) {
				group.dissolve()
			}
			last = group
		}
		i = max(i, from+1)
	}
	return slices.DeleteFunc(list, func(p *pdfParagraph) bool { return len(p.lines) == 0 })
}

// joinCells joins the last paragraph of a page with the first one of the next if both stand between
// the same two drawn rules and the first breaks off.
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
	if p.kind != extract.Cell || x.kind != extract.Cell {
		return false
	}
	prev, next := p.lines[len(p.lines)-1], x.lines[0]
	if prev.Page+1 != next.Page || prev.Text == "" || next.Text == "" || page.Abs(prev.Size-next.Size) > 0.12*max(prev.Size, next.Size) {
		return false
	}
	a, ok := between(prev, l.rules[prev.Page])
	b, ok2 := between(next, l.rules[next.Page])
	if !ok || !ok2 || page.Abs(a.X0-b.X0) > draft.EdgeTolerance || page.Abs(a.X1-b.X1) > draft.EdgeTolerance {
		return false
	}
	em := max(next.Size, 4)
	return a.X1-prev.X1 < next.First+1.2*em && !strings.ContainsRune("。！？；.!?;", char.Last(prev.Text))
}

// cellBox returns the drawn cell around a paragraph, or false if there is none. For a paragraph
// that runs over pages it is the cell on the first page.
func (l layout) cellBox(p *pdfParagraph) (page.Box, bool) {
	first, last := p.lines[0], p.lines[0]
	for _, x := range p.lines {
		if x.Page == first.Page && x.Text != "" {
			last = x
		}
	}
	b, ok := between(first, l.rules[first.Page])
	if !ok {
		return b, false
	}
	top, bottom := float32(-1), float32(-1)
	mid, over := (first.X0+first.X1)/2, touchesRule*first.Height()
	for _, r := range l.rules[first.Page] {
		if r.Upright || mid < r.X0 || mid > r.X1 {
			continue
		}
		if r.Y0 >= first.Y1-over && (top < 0 || r.Y0 < top) {
			top = r.Y0
		}
		if r.Y1 <= last.Y0+over && r.Y1 > bottom {
			bottom = r.Y1
		}
	}
	b.Y0, b.Y1 = bottom, top
	return b, top >= 0 && bottom >= 0
}

// groups splits neighbouring cells where a page ends or where they are too far apart for one table.
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
			g = &cellGroup{Box: b, page: p.lines[0].Page, ruled: true}
			out = append(out, g)
		}
		g.ruled = g.ruled && ruled
		g.Box = page.Box{X0: min(g.X0, b.X0), Y0: min(g.Y0, b.Y0), X1: max(g.X1, b.X1), Y1: max(g.Y1, b.Y1)}
		if n := len(g.cells); n > 0 && ruled && g.cells[n-1].Box == b {
			g.cells[n-1].list = append(g.cells[n-1].list, p)
		} else {
			g.cells = append(g.cells, &pdfCell{Box: b, list: []*pdfParagraph{p}})
		}
	}
	return out
}

func textBox(p *pdfParagraph) page.Box {
	first := p.lines[0]
	b := page.Box{X0: first.X0, Y0: first.Y0, X1: first.X1, Y1: first.Y1}
	for _, x := range p.lines {
		if x.Page == first.Page && x.Text != "" {
			b = page.Box{X0: min(b.X0, x.X0), Y0: min(b.Y0, x.Y0), X1: max(b.X1, x.X1), Y1: max(b.Y1, x.Y1)}
		}
	}
	return b
}

// near reports whether a cell may belong to the group: on its page, beside it, or below it within a
// gap.
func (g *cellGroup) near(b page.Box, p *pdfParagraph, ruled bool) bool {
	if p.lines[0].Page != g.page || b.Y0 > g.Y1 {
		return false
	}
	gap := g.Y0 - b.Y1
	return gap < draft.EdgeTolerance || (!ruled || !g.ruled) && gap < groupGap*max(p.lines[0].Size, 4)
}

// goesOn reports whether group b, on the next page, belongs to the same table as a.
func goesOn(a, b *cellGroup) bool {
	return a.page+1 == b.page && a.ruled == b.ruled && page.Abs(a.X0-b.X0) <= sameExtent && page.Abs(a.X1-b.X1) <= sameExtent
}

// place adds the cells of the group to table t as further rows and sets the places of their
// paragraphs. It does nothing if the cells are not in row order, or if they would begin a table
// with fewer than least rows.
func (g *cellGroup) place(t *draft.Table, least int) {
	placeCells := placeLoose
	if g.ruled {
		placeCells = placeRuled
	}
	rows := placeCells(g.cells, t)
	for i, x := range g.cells {
		if i > 0 && cmp.Or(cmp.Compare(g.cells[i-1].place.Row, x.place.Row), cmp.Compare(g.cells[i-1].place.Column, x.place.Column)) >= 0 {
			return
		}
	}
	if rows == 0 || len(g.cells) < 2 || rows < least && t.Rows == 0 {
		return
	}
	t.Rows += rows
	for _, x := range g.cells {
		for _, p := range x.list {
			p.cell = x.place
		}
	}
}

// formula reports whether the cells hold only formulas: pieces of a formula, or formulas and their
// numbers, stand side by side.
func (g *cellGroup) formula() bool {
	related, numbered, built, words := false, false, false, false
	for _, x := range g.cells {
		for _, p := range x.list {
			s := strings.TrimSpace(textOf(p))
			related = related || strings.ContainsAny(s, relations)
			numbered = numbered || equationNumber().MatchString(s)
			built = built || strings.ContainsFunc(s, bracketPiece)
			words = words || !piece(p)
		}
	}
	return !words && related && (numbered || built || len(g.cells) <= formulaCells)
}

// bracketPiece reports whether a character is a part of a bracket several lines high. Only formulas
// have those.
func bracketPiece(r rune) bool { return r >= '⎛' && r <= '⎳' }

// dissolve turns texts side by side that are no table into paragraphs, and joins those of one row
// whose gaps are no wider than gaps between words may be.
func (g *cellGroup) dissolve() {
	var row []*pdfParagraph
	for _, x := range g.cells {
		for _, p := range x.list {
			if p.cell != nil {
				row = nil
				continue
			}
			p.kind, p.loose = extract.Body, true
			if n := len(row); n > 0 && !inRow(row[n-1], p) {
				row = nil
			}
			if row = append(row, p); len(row) > 1 {
				row[0].lines = []*page.Line{joined([]*page.Line{row[0].lines[0], p.lines[0]})}
				p.lines, row = nil, row[:1]
			}
		}
	}
}

// caption matches the start of captions below pictures that stand side by side.
var caption = char.Pattern(`^(?:[图表圖]\s?\d|Fig|Table|[（(][a-zA-Z\d][)）])`)

// inRow reports whether b follows a closely in one row.
func inRow(a, b *pdfParagraph) bool {
	if len(a.lines) != 1 || len(b.lines) != 1 {
		return false
	}
	x, y := a.lines[0], b.lines[0]
	return page.SameRow(x, y) && y.X0 > x.X0 && y.X0-x.X1 < holeWidth*max(x.Size, 4) && x.Size == y.Size &&
		x.Column == y.Column && !caption().MatchString(y.Text) && !strings.ContainsAny(y.Text, "：:")
}

// placeRuled finds rows and columns by the drawn rules.
func placeRuled(cells []*pdfCell, g *draft.Table) (rows int) {
	tops := make([]float32, len(cells))
	edges := make([]float32, 0, 2*len(cells))
	for i, c := range cells {
		tops[i] = -c.Y1 // downwards
		edges = append(edges, c.X0, c.X1)
	}
	tops = draft.ColumnsOf(tops)
	columns := draft.ColumnsOf(edges)
	for _, c := range cells {
		row := draft.ColumnAt(tops, -c.Y1)
		n := 1
		for row+n < len(tops) && tops[row+n] < -c.Y0-draft.EdgeTolerance {
			n++
		}
		c.place = g.Cell(g.Rows+row, draft.ColumnAt(columns, c.X0), n, 1)
		c.place.Between(c.X0, c.X1)
	}
	return len(tops)
}

// placeLoose finds rows and columns by the positions of the texts. The row with the most cells
// defines the columns.
func placeLoose(cells []*pdfCell, g *draft.Table) (rows int) {
	var byRow [][]*pdfCell
	for i, c := range cells {
		if i == 0 || c.X0 <= cells[i-1].X0 || c.first() < cells[i-1].Y0 {
			byRow = append(byRow, nil)
		}
		n := len(byRow) - 1
		byRow[n] = append(byRow[n], c)
	}
	widest := slices.MaxFunc(byRow, func(a, b []*pdfCell) int { return cmp.Compare(len(a), len(b)) })
	bands := each.Of(widest, func(c *pdfCell) page.Box { return c.Box })
	for row, list := range byRow {
		for _, c := range list {
			c.place = g.Cell(g.Rows+row, 0, 1, 0)
			nearest := 0
			for k, b := range bands {
				if page.Abs(b.X0+b.X1-c.X0-c.X1) < page.Abs(bands[nearest].X0+bands[nearest].X1-c.X0-c.X1) {
					nearest = k
				}
				if min(b.X1, c.X1) > max(b.X0, c.X0) {
					if c.place.Columns == 0 {
						c.place.Column = k
					}
					c.place.Columns = k - c.place.Column + 1
				}
			}
			if c.place.Columns == 0 {
				c.place.Column, c.place.Columns = nearest, 1
			}
		}
	}
	if len(widest) < 2 {
		return 0
	}
	return len(byRow)
}

// first returns the height of the middle of the cell's first line.
func (c *pdfCell) first() float32 {
	l := c.list[0].lines[0]
	return (l.Y0 + l.Y1) / 2
}
