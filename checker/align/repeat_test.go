package align

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// coveredIn returns the share of the characters of a part of s that matches cover, in all
// places where the part begins with one of marks.
func coveredShare(matches []Match, spans []Span) float64 {
	all, in := 0, 0
	covered := map[int]bool{}
	for _, m := range matches {
		for i := m.Query.Start; i < m.Query.End; i++ {
			covered[i] = true
		}
	}
	for _, s := range spans {
		for i := s.Start; i < s.End; i++ {
			all++
			if covered[i] {
				in++
			}
		}
	}
	return float64(in) / float64(all)
}

// builder puts a text together and notes where copies stand.
type builder struct {
	strings.Builder
	n      int
	copies []Span
}

func (b *builder) add(s string) { b.WriteString(s); b.n += len([]rune(s)) }

func (b *builder) copy(s string) {
	start := b.n
	b.add(s)
	b.copies = append(b.copies, Span{start, b.n})
}

// editedIn replaces one character in so many by another one, but no stops.
func editedIn(r *rand.Rand, s string, one int) string {
	runes := []rune(s)
	for i := range runes {
		if one > 0 && runes[i] != '。' && runes[i] != ' ' && runes[i] != '.' && r.IntN(one) == 0 {
			runes[i] = []rune("某甚孰曷匪伊胡奚")[r.IntN(8)]
		}
	}
	return string(runes)
}

func editedWords(r *rand.Rand, s string, one int) string {
	words := strings.Fields(s)
	for i := range words {
		if one > 0 && r.IntN(one) == 0 {
			words[i] = fmt.Sprintf("word%d", r.IntN(1000))
		}
	}
	return strings.Join(words, " ") + " "
}

// prose makes sentences of characters of which there are many, as in ordinary text.
func prose(r *rand.Rand, sentences int) string {
	var b strings.Builder
	for range sentences {
		b.WriteString(signs(r, 20+r.IntN(20), 0, 3000) + "。")
	}
	return b.String()
}

func TestCopiesAll(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		make, change := prose, editedIn
		if lang == "en" {
			make, change = rareWords, editedWords
		}
		for _, sentences := range []int{1, 2, 4} {
			for _, one := range []int{0, 30, 12} {
				base := 0.0
				for _, copies := range []int{1, 2, 8, 9, 100} {
					for _, inSource := range []int{1, 2, 9, 100} {
						for _, junk := range []int{6, 1, 0} {
							if copies*sentences > 1000 || inSource*sentences > 1000 {
								continue
							}
							sum, n, work := 0.0, 0, 0.0
							rounds := 3
							if copies < 5 {
								rounds = 4
							}
							for seed := range rounds {
								r := rand.New(rand.NewPCG(7, uint64(seed)))
								passage := strings.ReplaceAll(make(r, sentences), "\n", "")
								var q, s builder
								q.add(make(r, 20))
								for range copies {
									q.add("\n")
									q.copy(change(r, passage, one))
									if junk > 0 {
										q.add("\n" + make(r, junk))
									}
								}
								q.add("\n" + make(r, 20))
								s.add(make(r, 20))
								for i := range inSource {
									s.add("\n")
									c := passage
									if i%2 == 1 {
										c = change(r, passage, one)
									}
									s.copy(c)
									if junk > 0 {
										s.add("\n" + make(r, junk))
									}
								}
								s.add("\n" + make(r, 20))
								scratch := &Scratch{}
								query := NewQuery(fold(q.String()))
								got := query.Align(fold(s.String()), scratch)
								sum += coveredShare(got, q.copies)
								work = max(work, float64(scratch.work)/float64(len(query.text.Sound)))
								n++
								if !query.Promises(fold(s.String()), scratch) && len(got) > 0 {
									t.Errorf("%s %d sentences, one in %d, %d copies in query, %d in source, junk %d: no promise", lang, sentences, one, copies, inSource, junk)
								}
							}
							share := sum / float64(n)
							if copies == 1 && inSource == 1 && junk == 6 {
								base = share
								t.Logf("%s %d sentences, one in %d: base %.3f", lang, sentences, one, base)
							}
							if share < base-0.05 {
								t.Errorf("%s %d sentences, one in %d, %d copies in query, %d in source, junk %d: %.3f (base %.3f), work/n %.1f", lang, sentences, one, copies, inSource, junk, share, base, work)
							}
						}
					}
				}
			}
		}
	}
}
