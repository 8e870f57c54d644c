package glyph

import (
	"crypto/sha256"
	"fmt"
	"testing"
	"unicode"
)

func TestLatin(t *testing.T) {
	for letters, want := range map[string]byte{
		"аАɑα": 'a', "ВвΒʙᏴ": 'b', "сСⲥᴄ": 'c', "օοОоσ": 'o', "ոηɴΝ": 'n', "սυᴜ": 'u', "НΗн": 'h',
		"ø": 'o', "łŁ": 'l', "ħ": 'h', "đĐð": 'd', "ІіΙı": 'i', "Ꭺꓮᗅ": 'a', "ν": 'v', "⍺": 'a', "𐊡": 'b',
		"⒜🄐🄰🅐🅰ɐ": 'a', "⒵🄩🅉🅩🆉": 'z', "ǝ": 'e', "ɹ": 'r', "ʎ": 'y', "ɯ": 'w',
	} {
		for _, r := range letters {
			if got := Latin(r); got != want {
				t.Errorf("%c %U looks like %q, want %q", r, r, got, want)
			}
		}
	}
	for _, r := range "azAZ09中国えアéñüßΩΔΣжщאبก가①𝐚ａ×🄪🄯🅪🆊⒛Ⓐ" {
		if got := Latin(r); got != 0 {
			t.Errorf("%c looks like %q", r, got)
		}
	}
}

func TestHan(t *testing.T) {
	for sign, want := range map[rune]rune{'エ': '工', 'カ': '力', 'ロ': '口', 'ト': '卜', 'ア': 0, 'ー': 0, '工': 0, 'あ': 0, '。': 0} {
		if got := Han(sign); got != want {
			t.Errorf("%c looks like %q, want %q", sign, got, want)
		}
	}
}

func TestUndrawn(t *testing.T) {
	for _, r := range "\u00AD\u034F\u061C\u115F\u1160\u17B4\u180B\u180E\u200B\u200D\u202E\u2060\u2064\u2065\u2800\u3164\uFE00\uFE0F\uFEFF\uFFA0\U000E0001\U000E0041\U000E0100\U0001D173\U0001BCA0" {
		if !Undrawn(r) {
			t.Errorf("%U is drawn", r)
		}
	}
	for _, r := range " \u00A0\u3000\u2003a中。\u0301\u0601\u06DD\uFFF9\u20E3é가あ" {
		if Undrawn(r) {
			t.Errorf("%U is not drawn", r)
		}
	}
}

func TestChooses(t *testing.T) {
	for _, c := range []struct {
		before, r rune
		want      bool
	}{{'✔', 0xFE0F, true}, {'1', 0xFE0F, true}, {'1', 0xFE0E, false}, {'☎', 0xFE0E, true}, {'a', 0xFE0F, false}, {'中', 0xFE0F, false}, {'中', 0xE0100, false}, {0x1820, 0x180B, true}, {'a', 0x180B, false}, {'✔', 0x200B, false}, {0xFE0F, 0xFE0F, false}} {
		if got := Chooses(c.before, c.r); got != c.want {
			t.Errorf("%U behind %U: %v", c.r, c.before, got)
		}
	}
}

// Another table gives other fingerprints (checker.Version).
func TestTable(t *testing.T) {
	const (
		wantLetters = 775
		wantHash    = "8a3eb3a12ad6acf892edd081de8da8c7b98a0b95a80b84d635fcc9793c205764"
	)
	hash, n := sha256.New(), 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if l, h := Latin(r), Han(r); l != 0 || h != 0 {
			fmt.Fprintf(hash, "%x %c %x\n", r, l, h)
			n++
		}
	}
	if got := fmt.Sprintf("%x", hash.Sum(nil)); n != wantLetters || got != wantHash {
		t.Errorf("%d letters, hash %s; want %d, %s", n, got, wantLetters, wantHash)
	}
}
