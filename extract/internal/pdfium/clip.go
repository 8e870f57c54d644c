package pdfium

// Clip is what an object is clipped to: outlines, all of which it is seen
// within.
type Clip struct {
	p      *PDFium
	handle uint64
}

// Clip returns what the object is clipped to; false where that is nothing.
// pdfium drops clips that leave all of an object.
func (o Object) Clip() (Clip, bool) {
	c := Clip{o.p, o.p.handle("FPDFPageObj_GetClipPath", o.handle)}
	return c, c.handle != 0 && c.Outlines() > 0
}

// Outlines counts the outlines; below zero where that fails.
func (c Clip) Outlines() int {
	return c.p.number("FPDFClipPath_CountPaths", c.handle)
}

// Points counts the points of outline i; below zero where that fails.
func (c Clip) Points(i int) int {
	return c.p.number("FPDFClipPath_CountPathSegments", c.handle, uint64(uint32(i)))
}

// Point returns point k of outline i.
func (c Clip) Point(i, k int) (x, y float32, ok bool) {
	segment := c.p.handle("FPDFClipPath_GetPathSegment", c.handle, uint64(uint32(i)), uint64(uint32(k)))
	if segment == 0 || c.p.number("FPDFPathSegment_GetPoint", segment, c.p.at(0), c.p.at(4)) == 0 {
		return 0, 0, false
	}
	var p [2]float32
	c.p.floats(p[:])
	return p[0], p[1], true
}
