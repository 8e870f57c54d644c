package main

import (
	"math"
	"math/rand/v2"

	"zhiwen/checker/fingerprint"
)

// The skew of real texts: 522,260 units of 8,676 Chinese texts on computing, which share
// forms and wording (scale values; docs/scale.md). How many units in a million have the
// value that is the rank-th most common: between the ranks it is interpolated, power by
// power. The values behind the last rank share the rest, each as often as a gamma
// distribution of shape says, whose mixture with chance was counted.
var skew = []struct {
	rank    int
	million float64
}{
	{1, 13034.50}, {2, 10373.38}, {5, 4460.61}, {10, 2375.45}, {20, 1346.07}, {50, 513.54}, {100, 292.19},
	{200, 173.09}, {500, 83.48}, {1000, 50.55}, {2000, 31.02}, {5000, 16.85}, {10000, 9.57},
}

const shape = 0.486

const values = 1 << fingerprint.GroupBits

// drawer draws values of the groups, in constant time (Walker's alias method; M. Vose, A
// linear algorithm for generating random numbers with a given distribution, 1991).
type drawer [fingerprint.GroupCount][]slot

type slot struct {
	threshold float64
	value     uint32 // where the draw falls below threshold
	other     uint32
}

// newDrawer makes the same drawer each time: libraries that grow keep their distribution.
func newDrawer() *drawer {
	d := new(drawer)
	for g := range d {
		r := rand.New(rand.NewPCG(19, uint64(g)))
		d[g] = aliases(weights(r), r)
	}
	return d
}

// weights are those of the values by rank, in sum 1.
func weights(r *rand.Rand) []float64 {
	out := make([]float64, values)
	for i := 0; i+1 < len(skew); i++ {
		from, to := skew[i], skew[i+1]
		power := math.Log(to.million/from.million) / math.Log(float64(to.rank)/float64(from.rank))
		for rank := from.rank; rank <= to.rank; rank++ {
			out[rank-1] = from.million * math.Pow(float64(rank)/float64(from.rank), power) / 1e6
		}
	}
	last := skew[len(skew)-1].rank
	head, tail := 0.0, 0.0
	for i := range out {
		if i < last {
			head += out[i]
			continue
		}
		out[i] = gamma(r, shape)
		tail += out[i]
	}
	for i := last; i < len(out); i++ {
		out[i] *= (1 - head) / tail
	}
	return out
}

// gamma draws by G. Marsaglia and W. Tsang, A simple method for generating gamma
// variables, 2000, for shapes below 1.
func gamma(r *rand.Rand, shape float64) float64 {
	d := shape + 1 - 1.0/3
	c := 1 / math.Sqrt(9*d)
	for {
		x := r.NormFloat64()
		v := 1 + c*x
		if v <= 0 {
			continue
		}
		v = v * v * v
		if math.Log(1-r.Float64()) < x*x/2+d-d*v+d*math.Log(v) {
			return d * v * math.Pow(1-r.Float64(), 1/shape)
		}
	}
}

func aliases(weights []float64, r *rand.Rand) []slot {
	names := r.Perm(len(weights)) // which value has which rank
	out := make([]slot, len(weights))
	scaled := make([]float64, len(weights))
	var small, large []int
	for i, w := range weights {
		scaled[i] = w * float64(len(weights))
		if scaled[i] < 1 {
			small = append(small, i)
		} else {
			large = append(large, i)
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		out[s] = slot{scaled[s], uint32(names[s]), uint32(names[l])}
		if scaled[l] -= 1 - scaled[s]; scaled[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
	for _, i := range append(small, large...) {
		out[i] = slot{1, uint32(names[i]), uint32(names[i])}
	}
	return out
}

// groups draws those of a unit. Groups of one unit are drawn apart; in real units common
// values come together.
func (d *drawer) groups(r *rand.Rand) (out fingerprint.Groups) {
	for g := range d {
		s := &d[g][r.IntN(values)]
		if out[g] = s.value; r.Float64() >= s.threshold {
			out[g] = s.other
		}
	}
	return out
}
