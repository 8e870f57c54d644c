package ofd

import (
	"path"
	"strings"

	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/page"
	"zhiwen/extract/internal/style"
)

// line is a continuous part of a path.
type line struct {
	points []point
	closed bool
	curved bool
}

const (
	maxPathPoints = 100_000 // of one path
	curveSteps    = 8       // straight segments per curve, enough for legible letters
)

// linesOf parses the abbreviated data of a path: M or S and a point begin a line, L continues
// straight, Q and B are curves with one or two control points, A is an arc, C closes the line.
func linesOf(data string, m matrix) []line {
	var out []line
	var open *line
	var from [2]float64 // in the path's own units
	total := 0
	f := steps{rest: data}
	var v [7]float64
	take := func(n int) bool {
		for i := range n {
			w := f.word()
			if w == "" {
				return false
			}
			v[i] = number(w)
		}
		return true
	}
	add := func(x, y float64) {
		if total++; open == nil {
			out = append(out, line{points: []point{m.point(from[0], from[1])}})
			open = &out[len(out)-1]
		}
		open.points = append(open.points, m.point(x, y))
	}
	for total < maxPathPoints {
		switch command := f.word(); command {
		case "":
			return out
		case "M", "S":
			if !take(2) {
				return out
			}
			open = nil
			from = [2]float64{v[0], v[1]}
		case "L":
			if !take(2) {
				return out
			}
			add(v[0], v[1])
			from = [2]float64{v[0], v[1]}
		case "Q", "B":
			n := map[string]int{"Q": 4, "B": 6}[command]
			if !take(n) {
				return out
			}
			start := from
			for i := 1; i <= curveSteps; i++ {
				t := float64(i) / curveSteps
				u := 1 - t
				if command == "Q" {
					add(u*u*start[0]+2*u*t*v[0]+t*t*v[2], u*u*start[1]+2*u*t*v[1]+t*t*v[3])
				} else {
					add(u*u*u*start[0]+3*u*u*t*v[0]+3*u*t*t*v[2]+t*t*t*v[4], u*u*u*start[1]+3*u*u*t*v[1]+3*u*t*t*v[3]+t*t*t*v[5])
				}
			}
			open.curved = true
			from = [2]float64{v[n-2], v[n-1]}
		case "A": // drawn as its chord: occurs in seals and charts, not in text
			if !take(7) {
				return out
			}
			add(v[5], v[6])
			open.curved = true
			from = [2]float64{v[5], v[6]}
		case "C":
			if open != nil {
				open.closed = true
			}
			open = nil
		}
	}
	return out
}

// rectangle reports whether a line follows the edges of its box.
func (l line) rectangle() bool {
	n := len(l.points)
	if l.curved || n < 4 || n > 5 {
		return false
	}
	for i := 1; i < n; i++ {
		a, b := l.points[i-1], l.points[i]
		if page.Abs(a.x-b.x) > straight && page.Abs(a.y-b.y) > straight {
			return false
		}
	}
	a, b := l.points[0], l.points[2]
	return page.Abs(a.x-b.x) > straight && page.Abs(a.y-b.y) > straight
}

// straight is how many points a line along an edge may deviate.
const straight = 0.5

// path reads a PathObject: a rule of a table, the ground of a text, an ornament.
func (r *reader) path(e markup.Element, outer matrix, look looks) {
	if r.hides {
		return
	}
	m := placed(outer, e.Attr("Boundary"), e.Attr("CTM"))
	stroke := look.stroke
	if stroke.paint == style.NoPaint {
		stroke = black
	}
	ink, fill := stroke.seen(look.alpha), style.Glass
	if e.Attr("Stroke") == "false" {
		ink = style.Glass
	}
	if e.Attr("Fill") == "true" && look.fill.paint != style.NoPaint {
		fill = look.fill.seen(look.alpha)
	}
	if ink == style.Glass && fill == style.Glass {
		return
	}
	r.page.Paths++
	lines := linesOf(e.Child("AbbreviatedData").Text(), m)
	r.canvas.path(lines, ink, fill, numberOr(e.Attr("LineWidth"), lineWidth)*m.scale())
	for _, l := range lines {
		if ink != style.Glass && ink != style.White && !l.curved {
			for i := 1; i < len(l.points); i++ {
				r.ruling.Add(around(l.points[i-1], l.points[i]))
			}
			if l.closed {
				r.ruling.Add(around(l.points[0], l.points[len(l.points)-1]))
			}
		}
		if fill == style.Glass {
			continue
		}
		b := ground{Box: around(l.points...), paint: style.AnyPaint}
		rectangle := l.rectangle()
		if rectangle {
			b.paint = fill
			if fill != style.White {
				r.ruling.Add(b.Box)
			}
		}
		// gradients may end in full transparency
		r.cover(b, rectangle && fill >= style.Tinted && look.fill.alpha*look.alpha >= 1)
	}
}

// lineWidth is the default width of lines, in millimetres.
const lineWidth = 0.353

// image reads an ImageObject.
func (r *reader) image(e markup.Element, outer matrix, look looks) {
	if r.hides || look.alpha <= 0 {
		return
	}
	m := placed(outer, e.Attr("Boundary"), e.Attr("CTM"))
	b := m.box(0, 0, 1, 1)
	if e.Attr("CTM") == "" {
		x, y, w, h, _ := rectangle(e.Attr("Boundary"))
		b = outer.box(x, y, w, h)
	}
	name := r.res.media[e.Attr("ResourceID")]
	shown := b.Within(page.Box{X1: r.page.Width, Y1: r.page.Height})
	if shown.X1 <= shown.X0 || shown.Y1 <= shown.Y0 {
		return
	}
	share := (shown.X1 - shown.X0) * (shown.Y1 - shown.Y0) / (r.page.Width * r.page.Height)
	r.page.PictureShare = min(r.page.PictureShare+share, 1)
	r.canvas.picture(name, b)
	extension := strings.ToLower(path.Ext(name))
	solid := extension == ".jpg" || extension == ".jpeg" // only these are certain to be opaque
	r.cover(ground{b, style.AnyPaint, share}, solid && look.alpha >= 1 && e.Attr("ImageMask") == "")
}
