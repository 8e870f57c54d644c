package style

import "math"

// Sheet is the largest page of a document, in points: text beyond its edges is off the page. The
// zero value is an unknown page, which nothing misses.
type Sheet struct{ Wide, High float64 }

// A4 is the page assumed if a file states none.
var A4 = Sheet{595, LongestPage}

// beyondMargin, in points, is how far left of or above its column something placed relative to the
// column may be and still be on the page: the widest margins, of theses, are 2 inches.
const beyondMargin = 144

// MissesX reports whether something that is wide points wide and begins at x is left or right of
// the page. fromEdge means that x counts from the edge of the page, not of a column.
func (s Sheet) MissesX(x, wide float64, fromEdge bool) bool { return misses(x, wide, s.Wide, fromEdge) }

// MissesY is MissesX for the vertical direction, from the top.
func (s Sheet) MissesY(y, high float64, fromEdge bool) bool { return misses(y, high, s.High, fromEdge) }

func misses(at, size, page float64, fromEdge bool) bool {
	if page <= 0 {
		return false
	}
	before := 0.0
	if !fromEdge {
		before = -beyondMargin
	}
	return at >= page || at+size <= before
}

// Frame is a paragraph's position outside of the text, in points; a size of 0 is unstated. The zero
// value is no frame.
type Frame struct {
	X, Y, Wide, High float64
	PageX, PageY     bool // X and Y count from the edges of the page
	Exact            bool // High is exact, not a minimum
}

// Indents are the distances of the lines of a paragraph from the margins, and of the first line
// from the others.
type Indents struct{ Left, Right, First Measure }

// Measure is a measure in points that may be unstated.
type Measure struct {
	Points float64
	Stated bool
}

// Points returns a stated measure.
func Points(points float64) Measure { return Measure{points, true} }

// Over returns i with unstated measures taken from base.
func (i Indents) Over(base Indents) Indents {
	Inherit(&i.Left, base.Left)
	Inherit(&i.Right, base.Right)
	Inherit(&i.First, base.First)
	return i
}

// Outside reports whether lines with the indents i are entirely or mostly off the page.
func (s Sheet) Outside(i Indents) bool {
	left, right, first := i.Left.Points, i.Right.Points, i.Left.Points+i.First.Points
	return s.Wide > 0 && (math.Abs(left) >= s.Wide || math.Abs(first) >= s.Wide || right <= -s.Wide ||
		right >= s.Wide && left <= -beyondMargin)
}

// Room returns the room of a paragraph: the surrounding room, or the part that its frame and its
// indents leave.
func (s Sheet) Room(f Frame, i Indents, around *Room) *Room {
	switch {
	case around == Shut, s.Outside(i):
		return Shut
	case f == Frame{}:
		return around
	case f.Wide > 0 && s.MissesX(f.X, f.Wide, f.PageX), f.High > 0 && s.MissesY(f.Y, f.High, f.PageY),
		s.Wide > 0 && (math.Abs(f.X) >= 2*s.Wide || math.Abs(f.Y) >= 2*s.High):
		return Shut
	case f.Exact && f.High > 0:
		return NewRoom(f.Wide, f.High)
	case f.Wide > 0:
		return NewRoom(f.Wide, math.Inf(1))
	}
	return around
}
