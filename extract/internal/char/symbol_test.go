package char

import "testing"

func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		font string
		code rune
		want string
	}{
		{"Symbol", 0xF061, "α"}, {"Symbol", 0xF07E, "∼"}, {"Symbol", 0xF057, "Ω"}, {"Symbol", 0xF0BC, "…"}, {"Symbol", 0xF0CE, "∈"}, {"Symbol", 0xF0D8, "¬"}, {"Symbol", 0xF0EF, "⎪"},
		{"Symbol", 0xF0FE, "⎭"}, {"Symbol", 0xF020, " "}, {"Wingdings", 0xF081, "①"}, {"Wingdings", 0xF095, "❿"}, {"Wingdings", 0xF0FE, "☑"}, {"wingdings 2", 0xF0A3, "□"},
		{"Wingdings", 0xF021, ""}, {"Arial", 0xF061, ""}, {"Symbol", 'a', "a"},
	} {
		if got := Symbol(c.font, c.code); got != c.want {
			t.Errorf("%#x of %s: got %q, want %q", c.code, c.font, got, c.want)
		}
	}
	for _, c := range []struct{ font, text, want string }{
		{"Wingdings", "l", "●"}, {"Symbol", "a b", "α β"}, {"Symbol", "\uF061\uF062", "αβ"}, {"Symbol", "甲（乙）×", "甲（乙）×"}, {"Arial", "a\uF061", "a\uF061"}, {"", "l", "l"},
	} {
		if got := Symbols(c.font, c.text); got != c.want {
			t.Errorf("%q in %s: got %q, want %q", c.text, c.font, got, c.want)
		}
	}
}

func TestAdobeSign(t *testing.T) {
	for code, want := range map[rune]rune{0xF8E5: '⎷', 0xF8EE: '⎡', 0xF8F0: '⎣', 0xF8FB: '⎦', 0xF8FE: '⎭', 'a': 'a', 0xF8FF: 0xF8FF, 0xF8E4: 0xF8E4} {
		if got := AdobeSign(code); got != want {
			t.Errorf("%#x: got %q, want %q", code, got, want)
		}
	}
}
