// Package script knows how traditional and simplified Chinese characters belong
// together.
//
// A character goes in, its simplified form comes out. The table is that of OpenCC
// (table.go), made ready at first use and shared by the process. The package looks at one character at a
// time: a character must give the same one wherever it stands, so that what is
// compared and what is searched does not depend on the words around it.
package script

import (
	"sync"
	"unicode/utf8"
)

//go:generate go run ../../internal/generate script table.go

// Simplified returns the simplified form of a traditional character of Unicode's
// Basic Multilingual Plane, and every other code point as it is. It is safe for
// concurrent use.
func Simplified(r rune) rune {
	if r < first || r >= end {
		return r
	}
	if s, ok := table()[r]; ok {
		return s
	}
	return r
}

// The Han characters of the Basic Multilingual Plane: extension A and those of
// the first version of Unicode. No other code point there has a simplified form.
const (
	first = 0x3400
	end   = 0xa000
)

// table maps the characters that have a simplified form to it.
var table = sync.OnceValue(func() map[rune]rune {
	m := make(map[rune]rune, utf8.RuneCountInString(pairs)/2)
	traditional := rune(0)
	for _, r := range pairs {
		if traditional == 0 {
			traditional = r
			continue
		}
		m[traditional] = r
		traditional = 0
	}
	return m
})
