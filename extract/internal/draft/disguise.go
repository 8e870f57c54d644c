package draft

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/radical"
)

// Text can be written so that it looks like another text and yet is not found
// to be it: with characters that are not drawn, or with letters of another
// alphabet that are drawn alike. Both are left in the text, as they were in
// the file, and flagged once a paragraph.

// sampleRunes is how many code points a flag quotes on each side of the first
// finding of a paragraph.
const sampleRunes = 12

// flagDisguises flags what is disguised in each paragraph. radicals says that
// radicals standing for characters are a finding; in PDFs they come from fonts
// that draw both with one shape.
func flagDisguises(b *Draft, paragraphs []extract.Paragraph, texts []string, radicals bool) {
	for i, p := range paragraphs {
		if !anySuspect(texts[i]) {
			continue // as nearly all
		}
		runes := []rune(texts[i])
		b.flagPlaces(extract.ZeroWidth, p.Start, runes, undrawn(runes)) // no paragraph holds the byte order mark
		b.flagPlaces(extract.LookAlike, p.Start, runes, lookAlikes(runes, radicals))
	}
}

func anySuspect(s string) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c < utf8.RuneSelf:
			i++
		case c >= 0xE4 && c <= 0xE9: // U+4000 to U+9FFF, in text that was cleaned
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

// suspect says whether r may be, or stand beside, a finding. It is rough: what
// is no finding is sorted out later, and usual letters and signs are not looked
// at twice.
func suspect(r rune) bool {
	switch {
	case r >= 0x3400 && r < 0xA000, r < 0x300, r >= 0x2010 && r < 0x2028, r >= 0x3000 && r < 0x3130, r >= 0xFF00 && r < 0xFFA0:
		return false
	}
	return true
}

// flagPlaces notes the findings at the given places of a paragraph as one flag.
func (b *Draft) flagPlaces(kind extract.FlagKind, start int, runes []rune, places []int) {
	if len(places) == 0 {
		return
	}
	first, last := places[0], places[len(places)-1]
	found := map[int]bool{}
	for _, i := range places {
		found[i] = true
	}
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

// undrawn lists the places of characters that nobody sees. Joiners between
// letters of scripts that need them, and in emoji, are not counted, nor are
// soft hyphens, which ordinary typesetting leaves behind.
func undrawn(runes []rune) (places []int) {
	for i, r := range runes {
		switch {
		case r == '\u200C' || r == '\u200D':
			if i > 0 && !plain(runes[i-1]) && i+1 < len(runes) && !plain(runes[i+1]) {
				continue
			}
		case !unicode.Is(invisible, r):
			continue
		}
		places = append(places, i)
	}
	return places
}

// plain says whether r is of a script that has no use for joiners.
func plain(r rune) bool {
	return r < 0x250 || unicode.In(r, unicode.Han, unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040
}

// invisible are characters without width: joiners, marks of direction, fillers
// of Hangul, tags.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0x034F, 0x034F, 1}, {0x115F, 0x1160, 1}, {0x17B4, 0x17B5, 1}, {0x180E, 0x180E, 1}, {0x200B, 0x200F, 1},
		{0x202A, 0x202E, 1}, {0x2060, 0x206F, 1}, {0x3164, 0x3164, 1}, {0xFEFF, 0xFEFF, 1}, {0xFFA0, 0xFFA0, 1},
	},
	R32: []unicode.Range32{{0xE0000, 0xE007F, 1}},
}

// Letters that are drawn as Latin ones are. Of the Greek small letters only
// those count that are not in use as signs (α, ν, ρ and κ are).
const (
	cyrillicAlikes = "АВЕЅІЈКМНОРСТУХаеорсухіјѕһԁԛԝ"
	greekAlikes    = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
)

// lookAlikes lists the places of letters of another alphabet within Latin
// words, of words wholly of such letters among Latin ones, and of radicals in
// place of characters.
func lookAlikes(runes []rune, radicals bool) (places []int) {
	latin, own := 0, false // letters; a letter that only Cyrillic or Greek has
	for _, r := range runes {
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case unicode.In(r, unicode.Cyrillic) && !strings.ContainsRune(cyrillicAlikes, r):
			own = true
		}
	}
	for i := 0; i < len(runes); {
		if radicals && radical.Is(runes[i]) {
			places = append(places, i)
			i++
			continue
		}
		end := i
		for end < len(runes) && unicode.In(runes[end], unicode.Latin, unicode.Cyrillic, unicode.Greek) {
			end++
		}
		if end > i {
			places = append(places, alikesOf(runes, i, end, latin > 0 && !own)...)
		}
		i = max(end, i+1)
	}
	return places
}

// alikesOf looks at one word. foreign says that Cyrillic has no business in
// the paragraph.
func alikesOf(runes []rune, from, to int, foreign bool) (places []int) {
	latin, cyrillic := 0, 0
	for i := from; i < to; i++ {
		r := runes[i]
		switch {
		case unicode.Is(unicode.Latin, r):
			latin++
		case strings.ContainsRune(cyrillicAlikes, r):
			cyrillic++
			places = append(places, i)
		case strings.ContainsRune(greekAlikes, r):
			places = append(places, i)
		}
	}
	if latin > 0 || foreign && cyrillic == to-from && cyrillic > 1 {
		return places
	}
	return nil
}
