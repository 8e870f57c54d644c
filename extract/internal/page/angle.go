package page

import (
	"math"
	"slices"

	"zhiwen/internal/each"
)

// Text may be set at any angle: pages scanned askew, slanted paragraphs and labels, watermarks. A
// page is turned until most of its text is level. Text that then has another angle is turned on its
// own and read as if it stood on a separate page.

const (
	// leastSlant, in degrees, is the angle below which a line of text stays within its own height
	// over the width of a page.
	leastSlant = 0.3
	// pageMost, in points, is the largest size of a page.
	pageMost = 14_400
	// levelSlant, in degrees, is the largest angle of text that belongs to the level text around
	// it: the text recognised by scanners' programs is askew by a few degrees, differently in each
	// line, and most in short ones.
	levelSlant = 9
)

// Bearing is the rotation of text on the page, counter-clockwise.
type Bearing struct {
	Quarter int     // quarter turns
	Slant   float32 // further degrees, at most 45 in either direction
}

// BearingAt returns the bearing of text whose base line is turned by degrees. Angles below
// leastSlant count as level.
func BearingAt(degrees float64) Bearing {
	if math.IsNaN(degrees) {
		return Bearing{}
	}
	quarter := math.Round(degrees / 90)
	b := Bearing{(int(quarter)%4 + 4) % 4, float32(degrees - 90*quarter)}
	if Abs(b.Slant) < leastSlant {
		b.Slant = 0
	}
	return b
}

// Degrees returns the angle in degrees.
func (b Bearing) Degrees() float64 { return 90*float64(b.Quarter) + float64(b.Slant) }

// Less returns b relative to a page that is turned by other.
func (b Bearing) Less(other Bearing) Bearing { return BearingAt(b.Degrees() - other.Degrees()) }

// near reports whether texts with these bearings may stand on one line.
func (b Bearing) near(other Bearing) bool {
	d := b.Less(other)
	return d.Quarter == 0 && !d.Slanted()
}

// Untilted returns the box and the size of a slanted character after it is turned back about its
// middle. The character is set at x, y; b is the extent of its drawing.
//
// The character's own box reaches from 0 to its width and from below its base line to above it. A
// point u, v of that box is drawn at u*cos + v*across, u*sin + v*up. b shows where the outermost
// corners are drawn, and two of them determine the width.
func (b Box) Untilted(x, y float32, m Metric) (Box, float32) {
	b = Box{b.X0 - x, b.Y0 - y, b.X1 - x, b.Y1 - y}.Turn(m.Quarter, 0, 0)
	sin, cos := sincos(m.Slant)
	across, up := m.Lean*cos-sin, m.Lean*sin+cos
	known, other := b.Y0, b.Y1 // one of the outermost corners is on the side of the origin
	if sin < 0 {
		known, other = b.Y1, b.Y0
	}
	width := b.X1*up - other*across
	if (sin > 0) == (across < 0) {
		width = (b.X1 - known/up*across) / cos
	}
	size := m.Size
	if m.Silent {
		size = Abs(other-width*sin-known) / up
	}
	if !(up > 0 && width >= 0 && width < pageMost && size >= 0 && size < pageMost) {
		return b.Turn((4-m.Quarter)%4, 0, 0).shifted(x, y), 0 // no letter is set like this
	}
	u, v := width/2, (0.5-underLine)*size // the middle, relative to the origin
	middle := Box{u*cos - v*sin, u*sin + v*cos, 0, 0}
	middle.X1, middle.Y1 = middle.X0, middle.Y0
	w, h := width/2, size/2
	if m.Quarter%2 == 1 {
		w, h = h, w
	}
	middle = middle.Turn((4-m.Quarter)%4, 0, 0).shifted(x, y)
	return Box{middle.X0 - w, middle.Y0 - h, middle.X0 + w, middle.Y0 + h}, size
}

func (b Box) shifted(x, y float32) Box { return Box{b.X0 + x, b.Y0 + y, b.X1 + x, b.Y1 + y} }

func sincos(degrees float32) (sin, cos float32) {
	s, c := math.Sincos(float64(degrees) * math.Pi / 180)
	return float32(s), float32(c)
}

// level returns a function that turns characters clockwise with the page, about its middle.
func (p *Page) level(slant float32) func(*Glyph) {
	if slant == 0 {
		return func(*Glyph) {}
	}
	sin, cos := sincos(slant)
	return func(g *Glyph) {
		dx, dy := (g.X0+g.X1-p.Width)/2, (g.Y0+g.Y1-p.Height)/2
		x, y := p.Width/2+dx*cos+dy*sin, p.Height/2-dx*sin+dy*cos
		w, h := (g.X1-g.X0)/2, (g.Y1-g.Y0)/2
		left := g.Less(Bearing{Slant: slant})
		if (left.Quarter-g.Quarter)%2 != 0 {
			w, h = h, w
		}
		g.X0, g.Y0, g.X1, g.Y1 = x-w, y-h, x+w, y+h
		g.Bearing = left
	}
}

