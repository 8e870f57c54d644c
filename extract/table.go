package extract

import (
	"cmp"
	"slices"
)

// grid is a table that is being read, row by row. Its cells are known before
// its columns are: those that merge downwards grow with the rows below, and
// edges on paper become columns once the whole table was seen.
type grid struct {
	table             // with the rows that have ended
	open  []filled    // cells of the row that is being read
	at    int         // column of the next one
	above []*gridCell // of the row above, merged ones with all of the rows they stand in
	rest  []int       // by column: rows that cells still cover whose heights are stated at their start
}

// table is a table that is being put together: how many rows it has so far, and
// what its cells have in common.
type table struct {
	rows  int
	edges *gridEdges // nil before the first cell
}

// gridEdges are the places on paper at which the cells of one table begin and
// end, none where columns are known. It tells tables apart.
type gridEdges struct{ at []float32 }

// cell gives a cell of the table.
func (t *table) cell(row, column, rows, columns int) *gridCell {
	if t.edges == nil {
		t.edges = &gridEdges{}
	}
	return &gridCell{edges: t.edges, row: row, column: column, rows: rows, columns: columns}
}

// between places a cell on paper, from its left edge to its right one, in points.
func (c *gridCell) between(left, right float32) {
	c.left, c.right = left, right
	c.edges.at = append(c.edges.at, left, right)
}

// beginsAs says whether a cell begins where another one does.
func (c *gridCell) beginsAs(other *gridCell) bool {
	if c.right > c.left {
		return max(other.left-c.left, c.left-other.left) <= edgeTolerance
	}
	return other.column == c.column
}

// gridCell is one cell. Its paragraphs share it until the builder makes Places.
type gridCell struct {
	edges       *gridEdges // of its table
	row, column int        // from 0
	rows        int
	columns     int
	left, right float32 // on paper; both 0 where columns are known
}

// filled is a cell with the paragraphs in it.
type filled struct {
	cell *gridCell
	list []*wordParagraph
	down bool // it goes on with the cell above
}

// cellShape is what the definition of a row says of one of its cells.
type cellShape struct {
	left, right float32 // edges, in points
	down        bool    // it goes on with the cell above
	aside       bool    // it goes on with the cell to the left
}

// maxColumns is the most columns of a table; Word allows 63, a web page any
// number.
const maxColumns = 1_000

// add takes the next cell of the open row, so many columns wide and rows high.
// down says that it goes on with the cell above.
func (g *grid) add(list []*wordParagraph, columns, rows int, down bool) {
	for g.at < len(g.rest) && g.rest[g.at] > 0 {
		g.at++
	}
	c := g.cell(g.rows, min(g.at, maxColumns), clamp(rows, 1, maxParagraphs), clamp(columns, 1, maxColumns))
	g.skip(c.columns)
	if c.rows > 1 {
		for len(g.rest) < g.at {
			g.rest = append(g.rest, 0)
		}
		for i := c.column; i < g.at; i++ {
			g.rest[i] = c.rows
		}
	}
	g.open = append(g.open, filled{c, list, down})
}

// skip leaves columns free.
func (g *grid) skip(columns int) { g.at = clamp(g.at+columns, 0, maxColumns) }

func clamp(n, low, high int) int { return min(max(n, low), high) }

// endRow ends the open row and hands its paragraphs on. shape is nil where
// columns are known.
//
// A frame around a chapter, as many forms have them, is no table: its
// paragraphs keep the places they have in tables within it, and what follows
// is another table. A table in a cell among others is text of that cell.
func (g *grid) endRow(shape []cellShape, emit func(*wordParagraph) error) error {
	row := g.open
	g.open, g.at = nil, 0
	for _, f := range row {
		if chapter := settleCell(f.list); chapter && len(row) == 1 {
			*g = grid{}
			return emitAll(row, emit)
		}
	}
	var cells []*gridCell
	for i, f := range row {
		if i < len(shape) {
			f.cell.between(shape[i].left, shape[i].right)
			f.down = shape[i].down
		}
		blank := !slices.ContainsFunc(f.list, func(p *wordParagraph) bool { return p.runes > 0 })
		if n := len(cells); n > 0 && blank && i < len(shape) && shape[i].aside {
			cells[n-1].right = f.cell.right
			continue
		}
		if over := g.over(f.cell); f.down && blank && over != nil {
			over.rows++
			cells = append(cells, over)
			continue
		}
		for _, p := range f.list {
			p.block.cell = f.cell
		}
		cells = append(cells, f.cell)
	}
	g.above = cells
	g.rows++
	for i := range g.rest {
		g.rest[i] = max(g.rest[i]-1, 0)
	}
	return emitAll(row, emit)
}

