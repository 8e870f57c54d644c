package extract

import (
	"strconv"
	"strings"
)

// paint is the colour of a text or of what is behind it, as far as the file
// says: text of the colour of its background is not seen.
type paint uint32

const (
	noPaint  paint = 0       // nothing is said
	anyPaint paint = 1 << 24 // some colour that cannot be told, or that the program chooses so that it is seen
	bare     paint = 2 << 24 // of a background: stated to be none
	glass    paint = 3 << 24 // of a text: transparent
	tinted   paint = 4 << 24 // with red, green and blue below

	white = tinted | 0xFFFFFF
)

// alike is how far apart, of 255 in each of red, green and blue, two colours
// are that nobody can tell from one another on a page.
const alike = 255 - whiteFrom

// whiteFrom is how light, of 255 in each colour, what counts as white is.
const whiteFrom = 250

func rgb(red, green, blue int) paint {
	return tinted | paint(red&0xFF)<<16 | paint(green&0xFF)<<8 | paint(blue&0xFF)
}

// hexPaint reads six hexadecimal digits, with # or without; what is none of
// them may be any colour.
func hexPaint(s string) paint {
	s = strings.TrimPrefix(s, "#")
	if v, err := strconv.ParseUint(s, 16, 24); err == nil && len(s) == 6 {
		return tinted | paint(v)
	}
	return anyPaint
}

// groundPaint is hexPaint for backgrounds, which may be stated to be none.
func groundPaint(s string) paint {
	switch strings.ToLower(s) {
	case "":
		return noPaint
	case "auto", "none", "transparent":
		return bare
	}
	return hexPaint(s)
}

// or gives the background that is seen of one before another.
func (p paint) or(outer paint) paint {
	if p == noPaint || p == bare {
		return outer
	}
	return p
}

// vanishes says whether a text of this colour is not seen before a background.
func (p paint) vanishes(ground paint) bool {
	if p == glass {
		return true
	}
	if p < tinted || ground < tinted {
		return false
	}
	for shift := 0; shift < 24; shift += 8 {
		if a, b := int(p>>shift&0xFF), int(ground>>shift&0xFF); a-b > alike || b-a > alike {
			return false
		}
	}
	return true
}

var cssRGB = pattern(`^rgba?\(\s*(\d+)\s*[, ]\s*(\d+)\s*[, ]\s*(\d+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)$`)

// cssPaint reads a colour of a web page.
func cssPaint(s string) paint {
	s = strings.ToLower(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "!important")))
	if m := cssRGB().FindStringSubmatch(s); m != nil {
		if opaque, err := strconv.ParseFloat(m[4], 64); err == nil && opaque == 0 {
			return glass
		} else if err == nil && opaque < 1 {
			return anyPaint
		}
		red, _ := strconv.Atoi(m[1])
		green, _ := strconv.Atoi(m[2])
		blue, _ := strconv.Atoi(m[3])
		return rgb(min(red, 255), min(green, 255), min(blue, 255))
	}
	switch {
	case s == "", s == "inherit":
		return noPaint
	case s == "white":
		return white
	case s == "black":
		return rgb(0, 0, 0)
	case s == "transparent":
		return glass
	case len(s) == 4 && s[0] == '#': // each digit stands for two
		return hexPaint(string([]byte{s[1], s[1], s[2], s[2], s[3], s[3]}))
	}
	return hexPaint(s)
}

// cssGround is cssPaint for backgrounds.
func cssGround(s string) paint {
	switch p := cssPaint(s); {
	case p == glass || strings.TrimSpace(s) == "none":
		return bare
	default:
		return p
	}
}

// tints says whether a background is another than the paper's.
func tints(ground paint) bool { return ground.or(white) != white }
