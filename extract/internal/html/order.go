package html

import (
	"strconv"
	"strings"
)

// Styles may show pieces of a text in another order than the file has them: by the order of boxes in a line, by the cells of a
// grid, or by places on the page. Once a piece is shown before an earlier one, the pieces after it become paragraphs with a
// place, and package draft finds their order. Where there are many, a notice says that the words may still be broken up.
const (
	// mostPiece is the most characters of a piece that breaks words up: in longer ones, matches are found in any order.
	mostPiece = 12
	// leastAstray is the least characters in such pieces for a notice: the labels of a figure or a menu have fewer.
	leastAstray = 200
	// leastPlaced is how many pieces are read as one text before the next ones become paragraphs.
	leastPlaced = 8
	// step is the assumed distance, in points, between boxes whose order alone is known.
	step = 100
)

// order is where an element's styles show it among the others of its parent.
type order struct {
	from     int // characters of the page before the element
	placed   bool
	row      float64 // where it is shown
	column   float64
	backward bool // it is shown before what is earlier in the file
	reversed bool // so are the elements in it
	astray   bool // it is shown before the last placed element of its parent

	apart bool // it is a paragraph with a place

	last   *order // the last placed element in it
	number int    // placed elements in it
	mixed  bool   // some are astray
}

// style applies properties. size is that of the element's letters, in points.
func (o *order) style(p properties, size float64) {
	number := func(names ...string) (float64, bool) {
		for _, name := range names {
			first, _, _ := strings.Cut(p[name], "/")
			if v, err := strconv.ParseFloat(strings.TrimSpace(first), 64); err == nil {
				return v, true
			}
		}
		return 0, false
	}
	if v, ok := number("order"); ok {
		o.placed, o.column = true, step*v
	}
	row, inRow := number("grid-row-start", "grid-row", "grid-area")
	column, inColumn := number("grid-column-start", "grid-column")
	if inRow || inColumn {
		o.placed, o.row, o.column = true, step*row, step*column
	}
	if p["position"] == "absolute" || p["position"] == "fixed" {
		o.placed = true
		o.row, _ = length(p["top"], size)
		o.column, _ = length(p["left"], size)
	}
	if p["float"] == "right" {
		o.placed, o.backward = true, true
	}
	o.reversed = strings.Contains(p["flex-direction"]+p["flex-flow"], "-reverse")
}

// next notes that an element begins in the one with order o.
func (o *order) next(e *order) {
	if o.reversed {
		e.placed, e.backward = true, true
	}
	if !e.placed {
		return
	}
	if o.number++; e.backward {
		e.column = -step * float64(o.number)
	}
	if last := o.last; last != nil {
		e.astray = e.row < last.row || e.row == last.row && e.column < last.column
	}
	o.mixed = o.mixed || e.astray
	e.apart = o.mixed && o.number > leastPlaced
	o.last = &order{row: e.row, column: e.column}
}
