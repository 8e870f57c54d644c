package draft

import (
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// Evident says whether text that was kept out is worth a flag: without a letter
// or a digit hidden text is decoration, such as white dots on slides.
func Evident(kind extract.FlagKind, s string) bool {
	if kind != extract.HiddenText {
		return char.HasVisible(s)
	}
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

// KeptOut is text that is not part of what a reader sees.
type KeptOut struct {
	At   int // code points from the paragraph's start
	Kind extract.FlagKind
	Text string
}
