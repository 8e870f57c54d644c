package page

import "unicode"

// latinEnd is where the Latin letters end of which words of formulas are.
const latinEnd = 0x250

// indexed gives the Latin words of a row in which letters are those of an index: smaller
// than others of the word, which is close to what it belongs to, or than the row.
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
