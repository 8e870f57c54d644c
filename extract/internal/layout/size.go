package layout

import (
	"unicode/utf8"

	"zhiwen/extract/internal/page"
)

// sizeSpread is the share by which the sizes of lines of one text differ in a scan: the
// program that recognised it measured each line.
const (
	sizeSpread  = 0.12
	wordSpread  = 0.25 // of a line of one short word, which may have no high letter
	placeSpread = 0.05 // of a line that goes on at the head of a page or a column
)

// settleSizes returns the lines of recognised scans, whose text lies under their pictures,
// the sizes that most of their text has.
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