// Slanted reports whether b is more than the inaccuracy of level text.
func (b Bearing) Slanted() bool { return Abs(b.Slant) > levelSlant }

// direction is the text of a page at about one angle.
type direction struct {
	Bearing
	glyphs []int // indices into the page's characters
	seen   int   // number of visible ones
}

// directions returns the angles of the text on the page: first the four quarters, even if empty,
// then slanted text in the order of the file.
func (p *Page) directions() []*direction {
	all := make([]*direction, 4, 5)
	for quarter := range all {
		all[quarter] = &direction{Bearing: Bearing{Quarter: quarter}}
	}
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if g.Generated {
			continue
		}
		d := all[g.Quarter]
		if g.Slanted() {
			at := 4 + slices.IndexFunc(all[4:], func(d *direction) bool { return g.near(d.Bearing) })
			if at < 4 {
				at, all = len(all), append(all, &direction{Bearing: g.Bearing})
			}
			d = all[at]
		}
		d.glyphs = append(d.glyphs, i)
		if Inked(g) {
			d.seen++
		}
	}
	return all
}

// commonBearing returns the median angle of the characters of d.
func (p *Page) commonBearing(d *direction) Bearing {
	if len(d.glyphs) == 0 {
		return d.Bearing
	}
	slants := each.Of(d.glyphs, func(k int) float32 { return p.Glyphs[k].Less(d.Bearing).Slant })
	slices.Sort(slants)
	return BearingAt(d.Degrees() + float64(slants[len(slants)/2]))
}

// Slanted is the slanted text of a page at about one angle, on a separate page that is turned so
// that the text is level.
type Slanted struct {
	Bearing
	Page  *Page
	Lines []*Line
}

// Upright returns the page turned so that most of its text is level, and its slanted text.
func (p *Page) Upright() (*Page, []Slanted) {
	all := p.directions()
	seen := each.Sum(all[:4], func(d *direction) int { return d.seen })
	if most := slices.IndexFunc(all[:4], func(d *direction) bool { return 2*d.seen > seen }); most >= 0 {
		if by := p.commonBearing(all[most]); by != (Bearing{}) {
			p = p.turned(by)
			all = p.directions()
		}
	}
	if len(all) == 4 {
		return p, nil
	}
	apart := make([]bool, len(p.Glyphs))
	out := make([]Slanted, 0, len(all)-4)
	for _, d := range all[4:] {
		for _, k := range d.glyphs {
			apart[k] = true
		}
		by := p.commonBearing(d)
		q := p.withGlyphs(d.glyphs).turned(by)
		out = append(out, Slanted{by, q, q.Lines()})
	}
	var rest []int
	for k := range p.Glyphs {
		if !apart[k] {
			rest = append(rest, k)
		}
	}
	return p.withGlyphs(rest), out
}

// withGlyphs returns a copy of the page with only some of its characters.
func (p *Page) withGlyphs(glyphs []int) *Page {
	q := *p
	q.Glyphs, q.Fonts = make([]Glyph, len(glyphs)), map[int]string{}
	for i, k := range glyphs {
		q.Glyphs[i] = p.Glyphs[k]
		if name, ok := p.Fonts[k]; ok {
			q.Fonts[i] = name
		}
	}
	return &q
}

// mendWithin is the number of previous lines that are searched for the start of a line: a line that
// pdfium reads on an askew page contains words of the lines above and below.
const mendWithin = 8

// mended joins lines that the file has in pieces, with other lines in between.
func mended(pieces [][]turnedGlyph) [][]turnedGlyph {
	var out [][]turnedGlyph
next:
	for _, piece := range pieces {
		for i := len(out) - 1; i >= max(0, len(out)-mendWithin); i-- {
			switch line := out[i]; {
			case follows(line, piece):
				out[i] = spliced(line, piece)
				continue next
			case follows(piece, line):
				out[i] = spliced(piece, line)
				continue next
			}
		}
		out = append(out, piece)
	}
	return out
}

// follows reports whether b continues a on the same line, no further away than a word.
func follows(a, b []turnedGlyph) bool {
	last, next := lastOf(a), inkedOf(b)
	if last == nil || next == nil || Abs(last.Y0+last.Y1-next.Y0-next.Y1)/2 > sameLine*max(last.Y1-last.Y0, next.Y1-next.Y0) {
		return false
	}
	gap := (next.X0 - last.X1) / max(last.Size, next.Size, 1)
	return gap > -mayCover && gap < cellGap
}

// spliced joins two pieces of a line.
func spliced(a, b []turnedGlyph) []turnedGlyph {
	if breakBetween(&lastOf(a).Glyph, &inkedOf(b).Glyph) == ' ' {
		a = append(a, turnedGlyph{Glyph: Glyph{Rune: ' ', Generated: true}})
	}
	return append(a, b...)
}

func lastOf(line []turnedGlyph) *turnedGlyph {
	for i := len(line) - 1; i >= 0; i-- {
		if Inked(&line[i].Glyph) {
			return &line[i]
		}
	}
	return nil
}
