package ocr

import (
	"context"
	"image"
	"strconv"

	"zhiwen/extract/internal/char"
	"zhiwen/internal/each"
)

// Pages are scanned upside down and sideways. Tesseract reads those as noise, or line by line from
// the side, unless it is asked for their orientation. That takes a third of the time of reading, so
// it is only asked about pages that were read badly.

// Trusted is the confidence below which the orientation may be wrong: upright pages reach 0.8,
// turned ones 0.4.
const Trusted = 0.6

// tallLine is the ratio of height to width of a line on a page that lies on its side.
const tallLine = 2

// sideways reports whether most lines run up or down the page.
func (r Text) sideways() bool {
	tall := each.Count(r.Lines, func(l Line) bool { return l.Y1-l.Y0 > tallLine*(l.X1-l.X0) })
	return 2*tall > len(r.Lines)
}

var turnPattern = char.Pattern(`(?m)^Rotate: (90|180|270)$`)

// turn returns by how many degrees, clockwise, a picture must be turned, or 0 if it is upright or
// its orientation is unknown.
func (r Recogniser) turn(ctx context.Context, picture *image.RGBA, dpi int) int {
	if !r.orients {
		return 0
	}
	out, err := r.run(ctx, picture, dpi, "--psm", "0", "-l", "osd")
	if err != nil {
		return 0
	}
	m := turnPattern().FindSubmatch(out)
	if m == nil {
		return 0
	}
	degrees, _ := strconv.Atoi(string(m[1]))
	return degrees
}

// turned returns a picture turned clockwise by 90, 180 or 270 degrees.
func turned(p *image.RGBA, degrees int) *image.RGBA {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if degrees != 180 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range h {
		for x := range w {
			u, v := w-1-x, h-1-y
			switch degrees {
			case 90:
				u, v = h-1-y, x
			case 270:
				u, v = y, w-1-x
			}
			from, to := y*p.Stride+4*x, v*out.Stride+4*u
			copy(out.Pix[to:to+4], p.Pix[from:from+4])
		}
	}
	return out
}
