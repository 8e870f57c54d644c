package extract

import (
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// maxAnnotations bounds the search for filled fields on one page; forms have
// some hundreds.
const maxAnnotations = 5_000

// fieldText is what is filled in and not drawn in the file: viewers draw it.
type fieldText struct {
	box  // in the page's own space
	text string
}

// filled says whether fields of a form, or notes written onto the page, stand
// on it: their texts are not among the page's own. It gives those texts that
// the file has without a drawing of them.
func (f *pdfiumFile) filled(page requests.Page) (any bool, undrawn []fieldText) {
	n, err := f.pdfium.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: page})
	if err != nil {
		return false, nil
	}
	for i := range min(n.Count, maxAnnotations) {
		a, err := f.pdfium.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: page, Index: i})
		if err != nil {
			continue
		}
		field, drawn, ok := f.field(a.Annotation)
		_, _ = f.pdfium.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: a.Annotation})
		any = any || ok
		if ok && !drawn && hasVisible(field.text) {
			undrawn = append(undrawn, field)
		}
	}
	return any, undrawn
}

// field reads an annotation; false for one that holds no text of the page.
func (f *pdfiumFile) field(a references.FPDF_ANNOTATION) (field fieldText, drawn, ok bool) {
	kind, err := f.pdfium.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: a})
	if err != nil {
		return field, false, false
	}
	key := "V"
	switch kind.Subtype {
	case enums.FPDF_ANNOT_SUBTYPE_WIDGET:
	case enums.FPDF_ANNOT_SUBTYPE_FREETEXT:
		key = "Contents"
	default:
		return field, false, false
	}
	look, err := f.pdfium.FPDFAnnot_GetAP(&requests.FPDFAnnot_GetAP{Annotation: a, AppearanceMode: enums.FPDF_ANNOT_APPEARANCEMODE_NORMAL})
	drawn = err == nil && look.Value != ""
	if drawn || key == "V" && !slices.Contains([]string{"Tx", "Ch"}, f.entry(a, "FT")) {
		return field, drawn, true // buttons and signatures have no text
	}
	flags, err := f.pdfium.FPDFAnnot_GetFlags(&requests.FPDFAnnot_GetFlags{Annotation: a})
	if err == nil && flags.Flags&(enums.FPDF_ANNOT_FLAG_HIDDEN|enums.FPDF_ANNOT_FLAG_NOVIEW) != 0 {
		return field, false, true
	}
	if r, err := f.pdfium.FPDFAnnot_GetRect(&requests.FPDFAnnot_GetRect{Annotation: a}); err == nil {
		field = fieldText{box{r.Rect.Left, r.Rect.Bottom, r.Rect.Right, r.Rect.Top}, f.entry(a, key)}
	}
	return field, false, true
}

// entry gives a text or a name of an annotation; empty where there is none.
func (f *pdfiumFile) entry(a references.FPDF_ANNOTATION, key string) string {
	v, err := f.pdfium.FPDFAnnot_GetStringValue(&requests.FPDFAnnot_GetStringValue{Annotation: a, Key: key})
	if err != nil {
		return ""
	}
	return v.Value
}

const (
	fieldSize = 10  // points of a text whose field is higher than a line
	fieldHigh = 0.8 // of a field's height that a line fills
)

// write gives the characters of a field that is not drawn the places where a
// viewer would draw them, about.
func (r *pageReader) write(f fieldText) (out []glyph) {
	area := r.turned(f.box)
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
func (f *pdfiumFile) flattened(loaded references.FPDF_PAGE, i int) (references.FPDF_PAGE, int) {
	page := requests.Page{ByReference: &loaded}
	own := f.characters(page)
	r, err := f.pdfium.FPDFPage_Flatten(&requests.FPDFPage_Flatten{Page: page, Usage: requests.FPDFPage_FlattenUsageNormalDisplay})
	if err != nil || r.Result != 1 {
		return loaded, -1
	}
	again, err := f.pdfium.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: f.document, Index: i})
	if err != nil {
		return loaded, -1
	}
	_, _ = f.pdfium.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded})
	return again.Page, own
}

// characters counts the characters of a page; -1 where that fails.
func (f *pdfiumFile) characters(page requests.Page) int {
	text, err := f.pdfium.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return -1
	}
	defer func() { _, _ = f.pdfium.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: text.TextPage}) }()
	n, err := f.pdfium.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: text.TextPage})
	if err != nil {
		return -1
	}
	return n.Count
}

// placeFilled puts lines that were filled in, which the file has behind all
// others, where they stand on the page: behind the label on their left, else
// before the first line below them.
func placeFilled(lines []*line) []*line {
	var out, late []*line
	for _, l := range lines {
		if l.filled && l.text != "" {
			late = append(late, l)
		} else {
			out = append(out, l)
		}
	}
	for _, x := range late {
		at := slices.IndexFunc(out, func(l *line) bool { return l.text != "" && l.y1 <= (x.y0+x.y1)/2 })
		if at < 0 {
			at = len(out)
		}
		for i, l := range out {
			if sameRow(l, x) && l.x0 < x.x0 {
				at = i + 1
			}
		}
		out = slices.Insert(out, at, x)
	}
	return out
}
