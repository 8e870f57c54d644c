package duplicate

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
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

// Tables find what a plain scan finds, for any number of bits and blocks.
func TestTablesAreAScan(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range [][2]int{{0, 1}, {1, 1}, {2, 2}, {3, 1}, {3, 2}, {3, 3}, {5, 1}, {16, 1}} {
		most, equal := c[0], c[1]
		values := near(random, 400)
		tables := NewTables(values, most, equal)
		for range 100 {
			asked := values[random.IntN(len(values))]
			for range random.IntN(6) {
				asked ^= 1 << random.IntN(64)
			}
			if diff := cmp.Diff(Scan(values, asked, most), tables.Near(asked)); diff != "" {
				t.Fatalf("%d bits, %d equal blocks (-scan +tables):\n%s", most, equal, diff)
			}
		}
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
		if equal == 1 {
			if diff := cmp.Diff(inOrder(want), (simhash{}).Pairs(prints, float64(most))); diff != "" {
				t.Fatalf("pairs of up to %d bits (-want +got):\n%s", most, diff)
			}
		}
	}
}

// Queries among many values by tables of different numbers of blocks, and by a scan.
func BenchmarkNear(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		random := rand.New(rand.NewPCG(7, 8))
		values := make([]uint64, n)
		for i := range values {
			values[i] = random.Uint64()
		}
		asked := func(i int) uint64 { return values[i*7919%n] ^ 1<<(i%64) }
		b.Run(fmt.Sprintf("scan/%d", n), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if len(Scan(values, asked(i), 3)) == 0 {
					b.Fatal("not found")
				}
			}
		})
		for equal := 1; equal <= 3; equal++ {
			tables := NewTables(values, 3, equal)
			b.Run(fmt.Sprintf("tables=%d/%d", len(tables.tables), n), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					if len(tables.Near(asked(i))) == 0 {
						b.Fatal("not found")
					}
				}
			})
		}
	}
}
