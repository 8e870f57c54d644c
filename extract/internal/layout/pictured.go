package layout

import (
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
)

const (
	// PictureShare is the least share of the page covered by a picture that may hold its text.
	PictureShare = 0.3
	manyPaths    = 200 // on a page without text: text drawn as outlines
)

// Pictured reports whether a page may hold its text as a picture. A watermark over the picture does
// not count as text.
func Pictured(p *page.Page) bool {
	n := 0
	for i := range p.Glyphs {
		if g := &p.Glyphs[i]; page.Inked(g) && !g.Slanted() {
			n++
		}
	}
	return n < ocr.FewCharacters && (p.PictureShare > PictureShare || p.Paths > manyPaths || p.Blank) && !RunsSlanted(p)
}
