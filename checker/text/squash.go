package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Squash returns the letters, digits and characters of a short text, in lower case
// and of one width: what counts when names, titles and labels are compared.
func Squash(s string) string {
	return strings.Map(func(r rune) rune {
		if l := squashed(r); l >= 0 || !unicode.IsDigit(narrow(r)) {
			return l
		}
		return narrow(r)
	}, s)
}

// Letters is Squash without the digits.
func Letters(s string) string { return strings.Map(squashed, s) }

// squashed returns a letter or character in lower case and of the usual width, or -1 for anything
// else.
func squashed(r rune) rune {
	switch {
	case r >= 0x4e00 && r < 0xa000, 'a' <= r && r <= 'z': // most of all text
		return r
	case 'A' <= r && r <= 'Z':
		return r - 'A' + 'a'
	case r < 0x80:
		return -1
	}
	if r = unicode.ToLower(narrow(r)); unicode.IsLetter(r) {
		return r
	}
	return -1
}

// narrow returns the usual form of full-width letters and digits.
func narrow(r rune) rune {
	if r < 0x80 || unicode.Is(unicode.Han, r) {
		return r
	}
	if n := width.LookupRune(r).Folded(); n != 0 {
		return n
	}
	return r
}

// ASCIIDigits returns a text with the usual digits for full-width ones, code point by
// code point.
func ASCIIDigits(s string) string {
	if !strings.Contains(s, fullWidth) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r >= '０' && r <= '９' {
			return r - '０' + '0'
		}
		return r
	}, s)
}

// fullWidth begins the full-width forms of punctuation, digits and capitals.
const fullWidth = "\xef\xbc"
