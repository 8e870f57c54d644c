package hint

import (
	"slices"
	"testing"
)

// pointer is a candidate whose window adds so much.
func pointer(window int, document int64, start int32, adds float64) Candidate {
	c := Candidate{Window: window, Place: Place{Document: document, Start: start, End: start + 100}}
	c.Features[bias] = (adds + monolingual[Chinese].tails[OtherSubject][0]) / monolingual[Chinese].weights[bias]
	return c
}

// pointing returns candidates of as many windows as there are places of document 7.
func pointing(adds float64, places ...int32) (out []Candidate) {
	for i, at := range places {
		out = append(out, pointer(i, 7, at, adds))
	}
	return out
}

// A document is named where most windows point to places of it that follow one another in the same order.
func TestNamedAlong(t *testing.T) {
	translated := pointing(5, 0, 200, 400, 600, 800, 1000)
	for i := range translated {
		translated[i].Cross = true
	}
	for _, c := range []struct {
		name       string
		candidates []Candidate
		windows    int
		named      int // steps of document 7; 0: it is not named
	}{
		{"in order", pointing(3, 0, 200, 400, 600, 800, 1000), 8, 6},
		{"one out of order", pointing(3, 0, 200, 900, 600, 800, 1000), 8, 5},
		{"the other way round", pointing(3, 1000, 800, 600, 400, 200, 0), 8, 0},
		{"one place", pointing(3, 400, 400, 400, 400, 400, 400), 8, 0},
		{"weak", pointing(0.5, 0, 200, 400, 600, 800, 1000), 8, 0},
		{"few of many windows", pointing(3, 0, 200, 400, 600, 800, 1000), 80, 0},
		{"one strong passage", pointing(30, 200), 8, 0},
		{"two strong passages in a long document", pointing(30, 200, 400), 60, 0},
		{"other language", translated, 8, 0},
		{"below what one window in ten reaches", pointing(-1, 0, 200, 400, 600, 800, 1000), 8, 0},
	} {
		windows := make([]Window, c.windows)
		for i := range windows {
			windows[i].Start, windows[i].End = i*150, i*150+140
		}
		got := NamedAlong(RankAlong(c.candidates, windows))
		switch {
		case c.named == 0:
			if len(got) > 0 {
				t.Errorf("%s: named, %+v", c.name, got)
			}
			continue
		case len(got) != 1 || got[0].Document != 7 || got[0].Of != c.windows || len(got[0].Steps) != c.named:
			t.Errorf("%s: %+v, not %d steps of %d", c.name, got, c.named, c.windows)
			continue
		}
		if !slices.IsSortedFunc(got[0].Steps, func(a, b Step) int { return max(a.From.Start-b.From.Start, a.This.Start-b.This.Start) }) {
			t.Errorf("%s: steps are not in order, %+v", c.name, got[0].Steps)
		}
		if got[0].FalseAlarms <= 0 || got[0].FalseAlarms > mostFalseAlong {
			t.Errorf("%s: %g false alarms", c.name, got[0].FalseAlarms)
		}
	}
}

// Paragraphs that are a window together count only by themselves, the stronger of two documents is named first, and equal ones by number.
func TestRankAlongOrder(t *testing.T) {
	windows := make([]Window, 6)
	windows[5].Together = true
	candidates := slices.Concat(pointing(2, 0, 200, 400, 600), []Candidate{pointer(5, 7, 900, 6)})
	for _, document := range []int64{3, 9} {
		for i := range 4 {
			candidates = append(candidates, pointer(i, document, int32(i), 2))
		}
	}
	for i := range 5 {
		candidates = append(candidates, pointer(i, 1, int32(i), 2))
	}
	var got []int64
	for _, a := range RankAlong(candidates, windows) {
		got = append(got, a.Document)
		if a.Of != 5 || a.Document == 7 && len(a.Steps) != 4 {
			t.Errorf("%+v", a)
		}
	}
	if want := []int64{1, 3, 7, 9}; !slices.Equal(got, want) {
		t.Errorf("ranked %v, not %v", got, want)
	}
}
