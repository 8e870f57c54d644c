package page

import (
	"math"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// TeX and old programs write an accent as a separate character in the same place as its letter. A
// reader sees one letter.

const (
	// share of the narrower width that accent and letter have in common; neighbours in a word do
	// not overlap so much
	accentCover = 0.6
	accentRise  = 0.4      // font sizes by which an accent over a capital is higher than over a small letter
	accentSize  = 0.1      // share by which the sizes of accent and letter may differ
	accentCell  = 16       // points; grid in which letters are looked up
	accentNear  = 64       // letters per cell that are compared; text never has more
	noAccent    = '\u200B' // a blank without width, which is not text
)

// combining maps a spacing accent to its combining mark.
var combining = map[rune]rune{
	'´': 0x301, '`': 0x300, '¨': 0x308, 'ˆ': 0x302, '˜': 0x303, '¯': 0x304, '˘': 0x306, '˙': 0x307, '˚': 0x30A, 'ˇ': 0x30C, '˝': 0x30B,
	'¸': 0x327, '˛': 0x328,
}

// JoinAccents merges separate accents into the letters they are drawn on.
func (p *Page) JoinAccents() {
	var accents []int
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; combining[g.Rune] != 0 && Inked(g) && g.Size > 0 {
			accents = append(accents, i)
		}
	}
	if len(accents) == 0 {
		return
	}
	type cell struct{ x, y int }
	cellAt := func(x, y float32) cell {
		return cell{int(math.Floor(float64(x) / accentCell)), int(math.Floor(float64(y) / accentCell))}
	}
	letters := map[cell][]*Glyph{}
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; unicode.IsLetter(g.Rune) && Inked(g) && g.Size > 0 && combining[g.Rune] == 0 {
			if at := cellAt((g.X0+g.X1)/2, g.Y0); len(letters[at]) < accentNear {
				letters[at] = append(letters[at], g)
			}
		}
	}
	for _, i := range accents {
		accent := &p.Glyphs[i]
		at := cellAt((accent.X0+accent.X1)/2, accent.Y0)
	search:
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				for _, g := range letters[cell{at.x + dx, at.y + dy}] {
					if r, ok := accented(accent, g); ok {
						g.Rune = r
						*accent = Glyph{Rune: noAccent, Generated: true, Bearing: accent.Bearing, Filled: accent.Filled}
						p.closeUp(i)
						break search
					}
				}
			}
		}
	}
}

// closeUp removes the blanks generated before and after an accent within a word.
func (p *Page) closeUp(i int) {
	blank := func(g *Glyph) bool { return g.Generated && (g.Rune == ' ' || g.Rune == noAccent) }
	a, b := i, i
	for a > 0 && blank(&p.Glyphs[a]) {
		a--
	}
	for b+1 < len(p.Glyphs) && blank(&p.Glyphs[b]) {
		b++
	}
	before, behind := &p.Glyphs[a], &p.Glyphs[b]
	if !Inked(before) || !Inked(behind) || before.Size <= 0 || Abs(behind.X0-before.X1) >= blankFrom*before.Size ||
		Abs(behind.Y0-before.Y0) >= sameLine*before.Size {
		return
	}
	for k := a + 1; k < b; k++ {
		p.Glyphs[k].Rune = noAccent
	}
}

// accented returns the letter with the accent, if the accent stands on it and such a letter exists.
func accented(accent, letter *Glyph) (rune, bool) {
	middle, rise := (accent.X0+accent.X1)/2, accent.Y0-letter.Y0
	cover := min(accent.X1, letter.X1) - max(accent.X0, letter.X0)
	alike := accent.Bearing == letter.Bearing && Abs(accent.Size-letter.Size) <= accentSize*letter.Size
	over := middle >= letter.X0 && middle <= letter.X1 && cover >= accentCover*min(accent.X1-accent.X0, letter.X1-letter.X0)
	if !alike || !over || rise < -accentSize*letter.Size || rise > accentRise*letter.Size {
		return 0, false
	}
	base := letter.Rune
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	s := norm.NFC.String(string([]rune{base, combining[accent.Rune]}))
	r, size := utf8.DecodeRuneInString(s)
	return r, size == len(s)
}
