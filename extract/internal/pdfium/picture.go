package pdfium

import (
	"encoding/binary"
	"image"
	"math"
)

// Size returns the size of the page as drawn, in pixels; zeros where it has none.
func (g Page) Size(dpi int) image.Point {
	return image.Pt(g.pixels("FPDF_GetPageWidth", dpi), g.pixels("FPDF_GetPageHeight", dpi))
}

// pixels returns one measure of the page, 0 where there is none.
func (g Page) pixels(measure string, dpi int) int {
	r, ok := g.p.call(measure, g.handle)
	points := math.Float64frombits(r)
	if !ok || math.IsNaN(points) || points > math.MaxInt16 {
		return 0
	}
	return int(math.Ceil(points * float64(dpi) / 72))
}

// How a page is drawn, as pdfium numbers it.
const (
	withAnnotations  = 0x01
	reverseByteOrder = 0x10
)

// Draw draws an area, in pixels, of the page as it is looked at, on white,
// without annotations; nil where that fails. The picture, whose bounds are the
// area, is a view of pdfium's memory and lasts until done is called.
func (g Page) Draw(dpi int, area image.Rectangle) (picture *image.RGBA, done func()) {
	return g.draw(dpi, area, reverseByteOrder)
}

// DrawAnnotated is Draw with annotations, the fields of forms among them.
func (g Page) DrawAnnotated(dpi int, area image.Rectangle) (picture *image.RGBA, done func()) {
	return g.draw(dpi, area, reverseByteOrder|withAnnotations)
}

func (g Page) draw(dpi int, area image.Rectangle, flags uint64) (picture *image.RGBA, done func()) {
	size := g.Size(dpi)
	if size.X <= 0 || size.Y <= 0 || area.Empty() {
		return nil, nil
	}
	width, height := area.Dx(), area.Dy()
	const alpha, white, upright = 1, 0xFFFFFFFF, 0
	bitmap := g.p.handle("FPDFBitmap_Create", uint64(width), uint64(height), alpha)
	if bitmap == 0 {
		return nil, nil
	}
	done = func() { g.p.call("FPDFBitmap_Destroy", bitmap) }
	g.p.call("FPDFBitmap_FillRect", bitmap, 0, 0, uint64(width), uint64(height), white)
	if _, ok := g.p.call("FPDF_RenderPageBitmap", bitmap, g.handle, uint64(uint32(-area.Min.X)), uint64(uint32(-area.Min.Y)),
		uint64(size.X), uint64(size.Y), upright, flags); ok {
		if pixels, ok := g.p.module.Memory().Read(uint32(g.p.handle("FPDFBitmap_GetBuffer", bitmap)), uint32(4*width*height)); ok {
			return &image.RGBA{Pix: pixels, Stride: 4 * width, Rect: area}, done
		}
	}
	done()
	return nil, nil
}

// Pixels returns the size of an image; zeros where that fails.
func (o Object) Pixels() image.Point {
	if o.p.number("FPDFImageObj_GetImagePixelSize", o.handle, o.p.at(0), o.p.at(4)) == 0 {
		return image.Point{}
	}
	size := o.p.written(8)
	return image.Pt(int(binary.LittleEndian.Uint32(size)), int(binary.LittleEndian.Uint32(size[4:])))
}

// Packed returns how many bytes the file has of an image.
func (o Object) Packed() int {
	return o.p.number("FPDFImageObj_GetImageDataRaw", o.handle, 0, 0)
}

// Rendered draws an image of document d on page g alone, on white, in the size that its
// matrix returns it; nil where that fails.
func (o Object) Rendered(d Document, g Page) *image.RGBA {
	pixels, width, height, done := o.bitmap(d, g)
	if pixels == nil {
		return nil
	}
	defer done()
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(out.Pix); i += pixel {
		alpha := uint32(pixels[i+3])
		for k := range 3 {
			out.Pix[i+k] = byte((uint32(pixels[i+2-k])*alpha + 255*(255-alpha)) / 255)
		}
		out.Pix[i+3] = 255
	}
	return out
}

// Opacity draws an image of document d on page g alone, in the size that its
// matrix returns it, and tells of each pixel, row by row from the top, how far
// it hides what is behind it, from 0 to 255; nil where that fails.
func (o Object) Opacity(d Document, g Page) (opacity []byte, width, height int) {
	pixels, width, height, done := o.bitmap(d, g)
	if pixels == nil {
		return nil, 0, 0
	}
	defer done()
	opacity = make([]byte, 0, width*height)
	for i := pixel - 1; i < len(pixels); i += pixel {
		opacity = append(opacity, pixels[i])
	}
	return opacity, width, height
}

const pixel = 4 // bytes: blue, green, red, alpha

// bitmap draws an image alone; pixels, row by row without gaps, are good until done is called. They are nil where it fails.
func (o Object) bitmap(d Document, g Page) (pixels []byte, width, height int, done func()) {
	bitmap := o.p.handle("FPDFImageObj_GetRenderedBitmap", d.handle, g.handle, o.handle)
	if bitmap == 0 {
		return nil, 0, 0, nil
	}
	done = func() { o.p.call("FPDFBitmap_Destroy", bitmap) }
	const blueGreenRedAlpha = 4
	width, height = o.p.number("FPDFBitmap_GetWidth", bitmap), o.p.number("FPDFBitmap_GetHeight", bitmap)
	stride := o.p.number("FPDFBitmap_GetStride", bitmap)
	if width > 0 && height > 0 && stride == pixel*width && o.p.number("FPDFBitmap_GetFormat", bitmap) == blueGreenRedAlpha {
		if pixels, ok := o.p.module.Memory().Read(uint32(o.p.handle("FPDFBitmap_GetBuffer", bitmap)), uint32(stride*height)); ok {
			return pixels, width, height, done
		}
	}
	done()
	return nil, 0, 0, nil
}
