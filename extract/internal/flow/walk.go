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

// Walk holds what readers of XML with flowing text have in common: their source and their target.
type Walk struct {
	Writer
	Ctx     context.Context
	Files   *container.Parts // parts with the pictures; nil in parts with other ids
	Numbers *Numbering

	XML *markup.Reader
}

// Place is what the surroundings of a paragraph determine.
type Place struct {
	Kind    extract.ParagraphKind
	Ground  style.Paint // of cells, tables and boxes
	Look    style.Look  // from the style of the table
	Room    *style.Room // area that cuts off what does not fit; nil for none
	Spot    *draft.Spot // of the surrounding box
	Deleted bool
}

// With returns the place for a text that may be deleted.
func (p Place) With(deleted bool) *Place {
	p.Deleted = p.Deleted || deleted
	return &p
}

// Open begins to read a part of the file.
func (w *Walk) Open(raw string) {
	w.XML = markup.NewReader(raw)
	w.XML.Ctx = w.Ctx
}

// Picture attaches the picture in a part of the file to a paragraph and returns it, or nil if there
// is no such part.
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
