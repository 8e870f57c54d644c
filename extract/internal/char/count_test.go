package char

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestCountOfEveryCharacter holds the quick ways of counting to the plain one: each
// character of Unicode, and each byte that is none, among Chinese and Latin text.
func TestCountOfEveryCharacter(t *testing.T) {
	check := func(s string) {
		t.Helper()
		if got, want := Count(s), utf8.RuneCountInString(s); got != want {
			t.Fatalf("%q: %d characters, want %d", s, got, want)
		}
		if got, want := Clean(s), strings.Map(CleanRune, s); got != want {
			t.Fatalf("Clean(%q) = %q, want %q", s, got, want)
		}
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		for _, around := range []string{"近年来研究取得进展近年来研究取得进展", "a text of Latin letters, "} {
			check(around[:9] + string(r) + around[9:])
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := []byte(strings.Repeat("近年来研究，", 4) + "some words" + strings.Repeat("ก퀀", 9))
		for range random.IntN(4) {
			text[random.IntN(len(text))] = byte(random.IntN(256))
		}
		check(string(text))
	}
}
