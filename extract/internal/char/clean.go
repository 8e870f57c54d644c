package char

import (
	"strings"
	"unicode/utf8"
)

// Clean replaces what XML 1.0 cannot hold by a space, one for one, so that
// every text can be quoted in evidence and offsets stay as they are.
func Clean(s string) string {
	if utf8.ValidString(s) && !hasForbidden(s) {
		return s
	}
	return strings.Map(CleanRune, s) // which also makes U+FFFD of each invalid byte
}

// hasForbidden says whether valid UTF-8 holds what clean replaces.
func hasForbidden(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return strings.Contains(s, "\uFFFE") || strings.Contains(s, "\uFFFF")
}

// CleanRune is Clean for one character.
func CleanRune(r rune) rune {
	switch {
	case r == '\t', r == '\n', r == '\r':
		return r
	case r < ' ', r == 0xFFFE, r == 0xFFFF, r >= 0xD800 && r <= 0xDFFF:
		return ' '
	}
	return r
}
