package ofd

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// canvas draws a page for recognition where the file has no text: pictures and outlines. It omits
// what recognition does not need: gradients, clips and rotated pictures.
type canvas struct {
	file  *file
	dpi   int
	image *image.RGBA // nil before begin
	scale float32     // pixels per point
	high  float32     // height of the page in pixels
}

func newCanvas(f *file, dpi int) *canvas { return &canvas{file: f, dpi: dpi} }

// begin creates the picture of the page. The methods of a nil canvas do nothing.
func (c *canvas) begin(p *page.Page) {
	if c == nil {
		return
	}
	c.scale = float32(c.dpi) / 72
	c.high = p.Height * c.scale
	c.image = image.NewRGBA(image.Rect(0, 0, max(int(p.Width*c.scale), 1), max(int(c.high), 1)))
	draw.Draw(c.image, c.image.Rect, image.White, image.Point{}, draw.Src)
}

// area converts a box to pixels.
func (c *canvas) area(b page.Box) image.Rectangle {
	return image.Rect(int(b.X0*c.scale), int(c.high-b.Y1*c.scale), int(math.Ceil(float64(b.X1*c.scale))),
		int(math.Ceil(float64(c.high-b.Y0*c.scale))))
}

// pictureShare is the divisor of the memory that decoding a picture may take, as for pictures in
// documents without pages.
const pictureShare = 2

// picture draws a picture upright into a box, or nothing if it cannot be decoded.
func (c *canvas) picture(name string, b page.Box) {
	if c == nil || name == "" {
		return
	}
	open := c.file.parts.Opener(name)
	at := c.area(b)
	if open == nil || at.Dx()*at.Dy() > 4*c.image.Rect.Dx()*c.image.Rect.Dy() {
		return
	}
	p := picture.Picture{Name: name, Width: b.X1 - b.X0, Height: b.Y1 - b.Y0, Open: open}
	drawn, err := p.Draw(c.dpi, c.file.options.MemoryLimit/pictureShare)
	if err != nil {
		return
	}
	draw.Draw(c.image, at.Intersect(c.image.Rect), drawn, at.Intersect(c.image.Rect).Min.Sub(at.Min), draw.Over)
}

// path fills and strokes lines; wide is the width of the stroke in points.
func (c *canvas) path(lines []line, ink, fill style.Paint, wide float64) {
	if c == nil {
		return
	}
	if fill != style.Glass {
		c.fill(lines, fill)
	}
	if ink == style.Glass {
		return
	}
	half := max(float32(wide)/2, 0.5/c.scale)
	var strokes []line
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for i := 1; i < len(points); i++ {
			if s, ok := stroke(points[i-1], points[i], half); ok {
				strokes = append(strokes, s)
			}
		}
	}
	c.fill(strokes, ink)
}

// stroke returns the area of a straight line.
func stroke(a, b point, half float32) (line, bool) {
	dx, dy := b.x-a.x, b.y-a.y
	long := float32(math.Hypot(float64(dx), float64(dy)))
	if long == 0 {
		return line{}, false
	}
	dx, dy = dx/long*half, dy/long*half
	return line{points: []point{{a.x - dy, a.y + dx}, {b.x - dy, b.y + dx}, {b.x + dy, b.y - dx}, {a.x + dy, a.y - dx}}}, true
}

// fill fills the areas enclosed by lines.
func (c *canvas) fill(lines []line, paint style.Paint) {
	var points []point
	for _, l := range lines {
		points = append(points, l.points...)
	}
	if len(points) == 0 {
		return
	}
	at := c.area(around(points...)).Intersect(c.image.Rect)
	if at.Empty() {
		return
	}
	z := vector.NewRasterizer(at.Dx(), at.Dy())
	place := func(p point) (x, y float32) {
		most := 4 * float32(max(c.image.Rect.Dx(), c.image.Rect.Dy()))
		return min(max(p.x*c.scale-float32(at.Min.X), -most), most), min(max(c.high-p.y*c.scale-float32(at.Min.Y), -most), most)
	}
	for _, l := range lines {
		x, y := place(l.points[0])
		z.MoveTo(x, y)
		for _, p := range l.points[1:] {
			x, y := place(p)
			z.LineTo(x, y)
		}
		z.ClosePath()
	}
	ink := color.RGBA{128, 128, 128, 255} // for an unknown colour
	if paint >= style.Tinted {
		ink = color.RGBA{uint8(paint >> 16), uint8(paint >> 8), uint8(paint), 255}
	}
	z.Draw(c.image, at, image.NewUniform(ink), image.Point{})
}
