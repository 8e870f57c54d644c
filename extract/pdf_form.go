package extract

import (
	"slices"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// maxAnnotations bounds the search for filled fields on one page; forms have
// some hundreds.
const maxAnnotations = 5_000

// filled says whether fields of a form, or notes written onto the page, stand
// on it: their texts are not among the page's own.
func (f *pdfiumFile) filled(page requests.Page) bool {
	n, err := f.pdfium.FPDFPage_GetAnnotCount(&requests.FPDFPage_GetAnnotCount{Page: page})
	if err != nil {
		return false
	}
	for i := range min(n.Count, maxAnnotations) {
		a, err := f.pdfium.FPDFPage_GetAnnot(&requests.FPDFPage_GetAnnot{Page: page, Index: i})
		if err != nil {
			continue
		}
		kind, err := f.pdfium.FPDFAnnot_GetSubtype(&requests.FPDFAnnot_GetSubtype{Annotation: a.Annotation})
		_, _ = f.pdfium.FPDFPage_CloseAnnot(&requests.FPDFPage_CloseAnnot{Annotation: a.Annotation})
		if err == nil && (kind.Subtype == enums.FPDF_ANNOT_SUBTYPE_WIDGET || kind.Subtype == enums.FPDF_ANNOT_SUBTYPE_FREETEXT) {
			return true
		}
	}
	return false
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
