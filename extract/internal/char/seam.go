package char

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// Other text can be inserted between the pieces of a copied one, or its pieces put in another
// order, such as columns stored row by row. A reader still finds the words together; a comparison
// does not. Cut words reveal it: the last character of a piece and the first one of a later piece
// form a pair that occurs in words. In running text 38 of 100 neighbours are such a pair; across
// what ordinary texts have between their words, and across paragraphs that are not successive, 2 of
// 100.

const (
	mostApart   = 12 // distance of pieces that are compared at most
	seamsJudged = 20 // seams in a stretch
	// least seams with a cut word, each a different one: ordinary texts have at most 4 in 2,300
	leastCut     = 6
	neighbouring = 1
	besideNext   = 2
)

// seams counts the words cut between the pieces of a text, by the distance of the pieces with their
// halves. The zero value is ready.
type seams struct {
	ends   [mostApart]rune // last characters of the last pieces, as a ring buffer
	next   int             // index of the oldest
	counts [mostApart + 1]seamCount

	first  rune      // first character of the piece before
	turned seamCount // from the end of a piece to the start of the one before it: the pieces may be in the opposite order
}

type seamCount struct {
	met, cut int
	pairs    [leastCut]uint32 // the different ones that were cut
}

// read takes the first and the last character of the next piece, 0 if it is no Han character, and
// reports whether words are cut over distances from least to most pieces.
func (s *seams) read(first, last rune, least, most int) (cut bool) {
	if first != 0 {
		for apart := least; apart <= most; apart++ {
			at := s.next - apart
			if at < 0 {
				at += mostApart
			}
			if before := s.ends[at]; before != 0 {
				judged := seamsJudged
				if apart == besideNext {
					judged *= 2 // every other seam is within the other text
				}
				cut = s.counts[apart].add(before, first, judged) || cut
			}
		}
	}
	if s.first != 0 && last != 0 {
		cut = s.turned.add(last, s.first, seamsJudged) || cut
	}
	s.first = first
	s.ends[s.next] = last
	if s.next++; s.next == mostApart {
		s.next = 0
	}
	return cut
}

// forget starts a new text.
func (s *seams) forget() { s.ends, s.first = [mostApart]rune{}, 0 }

func (c *seamCount) add(before, behind rune, judged int) (cut bool) {
	c.met++
	if pair := packed(before, behind); c.cut < leastCut && wordPairs().has(pair) {
		known := false
		for _, p := range c.pairs[:c.cut] {
			known = known || p == pair
		}
		if !known {
			c.pairs[c.cut] = pair
			c.cut++
		}
	}
	if cut = c.cut == leastCut; cut || c.met >= judged {
		*c = seamCount{}
	}
	return cut
}

// columns counts the words cut between the lines of texts that stand beside each other, with tabs or wide blanks between them.
type columns struct {
	ends  []rune // last characters of the line before
	count seamCount
}

// read takes the next paragraph and reports whether words are cut between the lines of a column.
func (c *columns) read(paragraph string) (cut bool) {
	if !strings.ContainsAny(paragraph, "\t\u3000") && !strings.Contains(paragraph, "  ") {
		c.ends = nil
		return false
	}
	for line := range strings.SplitSeq(paragraph, "\n") {
		cells := slices.DeleteFunc(strings.Split(wideBlanks.Replace(line), "  "), func(s string) bool { return strings.TrimSpace(s) == "" })
		before := c.ends
		c.ends = nil
		for i, cell := range cells {
			first, last := hanEnds(strings.TrimSpace(cell))
			if c.ends = append(c.ends, last); len(cells) > 1 && len(before) == len(cells) && before[i] != 0 && first != 0 {
				cut = c.count.add(before[i], first, 2*seamsJudged) || cut
			}
		}
	}
	return cut
}

var wideBlanks = strings.NewReplacer("\t", "  ", "\u3000", "  ")

// pairSet is a hash set of packed pairs with linear probing; no pair is 0.
type pairSet []uint32

const pairSlots = 1 << 16 // a quarter of them full

func packed(a, b rune) uint32 { return uint32(a)<<16 | uint32(b) } // both are below U+A000

func slotOf(pair uint32) uint32 { return pair * 0x9E3779B1 >> 16 }

func (s pairSet) has(pair uint32) bool {
	for i := slotOf(pair); ; i = (i + 1) % pairSlots {
		if s[i] == pair || s[i] == 0 {
			return s[i] == pair
		}
	}
}

// wordPairs holds the most frequent pairs of characters in Chinese words.
var wordPairs = sync.OnceValue(func() pairSet {
	set := make(pairSet, pairSlots)
	for line := range strings.Lines(hanPairs) {
		first, size := utf8.DecodeRuneInString(line)
		for _, second := range strings.TrimRight(line[size:], "\n") {
			i := slotOf(packed(first, second))
			for set[i] != 0 {
				i = (i + 1) % pairSlots
			}
			set[i] = packed(first, second)
		}
	}
	return set
})

// hanEnds returns the first and the last character of s, each 0 if it is no Han character.
func hanEnds(s string) (first, last rune) {
	n := len(s)
	if n < hanBytes {
		return 0, 0
	}
	return hanAt(s[:hanBytes]), hanAt(s[n-hanBytes:])
}

// hanAt returns s as a Han character, or 0.
func hanAt(s string) rune {
	if s[0] < 0xE4 || s[0] > 0xE9 {
		return 0
	}
	return rune(s[0]&0xF)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F)
}

// Joint returns the Han characters at the end of one text and the start of another, and whether
// words contain that pair; "" if either is no Han character.
func Joint(before, behind string) (pair string, word bool) {
	_, last := hanEnds(before)
	first, _ := hanEnds(behind)
	if last == 0 || first == 0 {
		return "", false
	}
	return string([]rune{last, first}), wordPairs().has(packed(last, first))
}
