package flow

import (
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// Grid is a table that is read row by row. Its cells are known before its columns: cells merged
// downwards grow with the rows below, and edges on paper become columns after the whole table was
// seen.
type Grid struct {
	draft.Table               // with the completed rows
	open        []filled      // cells of the current row
	column      int           // column of the next cell
	above       []*draft.Cell // cells of the row above, merged ones with all their rows
	rowsCovered []int         // by column, rows still covered by cells with a stated row span
}

// filled is a cell with its paragraphs.
type filled struct {
	cell *draft.Cell
	list []*Paragraph
	down bool // it continues the cell above
}

// hide keeps out the content of a cell that continues another one.
func (f filled) hide(over *draft.Cell, blank bool) {
	for _, p := range f.list {
		if !blank {
			p.Hide()
		}
		p.Block.Cell = over
	}
}

// CellShape is a cell in the definition of a row.
type CellShape struct {
	Left, Right float32 // edges, in points
	Down        bool    // it continues the cell above
	Aside       bool    // it continues the cell to the left
}

// MaxColumns is the most columns of a table; Word allows 63, a web page any
// number.
const MaxColumns = 1_000

// Add adds the next cell of the open row with a width in columns and a height in rows. down means
// that it continues the cell above.
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

// Clamp limits n to [low, high].
func Clamp(n, low, high int) int { return min(max(n, low), high) }

// EndRow ends the open row and emits its paragraphs. shape is nil if the columns are known.
//
// A frame around a chapter, as in many forms, is not a table: its paragraphs keep their places in
// tables within it, and the following rows form another table. A table in a cell among other cells
// is text of that cell.
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
			*g = Grid{above: []*draft.Cell{f.cell}} // another cell may continue it
			return emitAll(row, emit)
		}
	}
	var cells []*draft.Cell
	for i, f := range row {
		blank := !slices.ContainsFunc(f.list, func(p *Paragraph) bool { return p.Runes > 0 })
		// A cell that continues another one does not show its content.
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

// over returns the cell above c that begins where c does, or nil.
func (g *Grid) over(c *draft.Cell) *draft.Cell {
	for _, a := range g.above {
		if c.BeginsAs(a) {
			return a
		}
	}
	return nil
}

// Nesting reads the tables of formats that write paragraphs with their depth in tables and mark the
// ends of cells and rows.
type Nesting struct {
	open []openTable
	Emit func(*Paragraph) error
}

type openTable struct {
	grid *Grid
	cell []*Paragraph // paragraphs of the open cell
}

// maxNesting is the depth of nested tables that are kept apart; deeper ones are text of the deepest
// cell.
const maxNesting = 20

// Paragraph adds the next paragraph; depth 0 is outside of tables.
func (n *Nesting) Paragraph(p *Paragraph, depth int) error {
	if err := n.Reach(depth); err != nil {
		return err
	}
	if depth > 0 && p.Block.Kind == extract.Body {
		p.Block.Kind = extract.Cell
	}
	return n.put(len(n.open), p)
}

// put adds a paragraph to the open cell at a depth.
func (n *Nesting) put(depth int, p *Paragraph) error {
	if depth == 0 {
		return n.Emit(p)
	}
	t := &n.open[depth-1]
	t.cell = append(t.cell, p)
	return nil
}

// Reach opens or closes tables until depth tables are open.
func (n *Nesting) Reach(depth int) error {
	depth = min(depth, maxNesting)
	for len(n.open) < depth {
		n.open = append(n.open, openTable{grid: &Grid{}})
	}
	for len(n.open) > depth {
		// A row without an end, in a truncated file, counts as a row.
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

// EndCell ends the open cell at a depth; columns and rows are those of Grid.Add.
func (n *Nesting) EndCell(depth, columns, rows int) error {
	if err := n.Reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	t := &n.open[depth-1]
	t.grid.Add(t.cell, columns, rows, false)
	t.cell = nil
	return nil
}

// EndRow ends the open row at a depth; shape is that of Grid.EndRow.
func (n *Nesting) EndRow(depth int, shape []CellShape) error {
	if err := n.Reach(depth); err != nil || depth < 1 || depth > maxNesting {
		return err
	}
	return n.open[depth-1].grid.EndRow(shape, func(p *Paragraph) error { return n.put(depth-1, p) })
}
