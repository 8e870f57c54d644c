package extract

import (
	"context"
	"errors"
)

// Word files that are one XML file: the parts of a .docx in one package (Flat
// OPC), and the format of Word 2003, of which .docx was made.

const (
	flatNamespace     = "http://schemas.microsoft.com/office/2006/xmlPackage"
	word2003Namespace = "http://schemas.microsoft.com/office/word/2003/wordml"
)

// isFlat says whether an XML file is a Word file: Flat OPC or the XML of Word
// 2003.
func isFlat(data []byte) bool {
	root, space := rootOf(data)
	return space == flatNamespace && root.name == "package" || space == word2003Namespace && root.name == "wordDocument"
}

// openFlat finds the parts of a Flat OPC file. They are cut out of it, with
// the name spaces that each declares itself.
func openFlat(data []byte) (*docxPackage, error) {
	texts := map[string]string{}
	x := newXML(string(data))
	name, from := "", -1
	for {
		before := x.at
		kind, err := x.next()
		if errors.Is(err, ErrLimits) {
			return nil, err
		}
		if err != nil {
			break // what came before the damage can be read
		}
		switch depth := x.depth(); {
		case kind == xmlStart && depth == 2:
			name = partName(x.tag.attr("name"))
		case kind == xmlStart && depth == 3 && x.tag.name == "xmlData":
			from = x.at
		case kind == xmlEnd && depth == 2 && from >= 0:
			texts[name] = x.text[from:before]
			from = -1
		}
	}
	p := newPackage(partsOf(texts))
	return p, p.findMain()
}

// readWord2003 reads the XML of Word 2003.
func readWord2003(ctx context.Context, b *builder, data []byte) error {
	raw := utf8XML(string(data))
	w := &docxWalk{xmlWalk: xmlWalk{ctx: ctx, wordWriter: wordWriter{b: b}, numbers: newNumbering()}}
	if err := w.loadStyles(raw, nil); err != nil {
		return err
	}
	if err := w.document(raw); err != nil {
		return err
	}
	return eachElement(raw, []string{"DocumentProperties"}, func(e element) {
		b.metadata = properties(e.child("Title").text(), e.child("Author").text(), e.child("Keywords").text())
	})
}

// Annotations of Word 2003 that are not, or no longer, text of the page; others
// are insertions and marks.
const (
	deletion2003 = "Word.Deletion"
	comment2003  = "Word.Comment"
)

// number2003 gives the number that Word 2003 has shown before a paragraph.
func number2003(pPr element) string {
	list := pPr.child("listPr")
	text := list.child("t").attr("val")
	if text == "" {
		return ""
	}
	if symbolic := list.child("font").attr("val"); isSymbolFont(symbolic) || text == "·" || text == "o" {
		return bullets[0] + " "
	}
	return text + " "
}
