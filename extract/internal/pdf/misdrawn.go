package pdf

import (
	"image"
	"slices"
	"strings"

	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/shape"
)

// A font says what its codes mean, and nothing holds it to what it draws: one outline may
// stand for many characters, and one character have many outlines. So a few lines of each
// page are drawn, and their characters compared with how those look that the font states:
// in whatever typeface, most look more like themselves than like others of these lines.

const (
	shapeDPI     = 144  // two pixels a point: a character of running text is 20 pixels high
	shapeWindows = 3    // stretches of a page that are drawn, spread over it
	shapeLetters = 40   // characters of each: a line of Chinese
	leastShapes  = 24   // of them, different ones, that tell something
	shapeOthers  = 20   // characters that one is compared with beside itself
	leastAlike   = 0.18 // share of the characters that must look most like themselves: by chance it is one in 21, in Kai, the typeface least like the table's, half
	leastSize    = 6    // points of a character whose shape can be told
	tallWindow   = 0.25 // of the page's height that the lines of a stretch take at most
)

// misdrawn returns the characters of the page that do not look like what is drawn, as far as
// it was looked at; empty for none.
func (r *pageReader) misdrawn(glyphs []page.Glyph) string {
	if r.overlaid || r.picture > layout.PictureShare {
		return "" // the text of a scan, whose letters are compared by recognising them
	}
	var letters []page.Glyph
	for _, g := range glyphs {
		if !g.Hidden && !g.Generated && !g.Filled && g.Size >= leastSize && g.X1 > g.X0 && g.Y1 > g.Y0 && shape.Known(g.Rune) {
			letters = append(letters, g)
		}
	}
	var out strings.Builder
	n := min(shapeWindows, len(letters)/shapeLetters)
	for i := range n {
		middle := len(letters) * (2*i + 1) / (2 * n)
		from := max(0, middle-shapeLetters/2)
		window := letters[from : from+shapeLetters]
		if share, ok := r.alike(window); ok && share < leastAlike {
			for _, g := range window {
				out.WriteRune(g.Rune)
			}
		}
	}
	return out.String()
}

// alike returns the share of some characters that look most like themselves; false where
// they are too few to tell, or cannot be drawn.
func (r *pageReader) alike(letters []page.Glyph) (share float64, ok bool) {
	area := letters[0].Box()
	var others []rune
	for _, g := range letters {
		area = page.Box{X0: min(area.X0, g.X0), Y0: min(area.Y0, g.Y0), X1: max(area.X1, g.X1), Y1: max(area.Y1, g.Y1)}
		if !slices.Contains(others, g.Rune) {
			others = append(others, g.Rune)
		}
	}
	if len(others) < leastShapes || area.Y1-area.Y0 > tallWindow*r.height {
		return 0, false
	}
	dpi := ocr.Resolution(shapeDPI, r.width, r.height)
	scale := float32(dpi) / 72
	pixels := func(b page.Box) image.Rectangle {
		return image.Rect(int(b.X0*scale), int((r.height-b.Y1)*scale), int(b.X1*scale)+1, int((r.height-b.Y0)*scale)+1)
	}
	picture, done := r.page.Draw(dpi, pixels(area).Intersect(image.Rectangle{Max: r.page.Size(dpi)}))
	if picture == nil {
		return 0, false
	}
	defer done()
	known := make([]shape.Shape, len(others))
	for i, c := range others {
		known[i], _ = shape.Of(c)
	}
	hits, all := 0, 0
	for _, g := range letters {
		drawn, ok := shape.Drawn(pixels(g.Box()).Intersect(picture.Rect), inkOf(picture, pixels(g.Box()).Intersect(picture.Rect)))
		if !ok {
			continue
		}
		all++
		own := slices.Index(others, g.Rune)
		like, best := drawn.Likeness(known[own]), true
		for k := 1; k <= min(shapeOthers, len(others)-1) && best; k++ {
			best = drawn.Likeness(known[(own+k)%len(others)]) <= like
		}
		if best {
			hits++
		}
	}
	return float64(hits) / float64(max(all, 1)), all >= leastShapes
}

// inkOf tells how far the pixels of an area are ink: how far they are from its ground,
// which is the brightness at its edge.
func inkOf(picture *image.RGBA, area image.Rectangle) func(x, y int) float32 {
	light := func(x, y int) int {
		c := picture.RGBAAt(x, y)
		return (int(c.R) + int(c.G) + int(c.B)) / 3
	}
	var edge []int
	for x := area.Min.X; x < area.Max.X; x++ {
		edge = append(edge, light(x, area.Min.Y), light(x, area.Max.Y-1))
	}
	slices.Sort(edge)
	ground, most := 255, 1
	if len(edge) > 0 {
		ground = edge[len(edge)/2]
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			most = max(most, light(x, y)-ground, ground-light(x, y))
		}
	}
	return func(x, y int) float32 {
		d := light(x, y) - ground
		if d < 0 {
			d = -d
		}
		return float32(d) / float32(most)
	}
}
