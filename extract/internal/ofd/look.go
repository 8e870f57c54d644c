package ofd

import (
	"math"
	"strconv"
	"strings"

	"zhiwen/extract/internal/layout"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/style"
)

// colour is what something is drawn in.
type colour struct {
	paint style.Paint // NoPaint: not said
	alpha float64     // 1: nothing is seen through it
}

var black = colour{style.RGB(0, 0, 0), 1}

// seen returns the colour as it looks on white paper.
func (c colour) seen(alpha float64) style.Paint {
	alpha *= c.alpha
	switch {
	case alpha <= 0:
		return style.Glass
	case c.paint < style.Tinted || alpha >= 1:
		return c.paint
	}
	mixed := func(shift int) int {
		v := float64(c.paint >> shift & 0xFF)
		return int(math.Round(255 - (255-v)*alpha))
	}
	return style.RGB(mixed(16), mixed(8), mixed(0))
}

// looks is how an object is drawn, as far as what holds it and itself say.
type looks struct {
	fill, stroke colour
	alpha        float64
}

// opaque is how objects look of which nothing is said.
var opaque = looks{alpha: 1}

// of returns how an object in something that looks like l does.
func (l looks) of(res *resources, e markup.Element) looks {
	l = l.with(res, e.Attr("DrawParam"))
	if c := colourOf(e.Child("FillColor")); c.paint != style.NoPaint {
		l.fill = c
	}
	if c := colourOf(e.Child("StrokeColor")); c.paint != style.NoPaint {
		l.stroke = c
	}
	l.alpha *= alphaOf(e.Attr("Alpha"))
	return l
}

// maxParamChain is how many parameters may go on from one another.
const maxParamChain = 8

// with adds what a drawing parameter says.
func (l looks) with(res *resources, id string) looks {
	fill, stroke := style.NoPaint, style.NoPaint
	for range maxParamChain {
		p, ok := res.params[id]
		if !ok {
			break
		}
		if fill == style.NoPaint && p.fill.paint != style.NoPaint {
			l.fill, fill = p.fill, p.fill.paint
		}
		if stroke == style.NoPaint && p.stroke.paint != style.NoPaint {
			l.stroke, stroke = p.stroke, p.stroke.paint
		}
		id = p.relative
	}
	return l
}

// textInk returns the colour of a text: filled unless it says otherwise, in black.
func (l looks) textInk(e markup.Element) style.Paint {
	c := l.fill
	if e.Attr("Fill") == "false" {
		if c = l.stroke; e.Attr("Stroke") != "true" {
			return style.Glass
		}
	}
	if c.paint == style.NoPaint {
		c = black
	}
	return c.seen(l.alpha)
}

// alphaOf reads how opaque something is, from 0 to 255.
func alphaOf(s string) float64 { return min(max(numberOr(s, 255), 0), 255) / 255 }

// colourOf reads a colour: one number is grey, three are red, green and blue, four
// cyan, magenta, yellow and black. Palettes and gradients may be any colour.
func colourOf(e markup.Element) colour {
	if len(e) == 0 {
		return colour{}
	}
	c := colour{style.AnyPaint, alphaOf(e.Attr("Alpha"))}
	var v []int
	for _, f := range strings.Fields(e.Attr("Value")) {
		hex, isHex := strings.CutPrefix(f, "#")
		n, err := strconv.ParseUint(hex, map[bool]int{false: 10, true: 16}[isHex], 8)
		if err != nil {
			return c
		}
		v = append(v, int(n))
	}
	switch len(v) {
	case 1:
		c.paint = style.RGB(v[0], v[0], v[0])
	case 3:
		c.paint = style.RGB(v[0], v[1], v[2])
	case 4:
		left := func(i int) int { return (255 - v[i]) * (255 - v[3]) / 255 }
		c.paint = style.RGB(left(0), left(1), left(2))
	}
	return c
}

const (
	maxGrounds = 2_000 // of a page; more are a drawing, before which nothing is said to be hidden
	maxCovers  = 200   // of a page that are looked at
	groundLow  = 4     // points from which an area is large enough to lie behind a character
)

// ground is an area that is drawn behind what comes after it.
type ground struct {
	page.Box
	paint   style.Paint // AnyPaint: pictures, and shapes that do not fill their area
	picture float32     // share of the page, of a picture; a large one is the page itself, and text with it what it shows
}

// grounds are those of a page so far.
type grounds struct {
	list   []ground
	covers int
}

// behind returns what lies at a place; the paper where there is nothing.
func (g *grounds) behind(x, y float32) ground {
	if len(g.list) > maxGrounds {
		return ground{paint: style.AnyPaint}
	}
	for i := len(g.list) - 1; i >= 0; i-- {
		if g.list[i].Holds(x, y) {
			return g.list[i]
		}
	}
	return ground{paint: style.White}
}

// vanishes reports whether a character in an ink is not seen. What is written
// invisibly over a picture of the page is the text of that.
func (r *reader) vanishes(g *page.Glyph, ink style.Paint) bool {
	if ink == style.AnyPaint || len(r.grounds.list) == 0 && !ink.Vanishes(style.White) {
		return false
	}
	behind := r.grounds.behind((g.X0+g.X1)/2, (g.Y0+g.Y1)/2)
	if !ink.Vanishes(behind.paint) {
		return false
	}
	if behind.picture >= layout.PictureShare {
		r.page.Overlaid = true
		return false
	}
	return true
}

// cover notes an area that is drawn now, and hides what stood there.
func (r *reader) cover(b ground, opaque bool) {
	if r.hides || b.X1-b.X0 < groundLow || b.Y1-b.Y0 < groundLow {
		return
	}
	if len(r.grounds.list) <= maxGrounds {
		r.grounds.list = append(r.grounds.list, b)
	}
	if !opaque || len(r.page.Glyphs) == 0 || r.grounds.covers >= maxCovers {
		return
	}
	r.grounds.covers++
	for i := range r.page.Glyphs {
		g := &r.page.Glyphs[i]
		if g.Generated || g.Hidden || !page.Inked(g) || !b.Holds((g.X0+g.X1)/2, (g.Y0+g.Y1)/2) {
			continue
		}
		if b.picture >= layout.PictureShare {
			r.page.Overlaid = true
			return
		}
		g.Hidden = true
	}
}
