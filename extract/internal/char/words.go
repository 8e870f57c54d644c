package char

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words reads a text and reports where its words are broken: joined or spaced out, interrupted by
// signs, digits or other text, written backwards or in codes. People can read such text, but a
// comparison of words cannot. The measures are shares of a stretch with a fixed number of letters,
// and running text, lists, formulas and programs stay below them. The zero value is ready.
type Words struct {
	latin    // counts of the current stretch
	order    order
	spelling spelling
	unspelt  bool // English that is not written in its words

	han, islands int       // single letters or digits between Han characters
	same         int       // islands of signs and letters that repeat one of the two before
	island       uint32    // hash of the current island between Han characters
	row          int       // Han characters before it
	number       bool      // the island consists of digits
	old          [2]uint32 // hashes of the last two islands
	cells        int       // paragraphs of one Han character
	kanaIslands  int
	kanaRuns     int // of two or more kana

	pieces     seams // between characters other than Han
	spaced     seams // between blanks
	looks      seams // between changes of the font
	paragraphs seams
	columns    columns

	last, before, sign rune // the characters before; the sign after a letter
	lone               rune // the last word if it is a single letter
	gap                int  // characters since the last Han character
	references         int  // references to characters by number
	private            int  // characters without a meaning of their own within words
	address            bool
	cut                bool // the last paragraph ends with a hyphen after a letter
}

// latin holds counts of a stretch of letters.
type latin struct {
	letters     int
	run         int  // successive letters
	upper       bool // all of them are capitals
	long        int  // letters in runs longer than any word
	joints      [128]int
	otherJoints int // with signs beyond ASCII
	switches    int // from a digit to a small letter
	alone       int // single letters between blanks
	alonePairs  int // successive ones among these
	knownPairs  int // pairs among these that occur in words
	phonetic    int // phonetic and turned letters
	doubled     int // letters like the one before

	narrow, lines int // letters in, and number of, paragraphs of a word or two
	small, parted int // of these, paragraphs that begin with a small letter, and those with a blank
}

const (
	stretchLetters = 300 // letters in a stretch
	longestWord    = 40
	stretchHan     = 150 // Han characters in a stretch
	narrowLine     = 12  // bytes of a paragraph of a word or two
)

// Shares of the letters in a stretch from which its words are broken.
const (
	jointShare   = 0.08 // one kind of sign within words
	commonShare  = 0.25 // one of the signs within names of programs and numbers
	digitShare   = 0.18 // small letters after a digit
	aloneShare   = 0.8
	soundShare   = 0.6  // pairs of words among successive single letters
	doubledShare = 0.42 // letters like the one before: half of them where each is twice, at most a third in sequences of genes
	sameLetters  = 0.75 // of rules and pictures made of letters
	sameShare    = 0.1  // of Han characters: islands that repeat
	narrowShare  = 0.9
	strayShare   = 0.2 // of Han characters: stray islands; of letters: phonetic ones
)

// commonJoints are the signs within names of programs and within numbers.
const commonJoints = "-._/\\,:=&+*()[]{}<>\"'`"

// Read reads a paragraph, whose font changes before the characters at turns, and reports whether a
// broken stretch ends in it.
func (w *Words) Read(paragraph string, turns []int) (broken bool) {
	broken = w.readPieces(paragraph, turns)
	broken = w.columns.read(paragraph) || broken
	w.gap, w.address = 2, false
	w.pieces.forget()
	w.spaced.forget()
	if len(paragraph) == hanBytes && HanRun(paragraph) == 1 {
		w.cells++
	}
	letters := w.letters
	if hyphenated := w.cut; hyphenated && First(paragraph) >= 'a' && First(paragraph) <= 'z' {
		w.otherJoints++
	}
	for at := 0; at < len(paragraph); {
		if n := HanRun(paragraph[at:]); n > 0 {
			broken = w.readHan(paragraph[at:at+n*hanBytes], n) || broken
			w.before, w.last = someHan, someHan
			at += n * hanBytes
			continue
		}
		r, size := rune(paragraph[at]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(paragraph[at:])
		}
		at += size
		switch {
		case r < 0x80 && (r|0x20 >= 'a' && r|0x20 <= 'z'), r >= 0x250 && r < 0x2B0, r >= 0x1D00 && r < 0x1DC0:
			broken = w.readLetter(r) || broken
		case r >= '0' && r <= '9':
			w.readDigit(r)
		case r >= 0x3041 && r <= 0x30FF:
			w.endWord()
			w.gap++
			if w.last >= 0x3041 && w.last <= 0x30FF {
				w.kanaRuns++
			}
		default:
			if private(r) && w.within(paragraph[at:]) {
				w.private++
			}
			w.readOther(r)
		}
		if r > ' ' && (r < 0x80 || Visible(r) && !wordless(r)) {
			w.number = r >= '0' && r <= '9' && (w.island == 0 || w.number)
			w.island = w.island*31 + uint32(r)
		}
		w.before, w.last = w.last, r
	}
	if len(paragraph) <= narrowLine {
		w.narrow += max(w.letters-letters, 0)
		w.lines++
		if first := First(paragraph); first >= 'a' && first <= 'z' {
			w.small++
		}
		if strings.Contains(paragraph, " ") {
			w.parted++
		}
	}
	w.cut = w.last == '-' && w.run == 0 && w.sign == '-'
	w.endWord()
	broken = w.order.endRow() || broken
	w.before, w.last = ' ', ' '
	if w.references >= stretchLetters/10 {
		broken, w.references = true, 0
	}
	broken, w.unspelt = broken || w.unspelt, false
	if w.private >= leastPrivate {
		broken, w.private = true, 0
	}
	return broken
}

