package score

import (
	"zhiwen/checker/evidence"
	"zhiwen/extract"
)

// Shared is the coverage of a document by several sources, counted as if they were one: a character
// that many of them cover counts once.
type Shared struct {
	Full      int // countable characters that any of them covers
	Allotted  int // of those, the ones assigned to them
	Exclusive int // of those, the ones that no other source covers
}

// Together counts what each group of sources covers in evidence that Apply has counted. doc is the
// checked document. Sources that are not in the evidence count nothing. It does not change the
// evidence.
func Together(ev *evidence.Evidence, doc *extract.Document, groups [][]int64) []Shared {
	out := make([]Shared, len(groups))
	if len(groups) == 0 {
		return out
	}
	t := newCounts(ev, doc)
	reached := make([]int, len(t.countable)) // the last source, from 1, that covers a character
	places := make(map[int64]int, len(ev.Sources))
	cover := func(i int, do func(at int)) {
		t.eachCounted(&ev.Sources[i], func(at int) {
			if reached[at] != i+1 {
				reached[at] = i + 1
				do(at)
			}
		})
	}
	for i := range ev.Sources {
		places[ev.Sources[i].ID] = i
		cover(i, func(at int) { t.times[at]++ })
	}
	within := make([]uint16, len(t.countable)) // how many sources of the group cover a character
	for g, group := range groups {
		clear(within)
		clear(reached)
		for _, id := range group {
			if i, ok := places[id]; ok {
				out[g].Allotted += ev.Sources[i].Allotted
				cover(i, func(at int) { within[at]++ })
			}
		}
		for at, n := range within {
			if n > 0 {
				out[g].Full++
				if n == t.times[at] {
					out[g].Exclusive++
				}
			}
		}
	}
	return out
}