func emitAll(row []filled, emit func(*wordParagraph) error) error {
	for _, f := range row {
		for _, p := range f.list {
			if err := emit(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// over gives the cell above c, which begins where c does; nil for none.
func (g *grid) over(c *gridCell) *gridCell {
	for _, a := range g.above {
		if c.beginsAs(a) {
			return a
		}
	}
	return nil
}

// edgeTolerance is how far apart, in points, edges of cells may be that are
// meant to be one: tables drawn by hand are off by a hair.
const edgeTolerance = 4

// columnsOf gives the places at which columns begin, and where the last ends.
func columnsOf(edges []float32) []float32 {
	sorted := slices.Sorted(slices.Values(edges))
	var out []float32
	for _, e := range sorted {
		if n := len(out); n == 0 || e-out[n-1] > edgeTolerance {
			out = append(out, e)
		}
	}
	return out
}

// columnAt gives the column that begins nearest to x, from 0.
func columnAt(columns []float32, x float32) int {
	i, exact := slices.BinarySearchFunc(columns, x, func(c, x float32) int { return cmp.Compare(c, x) })
	if exact || i == 0 {
		return i
	}
	if i == len(columns) || x-columns[i-1] <= columns[i]-x {
		return i - 1
	}
	return i
}

// tablePlaces makes Places of the cells of blocks, with the tables numbered in
// order.
func tablePlaces(blocks []block) []Place {
	out := make([]Place, len(blocks))
	numbers := map[*gridEdges]int{}
	columns := map[*gridEdges][]float32{}
	for i, m := range blocks {
		c := m.cell
		if c == nil {
			continue
		}
		if numbers[c.edges] == 0 {
			numbers[c.edges] = len(numbers) + 1
			columns[c.edges] = columnsOf(c.edges.at)
		}
		p := Place{Table: numbers[c.edges], Row: c.row + 1, Column: c.column + 1, Rows: c.rows, Columns: c.columns}
		if edges := columns[c.edges]; c.right > c.left && len(edges) > 0 {
			from := columnAt(edges, c.left)
			p.Column, p.Columns = from+1, max(columnAt(edges, c.right)-from, 1)
		}
		out[i] = p
	}
	return out
}

// nesting reads the tables of formats that write paragraph after paragraph,
// each with its depth in tables, and mark where cells and rows end.
type nesting struct {
	open []openTable
	emit func(*wordParagraph) error
}

type openTable struct {
	grid *grid
	cell []*wordParagraph // paragraphs of the open cell
}

// maxNesting is how deep tables within tables are kept apart; what is deeper
// is text of the deepest cell.
const maxNesting = 20

// paragraph takes the next paragraph; depth 0 is outside of tables.
func (n *nesting) paragraph(p *wordParagraph, depth int) error {
	if err := n.reach(depth); err != nil {
		return err
	}
	if depth > 0 && p.block.kind == Body {
		p.block.kind = Cell
	}
	return n.put(len(n.open), p)
}

// put hands a paragraph to the open cell of a depth.
func (n *nesting) put(depth int, p *wordParagraph) error {
	if depth == 0 {
		return n.emit(p)
	}
	t := &n.open[depth-1]
	t.cell = append(t.cell, p)
	return nil
}

// reach opens or closes tables until depth are open.
func (n *nesting) reach(depth int) error {
	depth = min(depth, maxNesting)
	for len(n.open) < depth {
		n.open = append(n.open, openTable{grid: &grid{}})
	}
	for len(n.open) > depth {
		// A row without its end, of a file that was cut off, is a row too.
		last := len(n.open)
		if len(n.open[last-1].cell) > 0 {
			if err := n.endCell(last, 1, 1); err != nil {
				return err
			}
		}
		if err := n.endRow(last, nil); err != nil {
			return err
		}
		n.open = n.open[:last-1]
	}
	return nil
}

// endCell ends the open cell of a depth; columns and rows as of grid.add.
func (n *nesting) endCell(depth, columns, rows int) error {
	if err := n.reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	t := &n.open[depth-1]
	t.grid.add(t.cell, columns, rows, false)
	t.cell = nil
	return nil
}

// endRow ends the open row of a depth; shape as of grid.endRow.
func (n *nesting) endRow(depth int, shape []cellShape) error {
	if err := n.reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	return n.open[depth-1].grid.endRow(shape, func(p *wordParagraph) error { return n.put(depth-1, p) })
}
