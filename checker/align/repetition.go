package align

import (
	"slices"

	"zhiwen/checker/evidence"
	"zhiwen/checker/text"
)

// leastCopy is how many code points a copy has that is named, about a unit. Lists, formulas
// and code repeat less than that in one piece.
const leastCopy = 150

// apartRepeated is how many symbols, about a clause, stand at most between two symbols of one passage
// that are repeated.
const apartRepeated = 12

// Repetition returns the repetition of a document with at least one copy that is long enough; nil
// if there is none.
func Repetition(t *text.Text, runes []rune) *evidence.Repetition {
	repeats := FindRepeats(t)
	copies, _ := repeats.Copies()
	times := map[int]int{} // later copies, by symbol of the first one
	out := &evidence.Repetition{}
	for _, c := range copies {
		start, end := int(t.Start[c.Start]), int(t.End[c.End-1])
		if end-start < leastCopy {
			continue
		}
		for _, r := range runes[start:end] {
			if evidence.Seen(r) {
				out.Characters++
			}
		}
		for i := c.Start; i < c.End; i++ {
			if first, again := repeats.First(i); again {
				times[first]++
			}
		}
	}
	if out.Characters == 0 {
		return nil
	}
	passage, often := mostRepeated(times)
	out.Offset = int(t.Start[passage.Start])
	out.Length = int(t.End[passage.End-1]) - out.Offset
	out.Times = often
	return out
}

// mostRepeated returns the passage whose copies have most symbols, and how often it occurs: as most of
// its symbols do, since copies may be incomplete.
func mostRepeated(times map[int]int) (passage Span, often int) {
	var symbols []int
	for i := range times {
		symbols = append(symbols, i)
	}
	slices.Sort(symbols)
	best, first := 0, 0
	for i := 1; i <= len(symbols); i++ {
		if i < len(symbols) && symbols[i]-symbols[i-1] <= apartRepeated {
			continue
		}
		var counts []int
		sum := 0
		for _, s := range symbols[first:i] {
			counts, sum = append(counts, times[s]), sum+times[s]
		}
		if sum > best {
			slices.Sort(counts)
			best, passage, often = sum, Span{Start: symbols[first], End: symbols[i-1] + 1}, counts[len(counts)/2]+1
		}
		first = i
	}
	return passage, often
}
