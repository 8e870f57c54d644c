package style

import (
	"cmp"
	"math"

	"zhiwen/extract/internal/char"
)

// This file decides for all formats whether a reader sees a text. Each format states what its file
// says: colours, sizes and the available room.

const (
	// LeastContrast is the ratio of the luminances of two colours, as defined in WCAG 2, from which
	// letters are visible. White letters on white have 1, the lightest grey that word processors
	// offer for prompts (D9D9D9) has 1.4, and the next one (F2F2F2), meant for backgrounds, has
	// 1.1.
	LeastContrast = 1.3
	// LeastPoints is the least readable size: the smallest that Chinese word processors name is 5
	// (八号), and labels in figures of papers, which are printed smaller than drawn, go down to 3.7.
	LeastPoints = 3.5
	// leastWidth is the least width of readable letters in per cent: the narrowest that Word offers
	// is 33.
	leastWidth = 30
	// leastAdvance is the distance between letters, in widths of a letter, below which a run is a
	// blot. Runs of fewer than blotRunes are signs composed of two.
	leastAdvance = 0.2
	blotRunes    = 3
	// leastLine is the least visible share of the height of readable letters: less than half a
	// letter is not readable.
	leastLine = 0.5
	// leastScale is the least size, in per cent, that programs use for indices: 58 in LibreOffice,
	// 65 in Word. A smaller one was set by hand.
	leastScale = 50
	// LongestPage is the longer side of an A4 sheet, in points: text that far away is off the page.
	LongestPage = 842
	// DefaultPoints is the size assumed if a file states none.
	DefaultPoints = 10

	halfPoint   = 0.5
	twip        = 0.05 // points
	single      = 240  // unit of a negative Look.Line
	defaultLine = 1.2  // line height in sizes, in common fonts
)

// Unseen reports whether s with look l is invisible, on ground unless l has its own background.
func (l *Look) Unseen(s string, ground Paint) bool {
	if l.Hidden == Yes {
		return true
	}
	behind := l.Ground.Or(ground).Or(White)
	if l.Ink.Vanishes(behind) && (l.Edge == NoPaint || l.Edge == Bare || l.Edge.Vanishes(behind)) {
		return true
	}
	if l.Scale|l.Width|l.Gap|l.Fit|l.Line|l.Raise == 0 { // as for nearly all text
		return l.Size > 0 && Tiny(float64(l.Size)*halfPoint)
	}
	return Tiny(l.points()) || Squeezed(l.width()) || l.squeezed(s) || l.away()
}

// TakenBack reports whether the text is struck out. The page shows it, but the author has withdrawn
// it: like a tracked deletion it is not counted, and it is flagged.
func (l *Look) TakenBack() bool { return l.Struck == Yes }

// away reports whether the letters are raised off the page, or out of a line that cuts them off.
func (l *Look) away() bool {
	off := math.Abs(float64(l.Raise)) * halfPoint
	return off >= LongestPage || l.Line > 0 && off >= float64(l.Line)*twip+l.points()
}

// Tiny reports whether letters of a size, in points on the page, are too small to be read.
func Tiny(points float64) bool { return points < LeastPoints }

// Squeezed reports whether letters of a share of their width are too narrow to be read.
func Squeezed(width float64) bool { return width*100 < leastWidth }

// Flat reports whether a line shows too little of letters of a size to be read.
func Flat(high, points float64) bool { return high < leastLine*points }

// Blank reports whether invisible text with look l leaves a blank: letters in the colour of the
// paper take up room, others do not.
func (l Look) Blank() bool {
	return l.Hidden != Yes && !Tiny(l.points()) && !Squeezed(l.width())
}

func (l *Look) points() float64 {
	points := cmp.Or(float64(l.Size)*halfPoint, DefaultPoints)
	if l.Scale > 0 && l.Scale < leastScale {
		points *= float64(l.Scale) / 100
	}
	return points
}

// width returns the relative width of the letters.
func (l *Look) width() float64 { return cmp.Or(float64(l.Width)/100, 1) }

// squeezed reports whether the letters of s, or their lines, overlap.
func (l *Look) squeezed(s string) bool {
	points := l.points()
	switch {
	case l.Line > 0 && Flat(float64(l.Line)*twip, points), l.Line < 0 && Flat(float64(-l.Line)/single*defaultLine*points, points):
		return true
	case l.Fit > 0 && float64(l.Fit) < l.LeastFit(s):
		return true
	case l.Gap >= 0:
		return false
	}
	count, wide := l.wide(s)
	return count >= blotRunes && wide+float64(l.Gap*count)*twip < leastAdvance*wide
}

// LeastFit returns the least width in twips into which s with look l can be squeezed and stay
// readable.
func (l Look) LeastFit(s string) float64 {
	_, wide := l.wide(s)
	return leastAdvance * wide / twip
}

// wide returns the number of letters of s and their width in points.
func (l *Look) wide(s string) (count int, points float64) {
	for _, r := range s {
		count++
		points += letterWidth(r)
	}
	return count, points * l.points() * l.width()
}

// letterWidth estimates the width of a character in sizes.
func letterWidth(r rune) float64 {
	if char.Wide(r) {
		return 1
	}
	return 0.5
}

// Room is an area that cuts off what does not fit: a row of a stated height, a box of a stated
// size. It keeps count of its content.
type Room struct {
	wide, high, left float64 // points, and square points
}

// roomFactor is how much more than its area a room is assumed to hold: sizes of letters and margins
// are estimates.
const roomFactor = 2

// NewRoom returns the room of an area in points; a width of 0 is unknown.
func NewRoom(wide, high float64) *Room {
	if wide <= 0 {
		wide = math.Inf(1)
	}
	return &Room{wide, high, wide * high * roomFactor}
}

// Shut is a room in which nothing is visible.
var Shut = &Room{}

// Shown returns how many bytes at the start of s, with look l, still fit into r, and counts them.
// Everything fits into a nil room.
func (r *Room) Shown(l *Look, s string) int {
	if r == nil {
		return len(s)
	}
	points := l.points()
	if Flat(r.high, points) || r.wide < leastLine*points {
		return 0
	}
	for i, c := range s {
		if r.left <= 0 {
			return i
		}
		r.left -= letterWidth(c) * points * points
	}
	return len(s)
}

// Vanishes reports whether text of this colour is invisible on a background.
func (p Paint) Vanishes(ground Paint) bool {
	if p == Glass {
		return true
	}
	if p < Tinted || ground < Tinted {
		return false
	}
	ground = ground.Before(White)
	return Contrast(p.Before(ground), ground) < LeastContrast
}

// Contrast returns the ratio of the luminances of two colours according to WCAG 2, from 1 to 21.
func Contrast(a, b Paint) float64 {
	u, v := a.luminance(), b.luminance()
	return (max(u, v) + 0.05) / (min(u, v) + 0.05)
}

// luminance returns the relative luminance of sRGB, from 0 to 1.
func (p Paint) luminance() float64 {
	return 0.2126*linear[p>>16&0xFF] + 0.7152*linear[p>>8&0xFF] + 0.0722*linear[p&0xFF]
}

// linear removes the gamma of sRGB from a component.
var linear = func() (table [256]float64) {
	for i := range table {
		if c := float64(i) / 255; c <= 0.04045 {
			table[i] = c / 12.92
		} else {
			table[i] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return table
}()
