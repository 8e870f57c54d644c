package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
	"sort"
	"strings"
)

// point is a place in units of a font, or on a picture.
type point struct{ x, y float64 }

// curve is a piece of an outline: a quadratic curve from one point to the next with a control point between.
type curve struct{ from, control, to point }

func signed(b []byte, at int) float64 { return float64(int16(binary.BigEndian.Uint16(b[at:]))) }

// contours returns the outline of a glyph, made of others where the font says so.
func (t *typeface) contours(glyph int) [][]curve {
	data := t.outline(glyph)
	if len(data) < 10 {
		return nil
	}
	n := int(signed(data, 0))
	if n < 0 {
		return t.composed(data)
	}
	ends := make([]int, n)
	for i := range ends {
		ends[i] = word(data, 10+2*i)
	}
	if n == 0 {
		return nil
	}
	total := ends[n-1] + 1
	at := 10 + 2*n
	at += 2 + word(data, at)
	var flags []byte
	for len(flags) < total {
		f := data[at]
		flags = append(flags, f)
		if at++; f&8 != 0 {
			for range data[at] {
				flags = append(flags, f)
			}
			at++
		}
	}
	points := make([]point, total)
	read := func(short, same byte, set func(*point, float64)) {
		v := 0.0
		for i := range points {
			switch f := flags[i]; {
			case f&short != 0:
				d := float64(data[at])
				if at++; f&same == 0 {
					d = -d
				}
				v += d
			case f&same == 0:
				v += signed(data, at)
				at += 2
			}
			set(&points[i], v)
		}
	}
	read(2, 16, func(p *point, v float64) { p.x = v })
	read(4, 32, func(p *point, v float64) { p.y = v })
	var out [][]curve
	from := 0
	for _, end := range ends {
		if end-from >= 1 {
			out = append(out, joined(points[from:end+1], flags[from:end+1]))
		}
		from = end + 1
	}
	return out
}

func middle(a, b point) point { return point{(a.x + b.x) / 2, (a.y + b.y) / 2} }

// joined makes curves of the points of one contour, of which those without the first bit of their flag are control points.
func joined(points []point, flags []byte) []curve {
	n := len(points)
	on := func(i int) bool { return flags[i%n]&1 != 0 }
	start := points[0]
	if !on(0) {
		start = middle(points[n-1], points[0])
		if on(n - 1) {
			start = points[n-1]
		}
	}
	var out []curve
	at := start
	for i := range n {
		p, next := points[i], points[(i+1)%n]
		switch {
		case on(i):
			out = append(out, curve{at, middle(at, p), p})
			at = p
		case on(i + 1):
			out = append(out, curve{at, p, next})
			at = next
		default:
			out = append(out, curve{at, p, middle(p, next)})
			at = middle(p, next)
		}
	}
	return append(out, curve{at, middle(at, start), start})
}

// composed returns the outlines of the parts of a glyph, moved but not turned: scales are rare.
func (t *typeface) composed(data []byte) [][]curve {
	var out [][]curve
	for at := 10; ; {
		flags, part := word(data, at), word(data, at+2)
		at += 4
		var dx, dy float64
		if flags&1 != 0 {
			dx, dy = signed(data, at), signed(data, at+2)
			at += 4
		} else {
			dx, dy = float64(int8(data[at])), float64(int8(data[at+1]))
			at += 2
		}
		switch {
		case flags&8 != 0:
			at += 2
		case flags&0x40 != 0:
			at += 4
		case flags&0x80 != 0:
			at += 8
		}
		move := func(p point) point { return point{p.x + dx, p.y + dy} }
		for _, contour := range t.contours(part) {
			moved := make([]curve, len(contour))
			for i, c := range contour {
				moved[i] = curve{move(c.from), move(c.control), move(c.to)}
			}
			out = append(out, moved)
		}
		if flags&0x20 == 0 {
			return out
		}
	}
}

// canvas is a picture in grey on which text is drawn.
type canvas struct{ *image.Gray }

func newCanvas(width, height int) canvas {
	c := canvas{image.NewGray(image.Rect(0, 0, width, height))}
	for i := range c.Pix {
		c.Pix[i] = 255
	}
	return c
}

// fill fills outlines with black where their winding number is not zero: the font's units times scale, from an origin.
func (c canvas) fill(contours [][]curve, x, y, scale float64) {
	const over = 3 // rows and columns of samples in a pixel
	type edge struct {
		a, b point
		dir  int
	}
	var edges []edge
	low, high := math.Inf(1), math.Inf(-1)
	place := func(p point) point { return point{x + p.x*scale, y - p.y*scale} }
	for _, contour := range contours {
		for _, q := range contour {
			last := place(q.from)
			for i := 1; i <= 4; i++ {
				s := float64(i) / 4
				p := place(point{(1-s)*(1-s)*q.from.x + 2*s*(1-s)*q.control.x + s*s*q.to.x, (1-s)*(1-s)*q.from.y + 2*s*(1-s)*q.control.y +
					s*s*q.to.y})
				e := edge{last, p, 1}
				if e.a.y > e.b.y {
					e = edge{p, last, -1}
				}
				edges = append(edges, e)
				low, high = min(low, e.a.y), max(high, e.b.y)
				last = p
			}
		}
	}
	for row := int(math.Floor(low * over)); row <= int(high*over) && len(edges) > 0; row++ {
		py := (float64(row) + 0.5) / over
		var crossings []edge
		for _, e := range edges {
			if e.a.y <= py && e.b.y > py {
				at := e.a.x + (py-e.a.y)/(e.b.y-e.a.y)*(e.b.x-e.a.x)
				crossings = append(crossings, edge{a: point{at, py}, dir: e.dir})
			}
		}
		sort.Slice(crossings, func(i, j int) bool { return crossings[i].a.x < crossings[j].a.x })
		winding := 0
		for i, e := range crossings {
			if winding += e.dir; winding == 0 || i+1 == len(crossings) {
				continue
			}
			for s := int(math.Ceil(e.a.x*over - 0.5)); float64(s)+0.5 < crossings[i+1].a.x*over; s++ {
				px := image.Pt(int(math.Floor(float64(s)/over)), int(math.Floor(py)))
				if px.In(c.Rect) {
					c.SetGray(px.X, px.Y, color.Gray{Y: c.GrayAt(px.X, px.Y).Y - min(c.GrayAt(px.X, px.Y).Y, 255/over/over)})
				}
			}
		}
	}
}

// picture draws texts, a paragraph each, as black lines of 40 characters on white, as a page scanned at 200 dpi.
func picture(texts []string) (canvas, error) {
	const size, left, step = 34.0, 60.0, 60.0
	faces, err := typefaces()
	if err != nil {
		return canvas{}, err
	}
	var lines []string
	for _, t := range texts {
		lines = append(lines, pieces(strings.ReplaceAll(t, "\n", ""), 38)...)
	}
	c := newCanvas(1480, int(step)*(len(lines)+2))
	for i, line := range lines {
		x := left
		for _, r := range line {
			face := faces[0]
			glyph := face.glyphs[r]
			c.fill(face.contours(glyph), x, step*float64(i+1)+size, size/float64(face.units))
			x += float64(face.width(glyph)) / 1000 * size
		}
	}
	return c, nil
}

// png returns the picture as a file.
func (c canvas) png() (string, error) {
	var b bytes.Buffer
	err := png.Encode(&b, c.Gray)
	return b.String(), err
}
