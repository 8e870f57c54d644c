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
		{"letters of Armenian, Cherokee and Coptic", "the mօdel Ꭺnd ⲥode", []extract.Flag{{Span: extract.Span{Start: 5, End: 15}, Kind: extract.LookAlike, Text: "the mօ⟨U+0585⟩del Ꭺ⟨U+13AA⟩nd ⲥ⟨U+2CA5⟩ode ×3"}}},
		{"Armenian, Cherokee and Coptic", "the word սոց means, Հայերեն ուսումնասիրություն; ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ; ⲁⲃⲅ", nil},
		{"Greek letters within words", "a stυdy of mοdels and nετworks in sειence", []extract.Flag{{Span: extract.Span{Start: 4, End: 37}, Kind: extract.LookAlike, Text: "a stυ⟨U+03C5⟩dy of mο⟨U+03BF⟩dels ×6"}}},
		{"formulas", "其中 sinαcosβ、sinαcosα、cosαsinα 与 dσdε、αvβ3、κB、TGFβ1、IFNγ、γδT、10 μmol、Ωm、kΩ", nil},
		{"small capitals", "a ɴetwoʀᴋ of ᴍodels", []extract.Flag{{Span: extract.Span{Start: 2, End: 14}, Kind: extract.LookAlike, Text: "a ɴ⟨U+0274⟩etwoʀ⟨U+0280⟩ᴋ⟨U+1D0B⟩ of ᴍ⟨U+1D0D⟩o ×4"}}},
		{"phonetics", "network /ˈnetwɜːk/, model /ˈmɒdəl/, ring /rɪŋ/, Ghɪʀlandaio, gɑːrdən", nil},
		{"names with strokes", "Jørgensen, Wałęsa, Đặng, Ħal, Øresund, ıstanbul", nil},
		{"mathematical letters", "𝑎𝑟𝑔𝑚𝑎𝑥 𝑓(𝑥) = ℝ, ℓ₂, 𝐖𝐱 + 𝐛", nil},
		{"selectors of emoji", "优点✔️ 方法1️⃣ 警告⚠︎ ☎️", nil},
		{"selectors of letters", "图\uFE0F神\uFE0F经m\uFE0Fo", []extract.Flag{{Span: extract.Span{Start: 1, End: 7}, Kind: extract.ZeroWidth, Text: "图⟨U+FE0F⟩神⟨U+FE0F⟩经m⟨U+FE0F⟩o ×3"}}},
		{"the form of a name's character", "葛\U000E0100城先生主持了该项目的研究工作", nil},
		{"forms of all characters", "葛\U000E0100城\U000E0100先\U000E0100生", []extract.Flag{{Span: extract.Span{Start: 1, End: 6}, Kind: extract.ZeroWidth, Text: "葛⟨U+E0100⟩城⟨U+E0100⟩先⟨U+E0100⟩生 ×3"}}},
		{"blanks that are signs", "a\u2800b\u3164c\u115Fd", []extract.Flag{{Span: extract.Span{Start: 1, End: 6}, Kind: extract.ZeroWidth, Text: "a⟨U+2800⟩b⟨U+3164⟩c⟨U+115F⟩d ×3"}}},
		{"kana in place of characters", "化学エ程的主カ是ロ述与人エ智能", []extract.Flag{{Span: extract.Span{Start: 2, End: 13}, Kind: extract.LookAlike, Text: "化学エ⟨U+30A8⟩程的主カ⟨U+30AB⟩是ロ⟨U+30ED⟩述与人エ⟨U+30A8⟩智能 ×4"}}},
		{"Japanese", "日本のロ技術とカ国エ場の研究ハ開", nil},
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
