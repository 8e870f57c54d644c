package draft

import (
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// formulaMark is what MathType leaves in a text to count its formulas by chapters.
var formulaMark = char.Pattern(`^\s*(?:Equation (?:Chapter|Section)(?: \(Next\)| \d+)?(?: Section(?: \(Next\)| \d+)?)?|公式\s*[章节]\s*(?:\d+|[（(]下一[章节][)）])?(?:\s*节\s*\d+)?)\s*$`)

// Evident says whether text that was kept out is worth a flag: without a letter
// or a digit hidden text is decoration, such as white dots on slides, and the marks of a
// program that counts formulas are nobody's words.
func Evident(kind extract.FlagKind, s string) bool {
	if kind != extract.HiddenText {
		return char.HasVisible(s)
	}
	if formulaMark().MatchString(s) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

// KeptOut is text that is not part of what a reader sees.
type KeptOut struct {
	At   int // code points from the paragraph's start
	Kind extract.FlagKind
	Text string
}
