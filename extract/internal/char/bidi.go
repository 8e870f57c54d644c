package char

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"
)

// Marks for directions that a format states by attributes and elements. They are noncharacters
// (U+FDD0 to U+FDD7), so that they differ from the marks in the file.
const (
	OverrideRight = '\uFDD0' + iota // letters run from right to left up to Pop
	OverrideLeft                    // letters run from left to right
	EmbedRight                      // a part with the direction right to left, up to Pop
	EmbedLeft
	IsolateRight // the same up to PopIsolate, without effect on the outside
	IsolateLeft
	Pop
	PopIsolate
)

// marks are the characters with the same effects.
var marks = [...]rune{'\u202E', '\u202D', '\u202B', '\u202A', '\u2067', '\u2066', '\u202C', '\u2069'}

func isMark(r rune) bool { return r >= OverrideRight && r <= PopIsolate }

// Unmarked removes the marks that formats added.
func Unmarked(s string) string {
	if !strings.Contains(s, "\uFDD0"[:2]) { // all of them begin with these two bytes
		return s
	}
	return strings.Map(func(r rune) rune {
		if isMark(r) {
			return -1
		}
		return r
	}, s)
}

// MayTurn reports whether a text contains characters that can reverse letters. It is a fast check
// of the bytes: almost no text contains any.
func MayTurn(s string) bool {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], 0xE2)
		if i < 0 || from+i+2 >= len(s) {
			return false
		}
		i += from
		switch last := s[i+2]; s[i+1] {
		case 0x80: // U+202A to U+202E
			if last >= 0xAA && last <= 0xAE {
				return true
			}
		case 0x81: // U+2066 to U+2069
			if last >= 0xA6 && last <= 0xA9 {
				return true
			}
		}
		from = i + 1
	}
}

// Shown returns what a reader of a paragraph reads, without direction marks, and whether its
// letters are stored in another order; if not, shown is empty. right means that the paragraph
// itself runs from right to left. Lines end at \n only, since other line breaks of a page are
// unknown.
func Shown(s string, right bool) (shown string, turned bool) {
	p := newParagraph(s, right)
	p.embed()
	p.resolve()
	var out strings.Builder
	for from := 0; from <= len(p.runes); {
		end := len(p.runes)
		if i := slices.Index(p.runes[from:], '\n'); i >= 0 {
			end = from + i
		}
		line := p.line(from, end)
		turned = turned || p.descends(line)
		p.read(&out, line)
		if end < len(p.runes) {
			out.WriteByte('\n')
		}
		from = end + 1
	}
	if !turned {
		return "", false
	}
	return out.String(), true
}

// paragraph is a text with its levels according to the algorithm of UAX #9.
type paragraph struct {
	runes   []rune
	natural []bidi.Class // classes of the characters by themselves
	classes []bidi.Class // after overrides, and later after the rules
	levels  []int8       // odd is right to left; -1 is a mark, which is invisible
	// isolating runs: indexes of characters of one level, without the isolates between them
	sequences [][]int
	base      int8
}

func newParagraph(s string, right bool) *paragraph {
	n := utf8.RuneCountInString(s)
	p := &paragraph{runes: []rune(s), natural: make([]bidi.Class, n), classes: make([]bidi.Class, n), levels: make([]int8, n)}
	if right {
		p.base = 1
	}
	for i, r := range p.runes {
		if isMark(r) {
			r = marks[r-OverrideRight]
		}
		properties, _ := bidi.LookupRune(r)
		p.natural[i] = properties.Class()
	}
	copy(p.classes, p.natural)
	return p
}

// maxDepth is the depth of nested directions; deeper marks have no effect (BD2).
const maxDepth = 125

// opened is an open embedding, override or isolate.
type opened struct {
	level    int8
	override bidi.Class // R, L, or ON for none
	isolate  bool
	sequence int // index of the sequence for characters of this level
}

