package texttest

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// grammar says how sentences of a language are made; zh.txt describes the form of
// the files.
type grammar struct {
	words map[string][]string // the commonest first
	forms map[string][]string
	open  []string // the names to which a text can add words of its own
	parts []string // what such words are made of
	space string   // between sentences and words
}

//go:embed zh.txt
var chineseRules string

//go:embed en.txt
var englishRules string

func parse(rules, space string) *grammar {
	g := &grammar{words: map[string][]string{}, forms: map[string][]string{}, space: space}
	for line := range strings.Lines(rules) {
		line = strings.TrimRight(line, "\n")
		if name, form, ok := strings.Cut(line, " > "); ok {
			g.forms[name] = append(g.forms[name], form)
		} else if name, words, ok := strings.Cut(line, " = "); ok {
			for w := range strings.FieldsSeq(words) {
				switch name {
				case "open":
					g.open = append(g.open, w)
				case "parts":
					g.parts = append(g.parts, w)
				default:
					g.words[name] = append(g.words[name], strings.ReplaceAll(w, "_", " "))
				}
			}
		} else if line != "" && !strings.HasPrefix(line, "#") {
			panic(fmt.Sprintf("planted: %q is no rule", line))
		}
	}
	return g
}

// subject is what texts are about, and topic what one text is about: the words
// that they prefer. Texts on one subject have words in common by chance, as
// applications to one programme have. Each prefers others of them, and has words
// that no other text has: names, materials, places.
type subject struct {
	grammar *grammar
	order   preference
}

type topic struct {
	*subject
	order preference
	own   map[string][]string
}

// preference puts the words of each name in order, the preferred first.
type preference map[string][]int

func (g *grammar) preference(r *rand.Rand) preference {
	out := preference{}
	for _, name := range slices.Sorted(maps.Keys(g.words)) {
		out[name] = r.Perm(len(g.words[name]))
	}
	return out
}

func (s *subject) topic(r *rand.Rand) *topic {
	t := &topic{subject: s, order: s.grammar.preference(r), own: map[string][]string{}}
	for _, name := range s.grammar.open {
		for range ownWords {
			t.own[name] = append(t.own[name], s.grammar.invent(r))
		}
	}
	return t
}

// invent makes a word of two parts.
func (g *grammar) invent(r *rand.Rand) string {
	return g.parts[r.IntN(len(g.parts))] + g.parts[r.IntN(len(g.parts))]
}

// Of the words of a text some are its own, some are drawn by the order of its
// topic, some by that of its subject, and the rest by that of the language. Each
// prefers the words of low rank: of n words the one of rank k comes with a
// frequency that falls as (k/n)^(1/skew-1), much as in prose.
const (
	ownWords  = 60 // of each open name
	ofOwn     = 0.4
	ofTopic   = 0.4
	ofSubject = 0.1
	skew      = 1.5
)

func (t *topic) word(r *rand.Rand, name string) string {
	words, u, x := t.grammar.words[name], math.Pow(r.Float64(), skew), r.Float64()
	rank := int(float64(len(words)) * u)
	switch own := t.own[name]; {
	case x < ofOwn && own != nil:
		return own[int(float64(len(own))*u)]
	case x < ofOwn+ofTopic:
		rank = t.order[name][rank]
	case x < ofOwn+ofTopic+ofSubject:
		rank = t.subject.order[name][rank]
	}
	return words[rank]
}

var slot = regexp.MustCompile(`\{[^}]+\}`)

// phrase makes a phrase of a named form, or draws a word.
func (t *topic) phrase(r *rand.Rand, name string) string {
	forms := t.grammar.forms[name]
	if forms == nil {
		if t.grammar.words[name] == nil {
			panic(fmt.Sprintf("planted: there is no %q", name))
		}
		return t.word(r, name)
	}
	return slot.ReplaceAllStringFunc(forms[r.IntN(len(forms))], func(inner string) string {
		return t.phrase(r, inner[1:len(inner)-1])
	})
}

// sentence begins with a capital and ends with its punctuation.
func (t *topic) sentence(r *rand.Rand) string {
	runes := []rune(t.phrase(r, "s"))
	runes[0] = unicode.ToUpper(runes[0])
	return strings.TrimSpace(string(runes))
}

// text makes paragraphs of three to seven sentences, in all of at least so many
// characters.
func (t *topic) text(r *rand.Rand, characters int) []string {
	var paragraphs []string
	for n := 0; n < characters; {
		var sentences []string
		for range 3 + r.IntN(5) {
			sentences = append(sentences, t.sentence(r))
		}
		p := strings.Join(sentences, t.grammar.space)
		paragraphs = append(paragraphs, p)
		n += len([]rune(p))
	}
	return paragraphs
}
