package locate

import (
	"image"
	"unicode"

	"zhiwen/extract"
)

// Mark returns the areas on the drawing, in pixels, that a range of the page's text
// stands in, in code points of the text: one for each line or piece of it, in the
// order of reading. found of letters, which are its letters and digits, stand in
// them: less than all where the page does not show what was read.
func (p *Page) Mark(s extract.Span) (areas []image.Rectangle, found, letters int) {
	var open image.Rectangle
	for i := max(s.Start, 0); i < min(s.End, len(p.text)); i++ {
		counts := unicode.IsLetter(p.text[i]) || unicode.IsDigit(p.text[i])
		if counts {
			letters++
		}
		if p.at[i] == nowhere {
			continue
		}
		if counts {
			found++
		}
		box := boxOf(p.drawing, p.at[i])
		if box.Empty() { // nothing to see, such as a letter without a width
			continue
		}
		if !open.Empty() && neighbours(open, box) {
			open = open.Union(box)
			continue
		}
		if !open.Empty() {
			areas = append(areas, open)
		}
		open = box
	}
	if !open.Empty() {
		areas = append(areas, open)
	}
	return areas, found, letters
}

// widestGap is how far apart two characters of one area may stand, in their
// heights: justified lines and tabs behind numbers stay whole, columns do not grow
// together.
const widestGap = 2

// neighbours reports whether a character stands on the line of an area, beside it, or
// in its column, under it, of text that runs downwards.
func neighbours(area, b image.Rectangle) bool {
	size := max(b.Dx(), b.Dy())
	gap := max(b.Min.X-area.Max.X, area.Min.X-b.Max.X, 0)
	if shared := min(area.Max.Y, b.Max.Y) - max(area.Min.Y, b.Min.Y); 2*shared > min(area.Dy(), b.Dy()) {
		return gap <= widestGap*size
	}
	drop := max(b.Min.Y-area.Max.Y, area.Min.Y-b.Max.Y, 0)
	shared := min(area.Max.X, b.Max.X) - max(area.Min.X, b.Min.X)
	return 2*shared > min(area.Dx(), b.Dx()) && area.Dx() < 2*size && drop <= size/2
}
