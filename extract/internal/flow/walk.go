package flow

import (
	"context"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Walk is what the readers of XML that holds flowing text have in common: the
// tokens, element by element, and what they are read into.
type Walk struct {
	Writer
	Ctx     context.Context
	Files   *container.Parts // that hold the pictures; nil in parts whose ids are not of them
	Numbers *Numbering

	XML    *markup.Reader
	tokens int
}

// Place is what the surroundings of a paragraph decide.
type Place struct {
	Kind    extract.ParagraphKind
	Ground  style.Paint // of cells, tables and boxes
	Deleted bool
}

// Token gives the next token, looking at the context now and then.
func (w *Walk) Token() (markup.Kind, error) {
	if w.tokens++; w.tokens%4096 == 0 {
		if err := w.Ctx.Err(); err != nil {
			return 0, err
		}
	}
	return w.XML.Next()
}

// Each calls visit for the start elements until the end of the current
// element; visit reads its element to the end or leaves its children to each.
func (w *Walk) Each(visit func(markup.Tag) error) error {
	outside := w.XML.Depth() - 1
	for {
		kind, err := w.Token()
		if err != nil {
			return err
		}
		switch {
		case kind == markup.Start:
			if err := visit(w.XML.Tag); err != nil {
				return err
			}
		case kind == markup.End && w.XML.Depth() == outside:
			return nil
		}
	}
}

// Skip reads to the end of the current element.
func (w *Walk) Skip() error {
	return w.Each(func(markup.Tag) error { return nil })
}

// Picture hangs the picture in a part of the file on a paragraph and gives it;
// nil where there is no such part.
func (w *Walk) Picture(p *Paragraph, name string, width, height float32) *picture.Picture {
	if w.Files == nil {
		return nil
	}
	open := w.Files.Opener(name)
	if open == nil {
		return nil
	}
	hung := &picture.Picture{Name: name, Width: width, Height: height, Open: open}
	p.Hanging = append(p.Hanging, Paragraph{Picture: hung})
	return hung
}
