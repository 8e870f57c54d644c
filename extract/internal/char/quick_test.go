package char

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The quick ways of counting, cleaning and closing give what the plain ones do.
func FuzzQuick(f *testing.F) {
	for _, s := range []string{
		"", "a", "12345678", "1234567\x1f", "\x7f2345678", "plain ASCII, longer than eight", "近年来，研究取得进展。", "混 mixed 文 text",
		"\uFFFE", "\uFFFF", "\uFFFD", "a\xffb", "\xe4\xb8", "\xed\xa0\x80", "\xe0\x80\x80", "\xef\xbf\xbe", "𠀀 beyond", "　full-width　blanks　", "a\u00a0b\u2003c\u1680\u0085d",
		"tab\there\r\n", "\x00 control \x1b", strings.Repeat("字", 20) + "\xc2", "한국어 кириллица",
	} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, s string, n int) {
		if got, want := Count(s), utf8.RuneCountInString(s); got != want {
			t.Errorf("Count(%q) = %d, want %d", s, got, want)
		}
		clean := Clean(s)
		if want := strings.Map(CleanRune, s); clean != want {
			t.Errorf("Clean(%q) = %q, want %q", s, clean, want)
		}
		if got, want := OneLine(s), strings.Join(strings.Fields(s), " "); got != want {
			t.Errorf("OneLine(%q) = %q, want %q", s, got, want)
		}
		if got, want := Closed(s), strings.Join(strings.FieldsFunc(s, unicode.IsSpace), ""); got != want {
			t.Errorf("Closed(%q) = %q, want %q", s, got, want)
		}
		runes := []rune(clean)
		if n < 0 || n > len(runes) {
			n = len(runes)
		}
		if got, want := Advance(clean, 0, n), len(string(runes[:n])); got != want {
			t.Errorf("Advance(%q, 0, %d) = %d, want %d", clean, n, got, want)
		}
	})
}
