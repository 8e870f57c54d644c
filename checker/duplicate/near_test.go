package duplicate

import (
	"math/bits"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// near makes values some of which differ from one another in few bits, some in none.
func near(random *rand.Rand, n int) []uint64 {
	values := make([]uint64, n)
	for i := range values {
		values[i] = random.Uint64()
		if i > 0 && random.IntN(2) == 0 {
			values[i] = values[random.IntN(i)]
			for range random.IntN(8) {
				values[i] ^= 1 << random.IntN(64)
			}
		}
	}
	return values
}

// The blocks find the pairs that a plain scan finds, for any number of bits.
func TestEachNearIsAScan(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, most := range []int{0, 1, 2, 3, 5, 16} {
		values := near(random, 400)
		prints := make([]Print, len(values))
		var want []Pair
		for i, v := range values {
			prints[i] = Print{v}
			for j, other := range values[:i] {
				if d := bits.OnesCount64(v ^ other); d <= most {
					want = append(want, Pair{j, i, 1 - float64(d)/64})
				}
			}
		}
		if diff := cmp.Diff(inOrder(want), (simhash{}).Pairs(prints, float64(most))); diff != "" {
			t.Fatalf("pairs of up to %d bits (-want +got):\n%s", most, diff)
		}
	}
}

func BenchmarkEachNear(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		random := rand.New(rand.NewPCG(7, 8))
		values := make([]uint64, n)
		for i := range values {
			values[i] = random.Uint64()
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				eachNear(values, 3, func(i, j int) { b.Fatalf("%d and %d are near", i, j) })
			}
		})
	}
}