// embed sets the levels of characters according to the marks (rules X1 to X8).
func (p *paragraph) embed() {
	stack := []opened{{level: p.base, override: bidi.ON}}
	p.sequences = [][]int{nil}
	ignored := 0 // isolates nested too deep
	push := func(class bidi.Class) {
		top := stack[len(stack)-1]
		next := opened{override: bidi.ON, isolate: class == bidi.RLI || class == bidi.LRI}
		switch class {
		case bidi.RLE, bidi.RLO, bidi.RLI:
			next.level = (top.level + 1) | 1
		default:
			next.level = (top.level + 2) &^ 1
		}
		switch class {
		case bidi.RLO:
			next.override = bidi.R
		case bidi.LRO:
			next.override = bidi.L
		}
		p.sequences = append(p.sequences, nil)
		next.sequence = len(p.sequences) - 1
		stack = append(stack, next)
	}
	put := func(i int) {
		top := &stack[len(stack)-1]
		p.levels[i] = top.level
		if top.override != bidi.ON {
			p.classes[i] = top.override
		}
		p.sequences[top.sequence] = append(p.sequences[top.sequence], i)
	}
	for i := range p.runes {
		switch class := p.natural[i]; class {
		case bidi.RLE, bidi.LRE, bidi.RLO, bidi.LRO:
			p.levels[i] = -1
			if len(stack) < maxDepth {
				push(class)
			}
		case bidi.RLI, bidi.LRI, bidi.FSI:
			p.classes[i] = bidi.ON
			put(i)
			if class == bidi.FSI {
				class = p.firstStrong(i + 1)
			}
			if len(stack) < maxDepth {
				push(class)
			} else {
				ignored++
			}
		case bidi.PDI:
			p.classes[i] = bidi.ON
			p.popIsolate(&stack, &ignored)
			put(i)
		case bidi.PDF:
			p.levels[i] = -1
			if n := len(stack); n > 1 && !stack[n-1].isolate {
				stack = stack[:n-1]
				// the following text is another run of the previous level
				p.sequences = append(p.sequences, nil)
				stack[n-2].sequence = len(p.sequences) - 1
			}
		case bidi.BN:
			p.levels[i] = -1
		default:
			put(i)
		}
	}
}

func (p *paragraph) popIsolate(stack *[]opened, ignored *int) {
	if *ignored > 0 {
		*ignored--
		return
	}
	for n := len(*stack) - 1; n > 0; n-- {
		if (*stack)[n].isolate {
			*stack = (*stack)[:n]
			return
		}
	}
}

// firstStrong returns the class of the isolate that the first letter from i on requires.
func (p *paragraph) firstStrong(i int) bidi.Class {
	depth := 0
	for ; i < len(p.runes); i++ {
		switch p.natural[i] {
		case bidi.RLI, bidi.LRI, bidi.FSI:
			depth++
		case bidi.PDI:
			if depth--; depth < 0 {
				return bidi.LRI
			}
		case bidi.R, bidi.AL:
			if depth == 0 {
				return bidi.RLI
			}
		case bidi.L:
			if depth == 0 {
				return bidi.LRI
			}
		}
	}
	return bidi.LRI
}

// resolve sets the direction of numbers and signs from their surroundings (rules W and N, without
// those for brackets and for number signs), and the levels from it (rules I).
func (p *paragraph) resolve() {
	for _, seq := range p.sequences {
		if len(seq) == 0 {
			continue
		}
		for k := 1; k+1 < len(seq); k++ { // the decimal point of a number
			if c := p.classes[seq[k]]; (c == bidi.CS || c == bidi.ES) && p.classes[seq[k-1]] == bidi.EN && p.classes[seq[k+1]] == bidi.EN {
				p.classes[seq[k]] = bidi.EN
			}
		}
		level := p.levels[seq[0]]
		before := direction(level)
		for k := 0; k < len(seq); k++ {
			switch p.classes[seq[k]] {
			case bidi.L:
				before = bidi.L
			case bidi.R, bidi.AL:
				before = bidi.R
			case bidi.EN, bidi.AN:
				p.number(seq[k], level, before)
				continue
			default:
				k = p.signs(seq, k, before, level)
				continue
			}
			if direction(level) != before {
				p.levels[seq[k]]++
			}
		}
	}
}

// number sets the level of a digit: numbers run from left to right.
func (p *paragraph) number(i int, level int8, before bidi.Class) {
	switch {
	case level%2 == 1:
		p.levels[i]++
	case before == bidi.R || p.classes[i] == bidi.AN:
		p.levels[i] += 2
	}
}

