package texttest

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// Span is a half-open range of code points.
type Span struct{ Start, End int }

// Passage is a passage of a text of the library in a suspicious text.
type Passage struct {
	Kind         string // one of Set.Kinds
	Text, Source int    // indexes into Set.Suspicious and Set.Library
	This, There  Span   // in the suspicious text and in the source
}

// Set is a library and texts to check against it.
type Set struct {
	Kinds      []string
	Library    []string
	Suspicious []string
	Clean      []string // on the subjects of the library, with nothing of it
	Passages   []Passage
}

// Sum names the set by its content.
func (s *Set) Sum() string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %v", s.Library, s.Suspicious, s.Clean, s.Passages)
	return hex.EncodeToString(h.Sum(nil))[:16]
}

// plan is how large a set is.
type plan struct {
	rules, space               string
	kinds                      []string
	subjects                   int
	library, suspicious, clean int // texts
	passages                   int // of a suspicious text
	characters                 int // of a text, at least
	shortest, longest          int // passage, characters
}

// ChineseSet makes the Chinese set.
func ChineseSet() *Set {
	return plan{
		rules: chineseRules, kinds: []string{verbatim, edit05, edit15, edit30, reorder, insert, homophone, invisible},
		subjects: 6, library: 60, suspicious: 32, clean: 12, passages: 4, characters: 3000, shortest: 40, longest: 800,
	}.make(1)
}

// EnglishSet makes the English set.
func EnglishSet() *Set {
	return plan{
		rules: englishRules, space: " ", kinds: []string{verbatim, edit05, edit15, edit30, reorder, insert, invisible},
		subjects: 5, library: 40, suspicious: 21, clean: 8, passages: 4, characters: 7000, shortest: 120, longest: 2400,
	}.make(2)
}

func (p plan) make(seed uint64) *Set {
	r := rand.New(rand.NewPCG(seed, seed)) //nolint:gosec // a made text is the same each time
	g := parse(p.rules, p.space)
	var subjects []*subject
	for range p.subjects {
		subjects = append(subjects, &subject{g, g.preference(r)})
	}
	about := func(i int) *topic { return subjects[i%len(subjects)].topic(r) }
	set := &Set{Kinds: p.kinds}
	for i := range p.library {
		set.Library = append(set.Library, strings.Join(about(i).text(r, p.characters), "\n"))
	}
	for i := range p.clean {
		set.Clean = append(set.Clean, strings.Join(about(i).text(r, p.characters), "\n"))
	}
	c := newChanger(g, set.Library)
	for i := range p.suspicious {
		own := about(i)
		var b strings.Builder
		n := 0
		write := func(text string) {
			b.WriteString(text)
			n += len([]rune(text))
		}
		hosts := own.text(r, p.characters)
		for j, host := range hosts {
			if j > 0 {
				write("\n")
			}
			// A passage stands in the middle of a paragraph; the paragraphs that have
			// one lie as far apart as can be.
			k := j * p.passages / len(hosts)
			if j > 0 && k == (j-1)*p.passages/len(hosts) {
				write(host)
				continue
			}
			before, after := cutSentence(host, p.space)
			write(before + p.space)
			kind := p.kinds[(i*p.passages+k)%len(p.kinds)]
			source := r.IntN(len(set.Library))
			there, passage := p.passage(r, set.Library[source])
			start := n
			write(c.change(r, own, kind, passage))
			set.Passages = append(set.Passages, Passage{kind, i, source, Span{start, n}, there})
			write(p.space + after)
		}
		set.Suspicious = append(set.Suspicious, b.String())
	}
	return set
}

// passage draws a passage of a text: short ones as often as long ones, from one
// character or word to another, on one line.
func (p plan) passage(r *rand.Rand, text string) (Span, string) {
	runes := []rune(text)
	length := int(float64(p.shortest) * math.Pow(float64(p.longest)/float64(p.shortest), r.Float64()))
	start := r.IntN(len(runes) - length)
	end := start + length
	if p.space != "" { // to the ends of words
		for runes[start] != ' ' {
			start--
			if start < 0 {
				break
			}
		}
		start++
		for end < len(runes) && runes[end] != ' ' {
			end++
		}
	}
	return Span{start, end}, strings.ReplaceAll(string(runes[start:end]), "\n", p.space)
}

// cutSentence cuts a paragraph behind its first sentence.
func cutSentence(paragraph, space string) (before, after string) {
	for _, stop := range []string{"。", ". "} {
		if first, rest, ok := strings.Cut(paragraph, stop); ok {
			return first + strings.TrimSuffix(stop, space), rest
		}
	}
	return paragraph, ""
}
