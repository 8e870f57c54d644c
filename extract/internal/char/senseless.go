package char

import (
	"strings"
	"unicode"

	"zhiwen/extract/glyph"
)

// spoken are signs that count and repeat, and frequent characters of Cantonese, which no table of
// usual characters contains.
const spoken = "〇々哋喺嘅咗嗰冇唔佢係啲咁嚟瞓㗎喇諗嘢攞噉咪咩乜"

// plainHan reports whether a Han character is one of everyday writing or stands for one.
func plainHan(r rune) bool {
	return commonHan(r) || glyph.IsRadical(r) || strings.ContainsRune(spoken, r)
}

// Senseless reports whether most of a text is noise.
func Senseless(s string) bool {
	noise, all := 0, 0
	for _, x := range Noise(s) {
		noise += visible(s[x.Start:x.End])
	}
	if noise > 0 {
		all = visible(s)
	}
	return soup(s) || monotone(s) || 2*noise > all
}

const (
	letterSample = 100 // letters that show whether a text has more than one
	fewLetters   = 40
)

// monotone reports whether nearly all letters of a text are the same one, as where a font states one
// character for all its codes.
func monotone(s string) bool {
	n, most := 0, 0
	counts := map[rune]int{}
	for _, r := range s {
		if unicode.IsLetter(r) {
			counts[r]++
			if n, most = n+1, max(most, counts[r]); n == letterSample {
				break
			}
		}
	}
	return n >= fewLetters && 5*most >= 4*n
}

// visible counts the visible characters of a text.
func visible(s string) int {
	n := 0
	for _, r := range s {
		if Visible(r) {
			n++
		}
	}
	return n
}

const (
	signSample = 100 // visible characters that a text must have to be judged by its signs
	mostMarked = 0.2 // share of them beyond ASCII; at most 0.14 on 6,800 real Latin and Chinese pages
	// share of them that are signs; languages that mark a third of their letters do not use these
	mostSigns = 0.05
)

// Signs of the 8-bit code pages: those that a text may be full of, with measures and dots that lead
// to page numbers, and those found elsewhere in Unicode.
const (
	signsOfUse   = "·±°×÷µ²³§"
	signsOfCodes = "⁄ƒ‹›‰"
)

// soup reports whether a text consists of codes to which a font gives another meaning: a mix of
// letters with marks, bare marks and signs.
func soup(s string) bool {
	all, marked, signs := 0, 0, 0
	for _, r := range s {
		if !Visible(r) {
			continue
		}
		all++
		if r > 0xA0 && r < 0x300 && !strings.ContainsRune(signsOfUse, r) || strings.ContainsRune(signsOfCodes, r) {
			marked++
			if !unicode.IsLetter(r) {
				signs++
			}
		}
	}
	return all >= signSample && float64(marked) > mostMarked*float64(all) && float64(signs) > mostSigns*float64(all)
}
