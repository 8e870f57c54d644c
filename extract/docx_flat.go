package extract

import (
	"bytes"
	"context"
	"encoding/xml"
	"strings"
)

// Word files that are one XML file: the parts of a .docx in one package (Flat
// OPC), and the format of Word 2003, of which .docx was made.

const (
	flatNamespace     = "http://schemas.microsoft.com/office/2006/xmlPackage"
	word2003Namespace = "http://schemas.microsoft.com/office/word/2003/wordml"
	flatODTNamespace  = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
	// rootWindow is how far from the start the root element of such a file
	// ends; LibreOffice declares 3 KB of name spaces in it.
	rootWindow = 16 << 10
)

// sniffXML tells the documents that are one XML file from other XML, for which
// it gives "".
func sniffXML(data []byte) Format {
	switch root := rootOf(data); root.Name {
	case xml.Name{Space: flatNamespace, Local: "package"}, xml.Name{Space: word2003Namespace, Local: "wordDocument"}:
		return DOCX
	case xml.Name{Space: flatODTNamespace, Local: "document"}:
		if strings.HasPrefix(attr(root.Attr, "mimetype"), odtMimeType) {
			return ODT
		}
	}
	return ""
}

// rootOf gives the root element of an XML file; an empty one where there is
// none.
func rootOf(data []byte) xml.StartElement {
	d := newDecoder(data[:min(len(data), rootWindow)])
	for {
		t, err := d.Token()
		if err != nil {
			return xml.StartElement{}
		}
		if s, ok := t.(xml.StartElement); ok {
			return s
		}
	}
}

// isZip says whether a Word or OpenDocument file is a package and not one XML
// file.
func isZip(data []byte) bool { return bytes.HasPrefix(data, []byte("PK")) }

// openFlat finds the parts of a Flat OPC file. They are cut out of it, with
// the name spaces that each declares itself.
func openFlat(data []byte) (*docxPackage, error) {
	p := &docxPackage{flat: map[string][]byte{}, links: map[string]string{}}
	raw := utf8XML(data)
	d := newDecoder(raw)
	name, from, depth := "", int64(-1), 0
	for {
		before := d.InputOffset()
		t, err := d.Token()
		if err != nil {
			break // what came before the damage can be read
		}
		switch t := t.(type) {
		case xml.StartElement:
			if depth++; depth > maxXMLDepth {
				return nil, tooDeep()
			}
			switch {
			case depth == 2:
				name = zipName(attr(t.Attr, "name"))
			case depth == 3 && t.Name.Local == "xmlData":
				from = d.InputOffset()
			}
		case xml.EndElement:
			if depth == 3 && from >= 0 {
				p.flat[name] = raw[from:before]
				from = -1
			}
			depth--
		}
	}
	return p, p.findMain()
}

// readWord2003 reads the XML of Word 2003.
func readWord2003(ctx context.Context, b *builder, data []byte) error {
	raw := utf8XML(data)
	w := &docxWalk{ctx: ctx, wordWriter: wordWriter{b: b}, numbers: newNumbering()}
	if err := w.loadStyles(raw, nil); err != nil {
		return err
	}
	if err := w.document(raw); err != nil {
		return err
	}
	return eachElement(raw, []string{"DocumentProperties"}, func(e *element) {
		b.metadata = properties(e.text("Title"), e.text("Author"), e.text("Keywords"))
	})
}

// Annotations of Word 2003 that are not, or no longer, text of the page; others
// are insertions and marks.
const (
	deletion2003 = "Word.Deletion"
	comment2003  = "Word.Comment"
)

// number2003 gives the number that Word 2003 has shown before a paragraph.
func number2003(pPr *element) string {
	list := pPr.child("listPr")
	text := list.child("t").attr("val")
	if text == "" {
		return ""
	}
	if symbolic := list.child("font").attr("val"); symbolFonts[strings.ToLower(symbolic)] != nil || text == "·" || text == "o" {
		return bullets[0] + " "
	}
	return text + " "
}
