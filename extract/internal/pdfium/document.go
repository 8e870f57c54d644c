package pdfium

import "errors"

// Why a file is not opened.
var (
	ErrPassword = errors.New("pdfium: the file opens with a password")
	ErrSecurity = errors.New("pdfium: the way in which the file is encrypted is not known")
	ErrFormat   = errors.New("pdfium: the file cannot be opened as a PDF")
)

// The codes of FPDF_GetLastError.
const (
	codePassword = 4
	codeSecurity = 5
)

// Document is an opened PDF.
type Document struct {
	p      *PDFium
	handle uint64
}

// Open opens a PDF, which is copied, with the empty password. It fails with ErrMemory
// or one of the three errors above.
func (p *PDFium) Open(data []byte) (Document, error) {
	pointer := p.allocate(len(data))
	if pointer == 0 || !p.module.Memory().Write(pointer, data) {
		return Document{}, ErrMemory
	}
	d := Document{p, p.handle("FPDF_LoadMemDocument", uint64(pointer), uint64(len(data)), 0)}
	if d.handle != 0 {
		return d, nil
	}
	if p.exhausted {
		return d, ErrMemory
	}
	defer p.free(pointer)
	switch p.number("FPDF_GetLastError") {
	case codePassword:
		return d, ErrPassword
	case codeSecurity:
		return d, ErrSecurity
	}
	return d, ErrFormat
}

// Pages counts the pages.
func (d Document) Pages() int {
	return d.p.number("FPDF_GetPageCount", d.handle)
}

// Info returns an entry of the document information, such as Title.
func (d Document) Info(tag string) string {
	return d.p.entry("FPDF_GetMetaText", d.handle, tag)
}

// Attachments counts the files that are attached to the document as a whole.
func (d Document) Attachments() int {
	return max(0, d.p.number("FPDFDoc_GetAttachmentCount", d.handle))
}

// Attachment returns file i of these, from 0.
func (d Document) Attachment(i int) File {
	return File{d.p, d.p.handle("FPDFDoc_GetAttachment", d.handle, uint64(i))}
}

// File is a file within the document.
type File struct {
	p      *PDFium
	handle uint64
}

// Name returns the file's name.
func (f File) Name() string {
	return wide(f.p.text(func(buffer, size uint64) int {
		return f.p.number("FPDFAttachment_GetName", f.handle, buffer, size)
	}))
}

// Data returns the content, or nil if it has more than most bytes.
func (f File) Data(most int) []byte {
	data, _ := f.p.blob(most, "FPDFAttachment_GetFile", f.handle)
	return data
}

// Packet returns the part of that name of the description of a dynamic form; empty if there is none.
func (d Document) Packet(name string) string {
	for i := range d.p.number("FPDF_GetXFAPacketCount", d.handle) {
		stored := d.p.text(func(buffer, size uint64) int {
			return d.p.number("FPDF_GetXFAPacketName", d.handle, uint64(i), buffer, size)
		})
		if string(stored) == name+"\x00" {
			data, _ := d.p.blob(longestPacket, "FPDF_GetXFAPacketContent", d.handle, uint64(i))
			return string(data)
		}
	}
	return ""
}

const longestPacket = 16 << 20 // bytes

// Dynamic reports whether the document is a form whose pages viewers make of a
// description (XFA): what its own pages say is that a viewer cannot do so.
func (d Document) Dynamic() bool {
	const full = 2
	return d.p.number("FPDF_GetFormType", d.handle) == full
}

// Page is a loaded page.
type Page struct {
	p      *PDFium
	handle uint64
}

// Load loads page i, from 0; false where it cannot be. It is to be closed.
func (d Document) Load(i int) (Page, bool) {
	g := Page{d.p, d.p.handle("FPDF_LoadPage", d.handle, uint64(uint32(i)))}
	return g, g.handle != 0
}

// Close frees the page.
func (g Page) Close() {
	g.p.call("FPDF_ClosePage", g.handle)
}

// Rect is an area in points; y grows upwards.
type Rect struct{ Left, Bottom, Right, Top float32 }

// Bounds returns the visible area in the page's own space.
func (g Page) Bounds() (Rect, bool) {
	ok := g.p.number("FPDF_GetPageBoundingBox", g.handle, g.p.at(0)) != 0
	return g.p.rect(), ok
}

// Turns returns how many quarter turns clockwise the page is shown with.
func (g Page) Turns() int {
	return g.p.number("FPDFPage_GetRotation", g.handle)
}

// Objects counts what is drawn on the page.
func (g Page) Objects() int {
	return g.p.number("FPDFPage_CountObjects", g.handle)
}

// Object returns object i, from 0, in the order of drawing.
func (g Page) Object(i int) (Object, bool) {
	o := Object{g.p, g.p.handle("FPDFPage_GetObject", g.handle, uint64(uint32(i)))}
	return o, o.handle != 0
}

// Annotations counts the annotations, the fields of forms among them.
func (g Page) Annotations() int {
	return g.p.number("FPDFPage_GetAnnotCount", g.handle)
}

// Annotation returns annotation i, from 0. It is to be closed.
func (g Page) Annotation(i int) (Annotation, bool) {
	a := Annotation{g.p, g.p.handle("FPDFPage_GetAnnot", g.handle, uint64(uint32(i)))}
	return a, a.handle != 0
}

// Flatten makes annotations part of the page, which has to be loaded anew to
// see it. It reports whether there was something to do that could be done.
func (g Page) Flatten() bool {
	const normalDisplay, success = 0, 1
	return g.p.number("FPDFPage_Flatten", g.handle, normalDisplay) == success
}
