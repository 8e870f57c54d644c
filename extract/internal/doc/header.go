package doc

import (
	"encoding/binary"

	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
)

const (
	fibSections   = 6
	fibHeaders    = 11
	fibProperties = 31 // of the document

	titlePage = 0x300A // property of a section: its first page has headers of its own
	noteLines = 6      // texts before the headers: what parts notes from the page
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

// running reads the headers and footers that some page shows (PlcfHdd), and the comments
// (PlcfandTxt).
func (w *walk) running() error {
	var list []flow.Paragraph
	read := func(from, to int) error {
		return w.part(from, max(from, to), extract.Running, func(p *flow.Paragraph) error {
			list = append(list, *p)
			return nil
		})
	}
	if w.f.old == nil { // older ones have their headers elsewhere
		if err := w.headers(read); err != nil {
			return err
		}
	}
	if err := read(w.f.bounds(commentPart)); err != nil {
		return err
	}
	return w.EmitRunning(list)
}

// headers calls read for the stretches of the headers and footers that some page shows.
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

// titledSections tells by their numbers, from 0, which sections have another first page.
func (w *walk) titledSections() map[int]bool {
	const entry = 12 // bytes of a Sed
	out := map[int]bool{}
	_, entries := plc(w.f.span(fibSections), entry)
	for i := range len(entries) / entry {
		at := int64(int32(binary.LittleEndian.Uint32(entries[entry*i+2:])))
		if at < 0 || at+2 > int64(len(w.f.main)) {
			continue
		}
		size := int64(binary.LittleEndian.Uint16(w.f.main[at:]))
		eachSprm(w.f.main[at+2:min(at+2+size, int64(len(w.f.main)))], func(code uint16, v []byte) {
			if code == titlePage && len(v) > 0 {
				out[i] = v[0] != 0
			}
		})
	}
	return out
}
