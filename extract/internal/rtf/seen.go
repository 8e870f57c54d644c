package rtf

import (
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

// rtfShape is what a file says of a drawn shape: its edges in twips.
type rtfShape struct {
	begun                    bool
	left, top, right, bottom int
}

// longestPage is the longer side of a sheet of A4, in twips.
const longestPage = 842 * 20

// edge takes a word of a shape's definition.
func (s *rtfShape) edge(name string, value int) {
	switch name {
	case "shpleft":
		s.left = value
	case "shptop":
		s.top = value
	case "shpright":
		s.right = value
	case "shpbottom":
		s.bottom = value
	}
	s.begun = true
}

// outside reports whether nothing of the shape is seen: it has no size, or is on no page.
func (s rtfShape) outside() bool {
	return s.begun && (s.right <= s.left || s.bottom <= s.top || max(s.left, s.top) >= longestPage || min(s.right, s.bottom) <= -longestPage)
}

// surroundings returns how the characters that come look and where they stand.
func (r *rtfReader) surroundings() (style.Look, flow.Place) {
	look := r.state.look
	if r.state.line < 0 || r.state.multiple {
		look.Line = -r.state.line // below 0 in Look where it counts single lines
	}
	at := flow.Place{Deleted: r.state.deleted, Ground: r.state.paper}
	if r.depth > 0 {
		inner := min(r.depth-1, 1)
		cell := style.AnyPaint // of rows that are defined behind their cells
		if i := r.cells[inner]; i < len(r.shades[inner]) {
			cell = r.shades[inner][i]
		}
		at.Ground = at.Ground.Or(cell)
		if high := r.high[inner]; high > 0 {
			at.Room = style.NewRoom(0, float64(high)/20)
		}
	}
	if r.state.left >= longestPage || r.state.shape.outside() {
		at.Room = style.Shut
	}
	return look, at
}
