package exclude_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/checker/exclude"
	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
)

// What ten have taken from one, each with other edits, is no usage of theirs; what they say in sentences of their own is.
func TestUsageCountsWhatWasTakenOnce(t *testing.T) {
	const phrase = "具有扎实的理论基础"
	r := rand.New(rand.NewPCG(1, 7))
	taken := []rune(strings.ReplaceAll(texttest.Chinese(r, 8), "\n", ""))
	var neighbours []exclude.Neighbour
	for i := range 10 {
		edited := []rune(string(taken))
		for j := range edited {
			if edited[j] != '。' && r.IntN(20) == 0 {
				edited[j] = taken[r.IntN(len(taken))]
			}
		}
		said := strings.ReplaceAll(texttest.Chinese(r, 8), "\n", "")
		neighbours = append(neighbours, neighbour(int64(i+1), fmt.Sprint("某", i), "西山大学", "# 立项依据", string(edited), said[:30]+phrase+said[30:]))
	}
	usage := exclude.Learn(evidence.Identity{Applicant: "赵甲"}, neighbours).Usage()
	usual := func(s string) (share float64) {
		chars := text.New(document(s)).Char
		n := 0
		for i := 2; i < len(chars); i++ {
			if usage.Triple(chars[i-2], chars[i-1], chars[i]) > 0 {
				n++
			}
		}
		return float64(n) / float64(len(chars)-2)
	}
	if got := usual(phrase); got < 1 {
		t.Errorf("%.2f of the phrase is usual", got)
	}
	if got := usual(string(taken)); got > 0.3 {
		t.Errorf("%.2f of what was taken is usual", got)
	}
}
