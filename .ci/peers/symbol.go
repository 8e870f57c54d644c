package main

import (
	"strings"
	"unicode"
)

// symbol is what a program that compares words gets as a word: a Chinese character, or a run of
// letters and digits of another script. Punctuation and space are none, for nobody.
type symbol struct {
	text       string
	start, end int // code points of the text
}

// symbolsOf cuts a text.
func symbolsOf(text string) (out []symbol) {
	runes := []rune(text)
	for i := 0; i < len(runes); {
		r := runes[i]
		switch {
		case unicode.Is(unicode.Han, r):
			out = append(out, symbol{string(r), i, i + 1})
			i++
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			j := i + 1
			for j < len(runes) && !unicode.Is(unicode.Han, runes[j]) && (unicode.IsLetter(runes[j]) || unicode.IsDigit(runes[j])) {
				j++
			}
			out = append(out, symbol{strings.ToLower(string(runes[i:j])), i, j})
			i = j
		default:
			i++
		}
	}
	return out
}

// shingles returns the runs of so many symbols of a text, as a set's members: parted by nothing that is in them.
func shingles(symbols []symbol, n int) (out []string) {
	for i := 0; i+n <= len(symbols); i++ {
		var s strings.Builder
		for _, x := range symbols[i : i+n] {
			s.WriteString(x.text)
			s.WriteByte(0)
		}
		out = append(out, s.String())
	}
	return out
}
