package doctor

import (
	"context"
	"testing"
	"time"
)

// revisions is a library of which full-text search is asked alone.
type revisions struct {
	Library
	all map[int64]int64
}

func (r revisions) Revisions(context.Context) (map[int64]int64, error) { return r.all, nil }

// Full-text search that is behind and catches up is no fault, however often it is looked at; one that lacks the same
// documents as before is.
func TestSearchCatchesUp(t *testing.T) {
	all := map[int64]int64{1: 1, 2: 1, 3: 2, 4: 1}
	for name, c := range map[string]struct {
		have   []int // how many documents it has at each look
		looks  int
		faults int
	}{
		"whole": {[]int{4}, 1, 0}, "catches up": {[]int{1, 2, 3, 4}, 4, 0}, "stands still": {[]int{1, 2, 2}, 3, 1}, "falls back": {[]int{3, 2}, 2, 1},
	} {
		looks := 0
		x := &look{library: revisions{all: all}, result: &Result{}, config: Config{Settle: time.Nanosecond, Search: func(context.Context) (map[int64]int64, error) {
			have := map[int64]int64{}
			for id := range int64(c.have[looks]) {
				have[id+1] = all[id+1]
			}
			looks++
			return have, nil
		}}}
		if err := x.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if looks != c.looks || len(x.result.Faults) != c.faults {
			t.Errorf("%s: %d looks, %d faults, want %d and %d", name, looks, len(x.result.Faults), c.looks, c.faults)
		}
	}
}
