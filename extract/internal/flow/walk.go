package flow

import (
	"context"

	"zhiwen/extract"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// Walk is what the readers of XML that holds flowing text have in common: what is
// read, and what it is read into.
type Walk struct {
	Writer
	Ctx     context.Context
	Files   *container.Parts // that hold the pictures; nil in parts whose ids are not of them
	Numbers *Numbering

	XML *markup.Reader
}

// Place is what the surroundings of a paragraph decide.
type Place struct {
	Kind    extract.ParagraphKind
	Ground  style.Paint // of cells, tables and boxes
	Look    style.Look  // that a table's style gives to its text
	Room    *style.Room // that cuts off what it does not hold; nil for none
	Spot    *draft.Spot // of the box that it is in
	Deleted bool
}

// With is the place for a text that is deleted or not.
func (p Place) With(deleted bool) *Place {
	p.Deleted = p.Deleted || deleted
	return &p
}

// Open begins to read a part of the file.
func (w *Walk) Open(raw string) {
	w.XML = markup.NewReader(raw)
	w.XML.Ctx = w.Ctx
}

// Picture hangs the picture in a part of the file on a paragraph and returns it;
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
