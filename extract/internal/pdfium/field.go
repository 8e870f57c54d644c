package pdfium

import "strings"

// Fields is the fields of a document, which inherit from one another.
type Fields struct {
	p      *PDFium
	handle uint64
}

// Fields returns the form of a document, without scripts; false where pdfium has none.
func (d Document) Fields() (Fields, bool) {
	const size, version = 512, 1 // a structure of callbacks, none of which is needed
	info := d.p.allocate(size)
	if info == 0 || !d.p.module.Memory().Write(info, append([]byte{version}, make([]byte, size-1)...)) {
		return Fields{}, false
	}
	f := Fields{d.p, d.p.handle("FPDFDOC_InitFormFillEnvironment", d.handle, uint64(info))}
	return f, f.handle != 0
}

// The kinds of fields that hold text, and a flag of those that show none of it.
const (
	ComboBox  = 4
	ListBox   = 5
	TextField = 6
	Password  = 1 << 13
)

// Field is the kind of the field that an annotation shows, below zero for none, with its flags.
func (f Fields) Field(a Annotation) (kind, flags int) {
	return f.p.number("FPDFAnnot_GetFormFieldType", f.handle, a.handle), f.p.number("FPDFAnnot_GetFormFieldFlags", f.handle, a.handle)
}

// Value returns the value of a field as a viewer shows it: the labels of what is chosen from a list.
func (f Fields) Value(a Annotation) string {
	var chosen []string
	for i := range max(0, f.p.number("FPDFAnnot_GetOptionCount", f.handle, a.handle)) {
		if f.p.number("FPDFAnnot_IsOptionSelected", f.handle, a.handle, uint64(i)) != 0 {
			chosen = append(chosen, wide(f.p.text(func(buffer, size uint64) int {
				return f.p.number("FPDFAnnot_GetOptionLabel", f.handle, a.handle, uint64(i), buffer, size)
			})))
		}
	}
	if len(chosen) > 0 {
		return strings.Join(chosen, "\n")
	}
	return wide(f.p.text(func(buffer, size uint64) int {
		return f.p.number("FPDFAnnot_GetFormFieldValue", f.handle, a.handle, buffer, size)
	}))
}
