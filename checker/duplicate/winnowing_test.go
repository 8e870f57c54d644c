package duplicate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// Any run of as many words as the guarantee says that two texts have in common shares a
// value, whatever stands around it.
func TestWinnowingGuarantee(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	draw := func(n int) []spoken {
		out := make([]spoken, n)
		for i := range out {
			out[i].hash = uint64(random.IntN(50)) // few, so that runs repeat and hashes tie
		}
		return out
	}
	values := func(words []spoken) (out []uint64) {
		hashes, kept := fingerprints(words)
		for _, k := range kept {
			out = append(out, hashes[k])
		}
		return out
	}
	for range 3000 {
		common := draw(winnowingPassage + random.IntN(5))
		a := slices.Concat(draw(random.IntN(40)), common, draw(random.IntN(40)))
		b := slices.Concat(draw(random.IntN(40)), common, draw(random.IntN(40)))
		of := values(b)
		if !slices.ContainsFunc(values(a), func(v uint64) bool { return slices.Contains(of, v) }) {
			t.Fatalf("a common run of %d words shares no value", len(common))
		}
	}
}

// The density is about 2/(window+1), as of hashes without order; so it is fewer values than
// runs.
func TestWinnowingDensity(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	hashes := make([]uint64, 20_000)
	for i := range hashes {
		hashes[i] = random.Uint64()
	}
	const window = 10
	got := float64(len(winnowed(hashes, window))) / float64(len(hashes))
	if want := 2.0 / (window + 1); got < want*0.95 || got > want*1.05 {
		t.Errorf("density %.4f, want about %.4f", got, want)
	}
}

// The guarantee holds for texts: of whole sentences with enough keywords between others.
func TestWinnowingOfTexts(t *testing.T) {
	w := openWords(t)
	random := rand.New(rand.NewPCG(15, 16))
	for i := range 30 {
		var common string
		for {
			common = texttest.Chinese(random, 1)
			words, err := w.NewText(texttest.Document(common)).words()
			if err != nil {
				t.Fatal(err)
			}
			if told, _ := telling(words); len(told) >= winnowingPassage {
				break
			}
		}
		// What is around it has no word in common.
		a := printOf(t, w, winnowing{}, strings.Repeat(fmt.Sprintf("Alpha%d beta%d gamma%d delta%d. ", i, i, i, i), 5)+"\n"+common)
		b := printOf(t, w, winnowing{}, common+"\n"+strings.Repeat(fmt.Sprintf("Epsilon%d zeta%d eta%d theta%d. ", i, i, i, i), 5))
		if text.Shared(a, b) == 0 {
			t.Errorf("a common sentence shares no value: %s", common)
		}
	}
}

// Sentences with too few keywords take no part.
func TestTelling(t *testing.T) {
	w := openWords(t)
	words, err := w.NewText(texttest.Document("摘要\n冻土退化过程中土壤有机碳分解的微生物调控机制。\n一、研究内容\n的的的的的的")).words()
	if err != nil {
		t.Fatal(err)
	}
	got, at := telling(words)
	if len(got) == 0 || len(got) == len(words) {
		t.Fatalf("%d of %d words are looked at", len(got), len(words))
	}
	for i, s := range got {
		if s.sentence != 1 || words[at[i]] != s {
			t.Errorf("a word of sentence %d is looked at", s.sentence)
		}
	}
}
