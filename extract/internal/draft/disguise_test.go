package draft

import (
	"testing"
	"unicode"

	"zhiwen/extract/glyph"
)

// Paragraphs without any suspect character are not looked at.
func TestSuspect(t *testing.T) {
	found := func(r rune) bool {
		return r != '\u00AD' && glyph.Undrawn(r) || glyph.IsRadical(r) || r >= 0x250 && glyph.Latin(r) != 0 || glyph.Han(r) != 0
	}
	for r := range unicode.MaxRune {
		if found(r) && !suspect(r) {
			t.Errorf("%U is no suspect", r)
		}
	}
}
