package align

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
)

// A summary takes whole sentences and parts of others from all over its
// source; it is one passage, in which what was copied as it is are matches.
func TestSummaryIsOnePassage(t *testing.T) {
	for _, test := range []struct {
		name   string
		make   func(*rand.Rand, int) string
		stop   string
		change func(r *rand.Rand, sentence string) string
	}{
		{"whole sentences", texttest.Chinese, "。", func(_ *rand.Rand, s string) string { return s }},
		{"one character in five is another", texttest.Chinese, "。", func(r *rand.Rand, s string) string {
			runes := []rune(s)
			for i := range runes[:len(runes)-1] {
				if r.IntN(5) == 0 {
					runes[i] = []rune("某甚孰曷")[r.IntN(4)]
				}
			}
			return string(runes)
		}},
		{"words in another order, one in four left out", rareWords, ". ", func(r *rand.Rand, s string) string {
			words := strings.Fields(strings.TrimSuffix(s, ". "))
			r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			return strings.Join(words[:len(words)*3/4], " ") + ". "
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(6, 6))
			for range 20 {
				source := test.make(r, 60)
				sentences := slices.DeleteFunc(strings.SplitAfter(strings.ReplaceAll(source, "\n", ""), test.stop), func(s string) bool { return len(s) < 60 })
				parts := []string{sentences[3], sentences[12], sentences[20], sentences[30], sentences[37]}
				r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
				// The first is as it was, so that there is a place to begin.
				for i := range parts[1:] {
					parts[1+i] = test.change(r, parts[1+i])
				}
				summary := strings.TrimSpace(strings.Join(parts, ""))
				query := test.make(r, 20) + "\n" + summary + "\n" + test.make(r, 20)
				got := align(query, source)
				if len(got) == 0 || !around(got[0].Passage.Query, find(query, summary), 6) {
					t.Fatalf("found %+v, want one passage at %v", got, find(query, summary))
				}
				for _, m := range got[1:] {
					if m.Passage != got[0].Passage {
						t.Errorf("%+v is not of the passage %+v", m, got[0].Passage)
					}
				}
				if in := got[0].Passage.Source; in.Start > find(source, sentences[3]).Start || in.End < find(source, sentences[37]).End {
					t.Errorf("the source is %v, want all from %v to %v", in, find(source, sentences[3]), find(source, sentences[37]))
				}
			}
		})
	}
}

// rareWords makes sentences of words of which there are many.
func rareWords(r *rand.Rand, sentences int) string {
	syllables := strings.Fields("ba ce di fo gu ha ke li mo nu pa re si to vu")
	var b strings.Builder
	for range sentences {
		for range 12 + r.IntN(10) {
			for range 3 {
				b.WriteString(syllables[r.IntN(len(syllables))])
			}
			b.WriteByte(' ')
		}
		b.WriteString("end. ")
	}
	return strings.ReplaceAll(b.String(), " end.", ".")
}

// Formulas are made of the same few words; that is no summary.
func TestFormulasAreNoSummary(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	formula := func(i int) string {
		return fmt.Sprintf("left lfloor frac %d right rfloor bmod %d left frac %d right lfloor %d rfloor\n", i, i+7, i*3, i+1)
	}
	var query, source strings.Builder
	for i := range 12 {
		query.WriteString(formula(i))
		for range 3 {
			source.WriteString(formula(100 + i))
			source.WriteString(texttest.Chinese(r, 3) + "\n")
		}
	}
	for _, m := range align(query.String(), source.String()) {
		if newSums(fold(source.String()), nil).weight(m.SourceSymbols) >= condensing*newSums(fold(query.String()), nil).weight(m.QuerySymbols) {
			t.Errorf("found %+v", m)
		}
	}
}

// Likeness by the index is that of its definition.
func TestAlikeIsAsDefined(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	strong, weak := 0, 0
	for _, texts := range [][2]string{
		{texttest.English(r, 40), texttest.English(r, 60)},
		{texttest.Chinese(r, 40), texttest.Chinese(r, 60)},
	} {
		source, query := fold(texts[1]), fold(texts[0]+"\n"+texts[1])
		x := newSentenceIndex(source, &Scratch{})
		of, sentencesOf := make([][]uint64, len(source.Sentences)), map[uint64]int{}
		for j, s := range source.Sentences {
			of[j] = features(source, s, nil)
			for _, f := range of[j] {
				sentencesOf[f]++
			}
		}
		for i, q := range query.Sentences {
			var want []link
			for j := range of {
				if l := likeness(features(query, q, nil), of[j], len(of), sentencesOf); l >= weakly {
					want = append(want, link{i, j, l >= strongly})
				}
			}
			if len(want) > mostPlaces {
				want = nil
			}
			got := x.alike(query, i)
			slices.SortFunc(got, func(a, b link) int { return a.source - b.source })
			if !slices.Equal(got, want) {
				t.Fatalf("sentence %d is like %v, want %v", i, got, want)
			}
			for _, l := range got {
				if l.strong {
					strong++
				} else {
					weak++
				}
			}
		}
	}
	if strong == 0 || weak == 0 {
		t.Errorf("%d strong and %d weak links: this tests nothing", strong, weak)
	}
}

// likeness compares two sentences by its definition. sentencesOf tells how many
// sentences of the source have a feature.
func likeness(a, b []uint64, sentences int, sentencesOf map[uint64]int) float64 {
	rarity := func(f uint64) float64 {
		if sentencesOf[f] > mostCommon {
			return 0
		}
		return math.Log(float64(sentences+1) / float64(max(sentencesOf[f], 1)))
	}
	var dot, aa, bb float64
	var both, na, nb int
	for _, f := range a {
		if w := rarity(f); w > 0 {
			na, aa = na+1, aa+w*w
			if slices.Contains(b, f) {
				both, dot = both+1, dot+w*w
			}
		}
	}
	for _, f := range b {
		if w := rarity(f); w > 0 {
			nb, bb = nb+1, bb+w*w
		}
	}
	if both < 2 {
		return 0
	}
	return min(dot/math.Sqrt(aa*bb), 2*float64(both)/float64(na+nb))
}