// leastPrivate is how many characters without a meaning break words: names and old texts have a few that Unicode lacks.
const leastPrivate = 20

// private reports whether r means what a font draws and nothing else (Unicode's private use), and is no part of a large bracket
// (U+F8E5 to U+F8FE, as Adobe's fonts have them).
func private(r rune) bool {
	return r >= 0xE000 && r <= 0xF8FF && (r < 0xF8E5 || r > 0xF8FE) || r >= 0xF0000 && unicode.Is(unicode.Co, r)
}

// within reports whether a character before rest stands in words of Chinese or within an English one.
func (w *Words) within(rest string) bool {
	small := func(r rune) bool { return r >= 'a' && r <= 'z' }
	return unicode.Is(unicode.Han, w.last) || private(w.last) || small(w.last) && small(First(rest))
}

func (w *Words) readLetter(r rune) (broken bool) {
	if w.gap++; w.address {
		return false
	}
	small := r >= 'a' && r <= 'z'
	if r >= 0x80 {
		w.phonetic++
	}
	switch {
	case w.run > 0 || w.last == w.sign && w.sign != 0:
		switch {
		// parts of names and formulas begin with capitals
		case w.run > 0 || small != (w.before >= 'a' && w.before <= 'z'):
		case w.sign < 0x80:
			w.joints[w.sign]++
		case w.sign >= 0x3000: // punctuation, after which Chinese has no blank
			w.joints[',']++
		default:
			w.otherJoints++
		}
	case small && w.last >= '0' && w.last <= '9':
		w.switches++
	}
	if w.sign = 0; r == w.last {
		w.doubled++
	}
	w.upper = (w.run == 0 || w.upper) && !small
	w.spelling.read(byte(min(r, 0x7F)), w.run, w.last)
	w.run++
	if w.letters++; w.letters < stretchLetters {
		return false
	}
	return w.endStretch()
}

func (w *Words) readDigit(r rune) {
	w.endWord()
	if w.gap++; w.last == '#' && w.before == '&' {
		w.references++
	}
}

// readOther reads a sign or a blank.
func (w *Words) readOther(r rune) {
	run := w.run
	w.endWord()
	switch {
	case unicode.IsSpace(r):
		w.address = false
		if run == 1 && w.before == ' ' && w.last >= 'a' {
			w.alone++
			if w.lone != 0 {
				a, b := w.lone-'a', w.last-'a'
				w.alonePairs++
				if a < 26 && b < 26 && letterPairs[a][b] {
					w.knownPairs++
				}
			}
			w.lone = w.last
		} else if run > 0 {
			w.lone = 0
		}
		return
	case r == '=' && (w.last >= '0' && w.last <= '9' || w.last >= 'A' && w.last <= 'F'): // of a mail encoding
		w.joints[r]++
	case r == '+' && w.last == 'U': // U+4E2D
		w.references++
	case r == '/' && w.last == '/':
		w.address = true
	case run > 0 && r != '|' && r != '\'' && r != '’' && r != '–' && r != '—' && Visible(r) && !unicode.IsLetter(r) && !unicode.IsMark(r):
		w.sign = r
	}
	w.gap += 2
}

// endWord ends a run of letters.
func (w *Words) endWord() {
	if w.run > longestWord && !w.upper {
		w.long += w.run
	}
	w.unspelt = w.spelling.endWord(w.run) || w.unspelt
	w.run, w.sign = 0, 0
}

