package evidence

import (
	"unicode"

	"zhiwen/extract/glyph"
)

// Seen reports whether a character can count: it is visible and not white space. Characters that are
// drawn as nothing, such as a zero-width space or a variation selector, do not count. Neither do
// combining accents, which belong to the letter before them: one after every letter would double the
// length of a text.
func Seen(r rune) bool {
	if firstHan <= r && r <= lastHan {
		return true // the fast path for nearly all characters
	}
	if r < accents {
		return !unicode.IsSpace(r) && !unicode.IsControl(r) && r != softHyphen
	}
	accent := unicode.Is(unicode.Mn, r) && unicode.Is(unicode.Inherited, r)
	return !accent && !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && !glyph.Undrawn(r)
}

// The range of the common Chinese characters.
const firstHan, lastHan = 0x4e00, 0x9fff

const (
	softHyphen = 0xad
	accents    = 0x300 // the first combining accent
)
