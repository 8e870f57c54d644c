// Package crowdtest gives benchmarks the texts of the folder that somebody names for them.
package crowdtest

import (
	"os"
	"testing"

	"zhiwen/checker/crowd"
)

// variable names a folder of texts (.md, .txt): no texts come with the program, and what is
// measured depends on how alike they are.
const variable = "ZHIWEN_BENCH_TEXTS"

// Texts returns the texts of the folder, in the order of their names. The benchmark is left
// out where none is named.
func Texts(b *testing.B) []string {
	b.Helper()
	texts, err := crowd.Texts(folder(b))
	if err != nil {
		b.Fatal(err)
	}
	return texts
}

// Crowd returns a crowd of the texts of the folder, of which so many make a document. The
// benchmark is left out where none is named.
func Crowd(b *testing.B, joined int) *crowd.Crowd {
	b.Helper()
	c, err := crowd.Read(folder(b), joined)
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
