package draft

import (
	"cmp"
	"slices"

	"zhiwen/extract"
)

// Table is a table under construction: the number of its rows so far and the shared edges of its
// cells.
type Table struct {
	Rows  int
	edges *gridEdges // nil before the first cell
}

// gridEdges holds the positions on paper at which the cells of one table begin and end, none if
// columns are known. It also identifies the table.
type gridEdges struct {
	at   []float32
	rows int // of the table
}

// Cell returns a cell of the table.
func (t *Table) Cell(row, column, rows, columns int) *Cell {
	if t.edges == nil {
		t.edges = &gridEdges{}
	}
	t.edges.rows = max(t.edges.rows, row+rows)
	return &Cell{edges: t.edges, Row: row, Column: column, Rows: rows, Columns: columns}
}

// Between sets the position of a cell on paper, from its left edge to its right one, in points.
func (c *Cell) Between(left, right float32) {
	c.left, c.Right = left, right
	c.edges.at = append(c.edges.at, left, right)
}

// BeginsAs reports whether a cell begins where another one does.
func (c *Cell) BeginsAs(other *Cell) bool {
	if c.Right > c.left {
		return max(other.left-c.left, c.left-other.left) <= EdgeTolerance
	}
	return other.Column == c.Column
}

// Cell is one cell. Its paragraphs share it until Places are made.
type Cell struct {
	edges       *gridEdges // of its table
	Row, Column int        // from 0
	Rows        int
	Columns     int
	left, Right float32 // on paper; both 0 if columns are known
}

// EdgeTolerance is how far apart, in points, edges of cells may be that are meant to be the same:
// tables drawn by hand are slightly off.
const EdgeTolerance = 4

// ColumnsOf returns the positions at which columns begin and where the last one ends.
func ColumnsOf(edges []float32) []float32 {
	sorted := slices.Sorted(slices.Values(edges))
	var out []float32
	for _, e := range sorted {
		if n := len(out); n == 0 || e-out[n-1] > EdgeTolerance {
			out = append(out, e)
		}
	}
	return out
}

// ColumnAt returns the column that begins nearest to x, from 0.
func ColumnAt(columns []float32, x float32) int {
	i, exact := slices.BinarySearchFunc(columns, x, func(c, x float32) int { return cmp.Compare(c, x) })
	if exact || i == 0 {
		return i
	}
	if i == len(columns) || x-columns[i-1] <= columns[i]-x {
		return i - 1
	}
	return i
}

// tablePlaces returns the Places of blocks in cells, with the tables numbered in order.
func tablePlaces(blocks []Block) []extract.Place {
	out := make([]extract.Place, len(blocks))
	numbers := map[*gridEdges]int{}
	columns := map[*gridEdges][]float32{}
	for i, m := range blocks {
		c := m.Cell
		if c == nil {
			continue
		}
		if numbers[c.edges] == 0 {
			numbers[c.edges] = len(numbers) + 1
			columns[c.edges] = ColumnsOf(c.edges.at)
		}
		p := extract.Place{Table: numbers[c.edges], Row: c.Row + 1, Column: c.Column + 1, Rows: c.Rows, Columns: c.Columns}
		if edges := columns[c.edges]; c.Right > c.left && len(edges) > 0 {
			from := ColumnAt(edges, c.left)
			p.Column, p.Columns = from+1, max(ColumnAt(edges, c.Right)-from, 1)
		}
		out[i] = p
	}
	return out
}
