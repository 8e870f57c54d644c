// Package glyph knows what code points look like: which letters look like Latin ones, which signs
// like Han characters, and which are invisible.
//
// Its input is a code point. Its output is the code point that it resembles. The tables are derived
// from those of Unicode. The package knows nothing about texts.
package glyph

import (
	"sync"
	"unicode"
)

//go:generate go run ../../internal/generate glyph table.go

// tables are built on first use.
var tables = sync.OnceValue(func() (t struct {
	latin map[rune]byte
	han   map[rune]rune
}) {
	t.latin, t.han = map[rune]byte{}, map[rune]rune{}
	for _, line := range latinAlikes {
		for i, r := range line {
			if i > 0 {
				t.latin[r] = line[0]
			}
		}
	}
	eachPair(hanAlikes, func(sign, han rune) { t.han[sign] = han })
	eachPair(turned, func(letter, turned rune) { t.latin[turned] = byte(letter) })
	return t
})

// eachPair calls do with successive pairs of code points of s.
func eachPair(s string, do func(a, b rune)) {
	for runes := []rune(s); len(runes) > 1; runes = runes[2:] {
		do(runes[0], runes[1])
	}
}

// Latin returns the small Latin letter that a letter of another alphabet, or a modified Latin one,
// looks like, directly or as its capital, or 0. Letters with accents and compatibility forms are
// excluded: Unicode's own foldings handle them.
func Latin(r rune) byte {
	switch {
	case r < 0x80 || r >= 0x3400 && r < 0xA000:
		return 0
	case r >= firstSmall && r < firstSmall+letters:
		return 'a' + byte(r-firstSmall)
	case r >= firstCapital && r < endCapitals && (r-firstCapital)%row < letters:
		return 'a' + byte((r-firstCapital)%row)
	}
	return tables().latin[r]
}

// Letters in parentheses, and capitals in parentheses, in squares, white in circles and white in
// squares, which Unicode has in consecutive rows.
const (
	firstSmall   = 0x249C
	firstCapital = 0x1F110
	endCapitals  = 0x1F18A
	row          = 32
	letters      = 26
)

// turned holds small Latin letters, each followed by those that Unicode names as its turned form; ɯ
// counts as w.
const turned = "aɐeǝgᵷhɥiᴉkʞlꞁrɹtʇvʌwʍyʎ"

// Han returns the Han character that a sign of kana or bopomofo looks like, as エ looks like 工, or 0.
func Han(r rune) rune {
	if r < 0x30A0 || r >= 0x3130 {
		return 0
	}
	return tables().han[r]
}

// Undrawn reports whether r is invisible: a Default_Ignorable_Code_Point of Unicode, or a blank sign.
func Undrawn(r rune) bool {
	switch {
	case r < 0x300:
		return r == softHyphen
	case r >= 0x3400 && r < 0xA000, r >= 0x3001 && r < 0x3130:
		return false
	case r == brailleBlank || r == nullNote || r == khitanFiller:
		return true
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(drawnFormats, r)
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

const (
	softHyphen   = 0xAD
	brailleBlank = 0x2800
	nullNote     = 0x1D159
	khitanFiller = 0x16FE4
)

// drawnFormats are visible format characters: signs around numbers and verses, annotations,
// controls of hieroglyphs.
var drawnFormats = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x0600, 0x0605, 1}, {0x06DD, 0x06DD, 1}, {0x070F, 0x070F, 1},
		{0x0890, 0x0891, 1}, {0x08E2, 0x08E2, 1}, {0xFFF9, 0xFFFB, 1},
	},
	R32: []unicode.Range32{{0x110BD, 0x110BD, 1}, {0x110CD, 0x110CD, 1}, {0x13430, 0x1343F, 1}},
}

// Chooses reports whether r is a variation selector that determines how the sign before it is
// drawn, as after emoji: before is no letter, and a digit only as a keycap.
func Chooses(before, r rune) bool {
	switch {
	case !unicode.Is(unicode.Variation_Selector, r):
		return false
	case r >= 0x180B && r <= 0x180F:
		return unicode.Is(unicode.Mongolian, before)
	}
	return before > ' ' && !unicode.IsLetter(before) && !Undrawn(before) && (!unicode.IsDigit(before) || r == emojiStyle)
}

// emojiStyle is the selector of emoji; after a digit it begins a keycap.
const emojiStyle = 0xFE0F
