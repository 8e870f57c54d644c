package extract

import (
	"unicode"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// usualHan holds the Han characters of everyday writing: level 1 of GB 2312
// (3,755, simplified) and level 1 of Big5 (5,401, traditional). Running
// Chinese text stays in it with 99 of 100 characters; characters drawn at
// random from Unicode's first 20,992 do with three in ten. That makes it a
// measure of whether a reader understood a file's encoding.
var usualHan = func() map[rune]bool {
	m := make(map[rune]bool, 8000)
	gb, big5 := simplifiedchinese.GBK.NewDecoder(), traditionalchinese.Big5.NewDecoder()
	for hi := 0xB0; hi <= 0xD7; hi++ {
		for lo := 0xA1; lo <= 0xFE; lo++ {
			addHan(m, gb.Bytes, hi, lo)
		}
	}
	for hi := 0xA4; hi <= 0xC6; hi++ {
		for lo := 0x40; lo <= 0xFE; lo++ {
			addHan(m, big5.Bytes, hi, lo)
		}
	}
	return m
}()

func addHan(m map[rune]bool, decode func([]byte) ([]byte, error), hi, lo int) {
	out, err := decode([]byte{byte(hi), byte(lo)})
	if r := []rune(string(out)); err == nil && len(r) == 1 && unicode.Is(unicode.Han, r[0]) {
		m[r[0]] = true
	}
}

// plausible is the share, from 0 to 1, of the visible characters that usual
// texts are made of. 1 for a text without any.
func plausible(s string) float64 {
	good, all := 0, 0
	for _, r := range s {
		if !visible(r) {
			continue
		}
		all++
		if usual(r) {
			good++
		}
	}
	if all == 0 {
		return 1
	}
	return float64(good) / float64(all)
}

// radical says whether r is a radical, which some fonts draw with the shape of
// the character that it looks like: files then name one for the other.
func radical(r rune) bool { return r >= 0x2F00 && r <= 0x2FD5 || r >= 0x2E80 && r <= 0x2EF3 }

func usual(r rune) bool {
	switch {
	case r > ' ' && r < 0x7F:
		return true
	case r < 0xA0, r == unicode.ReplacementChar, r >= 0xE000 && r <= 0xF8FF, r >= 0xF0000:
		return false
	case unicode.Is(unicode.Han, r):
		return usualHan[r] || radical(r) || r == '〇' || r == '々'
	case r < 0x250, r >= 0x370 && r < 0x530: // Latin, Greek, Cyrillic
		return true
	case r >= 0x2000 && r < 0x2E00, r >= 0x3000 && r < 0x3130, r >= 0xFF00 && r < 0xFFF0, r >= 0x1D400 && r < 0x1D800: // punctuation, symbols, kana, full width, letters of formulas
		return true
	}
	return false
}
