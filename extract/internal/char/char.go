// Package char classifies single characters and short texts: which characters are visible or
// full-width, whether a text makes sense, what the bytes of an encoding and the codes of a
// symbol font mean, in which order text with direction marks is shown (bidi.go), and what characters
// approximately look like when they are drawn (shape.go).
//
// Its input is characters and bytes; its output is their meaning. It knows no formats and no
// documents.
package char

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible reports whether r is drawn or stands for a character that is: this decides between text
// and no text.
func Visible(r rune) bool {
	if r > ' ' && r < 0x7F || r >= 0x3001 && r <= 0xD7FF {
		return true
	}
	return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
}

// HasVisible reports whether any character of s is Visible.
func HasVisible(s string) bool { return strings.IndexFunc(s, Visible) >= 0 }

// OneLine folds white space to single spaces.
func OneLine(s string) string { return spaced(s, " ") }

// Closed removes white space.
func Closed(s string) string { return spaced(s, "") }

// Squeezed returns a text as it is compared: in lower case and without white space.
func Squeezed(s string) string { return strings.ToLower(Closed(s)) }

func spaced(s, gap string) string {
	if !mayHaveSpace(s) {
		return s
	}
	return strings.Join(strings.Fields(s), gap)
}

// mayHaveSpace reports whether the bytes of a text may include white space; most lines of Chinese
// have none.
func mayHaveSpace(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ', c == 0xC2, c == 0xE1, c == 0xE2, // U+0085, U+00A0; U+1680; U+2000 to U+205F
			c == 0xE3 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0x80: // U+3000
			return true
		}
	}
	return false
}

// Advance returns the byte offset n code points after the offset from in s, or the end of s. s must
// be valid UTF-8.
func Advance(s string, from, n int) int {
	for ; n > 0 && from < len(s); n-- {
		for n > 8 && from+3*8 < len(s) && plainEast(word(s[from:]), word(s[from+8:]), word(s[from+16:])) {
			from, n = from+3*8, n-8
		}
		switch c := s[from]; {
		case c < 0xC0:
			from++
		case c < 0xE0:
			from += 2
		case c < 0xF0:
			from += 3
		default:
			from += 4
		}
	}
	return min(from, len(s))
}

// Wide reports whether r is full-width, like Han characters and their punctuation.
func Wide(r rune) bool { return r >= 0x1100 && Columns(r) == 2 }

// First returns the first character of s, or 0.
func First(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// Last returns the last character of s, or 0.
func Last(s string) rune {
	if s == "" {
		return 0
	}
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// Sum returns a hash of a text.
func Sum(s string) uint32 {
	const start, prime = 2166136261, 16777619 // FNV-1a
	sum := uint32(start)
	for i := range len(s) {
		sum = (sum ^ uint32(s[i])) * prime
	}
	return sum
}

// BulletSigns are the characters that stand before the items of a list.
const BulletSigns = "•◦●○█■□◆◇▪▫‣⁃➢➔➤►❖✓✔☑"

// HanDigits are the Chinese digits from 0.
const HanDigits = "〇一二三四五六七八九"

// Blank reports whether r is white space or a byte order mark.
func Blank(r rune) bool { return unicode.IsSpace(r) || r == '\uFEFF' }

// Columns returns the approximate width of r on a terminal.
func Columns(r rune) int {
	switch {
	case r == '\t':
		return 4
	case r < 0x300:
		return 1
	case r >= 0x4E00 && r <= 0x9FFF, r >= 0x3001 && r <= 0x3029, r >= 0xFF01 && r <= 0xFF60: // most text
		return 2
	case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Cf, r):
		return 0
	case r >= 0x1100 && (r <= 0x115F || r >= 0x2E80 && r <= 0xA4CF || r >= 0xAC00 && r <= 0xD7A3 ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0xFE30 && r <= 0xFE6F || r >= 0xFF00 && r <= 0xFF60 ||
		r >= 0xFFE0 && r <= 0xFFE6 || r >= 0x20000 && r <= 0x3FFFD):
		return 2
	case r == '，', r == '—', r == '…', r == '“', r == '”', r == '‘', r == '’':
		return 2 // drawn wide in Chinese text
	}
	return 1
}
