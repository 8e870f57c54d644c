package pdf

import (
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/pdfium"
)

// attachments gets the files attached to the document and to its pages. It comes last, because a
// file that inflates to more than pdfium's memory ends pdfium.
func (f *pdfiumFile) attachments(b *draft.Draft) {
	get := func(file pdfium.File) {
		b.Attach(file.Name(), func(most int) []byte {
			if f.pdfium.Exhausted() {
				return nil
			}
			return file.Data(most)
		})
	}
	for i := range f.document.Attachments() {
		get(f.document.Attachment(i))
	}
	for _, at := range f.attached {
		if p, ok := f.document.Load(at[0]); ok {
			if a, ok := p.Annotation(at[1]); ok {
				get(a.File())
				a.Close()
			}
			p.Close()
		}
	}
}
