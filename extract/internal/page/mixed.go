package page

import (
	"slices"
	"unicode"

	xbidi "golang.org/x/text/unicode/bidi"

	"zhiwen/extract/internal/char"
)

// Word 2007 and 2010 map the letters of their formulas (Cambria Math) to letters of scripts that run
// from right to left. pdfium then reverses Chinese lines with such letters, or parts of them, and
// mirrors brackets. Lines that are mostly Chinese keep the order of their positions.

// mostlyHan reports whether a row with letters of right-to-left scripts is Chinese. any is false if
// it has none of these letters.
func mostlyHan(inks []Glyph) (chinese, any bool) {
	han, back := 0, 0
	for _, g := range inks {
		switch {
		case g.Rune < firstRightToLeft:
		case unicode.Is(unicode.Han, g.Rune):
			han++
		case runsBack(g.Rune):
			back++
		}
	}
	return han > back, back > 0
}

// firstRightToLeft is a code point before the first letter of the first of these scripts, Hebrew.
const firstRightToLeft = 0x590

func class(r rune) xbidi.Class {
	p, _ := xbidi.LookupRune(r)
	return p.Class()
}

func runsBack(r rune) bool { c := class(r); return c == xbidi.R || c == xbidi.AL }

// unmirror undoes the mirroring of brackets, in the order in which pdfium returns them.
func unmirror(inks []Glyph) {
	back := false
	for i := range inks {
		switch g := &inks[i]; class(g.Rune) {
		case xbidi.R, xbidi.AL:
			back = true
		case xbidi.L:
			back = false
		default:
			if back {
				g.Rune = char.Mirrored(g.Rune)
			}
		}
	}
}

// turnWords reverses words of Arabic and Hebrew in a row that is in the order of positions. Letters
// of formulas are from other blocks, or alone.
func turnWords(row []Glyph) {
	inWord := func(g *Glyph) bool {
		return unicode.In(g.Rune, unicode.Hebrew, unicode.Arabic) && (g.Rune < 0x700 || g.Rune > 0x8A0)
	}
	for from := 0; from < len(row); {
		to, end := from, from
		for ; to < len(row) && (inWord(&row[to]) || to > from && row[to].Generated); to++ {
			if inWord(&row[to]) {
				end = to + 1
			}
		}
		slices.Reverse(row[from:end])
		from = max(to, from+1)
	}
}
