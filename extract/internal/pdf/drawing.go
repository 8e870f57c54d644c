package pdf

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"math"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/char"
	"zhiwen/extract/internal/ocr"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/picture"
)

// Draw draws page n, from 1, as it is displayed, with its annotations, and returns the positions of
// its visible characters. For a recognised page these come from recognition; if that fails, there
// are none.
func Draw(ctx context.Context, data []byte, o extract.Options, n int, recognised bool) (*extract.Drawing, error) {
	f, err := openPDFium(ctx, data[max(headerAt(data), 0):], o)
	if err != nil {
		return nil, err
	}
	defer f.close()
	if n < 1 || n > f.pages {
		return nil, fmt.Errorf("%w: there is no page %d of %d", extract.ErrDamaged, n, f.pages)
	}
	d, err := f.drawing(n)
	if f.pdfium.Exhausted() {
		return nil, fmt.Errorf("%w: page %d needs more memory", extract.ErrLimits, n)
	}
	if err != nil {
		return nil, err
	}
	if recognised {
		f.placeRecognised(ctx, d, o, n)
		return d, nil
	}
	p, err := f.read(n-1, min(o.MaxCharacters, extract.DrawingCharacters))
	if err == nil { // otherwise the page is shown without positions
		place(d, p)
	}
	return d, nil
}

// drawing draws page n without the positions of its characters.
func (f *pdfiumFile) drawing(n int) (*extract.Drawing, error) {
	source, ok := f.document.Load(n - 1)
	if !ok {
		return nil, fmt.Errorf("%w: page %d cannot be read", extract.ErrDamaged, n)
	}
	defer source.Close()
	points := source.Size(pointsPerInch)
	if points.X <= 0 || points.Y <= 0 {
		return nil, fmt.Errorf("%w: page %d has no size", extract.ErrDamaged, n)
	}
	dpi := drawingResolution(points)
	size := source.Size(dpi)
	drawn, done := source.DrawAnnotated(dpi, image.Rectangle{Max: size})
	if drawn == nil {
		return nil, fmt.Errorf("%w: page %d cannot be drawn", extract.ErrDamaged, n)
	}
	defer done()
	var b bytes.Buffer
	if err := png.Encode(&b, plainest(drawn)); err != nil {
		return nil, fmt.Errorf("pack page %d: %w", n, err)
	}
	return &extract.Drawing{PNG: b.Bytes(), Width: size.X, Height: size.Y}, nil
}

const pointsPerInch = 72

// drawingResolution returns the resolution at which a page, in points, is drawn.
func drawingResolution(points image.Point) int {
	w, h := float64(points.X), float64(points.Y)
	most := min(math.Sqrt(extract.DrawingPixels/(w*h)), extract.DrawingSide/max(w, h))
	return max(1, min(extract.DrawingDPI, int(most*pointsPerInch)))
}

// plainest returns the picture in shades of grey if it has no colours: most pages are black on
// white, and that halves the data to compress.
func plainest(p *image.RGBA) image.Image {
	grey := image.NewGray(p.Rect)
	for i := range grey.Pix {
		c := p.Pix[4*i : 4*i+3]
		if c[0] != c[1] || c[1] != c[2] {
			return p
		}
		grey.Pix[i] = c[0]
	}
	return grey
}

// place records where the characters of a page stand on its drawing.
func place(d *extract.Drawing, p *page.Page) {
	var text strings.Builder
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if !page.Inked(g) || g.Generated || len(d.Boxes) >= extract.DrawingCharacters {
			continue
		}
		text.WriteRune(char.CleanRune(g.Rune))
		d.Boxes = append(d.Boxes, pixels(d, g.Box(), p.Width, p.Height))
	}
	d.Characters = text.String()
}

// pixels converts a box on a page of the given size, in points, to pixels of its drawing.
func pixels(d *extract.Drawing, b page.Box, width, height float32) [4]int {
	x, y := float64(d.Width)/float64(width), float64(d.Height)/float64(height)
	within := func(f float64, most int) int { return int(math.Round(min(max(f, 0), float64(most)))) }
	return [4]int{
		within(float64(b.X0)*x, d.Width), within(float64(height-b.Y1)*y, d.Height),
		within(float64(b.X1)*x, d.Width), within(float64(height-b.Y0)*y, d.Height),
	}
}

// placeRecognised records where recognition reads the characters of page n.
func (f *pdfiumFile) placeRecognised(ctx context.Context, d *extract.Drawing, o extract.Options, n int) {
	r, ok := ocr.New(ctx, o)
	if !ok {
		return
	}
	source, ok := f.document.Load(n - 1)
	if !ok {
		return
	}
	points := source.Size(pointsPerInch)
	source.Close()
	dpi := ocr.Resolution(ocr.DPI, float32(points.X), float32(points.Y))
	drawn, done, err := f.draw(n-1, dpi)
	if err != nil {
		return
	}
	size := drawn.Rect.Size()
	text, err := r.Read(ctx, drawn, dpi, n)
	done()
	if err != nil {
		return
	}
	width, height := float32(size.X)*pointsPerInch/float32(dpi), float32(size.Y)*pointsPerInch/float32(dpi)
	quarters := text.Turned / 90
	wide, high := picture.Levelled(float64(width), float64(height), text.Tilt)
	readWidth, readHeight := float32(wide), float32(high) // size of the page as it was read
	if quarters%2 == 1 {
		readWidth, readHeight = readHeight, readWidth
	}
	var characters strings.Builder
	for _, line := range text.Lines {
		for _, w := range line.Words {
			letters := []rune(w.Text)
			step := (w.X1 - w.X0) / float32(len(letters)) // the program returns boxes of words only
			for i, letter := range letters {
				b := page.Box{X0: w.X0 + float32(i)*step, Y0: w.Y0, X1: w.X0 + float32(i+1)*step, Y1: w.Y1}
				if !char.Visible(letter) || len(d.Boxes) >= extract.DrawingCharacters {
					continue
				}
				characters.WriteRune(letter)
				b = tilted(b.Turn((4-quarters)%4, readWidth, readHeight), text.Tilt, float32(wide), float32(high), width, height)
				d.Boxes = append(d.Boxes, pixels(d, b, width, height))
			}
		}
	}
	d.Characters = characters.String()
}

// tilted returns where a box of a page that was made level, of a size wide by high, is on the page, whose lines fall by some degrees.
func tilted(b page.Box, degrees float64, wide, high, width, height float32) page.Box {
	if degrees == 0 {
		return b
	}
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	x, y := float64((b.X0+b.X1-wide)/2), float64((b.Y0+b.Y1-high)/2)
	cx, cy := float32(x*cos+y*sin)+width/2, float32(y*cos-x*sin)+height/2
	w, h := (b.X1-b.X0)/2, (b.Y1-b.Y0)/2
	return page.Box{X0: cx - w, Y0: cy - h, X1: cx + w, Y1: cy + h}
}
