package exclude

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// squash gives the letters, digits and characters of a text, in lower case and
// of one width: what counts when words of the table are compared.
func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if l := letter(r); l >= 0 || !unicode.IsDigit(narrow(r)) {
			return l
		}
		return narrow(r)
	}, s)
}

// plain is squash without digits, as phrases are compared: "8000字以内".
func plain(s string) string { return strings.Map(letter, s) }

// letter gives a letter or character in lower case and of the usual width, -1 for
// what is none.
func letter(r rune) rune {
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

// narrow gives the usual form of full-width letters and digits.
func narrow(r rune) rune {
	if r < 0x80 || unicode.Is(unicode.Han, r) {
		return r
	}
	if n := width.LookupRune(r).Folded(); n != 0 {
		return n
	}
	return r
}

func isHan(s string) bool {
	for _, r := range s {
		if !unicode.Is(unicode.Han, r) {
			return false
		}
	}
	return s != ""
}
