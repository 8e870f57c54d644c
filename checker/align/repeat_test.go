package align

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/internal/testrun"
)

// builder puts a text together and notes where copies stand.
type builder struct {
	strings.Builder
	length int
	copies []Span
}

func (b *builder) add(s string) {
	b.WriteString(s)
	b.length += len([]rune(s))
}

func (b *builder) copy(s string) {
	start := b.length
	b.add(s)
	b.copies = append(b.copies, Span{start, b.length})
}

// covered returns the share of the characters of the copies that matches cover.
func (b *builder) covered(matches []Match) float64 {
	in := make([]bool, b.length)
	for _, m := range matches {
		for i := m.Query.Start; i < m.Query.End; i++ {
			in[i] = true
		}
	}
	all, n := 0, 0
	for _, s := range b.copies {
		for _, covered := range in[s.Start:s.End] {
			if all++; covered {
				n++
			}
		}
	}
	return float64(n) / float64(all)
}

// language makes text of which hardly a phrase occurs twice, and edits it.
type language struct {
	name string
	make func(r *rand.Rand, sentences int) string
	edit func(r *rand.Rand, s string, one int) string // replaces one character or word in so many
}

var languages = []language{
	{"characters", func(r *rand.Rand, sentences int) string {
		var b strings.Builder
		for range sentences {
			b.WriteString(signs(r, 30+r.IntN(20), 0, 3000) + "。")
		}
		return b.String()
	}, func(r *rand.Rand, s string, one int) string {
		runes := []rune(s)
		for i := range runes {
			if one > 0 && runes[i] != '。' && r.IntN(one) == 0 {
				runes[i] = sign(3000 + r.IntN(1000))
			}
		}
		return string(runes)
	}},
	{"words", func(r *rand.Rand, sentences int) string { return strings.TrimSuffix(rareWords(r, sentences), " ") }, func(r *rand.Rand, s string, one int) string {
		words := strings.Fields(s)
		for i := range words {
			if one > 0 && r.IntN(one) == 0 {
				words[i] = fmt.Sprintf("other%d", r.IntN(1000))
			}
		}
		return strings.Join(words, " ")
	}},
}

// Every copy of a passage is found, however many the document and the source have of it, side by
// side or with other text between, as they are or each edited in other places.
func TestEveryCopyIsFound(t *testing.T) {
	counts := []int{1, 2, 8, 9, 60}
	for _, l := range languages {
		for _, c := range []struct {
			sentences, one int
			least          float64 // of a passage by itself nearly all is found
		}{{1, 0, 0.97}, {3, 0, 0.99}, {3, 30, 0.93}, {4, 15, 0.88}} {
			for _, here := range counts {
				for _, there := range counts {
					for _, between := range []int{0, 1, 5} {
						if here*there > 9 && between == 1 && !testrun.Whole() {
							continue
						}
						name := fmt.Sprintf("%s, %d sentences, one in %d edited, %d copies of %d, %d sentences between", l.name, c.sentences, c.one, here, there, between)
						t.Run(name, func(t *testing.T) {
							r := rand.New(rand.NewPCG(7, 7))
							passage := l.make(r, c.sentences)
							side := func(copies int) *builder {
								var b builder
								b.add(l.make(r, 20) + "\n")
								for range copies {
									b.copy(l.edit(r, passage, c.one))
									b.add("\n")
									if between > 0 {
										b.add(l.make(r, between) + "\n")
									}
								}
								b.add(l.make(r, 20))
								return &b
							}
							query, source := side(here), side(there)
							q, s, scratch := NewQuery(fold(query.String())), fold(source.String()), &Scratch{}
							if got := query.covered(q.Align(s, scratch)); got < c.least {
								t.Errorf("%.3f of the copies is found, want %.2f", got, c.least)
							}
							if !q.Promises(s, scratch) {
								t.Error("the source promises nothing")
							}
						})
					}
				}
			}
		}
	}
}

// Copies of many passages in one text, some edited, are found like those of one.
func TestCopiesOfManyPassagesAreFound(t *testing.T) {
	for _, l := range languages {
		t.Run(l.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, 8))
			var query, source builder
			var passages []string
			for range 12 {
				passages = append(passages, l.make(r, 2))
				source.add(passages[len(passages)-1] + "\n" + l.make(r, 3) + "\n")
			}
			for i := range 12 * 12 {
				query.copy(l.edit(r, passages[i*5%12], 40*(i%2)))
				query.add("\n" + l.make(r, i%3) + "\n")
			}
			if got := query.covered(align(query.String(), source.String())); got < 0.95 {
				t.Errorf("%.3f of the copies is found", got)
			}
		})
	}
}

// A copy names the place of the source that the first one names, run by run.
func TestCopiesAreMatchedAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	l := languages[0]
	passage := l.make(r, 3)
	var query builder
	for range 20 {
		query.add(l.make(r, 4) + "\n")
		query.copy(passage)
		query.add("\n")
	}
	source := l.make(r, 30) + "\n" + passage + "\n" + l.make(r, 30)
	got := align(query.String(), source)
	if len(got) != len(query.copies) {
		t.Fatalf("%d matches, want %d", len(got), len(query.copies))
	}
	for i, m := range got {
		if m.Query != query.copies[i] || m.Source != find(source, passage) || len(m.Runs) != 1 || m.Runs[0].Op != Equal {
			t.Errorf("copy %d at %v: %+v", i, query.copies[i], m)
		}
	}
}

// What is said again and again in pieces tells as little as before: phrases are no copies.
func TestRepeatedPhrasesAreNoMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	phrases := make([]string, 6)
	for i := range phrases {
		phrases[i] = signs(r, 8, 0, 3000)
	}
	side := func(from int) string {
		var b strings.Builder
		for i := range 60 {
			b.WriteString(phrases[r.IntN(len(phrases))] + signs(r, 10+i%7, from, 3000) + "。")
		}
		return b.String()
	}
	if got := align(side(4000), side(8000)); len(got) > 0 {
		t.Errorf("texts that share six phrases share %d matches, first %+v", len(got), got[0])
	}
}

func TestFindRepeats(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	passage, other, phrase := signs(r, 40, 0, 3000), signs(r, 50, 4000, 3000), signs(r, 12, 8000, 3000)
	text := fold(passage + "。" + phrase + other + "。" + passage + phrase + "。" + signs(r, 10, 8000, 3000))
	got := FindRepeats(text)
	first := 40 + 12 + 50
	for i := range text.Sound {
		want := i >= first && i < first+40+12 // the phrase follows the passage as a part of the copy
		if got.Again == nil || got.Again[i] != want {
			t.Fatalf("symbol %d: want a copy: %v", i, want)
		}
		if want && text.Sound[got.first[i]] != text.Sound[i] {
			t.Errorf("symbol %d is no copy of symbol %d", i, got.first[i])
		}
	}
	if FindRepeats(fold(passage+phrase+other+phrase)).Again != nil {
		t.Error("a phrase is taken for a copy")
	}
}
