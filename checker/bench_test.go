package checker

import (
	"math/rand/v2"
	"testing"

	"zhiwen/checker/internal/texttest"
)

// BenchmarkUnits recognises the text that takes no part, folds the rest, and makes units and fingerprints of it.
func BenchmarkUnits(b *testing.B) {
	s := texttest.Chinese(rand.New(rand.NewPCG(1, 1)), 2000)
	d := texttest.Document(s)
	for _, profile := range []string{DefaultProfile, PaperProfile} {
		b.Run(profile, func(b *testing.B) {
			e := newEngine(b, profile)
			e.Units(d)
			b.SetBytes(int64(len(s)))
			b.ReportAllocs()
			for b.Loop() {
				e.Units(d)
			}
		})
	}
}
