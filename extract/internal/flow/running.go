package flow

import (
	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
)

// EmitRunning adds, after the text, the paragraphs of headers and footers that are more than
// running titles, and those of comments, with what is attached to them. Each format calls it once.
func (w *Writer) EmitRunning(list, comments []Paragraph) error {
	flat := flattened(nil, list)
	titles := len(flat)
	flat = flattened(flat, comments)
	texts := make([]string, len(flat))
	for i, p := range flat {
		texts[i], _ = draft.AsShown(p.Text.String(), p.Turned)
	}
	for _, i := range w.Draft.Running(texts, len(flat)-titles) {
		flat[i].Block = draft.Block{Kind: extract.Running}
		flat[i].Breaks, flat[i].Notes = nil, nil
		if err := w.Emit(flat[i]); err != nil {
			return err
		}
	}
	return nil
}

// flattened appends the paragraphs of list, each followed by what is attached to it except pictures.
func flattened(out []*Paragraph, list []Paragraph) []*Paragraph {
	for i := range list {
		p := &list[i]
		if p.Picture != nil {
			continue
		}
		hanging := p.Hanging
		p.Hanging = nil
		out = flattened(append(out, p), hanging)
		if p.ruby != nil {
			out, p.ruby = append(out, p.ruby), nil
		}
	}
	return out
}
