package char

import (
	_ "embed"
	"encoding/binary"
	"image"
	"math"
	"slices"
	"sync"
)

const (
	side         = 8 // fields of a shape in each direction
	shapeFields  = side * side
	packedShapes = shapeFields / 4 // bytes of a shape in the table: two bits per field
)

// shapeTable has the 6,763 Han characters of GB 2312, Latin letters and digits, made from WenQuanYi Micro Hei (Apache License 2.0) by
// internal/generate. One character proves nothing, since typefaces differ; of some dozens most look more like
// themselves than like one another.
//
// It holds the number of its characters, the characters in order as UTF-16, and their shapes.
//
//go:embed shapes.bin
var shapeTable []byte

// Shape is how dark the fields of a character are, less their mean, of length 1.
type Shape [shapeFields]float32

// shapeRunes returns the characters of the table in order.
var shapeRunes = sync.OnceValue(func() []rune {
	out := make([]rune, binary.LittleEndian.Uint16(shapeTable))
	for i := range out {
		out[i] = rune(binary.LittleEndian.Uint16(shapeTable[2+2*i:]))
	}
	return out
})

// ShapeKnown reports whether the shape of a character is known.
func ShapeKnown(r rune) bool {
	_, ok := slices.BinarySearch(shapeRunes(), r)
	return ok
}

// ShapeOf returns the shape of a printed character, or false if it is unknown.
func ShapeOf(r rune) (s Shape, ok bool) {
	i, ok := slices.BinarySearch(shapeRunes(), r)
	if !ok {
		return s, false
	}
	from := 2 + 2*len(shapeRunes()) + packedShapes*i
	var dark [shapeFields]float32
	for k := range dark {
		dark[k] = float32(shapeTable[from+k/4] >> (2 * (k % 4)) & 3)
	}
	return normal(dark), true
}

// Likeness returns the correlation of two shapes, from -1 to 1.
func (s Shape) Likeness(o Shape) float32 {
	var sum float32
	for i := range s {
		sum += s[i] * o[i]
	}
	return sum
}

// normal removes the overall darkness of a shape, in which typefaces differ.
func normal(dark [shapeFields]float32) Shape {
	var mean, length float64
	for _, d := range dark {
		mean += float64(d) / shapeFields
	}
	var s Shape
	for i, d := range dark {
		s[i] = d - float32(mean)
		length += float64(s[i]) * float64(s[i])
	}
	if length == 0 {
		return Shape{}
	}
	for i := range s {
		s[i] /= float32(math.Sqrt(length))
	}
	return s
}

// ShapeDrawn returns the shape of what is drawn in an area of a picture, or false if there is nothing.
// ink returns how much of a pixel is ink, from 0 to 1.
func ShapeDrawn(area image.Rectangle, ink func(x, y int) float32) (Shape, bool) {
	dark, ok := ShapeFields(area, ink)
	if !ok {
		return Shape{}, false
	}
	return normal(dark), true
}

// leastInk is the least ink of a pixel that belongs to a character rather than to the edge of
// another.
const leastInk = 0.3

// ShapeFields returns the darkness of the fields of a character, which is centred in a square of its
// longer side, or false if there is nothing.
func ShapeFields(area image.Rectangle, ink func(x, y int) float32) (dark [shapeFields]float32, ok bool) {
	var box image.Rectangle
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if ink(x, y) >= leastInk {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	long := max(box.Dx(), box.Dy())
	if long < side/2 {
		return dark, false
	}
	scale := float32(side) / float32(long)
	left, top := float32(long-box.Dx())/2, float32(long-box.Dy())/2
	for y := range box.Dy() {
		for x := range box.Dx() {
			if v := ink(box.Min.X+x, box.Min.Y+y); v > 0 {
				spread(&dark, (float32(x)+left)*scale, (float32(y)+top)*scale, scale, v*scale*scale)
			}
		}
	}
	return dark, true
}

// spread adds the ink of a pixel, whose position and size are in fields, to the fields that it
// covers.
func spread(dark *[shapeFields]float32, x, y, size, ink float32) {
	for fy := int(y); fy < side && float32(fy) < y+size; fy++ {
		high := (min(y+size, float32(fy+1)) - max(y, float32(fy))) / size
		for fx := int(x); fx < side && float32(fx) < x+size; fx++ {
			wide := (min(x+size, float32(fx+1)) - max(x, float32(fx))) / size
			dark[fy*side+fx] += ink * high * wide
		}
	}
}
