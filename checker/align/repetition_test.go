package align_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/align"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// prose makes sentences of characters of which there are many.
func prose(r *rand.Rand, sentences int) string {
	var b strings.Builder
	for range sentences {
		for range 30 {
			b.WriteRune(rune(0xac00 + r.IntN(3000)))
		}
		b.WriteString("。")
	}
	return b.String()
}

func TestOf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	passage, short, other := prose(r, 8), prose(r, 2), func() string { return prose(r, 3) }
	edited := strings.NewReplacer(string([]rune(passage)[40]), "甲", string([]rune(passage)[150]), "乙").Replace(passage)
	for _, test := range []struct {
		name              string
		text              string
		times, characters int // of the passage, and of later copies
	}{
		{"nothing is repeated", other() + passage + other(), 0, 0},
		{"three times", other() + passage + other() + passage + other() + passage, 3, 2 * 248},
		{"in a row", passage + passage + passage + passage, 4, 3 * 248},
		{"edited in two places", other() + passage + other() + edited, 2, 248},
		{"short ones apart", short + other() + short + other() + short + other() + short, 0, 0},
		{"short ones in a row", other() + strings.Repeat(short, 20) + other(), 20, 19 * 62},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := texttest.Document(test.text)
			got := align.Repetition(text.New(d), []rune(d.Text))
			if got == nil {
				if test.times > 0 {
					t.Fatal("no repetition is found")
				}
				return
			}
			if got.Times != test.times || max(got.Characters-test.characters, test.characters-got.Characters) > 12 {
				t.Errorf("%+v, want %d times and about %d characters", got, test.times, test.characters)
			}
			if at := strings.Index(test.text, passage[:90]); at >= 0 && got.Length > 200 && max(got.Offset-len([]rune(test.text[:at])), len([]rune(test.text[:at]))-got.Offset) > 4 {
				t.Errorf("the passage begins at %d, want %d", got.Offset, len([]rune(test.text[:at])))
			}
		})
	}
}
