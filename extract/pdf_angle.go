package extract

import (
	"math"
	"slices"

	"zhiwen/extract/internal/pdfium"
)

// Text may be set at any angle: pages that went through the scanner askew,
// paragraphs and labels on the slant, watermarks. A page is turned until most of
// its text is level; what then is at another angle is turned until that is, and
// read as if it stood on a page of its own.

const (
	// leastSlant, in degrees, is the angle under which a line of text stays
	// within its own height over the width of a page.
	leastSlant = 0.3
	// pageMost, in points, is how large pages may be.
	pageMost = 14_400
	// levelSlant is the angle up to which text belongs to the level text around
	// it: what scanners' programs recognise is askew by a few degrees, each line
	// a little otherwise, and short lines most.
	levelSlant = 9
)

// bearing is how text is turned on the page, against the clock.
type bearing struct {
	quarter int     // by how many quarters
	slant   float32 // and further by how many degrees, at most 45 to either side
}

// bearingOf gives the direction of the base line of a text. Upright letters that
// lean, as where a font has no italics, are level.
func bearingOf(m pdfium.Matrix) bearing {
	return bearingAt(math.Atan2(float64(m.B), float64(m.A)) * 180 / math.Pi)
}

func bearingAt(degrees float64) bearing {
	if math.IsNaN(degrees) {
		return bearing{}
	}
	quarter := math.Round(degrees / 90)
	b := bearing{(int(quarter)%4 + 4) % 4, float32(degrees - 90*quarter)}
	if abs(b.slant) < leastSlant {
		b.slant = 0
	}
	return b
}

func (b bearing) degrees() float64 { return 90*float64(b.quarter) + float64(b.slant) }

// less gives what is left of b on a page that is turned by other.
func (b bearing) less(other bearing) bearing { return bearingAt(b.degrees() - other.degrees()) }

// near says whether text of both may stand on one line.
func (b bearing) near(other bearing) bool {
	d := b.less(other)
	return d.quarter == 0 && !d.slanted()
}

// heightOf tells how many times as high m makes letters; those on the slant are
// measured across their base line, and alike where their angles nearly are.
func heightOf(m pdfium.Matrix, slanted bool) float32 {
	if !slanted {
		return max(abs(m.D), abs(m.C), abs(m.B))
	}
	high := abs(m.A*m.D-m.B*m.C) / float32(math.Hypot(float64(m.A), float64(m.B)))
	return float32(math.Round(100*float64(high)) / 100)
}

// leanOf tells how far letters lean to the right, in their heights.
func leanOf(m pdfium.Matrix) float32 {
	return (m.A*m.C + m.B*m.D) / (m.A*m.D - m.B*m.C)
}

// untilted gives a character on the slant, which is set at x, y and reaches as far
// as b says, the box it has when it is turned back about its middle, and its size.
//
// Its own box reaches from 0 to its width and from below its base line to above.
// Drawn, a point u, v of that is at u*cos + v*across, u*sin + v*up; b tells where
// the outermost of the corners are, and two of them tell the width.
func (b box) untilted(x, y float32, m metric) (box, float32) {
	b = box{b.x0 - x, b.y0 - y, b.x1 - x, b.y1 - y}.turn(m.quarter, 0, 0)
	sin, cos := sincos(m.slant)
	across, up := m.lean*cos-sin, m.lean*sin+cos
	known, other := b.y0, b.y1 // of what is outermost, one is on the side of the origin
	if sin < 0 {
		known, other = b.y1, b.y0
	}
	width := b.x1*up - other*across
	if (sin > 0) == (across < 0) {
		width = (b.x1 - known/up*across) / cos
	}
	size := m.size
	if m.silent {
		size = abs(other-width*sin-known) / up
	}
	if !(up > 0 && width >= 0 && width < pageMost && size >= 0 && size < pageMost) {
		return b.turn((4-m.quarter)%4, 0, 0).shifted(x, y), 0 // no letter is set like this
	}
	u, v := width/2, (0.5-underLine)*size // the middle, from where it is set
	middle := box{u*cos - v*sin, u*sin + v*cos, 0, 0}
	middle.x1, middle.y1 = middle.x0, middle.y0
	w, h := width/2, size/2
	if m.quarter%2 == 1 {
		w, h = h, w
	}
	middle = middle.turn((4-m.quarter)%4, 0, 0).shifted(x, y)
	return box{middle.x0 - w, middle.y0 - h, middle.x0 + w, middle.y0 + h}, size
}

func (b box) shifted(x, y float32) box { return box{b.x0 + x, b.y0 + y, b.x1 + x, b.y1 + y} }

func sincos(degrees float32) (sin, cos float32) {
	s, c := math.Sincos(float64(degrees) * math.Pi / 180)
	return float32(s), float32(c)
}

