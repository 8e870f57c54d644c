package glyph

import (
	"testing"
	"unicode"
)

func TestCharacter(t *testing.T) {
	for r, want := range map[rune]rune{'⻚': '页', '⼊': '入', '⿕': '龠', '⺀': '⺀', '入': '入', 'a': 'a'} {
		if got := OfRadical(r); got != want {
			t.Errorf("%c: got %c, want %c", r, got, want)
		}
	}
}

// TestRadicals looks at each code point of the two blocks: what Is takes for a
// radical is one to Unicode too, and what becomes of it is none any more.
func TestRadicals(t *testing.T) {
	for r := rune(0x2E00); r < 0x3000; r++ {
		if IsRadical(r) && !unicode.Is(unicode.Radical, r) && r != 0x2E9A {
			t.Errorf("%U is no radical", r)
		}
		if !IsRadical(r) && unicode.Is(unicode.Radical, r) {
			t.Errorf("%U is a radical", r)
		}
		if c := OfRadical(r); c != r && (IsRadical(c) || !unicode.Is(unicode.Unified_Ideograph, c)) {
			t.Errorf("%U becomes %U, which is no character", r, c)
		}
	}
}

func TestTwin(t *testing.T) {
	for r, want := range map[rune]rune{'\uFA08': '\u884C', '\uF900': '\u8C48', '\uFA0E': '\uFA0E', '⻚': '页', '行': '行', '\uFB01': '\uFB01'} {
		if got := RadicalTwin(r); got != want {
			t.Errorf("%U: got %U, want %U", r, got, want)
		}
	}
}
