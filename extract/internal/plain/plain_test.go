package plain

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
)

// measured is a line as splitLines gives it, measured by its definitions.
func measured(text []rune, start int) textLine {
	visible := strings.TrimLeftFunc(string(text), char.Blank)
	l := textLine{Span: extract.Span{Start: start, End: start + len(text)}, text: string(text)}
	columns := func(s string) (n int) {
		for _, r := range s {
			n += char.Columns(r)
		}
		return n
	}
	l.width = columns(l.text)
	l.indent = l.width - columns(visible)
	for i, r := range visible {
		w := char.Columns(r)
		if i > 0 && (char.Blank(r) || w == 2) {
			break
		}
		if l.first += w; w != 1 {
			break
		}
	}
	return l
}

// Lines end at each line end, and are measured as their definitions say.
func TestSplitLines(t *testing.T) {
	characters := []rune("土壤一、，。 \t\n\r\n\r\u2028\u0085\u3000ab.\u0301\u200b\ufeffあ")
	random := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		text := make([]rune, random.IntN(40))
		for i := range text {
			text[i] = characters[random.IntN(len(characters))]
		}
		var want []textLine
		start := 0
		for i, r := range text {
			switch r {
			case '\n', '\r', '\u2028', '\u2029', '\u0085':
				if r != '\n' || i == 0 || text[i-1] != '\r' {
					want = append(want, measured(text[start:i], start))
				}
				start = i + 1
			}
		}
		want = append(want, measured(text[start:], start))
		if diff := cmp.Diff(want, splitLines(string(text)), cmp.AllowUnexported(textLine{})); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", string(text), diff)
		}
	}
}
