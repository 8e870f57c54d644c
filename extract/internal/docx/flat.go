package docx

import (
	"context"
	"errors"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/container"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/field"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
)

// Word files in one XML file: the parts of a .docx in one package (Flat OPC), and the format of
// Word 2003, from which .docx was derived.

const (
	flatNamespace     = "http://schemas.microsoft.com/office/2006/xmlPackage"
	word2003Namespace = "http://schemas.microsoft.com/office/word/2003/wordml"
)

// IsXML reports whether an XML file is a Word file: Flat OPC or the XML of Word 2003.
func IsXML(data []byte) bool {
	root, space := markup.Root(data)
	return space == flatNamespace && root.Name == "package" || space == word2003Namespace && root.Name == "wordDocument"
}

// openFlat finds the parts of a Flat OPC file. Each is cut out with its own namespace declarations.
func openFlat(data []byte) (*wordPackage, error) {
	texts := map[string]string{}
	x := markup.NewReader(string(data))
	name, from := "", -1
	for {
		before := x.Offset
		kind, err := x.Next()
		if errors.Is(err, extract.ErrLimits) {
			return nil, err
		}
		if err != nil {
			break // everything before the damage can be read
		}
		switch depth := x.Depth(); {
		case kind == markup.Start && depth == 2:
			name = container.PartName(x.Tag.Attr("name"))
		case kind == markup.Start && depth == 3 && x.Tag.Name == "xmlData":
			from = x.Offset
		case kind == markup.End && depth == 2 && from >= 0:
			texts[name] = x.Raw[from:before]
			from = -1
		}
	}
	p := newPackage(container.FromTexts(texts))
	return p, p.findMain()
}

// readWord2003 reads the XML of Word 2003.
func readWord2003(ctx context.Context, b *draft.Draft, data []byte) error {
	raw := markup.UTF8(string(data))
	w := &walk{Walk: flow.Walk{Ctx: ctx, Writer: flow.Writer{Draft: b}, Numbers: flow.NewNumbering()}}
	if err := w.loadStyles(raw, nil); err != nil {
		return err
	}
	w.page = sheetOf(raw)
	if err := w.document(raw); err != nil {
		return err
	}
	if err := w.EmitRunning(nil, w.commented); err != nil {
		return err
	}
	return markup.Each(raw, []string{"DocumentProperties"}, func(e markup.Element) {
		b.Metadata = field.Properties(e.Child("Title").Text(), e.Child("Author").Text(), e.Child("Keywords").Text())
	})
}

// Annotations of Word 2003 that are not, or no longer, text of the page; others are insertions and
// marks.
const (
	deletion2003 = "Word.Deletion"
	comment2003  = "Word.Comment"
)

// number2003 returns the number that Word 2003 displayed before a paragraph.
func number2003(pPr markup.Element) string {
	list := pPr.Child("listPr")
	text := list.Child("t").Attr("val")
	if text == "" {
		return ""
	}
	if symbolic := list.Child("font").Attr("val"); char.IsSymbolFont(symbolic) || text == "·" || text == "o" {
		return flow.Bullets[0] + " "
	}
	return text + " "
}
