package extract

import (
	"image"
	"math"
	"slices"

	"zhiwen/extract/internal/pdfium"
)

const (
	tinyPoints = 2.5 // nobody reads below
	offPage    = 2   // points beyond the edge from which a character is off the page
)

// slanted says whether the base line of a text is far from the quarter turns.
// Upright letters that lean, as where a font has no italics, are not slanted.
func slanted(m pdfium.Matrix) bool {
	quarter := math.Atan2(float64(m.B), float64(m.A)) / (math.Pi / 2)
	return math.Abs(quarter-math.Round(quarter)) > 0.1
}

const (
	maxObjects   = 20_000 // looked at for hidden text on one page
	maxFormDepth = 4
	whiteFrom    = 250 // of 255 in each colour
)

// suspicious looks over the page's objects and notes the texts that might not
// be seen.
func (r *pageReader) suspicious() {
	n := r.page.Objects()
	if n > maxObjects {
		r.suspects.add(shown, nil) // for all that are not looked at
	}
	for i := range min(n, maxObjects) {
		if o, ok := r.page.Object(i); ok {
			r.look(o, 0, level)
		}
	}
}

// level leaves places as they are.
var level = pdfium.Matrix{A: 1, D: 1}

// moved applies m to the corners of a box.
func moved(b box, m pdfium.Matrix) box {
	if m == level {
		return b
	}
	var out box
	for i, p := range [4][2]float32{{b.x0, b.y0}, {b.x1, b.y0}, {b.x0, b.y1}, {b.x1, b.y1}} {
		x, y := m.A*p[0]+m.C*p[1]+m.E, m.B*p[0]+m.D*p[1]+m.F
		if i == 0 {
			out = box{x, y, x, y}
		}
		out = box{min(out.x0, x), min(out.y0, y), max(out.x1, x), max(out.y1, y)}
	}
	return out
}

// within gives the matrix that applies inner first, then outer.
func within(inner, outer pdfium.Matrix) pdfium.Matrix {
	return pdfium.Matrix{
		A: inner.A*outer.A + inner.B*outer.C, B: inner.A*outer.B + inner.B*outer.D,
		C: inner.C*outer.A + inner.D*outer.C, D: inner.C*outer.B + inner.D*outer.D,
		E: inner.E*outer.A + inner.F*outer.C + outer.E, F: inner.E*outer.B + inner.F*outer.D + outer.F,
	}
}

// look notes what an object is. place takes its space to the page's.
func (r *pageReader) look(o pdfium.Object, depth int, place pdfium.Matrix) {
	kind := o.Kind()
	switch kind {
	case pdfium.Writing:
		r.suspects.add(visibilityOf(o), func() (box, bool) { return r.bounds(o, place) })
		return
	case pdfium.Form:
		n := o.Objects()
		if n < 0 || depth >= maxFormDepth || n > maxObjects {
			r.suspects.add(shown, nil)
		}
		if n < 0 || depth >= maxFormDepth {
			return
		}
		if own, ok := o.Matrix(); ok {
			place = within(own, place)
		}
		for i := range min(n, maxObjects) {
			if inner, ok := o.Object(i); ok {
				r.look(inner, depth+1, place)
			}
		}
		return
	}
	area, ok := r.bounds(o, place)
	if !ok {
		return
	}
	if kind == pdfium.Path {
		r.paths++
		painted := painted(o)
		if painted == shown || o.Stroked() {
			r.ruled(area)
		}
		if painted != shown {
			return
		}
	}
	r.backgrounds = append(r.backgrounds, area)
	if kind == pdfium.Image {
		r.picture += (area.x1 - area.x0) * (area.y1 - area.y0) / (r.width * r.height) // scanners cut pages into strips
		r.pictures = append(r.pictures, area)
	}
}

// bounds gives the place of an object on the page as looked at.
func (r *pageReader) bounds(o pdfium.Object, place pdfium.Matrix) (box, bool) {
	b, ok := o.Bounds()
	if !ok {
		return box{}, false
	}
	return r.turned(moved(box{b.Left, b.Bottom, b.Right, b.Top}, place)), true
}

// embedded says whether the file brings along the font of character k; true
// when that cannot be told.
func (r *pageReader) embedded(k int) bool {
	o, ok := r.text.Object(k)
	return !ok || o.Embedded()
}

// painted tells how the colour of an object is seen on paper.
func painted(o pdfium.Object) visibility {
	c, ok := o.Fill()
	switch {
	case !ok:
		return shown
	case c.A == 0:
		return unpainted
	case min(c.R, c.G, c.B) >= whiteFrom:
		return whitish
	}
	return shown
}

// onPicture says whether a place is on a picture, of a page where they cover
// enough to be a scan: what stands there invisibly is what was recognised.
func (r *pageReader) onPicture(x, y float32) bool {
	return r.picture > pictureShare && slices.ContainsFunc(r.pictures, func(b box) bool { return b.holds(x, y) })
}

// visibility is how a text is drawn.
type visibility int

const (
	shown visibility = iota
	whitish
	unpainted
)

func visibilityOf(o pdfium.Object) visibility {
	if m := o.Mode(); m == pdfium.Invisible || m == pdfium.ClipOnly {
		return unpainted
	}
	return painted(o)
}

// unseen says whether character k is drawn invisibly or white on nothing.
func (r *pageReader) unseen(k int, g glyph) bool {
	x, y := (g.x0+g.x1)/2, (g.y0+g.y1)/2
	how, sure := r.suspects.at(x, y)
	if !sure {
		o, ok := r.text.Object(k)
		if !ok {
			return false
		}
		how = visibilityOf(o)
	}
	switch how {
	case unpainted:
		over := r.onPicture(x, y)
		r.overlaid = r.overlaid || over
		return !over
	case whitish:
		return !r.inked(g)
	}
	return false
}

// lookDPI is the resolution at which a page is drawn to see whether something
// is there: a point of paper is more than a pixel.
const lookDPI = 96

// inked says whether anything but white is drawn where a white character
// stands: what is behind it may be a gradient, a picture, or a frame without a
// filling, and only drawing tells.
func (r *pageReader) inked(g glyph) bool {
	if r.drawing == nil && !r.undrawn {
		dpi := drawnAt(lookDPI, r.width, r.height)
		r.scale = float32(dpi) / 72
		r.drawing, r.done = r.page.Draw(dpi, image.Rectangle{Max: r.page.Size(dpi)})
		r.undrawn = r.drawing == nil
	}
	x, y := (g.x0+g.x1)/2, (g.y0+g.y1)/2
	if r.undrawn {
		return slices.ContainsFunc(r.backgrounds, func(b box) bool { return b.holds(x, y) })
	}
	// The middle of the box only: lines of tables run along its edges.
	w, h := (g.x1-g.x0)/4, (g.y1-g.y0)/4
	area := image.Rect(int((x-w)*r.scale), int((r.height-y-h)*r.scale), int((x+w)*r.scale)+1, int((r.height-y+h)*r.scale)+1).Intersect(r.drawing.Rect)
	for v := area.Min.Y; v < area.Max.Y; v++ {
		for u := area.Min.X; u < area.Max.X; u++ {
			if c := r.drawing.RGBAAt(u, v); min(c.R, c.G, c.B) < whiteFrom {
				return true
			}
		}
	}
	return false
}
