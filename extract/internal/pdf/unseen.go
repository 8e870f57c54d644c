package pdf

import (
	"iter"
	"slices"

	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

const (
	offPage = 2 // points beyond the edge from which a character is off the page
)

const (
	maxObjects   = 20_000 // objects of a page that are examined for hidden text
	maxFormDepth = 4
)

// suspicious examines the page's objects and records the texts that may be invisible.
func (r *pageReader) suspicious() {
	for i := range min(r.page.Objects(), maxObjects) {
		if o, ok := r.page.Object(i); ok {
			r.look(o, 0, level, everywhere)
		}
	}
	r.settleDoubts()
	r.looks = make(map[pdfium.Object]*textObject, len(r.texts))
	for _, t := range r.texts {
		r.looks[t.object] = t
		r.suspects = r.suspects || t.how != shown
		r.varied = r.varied || t.hand != r.texts[0].hand
		if t.how == pale || t.how == doubtful || t.how == unpainted && r.paths > 0 {
			r.include(r.locate(t))
		}
	}
}

// writings returns the text objects of a page, as far as its objects are examined.
func writings(source pdfium.Page) iter.Seq[pdfium.Object] {
	return func(yield func(pdfium.Object) bool) {
		var look func(object func(int) (pdfium.Object, bool), count, depth int) bool
		look = func(object func(int) (pdfium.Object, bool), count, depth int) bool {
			for i := range min(count, maxObjects) {
				o, ok := object(i)
				switch {
				case !ok:
				case o.Kind() == pdfium.Writing && !yield(o),
					o.Kind() == pdfium.Form && depth < maxFormDepth && !look(o.Object, o.Objects(), depth+1):
					return false
				}
			}
			return true
		}
		look(source.Object, source.Objects(), 0)
	}
}

// level is the identity.
var level = pdfium.Matrix{A: 1, D: 1}

// transformed applies m to the corners of a box.
func transformed(b page.Box, m pdfium.Matrix) page.Box {
	if m == level {
		return b
	}
	var out page.Box
	for i, p := range [4][2]float32{{b.X0, b.Y0}, {b.X1, b.Y0}, {b.X0, b.Y1}, {b.X1, b.Y1}} {
		x, y := m.A*p[0]+m.C*p[1]+m.E, m.B*p[0]+m.D*p[1]+m.F
		if i == 0 {
			out = page.Box{X0: x, Y0: y, X1: x, Y1: y}
		}
		out = page.Box{X0: min(out.X0, x), Y0: min(out.Y0, y), X1: max(out.X1, x), Y1: max(out.Y1, y)}
	}
	return out
}

// compose returns the matrix that applies inner first, then outer.
func compose(inner, outer pdfium.Matrix) pdfium.Matrix {
	return pdfium.Matrix{
		A: inner.A*outer.A + inner.B*outer.C, B: inner.A*outer.B + inner.B*outer.D,
		C: inner.C*outer.A + inner.D*outer.C, D: inner.C*outer.B + inner.D*outer.D,
		E: inner.E*outer.A + inner.F*outer.C + outer.E, F: inner.E*outer.B + inner.F*outer.D + outer.F,
	}
}

// look records an object. place transforms its space to the page's; window is the visible part of
// the form that contains it.
func (r *pageReader) look(o pdfium.Object, depth int, place pdfium.Matrix, window page.Box) {
	kind := o.Kind()
	switch kind {
	case pdfium.Writing:
		mode := o.Mode()
		how, ink := visibilityOf(o, mode)
		t := &textObject{object: o, mode: mode, how: how, ink: ink, hand: uint32(ink) ^ uint32(o.Font())*31 + uint32(mode), place: place,
			window: window}
		if how == shown && r.onItsColour(t) {
			t.how = pale
		}
		r.texts = append(r.texts, t)
		return
	case pdfium.Form:
		if depth >= maxFormDepth {
			return
		}
		window = window.Within(r.window(o, place))
		if own, ok := o.Matrix(); ok {
			place = compose(own, place)
		}
		for i := range min(o.Objects(), maxObjects) {
			if inner, ok := o.Object(i); ok {
				r.look(inner, depth+1, place, window)
			}
		}
		return
	}
	area, ok := r.bounds(o, place)
	if !ok {
		return
	}
	over := len(r.texts) > 0 && mayCover(area)
	if kind == pdfium.Path {
		r.paths++
		painted, ink, opaque := painted(o)
		if painted == shown || o.Stroked() {
			r.ruling.Add(area)
		}
		if painted == shown && o.Filled() {
			if mayCover(area) {
				r.fill(ink, area)
			}
			if mayBeLetter(area) && o.Segments() >= letterSegments {
				r.outlines++
			}
		}
		if over && opaque && o.Filled() {
			r.cover(cover{object: o, area: area, place: place, window: window})
		}
		if painted != shown {
			return
		}
	} else if over {
		r.cover(cover{object: o, area: area, place: place, window: window, picture: kind == pdfium.Image})
	}
	r.backgrounds = append(r.backgrounds, area)
	if kind == pdfium.Image {
		// scanners split pages into strips
		r.picture += (area.X1 - area.X0) * (area.Y1 - area.Y0) / (r.width * r.height)
		r.pictures = append(r.pictures, area)
	}
}

// bounds returns the box of an object on the displayed page.
func (r *pageReader) bounds(o pdfium.Object, place pdfium.Matrix) (page.Box, bool) {
	b, ok := o.Bounds()
	if !ok {
		return page.Box{}, false
	}
	return r.turned(transformed(page.Box{X0: b.Left, Y0: b.Bottom, X1: b.Right, Y1: b.Top}, place)), true
}

// embedded reports whether the file embeds the font of character k, or true if that is unknown.
func (r *pageReader) embedded(k int) bool {
	o, ok := r.text.Object(k)
	return !ok || o.Embedded()
}

// painted returns how visible the colour of an object is on paper, the colour, and whether the
// object hides what is behind it.
func painted(o pdfium.Object) (how visibility, ink style.Paint, opaque bool) {
	c, ok := o.Fill()
	opaque = !ok || c.A >= coverOpaque
	if !ok {
		return shown, style.AnyPaint, opaque
	}
	ink = style.RGB(int(c.R), int(c.G), int(c.B)).Faded(float64(c.A) / 255)
	switch {
	case c.A == 0:
		return unpainted, ink, opaque
	case ink.Vanishes(style.White):
		return pale, ink.Before(style.White), opaque
	}
	return shown, ink, opaque
}

// fill records a path filled with a colour: texts of the same colour may be invisible on it.
func (r *pageReader) fill(paint style.Paint, area page.Box) {
	if r.fills == nil {
		r.fills = map[style.Paint][]page.Box{}
	}
	if r.filled++; r.filled <= maxCovers {
		r.fills[paint] = append(r.fills[paint], area)
	}
}

// onItsColour reports whether a text begins or ends on a path of nearly its own colour.
func (r *pageReader) onItsColour(t *textObject) bool {
	for paint, areas := range r.fills {
		if !t.ink.Vanishes(paint) {
			continue
		}
		at := r.locate(t)
		if slices.ContainsFunc(areas, func(b page.Box) bool { return hidesText(b, at) }) {
			return true
		}
	}
	return false
}

// onPicture reports whether a position is on a picture of a page whose pictures cover enough of it
// to be a scan. Invisible text there is recognised text.
func (r *pageReader) onPicture(x, y float32) bool {
	return r.picture > layout.PictureShare && slices.ContainsFunc(r.pictures, func(b page.Box) bool { return b.Holds(x, y) })
}

// visibility is how a text is drawn.
type visibility int

const (
	shown visibility = iota
	pale             // in the colour of the paper or of what is painted behind it
	unpainted
	doubtful // perhaps covered, clipped away or in a layer
)

func visibilityOf(o pdfium.Object, mode pdfium.Mode) (visibility, style.Paint) {
	if mode == pdfium.Invisible || mode == pdfium.ClipOnly {
		return unpainted, style.Glass
	}
	how, ink, _ := painted(o)
	return how, ink
}

// paintsItself reports whether character k, of a nameless type 3 font, draws itself in other
// colours than its text's, outside the middle of its box.
func (r *pageReader) paintsItself(k int, g page.Glyph) bool {
	return r.differs(k, g, style.White) && !r.takenAsSeen
}

// unseen reports whether character k is invisible: drawn invisibly, white on nothing, or where it
// cannot be seen.
func (r *pageReader) unseen(k int, g page.Glyph) bool {
	o, ok := r.text.Object(k)
	if !ok {
		return false
	}
	t := r.looks[o]
	if t == nil { // on a page with very many objects
		t = &textObject{}
		t.how, t.ink = visibilityOf(o, o.Mode())
	}
	switch t.how {
	case unpainted:
		over := r.onPicture((g.X0+g.X1)/2, (g.Y0+g.Y1)/2)
		r.overlaid = r.overlaid || over
		return !over && !r.traced(g, t.mode)
	case pale:
		return !r.inked(g, t.ink) && !(r.text.Font(k) == "" && r.paintsItself(k, g))
	case doubtful:
		return !r.differs(k, g, t.ink) && !r.depicted(g) && !r.scanned()
	}
	return false
}
