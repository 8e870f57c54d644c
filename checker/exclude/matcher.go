package exclude

import "unicode/utf8"

// matcher finds which of many expressions occur in a text in one pass: a document has a thousand
// paragraphs, and the table a thousand expressions.
type matcher struct {
	pairs  map[uint64][]expression // by the first two letters
	begins [1 << 16 / 64]uint64    // bits of those pairs, checked before the map: see bit
	single map[rune][]expression   // of one letter
}

// expression is a text to search, and its number.
type expression struct {
	text string
	of   int
}

// add adds a text to search.
func (m *matcher) add(text string, of int) {
	if m.pairs == nil {
		m.pairs, m.single = map[uint64][]expression{}, map[rune][]expression{}
	}
	first, n := utf8.DecodeRuneInString(text)
	switch n {
	case 0:
	case len(text):
		m.single[first] = append(m.single[first], expression{text, of})
	default:
		second, _ := utf8.DecodeRuneInString(text[n:])
		p := pair(first, second)
		m.pairs[p] = append(m.pairs[p], expression{text, of})
		m.begins[bit(p)/64] |= 1 << (bit(p) % 64)
	}
}

func pair(first, second rune) uint64 { return uint64(first)<<32 | uint64(second) }

// bit returns the bit of a pair. A thousand pairs set one bit of 64, so hardly any other pair costs
// a map look-up.
func bit(pair uint64) uint64 { return pair * 0x9e3779b97f4a7c15 >> 48 }

// each calls found with every expression in a text and its byte offset, until found returns false.
func (m *matcher) each(text string, found func(e expression, at int) bool) {
	before, begin := rune(-1), 0
	for at, r := range text {
		if p := pair(before, r); before >= 0 && m.begins[bit(p)/64]>>(bit(p)%64)&1 == 1 {
			for _, e := range m.pairs[p] {
				if len(text)-begin >= len(e.text) && text[begin:begin+len(e.text)] == e.text && !found(e, begin) {
					return
				}
			}
		}
		if len(m.single) > 0 {
			for _, e := range m.single[r] {
				if !found(e, at) {
					return
				}
			}
		}
		before, begin = r, at
	}
}

// any reports whether one of the expressions occurs in a text.
func (m *matcher) any(text string) (yes bool) {
	m.each(text, func(expression, int) bool { yes = true; return false })
	return yes
}
