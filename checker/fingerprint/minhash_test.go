package fingerprint

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func ones(n int) []uint8 {
	w := make([]uint8, n)
	for i := range w {
		w[i] = 1
	}
	return w
}

// slow returns the definition, without running minima: the least of each hash function, or with b =
// 20 of each group's shingles in its window.
func slow(s Scheme, shingles []uint64, before, after int) (g Groups) {
	if len(shingles) == 0 {
		return g
	}
	bit, n := 0, len(shingles)
	for i := range s.Bits() / s.B {
		least := uint64(math.MaxUint64)
		for j, x := range shingles {
			h := permute(x, i)
			if s.B == GroupBits {
				h = x
				if j < before*i/4 || j >= after+(n-after)*i/4 || int(h>>GroupBits&(1<<32-1))*GroupCount>>32 != i {
					continue
				}
			}
			least = min(least, h)
		}
		if least == math.MaxUint64 { // none: that of all
			for _, x := range shingles {
				least = min(least, x)
			}
		}
		for b := range s.B {
			if least>>b&1 == 1 {
				g[bit/GroupBits] |= 1 << (bit % GroupBits)
			}
			bit++
		}
	}
	return g
}

// slowShingles returns the definition of shingles.
func slowShingles(s Scheme, symbols []uint32, weights []uint8) (shingles []uint64) {
	for first := range symbols {
		weight := 0
		for last := first; last < len(symbols); last++ {
			if weight += int(weights[last]); weight >= s.Shingle {
				shingles = append(shingles, s.hash(symbols[first:last+1]))
				break
			}
		}
	}
	if len(shingles) == 0 && len(symbols) > 0 {
		shingles = []uint64{s.hash(symbols)}
	}
	return shingles
}

func TestGroupsEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range []Scheme{{B: 1, Shingle: 3}, {B: 1, Shingle: 3, Short: true}, {B: 2, Shingle: 2}, {B: 4, Shingle: 3}, {B: 5, Shingle: 1}, {B: 10, Shingle: 2}, {B: 20, Shingle: 4}, {B: 20, Shingle: 4, Seed: 7}} {
		for n := range 150 {
			symbols, weights := make([]uint32, n), make([]uint8, n)
			for i := range symbols {
				symbols[i], weights[i] = r.Uint32N(50), uint8(1+r.IntN(2))
			}
			shingles := s.Shingles(nil, symbols, weights)
			if diff := cmp.Diff(slowShingles(s, symbols, weights), shingles); diff != "" {
				t.Fatalf("%+v: shingles of %d symbols:\n%s", s, n, diff)
			}
			for _, by := range []int{1, n / 2, n} {
				if by = min(by, n); by == 0 {
					continue
				}
				// The run that begins by symbols later and ends with some more.
				later, laterWeights := slices.Concat(symbols[by:], symbols[:by]), slices.Concat(weights[by:], weights[:by])
				if diff := cmp.Diff(slowShingles(s, later, laterWeights), s.Slide(slices.Clone(shingles), by, later, laterWeights)); diff != "" {
					t.Fatalf("%+v: shingles of %d symbols, slid by %d:\n%s", s, n, by, diff)
				}
			}
			n := len(shingles)
			for _, shared := range [][2]int{{0, n}, {n / 2, n / 2}, {0, n / 3}, {n / 4, n}, {n / 3, n / 2}} {
				if diff := cmp.Diff(slow(s, shingles, shared[0], shared[1]), s.Groups(shingles, shared[0], shared[1])); diff != "" {
					t.Fatalf("%+v of %d symbols, shared until and from %v:\n%s", s, len(symbols), shared, diff)
				}
			}
		}
	}
}

// windowsOf returns the windows of all units of a section that was cut into
// halves of these many shingles.
func windowsOf(halves []int) (out [GroupCount][][2]int) {
	begin := 0
	for i := range max(1, len(halves)-1) {
		n, before, after := halves[i], 0, halves[i]
		if len(halves) > 1 {
			n += halves[i+1]
			after = n
		}
		if i > 0 {
			before = halves[i]
		}
		if i+2 < len(halves) {
			after = halves[i]
		}
		for g := range GroupCount {
			from, to := window(n, before, after, g)
			out[g] = append(out[g], [2]int{begin + from, begin + to})
		}
		begin += halves[i]
	}
	return out
}

func sum(halves []int) (n int) {
	for _, h := range halves {
		n += h
	}
	return n
}

// The windows of a group tile a section.
func TestWindowsTile(t *testing.T) {
	for _, halves := range [][]int{{70}, {70, 70}, {70, 70, 70}, {30, 100, 61, 19}} {
		for g, windows := range windowsOf(halves) {
			end := 0
			for _, w := range windows {
				if w[0] != end {
					t.Errorf("halves %v: a window of group %d begins at %d, not where the one before ends, at %d", halves, g, w[0], end)
				}
				end = w[1]
			}
			if end != sum(halves) {
				t.Errorf("halves %v: the last window of group %d ends at %d", halves, g, end)
			}
		}
	}
}

