package pdf

import (
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/style"
)

// A line of a program that was not wrapped begins on the page and continues past its right edge.
// Nobody reads the rest, but nobody meant to hide it either.

const (
	overrunGap  = 4   // font sizes between two characters of such a line at most: blanks of a program
	overrunRise = 0.5 // font sizes by which their base lines may differ
)

// overrun is the part of the current line that was read so far.
type overrun struct {
	last  page.Glyph // the last visible character, or the last one dropped after it
	begin float32    // start of the line on the page
	open  bool
}

// overruns reports whether the hidden character g is the rest of a line that begins visibly on the
// page: right of the edge, after what was read before, and no farther from the edge than the line
// is long on the page. Characters farther away are hidden text.
func (r *pageReader) overruns(k int, g page.Glyph) bool {
	if g.Generated || !char.Visible(g.Rune) {
		return false
	}
	o := &r.line
	goesOn := o.open && g.Quarter == 0 && g.Slant == 0 && page.Abs(g.Y0-o.last.Y0) <= overrunRise*max(g.Size, o.last.Size) &&
		g.X0 >= o.last.X0 && g.X0-o.last.X1 <= overrunGap*max(g.Size, o.last.Size)
	if !g.Hidden {
		if !goesOn {
			o.begin = g.X0
		}
		o.last, o.open = g, g.Quarter == 0 && g.Slant == 0
		return false
	}
	x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2
	past := x > r.width+offPage && y >= -offPage && y <= r.height+offPage && !style.Tiny(float64(g.Size))
	if !goesOn || !past || g.X1-r.width > r.width-o.begin || !r.painted(k) {
		o.open = false
		return false
	}
	o.last = g
	return true
}

// painted reports whether character k is drawn in a colour that is visible on paper.
func (r *pageReader) painted(k int) bool {
	o, ok := r.text.Object(k)
	if !ok {
		return false
	}
	how, _ := visibilityOf(o, o.Mode())
	return how != pale && how != unpainted
}
