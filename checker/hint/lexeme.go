package hint

import (
	"strings"
	"sync"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"

	"zhiwen/checker/text/word"
)

// Lexeme holds what does not depend on where a word occurs. It never changes and is safe for concurrent use.
type Lexeme struct {
	Term     uint32 // what is compared: words of one stem have one term
	Language Language
	Number   bool   // digits only
	Text     string // as it is folded; of English the stem

	stop       bool    // it says nothing of a subject, and is no Word
	rarity     float64 // of a Chinese word: a logarithm as word.Entry.Rarity
	stem       uint64  // of an English word: stemKey of Text
	root       uint64  // of an English word: stemKey of how Text begins, 0 where it is shorter
	dictionary *Dictionary
	lookUp     sync.Once
	meanings   []Meant
	parts      []part
}

// part is a word of the dictionary that a Chinese word is made of, as a rule the word itself.
type part struct {
	text     string
	meanings []Meant
}

// look looks a word up in the dictionary.
func (x *Lexeme) look() {
	x.lookUp.Do(func() {
		switch {
		case x.Number:
			return
		case x.Language == English:
			x.meanings = x.dictionary.through(x.Text)
			return
		}
		x.meanings = x.dictionary.Meanings(x.Text)
		for _, p := range x.dictionary.parts(x.Text) {
			x.parts = append(x.parts, part{p, x.dictionary.Meanings(p)})
		}
	})
}

// meant returns what a word means as a whole: by its key two words of one language mean the same. It returns nothing without a dictionary.
func (x *Lexeme) meant() []Meant {
	x.look()
	return x.meanings
}

// inParts returns the words of the dictionary that a Chinese word is made of.
func (x *Lexeme) inParts() []part {
	x.look()
	return x.parts
}

// mostLexemes bounds how many lexemes a vocabulary keeps: some 15 MB.
const mostLexemes = 1 << 16

// vocabulary keeps lexemes by what was written, so that a word is stemmed and looked up once and not wherever it stands. It is for
// one goroutine at a time.
type vocabulary map[string]*Lexeme

// of returns the lexeme of a written word and makes it if necessary. A full vocabulary starts again empty.
func (v vocabulary) of(written string, make func(string) *Lexeme) *Lexeme {
	x := v[written]
	if x == nil {
		if len(v) >= mostLexemes {
			clear(v)
		}
		written = strings.Clone(written) // it is a part of a text
		x = make(written)
		v[written] = x
	}
	return x
}

// han returns the lexeme of a Chinese word.
func (c *Cutter) han(v vocabulary, s string) *Lexeme {
	return v.of(s, func(s string) *Lexeme {
		entry := c.lexicon.Of(word.Hash(s))
		return &Lexeme{
			Term: termOf(s), Language: Chinese, Text: s,
			stop: entry.Stop, rarity: float64(entry.Rarity), dictionary: c.dictionary,
		}
	})
}

// rootLetters is how many letters two English stems that share no more begin with alike: analysi and analyt. Fewer are often chance,
// such as inter and inte.
const rootLetters = 5

// leastLatin is the letters that an English word has at the least: shorter ones are grammar and variables.
const leastLatin = 3

// latin returns the lexeme of letters and digits as they stand in a text.
func (c *Cutter) latin(v vocabulary, s string) *Lexeme {
	return v.of(strings.ToLower(s), func(s string) *Lexeme {
		letters, digits := 0, 0
		for _, r := range s {
			switch {
			case unicode.IsDigit(r):
				digits++
			case unicode.IsLetter(r):
				letters++
			}
		}
		if letters == 0 {
			return &Lexeme{Term: termOf(s), Language: English, Number: true, Text: s, stop: digits < 2}
		}
		if letters < leastLatin || digits > 0 {
			return &Lexeme{stop: true}
		}
		if i := strings.IndexAny(s, "'’"); i >= leastLatin { // Grant's
			s = s[:i]
		}
		if c.lexicon.Of(word.Hash(s)).Stop {
			return &Lexeme{stop: true}
		}
		s = Stem(s)
		x := &Lexeme{Term: termOf(s), Language: English, Text: s, stem: stemKey(s), dictionary: c.dictionary}
		if len(s) >= rootLetters {
			x.root = stemKey(s[:rootLetters])
		}
		return x
	})
}

// Stem returns the stem of an English word in small letters, by Porter's second stemmer.
func Stem(s string) string {
	env := snowballstem.NewEnv(s)
	english.Stem(env)
	return env.Current()
}
