package search

import (
	"bytes"
	"errors"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/registry"

	"zhiwen/checker/script"
	"zhiwen/checker/text/word"
	"zhiwen/extract/glyph"
)

// The parts of the analysers, by the names under which bleve knows them. They
// stand in the mapping that an index keeps, so renaming one is a new version.
const (
	simplifyName  = "zhiwen_simplify"   // character filter: traditional to simplified, radicals to characters
	wordName      = "zhiwen_word"       // tokenizer: gojieba's words and the words inside them
	characterName = "zhiwen_character"  // tokenizer: every Chinese character
	foldName      = "zhiwen_nfkc"       // token filter: full width, ligatures, superscripts
	textAnalyser  = "zhiwen_text"       // what is written
	nameAnalyser  = "zhiwen_name"       // names of people, which no dictionary knows
	exactAnalyser = "zhiwen_exact_name" // a whole name as one term
	exactJoin     = "zhiwen_join"       // token filter: one term of all
)

// cutter is the process's dictionary. bleve makes analysers itself, from names
// and the configuration stored with an index, and a dictionary is neither.
var cutter atomic.Pointer[word.Cutter]

var errNoCutter = errors.New("search index opened without its package")

func init() {
	err := errors.Join(
		registry.RegisterCharFilter(simplifyName, func(map[string]any, *registry.Cache) (analysis.CharFilter, error) {
			return simplifier{}, nil
		}),
		registry.RegisterTokenizer(wordName, func(map[string]any, *registry.Cache) (analysis.Tokenizer, error) {
			c := cutter.Load()
			if c == nil {
				return nil, errNoCutter
			}
			return tokenizer{han: c.CutSearch}, nil
		}),
		registry.RegisterTokenizer(characterName, func(map[string]any, *registry.Cache) (analysis.Tokenizer, error) {
			return tokenizer{han: characters}, nil
		}),
		registry.RegisterTokenFilter(exactJoin, func(map[string]any, *registry.Cache) (analysis.TokenFilter, error) {
			return joiner{}, nil
		}),
	)
	if err != nil {
		panic(err) // two parts of one name: a fault of the program that its first start shows
	}
}

// simplifier puts simplified for traditional characters, and characters for
// radicals. Offsets stay, since it replaces characters only by others of the
// same length in UTF-8, which is all but a few rare ones.
type simplifier struct{}

// Filter implements analysis.CharFilter.
func (simplifier) Filter(in []byte) []byte {
	var out []byte
	for i := 0; i < len(in); {
		r, size := utf8.DecodeRune(in[i:])
		if s := simplified(r); s != r {
			if out == nil {
				out = bytes.Clone(in)
			}
			utf8.EncodeRune(out[i:], s)
		}
		i += size
	}
	if out == nil {
		return in
	}
	return out
}

// simplified returns the simplified form of a Chinese character, and of the one
// that a radical stands for, where that is as long in UTF-8; else the code point
// itself.
func simplified(r rune) rune {
	if !unicode.Is(unicode.Han, r) {
		return r
	}
	if s := script.Simplified(glyph.OfRadical(r)); utf8.RuneLen(s) == utf8.RuneLen(r) {
		return s
	}
	return r
}

// Bounds of what one run of characters without a blank can be, since a term goes through every
// filter and stands in memory as a whole, and the words of a Chinese run are looked for in it as a
// whole. What is longer is cut into pieces that follow one another, so nothing of it is left out,
// and a search for the run is cut as it is.
const (
	// maxTerm is the most characters of a term: more than any word of a dictionary or compound
	// that somebody searches for (the longest that are printed have 80).
	maxTerm = 100
	// maxHan is the most Chinese characters that words are looked for in at a time: many times
	// the longest sentence, so that no word of a text with punctuation is cut apart.
	maxHan = 5_000
)

// tokenizer makes terms of words: what han makes of each run of Chinese
// characters, and each run of other letters and digits as one.
//
// A position counts Chinese characters and other words, not terms: a term's
// position is that of its first character, so that terms that overlap stand
// where they stand in the text, and a phrase is found however the text around
// it was cut. Punctuation, spaces and line ends take no position.
type tokenizer struct {
	han func(string) []word.Word
}

// Tokenize implements analysis.Tokenizer.
func (t tokenizer) Tokenize(in []byte) analysis.TokenStream {
	tokens := make(analysis.TokenStream, 0, len(in)/4)
	position := 1
	for i := 0; i < len(in); {
		start := i
		kind := classAt(in, &i)
		if kind == other {
			continue
		}
		most := maxTerm
		if kind == han {
			most = maxHan
		}
		for n := 1; i < len(in) && n < most; n++ {
			end := i
			if classAt(in, &i) != kind {
				i = end
				break
			}
		}
		if kind == letter {
			tokens = append(tokens, &analysis.Token{
				Start: start, End: i, Term: bytes.Clone(in[start:i]), Position: position, Type: analysis.AlphaNumeric,
			})
			position++
			continue
		}
		run := string(in[start:i])
		for _, w := range t.han(run) {
			tokens = append(tokens, &analysis.Token{
				Start: start + w.Start, End: start + w.End, Term: []byte(run[w.Start:w.End]),
				Position: position + utf8.RuneCountInString(run[:w.Start]), Type: analysis.Ideographic,
			})
		}
		position += utf8.RuneCountInString(run)
	}
	return tokens
}

// class is what a character is to the tokenizer.
type class int

const (
	other  class = iota
	letter       // letters, digits and the marks on them, of any script but Han
	han
)

// classAt returns the class of the character at in[*i] and moves *i past it.
func classAt(in []byte, i *int) class {
	r, size := utf8.DecodeRune(in[*i:])
	*i += size
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return letter
		}
		return other
	case unicode.Is(unicode.Han, r) && !unicode.IsSymbol(r): // the symbols are radicals
		return han
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
		return letter
	}
	return other
}

// characters cuts s into its characters.
func characters(s string) []word.Word {
	words := make([]word.Word, 0, len(s)/3)
	for i, r := range s {
		words = append(words, word.Word{Start: i, End: i + utf8.RuneLen(r)})
	}
	return words
}

// joiner makes one term of all terms of a field.
type joiner struct{}

// Filter implements analysis.TokenFilter.
func (joiner) Filter(in analysis.TokenStream) analysis.TokenStream {
	if len(in) == 0 {
		return in
	}
	var term []byte
	for _, t := range in {
		term = append(term, t.Term...)
	}
	return analysis.TokenStream{{
		Start: in[0].Start, End: in[len(in)-1].End, Term: term, Position: 1, Type: analysis.Single,
	}}
}
