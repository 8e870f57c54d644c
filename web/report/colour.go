package report

import (
	"cmp"
	"slices"

	"zhiwen/checker/evidence"
)

// paletteSize is how many colours the stylesheet has for sources (classes c1
// to c10). Further sources take the colours again; the rank beside each
// passage tells them apart, as it does for the colour-blind.
const paletteSize = 10

// alike are the pairs of the palette's colours that are hard to tell apart for
// somebody, with normal sight or without red, green or blue cones: nearer than
// leastDistance in the light or the dark theme. A test holds them against the
// stylesheet.
var alike = [][2]int{{1, 5}, {1, 7}, {2, 6}, {2, 8}, {3, 6}, {3, 10}, {4, 6}, {4, 9}, {5, 7}, {5, 9}, {6, 10}, {7, 9}, {8, 10}}

// leastDistance of two colours in CIELAB is about five times the least that
// people notice.
const leastDistance = 12

// neighbourly is how many characters may lie between two passages that are
// seen together: about two lines.
const neighbourly = 80

// coloursOf returns each source a colour, by its id: in order those of the
// palette, but where passages lie side by side another one that can be told
// from its neighbour's, as far as there is one.
func coloursOf(e *evidence.Evidence) map[int64]int {
	clash := [paletteSize + 1][paletteSize + 1]bool{}
	for i := range clash {
		clash[i][i] = true
	}
	for _, pair := range alike {
		clash[pair[0]][pair[1]], clash[pair[1]][pair[0]] = true, true
	}
	beside := neighbours(e)
	out := map[int64]int{}
	for i := range e.Sources {
		id := e.Sources[i].ID
		best, least := 0, 0
		for step := range paletteSize {
			hue := (i+step)%paletteSize + 1
			clashes := 0
			for other, times := range beside[id] {
				if clash[hue][out[other]] {
					clashes += times
				}
			}
			if best == 0 || clashes < least {
				best, least = hue, clashes
			}
		}
		out[id] = best
	}
	return out
}

// neighbours counts for each source how often a passage of another source
// follows one of its, or comes before it.
func neighbours(e *evidence.Evidence) map[int64]map[int64]int {
	type passage struct {
		source     int64
		start, end int
	}
	var all []passage
	for i := range e.Sources {
		for _, m := range e.Sources[i].Matches {
			all = append(all, passage{e.Sources[i].ID, m.This.Offset, m.This.Offset + m.This.Length})
		}
	}
	slices.SortFunc(all, func(a, b passage) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.end, b.end), cmp.Compare(a.source, b.source))
	})
	out := map[int64]map[int64]int{}
	note := func(a, b int64) {
		if out[a] == nil {
			out[a] = map[int64]int{}
		}
		out[a][b]++
	}
	for i := 1; i < len(all); i++ {
		a, b := all[i-1], all[i]
		if a.source != b.source && b.start-a.end < neighbourly {
			note(a.source, b.source)
			note(b.source, a.source)
		}
	}
	return out
}
