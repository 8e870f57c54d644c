package crowd

import (
	"os"
	"testing"
)

// variable names a folder of texts (.md, .txt): the program contains none, and measurements depend
// on how alike they are.
const variable = "ZHIWEN_BENCH_TEXTS"

// BenchTexts returns the texts of the folder, in the order of their names. The benchmark is left
// out where none is named.
func BenchTexts(b *testing.B) []string {
	b.Helper()
	texts, err := Texts(folder(b))
	if err != nil {
		b.Fatal(err)
	}
	return texts
}

// Bench returns a crowd made of the texts of the folder, joined texts a document. The
// benchmark is left out where none is named.
func Bench(b *testing.B, joined int) *Crowd {
	b.Helper()
	c, err := Read(folder(b), joined)
	if err != nil {
		b.Fatal(err)
	}
	return c
}

func folder(b *testing.B) string {
	b.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		b.Skip("left out: " + variable + " names no folder of texts")
	}
	return dir
}
