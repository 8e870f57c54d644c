package pdfium

import (
	"math"
	"strings"
)

// Text is the text of a page: its characters, numbered from 0. Asking for one
// that is not there is answered with zeros.
type Text struct {
	p      *PDFium
	handle uint64
}

// Text reads the page's text; false where that fails. It is to be closed.
func (g Page) Text() (Text, bool) {
	t := Text{g.p, g.p.handle("FPDFText_LoadPage", g.handle)}
	return t, t.handle != 0
}

// Close frees the text.
func (t Text) Close() {
	t.p.call("FPDFText_ClosePage", t.handle)
}

// Characters counts the characters, those among them that pdfium puts in for
// gaps and line ends; below zero where that fails.
func (t Text) Characters() int {
	return t.p.number("FPDFText_CountChars", t.handle)
}

// Unicode returns the code of character k; 0 where it has none, and half of a
// pair for those beyond 16 bits.
func (t Text) Unicode(k int) uint32 {
	return uint32(t.p.number("FPDFText_GetUnicode", t.handle, uint64(k)))
}

// Unknown reports whether the font does not define character k, whose Unicode is then its code in
// the font.
func (t Text) Unknown(k int) bool {
	return t.p.number("FPDFText_HasUnicodeMapError", t.handle, uint64(k)) == 1
}

// Generated reports whether pdfium has put in character k.
func (t Text) Generated(k int) bool {
	return t.p.number("FPDFText_IsGenerated", t.handle, uint64(k)) == 1
}

// Hyphen reports whether pdfium takes character k for a hyphen at the end of a line.
func (t Text) Hyphen(k int) bool {
	return t.p.number("FPDFText_IsHyphen", t.handle, uint64(k)) == 1
}

// Size returns the size of the font of character k, before it is scaled.
func (t Text) Size(k int) float64 {
	r, _ := t.p.call("FPDFText_GetFontSize", t.handle, uint64(k))
	return math.Float64frombits(r)
}

// LooseBox returns the box of character k as its font states it.
func (t Text) LooseBox(k int) (Rect, bool) {
	ok := t.p.number("FPDFText_GetLooseCharBox", t.handle, uint64(k), t.p.at(0)) != 0
	return t.p.rect(), ok
}

// Box returns the box of what is drawn of character k.
func (t Text) Box(k int) (Rect, bool) {
	ok := t.p.number("FPDFText_GetCharBox", t.handle, uint64(k), t.p.at(0), t.p.at(8), t.p.at(16), t.p.at(24)) != 0
	return Rect{Left: t.p.double(0), Right: t.p.double(1), Bottom: t.p.double(2), Top: t.p.double(3)}, ok
}

// Origin returns the point at which character k is set.
func (t Text) Origin(k int) (x, y float32, ok bool) {
	ok = t.p.number("FPDFText_GetCharOrigin", t.handle, uint64(k), t.p.at(0), t.p.at(8)) != 0
	return t.p.double(0), t.p.double(1), ok
}

// Matrix takes the space of character k to the page's.
func (t Text) Matrix(k int) (Matrix, bool) {
	ok := t.p.number("FPDFText_GetMatrix", t.handle, uint64(k), t.p.at(0)) != 0
	return t.p.matrix(), ok
}

// Font returns the name of the font of character k; empty where it has none.
func (t Text) Font(k int) string {
	name := t.p.text(func(buffer, size uint64) int {
		return t.p.number("FPDFText_GetFontInfo", t.handle, uint64(k), buffer, size, 0)
	})
	return strings.TrimSuffix(string(name), "\x00")
}

// Object returns the text that character k is part of.
func (t Text) Object(k int) (Object, bool) {
	o := Object{t.p, t.p.handle("FPDFText_GetTextObject", t.handle, uint64(k))}
	return o, o.handle != 0
}
