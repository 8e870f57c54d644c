package layout

import (
	"unicode/utf8"

	"zhiwen/extract/internal/page"
)

// sizeSpread is the share by which the sizes of lines of one text may differ in a scan, whose
// recogniser measured each line by itself.
const (
	sizeSpread  = 0.12
	wordSpread  = 0.25 // for a line of one short word, which may have no high letter
	placeSpread = 0.05 // for a line that continues at the head of a page or a column
)

// settleSizes rounds the sizes of lines of recognised scans, whose text lies under their pictures,
// to the sizes of most of their text.
func settleSizes(rows [][]*page.Line, pages []*page.Page) {
	sizes := map[float32]int{}
	for i, lines := range rows {
		if !pages[i].Overlaid {
			continue
		}
		for _, l := range lines {
			sizes[l.Size] += utf8.RuneCountInString(l.Text)
		}
	}
	delete(sizes, 0)
	settled := map[float32]float32{}
	for len(sizes) > 0 {
		usual := page.MostSize(sizes)
		for s := range sizes {
			if page.Abs(s-usual) <= sizeSpread*usual {
				settled[s] = usual
				delete(sizes, s)
			}
		}
	}
	for i, lines := range rows {
		if !pages[i].Overlaid {
			continue
		}
		for _, l := range lines {
			if s, ok := settled[l.Size]; ok {
				l.Size = s
			}
		}
	}
}
