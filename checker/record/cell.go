package record

import (
	"strings"
	"unicode"
)

// formulaStarts begin a formula in a spreadsheet, in either width: the programs of East Asia take both.
const formulaStarts = "=+-@＝＋－＠"

// IsFormula reports whether a spreadsheet may take a text for a formula: also behind blanks and characters that nobody sees,
// which some programs drop when they read a table. A text that begins with a tab or the end of a line is one too.
func IsFormula(text string) bool {
	if strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") || strings.HasPrefix(text, "\n") {
		return true
	}
	seen := strings.TrimLeftFunc(text, unseen)
	return seen != "" && strings.IndexAny(seen, formulaStarts) == 0
}

// unseen reports whether nothing is shown of a character: blanks, controls, marks of direction and of joining, fillers.
func unseen(r rune) bool {
	const fillers = "\u115F\u1160\u3164\uFFA0\u2800" // of Hangul, which are letters; and the blank of braille
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zs, unicode.Variation_Selector) ||
		strings.ContainsRune(fillers, r) ||
		r == '\u034F'
}
