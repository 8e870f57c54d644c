package pdf

import (
	"image"
	"image/color"
	"math"
	"slices"
	"time"
	"unicode"

	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
	"zhiwen/extract/internal/style"
)

// Whether unusually painted text is visible shows only in a drawing: for white text, whether
// something is behind it; for text that may be covered, clipped or in a layer, whether the page
// looks the same without it.

const (
	// lookDPI is the resolution of these drawings: more than one pixel per point.
	lookDPI = 96
	// looseBox, in points, is how far characters may be from the box that pdfium states for their
	// text: fonts state wrong heights.
	looseBox = 12
	// judgeTime is how long the pages of a file may be drawn for doubtful texts: an eighth of the
	// time allowed for reading it.
	judgeTime = 3 * time.Second
	// sameFrom is the least correlation, from -1 to 1, of the brightness of two drawings that show
	// the same words; other words in the same lines reach 0.45. sameAround is how many font sizes
	// to both sides are compared.
	sameFrom   = 0.5
	sameAround = 4
)

// drawings holds drawings of the part of a page that has texts to examine.
type drawings struct {
	part        page.Box    // of the page
	drawing     *image.RGBA // as the page is, once needed
	bare        *image.RGBA // without the doubtful texts
	uncovered   *image.RGBA // without the pictures that cover them
	traces      *image.RGBA // with invisible text in red
	undrawn     bool        // it could not be drawn
	judged      bool        // bare was drawn
	takenAsSeen bool        // bare could not be drawn: doubtful texts count as visible
	dpi         int
	scale       float32 // pixels per point
	free        []func()
}

// forget frees the drawings.
func (d *drawings) forget() {
	for _, free := range d.free {
		free()
	}
}

// include adds a text to the part of the page that is drawn.
func (d *drawings) include(b page.Box) {
	b = page.Box{X0: b.X0 - looseBox, Y0: b.Y0 - looseBox, X1: b.X1 + looseBox, Y1: b.Y1 + looseBox}
	if d.part == (page.Box{}) {
		d.part = b
	}
	d.part = page.Box{X0: min(d.part.X0, b.X0), Y0: min(d.part.Y0, b.Y0), X1: max(d.part.X1, b.X1), Y1: max(d.part.Y1, b.Y1)}
}

// draw draws the part of the page with texts to examine, once.
func (r *pageReader) draw() {
	if r.drawing != nil || r.undrawn {
		return
	}
	r.dpi = ocr.Resolution(lookDPI, r.width, r.height)
	r.scale = float32(r.dpi) / 72
	r.drawing = r.drawAgain()
	r.undrawn = r.drawing == nil
}

// drawAgain draws that part in its current state, or returns nil if that fails. The picture lasts
// as long as r.
func (r *pageReader) drawAgain() *image.RGBA {
	picture, done := r.page.Draw(r.dpi, r.pixels(r.part))
	if picture != nil {
		r.free = append(r.free, done)
	}
	return picture
}

// pixels returns the position of a box in the drawing of the page.
func (r *pageReader) pixels(b page.Box) image.Rectangle {
	area := image.Rect(int(b.X0*r.scale), int((r.height-b.Y1)*r.scale), int(b.X1*r.scale)+1, int((r.height-b.Y0)*r.scale)+1)
	return area.Intersect(image.Rectangle{Max: r.page.Size(r.dpi)})
}

// inked reports whether something in another colour than ink is drawn where a character in that
// colour stands. It may be a gradient, a picture or a frame without a filling, so only a drawing
// shows it.
func (r *pageReader) inked(g page.Glyph, ink style.Paint) bool {
	r.draw()
	x, y := (g.X0+g.X1)/2, (g.Y0+g.Y1)/2
	if r.undrawn {
		return slices.ContainsFunc(r.backgrounds, func(b page.Box) bool { return b.Holds(x, y) })
	}
	// Use the middle of the box only: rules of tables run along its edges.
	w, h := (g.X1-g.X0)/4, (g.Y1-g.Y0)/4
	area := r.pixels(page.Box{X0: x - w, Y0: y - h, X1: x + w, Y1: y + h}).Intersect(r.drawing.Rect)
	if area.Empty() {
		return true // not where its text claims to be
	}
	for v := area.Min.Y; v < area.Max.Y; v++ {
		for u := area.Min.X; u < area.Max.X; u++ {
			if style.Contrast(paintOf(r.drawing.RGBAAt(u, v)), ink) >= style.LeastContrast {
				return true
			}
		}
	}
	return false
}

