package doc

import (
	"cmp"
	"encoding/binary"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/style"
)

const (
	fibSections   = 6
	fibHeaders    = 11
	fibProperties = 31 // of the document

	titlePage = 0x300A // property of a section: its first page has its own headers
	pageWide  = 0xB01F // SXaPage, in twips
	pageHigh  = 0xB020
	noteLines = 6 // texts before the headers: separators of notes
)

// The headers and footers of a section, in their order.
const (
	evenHeader = iota
	oddHeader
	evenFooter
	oddFooter
	firstHeader
	firstFooter
	headersOfSection
)

// running reads the headers and footers that are shown on some page (PlcfHdd), the boxes in them,
// and the comments (PlcfandTxt).
func (w *walk) running() error {
	var list, comments []flow.Paragraph
	into := &list
	read := func(from, to int, around flow.Place) error {
		return w.part(from, max(from, to), around, func(p *flow.Paragraph) error {
			*into = append(*into, *p)
			return nil
		})
	}
	around := flow.Place{Kind: extract.Running}
	if w.f.old == nil { // older versions have their headers elsewhere
		err := w.headers(func(from, to int) error { return read(from, to, around) })
		if err != nil {
			return err
		}
		for _, box := range w.boxesOf(fibHeaderBoxes, headerBoxPart) {
			if err := read(box.start, box.end, w.surroundings(box, extract.Running)); err != nil {
				return err
			}
		}
	}
	into = &comments
	from, to := w.f.bounds(commentPart)
	if err := read(from, to, around); err != nil {
		return err
	}
	return w.EmitRunning(list, comments)
}

// headers calls read for the ranges of the headers and footers that are shown on some page.
func (w *walk) headers(read func(from, to int) error) error {
	texts, _ := plc(w.f.span(fibHeaders), 0)
	first, last := w.f.bounds(headerPart)
	facing := false
	if p := w.f.span(fibProperties); len(p) > 0 {
		facing = p[0]&1 != 0
	}
	titled := w.titledSections()
	for i := noteLines; i+1 < len(texts); i++ {
		section, kind := (i-noteLines)/headersOfSection, (i-noteLines)%headersOfSection
		switch kind {
		case evenHeader, evenFooter:
			if !facing {
				continue
			}
		case firstHeader, firstFooter:
			if !titled[section] {
				continue
			}
		}
		from, to := min(first+int(texts[i]), last), min(first+int(texts[i+1]), last)
		if err := read(from, to); err != nil {
			return err
		}
	}
	return nil
}

// titledSections returns the sections, by number from 0, with a different first page.
func (w *walk) titledSections() map[int]bool {
	out := map[int]bool{}
	w.f.eachSection(func(number int, code uint16, v []byte) {
		if code == titlePage {
			out[number] = v[0] != 0
		}
	})
	return out
}

// eachSection calls visit for the properties of each section, numbered from 0.
func (f *docFile) eachSection(visit func(number int, code uint16, v []byte)) {
	const entry = 12 // bytes of a Sed
	_, entries := plc(f.span(fibSections), entry)
	for i := range len(entries) / entry {
		at := int64(int32(binary.LittleEndian.Uint32(entries[entry*i+2:])))
		if at < 0 || at+2 > int64(len(f.main)) {
			continue
		}
		size := int64(binary.LittleEndian.Uint16(f.main[at:]))
		eachSprm(f.main[at+2:min(at+2+size, int64(len(f.main)))], func(code uint16, v []byte) { visit(i, code, v) })
	}
}

// sheet returns the largest page size of the sections.
func (f *docFile) sheet() style.Sheet {
	s := style.Sheet{}
	if f.old == nil { // older versions store it differently
		f.eachSection(func(_ int, code uint16, v []byte) {
			switch code {
			case pageWide:
				s.Wide = max(s.Wide, float64(binary.LittleEndian.Uint16(v))/20)
			case pageHigh:
				s.High = max(s.High, float64(binary.LittleEndian.Uint16(v))/20)
			}
		})
	}
	return style.Sheet{Wide: cmp.Or(s.Wide, style.A4.Wide), High: cmp.Or(s.High, style.A4.High)}
}
