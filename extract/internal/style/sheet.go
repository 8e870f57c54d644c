package style

import "math"

// Sheet is the largest page of a document, in points: what stands beyond its edges is on
// no page. The zero value is a page that is not known, which nothing misses.
type Sheet struct{ Wide, High float64 }

// A4 is the page where a file states none.
var A4 = Sheet{595, LongestPage}

// beyondMargin is how far left of or above its column, in points, what is placed by the
// column still may be on the page: the widest margins are those of theses, 2 inches.
const beyondMargin = 144

// MissesX reports whether what is wide points wide and begins at x is left or right of
// the page. fromEdge says that x counts from the edge of the page, not of a column.
func (s Sheet) MissesX(x, wide float64, fromEdge bool) bool { return misses(x, wide, s.Wide, fromEdge) }

// MissesY is MissesX from the top down.
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

// Frame is a paragraph's place apart from the text, in points; a size of 0 is not stated.
// The zero value is none.
type Frame struct {
	X, Y, Wide, High float64
	PageX, PageY     bool // X and Y count from the edges of the page
	Exact            bool // it is not higher than High
}

// Indents are where the lines of a paragraph begin and end, from the margins, and where
// the first line begins from the others.
type Indents struct{ Left, Right, First Measure }

// Measure is a measure in points, which may be not stated.
type Measure struct {
	Points float64
	Stated bool
}

// Points returns a measure that is stated.
func Points(points float64) Measure { return Measure{points, true} }

// Over lays i over base.
func (i Indents) Over(base Indents) Indents {
	Inherit(&i.Left, base.Left)
	Inherit(&i.Right, base.Right)
	Inherit(&i.First, base.First)
	return i
}

// Outside reports whether lines with the indents i are on no page, or for the most part.
func (s Sheet) Outside(i Indents) bool {
	left, right, first := i.Left.Points, i.Right.Points, i.Left.Points+i.First.Points
	return s.Wide > 0 && (math.Abs(left) >= s.Wide || math.Abs(first) >= s.Wide || right <= -s.Wide || right >= s.Wide && left <= -beyondMargin)
}

// Room returns the room of a paragraph: the room around it, or what its frame and its
// indents leave of it.
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
