package char

import (
	_ "embed"
	"strings"
	"sync"
)

// spelling measures whether English is written in English words, in their order. Where letters are missing, doubled, swapped, mixed or
// put in, or words are cut, few of the long words are frequent ones. Where words or sentences are backwards, particles are no words of
// any language, or articles stand before prepositions. People can read such text; a comparison of words cannot. The zero value is
// ready.
type spelling struct {
	word      [3]byte   // the first letters of the word
	small     bool      // after a blank, and all letters are small ones of ASCII
	last      [3]byte   // the last word if it is a particle
	turned    int       // articles before other particles, beyond those behind them
	hash      uint32    // of the word
	seen      [8]uint64 // hashes of the long words of the window, since logs and tables repeat theirs
	long      int       // different long words in the window
	known     int       // frequent ones among them
	particles int
	mixed     int // particles with their letters in another order
}

//go:embed words.txt
var frequentWords string // written by internal/generate

var (
	theArticle       = [3]byte{'t', 'h', 'e'}
	englishParticles = map[[3]byte]bool{theArticle: true, {'o', 'f'}: true, {'a', 'n', 'd'}: true, {'t', 'o'}: true, {'i', 'n'}: true,
		{'i', 's'}: true}
	mixedParticles = map[[3]byte]bool{{'e', 'h', 't'}: true, {'h', 't', 'e'}: true, {'t', 'e', 'h'}: true, {'f', 'o'}: true,
		{'d', 'n', 'a'}: true, {'n', 'a', 'd'}: true, {'a', 'd', 'n'}: true, {'o', 't'}: true}
	knownWords = sync.OnceValue(func() map[uint32]bool {
		known := map[uint32]bool{}
		for word := range strings.FieldsSeq(frequentWords) {
			known[spelledHash(word)] = true
		}
		return known
	})
)

const (
	wordWindow   = 30 // different long words that are judged together
	leastEnglish = 8  // particles among them in English
	leastTurned  = 4  // articles before other particles, beyond those behind them: texts that lack a few words have three
	leastMixed   = 4  // of 750,000 stretches of ordinary texts none has as many
	leastWord    = 4  // letters of a long word
	usualWord    = 20
	spelledShare = 0.08 // of the long words: of 90,000 windows of English texts some 20 have fewer frequent ones, most of them misread
)

// spelledHash returns the hash of a word.
func spelledHash(word string) (hash uint32) {
	for i := range len(word) {
		hash = hash*31 + uint32(word[i])
	}
	return hash
}

// EnglishLetters reports whether a word consists of so many small letters as a long word of English.
func EnglishLetters(word string) bool {
	return len(word) >= leastWord && len(word) <= usualWord && strings.IndexFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) < 0
}

// read takes the letter at a place in its word and the character before it.
func (s *spelling) read(letter byte, place int, before rune) {
	if place == 0 {
		s.word, s.hash, s.small = [3]byte{}, 0, before == ' ' || before == '\n'
	}
	s.hash = s.hash*31 + uint32(letter)
	if s.small = s.small && letter >= 'a' && letter <= 'z'; place < len(s.word) {
		s.word[place] = letter
	}
}

// endWord ends a word of so many letters, and reports whether English that is not written in its words ends with it.
func (s *spelling) endWord(letters int) (broken bool) {
	if letters == 0 {
		return false
	}
	last := s.last
	s.last = [3]byte{}
	switch {
	case !s.small || letters > usualWord:
	case letters >= leastWord:
		bit := s.hash * 0x9E3779B1 >> 23
		if s.seen[bit/64]>>(bit%64)&1 != 0 {
			break
		}
		s.seen[bit/64] |= 1 << (bit % 64)
		if knownWords()[s.hash] {
			s.known++
		}
		if s.long++; s.long == wordWindow {
			broken = s.mixed >= leastMixed || s.particles >= leastEnglish && float64(s.known) < spelledShare*wordWindow
			*s = spelling{last: s.last, turned: s.turned}
		}
	case englishParticles[s.word]:
		s.particles++
		s.last = s.word
		switch before, after := last == theArticle, s.word == theArticle; {
		case before && !after:
			s.turned++
		case after && !before && last[0] != 0:
			s.turned = max(s.turned-1, 0)
		}
		if broken = s.turned == leastTurned; broken {
			s.turned = 0
		}
	case mixedParticles[s.word]:
		s.mixed++
	}
	return broken
}
