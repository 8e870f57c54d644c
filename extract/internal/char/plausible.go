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

// usualHan reports whether r is a Han character of everyday writing: of level 1 of
// GB 2312 (3,755, simplified) or of Big5 (5,401, traditional). Running Chinese
// text stays in it with 99 of 100 characters; characters drawn at random from
// Unicode's first 20,992 do with three in ten. That makes it a measure of
// whether a reader understood a file's encoding.
func usualHan(r rune) bool { return r < endOfHan && hanTable()[r] }

// literary reports whether r is a Han character of level 2 of GB 2312 (3,008) that is not
// usual: those of old texts, names of plants, chemicals and people.
func literary(r rune) bool { return r < endOfHan && literaryTable()[r] && !usualHan(r) }

// usualHangul reports whether a Korean letter or syllable is one of KS X 1001 (2,350 of
// Unicode's 11,172), of which running text has all but one in a thousand.
func usualHangul(r rune) bool { return r < 0xAC00 || r > 0xD7A3 || hangulTable()[r] }

// endOfHan is behind the characters of both levels, of which none is in the
// planes and extensions above.
const endOfHan = 0xA000

// hanTable is made where it is first needed: most Word files do without.
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

// addRows marks the characters of a script in the rows first to last of an encoding of
// two bytes, the second of them low or more.
func addRows(table []bool, script *unicode.RangeTable, page encoding.Encoding, first, last, low byte) {
	var codes []byte
	for hi := int(first); hi <= int(last); hi++ {
		for lo := int(low); lo <= 0xFE; lo++ {
			codes = append(codes, byte(hi), byte(lo), '\n') // what is no character cannot take the next one along
		}
	}
	text, _ := page.NewDecoder().Bytes(codes) // to which every code is some character
	for line := range bytes.SplitSeq(text, []byte("\n")) {
		if r, size := utf8.DecodeRune(line); size == len(line) && int(r) < len(table) && unicode.Is(script, r) {
			table[r] = true
		}
	}
}

// otherScripts are those of which a text is mostly made or not at all: fonts
// whose codes mean something else give letters of all of them.
var otherScripts = [...]*unicode.RangeTable{unicode.Arabic, unicode.Hangul, unicode.Tibetan, unicode.Mongolian, unicode.Thai, unicode.Devanagari, unicode.Hebrew}

// Plausible is the share, from 0 to 1, of the visible characters that usual
// texts are made of. 1 for a text without any.
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
	case r >= 0x2000 && r < 0x2E00, r >= 0x3000 && r < 0x3130, r >= 0xFF00 && r < 0xFFF0, r >= 0x1D400 && r < 0x1D800: // punctuation, symbols, kana, full width, letters of formulas
		return true
	}
	return false
}

// PoorQuality is the share of understood characters under which a second
// opinion is asked for; real pages reach 0.95 even with formulas on them.
const PoorQuality = 0.85
