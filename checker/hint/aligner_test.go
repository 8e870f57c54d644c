package hint

import (
	"os"
	"path/filepath"
	"testing"

	"zhiwen/checker/text/word"
)

// English words correspond where they translate one Chinese word, or begin alike.
func TestEnglishSynonyms(t *testing.T) {
	path := filepath.Join(t.TempDir(), DictionaryName)
	if err := os.WriteFile(path, []byte(DictionaryHead+"\n开始\tto begin\tto start\n做\tto start\tto cook\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dictionary, err := ReadDictionary(path)
	if err != nil {
		t.Fatal(err)
	}
	words, err := word.Open("")
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCutter(words, dictionary)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		window, region string
		pairs          int
		gloss          string
	}{
		{"begin", "started", 1, "开始"},
		{"cook", "start", 0, ""}, // a word of one character has too many meanings
		{"analysis", "analytical", 1, ""},
		{"international", "interest", 0, ""},
		{"begin", "begins", 1, ""},
	} {
		_, _, window := wordsOf(t, c, x.window)
		_, _, region := wordsOf(t, c, x.region)
		a := newAligner(window, []float64{1}, English, false).align(region, func(Word) float64 { return 1 })
		if len(a.Pairs) != x.pairs || x.pairs > 0 && a.Pairs[0].Gloss != x.gloss {
			t.Errorf("%s and %s: %+v, want %d pairs by %q", x.window, x.region, a.Pairs, x.pairs, x.gloss)
		}
	}
}