// judge draws the page with and without the doubtful texts, once. After judgeTime it does not, and
// they are assumed to be visible.
func (r *pageReader) judge() {
	if r.judged || r.takenAsSeen {
		return
	}
	if r.f.judging > judgeTime {
		r.leaveUnjudged()
		return
	}
	begun := time.Now()
	defer func() { r.f.judging += time.Since(begun) }()
	if r.draw(); !r.undrawn {
		r.show(false)
		r.bare = r.drawAgain()
		r.show(true)
	}
	if r.judged = r.bare != nil; !r.judged {
		r.leaveUnjudged()
	}
}

// leaveUnjudged assumes that the doubtful texts are visible and records the page.
func (r *pageReader) leaveUnjudged() {
	r.takenAsSeen = true
	r.f.unjudged = append(r.f.unjudged, r.number)
}

// show switches the drawing of doubtful texts and of white ones, which may be painted differently,
// on or off.
func (r *pageReader) show(drawn bool) {
	for _, t := range r.texts {
		switch {
		case t.how != doubtful && t.how != pale:
		case drawn:
			t.object.SetMode(t.mode)
		default:
			t.object.SetMode(pdfium.Invisible)
		}
	}
}

// differs reports whether the doubtful character k makes a difference to the drawing. If its colour
// is invisible on paper, the difference must be larger.
func (r *pageReader) differs(k int, g page.Glyph, ink style.Paint) bool {
	r.judge()
	if r.takenAsSeen {
		return true
	}
	// Use only pixels that lie wholly within its box, but at least one: its neighbours may be
	// visible.
	area := r.pixels(r.shape(k, g))
	area = image.Rect(area.Min.X+1, area.Min.Y+1, max(area.Max.X-1, area.Min.X+2),
		max(area.Max.Y-1, area.Min.Y+2)).Intersect(r.drawing.Rect)
	if area.Empty() {
		return true // not where its text claims to be
	}
	faint := ink.Vanishes(style.White)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			a, b := r.drawing.RGBAAt(x, y), r.bare.RGBAAt(x, y)
			if unlike(a, b) && (!faint || style.Contrast(paintOf(a), paintOf(b)) >= style.LeastContrast) {
				return true
			}
		}
	}
	// Without a font for it, Chinese text is never drawn.
	return !r.f.chinese && unicode.Is(unicode.Han, g.Rune) && !r.embedded(k)
}

// shape returns the box of character k including everything drawn of it: type 3 fonts, which have
// no names, may state boxes that contain almost nothing of their characters.
func (r *pageReader) shape(k int, g page.Glyph) page.Box {
	own := g.Box()
	if r.text.Font(k) != "" {
		return own
	}
	b, ok := r.text.Box(k)
	if !ok {
		return own
	}
	t := r.turned(page.Box{X0: b.Left, Y0: b.Bottom, X1: b.Right, Y1: b.Top})
	if !(max(t.X1-t.X0, t.Y1-t.Y0) <= 2*max(g.Size, style.LeastPoints)) || t.X1 <= t.X0 || t.Y1 <= t.Y0 {
		return own
	}
	return page.Box{X0: min(own.X0, t.X0), Y0: min(own.Y0, t.Y0), X1: max(own.X1, t.X1), Y1: max(own.Y1, t.Y1)}
}

// sameShade is the largest difference, of 255, between two drawings of the same thing: thin light
// grey letters hardly darken a pixel.
const sameShade = 5

// unlike reports whether two pixels differ.
func unlike(a, b color.RGBA) bool {
	distinct := func(a, b byte) bool { return int(a)-int(b) > sameShade || int(b)-int(a) > sameShade }
	return distinct(a.R, b.R) || distinct(a.G, b.G) || distinct(a.B, b.B)
}

// paintOf returns the colour of a pixel.
func paintOf(c color.RGBA) style.Paint { return style.RGB(int(c.R), int(c.G), int(c.B)) }

// depicted reports whether a picture that covers a character shows that same character. The pages
// of some archives are made like this.
func (r *pageReader) depicted(g page.Glyph) bool {
	over := slices.IndexFunc(r.overPictures, func(c cover) bool { return c.area.Holds((g.X0+g.X1)/2, (g.Y0+g.Y1)/2) })
	if over < 0 {
		return false
	}
	if r.uncovered == nil {
		r.activate(false)
		r.uncovered = r.drawAgain()
		r.activate(true)
		if r.uncovered == nil {
			return false
		}
	}
	// Include the surroundings in the picture: one character has few pixels.
	beside := sameAround * g.Size
	area := page.Box{X0: g.X0 - beside, Y0: g.Y0, X1: g.X1 + beside, Y1: g.Y1}.Within(r.overPictures[over].area)
	return correlation(r.drawing, r.uncovered, r.pixels(area).Intersect(r.drawing.Rect)) > sameFrom
}

