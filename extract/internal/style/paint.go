// Package style decides whether a text is visible, from colours, backgrounds, sizes, and properties
// that may be unset until a style sets them.
//
// Its input is what files state about a run of text. Its output is whether a reader sees the text.
// It knows no format; each format converts its own terms to Look and Paint.
package style

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

// Paint is the colour of a text or of its background, as far as the file states it. Text in the
// colour of its background is invisible.
type Paint uint32

// Paints that are not colours, and white.
const (
	NoPaint  Paint = 0       // nothing is stated
	AnyPaint Paint = 1 << 24 // an unknown colour, or one that the program chooses so that it is visible
	Bare     Paint = 2 << 24 // of a background: stated to be none
	Glass    Paint = 3 << 24 // of a text: transparent
	Tinted   Paint = 1 << 30 // red, green and blue in the bits below, transparency above them

	White = Tinted | 0xFFFFFF
	black = Tinted

	clearest = 1<<6 - 1 // largest value of the six transparency bits
)

// RGB returns the colour of red, green and blue, 0 to 255 each.
func RGB(red, green, blue int) Paint {
	return Tinted | Paint(red&0xFF)<<16 | Paint(green&0xFF)<<8 | Paint(blue&0xFF)
}

// HexPaint parses six hexadecimal digits, with or without #. Anything else may be any colour.
func HexPaint(s string) Paint {
	s = strings.TrimPrefix(s, "#")
	if v, err := strconv.ParseUint(s, 16, 24); err == nil && len(s) == 6 {
		return Tinted | Paint(v)
	}
	return AnyPaint
}

// GroundPaint is HexPaint for backgrounds, which may be stated to be none.
func GroundPaint(s string) Paint {
	switch strings.ToLower(s) {
	case "":
		return NoPaint
	case "auto", "none", "transparent":
		return Bare
	}
	return HexPaint(s)
}

// Or returns the visible one of background p in front of outer.
func (p Paint) Or(outer Paint) Paint {
	if p == NoPaint || p == Bare {
		return outer
	}
	return p
}

// Faded returns the colour drawn with an opacity from 0 to 1, or Glass if almost nothing is left.
func (p Paint) Faded(opacity float64) Paint {
	if p < Tinted || opacity >= 1 {
		if p < Tinted && black.Faded(opacity).Vanishes(White) { // black contrasts most
			return Glass
		}
		return p
	}
	clear := Paint((1-max(opacity, 0))*clearest + 0.5)
	if clear == clearest {
		return Glass
	}
	return p&^(clearest<<24) | clear<<24
}

// Lit returns the colour with its lightness, in terms of hue, saturation and lightness, multiplied
// by factor and increased by add.
func (p Paint) Lit(factor, add float64) Paint {
	if p < Tinted {
		return p
	}
	part := func(shift int) float64 { return float64(p>>shift&0xFF) / 255 }
	red, green, blue := part(16), part(8), part(0)
	high, low := max(red, green, blue), min(red, green, blue)
	light := (high + low) / 2
	lit := min(max(light*factor+add, 0), 1)
	// Saturation is chroma divided by the most that a lightness allows. It is kept.
	most := func(l float64) float64 { return 1 - math.Abs(2*l-1) }
	scale := 0.0
	if m := most(light); m > 0 {
		scale = most(lit) / m
	}
	moved := func(c float64) int { return int(math.Round(min(max(lit+(c-light)*scale, 0), 1) * 255)) }
	return p&^0xFFFFFF | RGB(moved(red), moved(green), moved(blue))&0xFFFFFF
}

// Inverted returns the complement of a colour.
func (p Paint) Inverted() Paint {
	if p < Tinted {
		return p
	}
	return p ^ 0xFFFFFF
}

// Light returns the colour of red, green and blue light, 0 to 1 each.
func Light(red, green, blue float64) Paint {
	part := func(light float64) int { return sort.Search(255, func(i int) bool { return linear[i] >= light }) }
	return RGB(part(red), part(green), part(blue))
}

// HSL returns the colour of a hue in degrees, and a saturation and a lightness from 0 to 1.
func HSL(hue, saturation, light float64) Paint {
	reach := min(max(saturation, 0), 1) * min(light, 1-light)
	part := func(from float64) int {
		k := math.Mod(math.Mod(from+hue/30, 12)+12, 12)
		return int(math.Round(255 * min(max(light-reach*max(min(k-3, 9-k, 1), -1), 0), 1)))
	}
	return RGB(part(0), part(8), part(4))
}

// Mixed returns the colour mixed, as light, with a part of another one from 0 to 1.
func (p Paint) Mixed(other Paint, part float64) Paint {
	if p < Tinted {
		return p
	}
	mixed := func(shift int) float64 { return linear[p>>shift&0xFF]*(1-part) + linear[other>>shift&0xFF]*part }
	return p&^0xFFFFFF | Light(mixed(16), mixed(8), mixed(0))&0xFFFFFF
}

// Before returns the colour that p appears to have in front of an opaque background.
func (p Paint) Before(ground Paint) Paint {
	clear := int(p >> 24 & clearest)
	if clear == 0 {
		return p
	}
	mixed := func(shift int) int {
		a, b := int(p>>shift&0xFF), int(ground>>shift&0xFF)
		return (a*(clearest-clear) + b*clear) / clearest
	}
	return RGB(mixed(16), mixed(8), mixed(0))
}

// Shaded returns the background of a pattern whose share part, from 0 to 1, has the colour fore.
// An automatic colour is black.
func Shaded(fore, back Paint, part float64) Paint {
	if part <= 0 {
		return back
	}
	back = chosen(back, White)
	fore = chosen(fore, RGB(0, 0, 0)).Faded(part)
	if fore == Glass {
		return back
	}
	return fore.Before(back)
}

// Striped returns the background made by a pattern of lines.
func Striped(fore, back Paint) Paint {
	return AnyOf(chosen(fore, RGB(0, 0, 0)), chosen(back, White))
}

// chosen returns p, or the default if p is no colour.
func chosen(p, usual Paint) Paint {
	if p < Tinted {
		return usual
	}
	return p
}

// AnyOf returns one colour for several, as in a gradient: the first one if they are
// indistinguishable, else AnyPaint.
func AnyOf(paints ...Paint) Paint {
	for _, p := range paints {
		if p < Tinted && p != Glass || !p.Vanishes(paints[0]) && p != paints[0] {
			return AnyPaint
		}
	}
	if len(paints) == 0 {
		return AnyPaint
	}
	return paints[0]
}

// Tints reports whether a background differs from the paper.
func Tints(ground Paint) bool { return ground.Or(White) != White }
