package draft

import (
	"strings"
	"unicode"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// formulaMark matches, without blanks, what MathType leaves in a text, once or several times, to
// number its formulas by chapter: the mark of a chapter or section, its fields, and the words in
// which forms say where it stands and that it must be white.
var formulaMark = char.Pattern(`^(?:` +
	`Equation(?:Chapter|Section)(?:\(Next\)|\d+)?(?:Section(?:\(Next\)|\d+)?)?` +
	`|公式[章节](?:\d+|[（(]下一[章节][)）])?(?:节(?:\d+|[（(]下一节[)）])?)?` +
	`|[{}]|MACROBUTTONMTEditEquationSection\d?` +
	`|SEQMT(?:Eqn|Sec|Chap)(?:\\(?:[hcn]|r\d*|\*(?:MERGEFORMAT|Arabic)))*` +
	`|(?:第?[\d一二三四五六七八九十]*章的?)?MathType的?[章节]标记(?:[（(]打印[^（）()]{0,20}白色[^（）()]{0,20}[)）])?[：:]?` +
	`)+$`)

// Evident reports whether text that was kept out is worth a flag. Hidden text without a letter or a
// digit is decoration, such as white dots on slides, and the marks of a program that numbers
// formulas are not written by people.
func Evident(kind extract.FlagKind, s string) bool {
	if kind != extract.HiddenText {
		return char.HasVisible(s)
	}
	if len(s) <= longestMark && formulaMark().MatchString(char.Closed(s)) {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

// longestMark is the most bytes of a text that is checked for such marks.
const longestMark = 4_000

// KeptOut is text that a reader does not see.
type KeptOut struct {
	At   int // code points from the paragraph's start
	Kind extract.FlagKind
	Text string
}