// activate switches the drawing of the pictures over doubtful texts on or off.
func (r *pageReader) activate(drawn bool) {
	for _, c := range r.overPictures {
		c.object.SetActive(drawn)
	}
}

// correlation returns the correlation of the brightness of two drawings, from -1 to 1, or 0 if one
// of them is uniform.
func correlation(a, b *image.RGBA, area image.Rectangle) float64 {
	return correlated(a, b, area, func(p, q color.RGBA) (u, v float64) { return brightness(p), brightness(q) })
}

func brightness(c color.RGBA) float64 { return float64(c.R) + float64(c.G) + float64(c.B) }

// correlated returns the correlation of what value returns for the colours of two drawings at each place.
func correlated(a, b *image.RGBA, area image.Rectangle, value func(p, q color.RGBA) (u, v float64)) float64 {
	var n, sumA, sumB, sumAA, sumBB, sumAB float64
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			u, v := value(a.RGBAAt(x, y), b.RGBAAt(x, y))
			n++
			sumA, sumB, sumAA, sumBB, sumAB = sumA+u, sumB+v, sumAA+u*u, sumBB+v*v, sumAB+u*v
		}
	}
	spread := (n*sumAA - sumA*sumA) * (n*sumBB - sumB*sumB)
	if spread <= 0 {
		return 0
	}
	return (n*sumAB - sumA*sumB) / math.Sqrt(spread)
}

// traced reports whether shapes drawn where a character is written invisibly are those of the
// character: browsers print letters of fonts without a bold cut like this.
func (r *pageReader) traced(g page.Glyph, mode pdfium.Mode) bool {
	if r.traces == nil {
		if r.takenAsSeen || r.paths == 0 {
			return r.takenAsSeen
		}
		if r.f.judging > judgeTime {
			r.leaveUnjudged()
			return true
		}
		begun := time.Now()
		defer func() { r.f.judging += time.Since(begun) }()
		if r.draw(); r.undrawn {
			return false
		}
		if r.traces = r.drawTraces(); r.traces == nil {
			return false
		}
	}
	if mode == pdfium.ClipOnly {
		edge := g.Size / 4
		area := r.pixels(page.Box{X0: g.X0 - edge, Y0: g.Y0 - edge, X1: g.X1 + edge, Y1: g.Y1 + edge})
		return filledOver(r.drawing, r.traces, area.Intersect(r.drawing.Rect))
	}
	// Include its surroundings: one character has few pixels.
	beside := g.Size
	area := r.pixels(page.Box{X0: g.X0 - beside, Y0: g.Y0, X1: g.X1 + beside, Y1: g.Y1}).Intersect(r.drawing.Rect)
	return traceCorrelation(r.drawing, r.traces, area) > sameFrom
}

// drawTraces draws the page with invisible text in red, or returns nil if that fails.
func (r *pageReader) drawTraces() *image.RGBA {
	red := color.NRGBA{R: 255, A: 255}
	for _, t := range r.texts {
		if fill, ok := t.object.Fill(); t.how == unpainted && ok && t.object.SetFill(red) {
			t.object.SetMode(pdfium.Filled)
			defer func() {
				t.object.SetFill(fill)
				t.object.SetMode(t.mode)
			}()
		}
	}
	return r.drawAgain()
}

// filledOver reports whether letters that are only a clip were filled later: something is drawn in
// their place, and little is left of the red letters drawn before that. At their edges some red
// shines through.
func filledOver(drawing, traces *image.RGBA, area image.Rectangle) bool {
	const full, mostLeft = 255, 0.5
	least, most, sum, red := full, 0, 0, 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			p, q := drawing.RGBAAt(x, y), traces.RGBAAt(x, y)
			light := (int(p.R) + int(p.G) + int(p.B)) / 3
			least, most, sum = min(least, light), max(most, light), sum+light
			if unlike(p, q) {
				red += max(0, int(q.R)-(int(q.G)+int(q.B))/2)
			}
		}
	}
	pixels := area.Dx() * area.Dy()
	ink := min(most*pixels-sum, sum-least*pixels) // dark letters, or light ones
	return most-least > full/4 && float64(red) < mostLeft*float64(ink)
}

// traceCorrelation returns the correlation, from 0 to 1, between the places that are red only in
// traces and those that are darker, or brighter, than others in the drawing.
func traceCorrelation(drawing, traces *image.RGBA, area image.Rectangle) float64 {
	return math.Abs(correlated(drawing, traces, area, func(p, q color.RGBA) (u, v float64) {
		if unlike(p, q) {
			v = float64(q.R) - float64(q.G)/2 - float64(q.B)/2
		}
		return brightness(p), v
	}))
}
