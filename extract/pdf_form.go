package extract

import (
	"slices"
	"strings"

	"zhiwen/extract/internal/pdfium"
)

// maxAnnotations bounds the search for filled fields on one page; forms have
// some hundreds.
const maxAnnotations = 5_000

// fieldText is what is filled in and not drawn in the file: viewers draw it.
type fieldText struct {
	box  // in the page's own space
	text string
}

// filledIn says whether fields of a form, or notes written onto the page, stand
// on it: their texts are not among the page's own. It gives those texts that
// the file has without a drawing of them.
func filledIn(page pdfium.Page) (any bool, undrawn []fieldText) {
	for i := range min(page.Annotations(), maxAnnotations) {
		a, ok := page.Annotation(i)
		if !ok {
			continue
		}
		field, drawn, ok := fieldOf(a)
		a.Close()
		any = any || ok
		if ok && !drawn && hasVisible(field.text) {
			undrawn = append(undrawn, field)
		}
	}
	return any, undrawn
}

// fieldOf reads an annotation; false for one that holds no text of the page.
func fieldOf(a pdfium.Annotation) (field fieldText, drawn, ok bool) {
	key := "V"
	switch a.Kind() {
	case pdfium.Widget:
	case pdfium.FreeText:
		key = "Contents"
	default:
		return field, false, false
	}
	drawn = a.Drawn()
	if drawn || key == "V" && !slices.Contains([]string{"Tx", "Ch"}, a.Entry("FT")) {
		return field, drawn, true // buttons and signatures have no text
	}
	if a.Flags()&(pdfium.Hidden|pdfium.NoView) != 0 {
		return field, false, true
	}
	if r, ok := a.Bounds(); ok {
		field = fieldText{box{r.Left, r.Bottom, r.Right, r.Top}, a.Entry(key)}
	}
	return field, false, true
}

const (
	fieldSize = 10  // points of a text whose field is higher than a line
	fieldHigh = 0.8 // of a field's height that a line fills
)

// write gives the characters of a field that is not drawn the places where a
// viewer would draw them, about.
func (r *pageReader) write(f fieldText) (out []glyph) {
	area := r.turned(f.box)
	right, top := min(r.width, farthest), min(r.height, farthest) // what is beyond the page is put at its edge
	area = box{min(max(area.x0, 0), right), min(max(area.y0, 0), top), min(max(area.x1, 0), right), min(max(area.y1, 0), top)}
	size := min(fieldSize, fieldHigh*(area.y1-area.y0))
	if size < tinyPoints {
		size = fieldSize
	}
	y := area.y1 - size
	if area.y1-area.y0 < 2.4*size { // one line, in the middle
		y = (area.y0+area.y1)/2 - size/2
	}
	for text := range strings.FieldsFuncSeq(f.text, func(r rune) bool { return r == '\r' || r == '\n' }) {
		out = append(out, glyph{r: '\n', generated: true})
		x := area.x0
		for _, c := range text {
			g := glyph{r: c, x0: x, x1: x + size/2, y0: y, y1: y + size, size: size, filled: true}
			if wide(c) {
				g.x1 = x + size
			}
			out = append(out, g)
			x = g.x1
		}
		y -= 1.2 * size
	}
	return append(out, glyph{r: '\n', generated: true})
}

// flattened makes what is filled in part of page i, which it loads anew, and
// tells how many characters the page has of its own. Where that fails, the
// page is as it was.
func (f *pdfiumFile) flattened(page pdfium.Page, i int) (pdfium.Page, int) {
	own := characters(page)
	if !page.Flatten() {
		return page, -1
	}
	again, ok := f.document.Load(i)
	if !ok {
		return page, -1
	}
	page.Close()
	return again, own
}

// characters counts the characters of a page; -1 where that fails.
func characters(page pdfium.Page) int {
	text, ok := page.Text()
	if !ok {
		return -1
	}
	defer text.Close()
	return text.Characters()
}
