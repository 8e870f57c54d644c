package exclude

import "unicode/utf8"

// matcher finds which of many expressions stand in a text, reading it once: a
// document has a thousand paragraphs, and the table a thousand expressions.
type matcher struct {
	begins [1 << 16 / 64]uint64    // a bit for each letter that one begins with
	pairs  map[uint64][]expression // by the first two letters
	single map[rune][]expression   // those of one letter
}

// expression is one of the texts looked for, and what it stands for.
type expression struct {
	text string
	of   int
}

// add looks for a text from now on.
func (m *matcher) add(text string, of int) {
	if m.pairs == nil {
		m.pairs, m.single = map[uint64][]expression{}, map[rune][]expression{}
	}
	first, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return
	}
	m.begins[bit(first)] |= 1 << (first % 64)
	if n == len(text) {
		m.single[first] = append(m.single[first], expression{text, of})
		return
	}
	second, _ := utf8.DecodeRuneInString(text[n:])
	m.pairs[pair(first, second)] = append(m.pairs[pair(first, second)], expression{text, of})
}

// bit is where a letter stands in begins. Letters above the BMP share those of
// others, which costs a look into the maps.
func bit(r rune) int { return int(r) % (1 << 16) / 64 }

func pair(first, second rune) uint64 { return uint64(first)<<32 | uint64(second) }

// each calls found with every expression that stands in a text and the byte it
// begins at, until found gives false.
func (m *matcher) each(text string, found func(e expression, at int) bool) {
	for at, r := range text {
		if m.begins[bit(r)]>>(r%64)&1 == 0 {
			continue
		}
		for _, e := range m.single[r] {
			if !found(e, at) {
				return
			}
		}
		second, _ := utf8.DecodeRuneInString(text[at+utf8.RuneLen(r):])
		for _, e := range m.pairs[pair(r, second)] {
			if len(text)-at >= len(e.text) && text[at:at+len(e.text)] == e.text && !found(e, at) {
				return
			}
		}
	}
}

// any says whether one of the expressions stands in a text.
func (m *matcher) any(text string) (yes bool) {
	m.each(text, func(expression, int) bool { yes = true; return false })
	return yes
}
