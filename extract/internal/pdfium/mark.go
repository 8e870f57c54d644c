package pdfium

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Mark is a mark around what is drawn, of which several objects may have the same.
type Mark uint64

// Marks counts the marks of an object.
func (o Object) Marks() int {
	return o.p.number("FPDFPageObj_CountMarks", o.handle)
}

// Mark returns mark i of an object, from 0.
func (o Object) Mark(i int) Mark {
	return Mark(o.p.handle("FPDFPageObj_GetMark", o.handle, uint64(uint32(i))))
}

// ActualText returns the text that a mark states for what it is around; false where it
// states none.
func (p *PDFium) ActualText(m Mark) (string, bool) {
	// As bytes: pdfium takes all texts there for UTF-8.
	data, ok := p.blob(longestText, "FPDFPageObjMark_GetParamBlobValue", uint64(m), p.actualTextKey())
	return textString(data), ok
}

// textString decodes a text of a PDF: UTF-16 or UTF-8 with a mark, else PDFDocEncoding,
// whose letters are those of Latin-1.
func textString(data []byte) string {
	if rest, ok := bytes.CutPrefix(data, []byte("\xEF\xBB\xBF")); ok {
		return strings.ToValidUTF8(string(rest), "\uFFFD")
	}
	if rest, ok := bytes.CutPrefix(data, []byte("\xFE\xFF")); ok {
		return utf16Text(rest, unicode.BigEndian)
	}
	if rest, ok := bytes.CutPrefix(data, []byte("\xFF\xFE")); ok {
		return utf16Text(rest, unicode.LittleEndian)
	}
	s, _ := charmap.ISO8859_1.NewDecoder().Bytes(data) // every byte has a character
	return string(s)
}

// ForgetActualText takes that text out, so that the page's text is what its fonts say.
func (o Object) ForgetActualText(m Mark) {
	o.p.call("FPDFPageObjMark_RemoveParam", o.handle, uint64(m), o.p.actualTextKey())
}

// actualTextKey returns the place of the name of that entry in pdfium's memory.
func (p *PDFium) actualTextKey() uint64 {
	const name = "ActualText\x00"
	if p.actualText == 0 {
		if p.actualText = p.allocate(len(name)); p.actualText == 0 || !p.module.Memory().Write(p.actualText, []byte(name)) {
			return p.at(0)
		}
	}
	return uint64(p.actualText)
}
