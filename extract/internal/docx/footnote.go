package docx

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/flow"
)

// loadNotes reads footnotes.xml or endnotes.xml: note id to its paragraphs.
func (w *walk) loadNotes(raw string, err error) (map[string][]flow.Paragraph, error) {
	notes := map[string][]flow.Paragraph{}
	if err != nil {
		return nil, err
	}
	w.Open(raw)
	for {
		found, err := w.XML.Find("footnote", "endnote")
		if err != nil {
			return nil, err
		}
		if !found {
			return notes, nil
		}
		s := w.XML.Tag
		var list []flow.Paragraph
		err = w.blocks(flow.Place{Kind: extract.Footnote}, func(p *flow.Paragraph) error {
			list = append(list, *p)
			return nil
		})
		if err != nil {
			return nil, err
		}
		if kind := s.Attr("type"); kind == "" || kind == "normal" { // others are the separator lines
			notes[s.Attr("id")] = list
		}
	}
}
