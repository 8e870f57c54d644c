package reader

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
)

func TestDisguises(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []extract.Flag
	}{
		{"clean", "深度图神经网络，Deep learning，β-catenin、NF-κB、TGFβ1、5 μm、ΔT、νs 与 Δt。\nНаучное исследование 与 Ελληνικά。\nco\u00adop", nil},
		{"zero-width", "图\u200b神\u200d经\u2060网络", []extract.Flag{{Span: extract.Span{Start: 1, End: 6}, Kind: extract.ZeroWidth, Text: "图⟨U+200B⟩神⟨U+200D⟩经⟨U+2060⟩网络 ×3"}}},
		{"byte order mark", "\uFEFF正文\uFEFF。", []extract.Flag{{Span: extract.Span{Start: 3, End: 4}, Kind: extract.ZeroWidth, Text: "正文⟨U+FEFF⟩。"}}},
		{"direction, of no effect", "abc\u202Ddef", []extract.Flag{{Span: extract.Span{Start: 3, End: 4}, Kind: extract.ZeroWidth, Text: "abc⟨U+202D⟩def"}}},
		{"direction", "abc\u202Efed", []extract.Flag{{Span: extract.Span{Start: 0, End: 6}, Kind: extract.Backwards, Text: "abc⟨U+202E⟩fed"}}},
		{"joiners where they belong", "می\u200cخواهم 👩\u200d💻", nil},
		{"Cyrillic in a Latin word", "我们用 Dеep Lеаrning。", []extract.Flag{{Span: extract.Span{Start: 5, End: 12}, Kind: extract.LookAlike, Text: "我们用 Dе⟨U+0435⟩ep Lе⟨U+0435⟩а⟨U+0430⟩rning。 ×3"}}},
		{"Greek in a Latin word", "Αlpha", []extract.Flag{{Span: extract.Span{Start: 0, End: 1}, Kind: extract.LookAlike, Text: "Α⟨U+0391⟩lpha"}}},
		{"a word wholly of them", "we соре with", []extract.Flag{{Span: extract.Span{Start: 3, End: 7}, Kind: extract.LookAlike, Text: "we с⟨U+0441⟩о⟨U+043E⟩р⟨U+0440⟩е⟨U+0435⟩ with ×4"}}},
		{"the same among Cyrillic", "we соре, научный", nil},
		{"radicals", "⽅法", []extract.Flag{{Span: extract.Span{Start: 0, End: 1}, Kind: extract.LookAlike, Text: "⽅⟨U+2F45⟩法"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := mustParse(t, []byte(c.text))
			if diff := cmp.Diff(c.want, d.Flags); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}
