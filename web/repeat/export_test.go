package repeat

import "testing"

// The last row of a sheet says what is missing, where something is.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		room, left int
		want       bool
	}{{5, 9, false}, {2, 9, false}, {1, 9, true}, {1, 2, true}, {1, 1, false}, {0, 1, true}} {
		if got := ends(c.room, c.left); got != c.want {
			t.Errorf("room for %d rows and %d left: %v", c.room, c.left, got)
		}
	}
}
