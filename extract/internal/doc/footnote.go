package doc

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
)

// loadNotes reads foot- and endnotes and the positions of their references.
func (w *walk) loadNotes() error {
	w.notes = map[int]string{}
	w.Footnotes, w.Endnotes = map[string][]flow.Paragraph{}, map[string][]flow.Paragraph{}
	for _, kind := range []struct {
		refs, texts int
		part        docPart
		prefix      string
		into        map[string][]flow.Paragraph
	}{{fibFootnoteRefs, fibFootnoteTexts, footnotePart, "f", w.Footnotes}, {fibEndnoteRefs, fibEndnoteTexts, endnotePart, "e",
		w.Endnotes}} {
		refs, _ := plc(w.f.span(kind.refs), 2)
		texts, _ := plc(w.f.span(kind.texts), 0)
		first, last := w.f.bounds(kind.part)
		for i := 0; i+1 < len(refs) && i+1 < len(texts); i++ {
			id := key(int64(i))
			from, to := min(first+int(texts[i]), last), min(first+int(texts[i+1]), last)
			if from >= to {
				continue
			}
			var list []flow.Paragraph
			err := w.part(from, to, flow.Place{Kind: extract.Footnote}, func(p *flow.Paragraph) error {
				list = append(list, *p)
				return nil
			})
			if err != nil {
				return err
			}
			kind.into[id] = list
			w.notes[int(refs[i])] = kind.prefix + id
		}
	}
	return nil
}
