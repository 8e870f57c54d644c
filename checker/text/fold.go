package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/mozillazg/go-pinyin"
	"golang.org/x/text/unicode/norm"

	"zhiwen/checker/script"
	"zhiwen/extract/glyph"
)

// class says what a code point does to the sequence of symbols.
type class uint8

const (
	separator  class = iota // ends a word: spaces, punctuation, symbols
	invisible               // as if it were not there: zero-width, bidi, combining marks
	single                  // a symbol of its own: Han, kana, hangul
	letter                  // part of a word: letters and digits of other scripts
	stop                    // a separator that ends a sentence
	point                   // a full stop '.', which may end a sentence
	closing                 // a separator that belongs to the sentence before it: closing quotes and brackets
	apostrophe              // inside a word as if it were not there, else a separator
	several                 // folds to several code points, see table.expand
)

// folded is what one code point of the Basic Multilingual Plane folds to.
type folded struct {
	char  uint32 // letter and single: the folded code point
	sound uint16 // single: its pinyin syllable from 1, 0 where it has none
	latin uint8  // letter: the Latin letter it looks like, or itself; 0 none
	class class
}

type table struct {
	bmp    [1 << 16]folded
	expand map[rune][]rune
	sound  map[rune]uint16 // of Han characters above the BMP
}

// tables are made at first use: 0.9 MB.
var tables = sync.OnceValue(makeTable)

func makeTable() *table {
	t := &table{expand: map[rune][]rune{}, sound: map[rune]uint16{}}
	sound := sounds()
	for r, s := range sound {
		if r >= 1<<16 {
			t.sound[r] = s
		}
	}
	for r := range rune(1 << 16) {
		f := &t.bmp[r]
		to := foldRune(r)
		switch len(to) {
		case 0:
			f.class = invisible
			continue
		case 1:
			*f = t.entry(to[0], sound)
			f.like(r)
		default:
			f.class = several
			t.expand[r] = to
		}
	}
	return t
}

// entry makes the table's entry of a code point that foldRune has passed.
func (t *table) entry(r rune, sound map[rune]uint16) folded {
	f := folded{char: uint32(r)}
	switch r {
	case '。', '!', '?', ';', '｡', '…', '‼', '⁇', '⁈', '⁉':
		f.class = stop
		return f
	case '.':
		f.class = point
		return f
	case '"', '”', '』', '」', '》', '】', ')', ']', '}', '〉', '〕', '〗', '»':
		f.class = closing
		return f
	case '\'', '’':
		f.class = apostrophe
		return f
	}
	switch {
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) && !unicode.IsPunct(r):
		f.class = single
		f.char = uint32(script.Simplified(r))
		if h := glyph.Han(r); h != 0 {
			f.char = uint32(h)
		}
		if f.sound = sound[rune(f.char)]; f.sound == 0 {
			f.sound = sound[r]
		}
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		f.class = letter
		if r < 0x80 {
			f.latin = uint8(r)
		} else {
			f.latin = glyph.Latin(r)
		}
	}
	return f
}

// like makes a letter of what looks like a Latin one. Capitals are looked up as they are: Η is
// taken for H, η for n. They are folded so only in words that consist of nothing else.
func (e *folded) like(r rune) {
	if l := glyph.Latin(r); l != 0 {
		e.class, e.latin = letter, l
	}
}

// foldRune returns the part of folding that looks at one code point alone: compatibility forms
// (NFKC), radicals, case, accents of alphabetic letters, and nothing at all for the ones that
// cannot be seen.
func foldRune(r rune) []rune {
	if r >= 0x3400 && r < 0xa000 { // Han characters, which have one form: nearly half of the table
		return []rune{r}
	}
	if Invisible(r) {
		return nil
	}
	if r < 0x80 || unicode.In(r, unicode.Hangul) || r >= 0xd800 && r < 0xe000 {
		return []rune{unicode.ToLower(r)}
	}
	if r >= 0x249C && r <= 0x24B5 { // a letter in parentheses
		return []rune{rune(glyph.Latin(r))}
	}
	to := []rune(norm.NFKC.String(string(glyph.OfRadical(r))))
	out := to[:0:0]
	for _, c := range to {
		if d := []rune(norm.NFD.String(string(c))); len(d) > 1 && unicode.In(d[0], unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			c = d[0]
		}
		if c == 0x2026 || unicode.IsSpace(c) {
			c = ' '
		}
		if !Invisible(c) {
			out = append(out, unicode.ToLower(c))
		}
	}
	if r == '…' { // NFKC makes it three full stops
		return []rune{'…'}
	}
	return out
}

// Invisible reports whether a code point leaves no mark of its own.
func Invisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Mn, unicode.Me) || glyph.Undrawn(r)
}

// sounds numbers the toneless pinyin syllables and returns each Han character
// that of its first reading.
func sounds() map[rune]uint16 {
	sound, _ := numbered()
	return sound
}

// initials returns the first letter of each numbered syllable; there is none at 0.
var initials = sync.OnceValue(func() []byte {
	_, first := numbered()
	return first
})

// numbered returns the number of each character's syllable, and the first letter of each
// number's.
func numbered() (sound map[rune]uint16, first []byte) {
	// Numbered in the order of the characters, so that every build agrees.
	characters := make([]int, 0, len(pinyin.PinyinDict))
	for r := range pinyin.PinyinDict {
		if r >= 0x3400 && r < 0x40000 {
			characters = append(characters, r)
		}
	}
	slices.Sort(characters)
	number := map[string]uint16{} // by syllable
	known := map[string]uint16{}  // by reading with its tone, of which there are some 1,500: each is folded once
	first = []byte{0}
	sound = make(map[rune]uint16, len(characters))
	for _, r := range characters {
		reading, _, _ := strings.Cut(pinyin.PinyinDict[r], ",")
		if known[reading] == 0 {
			s := toneless(reading)
			if number[s] == 0 {
				number[s] = uint16(len(number) + 1)
				first = append(first, s[0])
			}
			known[reading] = number[s]
		}
		sound[rune(r)] = known[reading]
	}
	sound['〇'] = sound['零'] // stands outside the blocks of characters
	return sound, first
}

// toneless drops the tone of a reading.
func toneless(reading string) string {
	out := make([]rune, 0, 8)
	for _, r := range norm.NFD.String(reading) {
		switch {
		case r == 0x308: // ü
			out[len(out)-1] = 'v'
		case !unicode.Is(unicode.Mn, r):
			out = append(out, r)
		}
	}
	return string(out)
}
