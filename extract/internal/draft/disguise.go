package draft

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/glyph"
	"zhiwen/extract/internal/char"
	"zhiwen/internal/each"
)

// A text can be written so that it looks like another text and is not found to be the same: with
// characters that are not drawn, or with letters of another alphabet that look alike. Both stay in
// the text as they are in the file and are flagged once per paragraph.

// sampleRunes is the number of code points that a flag quotes on each side of the first finding of
// a paragraph.
const sampleRunes = 12

// flagDisguises flags disguised text in each paragraph. radicals means that radicals in place of
// characters count; in PDFs they come from fonts that draw both with one shape.
func flagDisguises(b *Draft, paragraphs []extract.Paragraph, texts []string, radicals bool) {
	for i, p := range paragraphs {
		if !anySuspect(texts[i]) {
			continue // as for nearly all paragraphs
		}
		runes := []rune(texts[i])
		// paragraphs contain no byte order mark
		b.flagPlaces(extract.ZeroWidth, p.Start, runes, undrawn(runes))
		b.flagPlaces(extract.LookAlike, p.Start, runes, lookAlikes(runes, radicals))
	}
}

// brokenWords counts the paragraphs in which a stretch of text with joined or broken words ends.
func brokenWords(texts []string, blocks []Block) (n int) {
	var w char.Words
	for i, s := range texts {
		var turns []int
		if blocks[i].turns != nil {
			turns = *blocks[i].turns
		}
		if w.Read(s, turns) {
			n++
		}
	}
	return n
}

func anySuspect(s string) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
			i++
		case c >= 0xE4 && c <= 0xE9: // U+4000 to U+9FFF, in cleaned text
			i += 3
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if suspect(r) {
				return true
			}
			i += size
		}
	}
	return false
}

// suspect reports whether r may be a finding or stand beside one. It is a rough test that spares
// usual letters and signs the closer look.
func suspect(r rune) bool {
	switch {
	case r >= 0x3400 && r < 0xA000, r < 0x250, r >= 0x2010 && r < 0x2028,
		r >= 0x3000 && r < 0x3130 && glyph.Han(r) == 0, r >= 0xFF00 && r < 0xFFA0:
		return false
	}
	return true
}

// flagPlaces records the findings at the given places of a paragraph as one flag.
func (b *Draft) flagPlaces(kind extract.FlagKind, start int, runes []rune, places []int) {
	if len(places) == 0 {
		return
	}
	first, last := places[0], places[len(places)-1]
	found := each.Set(places)
	var sample strings.Builder
	for i := max(0, first-sampleRunes); i < min(len(runes), first+1+sampleRunes); i++ {
		if found[i] && kind == extract.ZeroWidth {
			fmt.Fprintf(&sample, "⟨%U⟩", runes[i])
		} else if found[i] {
			fmt.Fprintf(&sample, "%c⟨%U⟩", runes[i], runes[i])
		} else {
			sample.WriteRune(runes[i])
		}
	}
	if n := len(places); n > 1 {
		fmt.Fprintf(&sample, " ×%d", n)
	}
	b.Flag(extract.Flag{Span: extract.Span{Start: start + first, End: start + last + 1}, Kind: kind, Text: char.OneLine(sample.String())})
}

// undrawn returns the places of invisible characters. It ignores joiners between letters of scripts
// that need them and in emoji, variation selectors after a sign that has variants, and soft
// hyphens, which ordinary typesetting leaves behind.
func undrawn(runes []rune) (places []int) {
	variants := 0
	for i, r := range runes {
		if r == '\u00AD' || !glyph.Undrawn(r) || i > 0 && glyph.Chooses(runes[i-1], r) {
			continue
		}
		if (r == '\u200C' || r == '\u200D') && i > 0 && !plain(runes[i-1]) && i+1 < len(runes) && !plain(runes[i+1]) {
			continue
		}
		if i > 0 && unicode.Is(unicode.Variation_Selector, r) && unicode.Is(unicode.Han, runes[i-1]) {
			variants++
		}
		places = append(places, i)
	}
	// A character of a name may have a variation selector, but most characters of a text do not.
	if variants == len(places) && variants*fewVariants <= len(runes) {
		return nil
	}
	return places
}

// fewVariants: at most one in this many characters may have a variation selector.
const fewVariants = 10

// plain reports whether r belongs to a script without joiners.
func plain(r rune) bool {
	return r < 0x250 || unicode.In(r, unicode.Han, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hiragana, unicode.Katakana) ||
		r >= 0x3000 && r < 0x3040
}

