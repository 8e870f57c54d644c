package site

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/record"
)

// MaxField is the most characters of one text field.
const MaxField = 4 << 10

// MaxComment is the most characters of what a reviewer writes about a decision, or an opinion.
const MaxComment = 2000

// FieldFault is something that is wrong in a field of a form.
type FieldFault struct{ Field, Text string }

// CleanLine makes one line of a typed text, of at most n characters.
func CleanLine(s string, n int) string {
	return CleanText(record.Line(s), n)
}

// CleanText returns the part of a typed text that can be stored and shown.
func CleanText(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r == 0xfffe || r == 0xffff || unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n"))
	s = strings.TrimSpace(s)
	if runes := []rune(s); len(runes) > n {
		s = strings.TrimSpace(string(runes[:n]))
	}
	return s
}

// CutText shortens s to at most n bytes without cutting a character.
func CutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
