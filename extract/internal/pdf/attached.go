package pdf

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/pdfium"
)

// Limits of the files attached to a PDF, which are read within its deadline.
const (
	maxAttached      = 20
	maxAttachedBytes = 10 << 20 // of all of them
)

// attachments gets the files attached to the document and to its pages, and notes those beyond the
// limits. It comes last, because a file that inflates to more than pdfium's memory ends pdfium.
func (f *pdfiumFile) attachments(b *draft.Draft) {
	count, room := 0, maxAttachedBytes
	get := func(file pdfium.File) {
		if count++; count <= maxAttached && !f.pdfium.Exhausted() {
			if data := file.Data(room); data != nil {
				room -= len(data)
				b.Attached = append(b.Attached, draft.Attached{Name: file.Name(), Data: data})
			}
		}
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
	b.Notices.AddCount(extract.ObjectUnread, count-len(b.Attached))
}
