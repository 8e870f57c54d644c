package extract

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract/radical"
)

func TestDisguises(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Flag
	}{
		{"clean", "深度图神经网络，Deep learning，β-catenin、NF-κB、TGFβ1、5 μm、ΔT、νs 与 Δt。\nНаучное исследование 与 Ελληνικά。\nco\u00adop", nil},
		{"zero-width", "图\u200b神\u200d经\u2060网络", []Flag{{Span{1, 6}, ZeroWidth, "图⟨U+200B⟩神⟨U+200D⟩经⟨U+2060⟩网络 ×3"}}},
		{"byte order mark", "\uFEFF正文\uFEFF。", []Flag{{Span{3, 4}, ZeroWidth, "正文⟨U+FEFF⟩。"}}},
		{"direction", "abc\u202Edef", []Flag{{Span{3, 4}, ZeroWidth, "abc⟨U+202E⟩def"}}},
		{"joiners where they belong", "می\u200cخواهم 👩\u200d💻", nil},
		{"Cyrillic in a Latin word", "我们用 Dеep Lеаrning。", []Flag{{Span{5, 12}, LookAlike, "我们用 Dе⟨U+0435⟩ep Lе⟨U+0435⟩а⟨U+0430⟩rning。 ×3"}}},
		{"Greek in a Latin word", "Αlpha", []Flag{{Span{0, 1}, LookAlike, "Α⟨U+0391⟩lpha"}}},
		{"a word wholly of them", "we соре with", []Flag{{Span{3, 7}, LookAlike, "we с⟨U+0441⟩о⟨U+043E⟩р⟨U+0440⟩е⟨U+0435⟩ with ×4"}}},
		{"the same among Cyrillic", "we соре, научный", nil},
		{"radicals", "⽅法", []Flag{{Span{0, 1}, LookAlike, "⽅⟨U+2F45⟩法"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(c.text))
			if diff := cmp.Diff(c.want, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}

// Paragraphs without any suspect character are not looked at.
func TestSuspect(t *testing.T) {
	found := func(r rune) bool {
		return unicode.Is(invisible, r) || radical.Is(r) || strings.ContainsRune(cyrillicAlikes+greekAlikes, r)
	}
	for r := range unicode.MaxRune {
		if found(r) && !suspect(r) {
			t.Errorf("%U is no suspect", r)
		}
	}
}
