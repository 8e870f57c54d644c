package draft

import (
	"slices"

	"zhiwen/extract"
)

// storedPages makes the pages of a document whose format has none of where its file
// says that they began when it was last laid out; none unless these are as many as the
// file says elsewhere that there were: programs that change a file and do not lay it out
// keep what was true before, and rows that stand on two pages have a break a cell. A
// wrong number of a page is worse than none. So OpenDocument's soft breaks are not
// read: what LibreOffice writes of both when it converts a file is made before it has
// laid out all, and agrees with itself but not with its pages.
func (b *Draft) storedPages() []extract.Page {
	if len(b.Breaks) == 0 || len(b.Breaks)+1 != b.StatedPages || !slices.IsSorted(b.Breaks) {
		return nil
	}
	text := []rune(b.text.String())
	pages := []extract.Page{{Number: 1}}
	for _, at := range b.Breaks {
		if at < len(text) && text[at] == '\n' { // a page begins with a paragraph, not with what parts two
			at++
		}
		pages[len(pages)-1].End = at
		pages = append(pages, extract.Page{Span: extract.Span{Start: at}, Number: len(pages) + 1})
	}
	pages[len(pages)-1].End = len(text)
	return pages
}