// level turns characters clockwise with the page, about its middle.
func (p *pdfPage) level(slant float32) func(*glyph) {
	if slant == 0 {
		return func(*glyph) {}
	}
	sin, cos := sincos(slant)
	return func(g *glyph) {
		dx, dy := (g.x0+g.x1-p.width)/2, (g.y0+g.y1-p.height)/2
		x, y := p.width/2+dx*cos+dy*sin, p.height/2-dx*sin+dy*cos
		w, h := (g.x1-g.x0)/2, (g.y1-g.y0)/2
		left := g.less(bearing{slant: slant})
		if (left.quarter-g.quarter)%2 != 0 {
			w, h = h, w
		}
		g.x0, g.y0, g.x1, g.y1 = x-w, y-h, x+w, y+h
		g.bearing = left
	}
}

// slanted says whether b is no slip of level text.
func (b bearing) slanted() bool { return abs(b.slant) > levelSlant }

// direction is what a page has at about one angle.
type direction struct {
	bearing
	glyphs []int // of the page
	seen   int   // of them
}

// directions gives the angles at which the page has text, the four quarters first,
// whatever they have, and then what is on the slant, in the order of the file.
func (p *pdfPage) directions() []*direction {
	all := make([]*direction, 4, 5)
	for quarter := range all {
		all[quarter] = &direction{bearing: bearing{quarter: quarter}}
	}
	for i := range p.glyphs {
		g := &p.glyphs[i]
		if g.generated {
			continue
		}
		d := all[g.quarter]
		if g.slanted() {
			at := 4 + slices.IndexFunc(all[4:], func(d *direction) bool { return g.near(d.bearing) })
			if at < 4 {
				at, all = len(all), append(all, &direction{bearing: g.bearing})
			}
			d = all[at]
		}
		d.glyphs = append(d.glyphs, i)
		if inked(g) {
			d.seen++
		}
	}
	return all
}

// middle gives the angle that most characters of d have.
func (p *pdfPage) middle(d *direction) bearing {
	if len(d.glyphs) == 0 {
		return d.bearing
	}
	slants := make([]float32, len(d.glyphs))
	for i, k := range d.glyphs {
		slants[i] = p.glyphs[k].less(d.bearing).slant
	}
	slices.Sort(slants)
	return bearingAt(d.degrees() + float64(slants[len(slants)/2]))
}

// slantedText is what a page has on the slant at about one angle, on a page of its
// own that is turned so that it is level.
type slantedText struct {
	bearing
	page  *pdfPage
	lines []*line
}

// upright gives the page turned so that most of its text is level, and apart from
// it what is on the slant.
func (p *pdfPage) upright() (*pdfPage, []slantedText) {
	all := p.directions()
	seen := 0
	for _, d := range all[:4] {
		seen += d.seen
	}
	if most := slices.IndexFunc(all[:4], func(d *direction) bool { return 2*d.seen > seen }); most >= 0 {
		if by := p.middle(all[most]); by != (bearing{}) {
			p = p.turned(by)
			all = p.directions()
		}
	}
	if len(all) == 4 {
		return p, nil
	}
	apart := make([]bool, len(p.glyphs))
	out := make([]slantedText, 0, len(all)-4)
	for _, d := range all[4:] {
		for _, k := range d.glyphs {
			apart[k] = true
		}
		by := p.middle(d)
		q := p.only(d.glyphs).turned(by)
		out = append(out, slantedText{by, q, q.lines()})
	}
	var rest []int
	for k := range p.glyphs {
		if !apart[k] {
			rest = append(rest, k)
		}
	}
	return p.only(rest), out
}

// only gives the page with no more than some of its characters.
func (p *pdfPage) only(glyphs []int) *pdfPage {
	q := *p
	q.glyphs, q.fonts = make([]glyph, len(glyphs)), map[int]string{}
	for i, k := range glyphs {
		q.glyphs[i] = p.glyphs[k]
		if name, ok := p.fonts[k]; ok {
			q.fonts[i] = name
		}
	}
	return &q
}

// mendWithin is how many lines back the rest of a line is looked for: what pdfium
// takes for one line of an askew page has words of those above and below.
const mendWithin = 8

// mended puts lines together that were written in pieces, with those of other lines
// in between.
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

// follows says whether b goes on behind a on the same line, no further away than
// words are.
func follows(a, b []turnedGlyph) bool {
	last, next := lastOf(a), inkedOf(b)
	if last == nil || next == nil || abs(last.y0+last.y1-next.y0-next.y1)/2 > sameLine*max(last.y1-last.y0, next.y1-next.y0) {
		return false
	}
	gap := (next.x0 - last.x1) / max(last.size, next.size, 1)
	return gap > -mayCover && gap < cellGap
}

// spliced gives two pieces of a line as one.
func spliced(a, b []turnedGlyph) []turnedGlyph {
	if breakBetween(&lastOf(a).glyph, &inkedOf(b).glyph) == ' ' {
		a = append(a, turnedGlyph{glyph: glyph{r: ' ', generated: true}})
	}
	return append(a, b...)
}

func lastOf(line []turnedGlyph) *turnedGlyph {
	for i := len(line) - 1; i >= 0; i-- {
		if inked(&line[i].glyph) {
			return &line[i]
		}
	}
	return nil
}
