package checker

import (
	"math/rand/v2"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Neither a unit nor what the library is asked for goes over text that was kept out.
func TestNothingGoesOverKeptOutText(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	p := soundProfile()
	for range 50 {
		d := texttest.Document(texttest.Chinese(r, 30))
		var out []extract.Span
		for at := r.IntN(100); at < 1_000; at += 1 + r.IntN(300) {
			end := at + 1 + r.IntN(40)
			out = append(out, extract.Span{Start: at, End: end})
			at = end
		}
		x := text.New(d, out...)
		for _, u := range p.cut(x, unitLength) {
			if first, last := x.Stretch(u.First); u.First < first || u.Last > last {
				t.Errorf("unit [%d, %d) goes beyond [%d, %d)", u.First, u.Last, first, last)
			}
		}
		keys := p.keys(x)
		if len(keys) == 0 {
			t.Fatal("no keys")
		}
		for _, k := range keys {
			n := p.scheme.ShingleAt(x.Weight, k.Shingle)
			if _, last := x.Stretch(k.Shingle); k.Shingle+n > last {
				t.Errorf("key [%d, %d) goes beyond %d", k.Shingle, k.Shingle+n, last)
			}
		}
	}
}
