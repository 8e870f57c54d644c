package pdf

import (
	"image"
	"math"
	"slices"
	"strings"

	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/internal/each"
)

// A font defines what its codes mean, but nothing guarantees that this matches its drawings: one
// outline may stand for many characters, and one character may have many outlines. Therefore a few
// lines of some pages are drawn, and their characters compared with the shapes of the stated
// characters. In any typeface most characters look more like themselves than like others of these
// lines.

const (
	shapeDPI     = 144  // two pixels per point: a character of running text is 20 pixels high
	shapeLetters = 40   // characters of a drawn stretch: a line of Chinese
	leastShapes  = 24   // least different characters of a stretch that allow a decision
	shapeOthers  = 20   // other characters that each is compared with
	leastSize    = 6    // points; least size of a character whose shape is recognisable
	tallStretch  = 0.25 // most height of the lines of a stretch, as a share of the page's

	// leastAlike is the least share of the characters that must look most like themselves. By
	// chance it is one in 21; in Kai, the typeface least like that of the table, it is half.
	leastAlike = 0.18
)

// Drawing a stretch takes half as long as reading a page. So there is one for the first page and
// one for every twelve pages, on a page with a font not yet examined. Once some characters look
// like others, all further pages are examined.
const (
	firstStretches = 1
	stretchPages   = 12
	allStretches   = 3
)

// shapes records what was examined of a file.
type shapes struct {
	stretches int             // number of stretches drawn
	fonts     map[string]bool // fonts in which stretches began
	misdrawn  bool            // some looked like other characters
	looked    map[int]bool    // pages with drawn stretches
}

// stretches returns the middles of the stretches of a page to draw; letters are indexes of its
// glyphs.
func (r *pageReader) stretches(p *page.Page, letters []int) []int {
	s := &r.f.shapes
	spread := func(n int) (out []int) {
		n = min(n, len(letters)/shapeLetters)
		for i := range n {
			out = append(out, len(letters)*(2*i+1)/(2*n))
		}
		return out
	}
	switch room := firstStretches + (r.number-1)/stretchPages - s.stretches; {
	case s.misdrawn:
		return spread(allStretches)
	case room <= 0 || len(letters) < shapeLetters:
		return nil
	case r.number == 1:
		return spread(room)
	}
	for i, k := range letters {
		if name, begins := p.Fonts[k]; begins && !s.fonts[name] {
			s.fonts[name] = true
			return []int{i + shapeLetters/2}
		}
	}
	if r.number%stretchPages == 0 {
		return spread(1)
	}
	return nil
}

// misdrawn returns the examined characters of the page that do not look like what is drawn, or "".
func (r *pageReader) misdrawn(p *page.Page) string {
	if r.overlaid || r.picture > layout.PictureShare {
		return "" // the text of a scan, which recognition checks
	}
	var letters []int
	for i, g := range p.Glyphs {
		if !g.Hidden && !g.Generated && !g.Filled && g.Size >= leastSize && g.X1 > g.X0 && g.Y1 > g.Y0 && char.ShapeKnown(g.Rune) {
			letters = append(letters, i)
		}
	}
	var out strings.Builder
	for _, middle := range r.stretches(p, letters) {
		from := max(0, min(middle-shapeLetters/2, len(letters)-shapeLetters))
		stretch := each.Of(letters[from:from+shapeLetters], func(i int) page.Glyph { return p.Glyphs[i] })
		r.f.shapes.stretches++
		r.f.shapes.looked[r.number] = true
		if r.looksOther(stretch) {
			r.f.shapes.misdrawn = true
			for _, g := range stretch {
				out.WriteRune(g.Rune)
			}
		}
	}
	return out.String()
}

// looksOther reports whether less than the share leastAlike of the letters look most like
// themselves. It returns false if they are too few to decide or cannot be drawn.
func (r *pageReader) looksOther(letters []page.Glyph) bool {
	area := letters[0].Box()
	var others []rune
	for _, g := range letters {
		area = page.Box{X0: min(area.X0, g.X0), Y0: min(area.Y0, g.Y0), X1: max(area.X1, g.X1), Y1: max(area.Y1, g.Y1)}
		if !slices.Contains(others, g.Rune) {
			others = append(others, g.Rune)
		}
	}
	if len(others) < leastShapes || area.Y1-area.Y0 > tallStretch*r.height {
		return false
	}
	dpi := ocr.Resolution(shapeDPI, r.width, r.height)
	scale := float32(dpi) / 72
	pixels := func(b page.Box) image.Rectangle {
		return image.Rect(int(b.X0*scale), int((r.height-b.Y1)*scale), int(b.X1*scale)+1, int((r.height-b.Y0)*scale)+1)
	}
	picture, done := r.page.Draw(dpi, pixels(area).Intersect(image.Rectangle{Max: r.page.Size(dpi)}))
	if picture == nil {
		return false
	}
	defer done()
	known := make([]char.Shape, len(others))
	for i, c := range others {
		known[i], _ = char.ShapeOf(c)
	}
	need := int(math.Ceil(leastAlike * float64(len(letters))))
	hits, all := 0, 0
	for _, g := range letters {
		drawn, ok := drawnShape(picture, pixels(g.Box()).Intersect(picture.Rect))
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
			if hits++; hits >= need {
				return false // on nearly all pages, after a dozen characters
			}
		}
	}
	return all >= leastShapes
}

// drawnShape returns the shape drawn in an area: how much its pixels differ from the background,
// which is the brightness at its edge. It returns false if the area is empty.
func drawnShape(picture *image.RGBA, area image.Rectangle) (char.Shape, bool) {
	wide := area.Dx()
	if area.Empty() {
		return char.Shape{}, false
	}
	light := make([]int16, 0, wide*area.Dy())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := picture.Pix[picture.PixOffset(area.Min.X, y):]
		for x := range wide {
			light = append(light, (int16(row[4*x])+int16(row[4*x+1])+int16(row[4*x+2]))/3)
		}
	}
	edge := slices.Concat(light[:wide], light[len(light)-wide:])
	slices.Sort(edge)
	ground, most := edge[len(edge)/2], int16(1)
	for i, l := range light {
		light[i] = max(l-ground, ground-l)
		most = max(most, light[i])
	}
	return char.ShapeDrawn(image.Rect(0, 0, wide, area.Dy()), func(x, y int) float32 { return float32(light[y*wide+x]) / float32(most) })
}
