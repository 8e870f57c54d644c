package fingerprint

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The groups of a short fingerprint are 11, 11, 11, 11, 10 and 10 of its bits, one behind the other; the groups of the
// others are those that are stored.
func TestSplit(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		var g Groups
		for i := range g {
			g[i] = r.Uint32N(1 << GroupBits)
		}
		if diff := cmp.Diff(g[:], (Scheme{B: 20}).Split(nil, g)); diff != "" {
			t.Errorf("stored:\n%s", diff)
		}
		short := Groups{g[0], g[1], g[2], g[3] & 15}
		var want []uint32
		bit := 0
		for _, width := range []int{11, 11, 11, 11, 10, 10} {
			group := uint32(0)
			for i := range width {
				group |= short[bit/GroupBits] >> (bit % GroupBits) & 1 << i
				bit++
			}
			want = append(want, group)
		}
		if bit != ShortBits {
			t.Fatalf("%d bits", bit)
		}
		if diff := cmp.Diff(want, (Scheme{B: 1, Short: true}).Split(nil, short)); diff != "" {
			t.Errorf("short:\n%s", diff)
		}
	}
}
