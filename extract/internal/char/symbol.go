package char

import (
	"strings"
	"sync"
)

// Symbol fonts have their signs at the places of Latin letters. Word writes
// them in the private use area, 0xF000 higher, other programs often as letters.

const symbolArea = 0xF000

func inSymbolArea(r rune) bool { return r >= symbolArea && r <= symbolArea+0xFF }

// Symbol returns a character of a symbol font; what has no counterpart in
// Unicode here is left out.
func Symbol(font string, code rune) string {
	switch {
	case !inSymbolArea(code):
		return string(code)
	case code == symbolArea+' ':
		return " "
	}
	r := symbolFonts()[strings.ToLower(font)][byte(code)]
	if r == 0 {
		return ""
	}
	return string(r)
}

// SymbolCode returns the code of a character that is stated to be of a font.
func SymbolCode(font string, code rune) rune {
	if code <= 0xFF && IsSymbolFont(font) {
		return code + symbolArea
	}
	return code
}

// IsSymbolFont reports whether a font, by its name, has signs at the places of letters.
func IsSymbolFont(font string) bool { return symbolFonts()[strings.ToLower(font)] != nil }

// Symbols returns a text in a font with the characters of a symbol font replaced.
func Symbols(font, text string) string {
	if !mayBeSymbols(text) || !IsSymbolFont(font) {
		return text
	}
	var out strings.Builder
	for _, r := range text {
		if r > ' ' && r < 0x7F {
			r += symbolArea
		}
		out.WriteString(Symbol(font, r))
	}
	return out.String()
}

// mayBeSymbols reports whether a text has a character that may be one of a symbol font,
// by its bytes: Chinese text has none.
func mayBeSymbols(text string) bool {
	const symbolLead = 0xEF // of U+F000 and what follows
	for i := range len(text) {
		if c := text[i]; c > ' ' && c < 0x7F || c == symbolLead {
			return true
		}
	}
	return false
}

// symbolFonts returns the signs that texts and forms use, by name of the font
// and code.
var symbolFonts = sync.OnceValue(func() map[string]map[byte]rune {
	symbol, wingdings := map[byte]rune{}, map[byte]rune{}
	for first, signs := range map[byte]string{
		0x21: `!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_`,
		0x61: `αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼`,
		0xA0: `€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…`,
		0xC0: `ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√·¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⌈⎢⌊⎧⎨⎩⎪`,
		0xF1: `〉∫⌠⎮⌡⎞⎟⎠⌉⎥⌋⎫⎬⎭`,
	} {
		setSigns(symbol, first, signs)
	}
	for first, signs := range map[byte]string{
		0x45: `☜☞☝☟`, 0x6C: `●❍■□□❑❒◆◆◆❖◆☒`, 0x80: `⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿`, 0x9E: `·•▪○`, 0xA7: `▪□`, 0xAB: `★`, 0xD8: `➢`, 0xDF: `←→↑↓`, 0xE8: `➔`, 0xEF: `⇦⇨⇧⇩`, 0xFB: `✗✓☒☑`,
	} {
		setSigns(wingdings, first, signs)
	}
	return map[string]map[byte]rune{
		"symbol":      symbol,
		"dingbats":    {0x33: '✓', 0x34: '✔', 0x35: '✕', 0x36: '✖', 0x37: '✗', 0x38: '✘', 0x48: '★', 0x6C: '●', 0x6D: '❍', 0x6E: '■', 0x6F: '❏', 0x70: '❐', 0x71: '❑', 0x72: '❒', 0x73: '▲', 0x74: '▼', 0x75: '◆', 0x76: '❖', 0x7A: '❚'},
		"wingdings":   wingdings,
		"wingdings 2": {0x52: '☑', 0x53: '☒', 0xA3: '□', 0x2A: '□', 0x50: '✓', 0x4F: '✗', 0x51: '☒'},
		"webdings":    {0x31: '□', 0x63: '□', 0x61: '✓', 0x67: '■', 0x72: '✗', 0x3D: '●'},
	}
})

// setSigns sets signs at a code and those after it.
func setSigns(font map[byte]rune, code byte, signs string) {
	for _, r := range signs {
		font[code] = r
		code++
	}
}

// adobeSigns are what Adobe's list of glyph names has at 0xF8E5 and after: the pieces of
// large brackets among them, for which Unicode had no codes then.
const adobeSigns = "⎷⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭"

const adobeFirst = 0xF8E5

// AdobeSign returns the sign for its code in Adobe's private use area, any other character
// as it is.
func AdobeSign(r rune) rune {
	if r < adobeFirst || r > 0xF8FE {
		return r
	}
	return []rune(adobeSigns)[r-adobeFirst]
}
