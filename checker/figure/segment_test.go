package figure

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zhiwen/extract/imprint"
)

// Near hashes are found, others are not.
func TestShelf(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	hash := r.Uint64()
	s := NewSegment()
	for id := range int64(200) {
		hashes := []uint64{r.Uint64(), r.Uint64()}
		switch id {
		case 7:
			hashes[0], hashes[1] = hash, hash^0b111 // twice in one
		case 3:
			hashes[0] = hash
		}
		s.Put(200-id, hashes)
	}
	if diff := cmp.Diff([][]int64{nil, {193, 197}}, s.Near([]uint64{^hash, hash})); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	s.Put(197, nil)
	s.Put(5, []uint64{hash, 1})
	if diff := cmp.Diff([][]int64{{5, 193}}, s.Near([]uint64{hash})); diff != "" {
		t.Errorf("after one has none any more, -want +got\n%s", diff)
	}
}

// Whatever is put, and put again, what is near is that of the last of each.
func TestShelfAsOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := NewSegment()
	last := map[int64][]uint64{}
	few := func() uint64 {
		return 0x00FF00FF00FF00FF ^ 1<<r.IntN(64) ^ 1<<r.IntN(64) ^ uint64(r.IntN(4))<<(16*r.IntN(4))
	}
	for step := range 20_000 {
		id := 1 + r.Int64N(300)
		hashes := make([]uint64, r.IntN(4))
		for i := range hashes {
			hashes[i] = few()
		}
		s.Put(id, hashes)
		last[id] = hashes
		if step%1000 > 0 {
			continue
		}
		h := few()
		var want, with []int64
		for id, hashes := range last {
			if slices.ContainsFunc(hashes, func(o uint64) bool { return imprint.Near(h, o) }) {
				want = append(want, id)
			}
			if len(hashes) > 0 {
				with = append(with, id)
			}
		}
		slices.Sort(want)
		slices.Sort(with)
		if diff := cmp.Diff([][]int64{want}, s.Near([]uint64{h})); diff != "" {
			t.Fatalf("after %d, -want +got\n%s", step, diff)
		}
		if diff := cmp.Diff(with, s.Documents()); diff != "" {
			t.Fatalf("documents after %d, -want +got\n%s", step, diff)
		}
	}
	if len(s.hashes) > 1<<12 {
		t.Errorf("%d hashes are kept of some 450", len(s.hashes))
	}
}

// A check compares each hash with each of a library: a million of them, and 20 figures.
func BenchmarkShelfNear(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	s := NewSegment()
	for i := range int64(200_000) {
		s.Put(i+1, []uint64{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
	}
	own := make([]uint64, 20)
	for i := range own {
		own[i] = r.Uint64()
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Near(own)
	}
}
