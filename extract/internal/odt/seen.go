package odt

import (
	"math"
	"strconv"
	"strings"

	"zhiwen/extract"
	"zhiwen/extract/internal/draft"
	"zhiwen/extract/internal/flow"
	"zhiwen/extract/internal/markup"
	"zhiwen/extract/internal/picture"
	"zhiwen/extract/internal/style"
)

// percent parses a percentage as a fraction.
func percent(s string) (float64, bool) {
	number, ok := strings.CutSuffix(s, "%")
	part, err := strconv.ParseFloat(number, 64)
	return part / 100, ok && err == nil
}

// hides reports whether a section is hidden: by its own statement or by its condition, as last
// evaluated by the program or as is obvious.
func hides(s markup.Tag) bool {
	if s.Attr("display") != "condition" {
		return s.Attr("display") == "none"
	}
	return holds(s)
}

// holds reports whether the condition that hides a text is true.
func holds(s markup.Tag) bool {
	_, condition, _ := strings.Cut(s.Attr("condition"), ":")
	condition = strings.ToLower(strings.ReplaceAll(condition, " ", ""))
	return s.Attr("is-hidden") == "true" || condition == "1" || condition == "true" || condition == "1==1" || condition == "1eq1"
}

// stated returns a length in points that is never 0, which would mean unset.
func stated(value string) float32 {
	if v := picture.Length(value); v != 0 {
		return v
	}
	return noWidth
}

// measure returns a length that may be 0.
func measure(value string) style.Measure { return style.Points(float64(picture.Length(value))) }

// noWidth stands for a stated length of 0.
const noWidth = 0.01

// ink returns the stated colour of letters. LibreOffice writes an opacity of 0 beside an automatic
// colour, where it means nothing.
func ink(properties markup.Attributes, colour style.Paint) style.Paint {
	if properties.Of("use-window-font-color") == "true" {
		return style.AnyPaint
	}
	if opacity, ok := percent(properties.Of("opacity")); ok {
		return colour.Faded(opacity)
	}
	return colour
}

// position parses how much letters are raised and how large they are then: "super 58%".
func position(value string) (raised, scale int) {
	place, size, _ := strings.Cut(value, " ")
	if part, ok := percent(place); ok { // of the size, which is about the default
		raised = int(2 * style.DefaultPoints * part)
	}
	if part, ok := percent(strings.TrimSpace(size)); ok {
		scale = max(int(100*part), 1)
	}
	return raised, scale
}

// paper returns the background of the pages if all have the same one.
func (w *odtWalk) paper() style.Paint {
	for _, p := range w.papers {
		if p != w.papers[0] {
			return style.NoPaint
		}
	}
	if len(w.papers) == 0 {
		return style.NoPaint
	}
	return w.papers[0]
}

// beside returns the room of what is attached to letters with look l: hidden letters have no
// visible notes.
func beside(at flow.Place, l style.Look) *style.Room {
	if l.Hidden == style.Yes || at.Deleted {
		return style.Shut
	}
	return at.Room
}

// collapsed reports whether a row or a column is hidden.
func collapsed(s markup.Tag) bool {
	visibility := s.Attr("visibility")
	return visibility == "collapse" || visibility == "filter"
}

// cellRoom returns the room of a cell from the widths of its columns and the height of its row, or
// nil if nothing is stated.
func cellRoom(columns []float32, at, spanned int, high float32) *style.Room {
	var wide float32
	for _, w := range columns[min(at, len(columns)):min(at+max(spanned, 1), len(columns))] {
		if w == 0 {
			wide = 0
			break
		}
		wide += w
	}
	switch {
	case high > 0:
		return style.NewRoom(float64(wide), float64(high))
	case wide > 0:
		return style.NewRoom(float64(wide), math.Inf(1))
	}
	return nil
}

// number returns an attribute that is a count, or 0.
func number(s markup.Tag, name string) int {
	n, _ := strconv.Atoi(s.Attr(name))
	return n
}

// kept reads hidden content at a place and keeps it out.
func (w *odtWalk) kept(at flow.Place, emit func(*flow.Paragraph) error) error {
	at.Room = style.Shut
	return w.flow(at, func(p *flow.Paragraph) error {
		if len(p.Kept) == 0 {
			return nil
		}
		return emit(p)
	})
}

// shape records the size, the position and the filling of a frame or a drawn shape.
func (w *odtWalk) shape(t markup.Tag) {
	length := func(name string) (float32, bool) { return picture.Length(t.Attr(name)), t.Attr(name) != "" }
	wide, hasWidth := length("width")
	high, hasHeight := length("height")
	x, _ := length("x")
	y, _ := length("y")
	own := w.styled(t.Attr("style-name"))
	w.frame, w.spot = [2]float32{wide, high}, nil
	if t.Attr("x")+t.Attr("y") != "" {
		spot := draft.Spot{X: float64(x), Y: float64(y)}
		if anchor := t.Attr("anchor-type"); anchor == "paragraph" || anchor == "char" {
			spot = spot.Anchored(w.anchors)
		}
		w.spot = &spot
	}
	off := max(x, y) >= style.LongestPage || x+wide <= -beyondMargin || y+high <= -beyondMargin
	w.outside = off || hasWidth && wide <= 0 || hasHeight && high <= 0 || t.Attr("display") == "none"
	switch w.fill = own.look.Ground; {
	case own.filled && own.fill != style.NoPaint:
		w.fill = own.fill
	case own.filled:
		w.fill = style.AnyPaint
	case w.fill == style.NoPaint || w.fill == style.Bare: // another frame or a picture may lie behind it
		has := func(sign string) bool { return strings.Contains(w.XML.Raw, sign) }
		if has("draw:image ") || has(`draw:fill="`) && !has(`draw:fill="none"`) {
			w.fill = style.AnyPaint
		}
	}
}

// beyondMargin, in points, is how far outside of its paragraph a frame may be and still be on the
// page.
const beyondMargin = 144

// inFrame returns the place of the text in the current frame, which is in a text at a place. cut
// means that the frame does not grow with its text.
func (w *odtWalk) inFrame(at flow.Place, cut bool) flow.Place {
	in := flow.Place{Kind: extract.Box, Ground: w.fill.Or(at.Ground), Room: at.Room, Deleted: at.Deleted, Spot: w.spot}
	switch {
	case at.Room == style.Shut:
	case w.outside:
		in.Room = style.Shut
	case cut && w.frame[0] > 0 && w.frame[1] > 0:
		in.Room = style.NewRoom(float64(w.frame[0]), float64(w.frame[1]))
	}
	return in
}