// signs sets the direction of successive signs and blanks, beginning with the k-th of a sequence,
// to that of the letters around them if these agree, else to that of the sequence. It returns the
// last index. Numbers count as R here.
func (p *paragraph) signs(seq []int, k int, before bidi.Class, level int8) int {
	end := k
	after := direction(level)
	for ; end < len(seq); end++ {
		if c := p.classes[seq[end]]; c == bidi.L {
			after = bidi.L
			break
		} else if c == bidi.R || c == bidi.AL || c == bidi.AN || c == bidi.EN && before == bidi.R {
			after = bidi.R
			break
		} else if c == bidi.EN {
			after = bidi.L
			break
		}
	}
	way := direction(level)
	if before == after {
		way = before
	}
	for _, i := range seq[k:end] {
		if way != direction(level) {
			p.levels[i]++
		}
	}
	return end - 1
}

func direction(level int8) bidi.Class {
	if level%2 == 1 {
		return bidi.R
	}
	return bidi.L
}

// line returns the characters of a line from left to right (rule L2), without marks.
func (p *paragraph) line(from, end int) []int {
	var order []int
	highest, lowest := int8(0), int8(maxDepth+2)
	for i := from; i < end; i++ {
		if l := p.levels[i]; l >= 0 {
			order = append(order, i)
			highest = max(highest, l)
			if l%2 == 1 {
				lowest = min(lowest, l)
			}
		}
	}
	for level := highest; level >= lowest; level-- {
		for i := 0; i < len(order); i++ {
			j := i
			for j < len(order) && p.levels[order[j]] >= level {
				j++
			}
			if j > i {
				slices.Reverse(order[i:j])
				i = j
			}
		}
	}
	return slices.DeleteFunc(order, func(i int) bool { return !p.drawable(i) })
}

// drawable reports whether there is a character at an index, not a direction mark.
func (p *paragraph) drawable(i int) bool {
	switch p.natural[i] {
	case bidi.RLI, bidi.LRI, bidi.FSI, bidi.PDI:
		return false
	}
	return p.runes[i] != '\u200E' && p.runes[i] != '\u200F' && p.runes[i] != '\u061C'
}

func rightward(c bidi.Class) bool { return c == bidi.R || c == bidi.AL }

// descends reports whether letters displayed side by side are stored in another order than their
// script is read.
func (p *paragraph) descends(line []int) bool {
	last := -1
	for _, i := range line {
		switch c := p.natural[i]; {
		case c != bidi.L && !rightward(c):
			continue
		case last >= 0 && rightward(c) == rightward(p.natural[last]) && (last > i) != rightward(c):
			return true
		}
		last = i
	}
	return false
}

// read writes a line in reading order: from left to right, but Arabic and Hebrew from right to
// left. If these are most of the letters, the whole line is read from right to left.
func (p *paragraph) read(out *strings.Builder, line []int) {
	letters := 0 // letters of Arabic and Hebrew minus others
	for _, i := range line {
		switch c := p.natural[i]; {
		case rightward(c):
			letters++
		case c == bidi.L:
			letters--
		}
	}
	if letters > 0 {
		slices.Reverse(line)
	}
	for from := 0; from < len(line); {
		// A stretch in the other direction ends with its last letter.
		end, last := from, from
		other := func(c bidi.Class) bool {
			return letters > 0 && (c == bidi.L || c == bidi.EN) || letters <= 0 && rightward(c)
		}
		for ; end < len(line); end++ {
			c := p.natural[line[end]]
			if other(c) {
				last = end + 1
			} else if c == bidi.L || rightward(c) || last == from {
				break
			}
		}
		if last > from {
			slices.Reverse(line[from:last])
		} else {
			last = from + 1
		}
		for _, i := range line[from:last] {
			out.WriteRune(p.drawn(i))
		}
		from = last
	}
}

// mirrored are pairs of brackets. In right-to-left text each is drawn as the other.
const mirrored = "()[]{}<>«»‹›≤≥（）［］｛｝＜＞〈〉《》「」『』【】〔〕〖〗〘〙〚〛"

// drawn returns the character displayed for an index.
func (p *paragraph) drawn(i int) rune {
	r := p.runes[i]
	if p.levels[i]%2 == 0 || rightward(p.natural[i]) {
		return r
	}
	return Mirrored(r)
}

// Mirrored returns the bracket as which one is drawn in right-to-left text, or another character itself.
func Mirrored(r rune) rune {
	pairs := []rune(mirrored)
	if k := slices.Index(pairs, r); k >= 0 {
		return pairs[k^1]
	}
	return r
}
