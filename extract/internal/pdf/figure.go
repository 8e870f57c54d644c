package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"slices"

	"zhiwen/extract"
	"zhiwen/extract/imprint"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/pdfium"
)

// decodedBytes is the most memory that pdfium needs for a pixel of a decoded picture: for JPEG 2000
// three numbers of four bytes, twice, and the colour.
const decodedBytes = 32

// imprint computes the fingerprints of pictures on pages that are not scans. It runs after all text
// is read, so that a picture that exhausts pdfium's memory costs only the figures after it.
func (f *pdfiumFile) imprint(ctx context.Context, b *draft.Draft, pages []*page.Page, s *scans) error {
	w := imprinter{f: f, draft: b, pixels: draft.FigurePixels, known: map[pictureKey]taken{}}
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.Images == 0 || p.PictureShare > scanShare || p.Overlaid || slices.Contains(s.pictured, p.Number) || p.Number > len(b.Pages) {
			continue
		}
		if w.stopped = w.stopped || f.pdfium.Exhausted(); w.stopped {
			w.left += p.Images
			continue
		}
		w.page(p)
	}
	b.Notices.AddCount(extract.FigureLeft, w.left)
	return nil
}

// imprinter computes the imprints of one file's pictures.
type imprinter struct {
	f       *pdfiumFile
	draft   *draft.Draft
	pixels  int64 // pixels that may still be decoded
	looked  int   // pictures decoded
	left    int
	stopped bool
	known   map[pictureKey]taken // by picture, since pictures repeat on several pages
}

// taken is the result for a picture; without ok it is no figure.
type taken struct {
	imprint imprint.Imprint
	ok      bool
}

func (w *imprinter) page(p *page.Page) {
	source, ok := w.f.document.Load(p.Number - 1)
	if !ok {
		return
	}
	defer source.Close()
	span := w.draft.Pages[p.Number-1]
	for _, o := range w.f.images(source, p.Number) {
		if !draft.LargeFigure(o.area.X1-o.area.X0, o.area.Y1-o.area.Y0) {
			continue
		}
		if t := w.take(source, o.object); t.ok {
			w.draft.AddFigure(extract.Figure{
				Offset: span.Start + int(above(p, o.area)*float64(span.End-span.Start)), Page: p.Number, Ref: o.ref,
				Width: int(o.area.X1 - o.area.X0), Height: int(o.area.Y1 - o.area.Y0),
			}, t.imprint)
		}
	}
}

// above returns the share of a page's characters above the middle of an area, an estimate of how
// much text precedes it.
func above(p *page.Page, area page.Box) float64 {
	higher := 0
	for i := range p.Glyphs {
		if p.Glyphs[i].Y0 > (area.Y0+area.Y1)/2 {
			higher++
		}
	}
	return float64(higher) / float64(max(len(p.Glyphs), 1))
}

func (w *imprinter) take(source pdfium.Page, o pdfium.Object) taken {
	size := o.Pixels()
	key := pictureKey{o.Packed(), size.X, size.Y}
	t, seen := w.known[key]
	if seen {
		return t
	}
	pixels := int64(size.X) * int64(size.Y)
	if w.looked >= draft.MaxFigures || pixels > w.pixels || !w.f.decodes(pixels) {
		w.left++
		w.known[key] = t
		return t
	}
	w.looked++
	w.pixels -= pixels
	if drawn := w.f.figure(source, o, imprint.Side); drawn != nil {
		t.imprint, t.ok = w.draft.Imprints.Of(drawn)
	}
	w.known[key] = t
	return t
}

// decodes reports whether the memory suffices to decode a picture with this many pixels.
func (f *pdfiumFile) decodes(pixels int64) bool { return pixels <= f.memory/decodedBytes }

// placedImage is a picture on a page.
type placedImage struct {
	object pdfium.Object
	area   page.Box // on the displayed page
	ref    int      // ordinal of the picture on the page, from 0
}

