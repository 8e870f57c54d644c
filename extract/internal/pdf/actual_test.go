package pdf

import (
	"testing"

	"zhiwen/extract/internal/page"
)

// A stated text stands in for codes of which the font says nothing, if the other letters
// go along with it.
func TestActualText(t *testing.T) {
	for _, c := range []struct {
		name, codes, stated string
		want                string
		differs             int
	}{
		{"the same", "model", "model", "model", 0},
		{"a ligature that the font knows", "e\uFB03cient", "efficient", "e\uFB03cient", 0},
		{"a ligature that it does not know", "e\x00cient", "efficient", "efficient", 0},
		{"a cluster of private use", "\uE012\uE013", "\u0915\u094D\u0937", "\u0915\u094D\u0937", 0},
		{"a hyphen", "-", "\u00AD", "-", 0},
		{"full-width forms and accents", "ＡＢＣ e\u0301", "ABC \u00E9", "ＡＢＣ e\u0301", 0},
		{"other letters", "研究内容", "天气很好", "研究内容", 4},
		{"other letters around an unknown code", "研究\x00内容", "今天天气很好", "研究\x00内容", 6},
		{"more letters than a code stands for", "研\x00", "研究内容十分重要", "研\x00", 7},
		{"nothing", "研究", "", "研究", 2},
	} {
		a := &actualText{text: []rune(c.stated), codes: []rune(c.codes)}
		differs := a.settle()
		got := string(a.codes)
		if a.use {
			got = ""
			for _, r := range a.codes {
				for _, g := range a.stated(page.Glyph{Rune: r}) {
					got += string(g.Rune)
				}
			}
		}
		if got != c.want || differs != c.differs {
			t.Errorf("%s: got %q, %d letters differ; want %q, %d", c.name, got, differs, c.want, c.differs)
		}
	}
}
