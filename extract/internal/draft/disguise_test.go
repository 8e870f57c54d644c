package draft

import (
	"strings"
	"testing"
	"unicode"

	"zhiwen/extract/radical"
)

// Paragraphs without any suspect character are not looked at.
func TestSuspect(t *testing.T) {
	found := func(r rune) bool {
		return unicode.Is(invisible, r) || radical.Is(r) || strings.ContainsRune(cyrillicAlikes+greekAlikes, r)
	}
	for r := range unicode.MaxRune {
		if found(r) && !suspect(r) {
			t.Errorf("%U is no suspect", r)
		}
	}
}
