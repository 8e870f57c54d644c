package picture

import (
	"image"

	"golang.org/x/image/draw"
)

// scaled draws a picture on white paper with a size of w by h. A far larger picture is halved
// repeatedly, so that no pixel is skipped.
func scaled(p image.Image, from image.Rectangle, w, h int) *image.RGBA {
	for from.Dx() >= 2*w && from.Dy() >= 2*h {
		half := onPaper(p, from, from.Dx()/2, from.Dy()/2)
		p, from = half, half.Rect
	}
	return onPaper(p, from, w, h)
}

func onPaper(p image.Image, from image.Rectangle, w, h int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.ApproxBiLinear.Scale(out, out.Rect, p, from, draw.Over, nil)
	return out
}

// Greys returns a picture in shades of grey, row by row.
func Greys(p *image.RGBA) []byte {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	grey := make([]byte, 0, w*h)
	for y := range h {
		row := p.Pix[y*p.Stride : y*p.Stride+4*w]
		for i := 0; i < len(row); i += 4 {
			grey = append(grey, byte((299*int(row[i])+587*int(row[i+1])+114*int(row[i+2]))/1000))
		}
	}
	return grey
}
