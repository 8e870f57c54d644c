package score

import (
	"slices"
	"strings"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// Symbols folds a text that is not a document in the way in which texts are folded for comparison.
func Symbols(s string) []uint32 { return text.New(&extract.Document{Text: s}).Char }

// Similar compares the basic information field by field, if both sides have the field. The value
// is the Dice coefficient of the bigrams of symbols.
func Similar(a, b evidence.Identity) []evidence.Similarity {
	var out []evidence.Similarity
	for _, f := range []struct{ name, a, b string }{
		{"title", a.Title, b.Title},
		{"applicant", a.Applicant, b.Applicant},
		{"institution", a.Institution, b.Institution},
		{"programme", a.Programme, b.Programme},
		{"keywords", strings.Join(a.Keywords, "\n"), strings.Join(b.Keywords, "\n")},
	} {
		if f.a != "" && f.b != "" {
			out = append(out, evidence.Similarity{Field: f.name, Value: evidence.Round(Dice(Symbols(f.a), Symbols(f.b)))})
		}
	}
	return out
}

// Dice returns the Dice coefficient of two texts, from 0 to 1: twice the number of shared bigrams
// of symbols over the number of all bigrams. A single symbol counts as a bigram.
func Dice(a, b []uint32) float64 {
	x, y := bigrams(a), bigrams(b)
	if len(x)+len(y) == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch {
		case x[i] < y[j]:
			i++
		case x[i] > y[j]:
			j++
		default:
			shared, i, j = shared+1, i+1, j+1
		}
	}
	return 2 * float64(shared) / float64(len(x)+len(y))
}

func bigrams(a []uint32) []uint64 {
	if len(a) == 1 {
		return []uint64{uint64(a[0])}
	}
	out := make([]uint64, 0, len(a))
	for i := 1; i < len(a); i++ {
		out = append(out, uint64(a[i-1])<<32|uint64(a[i]))
	}
	slices.Sort(out)
	return out
}
