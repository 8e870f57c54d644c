package docx

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
)

// loadNotes returns the paragraphs of a part of footnotes, endnotes or comments by id.
func (w *walk) loadNotes(part string, kind extract.ParagraphKind) (map[string][]flow.Paragraph, error) {
	notes := map[string][]flow.Paragraph{}
	raw, err := w.file.Part(w.file.related(part))
	if err != nil {
		return nil, err
	}
	w.Open(raw)
	for {
		found, err := w.XML.Find("footnote", "endnote", "comment")
		if err != nil {
			return nil, err
		}
		if !found {
			return notes, nil
		}
		s := w.XML.Tag
		var list []flow.Paragraph
		if err := w.collect(kind, &list); err != nil {
			return nil, err
		}
		if kind := s.Attr("type"); kind == "" || kind == "normal" { // others are the separator lines
			notes[s.Attr("id")] = list
		}
	}
}

// comment2003 reads a comment of Word 2003, which is stored at its reference.
func (w *walk) comment2003() error { return w.collect(extract.Running, &w.commented) }

// collect adds the paragraphs of the current element to a list.
func (w *walk) collect(kind extract.ParagraphKind, list *[]flow.Paragraph) error {
	err := w.blocks(flow.Place{Kind: kind}, func(p *flow.Paragraph) error {
		*list = append(*list, *p)
		return nil
	})
	w.fields = flow.Fields{}
	return err
}
