// Package style is what decides whether a text is seen: colours, backgrounds,
// sizes, and properties that may be unset until some style sets them.
//
// In go what files say of a run of text, out comes whether a reader sees it. It
// knows no format; each reads its own words into Look and Paint.
package style

import (
	"math"
	"sort"
	"strconv"
	"strings"
)

// Paint is the colour of a text or of what is behind it, as far as the file
// says: text of the colour of its background is not seen.
type Paint uint32

// Paints that are no colour, and white.
const (
	NoPaint  Paint = 0       // nothing is said
	AnyPaint Paint = 1 << 24 // some colour that cannot be told, or that the program chooses so that it is seen
	Bare     Paint = 2 << 24 // of a background: stated to be none
	Glass    Paint = 3 << 24 // of a text: transparent
	Tinted   Paint = 1 << 30 // with red, green and blue below, and how transparent it is above them

	White = Tinted | 0xFFFFFF
	black = Tinted

	clearest = 1<<6 - 1 // of the six bits that say how transparent a colour is
)

// RGB returns the colour of red, green and blue, 0 to 255 each.
func RGB(red, green, blue int) Paint {
	return Tinted | Paint(red&0xFF)<<16 | Paint(green&0xFF)<<8 | Paint(blue&0xFF)
}

// HexPaint reads six hexadecimal digits, with # or without; what is none of
// them may be any colour.
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

// Or returns the background that is seen of one before another.
func (p Paint) Or(outer Paint) Paint {
	if p == NoPaint || p == Bare {
		return outer
	}
	return p
}

// Faded returns the colour drawn with an opacity from 0 to 1; Glass where next to nothing of it is left.
func (p Paint) Faded(opacity float64) Paint {
	if p < Tinted || opacity >= 1 {
		if p < Tinted && black.Faded(opacity).Vanishes(White) { // as no other colour is seen better
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

// Lit returns the colour with its lightness, of hue, saturation and lightness, times
// factor, plus add.
func (p Paint) Lit(factor, add float64) Paint {
	if p < Tinted {
		return p
	}
	part := func(shift int) float64 { return float64(p>>shift&0xFF) / 255 }
	red, green, blue := part(16), part(8), part(0)
	high, low := max(red, green, blue), min(red, green, blue)
	light := (high + low) / 2
	lit := min(max(light*factor+add, 0), 1)
	// Saturation is chroma by the most that a lightness allows; it stays.
	most := func(l float64) float64 { return 1 - math.Abs(2*l-1) }
	scale := 0.0
	if m := most(light); m > 0 {
		scale = most(lit) / m
	}
	moved := func(c float64) int { return int(math.Round(min(max(lit+(c-light)*scale, 0), 1) * 255)) }
	return p&^0xFFFFFF | RGB(moved(red), moved(green), moved(blue))&0xFFFFFF
}

// Inverted returns the colour that has what p has not.
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

// Mixed returns the colour with a part of another one, from 0 to 1, mixed as light.
func (p Paint) Mixed(other Paint, part float64) Paint {
	if p < Tinted {
		return p
	}
	mixed := func(shift int) float64 { return linear[p>>shift&0xFF]*(1-part) + linear[other>>shift&0xFF]*part }
	return p&^0xFFFFFF | Light(mixed(16), mixed(8), mixed(0))&0xFFFFFF
}

// Before returns the colour that is seen of p before an opaque background.
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

// Shaded returns the background that a pattern makes of which a part from 0 to 1 has the
// colour fore: black where the program chooses it.
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

// Striped returns the background that a pattern of lines makes.
func Striped(fore, back Paint) Paint {
	return AnyOf(chosen(fore, RGB(0, 0, 0)), chosen(back, White))
}

// chosen returns p, or the colour that a program chooses where none is stated.
func chosen(p, usual Paint) Paint {
	if p < Tinted {
		return usual
	}
	return p
}

// AnyOf returns one colour for several, as those of a gradient: the first where nobody
// tells them apart, AnyPaint where they differ.
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

// Tints reports whether a background is another than the paper's.
func Tints(ground Paint) bool { return ground.Or(White) != White }
