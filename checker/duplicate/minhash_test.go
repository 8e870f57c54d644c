package duplicate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Signatures agree as far as the sets of runs do, and pairs share a band as often as the
// formula says.
func TestMinhashFollowsResemblance(t *testing.T) {
	w := openWords(t)
	random := rand.New(rand.NewPCG(9, 10))
	words := make([]string, 400)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", random.IntN(1<<30))
	}
	for _, part := range []float64{0, 0.1, 0.3, 0.6, 1} { // of the words that both texts have, in one run
		const texts = 40
		rows, bands := Bands(minhashRows, 0.3)
		agreed, truth, banding, expected := 0.0, 0.0, 0.0, 0.0
		for range texts {
			random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
			n := int(part * 200)
			a := strings.Join(words[:200], " ")
			b := strings.Join(append(append([]string{}, words[:n]...), words[200:400-n]...), " ")
			x, y := printOf(t, w, minhash{}, a), printOf(t, w, minhash{}, b)
			s := Resemblance(printOf(t, w, shingle{}, a), printOf(t, w, shingle{}, b))
			agreed, truth = agreed+agreement(x, y), truth+s
			expected += BandProbability(s, rows, bands)
			p, q := banded(x, rows, bands), banded(y, rows, bands)
			for i := range p {
				if p[i] == q[i] {
					banding++
					break
				}
			}
		}
		// Three standard deviations of the mean of 40 signatures of 128 are 0.02 at the most; of
		// 40 draws of a probability 0.24.
		if d := math.Abs(agreed-truth) / texts; d > 0.02 {
			t.Errorf("part %v: signatures agree by %.3f, sets by %.3f", part, agreed/texts, truth/texts)
		}
		if d := math.Abs(banding-expected) / texts; d > 0.24 {
			t.Errorf("part %v: %.2f share a band, the formula says %.2f", part, banding/texts, expected/texts)
		}
	}
}

// A pair at the threshold shares a band nearly always, and with one row more it would not.
func TestBands(t *testing.T) {
	for threshold := 0.05; threshold <= 1; threshold += 0.05 {
		rows, bands := Bands(minhashRows, threshold)
		if rows*bands > minhashRows || rows < 1 || bands < 1 {
			t.Errorf("%.2f: %d rows in %d bands", threshold, rows, bands)
		}
		if p := BandProbability(threshold, rows, bands); rows > 1 && p < leastFound {
			t.Errorf("%.2f: %d rows in %d bands find %.3f", threshold, rows, bands, p)
		}
		if rows < minhashRows {
			if p := BandProbability(threshold, rows+1, minhashRows/(rows+1)); p >= leastFound {
				t.Errorf("%.2f: one row more than %d finds %.3f too", threshold, rows, p)
			}
		}
	}
}
