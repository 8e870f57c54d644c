package duplicate

import (
	"math"
	"math/bits"

	"zhiwen/internal/each"
)

// minhash is the least value of each of 128 hash functions over the runs of three words of
// a text (those of shingle): of two texts as many are equal as the part of the runs of both
// that both have. Signatures are cut into bands of some rows; texts with an equal band are
// compared, and are alike where at least threshold of the 128 are equal.
//
// A. Broder: On the resemblance and containment of documents. Sequences 1997.
// P. Indyk, R. Motwani: Approximate nearest neighbors. STOC 1998 (banding; Leskovec,
// Rajaraman, Ullman: Mining of massive datasets, section 3.4).
type minhash struct{}

// minhashRows is the number of hash functions: the estimate is off by
// √(s(1-s)/128), 0.04 where it is most.
const minhashRows = 128

func (minhash) Name() string { return "minhash" }

// Limit takes the estimated Jaccard coefficient.
func (minhash) Limit() Limit { return jaccardLimit }

// Print packs two minima of 32 bits into each value.
func (minhash) Print(t *Text) (Print, error) {
	words, err := t.words()
	if err != nil || len(words) == 0 {
		return nil, err
	}
	var least [minhashRows]uint64
	for i := range least {
		least[i] = math.MaxUint64
	}
	for _, x := range distinct(runs(words, shingleWords)) {
		for i, s := range minhashSeeds {
			hi, lo := bits.Mul64(x^s, 0xd6e8feb86659fd93)
			least[i] = min(least[i], hi^lo)
		}
	}
	out := make(Print, minhashRows/2)
	for i := range out {
		out[i] = uint64(uint32(least[2*i])) | uint64(uint32(least[2*i+1]))<<32
	}
	return out, nil
}

var minhashSeeds = func() (out [minhashRows]uint64) {
	for i := range out {
		out[i] = mixed(uint64(i))
	}
	return out
}()

func (minhash) Pairs(prints []Print, threshold float64) []Pair {
	rows, bands := Bands(minhashRows, threshold)
	bandsOf := each.Of(prints, func(p Print) Print { return banded(p, rows, bands) })
	return sharing(bandsOf, func(i, j, _ int) (float64, bool) {
		l := agreement(prints[i], prints[j])
		return l, l >= threshold
	})
}

// leastFound is the probability that a pair exactly at the threshold has an equal band.
const leastFound = 0.95

// Bands returns how many rows a band has, and how many bands there are, for a signature of n
// rows: as many rows as leave a pair right at the threshold an equal band with a
// probability of 0.95, so that no more pairs are compared than must be. A pair of which
// the part s of all rows is equal has an equal band with the probability 1-(1-s^rows)^bands.
func Bands(n int, threshold float64) (rows, bands int) {
	rows = 1
	for r := 2; r <= n && BandProbability(threshold, r, n/r) >= leastFound; r++ {
		rows = r
	}
	return rows, n / rows
}

// BandProbability returns the probability that two signatures agree in at least one band, if the share s of their rows is equal.
func BandProbability(s float64, rows, bands int) float64 {
	return 1 - math.Pow(1-math.Pow(s, float64(rows)), float64(bands))
}

// banded returns one hash for each band of a signature.
func banded(p Print, rows, bands int) Print {
	if len(p) == 0 {
		return nil
	}
	out := make(Print, bands)
	for b := range out {
		h := uint64(b)
		for r := b * rows; r < (b+1)*rows; r++ {
			h = mixed(h ^ uint64(row32(p, r)))
		}
		out[b] = h
	}
	return out
}

// row32 returns one minimum of a signature.
func row32(p Print, i int) uint32 { return uint32(p[i/2] >> (i % 2 * 32)) }

// agreement returns the part of the minima of two signatures that are equal.
func agreement(a, b Print) float64 {
	n := 0
	for i := range minhashRows {
		if row32(a, i) == row32(b, i) {
			n++
		}
	}
	return float64(n) / minhashRows
}