// The promise of docs/detection.md: how probable it is that none of the minima
// of a section stands in a passage of it and is asked for. A minimum stands in
// the passage with the share of its window that does.
func TestLongPassagesHoldMinima(t *testing.T) {
	const asked = 0.95 // of the minima, with keys of depth 3
	worst := func(passage int, sizes []int) (missed float64) {
		r := rand.New(rand.NewPCG(4, 4))
		for range 50_000 {
			halves := make([]int, 2+r.IntN(6))
			for i := range halves {
				halves[i] = sizes[r.IntN(len(sizes))]
			}
			room := sum(halves) - passage
			if room < 0 {
				continue
			}
			from, none := r.IntN(room+1), 1.0
			for _, windows := range windowsOf(halves) {
				for _, w := range windows {
					inside := max(0, min(w[1], from+passage)-max(w[0], from))
					none *= 1 - asked*float64(inside)/float64(w[1]-w[0])
				}
			}
			missed = max(missed, none)
		}
		return missed
	}
	for _, test := range []struct {
		name    string
		passage int
		sizes   []int // of halves
		most    float64
	}{
		{"any sentences", 350, []int{19, 37, 60, 75, 100, 168}, 1. / 30_000},
		{"only the longest sentences", 350, []int{168}, 1. / 30_000},
		{"usual sentences", 200, []int{55, 65, 75, 85, 95}, 1. / 30_000},
	} {
		if got := worst(test.passage, test.sizes); got > test.most || got == 0 {
			t.Errorf("%s: %.2g of passages of %d are missed, want at most %.2g", test.name, got, test.passage, test.most)
		}
	}
}

// The chance that a b-bit minimum agrees is J + (1-J)/2^b (Li and König 2010).
func TestAgreementFollowsResemblance(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	const units, shared, own = 3000, 60, 20 // J = 60/100
	for _, b := range []int{1, 4, 20} {
		s := Scheme{B: b, Shingle: 1, Seed: 1}
		agree, all := 0, 0
		for range units {
			var x, y []uint64
			for range shared {
				v := r.Uint64()
				x, y = append(x, v), append(y, v)
			}
			for range own {
				x, y = append(x, r.Uint64()), append(y, r.Uint64())
			}
			g, h := s.Groups(x, 0, len(x)), s.Groups(y, 0, len(y))
			for bit := 0; bit < Bits; bit += b {
				same := true
				for i := bit; i < bit+b; i++ {
					same = same && g[i/GroupBits]>>(i%GroupBits)&1 == h[i/GroupBits]>>(i%GroupBits)&1
				}
				all++
				if same {
					agree++
				}
			}
		}
		want := 0.6 + 0.4/math.Pow(2, float64(b))
		if got := float64(agree) / float64(all); math.Abs(got-want) > 0.02 {
			t.Errorf("b = %d: %.3f of the hashes agree, want %.3f", b, got, want)
		}
	}
}

// Fingerprints are stored: if this fails, libraries must be indexed again, and
// the engine's version must change.
func TestFingerprintsStayAsTheyAre(t *testing.T) {
	symbols := []uint32{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9}
	for _, test := range []struct {
		scheme Scheme
		want   Groups
	}{
		{Scheme{B: 20, Shingle: 4}, Groups{368123, 698382, 368123, 368123, 665666}},
		{Scheme{B: 1, Shingle: 3}, Groups{124652, 758312, 380946, 208197, 385094}},
		{Scheme{B: 1, Shingle: 3, Short: true}, Groups{124652, 758312, 380946, 208197 & 15}},
	} {
		shingles := test.scheme.Shingles(nil, symbols, ones(len(symbols)))
		if diff := cmp.Diff(test.want, test.scheme.Groups(shingles, len(shingles)/2, len(shingles)/2)); diff != "" {
			t.Errorf("%+v:\n%s", test.scheme, diff)
		}
	}
}

func TestDistanceAndAgree(t *testing.T) {
	g, h := Groups{1, 2, 3, 4, 5}, Groups{1, 2, 0, 4, 0xfffff}
	if got, want := g.Distance(h), 2+18; got != want {
		t.Errorf("distance %d, want %d", got, want)
	}
	if got := g.Agree(h); got != 3 {
		t.Errorf("%d groups agree, want 3", got)
	}
}

func BenchmarkGroups(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	symbols := make([]uint32, 150)
	for i := range symbols {
		symbols[i] = r.Uint32N(400)
	}
	for name, s := range map[string]Scheme{"b=20": {B: 20, Shingle: 4}, "b=1": {B: 1, Shingle: 3}} {
		b.Run(name, func(b *testing.B) {
			weights := ones(len(symbols))
			var shingles []uint64
			b.SetBytes(150 * 3) // of UTF-8 Chinese
			b.ReportAllocs()
			for b.Loop() {
				shingles = s.Shingles(shingles[:0], symbols, weights)
				s.Groups(shingles, len(shingles)/2, len(shingles)/2)
			}
		})
	}
}

// All but e^-depth of a unit's groups must be among the keys of a longer text
// that holds the unit, wherever it stands there.
func TestKeysHoldTheMinima(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	s := Scheme{B: 20, Shingle: 4}
	const units, half, depth = 400, 75, 3
	missed, keys := 0, 0
	for range units {
		unit := make([]uint64, 2*half)
		for i := range unit {
			unit[i] = r.Uint64()
		}
		asked := map[Key]bool{}
		for _, key := range s.Keys(s.Keys(nil, unit[:half], 0, depth), unit[half:], half, depth) {
			keys++
			key.Shingle = 0
			asked[key] = true
		}
		for g, v := range s.Groups(unit, half, half) {
			if !asked[Key{Group: g, Value: v}] {
				missed++
			}
		}
	}
	const groups = units * GroupCount
	if got, most := float64(missed)/groups, 1.2*math.Exp(-depth); got > most {
		t.Errorf("%.3f of the groups are not asked for, want at most %.3f", got, most)
	}
	if got := float64(keys) / (2 * groups); math.Abs(got-depth) > 0.2 {
		t.Errorf("%.2f keys a group and half, want %d", got, depth)
	}
}
