package pdfium

import (
	"encoding/binary"
	"image/color"
	"math"
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

// Kind returns the kind of the object.
func (o Object) Kind() Kind {
	return Kind(o.p.number("FPDFPageObj_GetType", o.handle))
}

// Bounds returns the area of the object in the space of what it is part of.
func (o Object) Bounds() (Rect, bool) {
	ok := o.p.number("FPDFPageObj_GetBounds", o.handle, o.p.at(0), o.p.at(4), o.p.at(8), o.p.at(12)) != 0
	var r [4]float32
	o.p.floats(r[:])
	return Rect{Left: r[0], Bottom: r[1], Right: r[2], Top: r[3]}, ok
}

// Fill returns the colour that the object is filled with, not multiplied by its
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

// SetMatrix has the object drawn elsewhere; false where that fails.
func (o Object) SetMatrix(m Matrix) bool {
	data := make([]byte, 0, 24)
	for _, f := range []float32{m.A, m.B, m.C, m.D, m.E, m.F} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(f))
	}
	return o.p.module.Memory().Write(o.p.scratch, data) && o.p.number("FPDFPageObj_SetMatrix", o.handle, o.p.at(0)) != 0
}

// Stroked reports whether the outline of a path is drawn; true where that cannot
// be told.
func (o Object) Stroked() bool {
	return o.p.number("FPDFPath_GetDrawMode", o.handle, o.p.at(0), o.p.at(4)) == 0 || binary.LittleEndian.Uint32(o.p.written(8)[4:]) != 0
}

// Filled reports whether the inside of a path is drawn; false where that cannot be
// told.
func (o Object) Filled() bool {
	return o.p.number("FPDFPath_GetDrawMode", o.handle, o.p.at(0), o.p.at(4)) != 0 && binary.LittleEndian.Uint32(o.p.written(4)) != 0
}

// Segments counts the lines and curves of a path; -1 for other objects.
func (o Object) Segments() int { return o.p.number("FPDFPath_CountSegments", o.handle) }

// Mode is how a text is written: outlined, filled, as a clip.
type Mode int

// The usual mode, those in which nothing of a text is drawn, and what is no text.
const (
	NoText    Mode = -1
	Filled    Mode = 0
	Invisible Mode = 3
	ClipOnly  Mode = 7
)

// Mode returns how a text is written.
func (o Object) Mode() Mode {
	return Mode(o.p.number("FPDFTextObj_GetTextRenderMode", o.handle))
}

// SetMode has a text written in another way when the page is drawn again.
func (o Object) SetMode(m Mode) {
	o.p.call("FPDFTextObj_SetTextRenderMode", o.handle, uint64(uint32(m)))
}

// SetFill has an object filled with another colour when the page is drawn again; false
// where that fails.
func (o Object) SetFill(c color.NRGBA) bool {
	r, ok := o.p.call("FPDFPageObj_SetFillColor", o.handle, uint64(c.R), uint64(c.G), uint64(c.B), uint64(c.A))
	return ok && uint32(r) != 0
}

// SetActive takes an object out of what is drawn, or back in.
func (o Object) SetActive(active bool) {
	on := uint64(0)
	if active {
		on = 1
	}
	o.p.call("FPDFPageObj_SetIsActive", o.handle, on)
}

// Transparent reports whether an object is mixed with what is behind it; true
// where that cannot be told.
func (o Object) Transparent() bool {
	r, ok := o.p.call("FPDFPageObj_HasTransparency", o.handle)
	return !ok || uint32(r) != 0
}

// Text returns the characters of a text that pdfium hands out as part of t.
func (o Object) Text(t Text) string {
	return wide(o.p.text(func(buffer, size uint64) int {
		return o.p.number("FPDFTextObj_GetText", o.handle, t.handle, buffer, size)
	}))
}

// Font stands for the font of a text; 0 for none.
func (o Object) Font() uint64 { return o.p.handle("FPDFTextObj_GetFont", o.handle) }

// Embedded reports whether the file brings along the font of a text; true where
// that cannot be told.
func (o Object) Embedded() bool {
	font := o.Font()
	return font == 0 || o.p.number("FPDFFont_GetIsEmbedded", font) != 0
}

// Objects counts the objects of a form; below zero where that fails.
func (o Object) Objects() int {
	return o.p.number("FPDFFormObj_CountObjects", o.handle)
}

// Object returns object i of a form, from 0.
func (o Object) Object(i int) (Object, bool) {
	inner := Object{o.p, o.p.handle("FPDFFormObj_GetObject", o.handle, uint64(uint32(i)))}
	return inner, inner.handle != 0
}
