package lookup

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Parts of a text are those of its code points, wherever they begin and end.
func TestPlainText(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	pieces := []string{"a", "é", "文", "𠀀", "\n", "字", "word "}
	for _, n := range []int{0, 1, 2, 7, 8, 9, 100, 511, 512, 513, 3000} {
		var b strings.Builder
		for range n {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		text, runes := b.String(), []rune(b.String())
		p := newPlainText(text)
		if p.Length() != len(runes) {
			t.Fatalf("%d code points, want %d", p.Length(), len(runes))
		}
		for range 300 {
			start := r.IntN(len(runes) + 1)
			end := start + r.IntN(len(runes)-start+1)
			if got, err := p.Excerpt(start, end); err != nil || got != string(runes[start:end]) {
				t.Fatalf("[%d, %d) of %d is %q, %v, want %q", start, end, len(runes), got, err, string(runes[start:end]))
			}
		}
	}
}
