package hint

import (
	"math/rand/v2"
	"testing"
)

// Slots number keys as a map would, however many there are and wherever they fall.
func TestSlots(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, most := range []uint64{20, 5000, 1<<64 - 1} {
		s, want := newSlots(4), map[uint64]int32{}
		for range 2000 {
			key := r.Uint64N(most)
			at, known := want[key]
			if got := s.of(key); known && got != at || !known && got != -1 {
				t.Fatalf("key %d of %d: %d, want %d, %v", key, most, got, at, known)
			}
			if !known {
				at = int32(len(want))
				want[key] = at
			}
			if got := s.add(key); got != at {
				t.Fatalf("key %d of %d is added as %d, want %d", key, most, got, at)
			}
		}
		if int(s.count) != len(want) {
			t.Errorf("%d keys, want %d", s.count, len(want))
		}
	}
}