// images returns the pictures of a page, including those within its forms, as far as its objects
// are read at all.
func (f *pdfiumFile) images(source pdfium.Page, number int) []placedImage {
	r := &pageReader{f: f, number: number, page: source}
	r.frame()
	var out []placedImage
	var look func(o pdfium.Object, depth int, place pdfium.Matrix)
	look = func(o pdfium.Object, depth int, place pdfium.Matrix) {
		switch o.Kind() {
		case pdfium.Image:
			area, _ := r.bounds(o, place)
			out = append(out, placedImage{o, area, len(out)})
		case pdfium.Form:
			if depth >= maxFormDepth {
				return
			}
			if own, ok := o.Matrix(); ok {
				place = compose(own, place)
			}
			for i := range min(o.Objects(), maxObjects) {
				if inner, ok := o.Object(i); ok {
					look(inner, depth+1, place)
				}
			}
		}
	}
	for i := range min(source.Objects(), maxObjects) {
		if o, ok := source.Object(i); ok {
			look(o, 0, level)
		}
	}
	return out
}

// figure draws a picture alone on white, upright as it is stored, or mirrored if the page mirrors
// it, with at most side pixels on its longer side. It returns nil if that fails.
func (f *pdfiumFile) figure(source pdfium.Page, o pdfium.Object, side int) *image.RGBA {
	own, ok := o.Matrix()
	size := o.Pixels()
	if !ok || size.X <= 0 || size.Y <= 0 {
		return nil
	}
	w, h := size.X, size.Y
	if longer := max(w, h); longer > side {
		w, h = max(w*side/longer, 1), max(h*side/longer, 1)
	}
	if !o.SetMatrix(pdfium.Matrix{A: float32(w), D: float32(h)}) {
		return nil
	}
	drawn := o.Rendered(f.document, source)
	if !o.SetMatrix(own) || drawn == nil {
		return nil
	}
	mirror(drawn, own.A < 0, own.D < 0)
	return drawn
}

// mirror flips a picture from left to right if sideways, and from top to bottom if upended.
func mirror(p *image.RGBA, sideways, upended bool) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	for y := range h {
		row := p.Pix[y*p.Stride : y*p.Stride+4*w]
		for x := 0; sideways && x < w/2; x++ {
			for i := range 4 {
				row[4*x+i], row[4*(w-1-x)+i] = row[4*(w-1-x)+i], row[4*x+i]
			}
		}
	}
	for y := 0; upended && y < h/2; y++ {
		a, b := p.Pix[y*p.Stride:y*p.Stride+4*w], p.Pix[(h-1-y)*p.Stride:(h-1-y)*p.Stride+4*w]
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
	}
}

// DrawFigure draws picture ref, as in extract.Figure, of page n of a PDF, in its stored form.
func DrawFigure(ctx context.Context, data []byte, o extract.Options, n, ref int) (*extract.Drawing, error) {
	f, err := openPDFium(ctx, data[max(headerAt(data), 0):], o)
	if err != nil {
		return nil, err
	}
	defer f.close()
	var source pdfium.Page
	ok := n >= 1 && n <= f.pages
	if ok {
		source, ok = f.document.Load(n - 1)
	}
	if !ok {
		return nil, fmt.Errorf("%w: there is no page %d", extract.ErrDamaged, n)
	}
	defer source.Close()
	all := f.images(source, n)
	if ref < 0 || ref >= len(all) {
		return nil, fmt.Errorf("%w: page %d has no picture %d", extract.ErrDamaged, n, ref)
	}
	var drawn *image.RGBA
	if size := all[ref].object.Pixels(); f.decodes(int64(size.X) * int64(size.Y)) {
		drawn = f.figure(source, all[ref].object, extract.FigureSide)
	}
	switch {
	case f.pdfium.Exhausted():
		return nil, fmt.Errorf("%w: picture %d of page %d needs more memory", extract.ErrLimits, ref, n)
	case drawn == nil:
		return nil, fmt.Errorf("%w: picture %d of page %d cannot be drawn", extract.ErrDamaged, ref, n)
	}
	return Picture(drawn)
}

// Picture encodes a drawn picture as a file.
func Picture(drawn *image.RGBA) (*extract.Drawing, error) {
	var b bytes.Buffer
	if err := png.Encode(&b, drawn); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return &extract.Drawing{PNG: b.Bytes(), Width: drawn.Rect.Dx(), Height: drawn.Rect.Dy()}, nil
}
