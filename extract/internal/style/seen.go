package style

import (
	"cmp"
	"math"

	"zhiwen/extract/internal/char"
)

// The judgement whether a reader sees a text is made here, for all formats.
// Each format states what its file says: colours, sizes, and the room there is.

const (
	// LeastContrast is the ratio of the luminances of two colours, as WCAG 2
	// defines it, from which letters are seen. White letters on white have 1,
	// the lightest grey that word processors offer for prompts (D9D9D9) has
	// 1.4, and the next one (F2F2F2), meant for backgrounds, has 1.1.
	LeastContrast = 1.3
	// LeastPoints is the size from which letters can be read: the smallest that
	// Chinese word processors name is 5 (八号), and labels in the figures of papers,
	// which are printed smaller than they were drawn, go down to 3.7.
	LeastPoints = 3.5
	// leastWidth is how wide, in per cent, letters are at least: the narrowest
	// that Word offers is 33.
	leastWidth = 30
	// leastAdvance is the part of a letter's width from one letter to the next
	// below which a run is a blot. Runs of fewer than blotRunes are signs that
	// are composed of two.
	leastAdvance = 0.2
	blotRunes    = 3
	// leastLine is the part of the size of letters that a line shows at least:
	// less than half of a letter is not read.
	leastLine = 0.5
	// usualScale is the least part, in per cent, of their size that programs give to
	// indices: 58 in LibreOffice, 65 in Word. Smaller ones have been set by somebody.
	usualScale = 50
	// LongestPage is the longer side of a sheet of A4, in points: what is as far away is on
	// no page.
	LongestPage = 842
	// UsualPoints is the size where a file does not say it.
	UsualPoints = 10

	halfPoint = 0.5
	twip      = 0.05 // points
	single    = 240  // what Look.Line counts in
	usualLine = 1.2  // height of a line in sizes, in common fonts
)

// Unseen reports whether nobody sees s, which looks as l says and stands before
// ground where it has no background of its own.
func (l *Look) Unseen(s string, ground Paint) bool {
	if l.Hidden == Yes {
		return true
	}
	behind := l.Ground.Or(ground).Or(White)
	if l.Ink.Vanishes(behind) && (l.Edge == NoPaint || l.Edge == Bare || l.Edge.Vanishes(behind)) {
		return true
	}
	if l.Scale|l.Width|l.Gap|l.Fit|l.Line|l.Raise == 0 { // as nearly all text
		return l.Size > 0 && Tiny(float64(l.Size)*halfPoint)
	}
	return Tiny(l.points()) || Squeezed(l.width()) || l.squeezed(s) || l.away()
}

// TakenBack reports whether the text is struck out. The page shows it, but the author has withdrawn it: like a tracked
// deletion it is not counted, and it is flagged.
func (l *Look) TakenBack() bool { return l.Struck == Yes }

// away reports whether the letters are raised off the page, or out of a line that cuts
// them off.
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

// Blank reports whether l leaves a blank where it is not seen: letters of the
// colour of the paper take room, others do not.
func (l Look) Blank() bool {
	return l.Hidden != Yes && !Tiny(l.points()) && !Squeezed(l.width())
}

func (l *Look) points() float64 {
	points := cmp.Or(float64(l.Size)*halfPoint, UsualPoints)
	if l.Scale > 0 && l.Scale < usualScale {
		points *= float64(l.Scale) / 100
	}
	return points
}

// width is the share of their width that letters have.
func (l *Look) width() float64 { return cmp.Or(float64(l.Width)/100, 1) }

// squeezed reports whether the letters of s lie on one another, or their lines do.
func (l *Look) squeezed(s string) bool {
	points := l.points()
	switch {
	case l.Line > 0 && Flat(float64(l.Line)*twip, points), l.Line < 0 && Flat(float64(-l.Line)/single*usualLine*points, points):
		return true
	case l.Fit > 0 && float64(l.Fit) < l.LeastFit(s):
		return true
	case l.Gap >= 0:
		return false
	}
	count, wide := l.wide(s)
	return count >= blotRunes && wide+float64(l.Gap*count)*twip < leastAdvance*wide
}

// LeastFit returns the twips into which s, which looks as l says, can be squeezed and still be read.
func (l Look) LeastFit(s string) float64 {
	_, wide := l.wide(s)
	return leastAdvance * wide / twip
}

// wide returns how many letters s has and how wide they are, in points.
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

// Room is an area that cuts off what does not fit in: a row of a stated height, a
// box of a stated size. It counts what was put into it.
type Room struct {
	wide, high, left float64 // points, and square points
}

// roomFactor is how much more than its area a room is taken to hold: sizes of
// letters and margins are estimates.
const roomFactor = 2

// NewRoom returns the room of an area in points; a width of 0 is not known.
func NewRoom(wide, high float64) *Room {
	if wide <= 0 {
		wide = math.Inf(1)
	}
	return &Room{wide, high, wide * high * roomFactor}
}

// Shut is a room that shows nothing.
var Shut = &Room{}

// Shown returns the bytes at the start of s, which looks as l says, that r still has room
// for, and counts them. A nil room shows everything.
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

// Vanishes reports whether a text of this colour is not seen before a background.
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

// Contrast is the ratio of the luminances of two colours after WCAG 2, from 1 to 21.
func Contrast(a, b Paint) float64 {
	u, v := a.luminance(), b.luminance()
	return (max(u, v) + 0.05) / (min(u, v) + 0.05)
}

// luminance is the relative luminance of sRGB, from 0 to 1.
func (p Paint) luminance() float64 {
	return 0.2126*linear[p>>16&0xFF] + 0.7152*linear[p>>8&0xFF] + 0.0722*linear[p&0xFF]
}

// linear takes the gamma of sRGB from a part of a colour.
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
