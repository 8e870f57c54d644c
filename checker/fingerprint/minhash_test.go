package fingerprint

import (
	"math"
	"math/rand/v2"
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

// slow is the definition, without running minima or unrolling.
func slow(s Scheme, symbols []uint32, weights []uint8) (g Groups) {
	var shingles []uint64
	for first := range symbols {
		weight := 0
		for last := first; last < len(symbols); last++ {
			if weight += int(weights[last]); weight >= s.Shingle {
				shingles = append(shingles, hash(symbols[first:last+1]))
				break
			}
		}
	}
	if len(shingles) == 0 && len(symbols) > 0 {
		shingles = []uint64{hash(symbols)}
	}
	bit := 0
	for i := range s.Hashes() {
		least := uint64(math.MaxUint64)
		for _, x := range shingles {
			least = min(least, permute(x, i))
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

func TestGroupsEqualTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range []Scheme{{1, 3}, {2, 2}, {4, 3}, {5, 1}, {10, 2}, {20, 4}} {
		for n := range 60 {
			symbols, weights := make([]uint32, n), make([]uint8, n)
			for i := range symbols {
				symbols[i], weights[i] = r.Uint32N(50), uint8(1+r.IntN(2))
			}
			k := s.Sketch()
			shingles := s.Shingles(nil, symbols, weights)
			half := len(shingles) / 2
			k.Add(shingles[:half])
			k.Add(shingles[half:])
			if diff := cmp.Diff(slow(s, symbols, weights), k.Groups()); diff != "" {
				t.Fatalf("%+v of %d symbols:\n%s", s, n, diff)
			}
		}
	}
}

// The chance that a b-bit minimum agrees is J + (1-J)/2^b (Li and König 2010).
func TestAgreementFollowsResemblance(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	const units, shared, own = 3000, 60, 20 // J = 60/100
	for _, b := range []int{1, 4, 20} {
		s := Scheme{B: b, Shingle: 1}
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
			k, l := s.Sketch(), s.Sketch()
			k.Add(x)
			l.Add(y)
			g, h := k.Groups(), l.Groups()
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
		{Scheme{20, 4}, Groups{368123, 438719, 393283, 338887, 191250}},
		{Scheme{1, 3}, Groups{124652, 758312, 380946, 208197, 385094}},
	} {
		k := test.scheme.Sketch()
		k.Add(test.scheme.Shingles(nil, symbols, ones(len(symbols))))
		if diff := cmp.Diff(test.want, k.Groups()); diff != "" {
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

func BenchmarkSketch(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	symbols := make([]uint32, 150)
	for i := range symbols {
		symbols[i] = r.Uint32N(400)
	}
	for name, s := range map[string]Scheme{"b=20": {20, 4}, "b=1": {1, 3}} {
		b.Run(name, func(b *testing.B) {
			k, weights := s.Sketch(), ones(len(symbols))
			var shingles []uint64
			b.SetBytes(150 * 3) // of UTF-8 Chinese
			b.ReportAllocs()
			for b.Loop() {
				shingles = s.Shingles(shingles[:0], symbols, weights)
				k.Reset()
				k.Add(shingles)
				k.Groups()
			}
		})
	}
}

// All but e^-depth of a unit's groups must be among the keys of a longer text
// that holds the unit, wherever it stands there.
func TestKeysHoldTheMinima(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	s := Scheme{B: 20, Shingle: 4}
	const units, length, depth = 400, 150, 3
	missed, keys := 0, 0
	for range units {
		unit := make([]uint64, length)
		for i := range unit {
			unit[i] = r.Uint64()
		}
		k := s.Sketch()
		k.Add(unit)
		asked := map[Key]bool{}
		for _, key := range s.Keys(nil, unit, 0, depth) {
			keys++
			key.Shingle = 0
			asked[key] = true
		}
		for g, v := range k.Groups() {
			if !asked[Key{Group: g, Value: v}] {
				missed++
			}
		}
	}
	const groups = units * GroupCount
	if got, most := float64(missed)/groups, 1.2*math.Exp(-depth); got > most {
		t.Errorf("%.3f of the groups are not asked for, want at most %.3f", got, most)
	}
	if got := float64(keys) / groups; math.Abs(got-depth) > 0.2 {
		t.Errorf("%.2f keys a group, want %d", got, depth)
	}
}
