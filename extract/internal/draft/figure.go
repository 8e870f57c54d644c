package draft

import (
	"sort"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
)

const (
	// MaxFigures is the most pictures of a file that are compared; illustrated reports have some
	// dozens.
	MaxFigures = 300
	// FigurePixels is the most pixels decoded for them in total, which takes some seconds. It is
	// not a time limit, so that equal files have equal figures.
	FigurePixels = 200 << 20
	// LeastFigure is the least length, in points, of each side of a figure as shown: an inch.
	// Logos, signatures, formulas and icons are smaller.
	LeastFigure = 72
	// mostRepeated is how often a figure is shown in one document at most: what is shown more often
	// belongs to its pages, like a head.
	mostRepeated = 2
)

// LargeFigure reports whether a picture of a size in points is large enough for a figure and not a
// page by itself: a picture over most of an A4 sheet is a scan or a background.
func LargeFigure(width, height float32) bool {
	const sheet, share = 595 * 842, 0.8
	return width >= LeastFigure && height >= LeastFigure && width*height < share*sheet
}

// AddFigure records a figure.
func (b *Draft) AddFigure(f extract.Figure, i imprint.Imprint) {
	f.Hash, f.Blocks = i.Hash, i.Blocks
	b.Figures = append(b.Figures, f)
}

// settleFigures returns each figure once, where it is shown first, without those shown more than
// mostRepeated times. It sets the page of figures that only have a place in the text.
func (b *Draft) settleFigures() []extract.Figure {
	shown := map[imprint.Imprint]int{}
	for _, f := range b.Figures {
		shown[imprint.Imprint{Hash: f.Hash, Blocks: f.Blocks}]++
	}
	var out []extract.Figure
	for _, f := range b.Figures {
		i := imprint.Imprint{Hash: f.Hash, Blocks: f.Blocks}
		if n := shown[i]; n == 0 || n > mostRepeated {
			continue
		}
		shown[i] = 0
		if f.Page == 0 {
			if at := sort.Search(len(b.Pages), func(i int) bool { return b.Pages[i].End > f.Offset }); at < len(b.Pages) {
				f.Page = b.Pages[at].Number
			} else if at > 0 {
				f.Page = b.Pages[at-1].Number
			}
		}
		out = append(out, f)
	}
	return out
}
