package style

import (
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"

	"zhiwen/extract/internal/char"
)

// CSSPaint parses a colour of a web page. It returns NoPaint if the colour is inherited, and
// AnyPaint if it is unknown.
func CSSPaint(s string) Paint {
	s = strings.ToLower(strings.TrimSpace(s))
	switch s {
	case "", "inherit", "unset", "revert", "revert-layer", "currentcolor":
		return NoPaint
	case "transparent":
		return Glass
	case "canvas", "window", "field":
		return White
	case "initial":
		return black
	}
	if p, ok := cssHex(s); ok {
		return p
	}
	if c, ok := colornames.Map[s]; ok {
		return RGB(int(c.R), int(c.G), int(c.B))
	}
	if m := cssFunction().FindStringSubmatch(s); m != nil {
		return cssMixed(m[1], strings.FieldsFunc(m[2], func(r rune) bool { return strings.ContainsRune(" ,/\t\n", r) }))
	}
	return HexPaint(s)
}

// CSSGround is CSSPaint for backgrounds. It returns the first colour in the value, a single colour
// for a gradient with indistinguishable colours, and AnyPaint for pictures.
func CSSGround(s string) Paint {
	s = strings.ToLower(strings.TrimSpace(s))
	ground := NoPaint
	for _, word := range cssWords(s) {
		switch {
		case strings.Contains(word, "gradient("):
			_, inside, _ := strings.Cut(strings.TrimSuffix(word, ")"), "(")
			var list []Paint
			for _, stop := range cssWords(inside) {
				if cssColour(stop) {
					list = append(list, CSSPaint(stop))
				}
			}
			return AnyOf(list...)
		case strings.Contains(word, "url("), strings.Contains(word, "image-set("), strings.HasPrefix(word, "var("):
			return AnyPaint
		case word == "none", word == "transparent", word == "initial":
			ground = ground.Or(Bare)
		case cssColour(word):
			switch p := CSSPaint(word); p {
			case Glass:
				ground = Bare
			default:
				ground = p
			}
		}
	}
	return ground
}

// cssColour reports whether a word is a colour.
func cssColour(word string) bool {
	_, named := colornames.Map[word]
	return named || strings.HasPrefix(word, "#") || cssFunction().MatchString(word) || word == "canvas" || word == "window"
}

// cssWords splits a value at its blanks and commas outside of brackets.
func cssWords(s string) []string {
	depth := 0
	return strings.FieldsFunc(s, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return depth == 0 && (r == ' ' || r == ',' || r == '\t' || r == '\n')
	})
}

// cssHex parses a colour in hexadecimal digits; a fourth component is the opacity.
func cssHex(s string) (Paint, bool) {
	digits, ok := strings.CutPrefix(s, "#")
	if !ok {
		return NoPaint, false
	}
	if len(digits) == 3 || len(digits) == 4 { // each digit stands for two
		var double strings.Builder
		for _, c := range digits {
			double.WriteRune(c)
			double.WriteRune(c)
		}
		digits = double.String()
	}
	v, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil:
		return AnyPaint, true
	case len(digits) == 6:
		return Tinted | Paint(v), true
	case len(digits) == 8:
		return (Tinted | Paint(v>>8)).Faded(float64(v&0xFF) / 255), true
	}
	return AnyPaint, true
}

var cssFunction = char.Pattern(`^(rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(\s*([^()]*?)\s*\)$`)

// cssMixed returns the colour that a function makes of numbers.
func cssMixed(function string, words []string) Paint {
	// the colour space comes first; white is the same in all of them
	if function == "color" && len(words) > 0 {
		words = words[1:]
	}
	if len(words) != 3 && len(words) != 4 {
		return AnyPaint
	}
	var n [4]float64
	n[3] = 1
	for i, word := range words {
		number, percent := strings.CutSuffix(word, "%")
		v, err := strconv.ParseFloat(strings.TrimSuffix(number, "deg"), 64)
		switch {
		case err != nil && word != "none":
			return AnyPaint
		case !percent:
		case function == "rgb" && i < 3:
			v *= 2.55
		default:
			v /= 100
		}
		n[i] = v
	}
	var p Paint
	part := func(v float64) int { return int(math.Round(min(max(v, 0), 1) * 255)) }
	switch function {
	case "rgb":
		p = RGB(part(n[0]/255), part(n[1]/255), part(n[2]/255))
	case "color":
		p = RGB(part(n[0]), part(n[1]), part(n[2]))
	case "hsl":
		p = HSL(n[0], n[1], n[2])
	case "hwb":
		white, black := n[1], n[2]
		if sum := white + black; sum > 1 {
			white, black = white/sum, black/sum
		}
		at := func(turn float64) int { return part(hue(n[0]+turn)*(1-white-black) + white) }
		p = RGB(at(0), at(-120), at(-240))
	default: // lightness, and distance from grey: only greys are recognised
		light := n[0]
		if light > 1 {
			light /= 100
		}
		const grey, greyInHundreds = 0.02, 2
		most := grey
		if function == "lab" || function == "lch" {
			most = greyInHundreds
		}
		if math.Abs(n[1]) > most || function != "lch" && function != "oklch" && math.Abs(n[2]) > most {
			return AnyPaint
		}
		p = RGB(part(light), part(light), part(light))
	}
	return p.Faded(n[3])
}

// hue returns the share of red, from 0 to 1, in the pure colour at an angle.
func hue(degrees float64) float64 {
	at := math.Abs(math.Remainder(degrees, 360)) / 60
	return min(max(2-at, 0), 1)
}
