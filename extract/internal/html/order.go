package html

import (
	"strconv"
	"strings"
)

// Styles may show pieces of a text in another order than the file has them: by the order of boxes in a line, by the cells of a
// grid, or by places on the page. Such text is read in the order of the file. Where many short pieces are shown before earlier
// ones, the words of the text are broken up, which a notice says.
const (
	// mostPiece is the most characters of a piece that breaks words up: in longer ones, matches are found in any order.
	mostPiece = 12
	// leastAstray is how many characters are more than the labels of a figure or the entries of a menu that floats to the right.
	leastAstray = 200
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

	last *order // the last placed element in it
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
		o.placed, o.column = true, v
	}
	row, inRow := number("grid-row-start", "grid-row", "grid-area")
	column, inColumn := number("grid-column-start", "grid-column")
	if inRow || inColumn {
		o.placed, o.row, o.column = true, row, column
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
	if last := o.last; last != nil {
		e.astray = e.backward || e.row < last.row || e.row == last.row && e.column < last.column
	}
	o.last = &order{row: e.row, column: e.column}
}
