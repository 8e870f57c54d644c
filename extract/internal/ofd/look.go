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

// colour is the colour in which something is drawn.
type colour struct {
	paint style.Paint // NoPaint if unstated
	alpha float64     // 1 is opaque
}

var black = colour{style.RGB(0, 0, 0), 1}

// seen returns the colour as it appears on white paper.
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

// looks is how an object is drawn, as stated by itself and its containers.
type looks struct {
	fill, stroke colour
	alpha        float64
}

// opaque is the look of objects that state nothing.
var opaque = looks{alpha: 1}

// of returns the look of an object within a container with look l.
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

// maxParamChain is the most parameters that may be based on one another.
const maxParamChain = 8

// with applies a drawing parameter.
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

// textInk returns the colour of a text: by default it is filled in black.
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

// alphaOf converts an opacity from 0 to 255 to a share.
func alphaOf(s string) float64 { return min(max(numberOr(s, 255), 0), 255) / 255 }

// colourOf reads a colour: one number is grey, three are red, green and blue, four are cyan,
// magenta, yellow and black. Palettes and gradients count as any colour.
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
	maxGrounds = 2_000 // of a page; more belong to a drawing, on which no text counts as hidden
	maxCovers  = 200   // of a page that are examined
	groundLow  = 4     // points; least size of an area that can lie behind a character
)

// ground is an area drawn behind later content.
type ground struct {
	page.Box
	paint style.Paint // AnyPaint for pictures and for shapes that do not fill their area
	// share of the page covered, for a picture; a large one shows the page itself, including its
	// text
	picture float32
}

// grounds are the grounds of a page so far.
type grounds struct {
	list   []ground
	covers int
}

// behind returns the ground at a position, or the paper.
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

// vanishes reports whether a character in an ink is invisible. Invisible text over a picture of the
// page is the text of that picture.
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

// cover records an area that is drawn now and hides the characters under it.
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
