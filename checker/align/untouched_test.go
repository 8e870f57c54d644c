package align

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
)

// said names what each match of a query is: by what its runs are.
func said(matches []Match) []string {
	var out []string
	for _, m := range matches {
		name := "verbatim"
		for _, r := range m.Runs {
			switch {
			case r.Op == Moved:
				name = "moved"
			case r.Op != Equal && name == "verbatim":
				name = "edited"
			}
		}
		out = append(out, name)
	}
	return out
}

// oneLine is a paragraph of so many sentences.
func oneLine(r *rand.Rand, sentences int) string {
	return strings.ReplaceAll(texttest.Chinese(r, sentences), "\n", "")
}

// edited replaces every character at a distance of so many from the one before, by one
// that stands in no text.
func edited(s string, every int) string {
	runes := []rune(s)
	for i := every / 2; i < len(runes); i += every {
		if runes[i] != '，' && runes[i] != '。' && runes[i] != '\n' {
			runes[i] = rune(0x4e00 + 37*i%200)
		}
	}
	return string(runes)
}

// A paragraph that was copied as it is, between two that were edited, is a match of
// its own, and so are sentences within a paragraph that many edits would have met.
func TestWhatWasLeftAloneIsAMatchOfItsOwn(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(40, seed))
		a, b, c := oneLine(r, 4), oneLine(r, 2), oneLine(r, 4)
		for name, texts := range map[string]struct{ query, source, alone string }{
			"a paragraph":                {edited(a, 9) + "\n" + b + "\n" + edited(c, 9), a + "\n" + b + "\n" + c, b},
			"the first half of one":      {oneLine(r, 3) + a + a[:0] + b + edited(c, 7), a + b + c, a + b},
			"a paragraph behind a title": {edited(a, 9) + "\n" + b + "\n" + edited(c, 9), a + "\n小标题\n" + b + "\n" + c, b},
		} {
			got := align(texts.query, texts.source)
			if !slices.ContainsFunc(got, func(m Match) bool {
				return len(m.Runs) == 1 && m.Runs[0].Op == Equal && strings.TrimSpace(slice(texts.query, m.Query)) == texts.alone
			}) {
				t.Errorf("seed %d, %s: %q is no match of its own: %+v", seed, name, texts.alone, got)
			}
		}
	}
}

// A text that was lightly edited from end to end stays one match, though many of its
// sentences, and some of its paragraphs, were left as they are.
func TestALightEditIsOneMatch(t *testing.T) {
	parts, untouched := 0, 0
	const texts = 60
	for seed := range uint64(texts) {
		r := rand.New(rand.NewPCG(41, seed))
		source := texttest.Chinese(r, 40)
		runes := []rune(source)
		for i := range runes {
			if r.IntN(80) == 0 && runes[i] != '\n' && runes[i] != '，' && runes[i] != '。' {
				runes[i] = rune(0x4e00 + r.IntN(100))
			}
		}
		got := align(string(runes), source)
		parts += len(got)
		for _, line := range strings.Split(string(runes), "\n") {
			if strings.Contains(source, line) {
				untouched++
			}
		}
	}
	if untouched < texts {
		t.Fatalf("only %d paragraphs were left as they are", untouched)
	}
	if parts > 2*texts {
		t.Errorf("%d texts are %d matches", texts, parts)
	}
}

// Sentences of one paragraph in another order are one match that says so.
func TestAShuffledParagraphStaysOne(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(42, seed))
		var sentences []string
		for range 5 {
			sentences = append(sentences, oneLine(r, 1))
		}
		before := oneLine(r, 4)
		source := before + "\n" + strings.Join(sentences, "")
		shuffled := []string{sentences[2], sentences[3], sentences[0], sentences[1], sentences[4]}
		got := align(before+"\n"+strings.Join(shuffled, ""), source)
		if !slices.Equal(said(got), []string{"verbatim", "moved"}) {
			t.Errorf("seed %d: %v: %+v", seed, said(got), got)
		}
	}
}

// Parting a match takes nothing from it: what corresponds before corresponds after,
// but for what stands at the ends of a part and corresponds to nothing.
func TestPartsHoldAllThatCorresponds(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(43, seed))
		var query, source []string
		for range 8 {
			p := oneLine(r, 1+r.IntN(4))
			source = append(source, p)
			switch r.IntN(3) {
			case 0:
				p = edited(p, 6+r.IntN(20))
			case 1:
				p = edited(p, 60)
			}
			query = append(query, p)
		}
		q, s := strings.Join(query, "\n"), strings.Join(source, "\n")
		got := align(q, s)
		end := 0
		equal := 0
		for _, m := range got {
			if m.QuerySymbols.Start < end {
				t.Fatalf("seed %d: matches overlap: %+v", seed, got)
			}
			end = m.QuerySymbols.End
			equal += m.symbols(Equal)
		}
		same := 0
		for i, x := range []rune(q) {
			if x == []rune(s)[i] && x != '，' && x != '。' && x != '\n' {
				same++
			}
		}
		if equal < same*98/100 {
			t.Errorf("seed %d: %d of %d symbols that are the same are said to be", seed, equal, same)
		}
	}
}
