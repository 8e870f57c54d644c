package hint

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/text"
	"zhiwen/checker/text/word"
	"zhiwen/extract"
)

// Language is which words a stretch of text is made of.
type Language uint8

// The languages: of Chinese characters, and of Latin letters (for which the rules and the
// dictionary are those of English).
const (
	Chinese Language = iota
	English
	languages
)

// Other returns the language that a text of this one may be translated into.
func (l Language) Other() Language { return English - l }

// Word is a word of a document that says something of its subject, where it stands.
type Word struct {
	Start, End int32 // code points of the document's text, half-open
	Sentence   int32 // of text.Text.Sentences
	*Lexeme
}

// termBits is how many bits a term has: of the 500,000 words that a large library has, one
// in 500 shares its term with another, and it takes four bytes with seven bits each.
const termBits = 28

func termOf(s string) uint32 { return uint32(word.Hash(s) >> (64 - termBits)) }

// Cutter cuts documents into words. It is safe for concurrent use.
type Cutter struct {
	words        *word.Cutter
	lexicon      *word.Lexicon
	dictionary   *Dictionary
	vocabularies sync.Pool // of vocabulary, from text to text
}

// NewCutter loads what a Cutter needs. The dictionary is nil where translations are not looked for. The error is one of the
// file system.
func NewCutter(words *word.Cutter, dictionary *Dictionary) (*Cutter, error) {
	lexicon, err := words.Lexicon()
	if err != nil {
		return nil, err
	}
	words.Prepare()
	return &Cutter{
		words: words, lexicon: lexicon, dictionary: dictionary,
		vocabularies: sync.Pool{New: func() any { return vocabulary{} }},
	}, nil
}

// Translates reports whether there is a dictionary of translations.
func (c *Cutter) Translates() bool { return c.dictionary != nil }

// Words returns the words of a document in order: Chinese ones of two characters and more and
// English ones of three letters and more, but no stop words; and numbers. Words of code, of formulas and
// of web addresses are not among them: they are the same in every language and on every subject. t is what
// text.New made of d.
func (c *Cutter) Words(d *extract.Document, t *text.Text) []Word {
	return c.of(d, t, func(text.Sentence) bool { return true })
}

// WordsAt returns those of Words that stand in sentences of which one of the places has a part.
func (c *Cutter) WordsAt(d *extract.Document, t *text.Text, places []extract.Span) []Word {
	return c.of(d, t, func(s text.Sentence) bool {
		return slices.ContainsFunc(places, func(p extract.Span) bool { return s.Start < p.End && p.Start < s.End })
	})
}

// of returns the words of the wanted sentences.
func (c *Cutter) of(d *extract.Document, t *text.Text, wanted func(text.Sentence) bool) []Word {
	var out []Word
	known := c.vocabularies.Get().(vocabulary)
	at := cursor{rest: d.Text}
	var han strings.Builder
	var symbols []int32 // of each character of han
	flush := func(sentence int) {
		if len(symbols) > 1 {
			out = c.cut(out, known, han.String(), symbols, t, int32(sentence))
		}
		han.Reset()
		symbols = symbols[:0]
	}
	for n, s := range t.Sentences {
		if !wanted(s) {
			continue
		}
		for i := s.First; i < s.Last; i++ {
			between := at.to(int(t.Start[i]))
			written := at.to(int(t.End[i]))
			if t.Char[i]&text.WordBit == 0 {
				// A line of a file may end within a word: white space is no end of a run.
				if !unicode.Is(unicode.Han, rune(t.Char[i])) || !blank(between) {
					flush(n)
				}
				if unicode.Is(unicode.Han, rune(t.Char[i])) {
					han.WriteRune(rune(t.Char[i]))
					symbols = append(symbols, int32(i))
				}
				continue
			}
			flush(n)
			if t.Mark[i]&(text.MarkAddress|text.MarkCode) != 0 {
				continue
			}
			if x := c.latin(known, written); !x.stop {
				out = append(out, Word{t.Start[i], t.End[i], int32(n), x})
			}
		}
		flush(n)
	}
	c.vocabularies.Put(known) // not after a panic: nobody knows what is in it
	return out
}

// cursor goes through a text by code points.
type cursor struct {
	rest string
	pos  int // of rest in the text
}

// to returns what stands between the place of the cursor and a later one, and goes there.
func (c *cursor) to(pos int) string {
	n := 0
	for ; c.pos < pos && n < len(c.rest); c.pos++ {
		_, size := utf8.DecodeRuneInString(c.rest[n:])
		n += size
	}
	out := c.rest[:n]
	c.rest = c.rest[n:]
	return out
}

func blank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) && !text.Invisible(r) {
			return false
		}
	}
	return true
}

// cut appends the words of a run of Chinese characters.
func (c *Cutter) cut(out []Word, known vocabulary, run string, symbols []int32, t *text.Text, sentence int32) []Word {
	n := 0
	for _, w := range c.words.Cut(run) {
		s := run[w.Start:w.End]
		first := n
		n += utf8.RuneCountInString(s)
		if n-first < 2 {
			continue
		}
		if x := c.han(known, s); !x.stop {
			out = append(out, Word{t.Start[symbols[first]], t.End[symbols[n-1]], sentence, x})
		}
	}
	return out
}
