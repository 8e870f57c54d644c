package pdfium

import (
	"encoding/binary"
	"image/color"
)

// Object is something drawn on a page. It lasts as long as the page.
type Object struct {
	p      *PDFium
	handle uint64
}

// Kind is what an object is.
type Kind int

// The kinds of objects, as pdfium numbers them.
const (
	Unknown Kind = iota
	Writing
	Path
	Image
	Shading
	Form // objects of its own
)

// Matrix takes (x, y) to (A·x + C·y + E, B·x + D·y + F).
type Matrix struct{ A, B, C, D, E, F float32 }

// Kind says what the object is.
func (o Object) Kind() Kind {
	return Kind(o.p.number("FPDFPageObj_GetType", o.handle))
}

// Bounds gives the area of the object in the space of what it is part of.
func (o Object) Bounds() (Rect, bool) {
	ok := o.p.number("FPDFPageObj_GetBounds", o.handle, o.p.at(0), o.p.at(4), o.p.at(8), o.p.at(12)) != 0
	var r [4]float32
	o.p.floats(r[:])
	return Rect{Left: r[0], Bottom: r[1], Right: r[2], Top: r[3]}, ok
}

// Fill gives the colour that the object is filled with, not multiplied by its
// alpha.
func (o Object) Fill() (color.NRGBA, bool) {
	if o.p.number("FPDFPageObj_GetFillColor", o.handle, o.p.at(0), o.p.at(4), o.p.at(8), o.p.at(12)) == 0 {
		return color.NRGBA{}, false
	}
	c := o.p.written(16) // four unsigned ints
	return color.NRGBA{c[0], c[4], c[8], c[12]}, true
}

// Matrix takes the object's space to that of what it is part of.
func (o Object) Matrix() (Matrix, bool) {
	ok := o.p.number("FPDFPageObj_GetMatrix", o.handle, o.p.at(0)) != 0
	return o.p.matrix(), ok
}

// Stroked says whether the outline of a path is drawn; true where that cannot
// be told.
func (o Object) Stroked() bool {
	return o.p.number("FPDFPath_GetDrawMode", o.handle, o.p.at(0), o.p.at(4)) == 0 || binary.LittleEndian.Uint32(o.p.written(8)[4:]) != 0
}

// Invisible says whether a text is written without being drawn.
func (o Object) Invisible() bool {
	const invisible, clip = 3, 7
	mode := o.p.number("FPDFTextObj_GetTextRenderMode", o.handle)
	return mode == invisible || mode == clip
}

// Embedded says whether the file brings along the font of a text; true where
// that cannot be told.
func (o Object) Embedded() bool {
	font := o.p.handle("FPDFTextObj_GetFont", o.handle)
	return font == 0 || o.p.number("FPDFFont_GetIsEmbedded", font) != 0
}

// Objects counts the objects of a form; below zero where that fails.
func (o Object) Objects() int {
	return o.p.number("FPDFFormObj_CountObjects", o.handle)
}

// Object gives object i of a form, from 0.
func (o Object) Object(i int) (Object, bool) {
	inner := Object{o.p, o.p.handle("FPDFFormObj_GetObject", o.handle, uint64(uint32(i)))}
	return inner, inner.handle != 0
}
