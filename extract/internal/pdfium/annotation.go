package pdfium

// Annotation is what stands on a page without being part of it, such as the
// field of a form.
type Annotation struct {
	p      *PDFium
	handle uint64
}

// The kinds of annotations that hold text, or a file.
const (
	Note       = 1
	FreeText   = 3
	Line       = 4 // the first of those that mark something, and may say why; Ink is the last
	Stamp      = 13
	Ink        = 15
	Attachment = 17
	Widget     = 20
	Watermark  = 24
)

// Flags of annotations.
const (
	Hidden = 1 << 1
	NoView = 1 << 5
)

// Close frees the annotation.
func (a Annotation) Close() {
	a.p.call("FPDFPage_CloseAnnot", a.handle)
}

// Kind returns the subtype, as pdfium numbers them.
func (a Annotation) Kind() int {
	return a.p.number("FPDFAnnot_GetSubtype", a.handle)
}

// File returns the file that an annotation of the kind Attachment holds.
func (a Annotation) File() File {
	return File{a.p, a.p.handle("FPDFAnnot_GetFileAttachment", a.handle)}
}

// Flags returns the flags, ORed.
func (a Annotation) Flags() int {
	return a.p.number("FPDFAnnot_GetFlags", a.handle)
}

// Bounds returns the area in the page's own space.
func (a Annotation) Bounds() (Rect, bool) {
	ok := a.p.number("FPDFAnnot_GetRect", a.handle, a.p.at(0)) != 0
	return a.p.rect(), ok
}

// Drawn reports whether the file has a drawing of the annotation.
func (a Annotation) Drawn() bool {
	const ending = 2 // of an empty text
	return a.p.number("FPDFAnnot_GetAP", a.handle, normalLook, 0, 0) > ending
}

// normalLook is the drawing of an annotation at rest.
const normalLook = 0

// Drawing returns the operators of the file's drawing of the annotation.
func (a Annotation) Drawing() string {
	return wide(a.p.text(func(buffer, size uint64) int {
		return a.p.number("FPDFAnnot_GetAP", a.handle, normalLook, buffer, size)
	}))
}

// Hide makes the annotation a hidden one, which Flatten leaves out.
func (a Annotation) Hide() {
	a.p.call("FPDFAnnot_SetFlags", a.handle, uint64(a.Flags()|Hidden))
}

// Entry returns a text or a name of the annotation; empty where there is none.
func (a Annotation) Entry(key string) string {
	return a.p.entry("FPDFAnnot_GetStringValue", a.handle, key)
}
