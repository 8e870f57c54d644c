// Package script knows how traditional and simplified Chinese characters belong
// together.
//
// A character goes in, its simplified form comes out. The table is loaded at
// first use and shared by the process. The package looks at one character at a
// time: a character must give the same one wherever it stands, so that what is
// compared and what is searched does not depend on the words around it.
package script

import (
	"sync"

	"github.com/longbridgeapp/opencc"
)

// Simplified gives the simplified form of a traditional character of Unicode's
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

// table maps the characters that have a simplified form to it, as OpenCC's table
// of characters does.
var table = sync.OnceValue(func() map[rune]rune {
	cc, err := opencc.New("t2s")
	if err != nil { // its dictionaries are embedded
		panic(err)
	}
	var in []rune
	for r := rune(first); r < end; r++ {
		in = append(in, r, '\n') // the line end keeps phrases out
	}
	s, err := cc.Convert(string(in))
	out := []rune(s)
	if err != nil || len(out) != len(in) {
		panic("script: OpenCC does not convert character by character")
	}
	m := map[rune]rune{}
	for i, r := range in {
		if out[i] != r {
			m[r] = out[i]
		}
	}
	return m
})
