package page

import (
	"slices"
	"strings"
	"unicode"
)

// latinEnd bounds the Latin letters in words of formulas.
const latinEnd = 0x250

// indexed returns the Latin words of a row that contain the letters of an index: they are smaller
// than the other letters of the word, to which the index is set close, or than the row.
func indexed(row []Glyph, size float32) []string {
	var out []string
	var word []rune
	least, most := size, size
	end := func() {
		if least < smallIndex*most {
			out = append(out, string(word))
		}
		word, least, most = word[:0], size, size
	}
	for i := range row {
		g := &row[i]
		if g.Hidden || !unicode.IsLetter(g.Rune) || g.Rune >= latinEnd {
			end()
			continue
		}
		word, least, most = append(word, g.Rune), min(least, g.Size), max(most, g.Size)
	}
	end()
	return out
}

// indexedAcross returns the indexed words of l, which stands beside p, and the word that both form
// together, as where a denominator is close to its numerator.
func indexedAcross(p, l *Line, gap string) []string {
	if gap != "" {
		return l.Indexed
	}
	apart := func(r rune) bool { return !unicode.IsLetter(r) || r >= latinEnd }
	letters := strings.TrimRightFunc(p.Text, func(r rune) bool { return !apart(r) })
	last := p.Text[len(letters):]
	first := l.Text
	if end := strings.IndexFunc(first, apart); end >= 0 {
		first = first[:end]
	}
	if slices.Contains(p.Indexed, last) || slices.Contains(l.Indexed, first) {
		return append(slices.Clone(l.Indexed), last+first)
	}
	return l.Indexed
}
