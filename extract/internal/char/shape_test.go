package char

import (
	"image"
	"testing"
)

// letter is a picture of an L, as large as n.
func letter(n int) func(x, y int) float32 {
	return func(x, y int) float32 {
		if x >= n/5 && x < 2*n/5 && y >= n/8 && y < 7*n/8 || x >= n/5 && x < 3*n/5 && y >= 3*n/4 && y < 7*n/8 {
			return 1
		}
		return 0
	}
}

func TestDrawn(t *testing.T) {
	s, ok := ShapeDrawn(image.Rect(0, 0, 40, 40), letter(40))
	if !ok {
		t.Fatal("nothing is drawn")
	}
	l, _ := ShapeOf('L')
	for r := 'A'; r <= 'Z'; r++ {
		if o, ok := ShapeOf(r); !ok || r != 'L' && s.Likeness(o) >= s.Likeness(l) {
			t.Errorf("an L is like %c: %.2f, like L: %.2f", r, s.Likeness(o), s.Likeness(l))
		}
	}
	larger, _ := ShapeDrawn(image.Rect(0, 0, 160, 160), letter(160))
	if s.Likeness(larger) < 0.98 {
		t.Errorf("of another size: %.2f", s.Likeness(larger))
	}
	if _, ok := ShapeDrawn(image.Rect(0, 0, 40, 40), func(_, _ int) float32 { return 0 }); ok {
		t.Error("a blank has a shape")
	}
}

func TestKnown(t *testing.T) {
	for r, want := range map[rune]bool{'a': true, 'Z': true, '7': true, '一': true, '研': true, '龟': true, ' ': false, '.': false, 'ж': false, '\uE000': false} {
		if ShapeKnown(r) != want {
			t.Errorf("%q: want %t", r, want)
		}
	}
	seen := map[Shape]rune{}
	same := 0
	for _, r := range shapeRunes() {
		s, ok := ShapeOf(r)
		if !ok || s.Likeness(s) < 0.999 {
			t.Fatalf("%q has no shape", r)
		}
		if seen[s] != 0 {
			same++
		}
		seen[s] = r
	}
	if len(shapeRunes()) < 6800 || same > len(shapeRunes())/100 {
		t.Errorf("%d characters, of which %d are as another", len(shapeRunes()), same)
	}
}
