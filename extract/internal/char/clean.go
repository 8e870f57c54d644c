package char

import (
	"strings"
	"unicode/utf8"
)

// Clean replaces what XML 1.0 cannot hold by a space, one for one, so that
// every text can be quoted in evidence and offsets stay as they are.
func Clean(s string) string {
	if _, clean := count(s); clean {
		return s
	}
	return strings.Map(CleanRune, s) // which also makes U+FFFD of each invalid byte
}

// Count counts the code points of s as utf8.RuneCountInString does, in a third of
// the time for Chinese.
func Count(s string) int {
	n, clean := count(s)
	if !clean {
		return utf8.RuneCountInString(s)
	}
	return n
}

// count counts the code points of a text that is valid UTF-8 and holds nothing that
// Clean replaces; of others clean is false.
func count(s string) (n int, clean bool) {
	for i := 0; i < len(s); n++ {
		for i+8 <= len(s) && plainASCII(s[i:i+8]) {
			i, n = i+8, n+8
		}
		if i == len(s) {
			break
		}
		switch c := s[i]; {
		case c < ' ' && c != '\t' && c != '\n' && c != '\r':
			return 0, false
		case c < utf8.RuneSelf:
			i++
		case c > 0xE0 && c < 0xED && i+2 < len(s) && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80: // U+1000 to U+CFFF
			i += 3
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 || r == 0xFFFE || r == 0xFFFF {
				return 0, false
			}
			i += size
		}
	}
	return n, true
}

// plainASCII says whether eight bytes are all of ASCII and none a control character.
func plainASCII(s string) bool {
	const ones = 0x0101010101010101
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	return (x|(x-' '*ones))&(0x80*ones) == 0 // what is below a blank borrows from the byte above it
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