// lookAlikes returns the places of letters of another alphabet within Latin words, of words made
// entirely of such letters among Latin ones, of kana signs among Han characters, and of radicals in
// place of characters.
func lookAlikes(runes []rune, radicals bool) (places []int) {
	s := survey(runes)
	var weak []int // these occur in ordinary text too and count only if there are several
	for i := 0; i < len(runes); {
		switch r := runes[i]; {
		case radicals && glyph.IsRadical(r):
			places = append(places, i)
		case !s.kana && glyph.Han(r) != 0 && amongHan(runes, i):
			weak = append(weak, i)
		case spelled(r):
			end := i + 1
			for end < len(runes) && spelled(runes[end]) {
				end++
			}
			strong, doubtful := s.word(runes, i, end)
			places, weak = append(places, strong...), append(weak, doubtful...)
			i = end
			continue
		}
		i++
	}
	if len(weak) >= leastWeak {
		places = append(places, weak...)
		slices.Sort(places)
	}
	return places
}

// amongHan reports whether Han characters stand on both sides of a place.
func amongHan(runes []rune, i int) bool {
	return i > 0 && i+1 < len(runes) && unicode.Is(unicode.Han, runes[i-1]) && unicode.Is(unicode.Han, runes[i+1])
}

// leastWeak is the least number of places in a paragraph from which letters count that also occur
// in units, formulas and phonetic transcriptions.
const leastWeak = 3

// spelled reports whether r is a letter of an alphabet.
func spelled(r rune) bool {
	return r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z') || r >= 0x80 && (unicode.IsLetter(r) || glyph.Latin(r) != 0) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo)
}

// surveyed is what the letters of a paragraph show about its scripts.
type surveyed struct {
	latin    bool
	own      bool // has a letter of another alphabet that resembles no Latin one
	phonetic bool // has a Latin letter of phonetic transcriptions that resembles no other
	kana     bool // has kana that resemble no Han character
}

func survey(runes []rune) (s surveyed) {
	for _, r := range runes {
		switch {
		case r < 0x80 || unicode.Is(unicode.Latin, r):
			s.latin = s.latin || spelled(r)
			s.phonetic = s.phonetic || phonetic(r) && glyph.Latin(r) == 0
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			s.kana = s.kana || glyph.Han(r) == 0 && r != 'ー'
		case spelled(r) && glyph.Latin(r) == 0 && !unicode.Is(unicode.Greek, r):
			s.own = true
		}
	}
	return s
}

// wordAround reports whether the letters around a Greek letter are small letters of a word, not
// names of functions or single letters of a formula.
func wordAround(before, behind []rune) bool {
	greek := func(r rune) bool { return unicode.Is(unicode.Greek, r) }
	for len(before) > 0 && greek(before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	for len(behind) > 0 && greek(behind[0]) {
		behind = behind[1:]
	}
	b, c := len(before), 0
	for b > 0 && unicode.IsLower(before[b-1]) && before[b-1] < 0x80 {
		b--
	}
	for c < len(behind) && unicode.IsLower(behind[c]) && behind[c] < 0x80 {
		c++
	}
	head, tail := string(before[b:]), string(behind[:c])
	return head != "" && tail != "" && len(head)+len(tail) > 2 && !slices.Contains(functions, head) && !slices.Contains(functions, tail)
}

// functions are names that occur beside Greek letters in formulas.
var functions = []string{"sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "lg", "exp", "lim",
	"max", "min", "det", "arg", "sup", "inf"}

// phonetic reports whether r is a Latin letter used in transcriptions only.
func phonetic(r rune) bool { return r >= 0x250 && r < 0x300 || r >= 0x1D00 && r < 0x1DC0 }

// word returns the findings in one word: deceptive letters, and those that may have another reason.
func (s surveyed) word(runes []rune, from, to int) (strong, weak []int) {
	latin, other := 0, 0 // Latin letters, and look-alikes of other alphabets
	for i := from; i < to; i++ {
		r := runes[i]
		alike := r >= 0x80 && glyph.Latin(r) != 0
		switch {
		case r < 0x80:
			latin++
		case unicode.Is(unicode.Latin, r):
			latin++
			if alike && phonetic(r) && !s.phonetic && to-from > 1 {
				weak = append(weak, i)
			}
		case unicode.Is(unicode.Greek, r) && unicode.IsLower(r) && r != 'ο': // signs, unless within a word
			if alike && wordAround(runes[from:i], runes[i+1:to]) {
				weak = append(weak, i)
			}
		case alike:
			if !unicode.Is(unicode.Greek, r) {
				other++
			}
			strong = append(strong, i)
		}
	}
	if latin > 0 || s.latin && !s.own && other == to-from && other > 1 {
		return strong, weak
	}
	return nil, nil
}
