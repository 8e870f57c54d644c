package highlight

import (
	"math"
	"slices"
	"strconv"

	"zhiwen/extract"
)

// Leaf is some neighbouring paragraphs. Browsers lay a leaf out when it
// comes into sight; until then it is taken to be Lines high, so that a long
// document is as quick as a short one.
type Leaf struct {
	Start, End int    // code points
	Lines      string // that it will fill on a sheet of sheetColumns
	Blocks     []Block
}

// Block is a paragraph or a table.
type Block struct {
	Paragraph Paragraph
	Rows      [][]Cell // of a table; nil for a paragraph
}

// Cell is one cell of a table. One that holds no paragraph fills a gap.
type Cell struct {
	Rows, Columns int // that it covers
	Paragraphs    []Paragraph
}

const (
	// leafLength is about a screen of text, in code points: what is laid out
	// at once beyond what is seen is at most twice that.
	leafLength = 1000
	// sheetColumns is how many Chinese characters a line of the sheet holds.
	sheetColumns = 37
	// paragraphGap is the space below a paragraph, in lines.
	paragraphGap = 0.24
	// maxTableColumns is more than any form on paper has. What says that it has
	// more is shown paragraph by paragraph.
	maxTableColumns = 60
)

// Leaves cuts the text after the folded part into leaves for display. No table is cut.
func (v Text) Leaves() []Leaf { return leaves(v.Paragraphs[v.Folded:]) }

// Lead returns the leaves of the folded paragraphs.
func (v Text) Lead() []Leaf { return leaves(v.Paragraphs[:v.Folded]) }

const (
	// contextLines is how many lines before the first mark stay in sight.
	contextLines = 4
	// leastFolded is how many lines are worth folding: as many as keep the first mark from the first screen.
	leastFolded = 10
)

// Fold folds the beginning of the text that nothing is marked in, but for what leads to the first mark. A text
// without marks stays as it is.
func (v *Text) Fold() {
	marked := slices.IndexFunc(v.Paragraphs, Paragraph.marked)
	if marked < 0 {
		return
	}
	fold, lines := marked, 0.0
	table := func(i int) bool {
		return i > 0 && v.Paragraphs[i].Place.Table != 0 && v.Paragraphs[i].Place.Table == v.Paragraphs[i-1].Place.Table
	}
	for fold > 0 && (table(fold) || lines < contextLines) {
		fold--
		lines += v.Paragraphs[fold].lines(sheetColumns)
	}
	lines = 0
	for _, p := range v.Paragraphs[:fold] {
		lines += p.lines(sheetColumns)
	}
	if lines >= leastFolded {
		v.Folded = fold
	}
}

// marked reports whether something of the paragraph corresponds to another text, or may do so.
func (p Paragraph) marked() bool {
	return slices.ContainsFunc(p.Runs, func(r Run) bool { return r.Match != 0 })
}

func leaves(paragraphs []Paragraph) []Leaf {
	var out []Leaf
	var lines float64
	flush := func() {
		if n := len(out) - 1; n >= 0 {
			out[n].Lines = strconv.FormatFloat(lines, 'f', 1, 64)
		}
		lines = 0
	}
	for i := 0; i < len(paragraphs); {
		p := paragraphs[i]
		if n := len(out) - 1; n < 0 || out[n].End-out[n].Start >= leafLength {
			flush()
			out = append(out, Leaf{Start: p.Start})
		}
		leaf := &out[len(out)-1]
		end := i + 1
		if table := p.Place.Table; table != 0 {
			for end < len(paragraphs) && paragraphs[end].Place.Table == table {
				end++
			}
			if rows, high := tableOf(paragraphs[i:end]); rows != nil {
				leaf.Blocks = append(leaf.Blocks, Block{Rows: rows})
				leaf.End = paragraphs[end-1].End
				lines += high
				i = end
				continue
			}
		}
		for _, p := range paragraphs[i:end] {
			leaf.Blocks = append(leaf.Blocks, Block{Paragraph: p})
			leaf.End = p.End
			lines += p.lines(sheetColumns) + paragraphGap
		}
		i = end
	}
	flush()
	return out
}

// lines estimates how many lines a paragraph fills where a line holds columns.
func (p Paragraph) lines(columns float64) float64 {
	width := 0.0
	for _, run := range p.Runs {
		for _, piece := range run.Pieces {
			for _, r := range piece.Text {
				if Wide(r) {
					width++
				} else {
					width += 0.5
				}
			}
		}
	}
	return math.Max(1, math.Ceil(width/math.Max(columns, 1)))
}

// Wide reports whether a character belongs to a script whose characters are as wide as high.
func Wide(r rune) bool { return r >= 0x2E80 }

// tableOf returns the rows of a table, every place in them covered by one cell,
// and how many lines they fill; nil where the places make no table. Rows
// without any text are left out.
func tableOf(paragraphs []Paragraph) ([][]Cell, float64) {
	columns, numbers := 0, []int{} // of the rows there are
	for _, p := range paragraphs {
		place := p.Place
		if place.Row < 1 || place.Column < 1 || place.Rows < 1 || place.Columns < 1 || place.Column > maxTableColumns ||
			place.Columns > maxTableColumns {
			return nil, 0
		}
		columns = max(columns, place.Column+place.Columns-1)
		if n := len(numbers); n == 0 || numbers[n-1] < place.Row {
			numbers = append(numbers, place.Row)
		} else if numbers[n-1] > place.Row {
			return nil, 0
		}
	}
	if columns > maxTableColumns {
		return nil, 0
	}
	rows := make([][]Cell, len(numbers))
	covered := make([]int, columns) // by column: the first row that no cell from above reaches
	high := 0.0
	next := 0 // paragraph
	for row, number := range numbers {
		column := 0 // from 0
		gap := func(to int) {
			for column < to {
				wide := 0
				for column+wide < to && covered[column+wide] <= row {
					wide++
				}
				if wide > 0 {
					rows[row] = append(rows[row], Cell{Rows: 1, Columns: wide})
				}
				column += max(wide, 1)
			}
		}
		most := 1.0
		for next < len(paragraphs) && paragraphs[next].Place.Row == number {
			p := paragraphs[next]
			place := p.Place
			if place.Column-1 < column { // beside or under another: no table that HTML can hold
				return nil, 0
			}
			gap(place.Column - 1)
			cell := Cell{Columns: place.Columns, Rows: 1}
			for row+cell.Rows < len(numbers) && numbers[row+cell.Rows] < number+place.Rows {
				cell.Rows++
			}
			for i := range place.Columns {
				if covered[column+i] > row {
					return nil, 0
				}
				covered[column+i] = row + cell.Rows
			}
			column += place.Columns
			filled := 0.0
			for next < len(paragraphs) && samePlace(paragraphs[next].Place, place) {
				cell.Paragraphs = append(cell.Paragraphs, paragraphs[next])
				filled += paragraphs[next].lines(sheetColumns * float64(place.Columns) / float64(columns))
				next++
			}
			most = math.Max(most, filled/float64(cell.Rows))
			rows[row] = append(rows[row], cell)
		}
		gap(columns)
		high += most
	}
	return rows, high
}

func samePlace(a, b extract.Place) bool {
	return a.Table == b.Table && a.Row == b.Row && a.Column == b.Column
}
