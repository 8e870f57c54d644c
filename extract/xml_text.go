package extract

import (
	"strings"
	"unicode/utf8"
)

// utf8XML gives XML of UTF-8 or, rarely, UTF-16 as UTF-8, with blanks for
// characters that XML forbids, which some programs write all the same.
func utf8XML(raw string) string {
	if s, ok := strings.CutPrefix(raw, "\xFF\xFE"); ok {
		raw = decodeUTF16([]byte(s), false)
	} else if s, ok := strings.CutPrefix(raw, "\xFE\xFF"); ok {
		raw = decodeUTF16([]byte(s), true)
	}
	if !utf8.ValidString(raw) || hasForbidden(raw) {
		return clean(raw)
	}
	return raw
}

// hasForbidden says whether valid UTF-8 holds what clean would replace.
func hasForbidden(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' && c != '\n' && c != '\r' {
			return true
		}
	}
	return strings.Contains(s, "\uFFFE") || strings.Contains(s, "\uFFFF")
}
