package hint

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/text/word"
)

// DictionaryName is the name of the dictionary's file beside those of words.
const DictionaryName = "cedict.txt"

// DictionaryHead is the first line of the file.
const DictionaryHead = "# CC-CEDICT, CC BY-SA 4.0, meanings shortened by zhiwen, form 1"

// Attribution is what the licence of the dictionary asks to be said.
const Attribution = "Translations are found with CC-CEDICT (https://cc-cedict.org), CC BY-SA 4.0, meanings shortened."

// ErrNoDictionary says that there is no dictionary of translations.
var ErrNoDictionary = errors.New("dictionary of translations not found")

// Dictionary says what Chinese words mean in English, and which mean an English word: CC-CEDICT, with English
// words by their stems. It is safe for concurrent use.
type Dictionary struct {
	entries map[string]*entry
	inverse sync.Once
	chinese map[string][]translation // by stem
}

// entry is what a word means. Most are never asked for, and are not taken apart.
type entry struct {
	written  string // meanings, tabs between
	apart    sync.Once
	meanings []Meant
}

type translation struct {
	word  string
	share float32
}

// ReadDictionary reads the file that internal/generate makes: 0.1 s. The error is one of the
// file system, ErrNoDictionary or one that says what is wrong with the file.
func ReadDictionary(path string) (*Dictionary, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoDictionary, path)
	}
	if err != nil {
		return nil, err
	}
	head, rest, _ := strings.Cut(string(data), "\n")
	if head != DictionaryHead {
		return nil, fmt.Errorf("%s is no dictionary of translations of this version: build it again with make", path)
	}
	d := &Dictionary{entries: make(map[string]*entry, strings.Count(rest, "\n"))}
	for line := range strings.SplitSeq(rest, "\n") {
		if w, meanings, ok := strings.Cut(line, "\t"); ok {
			d.entries[w] = &entry{written: meanings}
		}
	}
	return d, nil
}

// Meant is one meaning of a Chinese word.
type Meant struct {
	Gloss string   // as the dictionary has it
	Stems []string // of its words, without articles and the like

	key  uint64   // stemKey of the stems, spaces between
	keys []uint64 // stemKey of each
}

// stemKey returns what stems are compared by: words that differ have the same one as good as never.
func stemKey(stems string) uint64 { return word.Hash(stems) }

// Meanings returns what a word means.
func (d *Dictionary) Meanings(word string) []Meant {
	if d == nil {
		return nil
	}
	e := d.entries[word]
	if e == nil {
		return nil
	}
	e.apart.Do(func() {
		for gloss := range strings.SplitSeq(e.written, "\t") {
			m := Meant{Gloss: gloss, Stems: stems(gloss)}
			m.key = stemKey(strings.Join(m.Stems, " "))
			for _, s := range m.Stems {
				m.keys = append(m.keys, stemKey(s))
			}
			e.meanings = append(e.meanings, m)
		}
	})
	return e.meanings
}

// Translations returns the Chinese words that mean an English stem, in order, and how much of a meaning it is.
func (d *Dictionary) translations(stem string) []translation {
	d.inverse.Do(func() {
		d.chinese = map[string][]translation{}
		words := make([]string, 0, len(d.entries))
		for w := range d.entries {
			words = append(words, w)
		}
		slices.Sort(words)
		cache := map[string][]string{}
		for _, w := range words {
			best := map[string]float32{}
			var order []string
			for gloss := range strings.SplitSeq(d.entries[w].written, "\t") {
				s, ok := cache[gloss]
				if !ok {
					s = stems(gloss)
					cache[gloss] = s
				}
				for _, x := range s {
					share := 1 / float32(len(s))
					if best[x] == 0 {
						order = append(order, x)
					}
					best[x] = max(best[x], share)
				}
			}
			for _, x := range order {
				d.chinese[x] = append(d.chinese[x], translation{w, best[x]})
			}
		}
	})
	return d.chinese[stem]
}

// through returns what an English stem means by the Chinese words that it translates as a whole: two stems that translate one
// Chinese word are synonyms, such as begin and start by 开始. Words of one character have too many meanings to tell.
func (d *Dictionary) through(stem string) (meanings []Meant) {
	if d == nil {
		return nil
	}
	for _, t := range d.translations(stem) {
		if t.share == 1 && utf8.RuneCountInString(t.word) > 1 {
			meanings = append(meanings, Meant{Gloss: t.word, key: stemKey(t.word)})
		}
	}
	return meanings
}

// mostStems is how many words a meaning has at the most: longer ones are explanations.
const mostStems = 3

var (
	aside   = regexp.MustCompile(`\([^()]*\)|\[[^\[\]]*\]`)
	notices = regexp.MustCompile(`^(CL:|surname |variant of|old variant|see |see also|abbr\. (for|of)|also written|used in` +
		`|erhua variant|Japanese variant|unofficial variant|also pr\.|Taiwan pr\.|same as|equivalent to|radical |name of|place name` +
		`|particle )`)
)

// Meaning returns what of a meaning of CC-CEDICT translates a word: no notes in brackets, no references, no
// explanations of many words; "" where nothing is left.
func Meaning(s string) string {
	s = aside.ReplaceAllString(s, " ")
	s = strings.TrimSpace(s)
	if notices.MatchString(s) || strings.IndexFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0 {
		return ""
	}
	s = strings.Join(strings.Fields(strings.ReplaceAll(s, "\t", " ")), " ")
	n := len(stems(s))
	if n == 0 || n > mostStems {
		return ""
	}
	return s
}

// grammar holds the words of meanings that translate nothing.
var grammar = map[string]bool{}

func init() {
	for _, w := range strings.Fields(`a an the to of in on at by for with from and or as be is are was been sb sth one one's oneself
		etc esp fig lit eg ie not no very more most so such it its up out off into about this that which who what some any etc. usually
		being do does make get have has other another etc`) {
		grammar[w] = true
	}
}

// stems returns the stems of an English phrase's words that say something.
func stems(s string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(s),
		func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' }) {
		w = strings.TrimSuffix(strings.Trim(w, "'"), "'s")
		if grammar[w] || len(w) < leastLatin {
			continue
		}
		if w = Stem(w); !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}
