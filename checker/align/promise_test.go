package align

import (
	"math/rand/v2"
	"testing"

	"zhiwen/checker/internal/texttest"
	"zhiwen/checker/text"
	"zhiwen/extract"
)

// What has a match in a part of a source is promised by the whole of it, whatever the part
// leaves out; and texts that have nothing in common promise nothing.
func TestPromises(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 7))
	changes := []func(string) string{
		func(s string) string { return s },
		func(s string) string { return edited(s, 6) },
		func(s string) string { return edited(s, 4) },
		func(s string) string { return edited(s, 3) },
	}
	var s Scratch
	found, kept := 0, 0
	for i := range 400 {
		query, source, _, _ := planted(r, 1+r.IntN(4), changes[i%len(changes)])
		q := NewQuery(fold(query))
		whole := fold(source)
		var out []extract.Span
		for at := r.IntN(60); at < whole.Length; at += 20 + r.IntN(400) {
			from := at
			at = min(whole.Length, at+1+r.IntN(80))
			out = append(out, extract.Span{Start: from, End: at})
		}
		part := text.New(texttest.Document(source), out...)
		if matches := q.Align(part, &s); len(matches) > 0 {
			found++
			if !q.Promises(whole, &s) {
				t.Errorf("text %d: %d matches in a part of what promises none", i, len(matches))
			}
		}
		if q.Promises(fold(texttest.Chinese(r, 60)), &s) {
			kept++
		}
	}
	if found < 100 || kept > 20 {
		t.Errorf("%d parts have matches, %d unrelated texts promise one", found, kept)
	}
}
