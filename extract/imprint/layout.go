package imprint

import (
	"strconv"
	"strings"
)

// Layout is how the colours of pictures are described: by the most frequent colour of each block of a grid. The zero value is
// DefaultLayout. Finer layouts tell more pictures apart and recognise fewer that were cropped.
type Layout struct {
	Columns, Rows int // 1 to MostColumns, 1 to MostRows
	Colours       int // 8, 27 or 64: two, three or four levels each of red, green and blue
}

// The bounds of a grid: smaller blocks have fewer than twelve pixels of the scaled picture.
const (
	MostColumns = 48
	MostRows    = 32
)

// DefaultLayout returns the layout of libraries.
func DefaultLayout() Layout { return Layout{Columns: 12, Rows: 8, Colours: 8} }

// ReadLayout reads a grid, as 12x8, with a number of colours, and reports whether there is such a layout.
func ReadLayout(grid string, colours int) (Layout, bool) {
	columns, rows, _ := strings.Cut(grid, "x")
	l := Layout{Colours: colours}
	var err, other error
	l.Columns, err = strconv.Atoi(columns)
	l.Rows, other = strconv.Atoi(rows)
	return l, err == nil && other == nil && l.valid()
}

func (l Layout) valid() bool {
	return l.Columns >= 1 && l.Columns <= MostColumns && l.Rows >= 1 && l.Rows <= MostRows && l.levels() > 0
}

// levels returns how many levels of red, of green and of blue there are, or 0.
func (l Layout) levels() int {
	for _, n := range []int{2, 3, 4} {
		if n*n*n == l.Colours {
			return n
		}
	}
	return 0
}

func (l Layout) orDefault() Layout {
	if l == (Layout{}) {
		return DefaultLayout()
	}
	return l
}

// A version of imprints by another layout than the default is Version and, before its last two digits, the layout.
const (
	versions = 100
	sides    = 64 // above MostColumns and MostRows
)

// Version returns the version of imprints by a layout. Those of different layouts are not compared.
func (l Layout) Version() int {
	if l = l.orDefault(); l == DefaultLayout() {
		return Version
	}
	return Version + versions*((l.levels()*sides+l.Rows)*sides+l.Columns)
}

// LayoutOf returns the layout of imprints of a version, the default one of an unknown version, and reports whether this
// program makes such imprints.
func LayoutOf(version int) (Layout, bool) {
	if version == Version {
		return DefaultLayout(), true
	}
	code := version / versions
	levels := code / sides / sides
	l := Layout{code % sides, code / sides % sides, levels * levels * levels}
	if !l.valid() || l.Version() != version {
		return Layout{}, false
	}
	return l, true
}

// letters returns the names of the colours: red counts 1, green the number of levels, blue its square.
func (l Layout) letters() string {
	if l.Colours == len(corners) {
		return corners
	}
	return others[:l.Colours]
}

const (
	corners = "KRGYBMCW"
	others  = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// colours returns the string of blocks. Of two equally frequent colours it uses the one that comes
// first in letters.
func (l Layout) colours(pixels [][3]byte) string {
	l = l.orDefault()
	levels := l.levels()
	count := make([]int, l.Rows*l.Columns*l.Colours)
	for i, c := range pixels {
		block := i/width*l.Rows/height*l.Columns + i%width*l.Columns/width
		level := func(v byte) int { return int(v) * levels >> 8 }
		count[block*l.Colours+level(c[0])+levels*(level(c[1])+levels*level(c[2]))]++
	}
	var out strings.Builder
	for ; len(count) > 0; count = count[l.Colours:] {
		most := 0
		for i, n := range count[:l.Colours] {
			if n > count[most] {
				most = i
			}
		}
		out.WriteByte(l.letters()[most])
	}
	return out.String()
}

// Agreement returns the share of blocks in which two strings agree: in their colour or, if one
// picture has no colours, in being dark or light.
func (l Layout) Agreement(a, b string) float64 {
	if len(a) != len(b) || a == "" {
		return 0
	}
	l = l.orDefault()
	grey := l.grey(a) || l.grey(b)
	same := 0
	for i := range len(a) {
		if a[i] == b[i] || grey && l.light(a[i]) == l.light(b[i]) {
			same++
		}
	}
	return float64(same) / float64(len(a))
}

// levelsOf returns the levels of red, green and blue of a colour.
func (l Layout) levelsOf(letter byte) (red, green, blue int) {
	i, n := strings.IndexByte(l.letters(), letter), l.levels()
	return i % n, i / n % n, i / n / n
}

// grey reports whether all blocks are black, white or grey.
func (l Layout) grey(blocks string) bool {
	for i := range len(blocks) {
		if red, green, blue := l.levelsOf(blocks[i]); red != green || green != blue {
			return false
		}
	}
	return true
}

// light reports whether the grey value of a colour is nearer to white than to black.
func (l Layout) light(letter byte) bool {
	red, green, blue := l.levelsOf(letter)
	return 2*(299*red+587*green+114*blue) > 1000*(l.levels()-1) // weights of ITU-R BT.601
}
