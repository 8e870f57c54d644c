package flow

import (
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// Grid is a table that is being read, row by row. Its cells are known before
// its columns are: those that merge downwards grow with the rows below, and
// edges on paper become columns once the whole table was seen.
type Grid struct {
	draft.Table               // with the rows that have ended
	open        []filled      // cells of the row that is being read
	column      int           // column of the next one
	above       []*draft.Cell // of the row above, merged ones with all of the rows they stand in
	rowsCovered []int         // by column: rows that cells still cover whose heights are stated at their start
}

// filled is a cell with the paragraphs in it.
type filled struct {
	cell *draft.Cell
	list []*Paragraph
	down bool // it goes on with the cell above
}

// hide keeps out what stands in a cell that goes on with another one.
func (f filled) hide(over *draft.Cell, blank bool) {
	for _, p := range f.list {
		if !blank {
			p.Hide()
		}
		p.Block.Cell = over
	}
}

// CellShape is what the definition of a row says of one of its cells.
type CellShape struct {
	Left, Right float32 // edges, in points
	Down        bool    // it goes on with the cell above
	Aside       bool    // it goes on with the cell to the left
}

// MaxColumns is the most columns of a table; Word allows 63, a web page any
// number.
const MaxColumns = 1_000

// Add takes the next cell of the open row, so many columns wide and rows high.
// down says that it goes on with the cell above.
func (g *Grid) Add(list []*Paragraph, columns, rows int, down bool) {
	for g.column < len(g.rowsCovered) && g.rowsCovered[g.column] > 0 {
		g.column++
	}
	c := g.Cell(g.Rows, min(g.column, MaxColumns), Clamp(rows, 1, draft.MaxParagraphs), Clamp(columns, 1, MaxColumns))
	g.Skip(c.Columns)
	if c.Rows > 1 {
		for len(g.rowsCovered) < g.column {
			g.rowsCovered = append(g.rowsCovered, 0)
		}
		for i := c.Column; i < g.column; i++ {
			g.rowsCovered[i] = c.Rows
		}
	}
	g.open = append(g.open, filled{c, list, down})
}

// Skip leaves columns free.
func (g *Grid) Skip(columns int) { g.column = Clamp(g.column+columns, 0, MaxColumns) }

// Clamp returns n, or the end of [low, high] that it is beyond.
func Clamp(n, low, high int) int { return min(max(n, low), high) }

// EndRow ends the open row and hands its paragraphs on. shape is nil where
// columns are known.
//
// A frame around a chapter, as many forms have them, is no table: its
// paragraphs keep the places they have in tables within it, and what follows
// is another table. A table in a cell among others is text of that cell.
func (g *Grid) EndRow(shape []CellShape, emit func(*Paragraph) error) error {
	row := g.open
	g.open, g.column = nil, 0
	for i := range row {
		if i < len(shape) {
			row[i].cell.Between(shape[i].Left, shape[i].Right)
			row[i].down = shape[i].Down
		}
	}
	for _, f := range row {
		if f.down && g.over(f.cell) != nil {
			continue
		}
		if chapter := settleCell(f.list); chapter && len(row) == 1 {
			*g = Grid{above: []*draft.Cell{f.cell}} // which another cell may go on with
			return emitAll(row, emit)
		}
	}
	var cells []*draft.Cell
	for i, f := range row {
		blank := !slices.ContainsFunc(f.list, func(p *Paragraph) bool { return p.Runes > 0 })
		// What a cell holds that goes on with another one is not shown.
		if n := len(cells); n > 0 && i < len(shape) && shape[i].Aside {
			cells[n-1].Right = f.cell.Right
			f.hide(cells[n-1], blank)
			continue
		}
		if over := g.over(f.cell); f.down && over != nil {
			over.Rows++
			cells = append(cells, over)
			f.hide(over, blank)
			continue
		}
		for _, p := range f.list {
			p.Block.Cell = f.cell
		}
		cells = append(cells, f.cell)
	}
	g.above = cells
	g.Rows++
	for i := range g.rowsCovered {
		g.rowsCovered[i] = max(g.rowsCovered[i]-1, 0)
	}
	return emitAll(row, emit)
}

func emitAll(row []filled, emit func(*Paragraph) error) error {
	for _, f := range row {
		for _, p := range f.list {
			if err := emit(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// over returns the cell above c, which begins where c does; nil for none.
func (g *Grid) over(c *draft.Cell) *draft.Cell {
	for _, a := range g.above {
		if c.BeginsAs(a) {
			return a
		}
	}
	return nil
}

// Nesting reads the tables of formats that write paragraph after paragraph,
// each with its depth in tables, and mark where cells and rows end.
type Nesting struct {
	open []openTable
	Emit func(*Paragraph) error
}

type openTable struct {
	grid *Grid
	cell []*Paragraph // paragraphs of the open cell
}

// maxNesting is how deep tables within tables are kept apart; what is deeper
// is text of the deepest cell.
const maxNesting = 20

// Paragraph takes the next paragraph; depth 0 is outside of tables.
func (n *Nesting) Paragraph(p *Paragraph, depth int) error {
	if err := n.Reach(depth); err != nil {
		return err
	}
	if depth > 0 && p.Block.Kind == extract.Body {
		p.Block.Kind = extract.Cell
	}
	return n.put(len(n.open), p)
}

// put hands a paragraph to the open cell of a depth.
func (n *Nesting) put(depth int, p *Paragraph) error {
	if depth == 0 {
		return n.Emit(p)
	}
	t := &n.open[depth-1]
	t.cell = append(t.cell, p)
	return nil
}

// Reach opens or closes tables until depth are open.
func (n *Nesting) Reach(depth int) error {
	depth = min(depth, maxNesting)
	for len(n.open) < depth {
		n.open = append(n.open, openTable{grid: &Grid{}})
	}
	for len(n.open) > depth {
		// A row without its end, of a file that was cut off, is a row too.
		last := len(n.open)
		if len(n.open[last-1].cell) > 0 {
			if err := n.EndCell(last, 1, 1); err != nil {
				return err
			}
		}
		if err := n.EndRow(last, nil); err != nil {
			return err
		}
		n.open = n.open[:last-1]
	}
	return nil
}

// EndCell ends the open cell of a depth; columns and rows as of grid.add.
func (n *Nesting) EndCell(depth, columns, rows int) error {
	if err := n.Reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	t := &n.open[depth-1]
	t.grid.Add(t.cell, columns, rows, false)
	t.cell = nil
	return nil
}

// EndRow ends the open row of a depth; shape as of grid.endRow.
func (n *Nesting) EndRow(depth int, shape []CellShape) error {
	if err := n.Reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	return n.open[depth-1].grid.EndRow(shape, func(p *Paragraph) error { return n.put(depth-1, p) })
}