// endStretch reports whether the words of a stretch are broken, and begins the next one.
func (w *Words) endStretch() bool {
	w.endWord()
	n := float64(w.letters)
	common, other := 0, w.otherJoints
	for sign, count := range w.joints {
		if strings.ContainsRune(commonJoints, rune(sign)) {
			common = max(common, count)
		} else {
			other = max(other, count)
		}
	}
	joined := float64(other) >= jointShare*n || float64(common) >= commonShare*n || 2*w.long >= w.letters
	parted := float64(w.narrow) >= narrowShare*n && 2*w.small >= w.lines && 4*w.parted >= w.lines
	alone := float64(w.alone) >= aloneShare*n && float64(w.knownPairs) >= soundShare*float64(w.alonePairs)
	doubled := float64(w.doubled) >= doubledShare*n && float64(w.doubled) < sameLetters*n
	stray := float64(w.switches) >= digitShare*n || float64(w.phonetic) >= strayShare*n
	w.latin = latin{}
	return joined || parted || alone || stray || doubled
}

// Characters from U+4000 to U+9FFF have three bytes, the first from 0xE4 to 0xE9.
const (
	hanBytes = 3
	someHan  = '中'
	leastRow = 3 // Han characters before a number that is no date
)

// HanRun counts the Han characters from U+4000 to U+9FFF at the start of s, which must be valid
// UTF-8.
func HanRun(s string) (n int) {
	for i := 0; i+hanBytes <= len(s) && s[i] >= 0xE4 && s[i] <= 0xE9; i += hanBytes {
		n++
	}
	return n
}

// wordless reports whether r is punctuation or a blank between Chinese words.
func wordless(r rune) bool {
	return r >= 0x3000 && r < 0x3040 || unicode.IsPunct(r) || unicode.IsSpace(r)
}

// readPieces reads a paragraph as one piece of a text, and the parts between changes of its font as
// several.
func (w *Words) readPieces(paragraph string, turns []int) (cut bool) {
	first, last := hanEnds(paragraph)
	cut = w.paragraphs.read(first, last, besideNext, mostApart)
	if len(turns) < besideNext {
		return cut
	}
	w.looks.forget()
	from, before := 0, 0
	for _, at := range turns {
		if at <= before {
			continue
		}
		end := Advance(paragraph, from, at-before)
		first, last = hanEnds(paragraph[from:end])
		cut = w.looks.read(first, last, besideNext, besideNext) || cut
		from, before = end, at
	}
	first, last = hanEnds(paragraph[from:])
	return w.looks.read(first, last, besideNext, besideNext) || cut
}

// readHan reads a run of n Han characters.
func (w *Words) readHan(row string, n int) (broken bool) {
	w.endWord()
	spaced := n == 1 && w.gap == 0 && unicode.IsSpace(w.last) // as in columns
	broken = w.order.read(row, spaced)
	if w.gap == 0 && n > 1 && unicode.IsSpace(w.last) {
		first, last := hanEnds(row)
		broken = w.spaced.read(first, last, besideNext, mostApart) || broken
	}
	if w.gap > 0 {
		least := neighbouring
		if w.island == 0 {
			least = besideNext
		}
		first, last := hanEnds(row)
		broken = w.pieces.read(first, last, least, besideNext) || broken
	}
	switch {
	case w.gap == 1 && w.last >= 0x3041:
		w.kanaIslands++
	case w.gap == 1, w.gap > 0 && w.number && w.row >= leastRow:
		w.islands++
	}
	if w.gap > 0 && w.island != 0 {
		if w.island == w.old[0] || w.island == w.old[1] {
			w.same++
		}
		w.old = [2]uint32{w.old[1], w.island}
	}
	if w.gap > 0 {
		w.row = 0
	}
	w.row += n
	w.gap, w.island, w.number = 0, 0, false
	if w.han += n; w.han < stretchHan {
		return broken
	}
	if w.kanaRuns*4 <= w.kanaIslands { // otherwise it is Japanese
		w.islands += w.kanaIslands
	}
	broken = broken || float64(w.islands) >= strayShare*float64(w.han) || float64(w.same) >= sameShare*float64(w.han) ||
		float64(w.cells) >= narrowShare*float64(w.han)
	w.same, w.han, w.islands, w.cells, w.kanaIslands, w.kanaRuns = 0, 0, 0, 0, 0, 0
	return broken
}
