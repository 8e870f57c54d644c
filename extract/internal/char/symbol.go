package char

import (
	"strings"
	"sync"
)

// Symbol fonts have their signs at the codes of Latin letters. Word writes them in the private use
// area, 0xF000 higher; other programs often write them as letters.

const symbolArea = 0xF000

func inSymbolArea(r rune) bool { return r >= symbolArea && r <= symbolArea+0xFF }

// Symbol returns a character of a symbol font, or "" if it has no counterpart in Unicode here.
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

// SymbolCode returns the code of a character that is stated to be in a font.
func SymbolCode(font string, code rune) rune {
	if code <= 0xFF && IsSymbolFont(font) {
		return code + symbolArea
	}
	return code
}

// IsSymbolFont reports whether a font, by its name, has signs at the codes of letters.
func IsSymbolFont(font string) bool { return symbolFonts()[strings.ToLower(font)] != nil }

// Symbols returns a text with the characters of a symbol font replaced.
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

// mayBeSymbols reports whether the bytes of a text may include a character of a symbol font; those
// of Chinese text do not.
func mayBeSymbols(text string) bool {
	const symbolLead = 0xEF // lead byte of U+F000 and above
	for i := range len(text) {
		if c := text[i]; c > ' ' && c < 0x7F || c == symbolLead {
			return true
		}
	}
	return false
}

// symbolFonts maps the name of a font and a code to the sign, for signs used in texts and forms.
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
		0x45: `☜☞☝☟`, 0x6C: `●❍■□□❑❒◆◆◆❖◆☒`, 0x80: `⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿`, 0x9E: `·•▪○`, 0xA7: `▪□`, 0xAB: `★`, 0xD8: `➢`, 0xDF: `←→↑↓`,
		0xE8: `➔`, 0xEF: `⇦⇨⇧⇩`, 0xFB: `✗✓☒☑`,
	} {
		setSigns(wingdings, first, signs)
	}
	return map[string]map[byte]rune{
		"symbol": symbol,
		"dingbats": {0x33: '✓', 0x34: '✔', 0x35: '✕', 0x36: '✖', 0x37: '✗', 0x38: '✘', 0x48: '★', 0x6C: '●', 0x6D: '❍', 0x6E: '■',
			0x6F: '❏', 0x70: '❐', 0x71: '❑', 0x72: '❒', 0x73: '▲', 0x74: '▼', 0x75: '◆', 0x76: '❖', 0x7A: '❚'},
		"wingdings":   wingdings,
		"wingdings 2": {0x52: '☑', 0x53: '☒', 0xA3: '□', 0x2A: '□', 0x50: '✓', 0x4F: '✗', 0x51: '☒'},
		"webdings":    {0x31: '□', 0x63: '□', 0x61: '✓', 0x67: '■', 0x72: '✗', 0x3D: '●'},
	}
})

// setSigns maps a code and the following ones to signs.
func setSigns(font map[byte]rune, code byte, signs string) {
	for _, r := range signs {
		font[code] = r
		code++
	}
}

// adobeSigns are the signs of Adobe's list of glyph names from 0xF8E5 on. They include the pieces
// of large brackets, which Unicode lacked then.
const adobeSigns = "⎷⏐⎯®©™⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪⎮⎞⎟⎠⎤⎥⎦⎫⎬⎭"

const adobeFirst = 0xF8E5

// AdobeSign returns the sign for a code in Adobe's private use area, and any other character
// unchanged.
func AdobeSign(r rune) rune {
	if r < adobeFirst || r > 0xF8FE {
		return r
	}
	return []rune(adobeSigns)[r-adobeFirst]
}
