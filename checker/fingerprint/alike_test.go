package fingerprint_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/checker/fingerprint"
)

// Documents are grouped as comparing each with each would group them.
func TestAlike(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 40 {
		const least = 0.4
		documents := make([]map[[2]uint32]bool, 12)
		for i := range documents {
			documents[i] = map[[2]uint32]bool{}
			from := uint32(random.IntN(6)) * 25
			for v := range uint32(random.IntN(60)) {
				documents[i][[2]uint32{v % 5, from + v}] = true
			}
		}
		reached := func(from int) []int { // along pairs that are alike
			seen, todo := map[int]bool{from: true}, []int{from}
			for len(todo) > 0 {
				at := todo[0]
				todo = todo[1:]
				for j := range documents {
					if !seen[j] && fingerprint.Resemblance(documents[at], documents[j]) >= least {
						seen[j], todo = true, append(todo, j)
					}
				}
			}
			var out []int
			for j := range documents {
				if seen[j] {
					out = append(out, j)
				}
			}
			return out
		}
		var want [][]int
		for i := range documents {
			if group := reached(i); group[0] == i && len(group) > 1 {
				want = append(want, group)
			}
		}
		if diff := cmp.Diff(want, fingerprint.Alike(documents, least)); diff != "" {
			t.Fatalf("groups (-want +got):\n%s", diff)
		}
	}
}
