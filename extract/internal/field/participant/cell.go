package participant

import (
	"cmp"
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/field/value"
)

// Cell is a cell of a table with its text and the index of its first paragraph.
type Cell struct {
	extract.Place
	Text      string
	Paragraph int
}

// CellsOf returns the cells of the table that begins with paragraph i, in order, and the index of
// the paragraph after it.
func CellsOf(paragraphs []extract.Paragraph, texts []string, i int) (cells []Cell, end int) {
	table := paragraphs[i].Place.Table
	for ; i < len(paragraphs) && paragraphs[i].Place.Table == table; i++ {
		if n := len(cells); n > 0 && cells[n-1].Place == paragraphs[i].Place {
			cells[n-1].Text += "\n" + texts[i]
			continue
		}
		cells = append(cells, Cell{paragraphs[i].Place, texts[i], i})
	}
	return cells, i
}

// across reports whether a table lists its people side by side: names follow the heading of names
// in the same row, one per column.
func across(cells []Cell) bool {
	return slices.ContainsFunc(indexes(cells), func(k int) bool {
		if !HeadsNames(cells[k].Text) || k+2 >= len(cells) || cells[k+2].Row != cells[k].Row {
			return false
		}
		first, second := value.PersonName(cells[k+1].Text), value.PersonName(cells[k+2].Text)
		return first != "" && second != "" && value.LikelyName(first) && value.LikelyName(second)
	})
}

func indexes(cells []Cell) []int {
	out := make([]int, len(cells))
	for i := range out {
		out[i] = i
	}
	return out
}

// turned returns the cells of a table with rows and columns exchanged.
func turned(cells []Cell) []Cell {
	out := slices.Clone(cells)
	for i, c := range out {
		out[i].Row, out[i].Column, out[i].Rows, out[i].Columns = c.Column, c.Row, c.Columns, c.Rows
	}
	slices.SortStableFunc(out, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Column, b.Column))
	})
	return out
}

// headed reports whether the row of a cell has a certain heading of names, or no headings.
func headed(cells []Cell, k int) bool {
	known := 0
	for _, c := range cells {
		if c.Row != cells[k].Row {
			continue
		}
		if HeadsNames(c.Text) {
			return true
		}
		known++
	}
	return known < LeastHeads
}

// inColumn reports whether a cell stands under a heading, perhaps after the number of its row.
func inColumn(cells []Cell, i, head int) bool {
	c, h := cells[i], cells[head]
	if c.Column == h.Column {
		return h.Columns == 1 || c.Columns == h.Columns || !rowNumber().MatchString(c.Text)
	}
	before := cells[max(0, i-1)]
	return c.Column > h.Column && c.Column+c.Columns == h.Column+h.Columns && before.Row == c.Row && before.Column == h.Column &&
		rowNumber().MatchString(before.Text)
}

// alone reports whether a cell is the only one in its row.
func alone(cells []Cell, i int) bool {
	return (i == 0 || cells[i-1].Row != cells[i].Row) && (i+1 == len(cells) || cells[i+1].Row != cells[i].Row)
}

// cellAt returns the text of the cell that covers a place.
func cellAt(cells []Cell, row, column int) string {
	for _, c := range cells {
		if c.Row <= row && row < c.Row+c.Rows && c.Column <= column && column < c.Column+c.Columns {
			return c.Text
		}
	}
	return ""
}

var rowNumber = char.Pattern(`^\s*\d{1,2}\s*$`)
