package char

import "testing"

func TestUsualHan(t *testing.T) {
	n := 0
	for r := range rune(0x30000) {
		if commonHan(r) {
			n++
		}
	}
	if want := 6747; n != want { // 3,755 and 5,401 without the shared ones
		t.Errorf("%d usual characters, want %d", n, want)
	}
	for r, want := range map[rune]bool{'的': true, '國': true, '国': true, '龘': false, '㐀': false, 'a': false, '𠀀': false} {
		if got := commonHan(r); got != want {
			t.Errorf("%c: got %t, want %t", r, got, want)
		}
	}
}

func TestPlausible(t *testing.T) {
	for _, c := range []struct {
		text     string
		from, to float64
	}{
		{chinese, 0.98, 1},
		{"本計畫研究圖神經網路的可解釋性，近年來相關研究取得進展。", 0.98, 1},
		{"Plain English words.", 1, 1},
		{"", 1, 1},
		{"بارلىق ئىنسانلار تۇغۇلۇشىدىنلا ئەركىن ۋە ئىززەت-ھوقۇقتا باپباراۋەر", 1, 1}, // Uyghur
		{"འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་སྐྱེས་ཙམ་ཉིད་ནས", 1, 1},                      // Tibetan
		{"모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다", 1, 1},
		{"\uE001\uE002\uFFFD\u0007", 0, 0},
		{"㐀㑇㒳龥鼱黿騮髈", 0, 0.4},
		{"ᱟᵜṧᔿᇊѹⲴㅜഋ㓗ḷ仈ˈަ֯⭘ᯩ⌅оࡽй㓗⴨਼Ǆ", 0, 0.6}, // codes that mean something else
	} {
		if got := Plausible(c.text); got < c.from || got > c.to {
			t.Errorf("%q: %.2f, want %.2f to %.2f", c.text, got, c.from, c.to)
		}
	}
}
