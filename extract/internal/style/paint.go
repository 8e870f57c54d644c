// Package style is what decides whether a text is seen: colours, backgrounds,
// sizes, and properties that may be unset until some style sets them.
//
// In go what files say of a run of text, out comes whether a reader sees it. It
// knows no format; each reads its own words into Look and Paint.
package style

import (
	"strconv"
	"strings"

	"zhiwen/extract/internal/char"
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
	Tinted   Paint = 4 << 24 // with red, green and blue below

	White = Tinted | 0xFFFFFF
)

// Alike is how far apart, of 255 in each of red, green and blue, two colours
// are that nobody can tell from one another on a page.
const Alike = 255 - WhiteFrom

// WhiteFrom is how light, of 255 in each colour, what counts as white is.
const WhiteFrom = 250

// RGB gives the colour of red, green and blue, 0 to 255 each.
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

// Or gives the background that is seen of one before another.
func (p Paint) Or(outer Paint) Paint {
	if p == NoPaint || p == Bare {
		return outer
	}
	return p
}

// Vanishes says whether a text of this colour is not seen before a background.
func (p Paint) Vanishes(ground Paint) bool {
	if p == Glass {
		return true
	}
	if p < Tinted || ground < Tinted {
		return false
	}
	for shift := 0; shift < 24; shift += 8 {
		if a, b := int(p>>shift&0xFF), int(ground>>shift&0xFF); a-b > Alike || b-a > Alike {
			return false
		}
	}
	return true
}

var cssRGB = char.Pattern(`^rgba?\(\s*(\d+)\s*[, ]\s*(\d+)\s*[, ]\s*(\d+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)$`)

// CSSPaint reads a colour of a web page.
func CSSPaint(s string) Paint {
	s = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "!important")))
	if m := cssRGB().FindStringSubmatch(s); m != nil {
		if opaque, err := strconv.ParseFloat(m[4], 64); err == nil && opaque == 0 {
			return Glass
		} else if err == nil && opaque < 1 {
			return AnyPaint
		}
		red, _ := strconv.Atoi(m[1])
		green, _ := strconv.Atoi(m[2])
		blue, _ := strconv.Atoi(m[3])
		return RGB(min(red, 255), min(green, 255), min(blue, 255))
	}
	switch {
	case s == "", s == "inherit":
		return NoPaint
	case s == "white":
		return White
	case s == "black":
		return RGB(0, 0, 0)
	case s == "transparent":
		return Glass
	case len(s) == 4 && s[0] == '#': // each digit stands for two
		return HexPaint(string([]byte{s[1], s[1], s[2], s[2], s[3], s[3]}))
	}
	return HexPaint(s)
}

// CSSGround is CSSPaint for backgrounds.
func CSSGround(s string) Paint {
	switch p := CSSPaint(s); {
	case p == Glass || strings.TrimSpace(s) == "none":
		return Bare
	default:
		return p
	}
}

// Tints says whether a background is another than the paper's.
func Tints(ground Paint) bool { return ground.Or(White) != White }
