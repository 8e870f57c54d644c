package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"zhiwen/checker/crowd"
	"zhiwen/checker/evidence"
	"zhiwen/checker/internal/texttest"
	"zhiwen/extract"
)

// kind is what a character is.
type kind uint8

const (
	own         kind = iota
	research         // taken from what several share
	form             // printed by the form or template
	institution      // given by an institution to its applicants
	kinds
)

// document is an application with what each of its characters is.
type document struct {
	who      evidence.Identity
	document *extract.Document
	kinds    []kind
}

// set is a library and what is checked against it.
type set struct {
	name    string
	form    []*extract.Document // blank; nil where there is none to be given
	library []document
	shared  []sharing
	clean   []document
}

// sharing is a checked document with a text that so many of the library share.
type sharing struct {
	sharers  int
	how      string
	document document
}

// writer puts a document together, a paragraph a line.
type writer struct {
	text  strings.Builder
	kinds []kind
}

func (w *writer) add(k kind, lines ...string) {
	for _, l := range lines {
		w.text.WriteString(l + "\n")
		w.kinds = append(w.kinds, make([]kind, utf8.RuneCountInString(l)+1)...)
		for i := len(w.kinds) - utf8.RuneCountInString(l) - 1; i < len(w.kinds); i++ {
			w.kinds[i] = k
		}
	}
}

func (w *writer) done(who evidence.Identity) document {
	return document{who, texttest.Document(strings.TrimSuffix(w.text.String(), "\n")), w.kinds[:len(w.kinds)-1]}
}

// pool returns paragraphs of prose, each once.
type pool struct {
	rand *rand.Rand
	left []string
}

// The length of a paragraph that is used, in Chinese characters; a Latin letter is a third of one.
const (
	shortest = 90
	longest  = 420
)

// readPool reads the paragraphs of a folder, in an order that depends on the seed.
func readPool(dir string, seed int) (*pool, error) {
	texts, err := crowd.Texts(dir)
	if err != nil {
		return nil, err
	}
	p := &pool{rand: rand.New(rand.NewPCG(uint64(seed), 9))}
	known := map[string]bool{}
	for _, t := range texts {
		for line := range strings.SplitSeq(strings.ReplaceAll(t, "\n\n", "\x00"), "\x00") {
			for line := range prose(line) {
				if !known[line] {
					known[line] = true
					p.left = append(p.left, line)
				}
			}
		}
	}
	p.rand.Shuffle(len(p.left), func(i, j int) { p.left[i], p.left[j] = p.left[j], p.left[i] })
	return p, nil
}

// prose yields the paragraphs of a part of a text that are whole sentences of the usual length.
func prose(part string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.SplitSeq(part, "\n") {
			line = strings.Join(strings.Fields(strings.TrimLeft(line, " #>-*|0123456789.")), " ")
			length, letters := 0, 0
			for _, r := range line {
				if unicode.Is(unicode.Han, r) {
					length += 3
					letters++
				} else {
					length++
					if unicode.IsLetter(r) || r == ' ' {
						letters++
					}
				}
			}
			ends := strings.HasSuffix(line, "。") || strings.HasSuffix(line, "！") || strings.HasSuffix(line, ".")
			if ends && length >= 3*shortest && length <= 3*longest && letters*10 > utf8.RuneCountInString(line)*8 && !yield(line) {
				return
			}
		}
	}
}

// take returns n paragraphs that nobody has had.
func (p *pool) take(n int) []string {
	if n > len(p.left) {
		panic(fmt.Sprintf("the folder has %d paragraphs too few", n-len(p.left)))
	}
	out := p.left[:n]
	p.left = p.left[n:]
	return out
}

// shared is a text that several share: a paragraph for each of the first parts.
type shared struct {
	paragraphs []string
	edited     bool // each who has it has changed it a little
}

// texts draws a text for each number of sharers that a library of this size can have, who has each, and how.
func (p *pool) texts(size int) (texts []shared, sharers []int, has [][]int) {
	has = make([][]int, size)
	for _, edited := range []bool{false, true} {
		for _, n := range sharings {
			if n >= size {
				continue
			}
			texts = append(texts, shared{p.take(paragraphs), edited})
			sharers = append(sharers, n)
			for _, at := range p.rand.Perm(size)[:n] {
				has[at] = append(has[at], len(texts)-1)
			}
		}
	}
	return texts, sharers, has
}

// place draws where among so many own paragraphs a shared one stands: of five two directly under the prompt.
func (p *pool) place(among int) int {
	if p.rand.IntN(5) < 2 {
		return 0
	}
	return p.rand.IntN(among + 1)
}

// of returns the paragraphs of a text as one of its sharers has them: where it is edited, one character
// or word in twenty is another of the text.
func (s shared) of(r *rand.Rand) []string {
	if !s.edited {
		return s.paragraphs
	}
	out := make([]string, len(s.paragraphs))
	for i, paragraph := range s.paragraphs {
		words := strings.SplitAfter(paragraph, " ")
		if len(words) < 20 {
			words = strings.Split(paragraph, "")
		}
		for j := range words {
			if r.IntN(20) == 0 {
				words[j] = words[r.IntN(len(words))]
			}
		}
		out[i] = strings.Join(words, "")
	}
	return out
}

// how says it for the table.
func (s shared) how() string {
	if s.edited {
		return "edited  "
	}
	return "verbatim"
}
