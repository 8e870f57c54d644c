package char

import (
	"bytes"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// commonHan reports whether r is a Han character of everyday writing: of level 1 of GB 2312 (3,755,
// simplified) or of Big5 (5,401, traditional). In running Chinese text 99 of 100 characters are; of
// characters drawn at random from Unicode's first 20,992, three in ten are. So it measures whether
// a reader chose the right encoding for a file.
func commonHan(r rune) bool { return r < endOfHan && hanTable()[r] }

// literary reports whether r is an unusual Han character of level 2 of GB 2312 (3,008): those of
// old texts and names of plants, chemicals and people.
func literary(r rune) bool { return r < endOfHan && literaryTable()[r] && !commonHan(r) }

// commonHangul reports whether a Korean letter or syllable is in KS X 1001 (2,350 of Unicode's
// 11,172), as all but one in a thousand of running text are.
func commonHangul(r rune) bool { return r < 0xAC00 || r > 0xD7A3 || hangulTable()[r] }

// endOfHan is the limit of the characters of both levels; none of them is in higher planes and
// extensions.
const endOfHan = 0xA000

// hanTable is built on first use: most Word files do not need it.
var hanTable = sync.OnceValue(func() []bool {
	table := make([]bool, endOfHan)
	addRows(table, unicode.Han, simplifiedchinese.GBK, 0xB0, 0xD7, 0xA1)
	addRows(table, unicode.Han, traditionalchinese.Big5, 0xA4, 0xC6, 0x40)
	return table
})

var literaryTable = sync.OnceValue(func() []bool {
	table := make([]bool, endOfHan)
	addRows(table, unicode.Han, simplifiedchinese.GBK, 0xD8, 0xF7, 0xA1)
	return table
})

var hangulTable = sync.OnceValue(func() []bool {
	table := make([]bool, 0xD7A4)
	addRows(table, unicode.Hangul, korean.EUCKR, 0xB0, 0xC8, 0xA1)
	return table
})

// addRows marks the characters of a script in the rows first to last of a two-byte encoding whose
// second byte is at least low.
func addRows(table []bool, script *unicode.RangeTable, page encoding.Encoding, first, last, low byte) {
	var codes []byte
	for hi := int(first); hi <= int(last); hi++ {
		for lo := int(low); lo <= 0xFE; lo++ {
			// the line end keeps an invalid code from consuming the next one
			codes = append(codes, byte(hi), byte(lo), '\n')
		}
	}
	text, _ := page.NewDecoder().Bytes(codes) // the decoder replaces invalid codes
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if r, size := utf8.DecodeRune(line); size == len(line) && int(r) < len(table) && unicode.Is(script, r) {
			table[r] = true
		}
	}
}

// otherScripts are scripts in which a text is mostly written or not at all: fonts with wrong codes
// yield letters of all of them.
var otherScripts = [...]*unicode.RangeTable{unicode.Arabic, unicode.Hangul, unicode.Tibetan, unicode.Mongolian, unicode.Thai,
	unicode.Devanagari, unicode.Hebrew}

// Plausible returns the share, from 0 to 1, of usual characters among the visible ones, or 1 if
// there are none.
func Plausible(s string) float64 {
	good, all := 0, 0
	var others [len(otherScripts)]int
	for _, r := range s {
		if !Visible(r) {
			continue
		}
		all++
		if usual(r) {
			good++
		} else if i := slices.IndexFunc(otherScripts[:], func(t *unicode.RangeTable) bool { return unicode.Is(t, r) }); i >= 0 {
			others[i]++
		}
	}
	if all == 0 {
		return 1
	}
	if most := slices.Max(others[:]); 2*most >= all {
		good += most
	}
	return float64(good) / float64(all)
}

func usual(r rune) bool {
	switch {
	case r > ' ' && r < 0x7F:
		return true
	case r < 0xA0, r == unicode.ReplacementChar, r >= 0xE000 && r <= 0xF8FF, r >= 0xF0000:
		return false
	case unicode.Is(unicode.Han, r):
		return plainHan(r)
	case r < 0x250, r >= 0x370 && r < 0x530: // Latin, Greek, Cyrillic
		return true
	// punctuation, symbols, kana, full width, letters of formulas
	case r >= 0x2000 && r < 0x2E00, r >= 0x3000 && r < 0x3130, r >= 0xFF00 && r < 0xFFF0, r >= 0x1D400 && r < 0x1D800:
		return true
	}
	return false
}

// PoorQuality is the share of plausible characters below which a second opinion is asked for. Real
// pages reach 0.95 even with formulas.
const PoorQuality = 0.85
