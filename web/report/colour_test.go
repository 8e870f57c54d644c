package report

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zhiwen/checker/evidence"
	"zhiwen/static"
)

// sight is how linear RGB looks to people, after Machado, Oliveira and Fernandes
// (2009), severity 1.
var sight = map[string][3][3]float64{
	"normal":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"no blue":  {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

func times(m [3][3]float64, v [3]float64) (out [3]float64) {
	for i := range m {
		for j := range v {
			out[i] += m[i][j] * v[j]
		}
	}
	return out
}

// lab returns a colour "#rrggbb" as somebody sees it, in CIELAB.
func lab(t *testing.T, hex string, eyes [3][3]float64) [3]float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		t.Fatal(err)
	}
	var v [3]float64
	for i := range v {
		c := float64(n>>(16-8*i)&0xff) / 255
		if c <= 0.04045 {
			v[i] = c / 12.92
		} else {
			v[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	v = times(eyes, v)
	for i := range v {
		v[i] = min(1, max(0, v[i]))
	}
	v = times([3][3]float64{{0.4124, 0.3576, 0.1805}, {0.2126, 0.7152, 0.0722}, {0.0193, 0.1192, 0.9505}}, v)
	f := func(x, white float64) float64 {
		if x /= white; x > 0.008856 {
			return math.Cbrt(x)
		}
		return 7.787*x + 16.0/116
	}
	x, y, z := f(v[0], 0.95047), f(v[1], 1), f(v[2], 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// What the stylesheet has for colours is told apart, or said to be alike.
func TestPalette(t *testing.T) {
	style, err := static.Style()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`--o(\d+): (#[0-9a-f]{6})`).FindAllStringSubmatch(string(style), -1)
	if len(found) != 2*paletteSize {
		t.Fatalf("%d colours, want %d in each of two themes", len(found), paletteSize)
	}
	near := map[string]bool{}
	for _, theme := range [][][]string{found[:paletteSize], found[paletteSize:]} {
		for i, a := range theme {
			if a[1] != strconv.Itoa(i+1) {
				t.Fatalf("colour %s in place %d", a[1], i+1)
			}
			for _, b := range theme[i+1:] {
				for _, eyes := range sight {
					x, y := lab(t, a[2], eyes), lab(t, b[2], eyes)
					if math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2]) < leastDistance {
						near[a[1]+" "+b[1]] = true
					}
				}
			}
		}
	}
	said := map[string]bool{}
	for _, pair := range alike {
		said[fmt.Sprint(pair[0], " ", pair[1])] = true
	}
	if !maps.Equal(near, said) {
		t.Errorf("alike are %q, said to be %q", slices.Sorted(maps.Keys(near)), slices.Sorted(maps.Keys(said)))
	}
}

// Passages side by side have colours that can be told apart; sources that lie
// apart have those of the palette in order.
func TestColours(t *testing.T) {
	e := &evidence.Evidence{}
	for i := range 30 {
		e.Sources = append(e.Sources, evidence.Source{ID: int64(i + 100)})
	}
	put := func(source, at int) {
		s := &e.Sources[source]
		s.Matches = append(s.Matches, evidence.Match{ID: at, This: evidence.Passage{Offset: at, Length: 50}})
	}
	for i := range e.Sources {
		put(i, 1000*i)
	}
	for i, hue := range []int{0: 1, 9: 10, 10: 1, 29: 10} {
		if hue != 0 && coloursOf(e)[int64(i+100)] != hue {
			t.Errorf("source %d has colour %d, want %d", i, coloursOf(e)[int64(i+100)], hue)
		}
	}
	for i := range e.Sources { // a chain in which each would clash with the next: 0, 10, 20, 1, 11, …
		put(i%3*10+i/3, 100000+60*i)
	}
	clash := map[[2]int]bool{}
	for _, pair := range alike {
		clash[pair], clash[[2]int{pair[1], pair[0]}] = true, true
	}
	got := coloursOf(e)
	for i := 1; i < len(e.Sources); i++ {
		a, b := got[int64((i-1)%3*10+(i-1)/3+100)], got[int64(i%3*10+i/3+100)]
		if a == b || clash[[2]int{a, b}] {
			t.Errorf("passages %d and %d side by side have colours %d and %d", i-1, i, a, b)
		}
	}
}
