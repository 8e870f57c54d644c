package locate

import (
	"image"
	"unicode"

	"zhiwen/extract"
)

// Mark returns the areas on the drawing, in pixels, that contain a range of the page's text, given
// in code points: one for each line or piece, in reading order. found counts the letters and digits
// in these areas, letters those of the range. found is smaller if the page does not show what was
// read.
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
		if box.Empty() { // invisible, such as a letter without a width
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

// widestGap is how far apart two characters of one area may be, in their heights: justified lines
// and tabs after numbers stay together, columns stay apart.
const widestGap = 2

// neighbours reports whether a character belongs to an area: beside it on its line or, for vertical
// text, below it in its column.
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
