package char

import "strings"

// order measures whether Han characters stand in the order of a language. Where they stand backwards, in columns that are read across,
// or swapped, hardly any two neighbours are a pair that occurs in words; a character put in at a regular distance recurs at it. Each
// pair counts once in a stretch, since tables and lists repeat theirs, and without the particles of today’s Chinese a stretch is verse
// or a list of names. The zero value is ready.
type order struct {
	row       []rune // successive Han characters
	pairs     int    // different pairs of neighbours in the stretch
	known     int    // those that occur in words
	particles int
	even      int // characters as far from their last occurrence as that one from the one before
	seen      [pairBits / 64]uint64
	last      [recentHan]occurrence
	length    int // characters in rows
	turned    int // length at the last pairs that stood backwards
}

// occurrence is the last one of a character.
type occurrence struct {
	character    rune
	at, distance int
}

const (
	pairBits     = 1024 // one new pair in fifteen is taken for one that was seen
	recentHan    = 256
	leastInRow   = 6 // names and labels are shorter
	stretchPairs = 150
	mostEven     = 8 // characters from one occurrence to the next

	// Pairs that occur in words backwards, beyond those that occur forwards, in a part of a row. In 950,000 stretches of ordinary texts
	// and of verse, two such parts stood within 300 characters where text was written backwards and nowhere else.
	turnedPairs  = 4
	turnedWithin = 300

	particles      = "的了这這们們"
	leastParticles = 3 // running text has seven in a stretch

	// Shares of the pairs in a stretch: of 12,000 texts none has fewer known pairs than 0.12, and texts in no order have 0.03.
	knownShare = 0.07
	evenShare  = 0.1
)

// read takes the next run of Han characters, which continues the row or begins one, and reports whether a stretch in no order ends
// before it.
func (o *order) read(run string, continues bool) (broken bool) {
	if !continues {
		broken = o.endRow()
	}
	for ; len(run) >= hanBytes; run = run[hanBytes:] {
		o.row = append(o.row, hanAt(run))
	}
	return broken
}

// endRow counts the pairs of the row, and reports whether a stretch in no order ends in it.
func (o *order) endRow() (broken bool) {
	row := o.row
	o.row = row[:0]
	if len(row) < leastInRow {
		return false
	}
	broken = o.turnedRow(row)
	for i, r := range row[1:] {
		o.length++
		pair := packed(row[i], r)
		bit := slotOf(pair) % pairBits
		if o.seen[bit/64]>>(bit%64)&1 != 0 {
			continue
		}
		o.seen[bit/64] |= 1 << (bit % 64)
		o.pairs++
		if wordPairs().has(pair) {
			o.known++
		}
		if strings.ContainsRune(particles, r) {
			o.particles++
		}
		last := &o.last[r%recentHan]
		distance := o.length - last.at
		if last.character == r && distance == last.distance && distance <= mostEven {
			o.even++
		}
		*last = occurrence{r, o.length, distance}
		if o.pairs == stretchPairs {
			broken = o.endStretch() || broken
		}
	}
	return broken
}

// turnedRow reports whether a second part of the last rows stands backwards. Lines may be written forwards and backwards in turn.
func (o *order) turnedRow(row []rune) (broken bool) {
	sum := 0
	for i, r := range row[1:] {
		if wordPairs().has(packed(row[i], r)) {
			sum = max(sum-1, 0)
		}
		if wordPairs().has(packed(r, row[i])) {
			sum++
		}
		if sum < turnedPairs {
			continue
		}
		at := o.length + i
		broken = broken || o.turned > 0 && at-o.turned < turnedWithin
		o.turned, sum = at, 0
	}
	return broken
}

// endStretch reports whether the characters of a stretch are in no order, and begins the next one.
func (o *order) endStretch() bool {
	scrambled := float64(o.known) < knownShare*stretchPairs && o.particles >= leastParticles
	mixed := float64(o.even) >= evenShare*stretchPairs
	o.pairs, o.known, o.particles, o.even, o.seen = 0, 0, 0, 0, [pairBits / 64]uint64{}
	return scrambled || mixed
}

// spelling measures whether the letters of English words stand in their order. Where they are backwards or swapped, its particles are no
// words of any language; where those inside words are mixed, as people can still read them, fewer pairs of letters are frequent ones.
// The zero value is ready.
type spelling struct {
	word         [3]byte   // the first letters of the word
	small        bool      // after a blank, and all letters are small ones of ASCII
	known        int       // frequent pairs of letters in the word
	hash         uint32    // of the word
	seen         [4]uint64 // hashes of the words of the stretch, since logs and tables repeat theirs
	pairs, right int       // pairs in different long words of the stretch, and frequent ones
	particles    int
	mixed        int // particles with their letters in another order
}

var (
	englishParticles = map[[3]byte]bool{{'t', 'h', 'e'}: true, {'o', 'f'}: true, {'a', 'n', 'd'}: true, {'t', 'o'}: true, {'i', 'n'}: true,
		{'i', 's'}: true}
	mixedParticles = map[[3]byte]bool{{'e', 'h', 't'}: true, {'h', 't', 'e'}: true, {'t', 'e', 'h'}: true, {'f', 'o'}: true,
		{'d', 'n', 'a'}: true, {'n', 'a', 'd'}: true, {'a', 'd', 'n'}: true, {'o', 't'}: true}
)

const (
	leastMixed   = 4 // of 750,000 stretches of ordinary texts none has as many
	leastEnglish = 8 // particles in a stretch of English
	leastPairs   = 100
	usualWord    = 20
	rightShare   = 0.73 // English has 0.93, one stretch in 30,000 less than this; mixed letters have 0.72
)

// read takes the letter at a place in its word and the character before it.
func (s *spelling) read(letter byte, place int, before rune) {
	small := letter >= 'a' && letter <= 'z'
	if place == 0 {
		s.word, s.known, s.hash, s.small = [3]byte{}, 0, 0, before == ' ' || before == '\n'
	} else if small && before >= 'a' && before <= 'z' && letterPairs[before-'a'][letter-'a'] {
		s.known++
	}
	s.hash = s.hash*31 + uint32(letter)
	if s.small = s.small && small; place < len(s.word) {
		s.word[place] = letter
	}
}

// endWord ends a word of so many letters.
func (s *spelling) endWord(letters int) {
	switch {
	case letters == 0 || !s.small || letters > usualWord:
	case letters > len(s.word):
		bit := s.hash * 0x9E3779B1 >> 24
		if s.seen[bit/64]>>(bit%64)&1 == 0 {
			s.seen[bit/64] |= 1 << (bit % 64)
			s.pairs += letters - 1
			s.right += s.known
		}
	case englishParticles[s.word]:
		s.particles++
	case mixedParticles[s.word]:
		s.mixed++
	}
}

// scrambled reports whether the letters of the words read so far are in no order.
func (s *spelling) scrambled() bool {
	return s.mixed >= leastMixed ||
		s.particles >= leastEnglish && s.pairs >= leastPairs && float64(s.right) < rightShare*float64(s.pairs)
}
