package catalogue

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// Isolated keeps a text that people have given from turning round what stands beside it:
// one with letters that are written from right to left, or with marks that turn what
// follows, is put between the marks of an isolate. Other texts are as they are. Where
// there is markup an element does it (bdi); this is for what has none, as a message, an
// attribute or the title of a window.
func Isolated(s string) string {
	if !strings.ContainsFunc(s, turns) {
		return s
	}
	const firstStrong, pop = "\u2068", "\u2069"
	return firstStrong + strings.Map(func(r rune) rune {
		if string(r) == pop { // it would end the isolate
			return -1
		}
		return r
	}, s) + pop
}

// turns reports whether a character changes the direction of text.
func turns(r rune) bool {
	const firstTurning = 0x0590 // of Hebrew; what comes before is written from left to right
	if r < firstTurning {
		return false
	}
	p, _ := bidi.LookupRune(r)
	switch p.Class() {
	case bidi.R, bidi.AL, bidi.AN:
		return true
	}
	return unicode.Is(unicode.Bidi_Control, r)
}
