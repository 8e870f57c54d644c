package flow

import (
	"strings"
	"unicode"
)

// mostGloss is how many Chinese characters above one are still a reading of it or say what
// it means.
const mostGloss = 2

// SaysMore reports whether a ruby is a text of its own and no reading of what it stands
// above: that has no letters, or far fewer.
func SaysMore(base, ruby string) bool {
	letters := 0
	for _, r := range base {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters == 0 {
		return strings.IndexFunc(ruby, unicode.IsLetter) >= 0
	}
	han := 0
	for _, r := range ruby {
		if unicode.Is(unicode.Han, r) {
			han++
		}
	}
	return han > mostGloss*letters
}
