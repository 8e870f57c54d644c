package draft

import (
	"slices"

	"zhiwen/extract"
)

// storedPages returns the pages of a document whose format has none, from the positions where pages
// began when the file was last laid out. It returns nothing unless their number is the page count
// that the file states elsewhere: programs that change a file without laying it out keep outdated
// breaks, and rows on two pages have a break in each cell. A wrong page number is worse than none.
// Soft breaks of OpenDocument are not read for the same reason: LibreOffice writes breaks and count
// before the layout is complete when it converts a file, so that they agree with each other but not
// with the pages.
func (b *Draft) storedPages() []extract.Page {
	if len(b.Breaks) == 0 || len(b.Breaks)+1 != b.StatedPages || !slices.IsSorted(b.Breaks) {
		return nil
	}
	text := []rune(b.text.String())
	pages := []extract.Page{{Number: 1}}
	for _, at := range b.Breaks {
		if at < len(text) && text[at] == '\n' { // a page begins with a paragraph, not with the separator
			at++
		}
		pages[len(pages)-1].End = at
		pages = append(pages, extract.Page{Span: extract.Span{Start: at}, Number: len(pages) + 1})
	}
	pages[len(pages)-1].End = len(text)
	return pages
}
