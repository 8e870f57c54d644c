package extract

import "context"

// xmlWalk is what the readers of XML that holds flowing text have in common: the
// tokens, element by element, and what they are read into.
type xmlWalk struct {
	wordWriter
	ctx     context.Context
	files   *parts // that hold the pictures; nil in parts whose ids are not of them
	numbers *numbering

	x      *xmlReader
	tokens int
}

// place is what the surroundings of a paragraph decide.
type place struct {
	kind    ParagraphKind
	ground  paint // of cells, tables and boxes
	deleted bool
}

// token gives the next token, looking at the context now and then.
func (w *xmlWalk) token() (xmlKind, error) {
	if w.tokens++; w.tokens%4096 == 0 {
		if err := w.ctx.Err(); err != nil {
			return 0, err
		}
	}
	return w.x.next()
}

// each calls visit for the start elements until the end of the current
// element; visit reads its element to the end or leaves its children to each.
func (w *xmlWalk) each(visit func(xmlTag) error) error {
	outside := w.x.depth() - 1
	for {
		kind, err := w.token()
		if err != nil {
			return err
		}
		switch {
		case kind == xmlStart:
			if err := visit(w.x.tag); err != nil {
				return err
			}
		case kind == xmlEnd && w.x.depth() == outside:
			return nil
		}
	}
}

// skip reads to the end of the current element.
func (w *xmlWalk) skip() error {
	return w.each(func(xmlTag) error { return nil })
}

// picture hangs the picture in a part of the file on a paragraph and gives it;
// nil where there is no such part.
func (w *xmlWalk) picture(p *wordParagraph, name string, width, height float32) *wordPicture {
	if w.files == nil {
		return nil
	}
	open := w.files.opener(name)
	if open == nil {
		return nil
	}
	hung := &wordPicture{name: name, width: width, height: height, open: open}
	p.after = append(p.after, wordParagraph{picture: hung})
	return hung
}
