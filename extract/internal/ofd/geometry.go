package ofd

import (
	"math"
	"strconv"
	"strings"

	"zhiwen/extract/internal/page"
)

// pointsPerMillimetre: OFD measures in millimetres from the upper left corner.
const pointsPerMillimetre = 72 / 25.4

// matrix maps a point: x to A*x + C*y + E, y to B*x + D*y + F.
type matrix struct{ A, B, C, D, E, F float64 }

var unchanged = matrix{A: 1, D: 1}

// of returns the matrix that applies n first and then m.
func (m matrix) of(n matrix) matrix {
	return matrix{
		m.A*n.A + m.C*n.B, m.B*n.A + m.D*n.B,
		m.A*n.C + m.C*n.D, m.B*n.C + m.D*n.D,
		m.A*n.E + m.C*n.F + m.E, m.B*n.E + m.D*n.F + m.F,
	}
}

func (m matrix) point(x, y float64) point {
	return point{bounded(m.A*x + m.C*y + m.E), bounded(m.B*x + m.D*y + m.F)}
}

// box returns the box around a transformed rectangle.
func (m matrix) box(x, y, w, h float64) page.Box {
	return around(m.point(x, y), m.point(x+w, y), m.point(x, y+h), m.point(x+w, y+h))
}

// point is a position on the page, in points from the lower left corner.
type point struct{ x, y float32 }

// bounded limits numbers to a measurable range. Text beyond it is off the page.
func bounded(v float64) float32 {
	if math.IsNaN(v) {
		return 2 * page.Farthest
	}
	return float32(min(max(v, -2*page.Farthest), 2*page.Farthest))
}

func around(points ...point) page.Box {
	b := page.Box{X0: points[0].x, Y0: points[0].y, X1: points[0].x, Y1: points[0].y}
	for _, p := range points[1:] {
		b = page.Box{X0: min(b.X0, p.x), Y0: min(b.Y0, p.y), X1: max(b.X1, p.x), Y1: max(b.Y1, p.y)}
	}
	return b
}

// number parses a number, or returns 0.
func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// numberOr is number with a default for missing attributes.
func numberOr(s string, missing float64) float64 {
	if s == "" {
		return missing
	}
	return number(s)
}

// rectangle parses "x y width height", or returns false.
func rectangle(s string) (x, y, w, h float64, ok bool) {
	f := strings.Fields(s)
	if len(f) < 4 {
		return 0, 0, 0, 0, false
	}
	return number(f[0]), number(f[1]), number(f[2]), number(f[3]), true
}

// placed returns the matrix of an object: its own, and its position in its container.
func placed(outer matrix, boundary, ctm string) matrix {
	m := unchanged
	if f := strings.Fields(ctm); len(f) >= 6 {
		m = matrix{number(f[0]), number(f[1]), number(f[2]), number(f[3]), number(f[4]), number(f[5])}
	}
	x, y, _, _, _ := rectangle(boundary)
	return outer.of(matrix{A: 1, D: 1, E: x, F: y}.of(m))
}

// scale returns the average factor by which m lengthens lines.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.A*m.D - m.B*m.C)) }
