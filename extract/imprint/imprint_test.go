package imprint

import (
	"image"
	"image/color"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// noise returns a picture of squares of chance on white, with a margin.
func noise(seed uint64, w, h, margin int) *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	chance := rand.New(rand.NewPCG(1, seed))
	var squares [20][20]color.RGBA
	for y := range squares {
		for x := range squares[y] {
			squares[y][x] = color.RGBA{byte(chance.IntN(256)), byte(chance.IntN(256)), byte(chance.IntN(256)), 255}
		}
	}
	for y := range h {
		for x := range w {
			c := color.RGBA{255, 255, 255, 255}
			if x >= margin && y >= margin && x < w-margin && y < h-margin {
				c = squares[20*(y-margin)/(h-2*margin)][20*(x-margin)/(w-2*margin)]
			}
			p.SetRGBA(x, y, c)
		}
	}
	return p
}

const blockColumns, blockRows = 12, 8 // of the default layout

func of(t *testing.T, p *image.RGBA) Imprint {
	t.Helper()
	i, ok := DefaultLayout().Of(p)
	if !ok || len(i.Blocks) != blockColumns*blockRows || strings.Trim(i.Blocks, corners) != "" {
		t.Fatalf("%+v, %v", i, ok)
	}
	return i
}

func TestOf(t *testing.T) {
	whole := of(t, noise(1, 240, 180, 0))
	if got := of(t, noise(1, 240, 180, 0)); got != whole {
		t.Errorf("an equal picture gives %+v, not %+v", got, whole)
	}
	if got := of(t, noise(1, 280, 210, 15)); !DefaultLayout().Same(got, whole) {
		t.Errorf("a margin changes %d bits", Distance(got.Hash, whole.Hash))
	}
	if got := of(t, noise(1, 120, 90, 0)); !DefaultLayout().Same(got, whole) {
		t.Errorf("half the size changes %d bits", Distance(got.Hash, whole.Hash))
	}
	for seed := range uint64(50) {
		if got := of(t, noise(2+seed, 240, 180, 0)); DefaultLayout().Same(got, whole) {
			t.Errorf("picture %d is taken for another", seed)
		}
	}
}

// The hash says of each cell whether it is lighter than the one right of it.
func TestDifferences(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			v := byte(250 - 25*(x/(width/hashColumns))) // darker and darker
			if y < height/2 {
				v = byte(25 * (x / (width / hashColumns))) // lighter and lighter
			}
			p.SetRGBA(x, y, color.RGBA{v, v, v, 255})
		}
	}
	hash, told := differences(shrunk(p, p.Rect))
	if hash != 1<<32-1 || told != 64 {
		t.Errorf("hash %016x, %d places", hash, told)
	}
}

func TestColours(t *testing.T) {
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	of := []color.RGBA{{A: 255}, {255, 0, 0, 255}, {0, 255, 0, 255}, {255, 255, 0, 255}, {0, 0, 255, 255}, {255, 0, 255, 255}, {0, 255, 255, 255}, {255, 255, 255, 255}, {}}
	for y := range height {
		for x := range width {
			p.SetRGBA(x, y, of[min(x/(width/blockColumns), len(of)-1)])
		}
	}
	if got, want := DefaultLayout().colours(shrunk(p, p.Rect)), strings.Repeat("KRGYBMCWWWWW", blockRows); got != want { // nothing is white
		t.Errorf("blocks %s, want %s", got, want)
	}
}

func TestTooLittle(t *testing.T) {
	for name, p := range map[string]*image.RGBA{
		"nothing":     image.NewRGBA(image.Rectangle{}),
		"a pixel":     image.NewRGBA(image.Rect(0, 0, 1, 1)),
		"one colour":  image.NewRGBA(image.Rect(0, 0, 300, 200)),
		"a small one": noise(1, 12, 12, 0),
		"a line":      lined(),
	} {
		if i, ok := DefaultLayout().Of(p); ok {
			t.Errorf("%s: %+v", name, i)
		}
	}
}

// lined returns a slanted line on white.
func lined() *image.RGBA {
	p := image.NewRGBA(image.Rect(0, 0, 280, 200))
	for y := range 200 {
		for x := range 280 {
			c := color.RGBA{255, 255, 255, 255}
			if x == y {
				c = color.RGBA{A: 255}
			}
			p.SetRGBA(x, y, c)
		}
	}
	return p
}

// Pixels are laid out by area, none is lost.
func TestOverlaps(t *testing.T) {
	for _, c := range [][2]int{{5, 3}, {3, 5}, {288, 144}, {1, 7}, {144, 144}, {289, 128}} {
		pixels, places := make([]int, c[0]), make([]int, c[1])
		overlaps(c[0], c[1], func(s, t int, share uint32) { pixels[s] += int(share); places[t] += int(share) })
		for i, n := range pixels {
			if n != c[1] {
				t.Errorf("%v: pixel %d counts %d", c, i, n)
			}
		}
		for i, n := range places {
			if n != c[0] {
				t.Errorf("%v: place %d has %d", c, i, n)
			}
		}
	}
}

func TestNear(t *testing.T) {
	const full = 0xFFFFFFFF00000000
	flip := func(n int) uint64 { return full ^ (1<<n - 1) }
	for _, c := range []struct {
		a, b uint64
		want bool
	}{
		{full, full, true},
		{full, flip(8), true},
		{full, flip(10), true}, // 42 places tell something
		{full, flip(11), false},
		{0b1111, 0b111, true}, // one of four
		{0b1111, 0b11, false},
		{0, 0, true},
	} {
		if got := Near(c.a, c.b); got != c.want || Near(c.b, c.a) != c.want {
			t.Errorf("%x and %x (%d bits): %v", c.a, c.b, bits.OnesCount64(c.a^c.b), got)
		}
	}
}

func TestAgreement(t *testing.T) {
	if got := DefaultLayout().Agreement("RGB", "KWK"); got != 1 {
		t.Errorf("a picture and its grey copy agree in %f", got)
	}
	if got := DefaultLayout().Agreement("RGBW", "RGKY"); got != 0.5 {
		t.Errorf("two in colour agree in %f", got)
	}
	if DefaultLayout().Agreement("", "") != 0 || DefaultLayout().Agreement("K", "KK") != 0 {
		t.Error("what is no string of blocks agrees")
	}
}
