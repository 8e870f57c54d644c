package imprint

import (
	"image"
	"image/color"
	"strings"
	"testing"
)

// The version of imprints names their layout; that of the default is the version of libraries.
func TestVersionOfLayout(t *testing.T) {
	seen := map[int]Layout{}
	for _, colours := range []int{8, 27, 64} {
		for columns := 1; columns <= MostColumns; columns++ {
			for rows := 1; rows <= MostRows; rows++ {
				l := Layout{columns, rows, colours}
				v := l.Version()
				if other, is := seen[v]; is {
					t.Fatalf("%+v and %+v have the version %d", l, other, v)
				}
				seen[v] = l
				if got, ok := LayoutOf(v); !ok || got != l {
					t.Fatalf("of version %d %+v, %v, want %+v", v, got, ok, l)
				}
			}
		}
	}
	if DefaultLayout().Version() != Version || (Layout{}).Version() != Version {
		t.Error("the default has another version")
	}
	for _, v := range []int{0, 2, 101, -1, DefaultLayout().Version() + 1, (Layout{24, 16, 27}).Version() + 1} {
		if got, ok := LayoutOf(v); ok || got != (Layout{}) {
			t.Errorf("of version %d: %+v", v, got)
		}
	}
}

func TestReadLayout(t *testing.T) {
	for _, c := range []struct {
		grid    string
		colours int
		want    bool
	}{
		{"12x8", 8, true}, {"1x1", 64, true}, {"48x32", 27, true},
		{"49x8", 8, false}, {"12x33", 8, false}, {"0x8", 8, false}, {"12", 8, false}, {"12x8x2", 8, false}, {"", 8, false}, {"12x8", 9, false},
	} {
		if l, ok := ReadLayout(c.grid, c.colours); ok != c.want {
			t.Errorf("%s with %d colours: %+v, %v", c.grid, c.colours, l, ok)
		}
	}
}

// A finer grid and more colours describe what the default does not see.
func TestColoursOfLayouts(t *testing.T) {
	of := []color.RGBA{{40, 40, 40, 255}, {128, 128, 128, 255}, {220, 128, 30, 255}, {250, 250, 250, 255}}
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			p.SetRGBA(x, y, of[x*len(of)/width])
		}
	}
	pixels := shrunk(p, p.Rect)
	for _, c := range []struct {
		layout Layout
		row    string
	}{
		{Layout{4, 2, 8}, "KWYW"}, {Layout{4, 2, 27}, "ANFa"}, {Layout{8, 1, 8}, "KKWWYYWW"}, {Layout{4, 3, 64}, "AqL_"},
	} {
		want := strings.Repeat(c.row, c.layout.Rows)
		if got := c.layout.colours(pixels); got != want {
			t.Errorf("%+v: %s, want %s", c.layout, got, want)
		}
	}
	fine := Layout{4, 2, 27}
	if got := fine.Agreement("ANFa", "ANaa"); got != 1 { // orange is light, and the other grey
		t.Errorf("a picture and its grey copy agree in %f", got)
	}
	if got := fine.Agreement("ANFa", "AFFa"); got != 0.75 {
		t.Errorf("two in colour agree in %f", got)
	}
}
