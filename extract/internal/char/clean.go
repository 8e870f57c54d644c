package char

import (
	"strings"
	"unicode/utf8"
)

// Clean replaces each character that XML 1.0 cannot hold by a space, so that every text can be
// quoted in evidence and offsets do not change.
func Clean(s string) string {
	if _, clean := count(s); clean {
		return s
	}
	return strings.Map(CleanRune, s) // Map also turns each invalid byte into U+FFFD
}

// Count counts the code points of s like utf8.RuneCountInString, but takes a third of the time for
// Chinese.
func Count(s string) int {
	n, clean := count(s)
	if !clean {
		return utf8.RuneCountInString(s)
	}
	return n
}

// count counts the code points of a text. clean is false if the text is not valid UTF-8 or contains
// something that Clean replaces; then n means nothing.
func count(s string) (n int, clean bool) {
	for i := 0; i < len(s); n++ {
		switch c := s[i]; {
		case c < ' ' && c != '\t' && c != '\n' && c != '\r':
			return 0, false
		case c < utf8.RuneSelf:
			i++
			for i+8 <= len(s) && plainASCII(word(s[i:])) {
				i, n = i+8, n+8
			}
		// U+1000 to U+CFFF
		case c > 0xE0 && c < 0xED && i+2 < len(s) && s[i+1]&0xC0 == 0x80 && s[i+2]&0xC0 == 0x80:
			i += 3
			for i+3*8 <= len(s) && plainEast(word(s[i:]), word(s[i+8:]), word(s[i+16:])) {
				i, n = i+3*8, n+8
			}
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

// word returns the first eight bytes of s as a number.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// plainASCII reports whether eight bytes are all ASCII without control characters.
func plainASCII(x uint64) bool {
	const ones = 0x0101010101010101
	return (x|(x-' '*ones))&(0x80*ones) == 0 // a byte below a blank borrows from the byte above it
}

// noControl reports whether none of eight bytes is below a blank.
func noControl(x uint64) bool {
	const ones = 0x0101010101010101
	return (x-' '*ones)&^x&(0x80*ones) == 0
}

// plainEast reports whether 24 bytes are eight characters of U+1000 to U+CFFF: each a byte
// of 0xE1 to 0xEC and two of 0x80 to 0xBF.
func plainEast(a, b, c uint64) bool {
	const ( // first bytes of characters, in each of the three numbers
		firstA, firstB, firstC = 0x00FF0000FF0000FF, 0xFF0000FF0000FF00, 0x0000FF0000FF0000
		high                   = 0xF0F0F0F0F0F0F0F0
		behind, mark           = 0xC0C0C0C0C0C0C0C0, 0x8080808080808080
		first, ones            = 0xE0E0E0E0E0E0E0E0, 0x0101010101010101
	)
	if a&(firstA&high|^uint64(firstA)&behind) != firstA&first|^uint64(firstA)&mark ||
		b&(firstB&high|^uint64(firstB)&behind) != firstB&first|^uint64(firstB)&mark ||
		c&(firstC&high|^uint64(firstC)&behind) != firstC&first|^uint64(firstC)&mark {
		return false
	}
	low := a&firstA&^high | b&firstB&^high | c&firstC&^high // no two of them share a position
	return ((low-ones)|(low+3*ones))&(ones<<4) == 0         // 0 borrows, 13 to 15 carry
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
