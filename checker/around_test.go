package checker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// In a place, the symbols of the paragraphs around it are those of the whole document, also where
// text stands between paragraphs and behind the last one.
func TestAroundAPlaceSymbolsAreThoseOfTheWhole(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	e := newEngine(t, DefaultProfile)
	for range 50 {
		chinese, english := texttest.Chinese(random, 20), texttest.English(random, 10)
		d := texttest.Document(chinese + "\n\n" + english + "\n```\ncode\n" + texttest.Chinese(random, 5))
		for i := range d.Paragraphs { // a part of some paragraphs stands in none
			if p := &d.Paragraphs[i]; random.IntN(3) == 0 {
				p.End -= (p.End - p.Start) / 2
			}
		}
		if random.IntN(2) == 0 {
			d.Paragraphs = d.Paragraphs[:len(d.Paragraphs)-2]
		}
		whole := text.New(d)
		var places []extract.Span
		for range 1 + random.IntN(4) {
			start := random.IntN(whole.Length) - 30
			places = append(places, extract.Span{Start: start, End: start + random.IntN(200)})
		}
		around := e.around(&query{}, &Source{ID: 1, Document: d}, places)
		for _, p := range places {
			if got, want := symbolsIn(around, p), symbolsIn(whole, p); !slices.Equal(got, want) {
				t.Fatalf("in %v symbols are %v, want %v", p, got, want)
			}
		}
		if len(places) == 1 && len(around.Sound) > len(whole.Sound)/2 {
			t.Fatalf("for a place of %d code points %d of %d symbols were made", places[0].End-places[0].Start, len(around.Sound), len(whole.Sound))
		}
	}
}

func symbolsIn(t *text.Text, p extract.Span) (out []uint32) {
	for i, start := range t.Start {
		if int(start) >= p.Start && int(start) < p.End {
			out = append(out, t.Char[i])
		}
	}
	return out
}
